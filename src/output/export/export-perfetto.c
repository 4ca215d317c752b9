/* SPDX-License-Identifier: Apache-2.0 */

/* Perfetto's own format: packets of track events, see protos/perfetto/trace/ in its
 * repository for the numbers of the fields. A thread is a track and a sequence of its
 * own, on which names are sent once and then referred to; so is a counter. */

#include "config.h"

#include "output/export/export-private.h"
#include "output/export/export.h"
#include "output/export/protobuf-writer.h"

#include <glib/gi18n-lib.h>

/* Trace */
#define TRACE_PACKET 1

/* TracePacket */
#define PACKET_CLOCK_SNAPSHOT 6
#define PACKET_TIMESTAMP 8
#define PACKET_SEQUENCE_ID 10
#define PACKET_TRACK_EVENT 11
#define PACKET_INTERNED_DATA 12
#define PACKET_SEQUENCE_FLAGS 13
#define PACKET_TIMESTAMP_CLOCK 58
#define PACKET_TRACK_DESCRIPTOR 60
#define STATE_CLEARED 1
#define NEEDS_STATE 2

/* ClockSnapshot and Clock, and the built-in clocks */
#define SNAPSHOT_CLOCKS 1
#define SNAPSHOT_PRIMARY_CLOCK 2
#define CLOCK_ID 1
#define CLOCK_TIMESTAMP 2
#define REALTIME_CLOCK 1
#define MONOTONIC_CLOCK 3
#define MONOTONIC_RAW_CLOCK 5
#define BOOT_CLOCK 6

/* TrackDescriptor, ProcessDescriptor, ThreadDescriptor, CounterDescriptor */
#define TRACK_UUID 1
#define TRACK_NAME 2
#define TRACK_PROCESS 3
#define TRACK_THREAD 4
#define TRACK_PARENT 5
#define TRACK_COUNTER 8
#define COUNTER_UNIT_NAME 6
#define PROCESS_PID 1
#define PROCESS_NAME 6
#define THREAD_PID 1
#define THREAD_TID 2
#define THREAD_NAME 5

/* InternedData, EventName */
#define INTERNED_EVENT_NAMES 2
#define EVENT_NAME_IID 1
#define EVENT_NAME_NAME 2

/* TrackEvent, DebugAnnotation */
#define EVENT_ANNOTATION 4
#define EVENT_TYPE 9
#define EVENT_NAME 10
#define EVENT_TRACK 11
#define EVENT_THREAD_TIME 17
#define EVENT_CATEGORIES 22
#define EVENT_COUNTER_VALUE 44
#define EVENT_FLOW 47
#define EVENT_ENDING_FLOW 48
#define SLICE_BEGIN 1
#define SLICE_END 2
#define COUNTER_VALUE 4
#define ANNOTATION_BOOL 2
#define ANNOTATION_UINT 3
#define ANNOTATION_INT 4
#define ANNOTATION_DOUBLE 5
#define ANNOTATION_STRING 6
#define ANNOTATION_POINTER 7
#define ANNOTATION_NAME 10
#define ANNOTATION_MEMBER 11
#define ANNOTATION_ITEM 12

/* Tracks of processes have numbers from this one on, then come those of threads. */
#define PROCESS_TRACK 1

#define NS_PER_US 1000

/* Linux has no ids of threads beyond it. */
#define FIRST_FREE_ID (4 * 1024 * 1024)

/* A call that a flow leaves or enters. */
typedef struct
{
  TvCallRef call;
  guint field; /* EVENT_FLOW or EVENT_ENDING_FLOW */
  guint64 id;
} FlowEnd;

typedef struct
{
  TvTrace *trace;
  TvClock clock;
  gboolean has_cpu_too;
  gboolean has_slices;
  guint64 process; /* of the present thread */
  TvExportNames names;
  TvTextWriter *writer;

  TvProtobuf packet;
  TvProtobuf inner;
  TvProtobuf innermost;

  guint64 device_clock; /* the device's clock that @start is on */
  gint64 start;         /* of tracing */
  guint64 sequence;     /* of the present row, and its track */
  gsize n_open; /* in the present row: calls around all others that did not end */
  GHashTable *thread_tracks; /* (utf8) (guint64): by process and id */
  GHashTable *thread_ids;    /* (int64) those that are given away */
  guint64 *named_in;         /* by method: the sequence that has its name */
  GArray *annotations;       /* of TvProtobuf: each is in the one before */
  GArray *flow_ends;         /* of FlowEnd, by call */
  guint next_flow_end;
} Perfetto;

static void
clear_perfetto (Perfetto *perfetto)
{
  tv_export_names_clear (&perfetto->names);
  tv_protobuf_clear (&perfetto->packet);
  tv_protobuf_clear (&perfetto->inner);
  tv_protobuf_clear (&perfetto->innermost);
  g_free (perfetto->named_in);
  g_array_unref (perfetto->annotations);
  g_array_unref (perfetto->flow_ends);
  g_hash_table_unref (perfetto->thread_ids);
  g_hash_table_unref (perfetto->thread_tracks);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Perfetto, clear_perfetto)

static void
begin_packet (Perfetto *perfetto)
{
  tv_protobuf_reset (&perfetto->packet);
  tv_protobuf_reset (&perfetto->inner);
  tv_protobuf_reset (&perfetto->innermost);
}

static void
write_packet (Perfetto *perfetto)
{
  tv_protobuf_write (&perfetto->packet, TRACE_PACKET, perfetto->writer);
}

/* Names the primary clock. Trace processor adopts it unless a snapshot came before, as
 * when the file is appended to a system trace. */
static void
write_clock (Perfetto *perfetto)
{
  begin_packet (perfetto);
  tv_protobuf_add_number (&perfetto->innermost, CLOCK_ID, perfetto->device_clock);
  tv_protobuf_add_number (&perfetto->innermost, CLOCK_TIMESTAMP,
                          (guint64) perfetto->start);
  tv_protobuf_add_message (&perfetto->inner, SNAPSHOT_CLOCKS, &perfetto->innermost);
  tv_protobuf_add_number (&perfetto->inner, SNAPSHOT_PRIMARY_CLOCK,
                          perfetto->device_clock);
  tv_protobuf_add_message (&perfetto->packet, PACKET_CLOCK_SNAPSHOT, &perfetto->inner);
  write_packet (perfetto);
}

static void
write_process (Perfetto *perfetto, guint64 track, const char *name)
{
  begin_packet (perfetto);
  tv_protobuf_add_number (&perfetto->innermost, PROCESS_PID, perfetto->process);
  if (name != NULL)
    tv_protobuf_add_text (&perfetto->innermost, PROCESS_NAME, name);
  tv_protobuf_add_number (&perfetto->inner, TRACK_UUID, track);
  tv_protobuf_add_message (&perfetto->inner, TRACK_PROCESS, &perfetto->innermost);
  tv_protobuf_add_message (&perfetto->packet, PACKET_TRACK_DESCRIPTOR,
                           &perfetto->inner);
  write_packet (perfetto);
}

/* Describes the track of the present sequence, and what its innermost message says. */
static void
write_track (Perfetto *perfetto, guint64 parent, const char *name, guint field)
{
  tv_protobuf_add_number (&perfetto->inner, TRACK_UUID, perfetto->sequence);
  if (parent != 0)
    tv_protobuf_add_number (&perfetto->inner, TRACK_PARENT, parent);
  if (name != NULL)
    tv_protobuf_add_text (&perfetto->inner, TRACK_NAME, name);
  if (field != 0)
    tv_protobuf_add_message (&perfetto->inner, field, &perfetto->innermost);
  tv_protobuf_add_number (&perfetto->packet, PACKET_SEQUENCE_ID, perfetto->sequence);
  tv_protobuf_add_number (&perfetto->packet, PACKET_SEQUENCE_FLAGS, STATE_CLEARED);
  tv_protobuf_add_message (&perfetto->packet, PACKET_TRACK_DESCRIPTOR,
                           &perfetto->inner);
  write_packet (perfetto);
}

/* Returns the track of a process of a trace of slices, or 0 without one. */
static guint64
get_process_track (guint32 process)
{
  return process != TV_PROCESS_NONE ? PROCESS_TRACK + (guint64) process : 0;
}

/* Returns the id of a thread, or another one if a thread of another process has it:
 * the format wants ids that are unique. */
static gint64
take_thread_id (Perfetto *perfetto, gint64 id)
{
  while (g_hash_table_contains (perfetto->thread_ids, &id))
    id = MAX (id, FIRST_FREE_ID) + 1;
  g_hash_table_add (perfetto->thread_ids, g_memdup2 (&id, sizeof id));
  return id;
}

static void
add_thread (Perfetto *perfetto, const TvThread *row, const char *name)
{
  const gint64 id = perfetto->has_slices ? take_thread_id (perfetto, row->number)
                                         : (gint64) row->id;

  tv_protobuf_add_number (&perfetto->innermost, THREAD_PID, perfetto->process);
  tv_protobuf_add_number (&perfetto->innermost, THREAD_TID, (guint64) id);
  if (name != NULL)
    tv_protobuf_add_text (&perfetto->innermost, THREAD_NAME, name);
}

/* Returns the track of a thread, if the row is a further one of it: overlapping slices
 * have a row of their own. */
static guint64
find_first_row (Perfetto *perfetto, const TvThread *row)
{
  g_autofree char *key = g_strdup_printf ("%u", row->owner);
  gpointer track;

  if (!perfetto->has_slices || row->kind != TV_TRACK_THREAD)
    return 0;
  track = g_hash_table_lookup (perfetto->thread_tracks, key);
  if (track == NULL)
    g_hash_table_insert (perfetto->thread_tracks, g_steal_pointer (&key),
                         GSIZE_TO_POINTER (perfetto->sequence));
  return GPOINTER_TO_SIZE (track);
}

static void
write_row (Perfetto *perfetto, guint32 thread)
{
  const TvThread *row = tv_trace_get_thread (perfetto->trace, thread);
  guint64 parent = PROCESS_TRACK;
  g_autofree char *name = NULL;
  guint64 first_row;
  guint32 named;

  perfetto->sequence++;
  perfetto->n_open = 0;
  first_row = find_first_row (perfetto, row);
  named = row->kind == TV_TRACK_THREAD && first_row == 0 ? row->owner : thread;
  name = tv_export_names_dup_thread (perfetto->trace, named);
  if (perfetto->has_slices)
    {
      const gint64 pid = tv_export_get_pid (perfetto->trace, row->process);

      perfetto->process = pid > 0 && pid <= G_MAXINT32 ? (guint64) pid : 0;
      parent = get_process_track (row->process);
      if (tv_trace_get_thread (perfetto->trace, named)->name == NULL)
        g_clear_pointer (&name, g_free);
    }
  begin_packet (perfetto);
  if (row->kind == TV_TRACK_THREAD && first_row == 0)
    {
      add_thread (perfetto, row, name);
      write_track (perfetto, parent, name, TRACK_THREAD);
    }
  else
    write_track (perfetto, first_row != 0 ? first_row : parent, name, 0);
}

/* Sends the name of a method with its first call in the sequence. */
static void
add_name (Perfetto *perfetto, guint32 method)
{
  if (perfetto->named_in[method] == perfetto->sequence)
    return;
  perfetto->named_in[method] = perfetto->sequence;
  tv_protobuf_reset (&perfetto->inner);
  tv_protobuf_reset (&perfetto->innermost);
  tv_protobuf_add_number (&perfetto->innermost, EVENT_NAME_IID, (guint64) method + 1);
  tv_protobuf_add_text (&perfetto->innermost, EVENT_NAME_NAME,
                        tv_export_names_get_method (&perfetto->names, method));
  tv_protobuf_add_message (&perfetto->inner, INTERNED_EVENT_NAMES,
                           &perfetto->innermost);
  tv_protobuf_add_message (&perfetto->packet, PACKET_INTERNED_DATA, &perfetto->inner);
}

/* Begins an annotation in the present one, if there is one. */
static TvProtobuf *
begin_annotation (Perfetto *perfetto, const char *name, gsize length)
{
  const TvProtobuf empty = { 0 };
  TvProtobuf *annotation;

  g_array_append_val (perfetto->annotations, empty);
  annotation = &g_array_index (perfetto->annotations, TvProtobuf,
                               perfetto->annotations->len - 1);
  if (name != NULL)
    tv_protobuf_add_bytes (annotation, ANNOTATION_NAME, name, length);
  return annotation;
}

/* Items of a list have no name. */
static void
end_annotation (Perfetto *perfetto, gboolean has_name)
{
  const guint last = perfetto->annotations->len - 1;
  TvProtobuf *annotation = &g_array_index (perfetto->annotations, TvProtobuf, last);

  if (last == 0)
    tv_protobuf_add_message (&perfetto->inner, EVENT_ANNOTATION, annotation);
  else
    tv_protobuf_add_message (
        annotation - 1, has_name ? ANNOTATION_MEMBER : ANNOTATION_ITEM, annotation);
  tv_protobuf_clear (annotation);
  g_array_set_size (perfetto->annotations, last);
}

static void
open_args (gpointer data, const char *name, gsize length, gboolean is_list)
{
  begin_annotation (data, name, length);
}

static void
close_args (gpointer data, gboolean is_list, gboolean has_name)
{
  end_annotation (data, has_name);
}

static void
add_value (TvProtobuf *annotation, const TvArg *arg)
{
  switch (arg->type)
    {
    case TV_ARG_INT:
      tv_protobuf_add_number (annotation, ANNOTATION_INT, (guint64) arg->value.integer);
      break;
    case TV_ARG_UINT:
      tv_protobuf_add_number (annotation, ANNOTATION_UINT, arg->value.uinteger);
      break;
    case TV_ARG_BOOL:
      tv_protobuf_add_number (annotation, ANNOTATION_BOOL, arg->value.integer != 0);
      break;
    case TV_ARG_REAL:
      tv_protobuf_add_double (annotation, ANNOTATION_DOUBLE, arg->value.real);
      break;
    case TV_ARG_POINTER:
      tv_protobuf_add_number (annotation, ANNOTATION_POINTER, arg->value.uinteger);
      break;
    case TV_ARG_STRING:
    case TV_ARG_JSON:
      tv_protobuf_add_text (annotation, ANNOTATION_STRING, arg->value.text);
      break;
    case TV_ARG_NULL:
    default:
      break;
    }
}

static void
add_arg (gpointer data, const char *name, gsize length, const TvArg *arg)
{
  add_value (begin_annotation (data, name, length), arg);
  end_annotation (data, name != NULL);
}

static int
compare_flow_ends (gconstpointer a, gconstpointer b)
{
  const FlowEnd *first = a, *second = b;

  if (first->call.thread != second->call.thread)
    return first->call.thread < second->call.thread ? -1 : 1;
  return (first->call.call > second->call.call)
         - (first->call.call < second->call.call);
}

static void
collect_flows (Perfetto *perfetto, const TvExportSpec *spec)
{
  for (gsize i = 0; i < tv_trace_get_n_flows (perfetto->trace); i++)
    {
      const TvFlow flow = tv_trace_get_flow (perfetto->trace, i);
      const FlowEnd ends[]
          = { { flow.from, EVENT_FLOW, i + 1 }, { flow.to, EVENT_ENDING_FLOW, i + 1 } };

      if (tv_export_has_call (spec, perfetto->trace, flow.from)
          && tv_export_has_call (spec, perfetto->trace, flow.to))
        g_array_append_vals (perfetto->flow_ends, ends, G_N_ELEMENTS (ends));
    }
  g_array_sort (perfetto->flow_ends, compare_flow_ends);
}

/* Adds the arguments of a call and its flows. Calls come in order. */
static void
add_details (Perfetto *perfetto, guint32 thread, guint32 call)
{
  const guint32 set = tv_trace_get_call_arg_set (perfetto->trace, thread, call);
  const FlowEnd key = { .call = { thread, call } };
  static const TvExportArgs to = { open_args, close_args, add_arg };
  const TvArg *args;
  guint n = 0;

  if (set != TV_ARG_SET_NONE)
    {
      args = tv_trace_get_arg_set (perfetto->trace, set, &n);
      tv_export_args_write (args, n, &to, perfetto);
    }
  for (; perfetto->next_flow_end < perfetto->flow_ends->len; perfetto->next_flow_end++)
    {
      const FlowEnd *end
          = &g_array_index (perfetto->flow_ends, FlowEnd, perfetto->next_flow_end);
      const int order = compare_flow_ends (end, &key);

      if (order > 0)
        break;
      if (order == 0)
        tv_protobuf_add_fixed64 (&perfetto->inner, end->field, end->id);
    }
}

/* Begins a packet with an event on the track of the present sequence. */
static void
begin_event (Perfetto *perfetto, gint64 time)
{
  begin_packet (perfetto);
  tv_protobuf_add_number (&perfetto->packet, PACKET_TIMESTAMP,
                          (guint64) perfetto->start + (guint64) time);
  tv_protobuf_add_number (&perfetto->packet, PACKET_TIMESTAMP_CLOCK,
                          perfetto->device_clock);
  tv_protobuf_add_number (&perfetto->packet, PACKET_SEQUENCE_ID, perfetto->sequence);
  tv_protobuf_add_number (&perfetto->packet, PACKET_SEQUENCE_FLAGS, NEEDS_STATE);
}

static const char *
get_category (const Perfetto *perfetto, guint32 method)
{
  return tv_trace_is_slice (perfetto->trace, method)
             ? tv_trace_get_method (perfetto->trace, method)->category
             : "method";
}

static void
write_event (Perfetto *perfetto, guint32 thread, const TvExportStep *step)
{
  begin_event (perfetto, step->times[perfetto->clock]);
  if (step->enters)
    add_name (perfetto, step->method);
  tv_protobuf_reset (&perfetto->inner);
  tv_protobuf_add_number (&perfetto->inner, EVENT_TYPE,
                          step->enters ? SLICE_BEGIN : SLICE_END);
  tv_protobuf_add_number (&perfetto->inner, EVENT_TRACK, perfetto->sequence);
  if (step->enters)
    {
      const char *category = get_category (perfetto, step->method);

      tv_protobuf_add_number (&perfetto->inner, EVENT_NAME, (guint64) step->method + 1);
      if (category != NULL)
        tv_protobuf_add_text (&perfetto->inner, EVENT_CATEGORIES, category);
    }
  if (perfetto->has_cpu_too && (step->flags & TV_CALL_NO_CPU_TIME) == 0)
    tv_protobuf_add_number (&perfetto->inner, EVENT_THREAD_TIME,
                            (guint64) step->times[TV_CLOCK_THREAD_CPU] / NS_PER_US);
  if (step->enters)
    add_details (perfetto, thread, step->call);
  tv_protobuf_add_message (&perfetto->packet, PACKET_TRACK_EVENT, &perfetto->inner);
  write_packet (perfetto);
}

/* A slice that did not end has no end, unless it is in one that did. */
static void
write_step (Perfetto *perfetto, guint32 thread, const TvExportStep *step)
{
  const gboolean is_open
      = perfetto->has_slices && (step->flags & TV_CALL_STILL_OPEN) != 0;

  if (step->enters && is_open && step->depth == perfetto->n_open)
    perfetto->n_open++;
  if (step->enters || step->depth >= perfetto->n_open)
    write_event (perfetto, thread, step);
}

/* Those of threads are written as counters of the process, those of processors with
 * their number in the name. */
static void
write_counter (Perfetto *perfetto, const TvExportSpec *spec, guint index)
{
  const TvCounter *counter = tv_trace_get_counter (perfetto->trace, index);
  const TvCounterValues values = tv_trace_get_counter_values (perfetto->trace, index);
  g_autofree char *name = tv_export_dup_counter_name (counter);

  perfetto->sequence++;
  begin_packet (perfetto);
  if (counter->unit != NULL)
    tv_protobuf_add_text (&perfetto->innermost, COUNTER_UNIT_NAME, counter->unit);
  write_track (perfetto, get_process_track (counter->process), name, TRACK_COUNTER);
  for (gsize i = 0; i < values.n && !tv_text_writer_has_failed (perfetto->writer); i++)
    {
      const gint64 time = tv_times_get (&values.time, i);

      if (time < spec->part.start || time > spec->part.end)
        continue;
      begin_event (perfetto, time);
      tv_protobuf_add_number (&perfetto->inner, EVENT_TYPE, COUNTER_VALUE);
      tv_protobuf_add_number (&perfetto->inner, EVENT_TRACK, perfetto->sequence);
      tv_protobuf_add_double (&perfetto->inner, EVENT_COUNTER_VALUE, values.value[i]);
      tv_protobuf_add_message (&perfetto->packet, PACKET_TRACK_EVENT, &perfetto->inner);
      write_packet (perfetto);
    }
}

/* Finds the clock of the times, by its number in the format, and what it showed when
 * tracing began. */
static void
find_clock (Perfetto *perfetto)
{
  static const guint64 clocks[TV_N_SYSTEM_CLOCKS] = {
    [TV_SYSTEM_CLOCK_UNKNOWN] = BOOT_CLOCK,
    [TV_SYSTEM_CLOCK_BOOT] = BOOT_CLOCK,
    [TV_SYSTEM_CLOCK_MONOTONIC] = MONOTONIC_CLOCK,
    [TV_SYSTEM_CLOCK_MONOTONIC_RAW] = MONOTONIC_RAW_CLOCK,
    [TV_SYSTEM_CLOCK_REALTIME] = REALTIME_CLOCK,
  };

  if (perfetto->has_slices)
    {
      perfetto->device_clock = clocks[tv_trace_get_own_clock (perfetto->trace)];
      perfetto->start = tv_trace_get_info (perfetto->trace)->origin;
    }
  else
    perfetto->device_clock = tv_export_find_start (perfetto->trace, &perfetto->start)
                                 ? REALTIME_CLOCK
                                 : MONOTONIC_CLOCK;
}

static void
write_processes (Perfetto *perfetto, const char *title)
{
  const guint n = tv_trace_get_n_processes (perfetto->trace);

  perfetto->sequence = PROCESS_TRACK;
  if (!perfetto->has_slices)
    {
      write_process (perfetto, PROCESS_TRACK, title);
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      perfetto->process = (guint64) MAX (tv_export_get_pid (perfetto->trace, i), 0);
      write_process (perfetto, get_process_track (i),
                     tv_trace_get_process (perfetto->trace, i)->name);
    }
  perfetto->sequence += n;
}

/* Writes track events for Perfetto, with timestamps in nanoseconds. Wall times are on
 * the device's clock; CPU times are added to the start of tracing on that clock. If the
 * file has both clocks, events in wall time also have the thread's CPU time in
 * microseconds. A note says if that was rounded. */
gboolean
tv_export_perfetto (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                    GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, cancellable);
  g_autoptr (TvExportWalk) walk = tv_export_walk_new (trace, &spec->part, cancellable);
  g_auto (Perfetto) perfetto = { .trace = trace, .clock = spec->clock };
  guint32 thread;

  perfetto.writer = writer;
  perfetto.has_slices = tv_trace_has_slices (trace);
  perfetto.process = tv_export_find_process (trace);
  perfetto.has_cpu_too = tv_export_has_both_clocks (spec, trace);
  tv_export_names_init (&perfetto.names, trace);
  perfetto.named_in = g_new0 (guint64, MAX (tv_trace_get_n_methods (trace), 1));
  perfetto.thread_ids
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  perfetto.thread_tracks
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  perfetto.annotations = g_array_new (FALSE, FALSE, sizeof (TvProtobuf));
  perfetto.flow_ends = g_array_new (FALSE, FALSE, sizeof (FlowEnd));
  collect_flows (&perfetto, spec);
  find_clock (&perfetto);
  write_clock (&perfetto);
  write_processes (&perfetto, spec->title);
  while (!tv_text_writer_has_failed (writer)
         && tv_export_walk_next_thread (walk, &thread))
    {
      TvExportStep step;

      write_row (&perfetto, thread);
      while (!tv_text_writer_has_failed (writer) && tv_export_walk_next (walk, &step))
        write_step (&perfetto, thread, &step);
    }
  for (guint i = 0; i < tv_trace_get_n_counters (trace); i++)
    if (tv_export_has_counter (spec, tv_trace_get_counter (trace, i)))
      write_counter (&perfetto, spec, i);
  tv_export_note_states (spec, trace);
  if (perfetto.has_cpu_too && tv_trace_get_time_unit (trace) < NS_PER_US)
    tv_export_note (
        spec,
        g_strdup (
            _ ("The format has CPU time in whole microseconds: it is rounded down")));
  return tv_text_writer_finish (writer, error);
}
