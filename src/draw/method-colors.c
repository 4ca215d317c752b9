/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/method-colors.h"

#include <string.h>

/* The index of a method without a rank or group */
#define NO_PLACE G_MAXUINT8

/* The step from a taken colour to the next candidate: far away in hue, and through all
 * colours, since it has no divisor in common with 10 or 24. */
#define NEXT_PLACE 7

struct _TvMethodColors
{
  gatomicrefcount references;
  TvColor *colors;
  TvColor unranked;

  /* For strong colours: the colour of each method, as an index */
  guint n_methods;
  guint n_colors;
  guint8 *places;

  /* For faded colours: @hits keep the strong ones */
  TvMethodColors *strong;
  TvMethodSet *hits;
};

static TvMethodColors *
new_strong (guint n_methods, guint n_colors, TvColor unranked)
{
  TvMethodColors *self = g_new0 (TvMethodColors, 1);

  g_atomic_ref_count_init (&self->references);
  self->n_methods = n_methods;
  self->n_colors = n_colors;
  self->colors = g_new (TvColor, n_colors);
  self->unranked = unranked;
  self->places = g_malloc (MAX (n_methods, 1));
  memset (self->places, NO_PLACE, n_methods);
  return self;
}

/**
 * tv_method_colors_new:
 * @colors: (array length=n_colors): a colour for each method
 * @n_colors: number of methods, less than 255
 * @others: the picture's colours
 *
 * Returns: (transfer full): these colours; other methods have that of methods without a
 *   rank
 */
TvMethodColors *
tv_method_colors_new (const TvColor *colors, guint n_colors, const TvDrawColors *others)
{
  TvMethodColors *self;

  g_return_val_if_fail (colors != NULL || n_colors == 0, NULL);
  g_return_val_if_fail (n_colors < NO_PLACE && others != NULL, NULL);

  self = new_strong (n_colors, n_colors, others->unranked);
  for (guint i = 0; i < n_colors; i++)
    {
      self->colors[i] = colors[i];
      self->places[i] = (guint8) i;
    }
  return self;
}

/**
 * tv_method_colors_new_by_rank:
 * @colors: the picture's colours
 * @ranked: the ranking that hands out the colours
 * @n_methods: number of methods of its trace
 *
 * Returns: (transfer full): colours that go round by rank
 */
TvMethodColors *
tv_method_colors_new_by_rank (const TvDrawColors *colors, TvMethodSequence *ranked,
                              guint n_methods)
{
  TvMethodColors *self;
  guint n_colors;

  g_return_val_if_fail (colors != NULL && ranked != NULL, NULL);

  n_colors = tv_draw_colors_get_n_ranks (colors);
  self = new_strong (n_methods, n_colors, colors->unranked);
  for (guint i = 0; i < n_colors; i++)
    self->colors[i] = tv_draw_colors_get_rank (colors, i);
  for (guint i = 0; i < tv_method_sequence_get_n (ranked); i++)
    self->places[tv_method_sequence_get (ranked, i)] = (guint8) (i % n_colors);
  return self;
}

/* Assigns colours to groups. Each name has a preferred colour, which is
 * the same in every trace; groups with the most own time choose first. If the colour is
 * taken, the next free one is used, so that as many groups can be told apart as there
 * are colours. All further groups get their preferred colours. */
static guint8 *
choose_group_places (const TvMethodGroups *groups, guint n_colors)
{
  const guint n = groups->n;
  guint8 *places = g_new (guint8, MAX (n, 1));
  guint32 taken = 0;

  for (guint i = 0; i < n; i++)
    {
      guint place = tv_method_groups_get_hash (groups, i) % n_colors;

      while (i < n_colors && (taken & 1u << place) != 0)
        place = (place + NEXT_PLACE) % n_colors;
      taken |= 1u << place;
      places[i] = (guint8) place;
    }
  return places;
}

/**
 * tv_method_colors_new_by_group:
 * @colors: the picture's colours
 * @groups: groups of methods, such as packages
 *
 * Returns: (transfer full): one colour for each group; those with the most
 *   own time have different ones
 */
TvMethodColors *
tv_method_colors_new_by_group (const TvDrawColors *colors, TvMethodGroups *groups)
{
  g_autofree guint8 *group_places = NULL;
  TvMethodColors *self;
  guint n_colors;

  g_return_val_if_fail (colors != NULL && groups != NULL, NULL);

  n_colors = tv_draw_colors_get_n_groups (colors);
  self = new_strong (groups->n_methods, n_colors, colors->unranked);
  for (guint i = 0; i < n_colors; i++)
    self->colors[i] = tv_draw_colors_get_group (colors, i);

  group_places = choose_group_places (groups, n_colors);
  for (guint32 i = 0; i < self->n_methods; i++)
    {
      const guint32 group = groups->by_method[i];

      if (group != TV_METHOD_GROUP_NONE)
        self->places[i] = group_places[group];
    }
  return self;
}

/**
 * tv_method_colors_new_fading:
 * @strong: colours, none of them faded
 * @colors: the picture's colours
 * @hits: the methods of the trace that stand out
 *
 * Returns: (transfer full): the same colours, faded for all methods that are not in
 *   @hits
 */
TvMethodColors *
tv_method_colors_new_fading (TvMethodColors *strong, const TvDrawColors *colors,
                             TvMethodSet *hits)
{
  TvMethodColors *self;

  g_return_val_if_fail (strong != NULL && strong->hits == NULL, NULL);
  g_return_val_if_fail (colors != NULL && hits != NULL, NULL);

  self = g_new0 (TvMethodColors, 1);
  g_atomic_ref_count_init (&self->references);
  self->strong = tv_method_colors_ref (strong);
  self->hits = tv_method_set_ref (hits);
  self->colors = g_new (TvColor, strong->n_colors);
  for (guint i = 0; i < strong->n_colors; i++)
    self->colors[i] = tv_draw_colors_fade (colors, strong->colors[i]);
  self->unranked = tv_draw_colors_fade (colors, strong->unranked);
  return self;
}

TvMethodColors *
tv_method_colors_ref (TvMethodColors *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
tv_method_colors_unref (TvMethodColors *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_clear_pointer (&self->strong, tv_method_colors_unref);
  g_clear_pointer (&self->hits, tv_method_set_unref);
  g_free (self->places);
  g_free (self->colors);
  g_free (self);
}

/**
 * tv_method_colors_get:
 * @self: colours
 * @method: index of a method of the trace, or anything else
 *
 * Takes a few nanoseconds.
 *
 * Returns: the colour of @method; that of methods without a rank if it has none
 */
TvColor
tv_method_colors_get (const TvMethodColors *self, guint32 method)
{
  const TvMethodColors *strong;
  guint8 place;

  g_return_val_if_fail (self != NULL, (TvColor){ 0 });

  strong = self->strong != NULL ? self->strong : self;
  if (method >= strong->n_methods)
    return strong->unranked;
  if (self->hits != NULL && !tv_method_set_is_narrow (self->hits)
      && tv_method_set_contains (self->hits, method))
    self = strong;
  place = strong->places[method];
  return place != NO_PLACE ? self->colors[place] : self->unranked;
}

/**
 * tv_method_colors_get_hit:
 * @self: colours
 * @method: index of the method of a hit
 *
 * Returns: the colour of a hit, which is never faded: the method may have only some
 * calls that are hits
 */
TvColor
tv_method_colors_get_hit (const TvMethodColors *self, guint32 method)
{
  g_return_val_if_fail (self != NULL, (TvColor){ 0 });

  return tv_method_colors_get (self->strong != NULL ? self->strong : self, method);
}

/**
 * tv_method_colors_get_thin:
 * @self: colours
 * @method: index of a method of the trace, or anything else
 *
 * Returns: the colour of @method for a line of one pixel, which is faded only half as
 *   much to stay visible
 */
TvColor
tv_method_colors_get_thin (const TvMethodColors *self, guint32 method)
{
  TvColor color;

  g_return_val_if_fail (self != NULL, (TvColor){ 0 });

  color = tv_method_colors_get (self, method);
  if (self->strong == NULL)
    return color;
  return tv_color_mix (color, tv_method_colors_get (self->strong, method), 0.5);
}
