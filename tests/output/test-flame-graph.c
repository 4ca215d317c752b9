/* SPDX-License-Identifier: Apache-2.0 */

/* Flame graphs and charts are read back: where frames stand, what their tooltips say,
 * and that they add up to the profile. */

#include "analysis/profile-reference.h"
#include "output/flame/flame-chart.h"
#include "output/flame/flame-graph.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const TvProfileRange whole = { .start = G_MININT64, .end = G_MAXINT64 };

typedef struct
{
  char *style;
  char *name;
  char *details;
  double x;
  int y;
  double width;
} Box;

static void
clear_box (Box *box)
{
  g_free (box->style);
  g_free (box->name);
  g_free (box->details);
}

typedef struct
{
  GArray *boxes;
  Box *box;
  gboolean in_title;
  GString *title;
} Reading;

static const char *
find_attribute (const char **names, const char **values, const char *name)
{
  for (; *names != NULL; names++, values++)
    if (g_str_equal (*names, name))
      return *values;
  return NULL;
}

static void
begin_element (GMarkupParseContext *context, const char *element, const char **names,
               const char **values, gpointer user_data, GError **error)
{
  Reading *reading = user_data;
  const char *style = find_attribute (names, values, "class");

  if (g_str_equal (element, "g") && style != NULL && g_str_has_prefix (style, "f "))
    {
      Box box = { .style = g_strdup (style + 2) };

      g_array_append_val (reading->boxes, box);
      reading->box = &g_array_index (reading->boxes, Box, reading->boxes->len - 1);
    }
  else if (reading->box != NULL && g_str_equal (element, "title"))
    {
      reading->in_title = TRUE;
      g_string_truncate (reading->title, 0);
    }
  else if (reading->box != NULL && g_str_equal (element, "rect"))
    {
      reading->box->x = g_ascii_strtod (find_attribute (names, values, "x"), NULL);
      reading->box->y = atoi (find_attribute (names, values, "y"));
      reading->box->width
          = g_ascii_strtod (find_attribute (names, values, "width"), NULL);
    }
}

static void
end_element (GMarkupParseContext *context, const char *element, gpointer user_data,
             GError **error)
{
  Reading *reading = user_data;

  if (reading->in_title)
    {
      char *line = strchr (reading->title->str, '\n');

      ck_assert_ptr_nonnull (line);
      reading->box->name
          = g_strndup (reading->title->str, (gsize) (line - reading->title->str));
      reading->box->details = g_strdup (line + 1);
      reading->in_title = FALSE;
    }
  if (g_str_equal (element, "g"))
    reading->box = NULL;
}

static void
take_text (GMarkupParseContext *context, const char *text, gsize length,
           gpointer user_data, GError **error)
{
  Reading *reading = user_data;

  if (reading->in_title)
    g_string_append_len (reading->title, text, (gssize) length);
}

/* Well-formed, or else the parser says so. */
static GArray *
read_boxes (const char *svg)
{
  const GMarkupParser parser = { .start_element = begin_element,
                                 .end_element = end_element,
                                 .text = take_text };
  g_autoptr (GString) title = g_string_new (NULL);
  Reading reading
      = { .boxes = g_array_new (FALSE, TRUE, sizeof (Box)), .title = title };
  g_autoptr (GMarkupParseContext) context
      = g_markup_parse_context_new (&parser, 0, &reading, NULL);
  g_autoptr (GError) error = NULL;
  gboolean ok = g_markup_parse_context_parse (context, svg, -1, &error)
                && g_markup_parse_context_end_parse (context, &error);

  ck_assert_msg (ok, "%s", error != NULL ? error->message : "");
  g_array_set_clear_func (reading.boxes, (GDestroyNotify) clear_box);
  return reading.boxes;
}

/* xmllint is stricter than GLib, and has its word where it is installed. */
static void
lint (const char *svg)
{
  g_autofree char *program = g_find_program_in_path ("xmllint");
  g_autofree char *path = NULL;
  const char *const arguments[] = { program, "--noout", "FILE", NULL };
  const char *command[G_N_ELEMENTS (arguments)];
  int file, status = -1;

  if (program == NULL)
    {
      g_print ("skipped: xmllint is not installed\n");
      return;
    }
  file = g_file_open_tmp ("flame-XXXXXX.svg", &path, NULL);
  ck_assert_int_ge (file, 0);
  close (file);
  ck_assert (g_file_set_contents (path, svg, -1, NULL));
  memcpy (command, arguments, sizeof command);
  command[2] = path;
  ck_assert (g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_DEFAULT, NULL, NULL,
                           NULL, NULL, &status, NULL));
  ck_assert_int_eq (status, 0);
  remove (path);
}

static char *
finish_stream (GOutputStream *out)
{
  g_output_stream_write_all (out, "", 1, NULL, NULL, NULL);
  g_output_stream_close (out, NULL, NULL);
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (out));
}

static TvCallTree *
make_tree (TvTrace *trace, const TvFrameNames *names, TvClock clock,
           gboolean per_thread, double least_share)
{
  const TvCallTreeLimits limits = { .per_thread = per_thread,
                                    .clock = clock,
                                    .least_share = least_share,
                                    .same = tv_frame_names_get_same (names) };

  return tv_call_tree_new (trace, &whole, &limits, NULL, NULL);
}

static TvFlameLayout *
lay_out (const TvCallTree *tree, TvClock clock)
{
  return tv_flame_layout_new (tree,
                              &(TvFlameSpec){ .clock = clock, .root = TV_NODE_NONE });
}

static char *
draw (const TvFlameGraph *graph)
{
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  ck_assert (tv_flame_graph_write (graph, out, NULL, NULL));
  return finish_stream (out);
}

static char *
boxes_to_string (const GArray *boxes)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < boxes->len; i++)
    {
      const Box *box = &g_array_index (boxes, Box, i);

      g_string_append_printf (text, "%s %g+%g @%d: %s\n", box->name, box->x, box->width,
                              box->y, box->details);
    }
  return g_string_free (text, FALSE);
}

/* a from 0 to 200, in it <b> from 20 to 120 and c&d from 150 to 200. */
static TvTrace *
load_script (guint b_end)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 0x4, "p/Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "p/Q", "<b>", "()V", "Q.java", 2);
  tv_trace_writer_add_method (writer, 0xc, "p/Q", "c&d", "()V", "Q.java", 3);
  tv_trace_writer_enter (writer, 1, 0x4, 0, 0);
  tv_trace_writer_enter (writer, 1, 0x8, 0, 20);
  tv_trace_writer_exit (writer, 1, 0x8, 0, b_end);
  tv_trace_writer_enter (writer, 1, 0xc, 0, 150);
  tv_trace_writer_exit (writer, 1, 0xc, 0, 200);
  tv_trace_writer_exit (writer, 1, 0x4, 0, 200);
  return tv_test_load (writer);
}

static void
assert_graph (gboolean icicle, const char *expected)
{
  g_autoptr (TvTrace) trace = load_script (120);
  g_autoptr (TvFrameNames) names = tv_frame_names_new (trace, FALSE);
  g_autoptr (TvCallTree) tree = make_tree (trace, names, TV_CLOCK_WALL, FALSE, 0);
  g_autoptr (TvFlameLayout) layout = lay_out (tree, TV_CLOCK_WALL);
  g_autofree char *svg = draw (&(TvFlameGraph){ .layout = layout,
                                                .names = names,
                                                .icicle = icicle,
                                                .width = 1000,
                                                .title = "A & <B>" });
  g_autoptr (GArray) boxes = read_boxes (svg);
  g_autofree char *text = boxes_to_string (boxes);

  lint (svg);
  ck_assert_str_eq (text, expected);
}

START_TEST (frames_are_as_wide_as_their_share)
{
  assert_graph (
      FALSE, "All threads 0+1000 @32: 0.200 ms (100.0 %)\n"
             "p.Q.a 0+1000 @16: 0.200 ms (100.0 %), self 0.050 ms (25.0 %), 1 call\n"
             "p.Q.<b> 0+500 @0: 0.100 ms (50.0 %), self 0.100 ms (50.0 %), 1 call\n"
             "p.Q.c&d 500+250 @0: 0.050 ms (25.0 %), self 0.050 ms (25.0 %), 1 call\n");
  assert_graph (
      TRUE, "All threads 0+1000 @0: 0.200 ms (100.0 %)\n"
            "p.Q.a 0+1000 @16: 0.200 ms (100.0 %), self 0.050 ms (25.0 %), 1 call\n"
            "p.Q.<b> 0+500 @32: 0.100 ms (50.0 %), self 0.100 ms (50.0 %), 1 call\n"
            "p.Q.c&d 500+250 @32: 0.050 ms (25.0 %), self 0.050 ms (25.0 %), 1 call\n");
}
END_TEST

static char *
draw_merged (double min_width, guint max_frames, char **text)
{
  g_autoptr (TvTrace) trace = load_script (120);
  g_autoptr (TvFrameNames) names = tv_frame_names_new (trace, FALSE);
  g_autoptr (TvCallTree) tree = make_tree (trace, names, TV_CLOCK_WALL, FALSE, 0);
  const gint64 time = tv_call_tree_get_whole (tree, TV_CLOCK_WALL);
  g_autoptr (TvFlameLayout) layout = tv_flame_layout_new (
      tree, &(TvFlameSpec){ .clock = TV_CLOCK_WALL,
                            .root = TV_NODE_NONE,
                            .least_time = (gint64) (min_width / 1000 * (double) time),
                            .max_frames = max_frames });
  char *svg = draw (&(TvFlameGraph){
      .layout = layout, .names = names, .icicle = TRUE, .width = 1000, .title = "" });
  g_autoptr (GArray) boxes = read_boxes (svg);

  lint (svg);
  *text = boxes_to_string (boxes);
  return svg;
}

/* <b> has 500 pixels and c&d 250. */
START_TEST (narrow_frames_are_one)
{
  const char *const callers
      = "All threads 0+1000 @0: 0.200 ms (100.0 %)\n"
        "p.Q.a 0+1000 @16: 0.200 ms (100.0 %), self 0.050 ms (25.0 %), 1 call\n";
  g_autofree char *both = g_strconcat (
      callers, "Frames too narrow to be told apart 0+750 @32: 0.150 ms (75.0 %)\n",
      NULL);
  g_autofree char *wide = g_strconcat (
      callers, "p.Q.<b> 0+500 @32: 0.100 ms (50.0 %), self 0.100 ms (50.0 %), 1 call\n",
      NULL);
  const struct
  {
    double min_width;
    guint max_frames;
    const char *boxes;
    const char *note;
  } cases[] = { { 600, 0, both, "narrower than 600 px are merged" },
                { 300, 0, wide, "narrower than 300 px are merged" },
                { 1, 2, both, "narrower than 500 px are merged" },
                { 1, 3, wide, "narrower than 250 px are merged" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = NULL;
      g_autofree char *svg
          = draw_merged (cases[i].min_width, cases[i].max_frames, &text);

      ck_assert_str_eq (text, cases[i].boxes);
      ck_assert_ptr_nonnull (strstr (svg, cases[i].note));
    }
}
END_TEST

/* In the old trace b took 40 us of 200: its share has grown by 30 %, that of a itself
 * shrunk by as much, and c is the same. */
START_TEST (a_comparison_has_colors)
{
  g_autoptr (TvTrace) trace = load_script (120);
  g_autoptr (TvTrace) old_trace = load_script (60);
  g_autoptr (TvFrameNames) names = tv_frame_names_new (trace, FALSE);
  g_autoptr (TvCallTree) tree = make_tree (trace, names, TV_CLOCK_WALL, FALSE, 0);
  const guint32 methods[] = { 0, 1, 2 };
  const TvCallTreeComparison comparison = {
    .trace = old_trace, .range = &whole, .clock = TV_CLOCK_WALL, .methods = methods
  };
  g_autoptr (TvCallTreeOther) other
      = tv_call_tree_compare (tree, &comparison, NULL, NULL);
  g_autoptr (TvFlameLayout) layout = lay_out (tree, TV_CLOCK_WALL);
  g_autofree char *svg = draw (&(TvFlameGraph){ .layout = layout,
                                                .names = names,
                                                .other = other,
                                                .other_trace = old_trace,
                                                .other_clock = TV_CLOCK_WALL,
                                                .width = 1000,
                                                .title = "" });
  g_autoptr (GArray) boxes = read_boxes (svg);

  lint (svg);
  ck_assert_uint_eq (boxes->len, 4);
  ck_assert_str_eq (g_array_index (boxes, Box, 1).style, "less6");
  ck_assert_str_eq (g_array_index (boxes, Box, 2).style, "more6");
  ck_assert_str_eq (g_array_index (boxes, Box, 3).style, "more0");
  ck_assert_str_eq (g_array_index (boxes, Box, 2).details,
                    "0.100 ms (50.0 %), self 0.100 ms (50.0 %), 1 call; before 0.040 "
                    "ms (20.0 %), self 0.040 ms; change +30.00 %");
}
END_TEST

/* Microseconds of the number behind a word of a tooltip. */
static gint64
read_time (const char *details, const char *word)
{
  const char *start = strstr (details, word);
  char *point = NULL;
  gint64 milliseconds;

  ck_assert_ptr_nonnull (start);
  start += strlen (word);
  milliseconds = g_ascii_strtoll (start, &point, 10);
  ck_assert_int_eq (*point, '.');
  return milliseconds * 1000 + g_ascii_strtoll (point + 1, NULL, 10);
}

static void
check_against_profile (TvTrace *trace, TvClock clock, gboolean per_thread)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvFrameNames) names = tv_frame_names_new (trace, TRUE);
  g_autoptr (TvCallTree) tree = make_tree (trace, names, clock, per_thread, 0);
  g_autoptr (TvFlameLayout) layout = lay_out (tree, clock);
  g_autofree char *svg = draw (
      &(TvFlameGraph){ .layout = layout, .names = names, .width = 1200, .title = "" });
  g_autoptr (GArray) boxes = read_boxes (svg);
  g_autoptr (GHashTable) own
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  const guint n_methods = tv_trace_get_n_methods (trace);
  g_autofree gint64 *expected = g_new0 (gint64, MAX (n_methods, 1));

  for (guint i = 0; i < boxes->len; i++)
    {
      const Box *box = &g_array_index (boxes, Box, i);
      gint64 *sum = g_hash_table_lookup (own, box->name);

      if (g_str_equal (box->style, "b"))
        continue;
      if (sum == NULL)
        {
          sum = g_new0 (gint64, 1);
          g_hash_table_insert (own, box->name, sum);
        }
      *sum += read_time (box->details, "self ");
    }
  for (guint32 method = 0; method < n_methods; method++)
    expected[tv_frame_names_get_same (names)[method]]
        += tv_profile_get_totals (profile, method)->exclusive[clock];
  for (guint32 method = 0; method < n_methods; method++)
    {
      const gint64 *sum = g_hash_table_lookup (own, tv_frame_names_get (names, method));

      if (tv_frame_names_get_same (names)[method] == method)
        ck_assert_int_eq (sum != NULL ? *sum : 0, expected[method] / 1000);
    }
}

START_TEST (tooltips_add_up_to_the_profile)
{
  for (guint32 seed = 1; seed <= 12; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, seed % 3 * 10);

      check_against_profile (trace, seed % 2, seed % 4 < 2);
    }
  if (tv_test_has_trace ("real/art-trace-regular.trace"))
    {
      g_autofree char *path = tv_test_trace_path ("real/art-trace-regular.trace");
      g_autoptr (TvTrace) trace = tv_test_load_path (path, NULL);

      check_against_profile (trace, TV_CLOCK_WALL, TRUE);
      check_against_profile (trace, TV_CLOCK_THREAD_CPU, FALSE);
    }
}
END_TEST

/* A hundred calls of a microsecond side by side, then one of a hundred. */
static char *
draw_calls (guint n_columns, guint max_frames)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvFrameNames) names = NULL;
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  tv_trace_writer_add_method (writer, 0x4, "p/Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "p/Q", "b", "()V", "Q.java", 2);
  tv_trace_writer_enter (writer, 1, 0x4, 0, 0);
  for (guint i = 0; i < 100; i++)
    {
      tv_trace_writer_enter (writer, 1, 0x8, 0, i);
      tv_trace_writer_exit (writer, 1, 0x8, 0, i + 1);
    }
  tv_trace_writer_enter (writer, 1, 0x8, 0, 100);
  tv_trace_writer_exit (writer, 1, 0x8, 0, 200);
  tv_trace_writer_exit (writer, 1, 0x4, 0, 200);
  trace = tv_test_load (writer);
  names = tv_frame_names_new (trace, FALSE);
  ck_assert (tv_flame_chart_write (&(TvFlameChart){ .trace = trace,
                                                    .range = &whole,
                                                    .names = names,
                                                    .width = 1000,
                                                    .n_columns = n_columns,
                                                    .max_frames = max_frames,
                                                    .title = "" },
                                   out, NULL, NULL));
  return finish_stream (out);
}

static void
assert_narrow_calls_together (const char *svg)
{
  g_autoptr (GArray) boxes = read_boxes (svg);
  const Box *box;

  lint (svg);
  ck_assert_ptr_nonnull (strstr (svg, "px are merged"));
  ck_assert_uint_eq (boxes->len, 3);
  box = &g_array_index (boxes, Box, 0);
  ck_assert_str_eq (box->details, "0.200 ms, from 0.000 ms");
  ck_assert_double_eq (box->width, 1000);
  box = &g_array_index (boxes, Box, 1);
  ck_assert_str_eq (box->style, "crowd");
  ck_assert_double_eq (box->x, 0);
  ck_assert_double_eq_tol (box->width, 500, 1000 / 60.);
  box = &g_array_index (boxes, Box, 2);
  ck_assert_str_eq (box->name, "p.Q.b");
  ck_assert_str_eq (box->details, "0.100 ms, from 0.100 ms");
  ck_assert_double_eq (box->x, 500);
}

START_TEST (a_chart_puts_narrow_calls_together)
{
  g_autofree char *svg = draw_calls (10, 0);

  assert_narrow_calls_together (svg);
}
END_TEST

START_TEST (a_chart_has_a_greatest_number_of_frames)
{
  g_autofree char *all = draw_calls (1000, 102);
  g_autofree char *few = draw_calls (1000, 10);
  g_autoptr (GArray) boxes = read_boxes (all);

  ck_assert_uint_eq (boxes->len, 102);
  ck_assert_ptr_null (strstr (all, "px are merged"));
  assert_narrow_calls_together (few);
}
END_TEST

TV_TESTS (NULL, NULL)
