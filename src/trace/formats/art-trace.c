/* SPDX-License-Identifier: Apache-2.0 */

/* What the readers of the method traces of Dalvik and ART share. */

#include "config.h"

#include "trace/formats/art-trace.h"

#include "trace/input/byte-cursor.h"
#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

TvTrace *
tv_art_trace_read (TvArtRead read, const TvTraceInput *input,
                   const TvLoadOptions *options, GError **error)
{
  g_autoptr (GError) local_error = NULL;
  gboolean hex_ids = FALSE;
  TvTrace *trace = read (input, options, &hex_ids, &local_error);

  if (trace == NULL && local_error == NULL)
    trace = read (input, options, &hex_ids, &local_error);
  if (local_error != NULL)
    g_propagate_error (error, g_steal_pointer (&local_error));
  return trace;
}

gboolean
tv_art_has_key_section (GBytes *start)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (start, &size);
  const gsize blank = tv_trace_reader_skip_blank (data, size);

  return size - blank >= 8 && memcmp (data + blank, "*version", 8) == 0;
}

/* Returns the version of the data header that a file begins with, 1 for one that is cut
 * before it, or TV_ART_NO_VERSION. */
guint
tv_art_get_version (GBytes *start)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (start, &size);

  if (size < 4 || memcmp (data, "SLOW", 4) != 0)
    return TV_ART_NO_VERSION;
  return size < 6 ? 1 : tv_load_u16 (data + 4);
}

void
tv_art_set_version_error (guint version, gsize offset, GError **error)
{
  /* From 0xF0 on, the low digit is the version and the high one marks a stream. */
  g_autofree char *shown = version < 0xF0 ? g_strdup_printf ("%u", version)
                                          : g_strdup_printf ("0x%X", version);

  if (version == 6 || version == 0xF6)
    g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_UNSUPPORTED_VERSION,
                 _ ("Traces of long-running methods are not supported (version %s at "
                    "byte %zu)"),
                 shown, offset);
  else
    g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_UNSUPPORTED_VERSION,
                 _ ("Unsupported trace version %s (at byte %zu)"), shown, offset);
}

static gboolean
has_version (GBytes *start)
{
  return tv_art_get_version (start) != TV_ART_NO_VERSION;
}

static TvTrace *
refuse_version (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  tv_art_set_version_error (tv_art_get_version (input->text), 4, error);
  return NULL;
}

/* The versions that the readers before it do not take. */
const TvTraceReader tv_other_version_reader
    = { .name = "other-version", .probe = has_version, .read = refuse_version };
