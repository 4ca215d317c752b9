/* SPDX-License-Identifier: Apache-2.0 */

/* Two sessions whose traces are compared. They share the clock, the names, the
 * transforms, the colours, the hits, the selected method and, if wanted, the view; each
 * has its own range, threads and calls. */

#include "analysis/diff/thread-pairs.h"
#include "trace/mapping/shared-methods.h"
#include "trace/model/trace-samples.h"
#include "ui/session/session-colors.h"
#include "ui/session/trace-session-private.h"

static gboolean
has_names_of (const TvTrace *trace, const TvTrace *other)
{
  return tv_trace_get_n_methods (other) == 0
         || tv_trace_get_method (trace, 0) == tv_trace_get_method (other, 0);
}

static void
follow_names (TvTraceSession *self)
{
  g_autoptr (TvTrace) named = NULL;

  if (has_names_of (self->base->asked.trace, self->trace))
    return;
  named = tv_trace_new_with_methods_of (self->base->trace, self->trace);
  tv_trace_session_set_names (self->base, named);
}

/* Requests a clock that both traces have, if there is one. */
static void
choose_clock (TvTraceSession *self)
{
  const TvClock asked = self->asked.clock;
  const TvClock other = asked == TV_CLOCK_WALL ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;

  if (!tv_trace_session_compares_clock (self, asked)
      && tv_trace_session_compares_clock (self, other))
    tv_trace_session_set_primary_clock (self, other);
}

static void
follow_clock (TvTraceSession *self)
{
  TvClock clock;

  if (tv_traces_find_old_clock (self->base->trace, self->trace,
                                tv_trace_session_get_primary_clock (self), &clock))
    tv_trace_session_set_primary_clock (self->base, clock);
}

static void
follow_time_unit (TvTraceSession *self)
{
  tv_trace_session_set_time_unit (self->base, self->time_unit);
}

/* Returns the transform of the base that corresponds to a transform of this trace. If
 * the base lacks the thread of a path, it matches no calls. The result is cached,
 * because transforms are compared by identity. */
static TvTransform *
match_transform (TvTraceSession *self, TvTransform *transform)
{
  const guint32 thread = transform->thread;
  const guint32 none = 0;
  TvTransform *matched;
  guint32 same;

  if (thread == TV_THREAD_NONE)
    return transform;
  matched = g_hash_table_lookup (self->base_transforms, transform);
  if (matched != NULL)
    return matched;
  same = self->base_threads[thread];
  matched = same != TV_THREAD_NONE ? tv_transform_new_like (transform, same, NULL)
                                   : tv_transform_new (TV_TRANSFORM_FOCUS, &none, 0);
  g_hash_table_insert (self->base_transforms, tv_transform_ref (transform), matched);
  return matched;
}

static guint
count (const GPtrArray *transforms)
{
  return transforms != NULL ? transforms->len : 0;
}

/* Returns how many of the first transforms of the base correspond to those of @own. */
static guint
count_matched (TvTraceSession *self, const GPtrArray *own, const GPtrArray *of_base)
{
  const guint n = MIN (count (own), count (of_base));

  for (guint i = 0; i < n; i++)
    if (match_transform (self, own->pdata[i]) != of_base->pdata[i])
      return i;
  return n;
}

static void
follow_transforms (TvTraceSession *self)
{
  GPtrArray *wanted = self->asked.transforms;
  guint n = count_matched (self, wanted, self->base->asked.transforms);

  tv_trace_session_keep_transforms (self->base, n);
  for (; n < count (wanted); n++)
    tv_trace_session_add_transform (self->base,
                                    match_transform (self, wanted->pdata[n]));
}

/* Undoes transforms in both sessions that the base cannot apply. Both report the error.
 */
static void
on_base_transforms (TvTraceSession *self)
{
  g_autofree char *error = g_strdup (self->base->transform_error);

  if (error == NULL)
    return;
  tv_trace_session_keep_transforms (
      self, count_matched (self, self->asked.transforms, self->base->asked.transforms));
  g_free (self->transform_error);
  self->transform_error = g_steal_pointer (&error);
  tv_trace_session_notify (self, TV_SESSION_PROP_TRANSFORMS);
}

static void
follow_selection (TvTraceSession *self, TvTraceSession *other)
{
  if (other->selection.method != self->selection.method)
    tv_trace_session_select_method (other, self->selection.method);
}

static void
follow_hits (TvTraceSession *self)
{
  tv_session_colors_set_hits (
      tv_trace_session_get_colors (self->base),
      tv_session_colors_get_hits (tv_trace_session_get_colors (self)));
}

static void
follow_colors (TvTraceSession *self)
{
  TvSessionColors *colors = tv_trace_session_get_colors (self);
  TvSessionColors *base_colors = tv_trace_session_get_colors (self->base);

  tv_session_colors_set_mode (base_colors, tv_session_colors_get_mode (colors));
  tv_session_colors_set_palette (base_colors, tv_session_colors_get_palette (colors));
}

static void
on_base_ranking (TvTraceSession *self)
{
  tv_trace_session_notify (self, TV_SESSION_PROP_RANKING);
}

/* Methods that only the base calls get their colours last. */
static void
join_orders (TvTraceSession *self)
{
  const guint n_all = tv_trace_get_n_methods (self->trace);
  guint n;
  guint n_base;
  const guint32 *own = tv_method_sequence_get_methods (self->first_order, &n);
  const guint32 *base
      = tv_method_sequence_get_methods (self->base->first_order, &n_base);
  g_autofree gboolean *is_in = g_new0 (gboolean, MAX (n_all, 1));
  guint32 *joined = g_new (guint32, MAX (n_all, 1));

  for (guint i = 0; i < n; i++)
    {
      joined[i] = own[i];
      is_in[own[i]] = TRUE;
    }
  for (guint i = 0; i < n_base; i++)
    if (!is_in[base[i]])
      joined[n++] = base[i];
  tv_method_sequence_unref (self->first_order);
  self->first_order = tv_method_sequence_new_take (joined, n, n_all);
  tv_method_sequence_unref (self->base->first_order);
  self->base->first_order = tv_method_sequence_ref (self->first_order);
}

/* Timelines. Their times count from the start of each trace. */

static gint64
get_start (const TvTraceSession *self)
{
  gint64 start;
  gint64 end;

  tv_trace_get_axis_range (self->trace, &start, &end);
  return CLAMP (start, -G_MAXINT64 / 4, G_MAXINT64 / 4);
}

/* Shows the same times in another session. */
static void
follow_view (TvTraceSession *self, GParamSpec *pspec, TvTraceSession *other)
{
  const gint64 offset = get_start (other) - get_start (self);

  TvTraceSession *main = self->base != NULL ? self : other;

  if (main->own_scale || main->changes_scale)
    return;
  tv_trace_session_set_view (other, self->view.start + offset, self->view.end + offset);
}

/* Changes the range that can be in view. A view of all of it remains one. */
static void
set_widest (TvTraceSession *self, TvAxisRange widest)
{
  const gboolean shows_all
      = self->view.start <= self->widest.start && self->view.end >= self->widest.end;
  const TvAxisRange view = shows_all ? widest : self->view;

  if (widest.start == self->widest.start && widest.end == self->widest.end)
    return;
  self->widest = widest;
  tv_trace_session_set_view (self, view.start, view.end);
  /* The same view is another part of the whole. */
  tv_trace_session_notify (self, TV_SESSION_PROP_VIEW_START);
}

/* Gives both the same length and the same view, or each its own. */
static void
update_scale (TvTraceSession *self)
{
  TvTraceSession *base = self->base;
  TvAxisRange own = tv_trace_session_find_widest (self->trace);
  TvAxisRange of_base = tv_trace_session_find_widest (base->trace);
  const gint64 start = get_start (self);
  const gint64 base_start = get_start (base);
  const gboolean shows_all
      = self->view.start <= self->widest.start && self->view.end >= self->widest.end;

  if (!self->own_scale)
    {
      const gint64 first = MAX (own.start - start, of_base.start - base_start);
      const gint64 last = MAX (own.end - start, of_base.end - base_start);

      own = (TvAxisRange){ start + first, start + last };
      of_base = (TvAxisRange){ base_start + first, base_start + last };
    }
  self->changes_scale = TRUE;
  set_widest (self, own);
  set_widest (base, of_base);
  self->changes_scale = FALSE;
  /* A part of the trace that was in view stays, else one of the base. */
  if (shows_all)
    follow_view (base, NULL, self);
  else
    follow_view (self, NULL, base);
}

static void
join_views (TvTraceSession *self)
{
  static const char *const ends[] = { "notify::view-start", "notify::view-end" };
  TvTraceSession *base = self->base;

  update_scale (self);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_signal_connect_object (self, ends[i], G_CALLBACK (follow_view), base, 0);
      g_signal_connect_object (base, ends[i], G_CALLBACK (follow_view), self, 0);
    }
}

static void
join (TvTraceSession *self)
{
  static const struct
  {
    const char *signal;
    void (*follow) (TvTraceSession *self);
  } links[] = {
    { "notify::trace", follow_names },
    { "notify::primary-clock", follow_clock },
    { "notify::time-unit", follow_time_unit },
    { "notify::transforms", follow_transforms },
  };
  TvTraceSession *base = self->base;
  TvSessionColors *colors = tv_trace_session_get_colors (self);

  self->base_transforms
      = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) tv_transform_unref,
                               (GDestroyNotify) tv_transform_unref);
  self->base_threads = tv_trace_pair_threads (self->trace, base->trace);
  join_orders (self);
  join_views (self);
  choose_clock (self);
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      links[i].follow (self);
      g_signal_connect_object (self, links[i].signal, G_CALLBACK (links[i].follow),
                               base, 0);
    }
  follow_selection (self, base);
  g_signal_connect_object (self, "selection-changed::method",
                           G_CALLBACK (follow_selection), base, 0);
  g_signal_connect_object (base, "selection-changed::method",
                           G_CALLBACK (follow_selection), self, 0);
  g_signal_connect_object (base, "notify::ranking", G_CALLBACK (on_base_ranking), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (base, "notify::pending",
                           G_CALLBACK (tv_trace_session_update_pending), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (base, "notify::transforms", G_CALLBACK (on_base_transforms),
                           self, G_CONNECT_SWAPPED);
  follow_colors (self);
  follow_hits (self);
  g_signal_connect_object (colors, "changed", G_CALLBACK (follow_colors), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (colors, "hits-changed", G_CALLBACK (follow_hits), self,
                           G_CONNECT_SWAPPED);
}

/* Removes the base, if there is one. */
void
tv_trace_session_drop_base (TvTraceSession *self)
{
  if (self->base == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self, self->base);
  g_signal_handlers_disconnect_by_data (self->base, self);
  g_signal_handlers_disconnect_by_data (tv_trace_session_get_colors (self), self);
  set_widest (self, tv_trace_session_find_widest (self->trace));
  set_widest (self->base, tv_trace_session_find_widest (self->base->trace));
  g_clear_pointer (&self->base_transforms, g_hash_table_unref);
  g_clear_pointer (&self->base_threads, g_free);
  self->base->compared = NULL;
  g_clear_object (&self->base);
}

/* Gets the sums of the whole trace and of its whole base. The session of the base gets
 * the same two: colours depend on both traces, so that a method has one colour. */
void
tv_trace_session_get_wholes (TvTraceSession *self, TvProfile **whole, TvProfile **base)
{
  if (self->compared != NULL)
    self = self->compared;
  *whole = self->sums.whole;
  *base = self->base != NULL ? self->base->sums.whole : NULL;
}

/**
 * tv_trace_session_get_base:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the session of the trace that this one is
 *   compared with; %NULL if it is not compared
 */
TvTraceSession *
tv_trace_session_get_base (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->base;
}

/**
 * tv_trace_session_is_base:
 * @self: a session
 *
 * Returns: whether another session is compared with it
 */
gboolean
tv_trace_session_is_base (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);

  return self->compared != NULL;
}

/**
 * tv_trace_session_get_base_profile:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the sums of the range and the threads of the
 * base, by the same indexes of methods as in tv_trace_session_get_profile(); valid
 * until `ranking` is notified. %NULL if there is no base, until its transforms are
 * those of the session, and until the clock of the session is one that both traces have
 */
TvProfile *
tv_trace_session_get_base_profile (TvTraceSession *self)
{
  const GPtrArray *own;
  const GPtrArray *of_base;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  if (!tv_trace_session_compares_clock (self, self->answered.clock))
    return NULL;
  own = self->answered.transforms;
  of_base = self->base->answered.transforms;
  if (count_matched (self, own, of_base) != MAX (count (own), count (of_base)))
    return NULL;
  return self->base->sums.profile;
}

/**
 * tv_trace_session_compares_clock:
 * @self: a session
 * @clock: a clock
 *
 * Returns: whether there is a base, and it has a clock that @clock is compared with,
 * see tv_traces_find_old_clock()
 */
gboolean
tv_trace_session_compares_clock (TvTraceSession *self, TvClock clock)
{
  TvClock of_base;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);

  return self->base != NULL
         && tv_traces_find_old_clock (self->base->trace, self->trace, clock, &of_base);
}

/**
 * tv_trace_session_set_common_scale:
 * @self: a session
 * @common: whether it has the view of its base, as it has from the beginning
 *
 * Gives the timelines of a trace and its base one scale, or each its own. On one scale,
 * a pixel is as many nanoseconds in both, both begin at the start of their traces, and
 * the view of either follows the other's.
 */
void
tv_trace_session_set_common_scale (TvTraceSession *self, gboolean common)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (self->own_scale == !common)
    return;
  self->own_scale = !common;
  if (self->base != NULL)
    update_scale (self);
}

/**
 * tv_trace_session_compares_amounts:
 * @self: a session
 *
 * Returns: whether there is a base, and what both traces took can be subtracted, see
 *   tv_traces_measure_the_same(). If not, only shares are compared
 */
gboolean
tv_trace_session_compares_amounts (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);

  return self->base != NULL
         && tv_traces_measure_the_same (self->base->trace, self->trace);
}

/**
 * tv_trace_session_compares_by_share:
 * @self: a session
 *
 * Returns: whether there is a base, and shares are compared: because they were asked
 *   for, or because nothing else can be
 */
gboolean
tv_trace_session_compares_by_share (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);

  return self->base != NULL
         && (self->by_share || !tv_trace_session_compares_amounts (self));
}

/**
 * tv_trace_session_set_by_share:
 * @self: a session
 * @by_share: whether to compare shares of each trace instead of times or weights
 *
 * Chooses how the trace is compared with its base.
 */
void
tv_trace_session_set_by_share (TvTraceSession *self, gboolean by_share)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (self->by_share == !!by_share)
    return;
  self->by_share = !!by_share;
  tv_trace_session_notify (self, TV_SESSION_PROP_BY_SHARE);
  tv_trace_session_notify (self, TV_SESSION_PROP_RANKING);
}

/**
 * tv_trace_session_get_comparison:
 * @self: a session
 * @comparison: (out caller-allocates): how the sums of the session are compared with
 *   those of the base
 *
 * Returns: whether there are sums of the base, see tv_trace_session_get_base_profile()
 */
gboolean
tv_trace_session_get_comparison (TvTraceSession *self, TvComparison *comparison)
{
  TvProfile *base = tv_trace_session_get_base_profile (self);

  if (base != NULL)
    tv_comparison_init (comparison, base, tv_trace_session_get_profile (self),
                        tv_trace_session_compares_by_share (self));
  return base != NULL;
}

/**
 * tv_trace_session_has_clock_choice:
 * @self: a session
 *
 * Returns: whether the user can choose the clock of the ranking. If traces are
 * compared, both must have both clocks; a base always has the clock of the session it
 * belongs to
 */
gboolean
tv_trace_session_has_clock_choice (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);

  /* The other clock of samples only tells when they were taken. */
  if (tv_trace_has_samples (self->trace))
    return FALSE;
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (!tv_trace_has_clock (self->trace, clock)
        || (self->base != NULL && !tv_trace_session_compares_clock (self, clock)))
      return FALSE;
  return self->compared == NULL;
}

/**
 * tv_trace_session_set_base:
 * @self: a session
 * @base: (nullable): the session of another trace, which neither has nor is a base;
 *   %NULL to end the comparison
 *
 * Compares the trace with another one that has the same indexes of methods, see
 * tv_traces_share_methods(). The clock becomes one that both traces have. From now on
 * @base has the names, the clock, the unit, the transforms, the colours and the hits of
 * @self, and both have the same selected method, and the same view, see
 * tv_trace_session_set_common_scale(). `ranking` is notified when the sums of
 * either change. Set the base before widgets show @self.
 */
void
tv_trace_session_set_base (TvTraceSession *self, TvTraceSession *base)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (base == NULL || TV_IS_TRACE_SESSION (base));
  g_return_if_fail (base == NULL
                    || (base->base == NULL && base != self
                        && tv_trace_get_n_methods (base->trace)
                               == tv_trace_get_n_methods (self->trace)));

  if (base == self->base)
    return;
  tv_trace_session_drop_base (self);
  if (base != NULL)
    {
      self->base = g_object_ref (base);
      base->compared = self;
      join (self);
    }
  tv_trace_session_notify (self, TV_SESSION_PROP_BASE);
  tv_trace_session_notify (self, TV_SESSION_PROP_RANKING);
  tv_trace_session_update_pending (self);
}
