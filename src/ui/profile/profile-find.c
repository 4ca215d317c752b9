/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-find.h"

#include "analysis/find/ordered-hits.h"
#include "ui/bars/find-text.h"
#include "ui/session/hit-steps.h"
#include "ui/session/listed-order.h"
#include "ui/session/name-finder.h"
#include "ui/session/session-colors.h"

struct _TvProfileFind
{
  GObject parent_instance;

  TvProfileTree *tree;
  TvNameFinder *finder;
  gboolean only_hits;
  gboolean unmarked; /* other hits stand out once they are listed */

  TvListedOrder order;

  gboolean searching;
  int steps;             /* asked for while searching: done when there are hits */
  TvMethodSet *hits;     /* %NULL while nothing is looked for */
  gboolean stays;        /* the hits to come are not gone to */
  char *error;           /* why there are no newer hits */
  gboolean first_wanted; /* the first hit is to be selected in the order to come */
  int wrapped; /* whether the last step went on from the top (1) or the end (-1) */
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TvProfileFind, tv_profile_find, G_TYPE_OBJECT)

static void
tv_profile_find_dispose (GObject *object)
{
  TvProfileFind *self = TV_PROFILE_FIND (object);

  if (self->finder != NULL)
    tv_name_finder_stop (self->finder);
  g_clear_object (&self->finder);
  g_clear_object (&self->tree);

  G_OBJECT_CLASS (tv_profile_find_parent_class)->dispose (object);
}

static void
tv_profile_find_finalize (GObject *object)
{
  TvProfileFind *self = TV_PROFILE_FIND (object);

  g_clear_pointer (&self->hits, tv_method_set_unref);
  g_free (self->error);
  tv_listed_order_clear (&self->order);

  G_OBJECT_CLASS (tv_profile_find_parent_class)->finalize (object);
}

static void
tv_profile_find_class_init (TvProfileFindClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = tv_profile_find_dispose;
  object_class->finalize = tv_profile_find_finalize;

  signals[SIGNAL_CHANGED]
      = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_profile_find_init (TvProfileFind *self)
{
}

static void
tell (TvProfileFind *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static TvTraceSession *
get_session (TvProfileFind *self)
{
  return tv_profile_tree_get_session (self->tree);
}

/* The methods as they stand in the table. */
static const TvMethodSequence *
get_order (TvProfileFind *self)
{
  return tv_listed_order_get (&self->order, self->tree);
}

static void
take_step (TvProfileFind *self, gboolean forward)
{
  self->wrapped = tv_hit_steps_take (self->tree, &self->order, self->hits, forward);
}

static void
select_first (TvProfileFind *self)
{
  self->first_wanted = FALSE;
  self->wrapped = 0;
  tv_hit_steps_go_to_first (self->tree, &self->order, self->hits);
  for (; self->steps > 0; self->steps--)
    take_step (self, TRUE);
  for (; self->steps < 0; self->steps++)
    take_step (self, FALSE);
}

/* Hits */

static void
mark_hits (TvProfileFind *self)
{
  TvSessionColors *colors = tv_trace_session_get_colors (get_session (self));
  const gboolean any = self->hits != NULL && tv_method_set_get_n (self->hits) > 0;

  self->unmarked = FALSE;
  /* Where nothing is found there is nothing for the rest to fade behind. */
  tv_session_colors_set_hits (colors, any ? self->hits : NULL);
}

/* Both at once, though a worker may have to list them. */
static void
show_hits (TvProfileFind *self)
{
  self->unmarked = TRUE;
  if (!tv_profile_model_set_filter (tv_profile_tree_get_methods (self->tree),
                                    self->only_hits ? self->hits : NULL))
    mark_hits (self);
}

static void
take_hits (TvProfileFind *self, TvMethodSet *hits)
{
  g_clear_pointer (&self->hits, tv_method_set_unref);
  self->hits = hits;
  g_clear_pointer (&self->error, g_free);
  self->wrapped = 0;
  /* The order that the filter makes may come later. */
  self->first_wanted = self->only_hits && hits != NULL && !self->stays;
  show_hits (self);
  if (hits != NULL && !self->only_hits && !self->stays)
    select_first (self);
  /* Else once it has come, when they need not be counted. */
  if (!self->first_wanted)
    tell (self);
}

static void
take_error (TvProfileFind *self, GError *error)
{
  g_free (self->error);
  self->error = g_strdup (error->message);
  self->steps = 0;
  g_error_free (error);
  tell (self);
}

static void
take_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TvProfileFind) self = user_data;
  GError *error = NULL;
  TvMethodSet *hits
      = tv_name_finder_find_finish (TV_NAME_FINDER (source), result, &error);

  /* Overtaken by another search, or ended. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_error_free (error);
      return;
    }
  self->searching = FALSE;
  if (hits != NULL)
    take_hits (self, hits);
  else
    take_error (self, error);
  self->stays = FALSE;
}

static void
follow_order (TvProfileFind *self)
{
  tv_listed_order_learn (&self->order, self->tree);
  self->wrapped = 0;
  if (self->unmarked)
    mark_hits (self);
  if (self->first_wanted)
    select_first (self);
  if (self->hits != NULL)
    tell (self);
}

static void
follow_selection (TvProfileFind *self)
{
  self->wrapped = 0;
  if (self->hits != NULL)
    tell (self);
}

/**
 * tv_profile_find_follow_names:
 * @self: find
 *
 * Looks at the names that the session's methods have now. The hits of before stay
 * until the next search, which leaves the selection where it is.
 */
void
tv_profile_find_follow_names (TvProfileFind *self)
{
  g_return_if_fail (TV_IS_PROFILE_FIND (self));

  if (self->finder != NULL)
    tv_name_finder_stop (self->finder);
  g_clear_object (&self->finder);
  self->finder = tv_name_finder_new (tv_trace_session_get_trace (get_session (self)));
  self->searching = FALSE;
  self->stays = self->hits != NULL;
}

/**
 * tv_profile_find_new:
 * @tree: where to find; followed until it is gone
 *
 * Returns: (transfer full): find, with nothing looked for. tv_profile_find_stop() must
 *   come before its end, for a search keeps it alive
 */
TvProfileFind *
tv_profile_find_new (TvProfileTree *tree)
{
  TvProfileFind *self;
  TvTraceSession *session;

  g_return_val_if_fail (TV_IS_PROFILE_TREE (tree), NULL);

  self = g_object_new (TV_TYPE_PROFILE_FIND, NULL);
  self->tree = g_object_ref (tree);
  session = tv_profile_tree_get_session (tree);
  tv_listed_order_learn (&self->order, self->tree);
  tv_profile_find_follow_names (self);
  g_signal_connect_object (tv_profile_tree_get_methods (tree), "reordered",
                           G_CALLBACK (follow_order), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::selected-method",
                           G_CALLBACK (follow_selection), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * tv_profile_find_stop:
 * @self: find
 *
 * Looks for nothing any more: no method stands out, and all are listed.
 */
void
tv_profile_find_stop (TvProfileFind *self)
{
  g_return_if_fail (TV_IS_PROFILE_FIND (self));

  tv_name_finder_stop (self->finder);
  self->searching = FALSE;
  self->steps = 0;
  take_hits (self, NULL);
}

/**
 * tv_profile_find_prepare:
 * @self: find
 *
 * Makes the first search as fast as others, when it is about to come.
 */
void
tv_profile_find_prepare (TvProfileFind *self)
{
  g_return_if_fail (TV_IS_PROFILE_FIND (self));

  tv_name_finder_prepare (self->finder);
}

/**
 * tv_profile_find_search:
 * @self: find
 * @query: what to look for; nothing is as tv_profile_find_stop()
 * @match: how
 * @class_only: whether to look at the class alone
 *
 * Looks for methods, and selects the first of them once they are found. The hits of
 * before stay until then, and also if @query is no regular expression.
 */
void
tv_profile_find_search (TvProfileFind *self, const char *query, TvNameMatch match,
                        gboolean class_only)
{
  TvNamePattern *pattern;
  GError *error = NULL;

  g_return_if_fail (TV_IS_PROFILE_FIND (self));
  g_return_if_fail (query != NULL);

  if (*query == '\0')
    {
      tv_profile_find_stop (self);
      return;
    }
  self->steps = 0;
  pattern = tv_name_pattern_new (query, match, class_only, &error);
  if (pattern == NULL)
    {
      tv_name_finder_stop (self->finder);
      self->searching = FALSE;
      take_error (self, error);
      return;
    }
  self->searching = TRUE;
  tv_name_finder_find_async (self->finder, pattern, take_found, g_object_ref (self));
}

/**
 * tv_profile_find_set_only_hits:
 * @self: find
 * @only_hits: whether other methods are to be hidden
 *
 * Lists only hits, called or not, as long as something is looked for.
 */
void
tv_profile_find_set_only_hits (TvProfileFind *self, gboolean only_hits)
{
  g_return_if_fail (TV_IS_PROFILE_FIND (self));

  self->only_hits = only_hits;
  show_hits (self);
  if (self->first_wanted && !only_hits)
    select_first (self);
  tell (self);
}

/**
 * tv_profile_find_step:
 * @self: find
 * @forward: whether to the next hit, not to the previous
 *
 * Selects the hit after or before the selected method in the present order, and goes on
 * from the other end where there is none. While methods are being looked for, the step
 * is taken once they are found.
 */
void
tv_profile_find_step (TvProfileFind *self, gboolean forward)
{
  g_return_if_fail (TV_IS_PROFILE_FIND (self));

  if (self->searching || self->first_wanted)
    {
      self->steps += forward ? 1 : -1;
      return;
    }
  if (self->hits == NULL)
    return;
  take_step (self, forward);
  tell (self);
}

gboolean
tv_profile_find_is_searching (TvProfileFind *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_FIND (self), FALSE);

  return self->searching || self->first_wanted;
}

/* Returns the methods that were found, NULL while nothing is looked for. */
TvMethodSet *
tv_profile_find_get_hits (TvProfileFind *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_FIND (self), NULL);

  return self->hits;
}

/* So that they need not be counted. */
static gboolean
lists_hits_alone (TvProfileFind *self)
{
  return self->only_hits && !self->searching && !self->first_wanted;
}

/* Which of the hits that are listed is selected, from 1; 0 for none. */
static guint
find_position (TvProfileFind *self, const TvMethodSequence *order)
{
  const guint place = tv_hit_steps_find_selected (self->tree, &self->order);

  if (place != G_MAXUINT && lists_hits_alone (self))
    return place + 1;
  if (place == G_MAXUINT
      || !tv_method_set_contains (self->hits, tv_method_sequence_get (order, place)))
    return 0;
  return tv_ordered_hits_count (order, self->hits, place + 1);
}

/**
 * tv_profile_find_dup_status:
 * @self: find
 *
 * Returns: (transfer full): how many hits there are and which is selected, for people,
 *   such as "3 of 17"; empty while nothing is looked for
 */
char *
tv_profile_find_dup_status (TvProfileFind *self)
{
  const TvMethodSequence *order;
  guint n_listed;

  g_return_val_if_fail (TV_IS_PROFILE_FIND (self), NULL);

  if (self->hits == NULL)
    return g_strdup ("");
  order = get_order (self);
  n_listed = tv_method_sequence_get_n (order);
  return tv_find_text_dup_status (
      find_position (self, order),
      lists_hits_alone (self) ? n_listed
                              : tv_ordered_hits_count (order, self->hits, n_listed),
      tv_method_set_get_n (self->hits), self->wrapped);
}

/**
 * tv_profile_find_get_error:
 * @self: find
 *
 * Returns: (transfer none) (nullable): what is wrong with what is looked for
 */
const char *
tv_profile_find_get_error (TvProfileFind *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_FIND (self), NULL);

  return self->error;
}
