/* SPDX-License-Identifier: Apache-2.0 */

/* The colours: the original's, and whether the others can be told apart. */

#include "analysis/sums/ranking.h"
#include "draw/chart-raster.h"
#include "draw/method-colors.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <math.h>
#include <string.h>

/* Seen with normal eyes, and with protanopia, deuteranopia and tritanopia: matrices of
   Machado, Oliveira and Fernandes (2009), severity 1, for linear RGB. */
static const double eyes[4][3][3] = {
  { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
  { { 0.152286, 1.052583, -0.204868 },
    { 0.114503, 0.786281, 0.099216 },
    { -0.003882, -0.048116, 1.051998 } },
  { { 0.367322, 0.860646, -0.227968 },
    { 0.280085, 0.672501, 0.047413 },
    { -0.011820, 0.042940, 0.968881 } },
  { { 1.255528, -0.076749, -0.178779 },
    { -0.078411, 0.930809, 0.147602 },
    { 0.004733, 0.691367, 0.303900 } },
};

static double
to_linear (guint8 channel)
{
  double c = channel / 255.0;

  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static double
get_luminance (TvColor color)
{
  return 0.2126 * to_linear (color.red) + 0.7152 * to_linear (color.green)
         + 0.0722 * to_linear (color.blue);
}

/* WCAG 2. */
static double
get_contrast (TvColor a, TvColor b)
{
  double first = get_luminance (a), second = get_luminance (b);

  return (MAX (first, second) + 0.05) / (MIN (first, second) + 0.05);
}

static double
lab_curve (double t)
{
  return t > 0.008856 ? cbrt (t) : 7.787 * t + 16.0 / 116;
}

static void
to_lab (TvColor color, const double eye[3][3], double lab[3])
{
  double linear[3]
      = { to_linear (color.red), to_linear (color.green), to_linear (color.blue) };
  double seen[3], x, y, z;

  for (guint i = 0; i < 3; i++)
    seen[i] = CLAMP (
        eye[i][0] * linear[0] + eye[i][1] * linear[1] + eye[i][2] * linear[2], 0, 1);
  x = lab_curve ((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.95047);
  y = lab_curve (0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
  z = lab_curve ((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.08883);
  lab[0] = 116 * y - 16;
  lab[1] = 500 * (x - y);
  lab[2] = 200 * (y - z);
}

/* CIE 1976. */
static double
get_difference (TvColor a, TvColor b, guint eye)
{
  double first[3], second[3];

  to_lab (a, eyes[eye], first);
  to_lab (b, eyes[eye], second);
  return hypot (hypot (first[0] - second[0], first[1] - second[1]),
                first[2] - second[2]);
}

/* For the eyes that see the least difference. */
static double
get_distance (TvColor a, TvColor b)
{
  double least = G_MAXDOUBLE;

  for (guint eye = 0; eye < G_N_ELEMENTS (eyes); eye++)
    least = MIN (least, get_difference (a, b, eye));
  return least;
}

static void
assert_color (TvColor color, guint red, guint green, guint blue)
{
  ck_assert_uint_eq (color.red, red);
  ck_assert_uint_eq (color.green, green);
  ck_assert_uint_eq (color.blue, blue);
}

START_TEST (the_original_colours_go_round_by_rank)
{
  TvDrawColors colors;

  tv_draw_colors_init (&colors, TV_PALETTE_CLASSIC, FALSE);
  ck_assert_uint_eq (tv_draw_colors_get_n_ranks (&colors), 16);
  assert_color (tv_draw_colors_get_rank (&colors, 0), 90, 90, 255);
  assert_color (tv_draw_colors_get_rank (&colors, 1), 0, 240, 0);
  assert_color (tv_draw_colors_get_rank (&colors, 15), 70, 70, 70);
  assert_color (tv_draw_colors_get_rank (&colors, 16), 90, 90, 255);
  assert_color (tv_draw_colors_get_rank (&colors, 18), 255, 0, 0);
  assert_color (tv_draw_colors_get_rank (&colors, TV_RANK_NONE), 128, 128, 128);
  assert_color (colors.stripe, 240, 240, 255);
}
END_TEST

START_TEST (colours_fade_towards_the_background)
{
  TvDrawColors colors;

  tv_draw_colors_init (&colors, TV_PALETTE_CLASSIC, FALSE);
  assert_color (tv_draw_colors_fade (&colors, (TvColor){ 90, 90, 255 }), 192, 192, 233);
  /* 5/8 of the background's 30 and 3/8 of the colour. */
  tv_draw_colors_init (&colors, TV_PALETTE_CLASSIC, TRUE);
  assert_color (tv_draw_colors_fade (&colors, (TvColor){ 90, 90, 255 }), 53, 53, 114);
}
END_TEST

START_TEST (dark_colours_are_seen_on_dark)
{
  for (TvPalette palette = TV_PALETTE_SOFT; palette <= TV_PALETTE_ACCESSIBLE; palette++)
    {
      TvDrawColors colors;

      tv_draw_colors_init (&colors, palette, TRUE);
      for (guint i = 0; i < tv_draw_colors_get_n_ranks (&colors); i++)
        ck_assert_double_ge (
            get_contrast (tv_draw_colors_get_rank (&colors, i), colors.background),
            2.2);
      ck_assert_double_ge (get_contrast (colors.mixed, colors.background), 4.5);
      ck_assert_double_ge (get_contrast (colors.text, colors.background), 7);
    }
}
END_TEST

/* Lightness and chroma, both CIELAB. */
static void
get_weight (TvColor color, double *lightness, double *chroma)
{
  double lab[3];

  to_lab (color, eyes[0], lab);
  *lightness = lab[0];
  *chroma = hypot (lab[1], lab[2]);
}

START_TEST (soft_colours_have_like_weight_and_stay_apart)
{
  for (guint dark = 0; dark <= 1; dark++)
    {
      TvDrawColors colors;

      tv_draw_colors_init (&colors, TV_PALETTE_SOFT, dark);
      ck_assert_uint_eq (tv_draw_colors_get_n_ranks (&colors), 16);
      for (guint i = 0; i < 16; i++)
        {
          const TvColor color = tv_draw_colors_get_rank (&colors, i);
          const TvColor next = tv_draw_colors_get_rank (&colors, i + 1);
          double lightness, chroma;

          get_weight (color, &lightness, &chroma);
          ck_assert_double_ge (lightness, dark ? 45 : 55);
          ck_assert_double_le (lightness, dark ? 71 : 77);
          ck_assert_double_le (chroma, 55);
          ck_assert_double_ge (get_difference (color, colors.mixed, 0), 17);
          ck_assert_double_ge (get_difference (color, next, 0), 55);
          for (guint j = 0; j < i; j++)
            {
              const TvColor other = tv_draw_colors_get_rank (&colors, j);

              ck_assert_double_ge (get_difference (color, other, 0), 24);
              ck_assert_double_ge (get_distance (color, other), 8);
            }
        }
    }
}
END_TEST

START_TEST (text_is_readable_on_every_soft_colour)
{
  for (guint dark = 0; dark <= 1; dark++)
    {
      TvDrawColors colors;

      tv_draw_colors_init (&colors, TV_PALETTE_SOFT, dark);
      for (guint i = 0; i < 16; i++)
        {
          const TvColor color = tv_draw_colors_get_rank (&colors, i);
          const TvColor text = tv_chart_get_text_color (tv_color_to_pixel (color, 255),
                                                        colors.background);

          ck_assert_double_ge (get_contrast (color, text), 4.5);
        }
    }
}
END_TEST

START_TEST (accessible_colours_stay_apart_for_all_eyes)
{
  for (guint dark = 0; dark <= 1; dark++)
    {
      TvDrawColors colors;
      guint n;

      tv_draw_colors_init (&colors, TV_PALETTE_ACCESSIBLE, dark);
      n = tv_draw_colors_get_n_ranks (&colors);
      ck_assert_uint_ge (n, 8);
      for (guint i = 0; i < n; i++)
        {
          TvColor color = tv_draw_colors_get_rank (&colors, i);

          for (guint j = 0; j < i; j++)
            ck_assert_double_ge (
                get_distance (color, tv_draw_colors_get_rank (&colors, j)), 20);
          ck_assert_double_ge (get_distance (color, colors.background), 20);
          ck_assert_double_ge (get_distance (color, colors.mixed), 20);
        }
    }
}
END_TEST

/* Also as fills with a name, and as texts on the background. */
START_TEST (changes_are_told_apart_by_all_eyes)
{
  for (guint dark = 0; dark <= 1; dark++)
    {
      TvDrawColors colors;
      TvColor background;

      tv_draw_colors_init (&colors, TV_PALETTE_SOFT, dark);
      background = colors.background;
      ck_assert_double_ge (get_distance (colors.more, colors.less), 50);
      ck_assert_double_ge (get_distance (colors.unchanged, background), 15);
      ck_assert_double_ge (get_contrast (colors.more, background), 4.5);
      ck_assert_double_ge (get_contrast (colors.less, background), 4.5);
      for (int i = -8; i <= 8; i++)
        {
          const TvColor color = tv_draw_colors_get_change (&colors, i / 8.0);
          const TvColor text
              = tv_chart_get_text_color (tv_color_to_pixel (color, 255), background);

          ck_assert_double_ge (get_contrast (color, text), 4);
          ck_assert_double_ge (get_distance (color, background), 15);
          if (i != 0)
            ck_assert_double_ge (get_distance (color, colors.unchanged), 12);
          if (i > 0)
            ck_assert_double_ge (
                get_distance (color, tv_draw_colors_get_change (&colors, -i / 8.0)),
                20);
        }
    }
}
END_TEST

/* A quarter of the greatest change has half of its colour: halfway from 212, 210, 206
 * to 200, 40, 36. */
START_TEST (small_changes_show)
{
  TvDrawColors colors;

  tv_draw_colors_init (&colors, TV_PALETTE_SOFT, FALSE);
  assert_color (tv_draw_colors_get_change (&colors, 0.25), 206, 125, 121);
  assert_color (tv_draw_colors_get_change (&colors, 0), 212, 210, 206);
  assert_color (tv_draw_colors_get_change (&colors, -1), 31, 95, 180);
  assert_color (tv_draw_colors_get_change (&colors, 7), 200, 40, 36);
}
END_TEST

START_TEST (groups_have_colours_far_apart)
{
  for (guint dark = 0; dark <= 1; dark++)
    {
      TvDrawColors colors;

      tv_draw_colors_init (&colors, TV_PALETTE_CLASSIC, dark);
      ck_assert_uint_eq (tv_draw_colors_get_n_groups (&colors), 24);
      for (guint i = 0; i < 24; i++)
        {
          TvColor color = tv_draw_colors_get_group (&colors, i);

          for (guint j = 0; j < i; j++)
            ck_assert_double_ge (
                get_difference (color, tv_draw_colors_get_group (&colors, j), 0), 24);
          ck_assert_double_ge (get_difference (color, colors.mixed, 0), 20);
          ck_assert_double_ge (get_contrast (color, colors.background), 2);
        }
      tv_draw_colors_init (&colors, TV_PALETTE_ACCESSIBLE, dark);
      ck_assert_uint_eq (tv_draw_colors_get_n_groups (&colors),
                         tv_draw_colors_get_n_ranks (&colors));
    }
}
END_TEST

/* A trace of @n classes without a package, A to Z, the first with the most time. */
static TvMethodGroups *
new_groups (guint n)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  guint64 time = 0;

  for (guint i = 0; i < n; i++)
    {
      const char name[] = { (char) ('A' + i), '\0' };

      tv_trace_writer_add_method (writer, 4 * (i + 1), name, "go", "()V", "X.java", 1);
      tv_trace_writer_enter (writer, 1, 4 * (i + 1), 0, time);
      time += 100 - i;
      tv_trace_writer_exit (writer, 1, 4 * (i + 1), 0, time);
    }
  trace = tv_test_load (writer);
  profile = tv_profile_new (trace, NULL, NULL);
  return tv_method_groups_new (profile, TV_GROUPING_CLASS, NULL);
}

/* The place of a group's colour, which all its methods have. */
static guint
find_place (const TvDrawColors *colors, const TvMethodColors *methods,
            const TvMethodGroups *groups, guint group)
{
  const guint n_places = tv_draw_colors_get_n_groups (colors);
  guint place = n_places;

  for (guint32 i = 0; i < groups->n_methods; i++)
    if (groups->by_method[i] == group)
      {
        const TvColor color = tv_method_colors_get (methods, i);

        for (place = 0; place < n_places; place++)
          {
            const TvColor other = tv_draw_colors_get_group (colors, place);

            if (memcmp (&color, &other, sizeof color) == 0)
              break;
          }
      }
  ck_assert_uint_lt (place, n_places);
  return place;
}

START_TEST (groups_have_each_its_colour_while_there_are_any)
{
  for (guint palette = 0; palette <= 1; palette++)
    {
      g_autoptr (TvMethodGroups) groups = new_groups (26);
      g_autoptr (TvMethodColors) methods = NULL;
      guint taken = 0;
      TvDrawColors colors;
      guint n;

      tv_draw_colors_init (&colors, (TvPalette) palette, FALSE);
      methods = tv_method_colors_new_by_group (&colors, groups);
      n = tv_draw_colors_get_n_groups (&colors);
      for (guint i = 0; i < 26; i++)
        {
          const guint place = find_place (&colors, methods, groups, i);

          /* The first has its name's own colour, and so have those that come too late.
           */
          if (i == 0 || i >= n)
            ck_assert_uint_eq (place, tv_method_groups_get_hash (groups, i) % n);
          if (i < n)
            taken |= 1u << place;
        }
      ck_assert_uint_eq (taken, (1u << n) - 1);
    }
}
END_TEST

START_TEST (all_but_the_hits_fade)
{
  const TvColor strong[] = { { 90, 90, 255 }, { 0, 240, 0 }, { 90, 90, 255 } };
  g_autoptr (TvMethodColors) all = NULL;
  g_autoptr (TvMethodColors) fading = NULL;
  g_autofree guint64 *words = g_new0 (guint64, 1);
  g_autoptr (TvMethodSet) hits = NULL;
  TvDrawColors colors;

  words[0] = 1u << 1;
  hits = tv_method_set_new (g_steal_pointer (&words), 3);
  tv_draw_colors_init (&colors, TV_PALETTE_CLASSIC, FALSE);
  all = tv_method_colors_new (strong, 3, &colors);
  fading = tv_method_colors_new_fading (all, &colors, hits);
  assert_color (tv_method_colors_get (fading, 0), 192, 192, 233);
  assert_color (tv_method_colors_get (fading, 1), 0, 240, 0);
  assert_color (tv_method_colors_get (fading, 2), 192, 192, 233);
  assert_color (tv_method_colors_get (all, 2), 90, 90, 255);
  /* Thin lines fade half as much. */
  assert_color (tv_method_colors_get_thin (fading, 0), 141, 141, 244);
  assert_color (tv_method_colors_get_thin (fading, 1), 0, 240, 0);
  assert_color (tv_method_colors_get_thin (all, 0), 90, 90, 255);
}
END_TEST

START_TEST (pixels_are_premultiplied)
{
  ck_assert_uint_eq (tv_color_to_pixel ((TvColor){ 1, 2, 3 }, 255), 0xff010203u);
  ck_assert_uint_eq (tv_color_to_pixel ((TvColor){ 255, 128, 0 }, 51), 0x33331a00u);
  ck_assert_uint_eq (tv_color_to_pixel ((TvColor){ 255, 255, 255 }, 0), 0);
}
END_TEST

/* A trace whose methods were never called has a ranking of none. */
START_TEST (methods_without_a_rank_have_their_own_colour)
{
  g_autoptr (TvMethodSequence) nothing = tv_method_sequence_new_take (NULL, 0, 3);
  g_autoptr (TvMethodColors) methods = NULL;
  TvDrawColors colors;

  tv_draw_colors_init (&colors, TV_PALETTE_CLASSIC, FALSE);
  methods = tv_method_colors_new_by_rank (&colors, nothing, 3);
  for (guint i = 0; i < 3; i++)
    assert_color (tv_method_colors_get (methods, i), 128, 128, 128);
  assert_color (tv_method_colors_get (methods, 3), 128, 128, 128);
  assert_color (tv_method_colors_get (methods, TV_METHOD_NONE), 128, 128, 128);
}
END_TEST

static void
assert_method_color (const TvMethodColors *methods, const TvTrace *trace,
                     const char *name, guint red, guint green, guint blue)
{
  assert_color (tv_method_colors_get (methods, tv_test_find_method (trace, name)), red,
                green, blue);
}

/* The classic palette has sixteen. */
START_TEST (colours_of_methods_go_round)
{
  guint32 *ranked = g_new (guint32, 25);
  g_autoptr (TvMethodSequence) sequence = NULL;
  g_autoptr (TvMethodColors) methods = NULL;
  TvDrawColors colors;

  for (guint32 i = 0; i < 25; i++)
    ranked[i] = 24 - i;
  sequence = tv_method_sequence_new_take (ranked, 25, 30);
  tv_draw_colors_init (&colors, TV_PALETTE_CLASSIC, FALSE);
  methods = tv_method_colors_new_by_rank (&colors, sequence, 30);
  assert_color (tv_method_colors_get (methods, 24), 90, 90, 255);
  assert_color (tv_method_colors_get (methods, 8), 90, 90, 255);
  assert_color (tv_method_colors_get (methods, 7), 0, 240, 0);
  assert_color (tv_method_colors_get (methods, 25), 128, 128, 128);
  assert_color (tv_method_colors_get (methods, 30), 128, 128, 128);
  assert_color (tv_method_colors_get (methods, TV_METHOD_NONE), 128, 128, 128);
}
END_TEST

START_TEST (methods_have_the_colour_of_their_rank)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvRanking) ranking = NULL;
  g_autoptr (TvMethodColors) methods = NULL;
  TvDrawColors colors;

  tv_trace_writer_add_method (writer, 0x4, "p.Q", "inner", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "p.Q", "unused", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, 0xc, "p.Q", "outer", "()V", "Q.java", 1);
  tv_trace_writer_enter (writer, 1, 0xc, 0, 10);
  tv_trace_writer_enter (writer, 1, 0x4, 0, 20);
  tv_trace_writer_exit (writer, 1, 0x4, 0, 30);
  tv_trace_writer_exit (writer, 1, 0xc, 0, 40);
  trace = tv_test_load (writer);
  profile = tv_profile_new (trace, NULL, NULL);
  ranking = tv_ranking_new (profile, TV_CLOCK_WALL);

  tv_draw_colors_init (&colors, TV_PALETTE_CLASSIC, FALSE);
  methods = tv_method_colors_new_by_rank (&colors, ranking->sequence,
                                          tv_trace_get_n_methods (trace));
  assert_method_color (methods, trace, "p.Q.outer()V", 90, 90, 255);
  assert_method_color (methods, trace, "p.Q.inner()V", 0, 240, 0);
  assert_method_color (methods, trace, "p.Q.unused()V", 128, 128, 128);
}
END_TEST

TV_TESTS (NULL, NULL)
