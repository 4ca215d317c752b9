/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/bars/scope-thread.h"

struct _TvScopeThread
{
  GObject parent_instance;

  guint32 index;
  gint64 time; /* nanoseconds in calls, by the clock of the list */
  double share;
  char *label;
  char *folded; /* @label, to compare without regard to case */
};

G_DEFINE_FINAL_TYPE (TvScopeThread, tv_scope_thread, G_TYPE_OBJECT)

static void
tv_scope_thread_finalize (GObject *object)
{
  TvScopeThread *self = TV_SCOPE_THREAD (object);

  g_free (self->label);
  g_free (self->folded);

  G_OBJECT_CLASS (tv_scope_thread_parent_class)->finalize (object);
}

static void
tv_scope_thread_class_init (TvScopeThreadClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_scope_thread_finalize;
}

static void
tv_scope_thread_init (TvScopeThread *self)
{
}

static TvScopeThread *
scope_thread_new (TvTrace *trace, guint32 index, TvClock clock)
{
  TvScopeThread *self = g_object_new (TV_TYPE_SCOPE_THREAD, NULL);

  self->index = index;
  self->time = tv_trace_get_thread (trace, index)->root_inclusive[clock];
  self->label = tv_trace_dup_thread_label (trace, index);
  self->folded = g_utf8_casefold (self->label, -1);
  return self;
}

static int
compare_times (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvScopeThread *first = a;
  const TvScopeThread *second = b;

  if (first->time != second->time)
    return first->time > second->time ? -1 : 1;
  return (first->index > second->index) - (first->index < second->index);
}

static void
set_shares (GListStore *list)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));
  double all = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvScopeThread) thread = g_list_model_get_item (G_LIST_MODEL (list), i);

      all += (double) thread->time;
    }
  for (guint i = 0; i < n && all > 0; i++)
    {
      g_autoptr (TvScopeThread) thread = g_list_model_get_item (G_LIST_MODEL (list), i);

      thread->share = (double) thread->time / all;
    }
}

/* Lists the threads that have calls, those that took longest by clock first. */
GListModel *
tv_scope_thread_list_new (TvTrace *trace, TvClock clock)
{
  GListStore *list;

  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (clock < TV_N_CLOCKS, NULL);

  list = g_list_store_new (TV_TYPE_SCOPE_THREAD);
  for (guint32 i = 0; i < tv_trace_get_n_threads (trace); i++)
    if (tv_trace_get_thread (trace, i)->n_calls > 0)
      {
        g_autoptr (TvScopeThread) thread = scope_thread_new (trace, i, clock);

        g_list_store_append (list, thread);
      }
  g_list_store_sort (list, compare_times, NULL);
  set_shares (list);
  return G_LIST_MODEL (list);
}

guint32
tv_scope_thread_get_index (TvScopeThread *self)
{
  g_return_val_if_fail (TV_IS_SCOPE_THREAD (self), TV_THREAD_NONE);

  return self->index;
}

const char *
tv_scope_thread_get_label (TvScopeThread *self)
{
  g_return_val_if_fail (TV_IS_SCOPE_THREAD (self), NULL);

  return self->label;
}

/* Returns its part of the time of all threads in the list, from 0 to 1. */
double
tv_scope_thread_get_share (TvScopeThread *self)
{
  g_return_val_if_fail (TV_IS_SCOPE_THREAD (self), 0);

  return self->share;
}

gboolean
tv_scope_thread_matches (TvScopeThread *self, const char *part)
{
  g_return_val_if_fail (TV_IS_SCOPE_THREAD (self), FALSE);

  return part == NULL || strstr (self->folded, part) != NULL;
}
