/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/session-colors.h"

/* Grouping that many methods takes a few milliseconds; more are grouped in a worker. */
#define MAX_METHODS_GROUPED_AT_ONCE 20000

#define N_GROUPINGS (TV_GROUPING_PACKAGE + 1)

struct _TvSessionColors
{
  GObject parent_instance;

  TvTraceSession *session; /* owns this */
  TvColorMode mode;
  TvPalette palette;
  TvMethodSet *hits;

  TvMethodGroups *groups[N_GROUPINGS];
  GCancellable *job;          /* of the worker that makes groups, if one does */
  TvColorMode shown;          /* the mode before, while the worker is at it */
  TvMethodColors *methods[2]; /* on a light and a dark background, when asked for */
};

typedef struct
{
  TvProfile *profile;
  TvGrouping grouping;
} GroupingJob;

enum
{
  SIGNAL_CHANGED,
  SIGNAL_HITS_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TvSessionColors, tv_session_colors, G_TYPE_OBJECT)

/* What a session keeps its colours under. */
static GQuark
get_quark (void)
{
  return g_quark_from_static_string ("tv-session-colors");
}

static void
drop_methods (TvSessionColors *self)
{
  g_clear_pointer (&self->methods[FALSE], tv_method_colors_unref);
  g_clear_pointer (&self->methods[TRUE], tv_method_colors_unref);
}

static void
stop_job (TvSessionColors *self)
{
  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
}

static void
tv_session_colors_dispose (GObject *object)
{
  TvSessionColors *self = TV_SESSION_COLORS (object);

  stop_job (self);
  g_clear_pointer (&self->hits, tv_method_set_unref);
  for (guint i = 0; i < N_GROUPINGS; i++)
    g_clear_pointer (&self->groups[i], tv_method_groups_unref);
  drop_methods (self);
  G_OBJECT_CLASS (tv_session_colors_parent_class)->dispose (object);
}

static void
tv_session_colors_class_init (TvSessionColorsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_session_colors_dispose;

  signals[SIGNAL_CHANGED]
      = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_HITS_CHANGED]
      = g_signal_new ("hits-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                      NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_session_colors_init (TvSessionColors *self)
{
}

static void
change (TvSessionColors *self)
{
  drop_methods (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
follow_ranking (TvSessionColors *self)
{
  if (self->shown == TV_COLOR_BY_RANK)
    change (self);
}

static TvGrouping
get_grouping (TvColorMode mode)
{
  return mode == TV_COLOR_BY_CLASS ? TV_GROUPING_CLASS : TV_GROUPING_PACKAGE;
}

/* Groups of other names are shown until there are new ones. */
static gboolean
lacks_groups (TvSessionColors *self, TvColorMode mode)
{
  const TvMethodGroups *groups;

  if (mode == TV_COLOR_BY_RANK)
    return FALSE;
  groups = self->groups[get_grouping (mode)];
  return groups == NULL
         || tv_method_groups_get_trace (groups)
                != tv_trace_session_get_trace (self->session);
}

static void
set_groups (TvSessionColors *self, TvGrouping grouping, TvMethodGroups *groups)
{
  g_clear_pointer (&self->groups[grouping], tv_method_groups_unref);
  self->groups[grouping] = groups;
}

static void
show_mode (TvSessionColors *self)
{
  self->shown = self->mode;
  change (self);
}

static void
grouping_job_free (GroupingJob *job)
{
  tv_profile_unref (job->profile);
  g_free (job);
}

static void
group_in_worker (GTask *task, gpointer source, gpointer task_data,
                 GCancellable *cancellable)
{
  const GroupingJob *job = task_data;
  TvMethodGroups *groups
      = tv_method_groups_new (job->profile, job->grouping, cancellable);

  if (groups != NULL)
    g_task_return_pointer (task, groups, (GDestroyNotify) tv_method_groups_unref);
  else
    g_task_return_error_if_cancelled (task);
}

static void
take_groups (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvSessionColors *self = TV_SESSION_COLORS (source);
  TvMethodGroups *groups = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Without groups, another mode was chosen in the meantime, or the session ended. */
  if (groups == NULL || g_task_get_cancellable (G_TASK (result)) != self->job)
    {
      g_clear_pointer (&groups, tv_method_groups_unref);
      return;
    }
  g_clear_object (&self->job);
  set_groups (self, get_grouping (self->mode), groups);
  show_mode (self);
}

static void
start_grouping (TvSessionColors *self, TvProfile *profile, TvGrouping grouping)
{
  g_autoptr (GTask) task = NULL;
  GroupingJob *job = g_new (GroupingJob, 1);

  *job = (GroupingJob){ tv_profile_ref (profile), grouping };
  self->job = g_cancellable_new ();
  task = g_task_new (self, self->job, take_groups, NULL);
  g_task_set_source_tag (task, start_grouping);
  g_task_set_task_data (task, job, (GDestroyNotify) grouping_job_free);
  g_task_run_in_thread (task, group_in_worker);
}

static void
show_wanted_mode (TvSessionColors *self)
{
  const TvGrouping grouping = get_grouping (self->mode);
  TvProfile *profile = tv_trace_session_get_whole_profile (self->session);

  stop_job (self);
  if (lacks_groups (self, self->mode))
    {
      if (tv_trace_get_n_methods (tv_trace_session_get_trace (self->session))
          > MAX_METHODS_GROUPED_AT_ONCE)
        {
          start_grouping (self, profile, grouping);
          return;
        }
      set_groups (self, grouping, tv_method_groups_new (profile, grouping, NULL));
    }
  show_mode (self);
}

/* A worker may keep them alive after the session. */
static void
end_colors (gpointer data)
{
  g_object_run_dispose (G_OBJECT (data));
  g_object_unref (data);
}

/**
 * tv_trace_session_get_colors:
 * @session: a session
 *
 * Returns: (transfer none): the colours of its methods, which live as long as it
 */
TvSessionColors *
tv_trace_session_get_colors (TvTraceSession *session)
{
  TvSessionColors *self;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);

  self = g_object_get_qdata (G_OBJECT (session), get_quark ());
  if (self != NULL)
    return self;
  self = g_object_new (TV_TYPE_SESSION_COLORS, NULL);
  self->session = session;
  g_signal_connect_object (session, "notify::whole-ranking",
                           G_CALLBACK (follow_ranking), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::trace", G_CALLBACK (show_wanted_mode),
                           self, G_CONNECT_SWAPPED);
  g_object_set_qdata_full (G_OBJECT (session), get_quark (), self, end_colors);
  return self;
}

TvColorMode
tv_session_colors_get_mode (TvSessionColors *self)
{
  g_return_val_if_fail (TV_IS_SESSION_COLORS (self), TV_COLOR_BY_RANK);

  return self->mode;
}

/**
 * tv_session_colors_set_mode:
 * @self: colours
 * @mode: what decides the colour of a method
 *
 * With very many methods a worker sorts them into classes or packages first, and the
 * colours change once it is done.
 */
void
tv_session_colors_set_mode (TvSessionColors *self, TvColorMode mode)
{
  g_return_if_fail (TV_IS_SESSION_COLORS (self));
  g_return_if_fail ((guint) mode < TV_N_COLOR_MODES);

  if (mode == self->mode)
    return;
  self->mode = mode;
  show_wanted_mode (self);
}

TvPalette
tv_session_colors_get_palette (TvSessionColors *self)
{
  g_return_val_if_fail (TV_IS_SESSION_COLORS (self), TV_PALETTE_CLASSIC);

  return self->palette;
}

/**
 * tv_session_colors_set_palette:
 * @self: colours
 * @palette: what colours there shall be
 */
void
tv_session_colors_set_palette (TvSessionColors *self, TvPalette palette)
{
  g_return_if_fail (TV_IS_SESSION_COLORS (self));

  if (palette == self->palette)
    return;
  self->palette = palette;
  change (self);
}

/**
 * tv_session_colors_get_hits:
 * @self: colours
 *
 * Returns: (transfer none) (nullable): the methods that stand out, %NULL if none does
 */
TvMethodSet *
tv_session_colors_get_hits (TvSessionColors *self)
{
  g_return_val_if_fail (TV_IS_SESSION_COLORS (self), NULL);

  return self->hits;
}

/**
 * tv_session_colors_set_hits:
 * @self: colours
 * @hits: (nullable): methods of the trace that shall stand out, such as a search found;
 *   %NULL if none shall
 *
 * The colours of all other methods fade: tv_session_colors_get_color() tells it at
 * once, and `hits-changed` is emitted.
 */
void
tv_session_colors_set_hits (TvSessionColors *self, TvMethodSet *hits)
{
  g_return_if_fail (TV_IS_SESSION_COLORS (self));

  if (hits == self->hits)
    return;
  if (hits != NULL)
    tv_method_set_ref (hits);
  g_clear_pointer (&self->hits, tv_method_set_unref);
  self->hits = hits;
  g_signal_emit (self, signals[SIGNAL_HITS_CHANGED], 0);
}

static TvMethodColors *
make_methods (TvSessionColors *self, const TvDrawColors *colors)
{
  if (self->shown == TV_COLOR_BY_RANK)
    return tv_method_colors_new_by_rank (
        colors,
        tv_ranking_get_sequence (tv_trace_session_get_whole_ranking (self->session)),
        tv_trace_get_n_methods (tv_trace_session_get_trace (self->session)));
  return tv_method_colors_new_by_group (colors,
                                        self->groups[get_grouping (self->shown)]);
}

/**
 * tv_session_colors_get_methods:
 * @self: colours
 * @dark: whether the background is dark
 *
 * Returns: (transfer none): the colours of all methods, none of them faded; valid until
 *   `changed`
 */
TvMethodColors *
tv_session_colors_get_methods (TvSessionColors *self, gboolean dark)
{
  const guint which = dark ? TRUE : FALSE;
  TvDrawColors colors;

  g_return_val_if_fail (TV_IS_SESSION_COLORS (self), NULL);

  if (self->methods[which] == NULL)
    {
      tv_draw_colors_init (&colors, self->palette, dark);
      self->methods[which] = make_methods (self, &colors);
    }
  return self->methods[which];
}

/**
 * tv_session_colors_get_color:
 * @self: colours
 * @dark: whether the background is dark
 * @method: index of a method of the trace
 *
 * Returns: the colour of one method, faded if others stand out
 */
TvColor
tv_session_colors_get_color (TvSessionColors *self, gboolean dark, guint32 method)
{
  static const TvColor none = { 0 };
  TvDrawColors colors;
  TvColor color;

  g_return_val_if_fail (TV_IS_SESSION_COLORS (self), none);
  g_return_val_if_fail (
      method < tv_trace_get_n_methods (tv_trace_session_get_trace (self->session)),
      none);

  color = tv_method_colors_get (tv_session_colors_get_methods (self, dark), method);
  if (self->hits == NULL || tv_method_set_contains (self->hits, method))
    return color;
  tv_draw_colors_init (&colors, self->palette, dark);
  return tv_draw_colors_fade (&colors, color);
}
