/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/graphviz.h"

#include <glib/gi18n-lib.h>

/* The first line of what it complains of. */
static char *
dup_complaint (GBytes *bytes)
{
  gsize length = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  const char *end = data != NULL ? memchr (data, '\n', length) : NULL;
  g_autofree char *line = g_strndup (data != NULL ? data : "",
                                     end != NULL ? (gsize) (end - data) : length);

  return g_utf8_make_valid (line, -1);
}

static GSubprocess *
start (const char *format, GError **error)
{
  g_autofree char *option = g_strconcat ("-T", format, NULL);
  g_autoptr (GError) local = NULL;
  GSubprocess *process
      = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                              | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                          &local, "dot", option, NULL);

  if (process == NULL && g_error_matches (local, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 _ ("To make a picture of it, Graphviz's program “dot” must be "
                    "installed"));
  else if (process == NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  return process;
}

/* Has Graphviz's `dot` draw a graph. */
GBytes *
tv_graphviz_draw (GBytes *dot, const char *format, GError **error)
{
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) picture = NULL;
  g_autoptr (GBytes) complaints = NULL;

  g_return_val_if_fail (dot != NULL && format != NULL, NULL);

  process = start (format, error);
  if (process == NULL
      || !g_subprocess_communicate (process, dot, NULL, &picture, &complaints, error))
    return NULL;
  if (!g_subprocess_get_successful (process))
    {
      g_autofree char *complaint = dup_complaint (complaints);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                   /* Translators: “dot” is a program, its own words follow */
                   _ ("“dot” failed: %s"), complaint);
      return NULL;
    }
  return g_steal_pointer (&picture);
}
