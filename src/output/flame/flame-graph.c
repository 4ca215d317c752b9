/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/flame/flame-graph.h"

#include "analysis/stacks/call-tree.h"
#include "analysis/text/time-text.h"
#include "output/flame/flame-page.h"
#include "output/table/text-writer.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#define N_STEPS 6

typedef struct
{
  const TvFlameGraph *graph;
  TvTrace *trace;
  const TvCallTreeNode *nodes;
  gboolean grouped; /* a frame for everything is below those of the threads */
  gint64 whole;
  gint64 least;           /* the least time of a frame */
  gboolean merged;        /* whether frames with less time are one */
  double greatest_change; /* of a share, 0 to 1 */
  guint n_levels;
  gboolean cut; /* whether deeper levels are left out */
  TvFlamePage page;
  GArray *places; /* gint64: by depth, where the next child begins */
  GString *details;
  TvTextWriter *writer;
} Drawing;

static double
find_share (gint64 part, gint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

static double
find_change (const Drawing *drawing, guint32 node)
{
  const TvFlameGraph *graph = drawing->graph;
  const TvCallTreeNode *row = &drawing->nodes[node];

  if (graph->change == TV_FLAME_CHANGE_SELF)
    return find_share (row->exclusive[graph->clock], drawing->whole)
           - find_share (graph->other->exclusive[node], graph->other->whole);
  return find_share (row->inclusive[graph->clock], drawing->whole)
         - find_share (graph->other->inclusive[node], graph->other->whole);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint64 first = *(const gint64 *) a;
  const gint64 second = *(const gint64 *) b;

  return (first < second) - (first > second);
}

/* A node has no more time than the one above it, so no frame loses its caller. */
static gint64
find_least (const Drawing *drawing)
{
  const TvFlameGraph *graph = drawing->graph;
  const double narrowest
      = ceil (graph->min_width / graph->width * (double) drawing->whole);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint n_nodes;

  (void) tv_call_tree_get_nodes (graph->tree, &n_nodes);
  for (guint i = 0; i < n_nodes; i++)
    g_array_append_val (times, drawing->nodes[i].inclusive[graph->clock]);
  g_array_sort (times, compare_times);
  if (graph->max_frames > 0 && times->len > graph->max_frames)
    return MAX ((gint64) narrowest,
                g_array_index (times, gint64, graph->max_frames) + 1);
  return (gint64) narrowest;
}

/* Whether a node has a frame of its own. */
static gboolean
is_shown (const Drawing *drawing, guint32 node)
{
  return drawing->nodes[node].inclusive[drawing->graph->clock] >= drawing->least;
}

/* Returns the time of callees without frames of their own. */
static gint64
find_rest (const Drawing *drawing, guint32 node, guint depth)
{
  const TvFlameGraph *graph = drawing->graph;
  const TvCallTreeNode *row = &drawing->nodes[node];
  gint64 rest = row->inclusive[graph->clock] - row->exclusive[graph->clock];
  guint n;
  const guint32 *children = tv_call_tree_get_children (graph->tree, node, &n);

  if (graph->max_depth > 0 && depth == graph->max_depth)
    return 0;
  for (guint i = 0; i < n; i++)
    if (is_shown (drawing, children[i]))
      rest -= drawing->nodes[children[i]].inclusive[graph->clock];
  return rest;
}

static void
survey (Drawing *drawing)
{
  const TvFlameGraph *graph = drawing->graph;
  g_autoptr (TvCallTreeWalk) walk = tv_call_tree_walk_new (graph->tree);
  guint32 node;
  guint depth;

  while (tv_call_tree_walk_next (walk, &node, &depth))
    {
      const TvCallTreeNode *row = &drawing->nodes[node];
      const gint64 rest = find_rest (drawing, node, depth);

      if (!is_shown (drawing, node))
        continue;
      drawing->merged = drawing->merged || rest > 0;
      drawing->n_levels
          = MAX (drawing->n_levels, depth + (rest >= drawing->least && rest > 0) + 1);
      drawing->cut
          = drawing->cut
            || (graph->max_depth > 0 && depth == graph->max_depth
                && row->exclusive[graph->clock] < row->inclusive[graph->clock]);
      if (graph->other != NULL && row->method != TV_METHOD_NONE)
        drawing->greatest_change
            = MAX (drawing->greatest_change, fabs (find_change (drawing, node)));
    }
}

static void
append_time (const Drawing *drawing, gint64 nanoseconds)
{
  tv_time_append_milliseconds (drawing->details, nanoseconds);
  g_string_append_printf (drawing->details, " %s (", _ ("ms"));
  tv_percent_append (drawing->details, nanoseconds, drawing->whole);
  g_string_append (drawing->details, " %)");
}

static void
append_other (const Drawing *drawing, guint32 node)
{
  const TvFlameGraph *graph = drawing->graph;
  const TvCallTreeOther *other = graph->other;
  const double change = find_change (drawing, node) * 100;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (drawing->details, "; %s ", _ ("before"));
  tv_time_append_milliseconds (drawing->details, other->inclusive[node]);
  g_string_append_printf (drawing->details, " %s (", _ ("ms"));
  tv_percent_append (drawing->details, other->inclusive[node], other->whole);
  g_string_append_printf (drawing->details, " %%), %s ", _ ("self"));
  tv_time_append_milliseconds (drawing->details, other->exclusive[node]);
  g_string_append_printf (drawing->details, " %s; %s ", _ ("ms"), _ ("change"));
  g_ascii_formatd (number, sizeof number, "%+.2f", change);
  g_string_append_printf (drawing->details, "%s %%", number);
}

static const char *
describe (const Drawing *drawing, guint32 node)
{
  const TvCallTreeNode *row = &drawing->nodes[node];
  const TvClock clock = drawing->graph->clock;

  g_string_truncate (drawing->details, 0);
  append_time (drawing, row->inclusive[clock]);
  if (row->method != TV_METHOD_NONE)
    {
      g_string_append_printf (drawing->details, ", %s ", _ ("self"));
      append_time (drawing, row->exclusive[clock]);
      g_string_append (drawing->details, ", ");
      g_string_append_printf (drawing->details,
                              g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " call",
                                           "%" PRIu64 " calls", (gulong) row->calls),
                              row->calls);
      if (drawing->graph->other != NULL)
        append_other (drawing, node);
    }
  return drawing->details->str;
}

/* Steps by the square root, so that a small change shows beside a great one. */
static void
choose_style (const Drawing *drawing, guint32 node, const char *name, TvFlameBox *box)
{
  double change;

  box->style = "b";
  box->number = -1;
  if (drawing->nodes[node].method == TV_METHOD_NONE)
    return;
  if (drawing->graph->other == NULL)
    {
      box->style = "c";
      box->number = (int) tv_flame_page_get_color (name);
      return;
    }
  change = find_change (drawing, node);
  box->number = drawing->greatest_change > 0 ? (int) ceil (
                    sqrt (fabs (change) / drawing->greatest_change) * N_STEPS - 0.5)
                                             : 0;
  box->style = change < 0 ? "less" : "more";
}

static gint64
find_y (const Drawing *drawing, guint level)
{
  const guint row = drawing->graph->icicle ? level : drawing->n_levels - 1 - level;

  return (gint64) row * TV_FLAME_ROW;
}

/* Adds the frame of callees that are too narrow for frames of their own, unless all of
 * them together are. */
static void
add_merged (Drawing *drawing, gint64 start, gint64 time, guint level)
{
  TvFlameBox box = { .start = find_share (start, drawing->whole),
                     .end = find_share (start + time, drawing->whole),
                     .y = find_y (drawing, level),
                     .style = "crowd",
                     .number = -1,
                     .name = _ ("Frames too narrow to be told apart") };

  if (time == 0 || time < drawing->least)
    return;
  g_string_truncate (drawing->details, 0);
  append_time (drawing, time);
  box.details = drawing->details->str;
  tv_flame_page_add_box (&drawing->page, &box, drawing->writer);
}

static void
add_node (Drawing *drawing, guint32 node, guint depth)
{
  const TvCallTreeNode *row = &drawing->nodes[node];
  const gint64 time = row->inclusive[drawing->graph->clock];
  const gint64 start = g_array_index (drawing->places, gint64, depth);
  const gint64 rest = find_rest (drawing, node, depth);
  g_autofree char *label = NULL;
  const char *name;
  TvFlameBox box = { .start = find_share (start, drawing->whole),
                     .end = find_share (start + time, drawing->whole),
                     .y = find_y (drawing, depth + drawing->grouped) };

  g_array_index (drawing->places, gint64, depth) += time;
  g_array_set_size (drawing->places, depth + 2);
  g_array_index (drawing->places, gint64, depth + 1) = start;
  if (row->method != TV_METHOD_NONE)
    name = tv_frame_names_get (drawing->graph->names, row->method);
  else if (row->thread != TV_THREAD_NONE)
    name = label = tv_trace_dup_thread_label (drawing->trace, row->thread);
  else
    name = _ ("All threads");
  choose_style (drawing, node, name, &box);
  box.name = name;
  box.details = describe (drawing, node);
  tv_flame_page_add_box (&drawing->page, &box, drawing->writer);
  add_merged (drawing, start + time - row->exclusive[drawing->graph->clock] - rest,
              rest, depth + drawing->grouped + 1);
}

/* What the threads' frames stand on. */
static void
add_ground (Drawing *drawing)
{
  TvFlameBox box = { .end = 1,
                     .y = find_y (drawing, 0),
                     .style = "b",
                     .number = -1,
                     .name = _ ("All threads") };

  g_string_truncate (drawing->details, 0);
  append_time (drawing, drawing->whole);
  box.details = drawing->details->str;
  tv_flame_page_add_box (&drawing->page, &box, drawing->writer);
}

static void
add_nodes (Drawing *drawing)
{
  g_autoptr (TvCallTreeWalk) walk = tv_call_tree_walk_new (drawing->graph->tree);
  guint32 node;
  guint depth;

  g_array_set_size (drawing->places, 1);
  if (drawing->grouped)
    add_ground (drawing);
  while (tv_call_tree_walk_next (walk, &node, &depth)
         && !tv_text_writer_has_failed (drawing->writer))
    if (is_shown (drawing, node))
      add_node (drawing, node, depth);
}

/* Returns what a reader has to know of the picture. */
static char *
make_note (const Drawing *drawing)
{
  const TvFlameGraph *graph = drawing->graph;
  const double narrowest = find_share (drawing->least, drawing->whole) * graph->width;
  const char *colors = NULL;

  if (drawing->whole > 0 && graph->other != NULL)
    colors = graph->change == TV_FLAME_CHANGE_SELF
                 ? _ ("Red: a greater share of self time than before; blue: a smaller "
                      "one.")
                 : _ ("Red: a greater share of the time than before; blue: a smaller "
                      "one.");
  return tv_flame_page_make_note (drawing->whole == 0, drawing->merged ? narrowest : 0,
                                  drawing->cut ? graph->max_depth : 0, colors);
}

static void
write_graph (Drawing *drawing)
{
  const TvFlameGraph *graph = drawing->graph;
  g_autofree char *note = NULL;
  guint n_roots;

  (void) tv_call_tree_get_roots (graph->tree, &n_roots);
  drawing->grouped = n_roots > 1;
  drawing->least = find_least (drawing);
  survey (drawing);
  drawing->n_levels += drawing->grouped;
  note = make_note (drawing);
  drawing->page = (TvFlamePage){ .width = graph->width,
                                 .height = (gint64) drawing->n_levels * TV_FLAME_ROW,
                                 .title = graph->title,
                                 .note = note,
                                 .upward = !graph->icicle };
  tv_flame_page_begin (&drawing->page, drawing->writer);
  add_nodes (drawing);
  tv_flame_page_end (&drawing->page, drawing->writer);
}

/**
 * tv_flame_graph_write:
 * @graph: the picture
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a self-contained SVG document: a frame for each node of the tree that is wide
 * enough, as wide as its share of the whole.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_flame_graph_write (const TvFlameGraph *graph, GOutputStream *out,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = NULL;
  g_autoptr (GArray) places = g_array_new (FALSE, TRUE, sizeof (gint64));
  g_autoptr (GString) details = g_string_new (NULL);
  Drawing drawing = { .graph = graph, .places = places, .details = details };

  g_return_val_if_fail (graph != NULL && graph->tree != NULL && graph->names != NULL,
                        FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  writer = tv_text_writer_new (out, cancellable);
  drawing.writer = writer;
  drawing.trace = tv_call_tree_get_trace (graph->tree);
  drawing.nodes = tv_call_tree_get_nodes (graph->tree, NULL);
  drawing.whole = tv_call_tree_get_whole (graph->tree, graph->clock);
  write_graph (&drawing);
  return tv_text_writer_finish (writer, error);
}
