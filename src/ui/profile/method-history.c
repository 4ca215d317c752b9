/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/method-history.h"

/* The most visits that are kept. */
#define MAX_VISITS 256

struct _TvMethodHistory
{
  GObject parent_instance;

  GArray *visits;   /* of guint32 */
  guint n_before;   /* number of visits before the current one */
  gboolean passing; /* whether the current one is only passed */
};

G_DEFINE_FINAL_TYPE (TvMethodHistory, tv_method_history, G_TYPE_OBJECT)

static guint changed_signal;

static void
tv_method_history_finalize (GObject *object)
{
  TvMethodHistory *self = TV_METHOD_HISTORY (object);

  g_array_unref (self->visits);

  G_OBJECT_CLASS (tv_method_history_parent_class)->finalize (object);
}

static void
tv_method_history_class_init (TvMethodHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_method_history_finalize;
  changed_signal
      = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_method_history_init (TvMethodHistory *self)
{
  self->visits = g_array_new (FALSE, FALSE, sizeof (guint32));
}

TvMethodHistory *
tv_method_history_new (void)
{
  return g_object_new (TV_TYPE_METHOD_HISTORY, NULL);
}

static gboolean
is_at (TvMethodHistory *self, guint place, guint32 method)
{
  return place < self->visits->len
         && g_array_index (self->visits, guint32, place) == method;
}

/* Appends after the current visit, and drops the visits ahead of it. */
static void
append (TvMethodHistory *self, guint32 method)
{
  const guint n_kept
      = MIN (self->visits->len, self->n_before + (self->passing ? 0 : 1));

  g_array_set_size (self->visits, n_kept);
  /* A walk may end at its beginning. */
  self->passing = n_kept == 0 || !is_at (self, n_kept - 1, method);
  if (self->passing)
    g_array_append_val (self->visits, method);
  if (self->visits->len > MAX_VISITS)
    g_array_remove_index (self->visits, 0);
  self->n_before = self->visits->len - 1;
}

/* Records the visit of a method. */
void
tv_method_history_visit (TvMethodHistory *self, guint32 method)
{
  if (!is_at (self, self->n_before, method))
    append (self, method);
  self->passing = FALSE;
  g_signal_emit (self, changed_signal, 0);
}

/* Records a method that a person passes on the way to another. */
void
tv_method_history_pass (TvMethodHistory *self, guint32 method)
{
  if (is_at (self, self->n_before, method))
    return;
  append (self, method);
  g_signal_emit (self, changed_signal, 0);
}

gboolean
tv_method_history_can_go (TvMethodHistory *self, gboolean forward)
{
  return forward ? self->n_before + 1 < self->visits->len : self->n_before > 0;
}

/* Moves to the previous or next visit, and returns its method, or %TV_METHOD_NONE. */
guint32
tv_method_history_go (TvMethodHistory *self, gboolean forward)
{
  if (!tv_method_history_can_go (self, forward))
    return TV_METHOD_NONE;
  self->n_before = forward ? self->n_before + 1 : self->n_before - 1;
  self->passing = FALSE;
  g_signal_emit (self, changed_signal, 0);
  return g_array_index (self->visits, guint32, self->n_before);
}

/* Takes over the visits of another trace, except to methods that this one lacks. */
void
tv_method_history_continue (TvMethodHistory *self, TvMethodHistory *before,
                            const TvTraceMatch *match)
{
  g_array_set_size (self->visits, 0);
  self->n_before = 0;
  for (guint i = 0; i < before->visits->len; i++)
    {
      const guint32 method
          = tv_trace_match_method (match, g_array_index (before->visits, guint32, i));
      const guint n = self->visits->len;

      if (method != TV_METHOD_NONE && !(n > 0 && is_at (self, n - 1, method)))
        g_array_append_val (self->visits, method);
      if (i <= before->n_before)
        self->n_before = MAX (self->visits->len, 1) - 1;
    }
  self->passing = before->passing && self->visits->len > 0;
  g_signal_emit (self, changed_signal, 0);
}
