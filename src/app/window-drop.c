/* SPDX-License-Identifier: Apache-2.0 */

/* Files that are dropped on the window: traces, and mappings for them. */

#include "config.h"

#include "app/window-private.h"
#include "trace/mapping/mapping-probe.h"

#include <glib/gi18n-lib.h>

/* What was dropped, told apart. */
typedef struct
{
  GPtrArray *files;    /* of GFile */
  GPtrArray *traces;   /* those of them that are no mappings */
  GPtrArray *mappings; /* those that are */
} Drop;

static Drop *
drop_new (void)
{
  Drop *drop = g_new (Drop, 1);

  drop->files = g_ptr_array_new_with_free_func (g_object_unref);
  drop->traces = g_ptr_array_new_with_free_func (g_object_unref);
  drop->mappings = g_ptr_array_new_with_free_func (g_object_unref);
  return drop;
}

static void
drop_free (gpointer data)
{
  Drop *drop = data;

  g_ptr_array_unref (drop->files);
  g_ptr_array_unref (drop->traces);
  g_ptr_array_unref (drop->mappings);
  g_free (drop);
}

static void
tell_apart (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Drop *drop = task_data;

  for (guint i = 0; i < drop->files->len; i++)
    {
      GFile *file = g_ptr_array_index (drop->files, i);

      g_ptr_array_add (tv_file_looks_like_mapping (file, cancellable) ? drop->mappings
                                                                      : drop->traces,
                       g_object_ref (file));
    }
  g_task_return_boolean (task, TRUE);
}

/* Mappings that come with traces are for these, and others for what is shown. */
static void
take_files (TvWindow *self, const Drop *drop)
{
  for (guint i = 0; i < drop->traces->len; i++)
    tv_window_open_file_with (self, g_ptr_array_index (drop->traces, i),
                              drop->mappings);
  if (drop->traces->len > 0 || drop->mappings->len == 0)
    return;
  if (tv_window_is_empty (self))
    tv_window_refuse_file (self, g_ptr_array_index (drop->mappings, 0),
                           _ ("This is a mapping, which gives the methods of a trace "
                              "their names: open the trace first."));
  else
    tv_window_add_mappings (self, drop->mappings);
}

static void
take_told_apart (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GWeakRef *weak_self = user_data;
  g_autoptr (TvWindow) self = g_weak_ref_get (weak_self);

  g_weak_ref_clear (weak_self);
  g_free (weak_self);
  /* One that was closed in the meantime may live on for a moment. */
  if (self != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    take_files (self, g_task_get_task_data (G_TASK (result)));
}

static gboolean
take_drop (GtkDropTarget *target, const GValue *value, double x, double y,
           gpointer user_data)
{
  Drop *drop = drop_new ();
  g_autoptr (GTask) task = NULL;
  GWeakRef *weak_self;

  if (G_VALUE_HOLDS (value, G_TYPE_FILE) && g_value_get_object (value) != NULL)
    g_ptr_array_add (drop->files, g_value_dup_object (value));
  if (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    {
      g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));

      for (GSList *link = files; link != NULL; link = link->next)
        g_ptr_array_add (drop->files, g_object_ref (link->data));
    }
  if (drop->files->len == 0)
    {
      drop_free (drop);
      return FALSE;
    }
  weak_self = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak_self, user_data);
  task = g_task_new (NULL, NULL, take_told_apart, weak_self);
  g_task_set_source_tag (task, take_drop);
  g_task_set_task_data (task, drop, drop_free);
  g_task_run_in_thread (task, tell_apart);
  return TRUE;
}

/* Lets files be dropped anywhere on the window. Of traces, the first takes this window
 * if it is empty, each other one a window of its own; mappings give the methods of the
 * traces that they come with, or of that which is shown, their names. */
void
tv_window_init_drop (TvWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_FILE };

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "drop", G_CALLBACK (take_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
