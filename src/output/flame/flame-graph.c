/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/flame/flame-graph.h"

#include "analysis/text/amount-text.h"
#include "output/flame/flame-page.h"
#include "output/table/text-writer.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#define N_STEPS 6

typedef struct
{
  const TvFlameGraph *graph;
  TvClock clock;
  gint64 whole;
  double greatest_change; /* of a share, 0 to 1 */
  TvFlamePage page;
  GString *details;
  TvTextWriter *writer;
} Drawing;

static double
find_share (gint64 part, gint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

static double
find_change (const Drawing *drawing, const TvFlameFrame *frame)
{
  const TvCallTreeOther *other = drawing->graph->other;

  if (drawing->graph->change == TV_FLAME_CHANGE_SELF)
    return find_share (frame->sums.exclusive[drawing->clock], drawing->whole)
           - find_share (other->exclusive[frame->node], other->whole);
  return find_share (frame->sums.inclusive[drawing->clock], drawing->whole)
         - find_share (other->inclusive[frame->node], other->whole);
}

static const TvTrace *
get_trace (const Drawing *drawing)
{
  return drawing->graph->layout->trace;
}

static const char *
get_symbol (const Drawing *drawing)
{
  return tv_amount_get_symbol (get_trace (drawing), drawing->clock);
}

static void
append_time (const Drawing *drawing, gint64 nanoseconds)
{
  tv_amount_append (drawing->details, get_trace (drawing), drawing->clock, nanoseconds);
  g_string_append_printf (drawing->details, " %s (", get_symbol (drawing));
  tv_percent_append (drawing->details, nanoseconds, drawing->whole);
  g_string_append (drawing->details, " %)");
}

static void
append_other (const Drawing *drawing, const TvFlameFrame *frame)
{
  const TvCallTreeOther *other = drawing->graph->other;
  const double change = find_change (drawing, frame) * 100;
  const guint32 node = frame->node;
  const TvTrace *trace = drawing->graph->other_trace;
  const TvClock clock = drawing->graph->other_clock;
  const char *symbol = tv_amount_get_symbol (trace, clock);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (drawing->details, "; %s ", _ ("before"));
  tv_amount_append (drawing->details, trace, clock, other->inclusive[node]);
  g_string_append_printf (drawing->details, " %s (", symbol);
  tv_percent_append (drawing->details, other->inclusive[node], other->whole);
  g_string_append_printf (drawing->details, " %%), %s ", _ ("self"));
  tv_amount_append (drawing->details, trace, clock, other->exclusive[node]);
  g_string_append_printf (drawing->details, " %s; %s ", symbol, _ ("change"));
  g_ascii_formatd (number, sizeof number, "%+.2f", change);
  g_string_append_printf (drawing->details, "%s %%", number);
}

static const char *
describe (const Drawing *drawing, const TvFlameFrame *frame)
{
  const TvCallTreeNode *sums = &frame->sums;

  g_string_truncate (drawing->details, 0);
  append_time (drawing, sums->inclusive[drawing->clock]);
  if (sums->method != TV_METHOD_NONE)
    {
      g_string_append_printf (drawing->details, ", %s ", _ ("self"));
      append_time (drawing, sums->exclusive[drawing->clock]);
      if (!tv_trace_has_samples (get_trace (drawing)))
        {
          g_string_append (drawing->details, ", ");
          g_string_append_printf (drawing->details,
                                  g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " call",
                                               "%" PRIu64 " calls",
                                               (gulong) sums->calls),
                                  sums->calls);
        }
      if (drawing->graph->other != NULL)
        append_other (drawing, frame);
    }
  return drawing->details->str;
}

/* Colours grow with the square root, so that a small change shows beside a great one.
 */
static void
choose_style (const Drawing *drawing, const TvFlameFrame *frame, TvFlameBox *box)
{
  double change;

  box->style = tv_flame_frame_is_merged (frame) ? "crowd" : "b";
  box->number = -1;
  if (frame->sums.method == TV_METHOD_NONE)
    return;
  if (drawing->graph->other == NULL)
    {
      box->style = "c";
      box->number = (int) tv_flame_page_get_color (box->name);
      return;
    }
  change = find_change (drawing, frame);
  box->number = drawing->greatest_change > 0 ? (int) ceil (
                    sqrt (fabs (change) / drawing->greatest_change) * N_STEPS - 0.5)
                                             : 0;
  box->style = change < 0 ? "less" : "more";
}

static void
add_frame (Drawing *drawing, guint32 index)
{
  const TvFlameGraph *graph = drawing->graph;
  const TvFlameFrame *frame = &graph->layout->frames[index];
  const guint n_levels = graph->layout->n_levels;
  const guint row = graph->icicle ? frame->level : n_levels - 1 - frame->level;
  g_autofree char *label = NULL;
  TvFlameBox box = { .start = find_share (frame->start, drawing->whole),
                     .end = find_share (frame->end, drawing->whole),
                     .y = (gint64) row * TV_FLAME_ROW };

  if (frame->sums.method != TV_METHOD_NONE)
    box.name = tv_frame_names_get (graph->names, frame->sums.method);
  else
    box.name = label = tv_flame_layout_dup_label (graph->layout, index);
  choose_style (drawing, frame, &box);
  box.hit = frame->sums.method != TV_METHOD_NONE && graph->hits != NULL
            && tv_method_set_contains (graph->hits, frame->sums.method);
  box.details = describe (drawing, frame);
  tv_flame_page_add_box (&drawing->page, &box, drawing->writer);
}

/* Returns the sentences below the picture. */
static char *
make_note (const Drawing *drawing)
{
  const TvFlameGraph *graph = drawing->graph;
  const gint64 merged = graph->layout->merged_time;
  const char *colors = NULL;

  if (drawing->whole > 0 && graph->other != NULL)
    colors = graph->change == TV_FLAME_CHANGE_SELF
                 ? _ ("Red: a greater share of self time than before; blue: a smaller "
                      "one.")
                 : _ ("Red: a greater share of the time than before; blue: a smaller "
                      "one.");
  return tv_flame_page_make_note (drawing->whole == 0,
                                  find_share (merged, drawing->whole) * graph->width,
                                  graph->layout->is_cut ? graph->max_depth : 0, colors);
}

static void
write_graph (Drawing *drawing)
{
  const TvFlameGraph *graph = drawing->graph;
  const TvFlameFrame *frames = graph->layout->frames;
  g_autofree char *note = make_note (drawing);

  drawing->page
      = (TvFlamePage){ .width = graph->width,
                       .height = (gint64) graph->layout->n_levels * TV_FLAME_ROW,
                       .title = graph->title,
                       .note = note,
                       .upward = !graph->icicle };
  for (guint i = 0; i < graph->layout->n_frames && graph->other != NULL; i++)
    if (frames[i].sums.method != TV_METHOD_NONE)
      drawing->greatest_change
          = MAX (drawing->greatest_change, fabs (find_change (drawing, &frames[i])));
  tv_flame_page_begin (&drawing->page, drawing->writer);
  for (guint32 i = tv_flame_layout_get_next (graph->layout, TV_FRAME_NONE);
       i != TV_FRAME_NONE && !tv_text_writer_has_failed (drawing->writer);
       i = tv_flame_layout_get_next (graph->layout, i))
    add_frame (drawing, i);
  tv_flame_page_end (&drawing->page, drawing->writer);
}

/**
 * tv_flame_graph_write:
 * @graph: the picture
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a self-contained SVG document with each frame of a layout, as wide as its
 * share of the whole.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_flame_graph_write (const TvFlameGraph *graph, GOutputStream *out,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = NULL;
  g_autoptr (GString) details = g_string_new (NULL);
  Drawing drawing = { .graph = graph, .details = details };

  g_return_val_if_fail (graph != NULL && graph->layout != NULL, FALSE);
  g_return_val_if_fail (graph->names != NULL && G_IS_OUTPUT_STREAM (out), FALSE);

  writer = tv_text_writer_new (out, cancellable);
  drawing.writer = writer;
  drawing.clock = graph->layout->clock;
  drawing.whole = graph->layout->whole;
  write_graph (&drawing);
  return tv_text_writer_finish (writer, error);
}
