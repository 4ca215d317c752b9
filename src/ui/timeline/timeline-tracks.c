/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-tracks.h"

#include "analysis/lanes/lane-columns.h"
#include "analysis/lanes/overview.h"
#include "analysis/text/time-text.h"
#include "trace/model/trace-system.h"
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

struct _TvTimelineTracks
{
  const TvTimelineContext *context;
  TvRowPictures *pictures;
  const TvTimelineThreads *threads; /* of the last frame */
};

/* A row in columns. */
typedef struct
{
  TvRowData row;
  TvTrace *trace;
  GArray *threads; /* of a group, or NULL */
  float *heights;  /* by column: the filled part, 0 to 1 */
  guint32 *what;   /* by column: the state or the thread of its colour */
} TrackData;

static TvRowData *
ask (gpointer owner, const TvRowData *wanted)
{
  TvTimelineTracks *self = owner;
  TrackData *data = g_new0 (TrackData, 1);

  data->row = *wanted;
  data->trace = tv_trace_ref (self->threads->trace);
  if (tv_row_key_get_kind (wanted->wish.row) == TV_TIMELINE_ROW_GROUP)
    data->threads = tv_timeline_threads_list_group (
        self->threads, tv_row_key_get_index (wanted->wish.row));
  return &data->row;
}

static gsize
find_cpu_state (const TvTrace *trace, const TvStateRef *refs, gsize n, gint64 time)
{
  gsize first = 0;

  while (n > first)
    {
      const gsize middle = first + (n - first) / 2;
      const TvThreadStates states = tv_trace_get_states (trace, refs[middle].thread);

      if (tv_times_get (&states.start, refs[middle].state) <= time)
        first = middle + 1;
      else
        n = middle;
    }
  return first;
}

/* Returns how much of a row is in view. */
static gsize
count_in_view (const TrackData *data)
{
  const TvRowSpan *span = &data->row.span;
  const guint32 index = tv_row_key_get_index (data->row.wish.row);
  const TvStateRef *refs;
  TvCounterValues values;
  TvThreadStates states;
  gsize n;

  switch (tv_row_key_get_kind (data->row.wish.row))
    {
    case TV_TIMELINE_ROW_COUNTER:
      values = tv_trace_get_counter_values (data->trace, index);
      return tv_counter_values_find (&values, span->end)
             - tv_counter_values_find (&values, span->start);
    case TV_TIMELINE_ROW_CPU:
      refs = tv_trace_get_cpu_states (data->trace, index, &n);
      return find_cpu_state (data->trace, refs, n, span->end)
             - find_cpu_state (data->trace, refs, n, span->start);
    case TV_TIMELINE_ROW_THREAD:
      states = tv_trace_get_states (data->trace, index);
      return tv_thread_states_find (&states, span->end)
             - tv_thread_states_find (&states, span->start);
    case TV_TIMELINE_ROW_GROUP:
    case TV_TIMELINE_ROW_IDLE:
    default:
      n = 0;
      for (guint i = 0; i < data->threads->len; i++)
        n += tv_lane_cost (data->trace, g_array_index (data->threads, guint32, i),
                           span->start, span->end);
      return n;
    }
}

static gsize
get_cost (const TvRowData *row)
{
  return row->span.n_columns + count_in_view ((const TrackData *) row);
}

/* One busy thread fills half of the height, each further one half of the rest. */
static void
compute_group (TrackData *data)
{
  const TvRowSpan *span = &data->row.span;

  tv_overview_busy (data->trace, (const guint32 *) (gpointer) data->threads->data,
                    data->threads->len, span->start, span->end, data->heights,
                    span->n_columns, NULL);
  for (guint i = 0; i < span->n_columns; i++)
    data->heights[i] = 1 - exp2f (-data->heights[i]);
}

static double
get_column (const TvRowSpan *span, gint64 time)
{
  return CLAMP (((double) time - (double) span->start) * span->n_columns
                    / ((double) span->end - (double) span->start),
                0, span->n_columns);
}

/* A column is as high as the highest value in it; the highest of all fills the row. */
static void
compute_counter (TrackData *data)
{
  const TvRowSpan *span = &data->row.span;
  const guint32 index = tv_row_key_get_index (data->row.wish.row);
  const TvCounter *counter = tv_trace_get_counter (data->trace, index);
  const TvCounterValues values = tv_trace_get_counter_values (data->trace, index);
  gsize i = tv_counter_values_find (&values, span->start);
  const double least = MIN (counter->least, 0);
  const double most = MAX (counter->most, 0);

  for (i = MAX (i, 1) - 1; i < values.n && most > least; i++)
    {
      const double height = (values.value[i] - least) / (most - least);
      const gint64 start = tv_times_get (&values.time, i);
      const gint64 end
          = i + 1 < values.n ? tv_times_get (&values.time, i + 1) : span->end;
      const double last = get_column (span, end);

      if (start >= span->end)
        break;
      for (guint x = (guint) get_column (span, start);
           x < span->n_columns && (x < last || x == (guint) last); x++)
        data->heights[x] = MAX (data->heights[x], (float) height);
    }
}

/* The state or thread with the longest part of a column. */
typedef struct
{
  const TvRowSpan *span;
  float *most;   /* by column: the longest part */
  float *filled; /* by column: the sum of all parts */
  guint32 *what;
} Shares;

static void
add_share (const Shares *shares, gint64 start, gint64 end, guint32 what)
{
  const double from = get_column (shares->span, start);
  const double to = get_column (shares->span, end);

  for (guint x = (guint) from; x < shares->span->n_columns && x < to; x++)
    {
      const float part = (float) (MIN (to, x + 1.0) - MAX (from, x));

      shares->filled[x] += part;
      if (part <= shares->most[x])
        continue;
      shares->most[x] = part;
      shares->what[x] = what;
    }
}

/* A thread that is not running fills less, so that states differ without colours. */
static float
get_state_height (guint32 kind)
{
  switch (kind)
    {
    case TV_STATE_RUNNING:
      return 1;
    case TV_STATE_RUNNABLE:
    case TV_STATE_PREEMPTED:
    case TV_STATE_BLOCKED:
    case TV_STATE_IO:
      return 0.75f;
    default:
      return 0.25f;
    }
}

static void
compute_states (TrackData *data)
{
  const TvRowSpan *span = &data->row.span;
  const TvThreadStates states = tv_trace_get_states (data->trace, data->row.wish.row);
  g_autofree float *most = g_new0 (float, span->n_columns);
  const Shares shares = { span, most, data->heights, data->what };

  for (gsize i = MAX (tv_thread_states_find (&states, span->start), 1) - 1;
       i < states.n && tv_times_get (&states.start, i) < span->end; i++)
    add_share (&shares, tv_times_get (&states.start, i), tv_times_get (&states.end, i),
               states.kind[i]);
  for (guint x = 0; x < span->n_columns; x++)
    data->heights[x] = most[x] > 0 ? get_state_height (data->what[x]) : 0;
}

static void
compute_cpu (TrackData *data)
{
  const TvRowSpan *span = &data->row.span;
  g_autofree float *most = g_new0 (float, span->n_columns);
  const Shares shares = { span, most, data->heights, data->what };
  gsize n;
  const TvStateRef *refs = tv_trace_get_cpu_states (
      data->trace, tv_row_key_get_index (data->row.wish.row), &n);

  for (gsize i = MAX (find_cpu_state (data->trace, refs, n, span->start), 1) - 1; i < n;
       i++)
    {
      const TvThreadStates states = tv_trace_get_states (data->trace, refs[i].thread);
      const gint64 start = tv_times_get (&states.start, refs[i].state);

      if (start >= span->end)
        break;
      if (!tv_trace_is_idle_thread (data->trace, refs[i].thread))
        add_share (&shares, start, tv_times_get (&states.end, refs[i].state),
                   refs[i].thread);
    }
}

static void
compute (TvRowData *row)
{
  TrackData *data = (TrackData *) row;

  data->heights = g_new0 (float, row->span.n_columns);
  data->what = g_new0 (guint32, row->span.n_columns);
  switch (tv_row_key_get_kind (row->wish.row))
    {
    case TV_TIMELINE_ROW_COUNTER:
      compute_counter (data);
      break;
    case TV_TIMELINE_ROW_CPU:
      compute_cpu (data);
      break;
    case TV_TIMELINE_ROW_THREAD:
      compute_states (data);
      break;
    case TV_TIMELINE_ROW_GROUP:
    case TV_TIMELINE_ROW_IDLE:
    default:
      compute_group (data);
      break;
    }
}

static gboolean
is_current (gpointer owner, const TvRowData *row, const TvRowData *wanted)
{
  return TRUE;
}

static TvColor
get_state_color (const TvDrawColors *colors, guint32 kind)
{
  switch (kind)
    {
    case TV_STATE_RUNNING:
      return colors->dark ? (TvColor){ 87, 227, 137 } : (TvColor){ 38, 162, 105 };
    case TV_STATE_RUNNABLE:
    case TV_STATE_PREEMPTED:
      return colors->dark ? (TvColor){ 255, 163, 72 } : (TvColor){ 230, 97, 0 };
    case TV_STATE_BLOCKED:
    case TV_STATE_IO:
      return colors->dark ? (TvColor){ 246, 97, 81 } : (TvColor){ 192, 28, 40 };
    default:
      return tv_color_mix (colors->background, colors->text, 0.3);
    }
}

static TvColor
get_color (const TvDrawColors *colors, const TrackData *data, guint column)
{
  const guint n_colors = tv_draw_colors_get_n_ranks (colors);

  switch (tv_row_key_get_kind (data->row.wish.row))
    {
    case TV_TIMELINE_ROW_COUNTER:
      return tv_draw_colors_get_rank (colors, tv_row_key_get_index (data->row.wish.row)
                                                  % n_colors);
    case TV_TIMELINE_ROW_CPU:
      return tv_draw_colors_get_rank (colors, data->what[column] % n_colors);
    case TV_TIMELINE_ROW_THREAD:
      return get_state_color (colors, data->what[column]);
    case TV_TIMELINE_ROW_GROUP:
    case TV_TIMELINE_ROW_IDLE:
    default:
      return tv_color_mix (colors->background, colors->text, 0.5);
    }
}

/* Any busy time must be visible. */
static guint
get_top (float height, guint n_lines)
{
  return height > 0
             ? n_lines - (guint) CLAMP (height * (float) n_lines + 0.5f, 1, n_lines)
             : n_lines;
}

static GskRenderNode *
draw (gpointer owner, TvRowData *row, const TvRowWish *wish)
{
  TvTimelineTracks *self = owner;
  const TrackData *data = (const TrackData *) row;
  const TvDrawColors *colors = &self->context->colors;
  const gboolean is_area = tv_row_key_get_kind (wish->row) == TV_TIMELINE_ROW_COUNTER;
  const guint width = row->span.n_columns;
  const guint height = wish->n_levels * row->span.scale;
  guint32 *pixels = g_new0 (guint32, (gsize) width * height);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  for (guint x = 0; x < width; x++)
    {
      const guint top = get_top (data->heights[x], height);
      const TvColor color = get_color (colors, data, x);
      const guint32 edge = tv_color_to_pixel (color, 255);
      const guint32 fill
          = is_area
                ? tv_color_to_pixel (tv_color_mix (colors->background, color, 0.5), 255)
                : edge;

      for (guint y = top; y < height; y++)
        pixels[(gsize) y * width + x] = y < top + 2 * row->span.scale ? edge : fill;
    }
  bytes = g_bytes_new_take (pixels, (gsize) width * height * sizeof pixels[0]);
  texture = gdk_memory_texture_new ((int) width, (int) height, GDK_MEMORY_DEFAULT,
                                    bytes, (gsize) width * sizeof pixels[0]);
  return gsk_texture_node_new (
      texture, &GRAPHENE_RECT_INIT (0, 0, (float) width / (float) row->span.scale,
                                    (float) wish->n_levels));
}

static void
free_data (TvRowData *row)
{
  TrackData *data = (TrackData *) row;

  tv_trace_unref (data->trace);
  g_clear_pointer (&data->threads, g_array_unref);
  g_free (data->heights);
  g_free (data->what);
  g_free (data);
}

static const TvRowKind track_kind = {
  .ask = ask,
  .get_cost = get_cost,
  .compute = compute,
  .is_current = is_current,
  .draw = draw,
  .free = free_data,
  .most_cost = 40000, /* a millisecond or two of work */
  .n_kept = 64,
};

/* Calls @ready when a job has finished rows that are in the frame. */
TvTimelineTracks *
tv_timeline_tracks_new (const TvTimelineContext *context,
                        void (*ready) (gpointer user_data), gpointer user_data)
{
  TvTimelineTracks *self = g_new0 (TvTimelineTracks, 1);

  self->context = context;
  self->pictures = tv_row_pictures_new (&track_kind, self, ready, user_data);
  return self;
}

void
tv_timeline_tracks_free (TvTimelineTracks *self)
{
  tv_row_pictures_free (self->pictures);
  g_free (self);
}

/* Handles another trace. */
void
tv_timeline_tracks_forget (TvTimelineTracks *self)
{
  tv_row_pictures_forget (self->pictures);
}

/* Handles other colours. */
void
tv_timeline_tracks_redraw (TvTimelineTracks *self)
{
  tv_row_pictures_redraw (self->pictures);
}

/* Begins a frame. The levels of a row are the pixels of its height. */
void
tv_timeline_tracks_prepare (TvTimelineTracks *self, const TvTimelineThreads *threads,
                            const TvRowSpan *span, const TvRowWish *rows, guint n_rows)
{
  self->threads = threads;
  tv_row_pictures_prepare (self->pictures, span, rows, n_rows);
}

/* Draws a row, or nothing until it is known. */
void
tv_timeline_tracks_snapshot (TvTimelineTracks *self, const TvRowWish *row,
                             GtkSnapshot *snapshot, int x, int y)
{
  tv_row_pictures_snapshot (self->pictures, row, snapshot, (float) x, (float) y);
}

/* Readable names of the states. */
static const char *
get_state_name (TvStateKind kind)
{
  static const char *const names[TV_N_STATE_KINDS] = {
    [TV_STATE_UNKNOWN] = N_ ("Unknown state"),
    [TV_STATE_RUNNING] = N_ ("Running"),
    [TV_STATE_RUNNABLE] = N_ ("Runnable, waiting for a CPU"),
    [TV_STATE_PREEMPTED] = N_ ("Preempted, waiting for a CPU"),
    [TV_STATE_SLEEPING] = N_ ("Asleep"),
    [TV_STATE_BLOCKED] = N_ ("Blocked in the kernel"),
    [TV_STATE_IO] = N_ ("Blocked, waiting for I/O"),
    [TV_STATE_STOPPED] = N_ ("Stopped by a signal"),
    [TV_STATE_TRACED] = N_ ("Stopped by a debugger"),
    [TV_STATE_DEAD] = N_ ("Dead"),
    [TV_STATE_ZOMBIE] = N_ ("Ended, not waited for"),
    [TV_STATE_IDLE] = N_ ("Idle"),
    [TV_STATE_PARKED] = N_ ("Parked"),
    [TV_STATE_CREATED] = N_ ("Created"),
  };

  return _ (names[kind]);
}

static char *
dup_state_text (TvTraceSession *session, guint32 thread, gint64 time)
{
  TvTrace *trace = tv_trace_session_get_trace (session);
  const TvThreadStates states = tv_trace_get_states (trace, thread);
  const gsize found = tv_thread_states_find (&states, time);
  g_autofree char *length = NULL;
  TvThreadState state;
  GString *text;

  if (found == 0)
    return NULL;
  tv_thread_states_get (&states, found - 1, &state);
  if (state.end <= time && !state.is_open)
    return NULL;
  length = tv_trace_session_dup_duration (session, state.end - state.start);
  text = g_string_new (get_state_name (state.kind));
  if (state.cpu != TV_CPU_NONE)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, _ ("CPU %u"), state.cpu);
    }
  g_string_append_printf (text, " · %s", length);
  if (state.blocked_function != NULL)
    g_string_append_printf (text, " · %s", state.blocked_function);
  if (state.waker != TV_THREAD_NONE)
    {
      g_autofree char *waker = tv_trace_dup_thread_label (trace, state.waker);

      g_string_append (text, " · ");
      /* Translators: the thread that made another one runnable. */
      g_string_append_printf (text, _ ("woken by %s"), waker);
    }
  return g_string_free (text, FALSE);
}

static char *
dup_counter_text (TvTraceSession *session, guint32 index, gint64 time)
{
  TvTrace *trace = tv_trace_session_get_trace (session);
  const TvCounter *counter = tv_trace_get_counter (trace, index);
  const TvCounterValues values = tv_trace_get_counter_values (trace, index);
  const gsize found = tv_counter_values_find (&values, time);
  g_autofree char *value = NULL;

  if (found == 0)
    return NULL;
  value = tv_number_format (values.value[found - 1]);
  return g_strdup_printf ("%s: %s%s%s", counter->name, value,
                          counter->unit != NULL ? " " : "",
                          counter->unit != NULL ? counter->unit : "");
}

/* Returns the whole label of a row without a thread, and what there is in it. */
char *
tv_timeline_tracks_dup_tooltip (TvTraceSession *session, guint32 key)
{
  TvTrace *trace = tv_trace_session_get_trace (session);
  GString *text = g_string_new (NULL);
  g_autofree char *label = tv_row_key_dup_label (trace, key);
  g_autofree char *least = NULL;
  g_autofree char *most = NULL;
  const TvCounter *counter;

  g_string_append (text, label);
  if (tv_row_key_get_kind (key) != TV_TIMELINE_ROW_COUNTER)
    return g_string_free (text, FALSE);
  counter = tv_trace_get_counter (trace, tv_row_key_get_index (key));
  if (counter->thread != TV_THREAD_NONE || counter->process != TV_PROCESS_NONE)
    {
      g_autofree char *owner
          = counter->thread != TV_THREAD_NONE
                ? tv_trace_dup_thread_label (trace, counter->thread)
                : tv_trace_dup_process_label (trace, counter->process);

      g_string_append_printf (text, "\n%s", owner);
    }
  g_string_append_c (text, '\n');
  g_string_append_printf (
      text, ngettext ("%'" PRIu64 " value", "%'" PRIu64 " values", (gulong) counter->n),
      (guint64) counter->n);
  g_string_append_c (text, '\n');
  least = tv_number_format (counter->least);
  most = tv_number_format (counter->most);
  /* Translators: the lowest and the highest value of a counter. */
  g_string_append_printf (text, _ ("%s to %s"), least, most);
  if (counter->unit != NULL)
    g_string_append_printf (text, " %s", counter->unit);
  return g_string_free (text, FALSE);
}

static char *
dup_cpu_text (TvTraceSession *session, guint32 index, gint64 time)
{
  TvTrace *trace = tv_trace_session_get_trace (session);
  gsize n;
  const TvStateRef *refs = tv_trace_get_cpu_states (trace, index, &n);
  const gsize found = find_cpu_state (trace, refs, n, time);
  TvThreadStates states;

  if (found == 0)
    return NULL;
  states = tv_trace_get_states (trace, refs[found - 1].thread);
  if (tv_times_get (&states.end, refs[found - 1].state) <= time)
    return NULL;
  if (tv_trace_is_idle_thread (trace, refs[found - 1].thread))
    return g_strdup (_ ("Idle"));
  return tv_trace_dup_thread_label (trace, refs[found - 1].thread);
}

/* Returns what a row shows at a time, of a thread its state; NULL if that is nothing.
 */
char *
tv_timeline_tracks_dup_text (TvTraceSession *session, guint32 key, gint64 time)
{
  const guint32 index = tv_row_key_get_index (key);

  switch (tv_row_key_get_kind (key))
    {
    case TV_TIMELINE_ROW_COUNTER:
      return dup_counter_text (session, index, time);
    case TV_TIMELINE_ROW_CPU:
      return dup_cpu_text (session, index, time);
    case TV_TIMELINE_ROW_THREAD:
      return tv_trace_has_states (tv_trace_session_get_trace (session))
                 ? dup_state_text (session, index, time)
                 : NULL;
    case TV_TIMELINE_ROW_GROUP:
    case TV_TIMELINE_ROW_IDLE:
    default:
      return NULL;
    }
}
