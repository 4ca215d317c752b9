/* SPDX-License-Identifier: Apache-2.0 */

/* Perfetto's own format: packets of track events, see protos/perfetto/trace/ in its
 * repository for the numbers of the fields. A thread is a track and a sequence of its
 * own, on which names are sent once and then referred to. */

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

/* TrackDescriptor, ProcessDescriptor, ThreadDescriptor */
#define TRACK_UUID 1
#define TRACK_NAME 2
#define TRACK_PROCESS 3
#define TRACK_THREAD 4
#define TRACK_PARENT 5
#define PROCESS_PID 1
#define PROCESS_NAME 6
#define THREAD_PID 1
#define THREAD_TID 2
#define THREAD_NAME 5

/* InternedData, EventName */
#define INTERNED_EVENT_NAMES 2
#define EVENT_NAME_IID 1
#define EVENT_NAME_NAME 2

/* TrackEvent */
#define EVENT_TYPE 9
#define EVENT_NAME 10
#define EVENT_TRACK 11
#define EVENT_THREAD_TIME 17
#define EVENT_CATEGORIES 22
#define SLICE_BEGIN 1
#define SLICE_END 2

#define PROCESS_TRACK 1

#define NS_PER_US 1000

typedef struct
{
  TvTrace *trace;
  TvClock clock;
  gboolean has_cpu_too;
  guint64 process;
  TvExportNames names;
  TvTextWriter *writer;

  TvProtobuf packet;
  TvProtobuf inner;
  TvProtobuf innermost;

  guint64 device_clock; /* the clock of the device that start is of */
  gint64 start;         /* of tracing */
  guint64 sequence;     /* of the present thread, and its track */
  guint64 *named_in;    /* by method: the sequence that has its name */
} Perfetto;

static void
clear_perfetto (Perfetto *perfetto)
{
  tv_export_names_clear (&perfetto->names);
  tv_protobuf_clear (&perfetto->packet);
  tv_protobuf_clear (&perfetto->inner);
  tv_protobuf_clear (&perfetto->innermost);
  g_free (perfetto->named_in);
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

/* Names the clock, which trace processor takes for its own unless another snapshot came
 * before, as it does where the file is appended to a trace of the system. */
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
write_process (Perfetto *perfetto, const char *title)
{
  begin_packet (perfetto);
  tv_protobuf_add_number (&perfetto->innermost, PROCESS_PID, perfetto->process);
  tv_protobuf_add_text (&perfetto->innermost, PROCESS_NAME, title);
  tv_protobuf_add_number (&perfetto->inner, TRACK_UUID, PROCESS_TRACK);
  tv_protobuf_add_message (&perfetto->inner, TRACK_PROCESS, &perfetto->innermost);
  tv_protobuf_add_message (&perfetto->packet, PACKET_TRACK_DESCRIPTOR,
                           &perfetto->inner);
  write_packet (perfetto);
}

static void
write_track (Perfetto *perfetto, guint32 thread)
{
  g_autofree char *name = tv_export_names_dup_thread (perfetto->trace, thread);

  begin_packet (perfetto);
  tv_protobuf_add_number (&perfetto->innermost, THREAD_PID, perfetto->process);
  tv_protobuf_add_number (&perfetto->innermost, THREAD_TID,
                          tv_trace_get_thread (perfetto->trace, thread)->id);
  tv_protobuf_add_text (&perfetto->innermost, THREAD_NAME, name);
  tv_protobuf_add_number (&perfetto->inner, TRACK_UUID, perfetto->sequence);
  tv_protobuf_add_number (&perfetto->inner, TRACK_PARENT, PROCESS_TRACK);
  tv_protobuf_add_text (&perfetto->inner, TRACK_NAME, name);
  tv_protobuf_add_message (&perfetto->inner, TRACK_THREAD, &perfetto->innermost);
  tv_protobuf_add_number (&perfetto->packet, PACKET_SEQUENCE_ID, perfetto->sequence);
  tv_protobuf_add_number (&perfetto->packet, PACKET_SEQUENCE_FLAGS, STATE_CLEARED);
  tv_protobuf_add_message (&perfetto->packet, PACKET_TRACK_DESCRIPTOR,
                           &perfetto->inner);
  write_packet (perfetto);
}

/* Sends the name of a method along with its first call in the sequence. */
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

static void
write_event (Perfetto *perfetto, const TvExportStep *step)
{
  begin_packet (perfetto);
  tv_protobuf_add_number (&perfetto->packet, PACKET_TIMESTAMP,
                          (guint64) perfetto->start
                              + (guint64) step->times[perfetto->clock]);
  tv_protobuf_add_number (&perfetto->packet, PACKET_TIMESTAMP_CLOCK,
                          perfetto->device_clock);
  tv_protobuf_add_number (&perfetto->packet, PACKET_SEQUENCE_ID, perfetto->sequence);
  tv_protobuf_add_number (&perfetto->packet, PACKET_SEQUENCE_FLAGS, NEEDS_STATE);
  if (step->enters)
    add_name (perfetto, step->method);
  tv_protobuf_reset (&perfetto->inner);
  tv_protobuf_add_number (&perfetto->inner, EVENT_TYPE,
                          step->enters ? SLICE_BEGIN : SLICE_END);
  tv_protobuf_add_number (&perfetto->inner, EVENT_TRACK, perfetto->sequence);
  if (step->enters)
    {
      tv_protobuf_add_number (&perfetto->inner, EVENT_NAME, (guint64) step->method + 1);
      tv_protobuf_add_text (&perfetto->inner, EVENT_CATEGORIES, "method");
    }
  if (perfetto->has_cpu_too)
    tv_protobuf_add_number (&perfetto->inner, EVENT_THREAD_TIME,
                            (guint64) step->times[TV_CLOCK_THREAD_CPU] / NS_PER_US);
  tv_protobuf_add_message (&perfetto->packet, PACKET_TRACK_EVENT, &perfetto->inner);
  write_packet (perfetto);
}

/* Writes track events for Perfetto, with timestamps in nanoseconds: by the device's
 * clock if they are of wall time, else CPU time since tracing began on that clock.
 * Those of wall time have the thread's CPU time in microseconds beside it where the
 * file has both clocks, which is told in the notes of spec if it is rounded. */
gboolean
tv_export_perfetto (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                    GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, cancellable);
  g_autoptr (TvExportWalk) walk = tv_export_walk_new (trace, &spec->part, cancellable);
  g_auto (Perfetto) perfetto = { .trace = trace, .clock = spec->clock };
  guint32 thread;

  perfetto.writer = writer;
  perfetto.process = tv_export_find_process (trace);
  perfetto.has_cpu_too = tv_export_has_both_clocks (spec, trace);
  tv_export_names_init (&perfetto.names, trace);
  perfetto.named_in = g_new0 (guint64, MAX (tv_trace_get_n_methods (trace), 1));
  perfetto.sequence = PROCESS_TRACK;
  perfetto.device_clock = tv_export_find_start (trace, &perfetto.start)
                              ? REALTIME_CLOCK
                              : MONOTONIC_CLOCK;
  write_clock (&perfetto);
  write_process (&perfetto, spec->title);
  while (!tv_text_writer_has_failed (writer)
         && tv_export_walk_next_thread (walk, &thread))
    {
      TvExportStep step;

      perfetto.sequence++;
      write_track (&perfetto, thread);
      while (!tv_text_writer_has_failed (writer) && tv_export_walk_next (walk, &step))
        write_event (&perfetto, &step);
    }
  if (perfetto.has_cpu_too && tv_trace_get_time_unit (trace) < NS_PER_US)
    tv_export_note (
        spec,
        g_strdup (
            _ ("The format has CPU time in whole microseconds: it is rounded down")));
  return tv_text_writer_finish (writer, error);
}
