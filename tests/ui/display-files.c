/* SPDX-License-Identifier: Apache-2.0 */

/* What GTK's file dialog and the program ask GIO about files: a thread finds the answer
 * while the main loop has nothing to do. The functions here take the place of GIO's,
 * and count the answers that are due. */

#include "ui/display.h"

#include <check.h>
#include <dlfcn.h>

typedef struct
{
  GAsyncReadyCallback callback;
  gpointer data;
} Asked;

static int n_asked;

static void
on_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Asked *asked = user_data;

  g_atomic_int_add (&n_asked, -1);
  if (asked->callback != NULL)
    asked->callback (source, result, asked->data);
}

static Asked *
ask (GAsyncReadyCallback callback, gpointer data)
{
  Asked *asked = g_new (Asked, 1);

  *asked = (Asked){ callback, data };
  g_atomic_int_inc (&n_asked);
  return asked;
}

/* The function of a name that is hidden by the one here. */
static gpointer
find_hidden (const char *name)
{
  gpointer function = dlsym (RTLD_NEXT, name);

  ck_assert_msg (function != NULL, "%s", name);
  return function;
}

/**
 * tv_gui_count_file_operations:
 *
 * Returns: how many answers about files are due
 */
int
tv_gui_count_file_operations (void)
{
  return g_atomic_int_get (&n_asked);
}

void
g_file_query_info_async (GFile *file, const char *attributes, GFileQueryInfoFlags flags,
                         int io_priority, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  static void (*real) (GFile *, const char *, GFileQueryInfoFlags, int, GCancellable *,
                       GAsyncReadyCallback, gpointer);

  if (real == NULL)
    real = find_hidden ("g_file_query_info_async");
  real (file, attributes, flags, io_priority, cancellable, on_answered,
        ask (callback, user_data));
}

void
g_file_enumerate_children_async (GFile *file, const char *attributes,
                                 GFileQueryInfoFlags flags, int io_priority,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data)
{
  static void (*real) (GFile *, const char *, GFileQueryInfoFlags, int, GCancellable *,
                       GAsyncReadyCallback, gpointer);

  if (real == NULL)
    real = find_hidden ("g_file_enumerate_children_async");
  real (file, attributes, flags, io_priority, cancellable, on_answered,
        ask (callback, user_data));
}

void
g_file_enumerator_next_files_async (GFileEnumerator *enumerator, int num_files,
                                    int io_priority, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data)
{
  static void (*real) (GFileEnumerator *, int, int, GCancellable *, GAsyncReadyCallback,
                       gpointer);

  if (real == NULL)
    real = find_hidden ("g_file_enumerator_next_files_async");
  real (enumerator, num_files, io_priority, cancellable, on_answered,
        ask (callback, user_data));
}
