/* SPDX-License-Identifier: Apache-2.0 */

/* A second file of the same run, whose trace is laid beside the first on one clock. */

#include "config.h"

#include "app/window-private.h"
#include "trace/model/trace-system.h"
#include "trace/transform/joined-trace.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define NS_PER_MS 1e6

/* Milliseconds after which the offset counts as chosen. */
#define CHOSEN_MS 250

typedef struct
{
  TvTraceSource *alone;
  TvTrace *added;
  GFile *added_file;
  gint64 offset;
  guint held_file; /* of two: the one that keeps its place in the timeline */
  guint64 memory_limit;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  tv_trace_source_unref (question->alone);
  tv_trace_unref (question->added);
  g_object_unref (question->added_file);
  g_free (question);
}

static gpointer
join_traces (gpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;

  return tv_trace_new_joined (question->alone->trace, question->added, question->offset,
                              question->memory_limit, cancellable, error);
}

/* The timeline shows rows where they were dragged to until a new trace comes. */
static void
put_rows_back (TvWindow *self)
{
  GActionGroup *actions = tv_timeline_get_action_group (self->timeline);
  g_autoptr (GVariant) is_on = g_action_group_get_action_state (actions, "move-traces");

  g_action_group_change_action_state (actions, "move-traces",
                                      g_variant_new_boolean (FALSE));
  g_action_group_change_action_state (actions, "move-traces", is_on);
}

/* Says why a file cannot be added. The window stays as it is. */
void
tv_window_refuse_added (TvWindow *self, GFile *file, const GError *error)
{
  g_autofree char *name = tv_window_dup_file_name (file);
  g_autofree char *sentence
      = g_strdup_printf (_ ("“%s” cannot be added: %s"), name, error->message);

  g_clear_object (&self->cancellable);
  put_rows_back (self);
  tv_window_show_page (self, TV_PAGE_TRACE);
  tv_notice_bar_show_error (self->notice, sentence);
}

static char *
dup_pair_key (GFile *file, GFile *added_file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *added_uri = g_file_get_uri (added_file);

  return g_strjoin ("\n", uri, added_uri, NULL);
}

/* Adds the trace of a file to the one of the window, with the offset that was chosen
 * when it was last added in this window. */
void
tv_window_add_file (TvWindow *self, GFile *file)
{
  g_autofree char *key = NULL;
  const gint64 *offset = NULL;

  g_return_if_fail (TV_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  key = self->file != NULL ? dup_pair_key (self->file, file) : NULL;
  offset = key != NULL ? g_hash_table_lookup (self->offsets, key) : NULL;
  tv_window_add_file_at (self, file, offset != NULL ? *offset : 0);
}

static void
remember_offset (TvWindow *self, GFile *added_file, gint64 offset)
{
  g_hash_table_replace (self->offsets, dup_pair_key (self->file, added_file),
                        g_memdup2 (&offset, sizeof offset));
}

static void
on_joined (gpointer owner, gpointer data, gpointer answer, const GError *error)
{
  TvWindow *self = owner;
  const Question *question = data;
  const TvTraceSource *alone = question->alone;
  g_autoptr (TvTrace) joined = answer;
  g_autoptr (TvTraceSource) source = NULL;

  if (joined == NULL)
    {
      tv_window_refuse_added (self, question->added_file, error);
      tv_window_update_join (self);
      return;
    }
  source = g_rc_box_new (TvTraceSource);
  *source = (TvTraceSource){ .file = g_object_ref (alone->file),
                             .on_disk = g_object_ref (alone->on_disk),
                             .trace = g_steal_pointer (&joined),
                             .etag = g_strdup (alone->etag),
                             .alone = g_rc_box_acquire (question->alone),
                             .added = tv_trace_ref (question->added),
                             .added_file = g_object_ref (question->added_file),
                             .held_file = question->held_file };
  remember_offset (self, question->added_file, question->offset);
  tv_window_show_traces (self, source, self->sources[TV_DIFF_OLD], NULL);
}

static void
start_joining (TvWindow *self, GFile *file, TvTrace *trace, gint64 offset,
               guint held_file)
{
  static const TvJobType type = { .run = join_traces,
                                  .done = on_joined,
                                  .free_question = question_free,
                                  .free_answer = (GDestroyNotify) tv_trace_unref,
                                  .pace = TV_JOB_SOON };
  TvTraceSource *source = self->sources[TV_DIFF_NEW];
  Question *question = g_new0 (Question, 1);

  question->alone = g_rc_box_acquire (source->alone != NULL ? source->alone : source);
  question->added = tv_trace_ref (trace);
  question->added_file = g_object_ref (file);
  question->offset = offset;
  question->held_file = held_file;
  question->memory_limit = tv_window_get_memory_limit (self);
  tv_job_start (&self->join_job, &type, question, self);
}

/* Adds a trace to that of the window, in place of one that was added before. */
void
tv_window_join (TvWindow *self, GFile *file, TvTrace *trace)
{
  start_joining (self, file, trace, self->next_offset, 0);
}

/* The offset */

static const TvJoin *
get_join (TvWindow *self)
{
  return self->session != NULL && self->sources[TV_DIFF_NEW] != NULL
             ? tv_trace_get_join (self->sources[TV_DIFF_NEW]->trace)
             : NULL;
}

static gint64
get_chosen_offset (TvWindow *self)
{
  return (gint64) llround (gtk_spin_button_get_value (self->join_offset) * NS_PER_MS);
}

/* Joins both traces anew. One file, the first or the second, stays where it is in the
 * timeline. */
static void
change_offset (TvWindow *self, gint64 offset, guint held_file)
{
  const TvTraceSource *source = self->sources[TV_DIFF_NEW];
  const TvJoin *join = get_join (self);

  if (join != NULL && self->cancellable == NULL && join->offset != offset)
    start_joining (self, source->added_file, source->added, offset, held_file);
  else
    put_rows_back (self);
}

static void
move_added (gpointer data)
{
  TvWindow *self = data;

  change_offset (self, get_chosen_offset (self), 0);
}

/* The timeline asks for an offset. */
static void
set_offset (TvWindow *self, GVariant *parameter)
{
  gint64 offset;
  gboolean holds_second;

  tv_later_cancel (&self->joining);
  g_variant_get (parameter, "(xb)", &offset, &holds_second);
  change_offset (self, offset, holds_second ? 1 : 0);
}

static void
on_offset_changed (TvWindow *self)
{
  const TvJoin *join = get_join (self);

  if (join != NULL && join->offset != get_chosen_offset (self))
    tv_later_add (&self->joining, CHOSEN_MS, move_added, self);
}

/* Shows the names of both files and the offset, or nothing for one file. */
void
tv_window_update_join (TvWindow *self)
{
  const TvJoin *join = get_join (self);
  g_autofree char *name = NULL;
  g_autofree char *added_name = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->join_bar, join != NULL);
  if (join == NULL)
    return;
  name = tv_window_dup_file_name (self->file);
  added_name = tv_window_dup_file_name (self->sources[TV_DIFF_NEW]->added_file);
  if (join->clock == TV_SYSTEM_CLOCK_UNKNOWN)
    text = g_strdup_printf (_ ("“%s” with “%s”: no clock in common"), name, added_name);
  else
    text = g_strdup_printf (_ ("“%s” with “%s” on one clock"), name, added_name);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (self->join_bar)), text);
  gtk_spin_button_set_value (self->join_offset, (double) join->offset / NS_PER_MS);
}

/* Actions */

static void
remove_added (TvWindow *self)
{
  const TvTraceSource *source = self->sources[TV_DIFF_NEW];

  tv_later_cancel (&self->joining);
  tv_job_cancel (&self->join_job);
  if (source != NULL && source->alone != NULL)
    tv_window_show_traces (self, source->alone, self->sources[TV_DIFF_OLD], NULL);
}

void
tv_window_init_join (TvWindow *self)
{
  static const TvWindowAction actions[] = {
    { "add-trace", G_CALLBACK (tv_window_choose_added), NULL, NULL },
    { "remove-added", G_CALLBACK (remove_added), NULL, NULL },
    { "set-offset", G_CALLBACK (set_offset), "(xb)", NULL },
  };

  self->offsets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
  g_signal_connect_object (self->join_offset, "value-changed",
                           G_CALLBACK (on_offset_changed), self, G_CONNECT_SWAPPED);
}
