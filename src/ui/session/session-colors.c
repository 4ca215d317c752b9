/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/session-colors.h"

#include "analysis/text/time-text.h"

#include "ui/session/trace-session-private.h"
#include "ui/widgets/job.h"

struct _TvSessionColors
{
  GObject parent_instance;

  TvTraceSession *session; /* owns this */
  TvColorMode mode;
  TvPalette palette;
  TvMethodSet *hits;
  TvMethodSet *kept;
  TvMethodSet *selected; /* the set of the selected method when it was last needed */

  TvMethodGroups *groups[TV_N_GROUPINGS];
  TvJob *grouping_job;
  TvColorMode shown;          /* the old mode until the worker is done */
  TvMethodColors *methods[2]; /* on a light and a dark background, made on demand */
};

typedef struct
{
  TvProfile *whole;
  TvProfile *base; /* NULL if the trace is not compared */
  TvGrouping grouping;
} GroupingQuestion;

enum
{
  SIGNAL_CHANGED,
  SIGNAL_HITS_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TvSessionColors, tv_session_colors, G_TYPE_OBJECT)

static void
drop_methods (TvSessionColors *self)
{
  g_clear_pointer (&self->methods[FALSE], tv_method_colors_unref);
  g_clear_pointer (&self->methods[TRUE], tv_method_colors_unref);
}

static void
tv_session_colors_dispose (GObject *object)
{
  TvSessionColors *self = TV_SESSION_COLORS (object);

  tv_job_cancel (&self->grouping_job);
  g_clear_pointer (&self->hits, tv_method_set_unref);
  g_clear_pointer (&self->kept, tv_method_set_unref);
  g_clear_pointer (&self->selected, tv_method_set_unref);
  for (guint i = 0; i < TV_N_GROUPINGS; i++)
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

/* Groupings have the order of modes. */
static TvGrouping
get_grouping (TvColorMode mode)
{
  return (TvGrouping) (mode - TV_COLOR_BY_CLASS);
}

/* Returns the chosen mode, or that of ranks where the trace has no such groups. */
static TvColorMode
get_wanted_mode (TvSessionColors *self)
{
  return tv_session_colors_has_mode (self, self->mode) ? self->mode : TV_COLOR_BY_RANK;
}

/* After names have changed, the old groups stay until there are new ones. */
static gboolean
lacks_groups (TvSessionColors *self, const TvProfile *whole)
{
  const TvColorMode mode = get_wanted_mode (self);
  const TvMethodGroups *groups;

  if (mode == TV_COLOR_BY_RANK)
    return FALSE;
  groups = self->groups[get_grouping (mode)];
  return groups == NULL || groups->trace != tv_profile_get_trace (whole);
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
  self->shown = get_wanted_mode (self);
  change (self);
}

static void
question_free (gpointer data)
{
  GroupingQuestion *question = data;

  tv_profile_unref (question->whole);
  g_clear_pointer (&question->base, tv_profile_unref);
  g_free (question);
}

static gpointer
group (gpointer data, GCancellable *cancellable, GError **error)
{
  const GroupingQuestion *question = data;

  return tv_method_groups_new_for_both (question->whole, question->base,
                                        question->grouping, cancellable);
}

static void
on_grouped (gpointer owner, gpointer question, gpointer groups, const GError *error)
{
  TvSessionColors *self = TV_SESSION_COLORS (owner);

  set_groups (self, get_grouping (get_wanted_mode (self)), groups);
  show_mode (self);
}

static void
start_grouping (TvSessionColors *self, TvProfile *whole, TvProfile *base,
                TvGrouping grouping)
{
  static const TvJobType type
      = { .run = group,
          .done = on_grouped,
          .free_question = question_free,
          .free_answer = (GDestroyNotify) tv_method_groups_unref };
  GroupingQuestion *question = g_new (GroupingQuestion, 1);

  *question
      = (GroupingQuestion){ tv_profile_ref (whole),
                            base != NULL ? tv_profile_ref (base) : NULL, grouping };
  tv_job_start (&self->grouping_job, &type, question, self);
}

static void
show_wanted_mode (TvSessionColors *self)
{
  const TvGrouping grouping = get_grouping (get_wanted_mode (self));
  TvProfile *whole;
  TvProfile *base;

  tv_job_cancel (&self->grouping_job);
  tv_trace_session_get_wholes (self->session, &whole, &base);
  if (lacks_groups (self, whole))
    {
      if (tv_trace_get_n_methods (tv_trace_session_get_trace (self->session))
          > TV_METHODS_AT_ONCE)
        {
          start_grouping (self, whole, base, grouping);
          return;
        }
      set_groups (self, grouping,
                  tv_method_groups_new_for_both (whole, base, grouping, NULL));
    }
  show_mode (self);
}

/**
 * tv_trace_session_get_colors:
 * @session: a session
 *
 * Returns: (transfer none): the colours of its methods, owned by the session
 */
TvSessionColors *
tv_trace_session_get_colors (TvTraceSession *session)
{
  static const char key[] = "tv-session-colors";
  TvSessionColors *self;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);

  self = g_object_get_data (G_OBJECT (session), key);
  if (self != NULL)
    return self;
  self = g_object_new (TV_TYPE_SESSION_COLORS, NULL);
  self->session = session;
  g_signal_connect_object (session, "notify::trace", G_CALLBACK (show_wanted_mode),
                           self, G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (session), key, self, g_object_unref);
  return self;
}

/**
 * tv_session_colors_get_mode:
 * @self: colours
 *
 * Returns: what decides the colour of a method, if the trace has it, see
 *   tv_session_colors_has_mode()
 */
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
 * Sets the mode. If a worker has to group very many methods first, the colours change
 * when it is done.
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

/**
 * tv_session_colors_has_mode:
 * @self: colours
 * @mode: what decides the colour of a method
 *
 * Returns: whether the trace has such groups; otherwise colours go round by rank
 */
gboolean
tv_session_colors_has_mode (TvSessionColors *self, TvColorMode mode)
{
  g_return_val_if_fail (TV_IS_SESSION_COLORS (self), FALSE);

  return mode == TV_COLOR_BY_RANK
         || tv_grouping_exists (get_grouping (mode),
                                tv_trace_session_get_trace (self->session));
}

/**
 * tv_session_colors_get_groups:
 * @self: colours
 *
 * Returns: (transfer none) (nullable): the groups whose methods share a colour; %NULL
 *   for colours by rank, also where the trace lacks the groups of the mode
 */
TvMethodGroups *
tv_session_colors_get_groups (TvSessionColors *self)
{
  g_return_val_if_fail (TV_IS_SESSION_COLORS (self), NULL);

  return self->shown != TV_COLOR_BY_RANK ? self->groups[get_grouping (self->shown)]
                                         : NULL;
}

/**
 * tv_session_colors_dup_share:
 * @self: colours
 * @group: one of tv_session_colors_get_groups()
 *
 * Returns: (transfer full): the share that the own time of its methods has of the whole
 *   trace
 */
char *
tv_session_colors_dup_share (TvSessionColors *self, guint group)
{
  TvMethodGroups *groups;
  TvProfile *whole;
  TvProfile *base;

  g_return_val_if_fail (TV_IS_SESSION_COLORS (self), NULL);

  groups = tv_session_colors_get_groups (self);
  g_return_val_if_fail (groups != NULL && group < groups->n, NULL);

  tv_trace_session_get_wholes (self->session, &whole, &base);
  return tv_percent_format (tv_method_groups_get_own (groups, group),
                            tv_profile_get_root_inclusive (
                                whole, tv_trace_get_primary_clock (groups->trace)));
}

/**
 * tv_session_colors_get_palette:
 * @self: colours
 *
 * Returns: the palette
 */
TvPalette
tv_session_colors_get_palette (TvSessionColors *self)
{
  g_return_val_if_fail (TV_IS_SESSION_COLORS (self), TV_PALETTE_SOFT);

  return self->palette;
}

/**
 * tv_session_colors_set_palette:
 * @self: colours
 * @palette: the colours to choose from
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
 * Returns: (transfer none) (nullable): the hits of a search, %NULL if there is none
 */
TvMethodSet *
tv_session_colors_get_hits (TvSessionColors *self)
{
  g_return_val_if_fail (TV_IS_SESSION_COLORS (self), NULL);

  return self->hits;
}

static void
set_methods (TvSessionColors *self, TvMethodSet **place, TvMethodSet *methods)
{
  if (methods == *place)
    return;
  g_clear_pointer (place, tv_method_set_unref);
  *place = methods != NULL ? tv_method_set_ref (methods) : NULL;
  g_signal_emit (self, signals[SIGNAL_HITS_CHANGED], 0);
}

/**
 * tv_session_colors_set_hits:
 * @self: colours
 * @hits: (nullable): the methods that stand out, such as the hits of a search; %NULL
 * for none
 *
 * Fades the colours of all other methods in tv_session_colors_get_color(), and emits
 * `hits-changed`.
 */
void
tv_session_colors_set_hits (TvSessionColors *self, TvMethodSet *hits)
{
  g_return_if_fail (TV_IS_SESSION_COLORS (self));

  set_methods (self, &self->hits, hits);
}

/**
 * tv_session_colors_set_kept:
 * @self: colours
 * @kept: (nullable): calls that the user chose; %NULL for none
 *
 * Makes these calls stand out in pictures instead of the hits of a search, and emits
 * `hits-changed`.
 */
void
tv_session_colors_set_kept (TvSessionColors *self, TvMethodSet *kept)
{
  g_return_if_fail (TV_IS_SESSION_COLORS (self));

  set_methods (self, &self->kept, kept);
}

/**
 * tv_session_colors_get_lit:
 * @self: colours
 *
 * Pictures fade all methods but these: those of the chosen calls, or else the hits of a
 * search, or else the selected method.
 *
 * Returns: (transfer none) (nullable): the methods that stand out in pictures; %NULL if
 *   none does. It is the same set until it changes
 */
TvMethodSet *
tv_session_colors_get_lit (TvSessionColors *self)
{
  guint32 method;

  g_return_val_if_fail (TV_IS_SESSION_COLORS (self), NULL);

  if (self->kept != NULL)
    return self->kept;
  method = tv_trace_session_get_selected_method (self->session);
  if (self->hits != NULL || method == TV_METHOD_NONE)
    return self->hits;
  if (self->selected == NULL || !tv_method_set_contains (self->selected, method))
    {
      g_clear_pointer (&self->selected, tv_method_set_unref);
      self->selected = tv_method_set_new_single (
          tv_trace_session_get_trace (self->session), method);
    }
  return self->selected;
}

static TvMethodColors *
make_methods (TvSessionColors *self, const TvDrawColors *colors)
{
  if (self->shown == TV_COLOR_BY_RANK)
    return tv_method_colors_new_by_rank (
        colors, self->session->first_order,
        tv_trace_get_n_methods (tv_trace_session_get_trace (self->session)));
  return tv_method_colors_new_by_group (colors,
                                        self->groups[get_grouping (self->shown)]);
}

/**
 * tv_session_colors_get_methods:
 * @self: colours
 * @dark: whether the background is dark
 *
 * Returns: (transfer none): the unfaded colours of all methods; valid until `changed`
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
