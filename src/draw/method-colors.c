/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/method-colors.h"

#include "draw/group-colors.h"

struct _TvMethodColors
{
  gatomicrefcount references;
  guint n_methods;
  guint n_colors;
  TvColor *colors;
  TvColor unranked;

  /* One of these leads from a method to a place in the colours, or its index does. */
  TvMethodSequence *ranked;
  TvMethodGroups *groups;
  guint8 *group_places;

  TvMethodSet *hits; /* or NULL: none but these have the strong colours */
  TvColor *faded;
  TvColor faded_unranked;
};

static TvMethodColors *
new_with_colors (TvColor *colors, guint n_colors, TvColor unranked, guint n_methods)
{
  TvMethodColors *self = g_new0 (TvMethodColors, 1);

  g_atomic_ref_count_init (&self->references);
  self->n_methods = n_methods;
  self->colors = colors;
  self->n_colors = n_colors;
  self->unranked = unranked;
  return self;
}

static TvMethodColors *
new_of_palette (const TvDrawColors *colors, guint n_colors,
                TvColor (*get_color) (const TvDrawColors *colors, guint32 place),
                guint n_methods)
{
  TvColor *all = g_new (TvColor, n_colors);

  for (guint i = 0; i < n_colors; i++)
    all[i] = get_color (colors, i);
  return new_with_colors (all, n_colors, colors->unranked, n_methods);
}

TvMethodColors *
tv_method_colors_new (const TvColor *colors, guint n_colors, const TvDrawColors *others)
{
  g_return_val_if_fail (colors != NULL || n_colors == 0, NULL);
  g_return_val_if_fail (others != NULL, NULL);

  return new_with_colors (g_memdup2 (colors, n_colors * sizeof *colors), n_colors,
                          others->unranked, n_colors);
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

  g_return_val_if_fail (colors != NULL && ranked != NULL, NULL);

  self = new_of_palette (colors, tv_draw_colors_get_n_ranks (colors),
                         tv_draw_colors_get_rank, n_methods);
  self->ranked = tv_method_sequence_ref (ranked);
  return self;
}

/**
 * tv_method_colors_new_by_group:
 * @colors: the picture's colours
 * @groups: classes or packages
 *
 * Returns: (transfer full): one colour for each class or package, as
 *   tv_draw_colors_new_group_places() hands them out
 */
TvMethodColors *
tv_method_colors_new_by_group (const TvDrawColors *colors, TvMethodGroups *groups)
{
  TvMethodColors *self;

  g_return_val_if_fail (colors != NULL && groups != NULL, NULL);

  self = new_of_palette (colors, tv_draw_colors_get_n_groups (colors),
                         tv_draw_colors_get_group,
                         tv_method_groups_get_n_methods (groups));
  self->groups = tv_method_groups_ref (groups);
  self->group_places = tv_draw_colors_new_group_places (colors, groups);
  return self;
}

/**
 * tv_method_colors_new_fading:
 * @strong: colours, none of them faded
 * @colors: the picture's colours
 * @hits: the methods of the trace that shall stand out
 *
 * Returns: (transfer full): the same, but faded for all methods that are not in @hits
 */
TvMethodColors *
tv_method_colors_new_fading (TvMethodColors *strong, const TvDrawColors *colors,
                             TvMethodSet *hits)
{
  TvMethodColors *self;

  g_return_val_if_fail (strong != NULL && strong->hits == NULL, NULL);
  g_return_val_if_fail (colors != NULL && hits != NULL, NULL);

  self = new_with_colors (
      g_memdup2 (strong->colors, strong->n_colors * sizeof *strong->colors),
      strong->n_colors, strong->unranked, strong->n_methods);
  if (strong->ranked != NULL)
    self->ranked = tv_method_sequence_ref (strong->ranked);
  if (strong->groups != NULL)
    {
      self->groups = tv_method_groups_ref (strong->groups);
      self->group_places
          = g_memdup2 (strong->group_places, tv_method_groups_get_n (strong->groups));
    }
  self->hits = tv_method_set_ref (hits);
  self->faded = g_new (TvColor, MAX (self->n_colors, 1));
  for (guint i = 0; i < self->n_colors; i++)
    self->faded[i] = tv_draw_colors_fade (colors, self->colors[i]);
  self->faded_unranked = tv_draw_colors_fade (colors, self->unranked);
  return self;
}

/**
 * tv_method_colors_ref:
 * @self: colours
 *
 * Returns: (transfer full): @self
 */
TvMethodColors *
tv_method_colors_ref (TvMethodColors *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->references);
  return self;
}

/**
 * tv_method_colors_unref:
 * @self: (transfer full): colours
 */
void
tv_method_colors_unref (TvMethodColors *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_clear_pointer (&self->ranked, tv_method_sequence_unref);
  g_clear_pointer (&self->groups, tv_method_groups_unref);
  g_clear_pointer (&self->hits, tv_method_set_unref);
  g_free (self->group_places);
  g_free (self->colors);
  g_free (self->faded);
  g_free (self);
}

/* The place in the colours, or one behind them. */
static guint
find_place (const TvMethodColors *self, guint32 method)
{
  if (self->ranked != NULL)
    {
      const guint rank = tv_method_sequence_find (self->ranked, method);

      return rank != G_MAXUINT ? rank % self->n_colors : G_MAXUINT;
    }
  if (self->groups != NULL)
    {
      const guint32 group = tv_method_groups_get_group (self->groups, method);

      return group != TV_METHOD_GROUP_NONE ? self->group_places[group] : G_MAXUINT;
    }
  return method;
}

/**
 * tv_method_colors_get:
 * @self: colours
 * @method: index of a method of the trace, or anything else
 *
 * Takes a few nanoseconds.
 *
 * Returns: the colour of @method; that of methods without a rank if there is none
 */
TvColor
tv_method_colors_get (const TvMethodColors *self, guint32 method)
{
  guint place;

  g_return_val_if_fail (self != NULL, (TvColor){ 0 });

  if (method >= self->n_methods)
    return self->unranked;
  place = find_place (self, method);
  if (self->hits == NULL || tv_method_set_contains (self->hits, method))
    return place < self->n_colors ? self->colors[place] : self->unranked;
  return place < self->n_colors ? self->faded[place] : self->faded_unranked;
}
