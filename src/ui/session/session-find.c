/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/session-find.h"

#include "config.h"

#include "analysis/find/ordered-hits.h"
#include "ui/session/session-colors.h"
#include "ui/session/trace-session-private.h"

#include <glib/gi18n-lib.h>

struct _TvSessionFind
{
  GObject parent_instance;

  TvTraceSession *session; /* owns this */

  /* The query, %NULL if there is none. */
  char *query;
  TvNameMatch match;
  gboolean class_only;
  TvNamePattern *pattern; /* to search for when the names are read */

  TvNameHaystack *names; /* %NULL until they are read */
  TvJob *reading;
  TvJob *search;

  TvMethodSet *hits; /* %NULL without a query */
  gboolean stays;    /* the next hits do not move the selection */
  char *error;       /* why the query has no hits */

  TvMethodSequence *order; /* the methods in the order of the table; or %NULL */
  gboolean only_hits;
  gboolean unmarked;     /* the new hits are marked once they are listed */
  gboolean select_first; /* select the first hit of the next order */
  int steps;             /* requested during a search; taken when there are hits */
  int wrapped; /* whether the last step continued from the top (1) or the end (-1) */
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_GO_TO,
  SIGNAL_STEP,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TvSessionFind, tv_session_find, G_TYPE_OBJECT)

static void
cancel_search (TvSessionFind *self)
{
  tv_job_cancel (&self->search);
  g_clear_pointer (&self->pattern, tv_name_pattern_free);
}

static void
tv_session_find_dispose (GObject *object)
{
  TvSessionFind *self = TV_SESSION_FIND (object);

  cancel_search (self);
  tv_job_cancel (&self->reading);
  g_clear_pointer (&self->names, tv_name_haystack_unref);
  g_clear_pointer (&self->hits, tv_method_set_unref);
  g_clear_pointer (&self->order, tv_method_sequence_unref);
  g_clear_pointer (&self->query, g_free);
  g_clear_pointer (&self->error, g_free);

  G_OBJECT_CLASS (tv_session_find_parent_class)->dispose (object);
}

static void
tv_session_find_class_init (TvSessionFindClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_session_find_dispose;

  signals[SIGNAL_CHANGED]
      = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_GO_TO]
      = g_signal_new ("go-to", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_STEP] = g_signal_new (
      "step", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
      g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1, G_TYPE_BOOLEAN);
}

static void
tv_session_find_init (TvSessionFind *self)
{
}

static void
emit_changed (TvSessionFind *self)
{
  tv_trace_session_set_searching (self->session, tv_session_find_is_searching (self));
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* Stepping */

static guint
count_listed (TvSessionFind *self)
{
  return self->order != NULL ? tv_method_sequence_get_n (self->order) : 0;
}

/* Returns the place of the selected method in the order; %G_MAXUINT if no listed method
 * is selected. */
static guint
find_selected (TvSessionFind *self)
{
  const guint32 method = tv_trace_session_get_selected_method (self->session);

  if (self->order == NULL || method == TV_METHOD_NONE)
    return G_MAXUINT;
  return tv_method_sequence_find (self->order, method);
}

static void
go_to (TvSessionFind *self, guint place)
{
  const guint32 method = tv_method_sequence_get (self->order, place);

  g_signal_emit (self, signals[SIGNAL_GO_TO], 0, method);
  tv_trace_session_select_method (self->session, method);
}

/* Selects the first hit from a place on, or else from the top. */
static int
step_forward (TvSessionFind *self, guint place)
{
  const guint found = tv_ordered_hits_find_next (self->order, self->hits, place);

  if (found != G_MAXUINT)
    go_to (self, found);
  return found < place ? 1 : 0;
}

static int
step_back (TvSessionFind *self, guint place)
{
  const guint found = tv_ordered_hits_find_previous (self->order, self->hits,
                                                     MIN (place, count_listed (self)));

  if (found != G_MAXUINT)
    go_to (self, found);
  return found != G_MAXUINT && found >= place ? -1 : 0;
}

static void
step (TvSessionFind *self, gboolean forward)
{
  const guint place = find_selected (self);
  gboolean taken = FALSE;

  g_signal_emit (self, signals[SIGNAL_STEP], 0, forward, &taken);
  if (taken || self->order == NULL)
    return;
  if (forward)
    self->wrapped = step_forward (self, place != G_MAXUINT ? place + 1 : 0);
  else
    self->wrapped = step_back (self, place);
}

static void
select_first (TvSessionFind *self)
{
  self->select_first = FALSE;
  if (self->order != NULL)
    (void) step_forward (self, 0);
  self->wrapped = 0;
  for (; self->steps > 0; self->steps--)
    step (self, TRUE);
  for (; self->steps < 0; self->steps++)
    step (self, FALSE);
}

/* Hits */

static void
mark_hits (TvSessionFind *self)
{
  const gboolean any = self->hits != NULL && tv_method_set_get_n (self->hits) > 0;

  self->unmarked = FALSE;
  /* If there are no hits, nothing is faded. */
  tv_session_colors_set_hits (tv_trace_session_get_colors (self->session),
                              any ? self->hits : NULL);
}

/* Marks the hits once they are listed, so that rows and marks change together. This may
 * have to wait for tv_session_find_set_order(). */
static void
show_hits (TvSessionFind *self)
{
  TvMethodSet *listed = self->only_hits ? self->hits : NULL;

  self->unmarked = TRUE;
  if (listed != tv_trace_session_get_method_filter (self->session))
    tv_trace_session_set_method_filter (self->session, listed);
  else
    mark_hits (self);
}

static void
set_hits (TvSessionFind *self, TvMethodSet *hits)
{
  TvMethodSet *old = self->hits;

  self->hits = hits;
  g_clear_pointer (&self->error, g_free);
  self->wrapped = 0;
  /* A worker may have to filter the order first. */
  self->select_first = self->only_hits && hits != NULL && !self->stays;
  show_hits (self);
  g_clear_pointer (&old, tv_method_set_unref);
  if (hits != NULL && !self->only_hits && !self->stays)
    select_first (self);
  if (!self->select_first)
    emit_changed (self);
}

static void
set_error (TvSessionFind *self, const GError *error)
{
  g_free (self->error);
  self->error = g_strdup (error->message);
  self->steps = 0;
  emit_changed (self);
}

/* Searching in workers */

typedef struct
{
  TvNameHaystack *names;
  TvNamePattern *pattern;
} SearchQuestion;

static gpointer
search_names (gpointer question, GCancellable *cancellable, GError **error)
{
  const SearchQuestion *search = question;

  return tv_name_search (search->names, search->pattern, cancellable, error);
}

static void
on_search_done (gpointer owner, gpointer question, gpointer hits, const GError *error)
{
  TvSessionFind *self = TV_SESSION_FIND (owner);

  if (hits != NULL)
    set_hits (self, hits);
  else
    set_error (self, error);
  self->stays = FALSE;
}

static void
search_question_free (gpointer question)
{
  SearchQuestion *search = question;

  tv_name_haystack_unref (search->names);
  tv_name_pattern_free (search->pattern);
  g_free (search);
}

static void
start_search (TvSessionFind *self)
{
  static const TvJobType type = { .run = search_names,
                                  .done = on_search_done,
                                  .free_question = search_question_free,
                                  .free_answer = (GDestroyNotify) tv_method_set_unref };
  SearchQuestion *question = g_new0 (SearchQuestion, 1);

  question->names = tv_name_haystack_ref (self->names);
  question->pattern = g_steal_pointer (&self->pattern);
  tv_job_start (&self->search, &type, question, self);
}

static gpointer
read_names (gpointer trace, GCancellable *cancellable, GError **error)
{
  return tv_name_haystack_new (trace, cancellable, error);
}

static void
on_names_read (gpointer owner, gpointer trace, gpointer names, const GError *error)
{
  TvSessionFind *self = TV_SESSION_FIND (owner);

  self->names = names;
  if (self->pattern == NULL)
    {
      emit_changed (self);
      return;
    }
  if (names != NULL)
    {
      start_search (self);
      return;
    }
  g_clear_pointer (&self->pattern, tv_name_pattern_free);
  set_error (self, error);
}

/**
 * tv_session_find_prepare:
 * @self: find
 *
 * Reads the names in advance, so that the first search is as fast as others.
 */
void
tv_session_find_prepare (TvSessionFind *self)
{
  static const TvJobType type
      = { .run = read_names,
          .done = on_names_read,
          .free_question = (GDestroyNotify) tv_trace_unref,
          .free_answer = (GDestroyNotify) tv_name_haystack_unref,
          .pace = TV_JOB_SOON };

  g_return_if_fail (TV_IS_SESSION_FIND (self));

  if (self->names == NULL && self->reading == NULL)
    tv_job_start (&self->reading, &type,
                  tv_trace_ref (tv_trace_session_get_trace (self->session)), self);
}

static void
search_query (TvSessionFind *self)
{
  g_autoptr (GError) error = NULL;

  self->steps = 0;
  cancel_search (self);
  self->pattern
      = tv_name_pattern_new (self->query, self->match, self->class_only, &error);
  if (self->pattern == NULL)
    set_error (self, error);
  else if (self->names != NULL)
    start_search (self);
  else
    tv_session_find_prepare (self);
  tv_trace_session_set_searching (self->session, tv_session_find_is_searching (self));
}

/* After names have changed, the old hits stay until there are new ones, which do not
 * move the selection. */
static void
on_trace_changed (TvSessionFind *self)
{
  cancel_search (self);
  tv_job_cancel (&self->reading);
  g_clear_pointer (&self->names, tv_name_haystack_unref);
  self->stays = self->hits != NULL;
  if (self->query != NULL)
    search_query (self);
}

static void
on_selection_changed (TvSessionFind *self)
{
  self->wrapped = 0;
  if (self->hits != NULL)
    emit_changed (self);
}

static TvSessionFind *
find_new (TvTraceSession *session)
{
  TvSessionFind *self = g_object_new (TV_TYPE_SESSION_FIND, NULL);

  self->session = session;
  g_signal_connect_object (session, "notify::trace", G_CALLBACK (on_trace_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed::method",
                           G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * tv_trace_session_get_find:
 * @session: a session
 *
 * Returns: (transfer none): its search, which has no query at first
 */
TvSessionFind *
tv_trace_session_get_find (TvTraceSession *session)
{
  static const char key[] = "tv-session-find";
  TvSessionFind *self;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);

  self = g_object_get_data (G_OBJECT (session), key);
  if (self == NULL)
    {
      self = find_new (session);
      g_object_set_data_full (G_OBJECT (session), key, self, g_object_unref);
    }
  return self;
}

/**
 * tv_session_find_stop:
 * @self: find
 *
 * Clears the query: no method stands out, and all are listed.
 */
void
tv_session_find_stop (TvSessionFind *self)
{
  g_return_if_fail (TV_IS_SESSION_FIND (self));

  cancel_search (self);
  tv_job_cancel (&self->reading);
  g_clear_pointer (&self->query, g_free);
  self->steps = 0;
  self->stays = FALSE;
  set_hits (self, NULL);
}

/**
 * tv_session_find_search:
 * @self: find
 * @query: what to search for; empty for tv_session_find_stop()
 * @match: how to compare
 * @class_only: whether to search only the names of classes
 *
 * Searches for methods, and selects the first hit. The old hits stay until then, and
 * also if @query is not a valid regular expression.
 */
void
tv_session_find_search (TvSessionFind *self, const char *query, TvNameMatch match,
                        gboolean class_only)
{
  g_return_if_fail (TV_IS_SESSION_FIND (self));
  g_return_if_fail (query != NULL);

  if (*query == '\0')
    {
      tv_session_find_stop (self);
      return;
    }
  g_free (self->query);
  self->query = g_strdup (query);
  self->match = match;
  self->class_only = class_only;
  self->stays = FALSE;
  search_query (self);
}

/**
 * tv_session_find_set_only_hits:
 * @self: find
 * @only_hits: whether other methods are hidden
 *
 * Lists only hits, called or not, as long as there is a query.
 */
void
tv_session_find_set_only_hits (TvSessionFind *self, gboolean only_hits)
{
  g_return_if_fail (TV_IS_SESSION_FIND (self));

  self->only_hits = only_hits;
  show_hits (self);
  if (self->select_first && !only_hits)
    select_first (self);
  emit_changed (self);
}

/**
 * tv_session_find_set_order:
 * @self: find
 * @order: the methods from the top down
 *
 * Sets the order in which steps go from hit to hit. A table calls this whenever its
 * order changes, also because of tv_trace_session_get_method_filter().
 */
void
tv_session_find_set_order (TvSessionFind *self, TvMethodSequence *order)
{
  g_return_if_fail (TV_IS_SESSION_FIND (self));
  g_return_if_fail (order != NULL);

  tv_method_sequence_ref (order);
  g_clear_pointer (&self->order, tv_method_sequence_unref);
  self->order = order;
  self->wrapped = 0;
  if (self->unmarked)
    mark_hits (self);
  if (self->select_first)
    select_first (self);
  if (self->hits != NULL)
    emit_changed (self);
}

/**
 * tv_session_find_step:
 * @self: find
 * @forward: whether to step to the next hit instead of the previous
 *
 * Selects the hit after or before the selected method in the current order, and
 * continues from the other end of the list. During a search, the step is taken when it
 * ends.
 */
void
tv_session_find_step (TvSessionFind *self, gboolean forward)
{
  g_return_if_fail (TV_IS_SESSION_FIND (self));

  if (tv_session_find_is_searching (self))
    {
      self->steps += forward ? 1 : -1;
      return;
    }
  if (self->hits == NULL)
    return;
  step (self, forward);
  emit_changed (self);
}

gboolean
tv_session_find_is_searching (TvSessionFind *self)
{
  g_return_val_if_fail (TV_IS_SESSION_FIND (self), FALSE);

  return self->search != NULL || self->pattern != NULL || self->select_first;
}

/**
 * tv_session_find_get_names:
 * @self: find
 *
 * Returns: (transfer none) (nullable): the names of all methods, %NULL until they are
 *   read; `changed` says when they are
 */
TvNameHaystack *
tv_session_find_get_names (TvSessionFind *self)
{
  g_return_val_if_fail (TV_IS_SESSION_FIND (self), NULL);

  return self->names;
}

/**
 * tv_session_find_get_hits:
 * @self: find
 *
 * Returns: (transfer none) (nullable): the hits, %NULL without a query
 */
TvMethodSet *
tv_session_find_get_hits (TvSessionFind *self)
{
  g_return_val_if_fail (TV_IS_SESSION_FIND (self), NULL);

  return self->hits;
}

/* The status */

/* Returns whether only hits are listed. */
static gboolean
lists_hits_alone (TvSessionFind *self)
{
  return self->only_hits && !tv_session_find_is_searching (self);
}

static guint
count_hits (TvSessionFind *self, guint n_first)
{
  if (lists_hits_alone (self) || self->order == NULL)
    return n_first;
  return tv_ordered_hits_count (self->order, self->hits, n_first);
}

/* Returns the number of the selected hit among the listed hits, from 1; 0 for none. */
static guint
find_position (TvSessionFind *self)
{
  const guint place = find_selected (self);

  if (place == G_MAXUINT
      || !tv_method_set_contains (self->hits,
                                  tv_method_sequence_get (self->order, place)))
    return 0;
  return count_hits (self, place + 1);
}

static void
append_count (GString *status, guint position, guint n)
{
  if (position == 0)
    g_string_append_printf (status, ngettext ("%u hit", "%u hits", n), n);
  else
    /* Translators: the place of the selected hit, and how many there are. */
    g_string_append_printf (status, _ ("%u of %u"), position, n);
}

static void
append_part (GString *status, const char *part)
{
  g_string_append (status, ", ");
  g_string_append (status, part);
}

/**
 * tv_session_find_dup_status:
 * @self: find
 *
 * Returns: (transfer full): the number of hits and which of them is selected, such as
 *   "3 of 17"; empty without a query
 */
char *
tv_session_find_dup_status (TvSessionFind *self)
{
  GString *status;
  guint n_hits;
  guint n_listed;

  g_return_val_if_fail (TV_IS_SESSION_FIND (self), NULL);

  if (self->hits == NULL)
    return g_strdup ("");
  n_hits = tv_method_set_get_n (self->hits);
  n_listed = count_hits (self, count_listed (self));
  if (n_hits == 0)
    return g_strdup (_ ("Not found"));
  if (n_listed == 0)
    return g_strdup_printf (
        ngettext ("%u hit, not called", "%u hits, not called", n_hits), n_hits);
  status = g_string_new (NULL);
  append_count (status, find_position (self), n_listed);
  if (self->wrapped != 0)
    /* Translators: the search continued at the other end of the list. */
    append_part (status, self->wrapped > 0 ? _ ("continued from the top")
                                           : _ ("continued from the bottom"));
  if (n_hits > n_listed)
    {
      g_autofree char *uncalled = g_strdup_printf (
          /* Translators: methods that were found as well, but were never called. */
          ngettext ("%u more not called", "%u more not called", n_hits - n_listed),
          n_hits - n_listed);
      append_part (status, uncalled);
    }
  return g_string_free (status, FALSE);
}

/**
 * tv_session_find_get_error:
 * @self: find
 *
 * Returns: (transfer none) (nullable): a sentence about an error in the query
 */
const char *
tv_session_find_get_error (TvSessionFind *self)
{
  g_return_val_if_fail (TV_IS_SESSION_FIND (self), NULL);

  return self->error;
}
