/* SPDX-License-Identifier: Apache-2.0 */

/* The colours of the timeline: what a column says of how busy it is, by rank, class and
 * package, hits of a search, and themes. */

#include "support/trace-fixtures.h"
#include "ui/display.h"
#include "ui/pixels.h"
#include "ui/session/session-colors.h"
#include "ui/timeline-stage.h"

#include <check.h>
#include <math.h>

/* The soft colours of the ranks 0 to 2. */
#define RANK_0 0x3e87e4
#define RANK_1 0xa2a15f
#define RANK_1_ON_DARK 0xaa9a3c
/* (162, 161, 95) fades to 170 + 40, 170 + 40, 170 + 23. */
#define RANK_1_FADED 0xd2d2c1
#define RANK_2 0xd297b5
#define MIXED 0x7e8286

#define MAIN 0x4
#define DRAW 0x8
#define LAY 0xc
#define TICK 0x10

static TvTimelineStage stage;

/*
 * Times in milliseconds. Thread 1: `app.ui.View.draw` 0 to 40 and `app.ui.View.lay` 40
 * to 80. Thread 2: `app.Main.main` 0 to 100; in it, `app.io.Clock.tick` for 3 of every
 * 10 µs of the first 40 ms. So a column there has 3/10 of tick and 7/10 of main. Ranks
 * are main, draw, lay, tick.
 */
/*
 * Times in milliseconds. Thread 1: `app.ui.View.draw` 0 to 40 and `app.ui.View.lay` 40
 * to 80. Thread 2: `app.Main.main` 0 to 100; in it, `app.io.Clock.tick` for 3 of every
 * 10 µs of the first 40 ms. So a column there has 3/10 of tick and 7/10 of main. Ranks
 * are main, draw, lay, tick.
 */
static TvTrace *
load_sample (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "one");
  tv_trace_writer_add_thread (writer, 2, "two");
  tv_trace_writer_add_method (writer, MAIN, "app.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, DRAW, "app.ui.View", "draw", "()V", "V.java", 1);
  tv_trace_writer_add_method (writer, LAY, "app.ui.View", "lay", "()V", "V.java", 2);
  tv_trace_writer_add_method (writer, TICK, "app.io.Clock", "tick", "()V", "C.java", 1);
  tv_trace_writer_enter (writer, 1, DRAW, 0, 0);
  tv_trace_writer_enter (writer, 2, MAIN, 0, 0);
  for (guint i = 0; i < 4000; i++)
    {
      tv_trace_writer_enter (writer, 2, TICK, 0, 10 * i);
      tv_trace_writer_exit (writer, 2, TICK, 0, 10 * i + 3);
    }
  tv_trace_writer_exit (writer, 1, DRAW, 0, 40000);
  tv_trace_writer_enter (writer, 1, LAY, 0, 40000);
  tv_trace_writer_exit (writer, 1, LAY, 0, 80000);
  tv_trace_writer_exit (writer, 2, MAIN, 0, 100000);
  return tv_test_load (writer);
}

static void
set_up (void)
{
  tv_timeline_stage_open (&stage, load_sample ());
}

static void
tear_down (void)
{
  tv_timeline_stage_close (&stage);
}

static GdkRectangle
get_area (guint32 thread_id, guint32 index)
{
  return tv_timeline_stage_area (&stage,
                                 tv_timeline_stage_call (&stage, thread_id, index));
}

/* The colour in the middle of a call of thread 1: draw is 0, lay 1. */
static guint32
get_color (guint32 index)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (stage.timeline);
  GdkRectangle area = get_area (1, index);

  return tv_pixels_get (pixels, area.x + area.width / 2, area.y + area.height / 2)
         & 0xffffff;
}

static void
set_state (const char *action, const char *state)
{
  g_action_group_change_action_state (
      tv_timeline_get_action_group (TV_TIMELINE (stage.timeline)), action,
      g_variant_new_string (state));
  tv_gui_settle ();
}

START_TEST (test_a_storm_is_told_from_one_call)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (stage.timeline);
  GdkRectangle main_area = get_area (2, 0);
  int bottom = main_area.y + main_area.height - 1;
  int storm = main_area.x + main_area.width / 5;
  int calm = main_area.x + main_area.width * 7 / 10;

  /* Of 20 rows main has 14 and tick 6, give or take what borders cut off. */
  for (int y = 0; y < 13; y++)
    ck_assert_uint_eq (tv_pixels_get (pixels, storm, bottom - y) & 0xffffff, RANK_0);
  for (int y = 15; y < 20; y++)
    ck_assert_uint_eq (tv_pixels_get (pixels, storm, bottom - y) & 0xffffff, MIXED);
  for (int y = 0; y < 20; y++)
    ck_assert_uint_eq (tv_pixels_get (pixels, calm, bottom - y) & 0xffffff, RANK_0);
}
END_TEST

START_TEST (test_colours_by_rank_class_and_package)
{
  const char *const states[] = { "class", "package", "rank" };

  ck_assert_uint_eq (get_color (0), RANK_1);
  ck_assert_uint_eq (get_color (1), RANK_2);
  for (guint i = 0; i < 3; i++)
    {
      set_state ("color-by", states[i]);
      /* Both are of one class, and so of one package. */
      if (i < 2)
        ck_assert_uint_eq (get_color (0), get_color (1));
      else
        ck_assert_uint_eq (get_color (1), RANK_2);
      ck_assert_uint_eq (get_color (0),
                         tv_timeline_stage_get_color (&stage, "app.ui.View.draw()V"));
    }
}
END_TEST

START_TEST (test_packages_differ)
{
  guint32 of_ui, of_io, of_app;

  tv_session_colors_set_mode (tv_trace_session_get_colors (stage.session),
                              TV_COLOR_BY_PACKAGE);
  of_ui = tv_timeline_stage_get_color (&stage, "app.ui.View.lay()V");
  of_io = tv_timeline_stage_get_color (&stage, "app.io.Clock.tick()V");
  of_app = tv_timeline_stage_get_color (&stage, "app.Main.main()V");
  ck_assert_uint_ne (of_ui, of_io);
  ck_assert_uint_ne (of_ui, of_app);
  ck_assert_uint_ne (of_io, of_app);
}
END_TEST

static guint32
to_rgb (TvColor color)
{
  return (guint32) color.red << 16 | (guint32) color.green << 8 | color.blue;
}

START_TEST (test_palettes)
{
  static const struct
  {
    TvPalette palette;
    const char *name;
  } palettes[] = { { TV_PALETTE_CLASSIC, "classic" },
                   { TV_PALETTE_ACCESSIBLE, "accessible" },
                   { TV_PALETTE_SOFT, "soft" } };

  for (guint i = 0; i < G_N_ELEMENTS (palettes); i++)
    {
      TvDrawColors colors;

      tv_draw_colors_init (&colors, palettes[i].palette, FALSE);
      set_state ("palette", palettes[i].name);
      ck_assert_uint_eq (get_color (0), to_rgb (tv_draw_colors_get_rank (&colors, 1)));
    }
}
END_TEST

START_TEST (test_choices_outlive_the_session)
{
  g_autoptr (TvProfile) profile = tv_profile_new (stage.trace, NULL, NULL);
  g_autoptr (TvTraceSession) other = tv_trace_session_new (stage.trace, profile);
  guint32 color;

  set_state ("color-by", "class");
  color = get_color (0);
  tv_timeline_set_session (TV_TIMELINE (stage.timeline), other);
  tv_gui_settle ();
  ck_assert_uint_eq (get_color (0), color);
  ck_assert_int_eq (tv_session_colors_get_mode (tv_trace_session_get_colors (other)),
                    TV_COLOR_BY_CLASS);
}
END_TEST

/* Draw and lay with their own colours, or the one that does not stand out faded. */
static void
assert_stand_out (gboolean draw, gboolean lay)
{
  tv_gui_settle ();
  ck_assert_uint_eq (get_color (0), draw ? RANK_1 : RANK_1_FADED);
  if (lay)
    ck_assert_uint_eq (get_color (1), RANK_2);
  else
    ck_assert_uint_ne (get_color (1), RANK_2);
}

START_TEST (test_hits_stand_out)
{
  tv_timeline_stage_find (&stage, "app.ui.View.lay()V");
  assert_stand_out (FALSE, TRUE);
  tv_timeline_stage_find (&stage, NULL);
  assert_stand_out (TRUE, TRUE);
}
END_TEST

/* As hits do, but only in the timeline: the swatches of a table stay as they are. */
START_TEST (test_the_selected_method_stands_out)
{
  tv_timeline_stage_select_method (&stage, "app.ui.View.lay()V");
  assert_stand_out (FALSE, TRUE);
  ck_assert_uint_eq (tv_timeline_stage_get_color (&stage, "app.ui.View.draw()V"),
                     RANK_1);
  tv_timeline_stage_select_method (&stage, "app.ui.View.draw()V");
  assert_stand_out (TRUE, FALSE);
  tv_trace_session_clear_selection (stage.session);
  assert_stand_out (TRUE, TRUE);
}
END_TEST

/* What a search found stays lit, whatever is selected in it. */
START_TEST (test_hits_outdo_the_selection)
{
  tv_timeline_stage_find (&stage, "app.ui.View.lay()V");
  tv_timeline_stage_select_method (&stage, "app.ui.View.draw()V");
  assert_stand_out (FALSE, TRUE);
  /* The search ends. */
  tv_timeline_stage_find (&stage, NULL);
  assert_stand_out (TRUE, FALSE);
}
END_TEST

/* Whether all round the edge of an area there is another colour than inside. */
static gboolean
has_outline (const TvPixels *pixels, GdkRectangle area)
{
  const guint32 inside = tv_pixels_get (pixels, area.x + 1, area.y + 8);
  gboolean whole = area.width >= 3;

  for (int x = area.x; x < area.x + area.width; x++)
    whole &= tv_pixels_get (pixels, x, area.y) != inside
             && tv_pixels_get (pixels, x, area.y + area.height - 1) != inside;
  for (int y = area.y; y < area.y + area.height; y++)
    whole &= tv_pixels_get (pixels, area.x, y) != inside
             && tv_pixels_get (pixels, area.x + area.width - 1, y) != inside;
  return whole;
}

/* All calls of the method, whichever is selected. */
START_TEST (test_calls_of_the_selected_method_are_outlined)
{
  const TvCallRef tick = tv_timeline_stage_call (&stage, 2, 2000);

  tv_timeline_stage_activate (&stage, "open-rows");
  /* 1000 ns a pixel, so that a call is 3 wide and 7 from the next. */
  tv_trace_session_set_view (stage.session, 20000000, 20700000);
  tv_timeline_stage_select_method (&stage, "app.io.Clock.tick()V");
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TvPixels) pixels = tv_pixels_take (stage.timeline);

      for (guint call = 2; call < 60; call++)
        ck_assert_msg (has_outline (pixels, get_area (2, tick.call + call)),
                       "call %u, picture %u", call, i);
      tv_trace_session_select_call (stage.session, tick);
      tv_gui_settle ();
    }
}
END_TEST

/* How much of a light a channel is, as WCAG 2 has it. */
static double
get_luminance (guint32 rgb)
{
  double sum = 0;
  const double weights[] = { 0.0722, 0.7152, 0.2126 };

  for (guint i = 0; i < 3; i++)
    {
      double c = (double) (rgb >> 8 * i & 255) / 255;

      sum += weights[i] * (c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4));
    }
  return sum;
}

static double
get_contrast (guint32 a, guint32 b)
{
  double first = get_luminance (a);
  double second = get_luminance (b);

  return (MAX (first, second) + 0.05) / (MIN (first, second) + 0.05);
}

/* The pixel of a part of the picture that differs most from the background. */
static double
get_best_contrast (const TvPixels *pixels, const GdkRectangle *area, guint32 background)
{
  double best = 1;

  for (int y = area->y; y < area->y + area->height; y++)
    for (int x = area->x; x < area->x + area->width; x++)
      best = MAX (best,
                  get_contrast (tv_pixels_get (pixels, x, y) & 0xffffff, background));
  return best;
}

static void
assert_readable (double least_of_text, double least_of_lines)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (stage.timeline);
  GdkRectangle area = get_area (1, 0);
  guint32 background = tv_pixels_get (pixels, area.x + 2 * area.width + 40, area.y + 8);
  GdkRectangle label = { 10, area.y, 60, area.height };
  GdkRectangle ruler = { area.x, get_area (2, 0).y - 28, 300, 20 };
  GdkRectangle under = { area.x, area.y + area.height, area.width, 9 };
  GdkRectangle cap = { area.x + area.width / 2, area.y - 6, 1, 1 };

  background &= 0xffffff;
  ck_assert_double_ge (get_best_contrast (pixels, &label, background), least_of_text);
  ck_assert_double_ge (get_best_contrast (pixels, &ruler, background), least_of_lines);
  /* Extents and the caps of tabs. */
  ck_assert_double_ge (get_best_contrast (pixels, &under, background), least_of_lines);
  ck_assert_double_ge (get_best_contrast (pixels, &cap, background), least_of_text);
}

START_TEST (test_themes)
{
  static const struct
  {
    const char *name;
    gboolean dark;
    double text;
    double lines;
    gboolean background_is_dark;
  } themes[] = {
    { "Default", FALSE, 7, 3, FALSE },
    { "Default", TRUE, 7, 3, TRUE },
    { "HighContrast", FALSE, 15, 3, FALSE },
    { "HighContrastInverse", FALSE, 15, 3, FALSE },
    { "HighContrast", TRUE, 12, 3, TRUE },
  };
  GtkSettings *settings = gtk_settings_get_default ();

  tv_timeline_stage_select_method (&stage, "app.ui.View.draw()V");
  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    {
      g_object_set (settings, "gtk-theme-name", themes[i].name,
                    "gtk-application-prefer-dark-theme", themes[i].dark, NULL);
      tv_gui_settle ();
      assert_readable (themes[i].text, themes[i].lines);
      ck_assert_uint_eq (get_color (0),
                         themes[i].background_is_dark ? RANK_1_ON_DARK : RANK_1);
    }
  gtk_settings_reset_property (settings, "gtk-theme-name");
  gtk_settings_reset_property (settings, "gtk-application-prefer-dark-theme");
}
END_TEST

TV_DISPLAY_TESTS (set_up, tear_down)
