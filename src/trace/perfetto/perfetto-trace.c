/* SPDX-License-Identifier: Apache-2.0 */

/* Perfetto traces. A first pass over the packets reads what may come after what needs
 * it: clocks, tracks, processes and threads. The second reads events. */

#include "config.h"

#include "trace/formats/trace-reader.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"
#include "trace/perfetto/perfetto-frames.h"
#include "trace/perfetto/perfetto-kernel.h"
#include "trace/perfetto/perfetto-rows.h"
#include "trace/perfetto/perfetto-samples.h"
#include "trace/perfetto/perfetto-track-events.h"
#include "trace/perfetto/perfetto-tracks.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>

/* What is in the file and the model has no place for. */
typedef enum
{
  HIDDEN_KERNEL,
  HIDDEN_PRINTS,
  HIDDEN_LEGACY,
  HIDDEN_FRAMES,
  HIDDEN_SAMPLES,
  HIDDEN_OTHERS, /* packets, in a trace of samples */
  N_HIDDEN
} Hidden;

typedef struct
{
  TvTrace *trace;
  TvRunBuilder *builder;
  TvSampleBuilder *samples;   /* NULL in a trace of slices */
  TvPerfettoSamples *profile; /* the same */
  guint64 n_samples;          /* packets that have some */
  TvAsyncRuns *async;
  TvSliceNames *names;
  TvSystemTasks *tasks;
  TvPerfettoTracks *tracks;
  TvPerfettoClocks *clocks;
  GHashTable *sequences; /* by id */
  GHashTable *whole;     /* a set of ids of those that are there from the first on */
  TvPerfettoSequence *last_sequence;
  TvSystemBuilder *system;
  TvPerfettoTrackEvents *events;
  TvAtraceSink atrace;
  TvPerfettoCounters *counters;
  TvPerfettoKernel *kernel;
  TvPerfettoFrames *frames;
  guint64 latest; /* of the times of packets so far */

  guint64 n_hidden[N_HIDDEN];
  guint64 n_stateless; /* events before the state that they need */
  guint64 first_stateless;
  guint64 n_untimed; /* events on a clock that cannot be converted */
  guint64 first_untimed;
} Reader;

/* The first pass */

static gboolean
survey_packet (const TvPerfettoPacket *packet, gpointer data)
{
  Reader *self = data;
  const TvProtoField *messages = packet->messages;

  self->n_samples += tv_perfetto_samples_are_in (packet);
  if (packet->is_first)
    g_hash_table_add (self->whole, GUINT_TO_POINTER (packet->sequence));
  if (messages[TV_PACKET_CLOCK_SNAPSHOT].data != NULL)
    tv_perfetto_clocks_add (self->clocks,
                            tv_proto_enter (&messages[TV_PACKET_CLOCK_SNAPSHOT]),
                            packet->sequence);
  if (messages[TV_PACKET_SYSTEM_INFO].data != NULL)
    tv_perfetto_kernel_set_system (self->kernel,
                                   tv_proto_enter (&messages[TV_PACKET_SYSTEM_INFO]));
  if (messages[TV_PACKET_PROCESS_TREE].data != NULL)
    tv_perfetto_tracks_add_process_tree (
        self->tracks, tv_proto_enter (&messages[TV_PACKET_PROCESS_TREE]));
  if (messages[TV_PACKET_TRACK_DESCRIPTOR].data != NULL)
    tv_perfetto_tracks_describe (
        self->tracks, tv_proto_enter (&messages[TV_PACKET_TRACK_DESCRIPTOR]),
        g_hash_table_contains (self->whole, GUINT_TO_POINTER (packet->sequence)));
  if (messages[TV_PACKET_PROCESS_DESCRIPTOR].data != NULL)
    tv_perfetto_tracks_add_process (
        self->tracks, tv_proto_enter (&messages[TV_PACKET_PROCESS_DESCRIPTOR]));
  if (messages[TV_PACKET_THREAD_DESCRIPTOR].data != NULL)
    tv_perfetto_tracks_add_thread (
        self->tracks, tv_proto_enter (&messages[TV_PACKET_THREAD_DESCRIPTOR]));
  return TRUE;
}

/* Times */

static TvPerfettoSequence *
find_sequence (Reader *self, guint32 id)
{
  TvPerfettoSequence *sequence = self->last_sequence;

  if (sequence != NULL && sequence->id == id)
    return sequence;
  sequence = self->last_sequence
      = g_hash_table_lookup (self->sequences, GUINT_TO_POINTER (id));
  if (sequence != NULL)
    return sequence;
  sequence = self->last_sequence
      = tv_perfetto_sequence_new (id, tv_run_builder_get_growth (self->builder));
  g_hash_table_insert (self->sequences, GUINT_TO_POINTER (id), sequence);
  return sequence;
}

static gboolean
count_untimed (Reader *self, const TvPerfettoPacket *packet)
{
  if (self->n_untimed++ == 0)
    self->first_untimed = packet->offset;
  return TRUE;
}

/* Of the following functions, @time is NULL if the time of the packet is not known. */
static gboolean
add_track_event (Reader *self, TvPerfettoSequence *sequence,
                 const TvPerfettoPacket *packet, const gint64 *time)
{
  gboolean is_timed;

  if (!tv_perfetto_track_events_add (self->events, sequence, packet, time, &is_timed))
    return FALSE;
  return is_timed || count_untimed (self, packet);
}

/* What probes read of processes, the system and its battery. */
static void
add_stats (Reader *self, const TvPerfettoPacket *packet, gint64 time)
{
  const TvProtoField *processes = &packet->messages[TV_PACKET_PROCESS_STATS];
  const TvProtoField *system = &packet->messages[TV_PACKET_SYSTEM_STATS];
  const TvProtoField *battery = &packet->messages[TV_PACKET_BATTERY];

  if (processes->data == NULL && system->data == NULL && battery->data == NULL)
    return;
  tv_perfetto_counters_add_processes (self->counters, time, tv_proto_enter (processes));
  tv_perfetto_counters_add_system (self->counters, time, tv_proto_enter (system));
  tv_perfetto_counters_add_battery (self->counters, time, tv_proto_enter (battery));
}

/* The second pass */

static gboolean
add_samples (Reader *self, TvPerfettoSequence *sequence, const TvPerfettoPacket *packet,
             gboolean is_readable, const gint64 *time)
{
  self->n_hidden[HIDDEN_OTHERS] += tv_perfetto_samples_pass_over (packet);
  tv_perfetto_samples_intern (self->profile, packet);
  if (!tv_perfetto_samples_are_in (packet))
    return TRUE;
  if (!is_readable && self->n_stateless++ == 0)
    self->first_stateless = packet->offset;
  if (!is_readable)
    return TRUE;
  return time != NULL ? tv_perfetto_samples_add (self->profile, sequence, packet, *time)
                      : count_untimed (self, packet);
}

/* The list of processes once more, in its turn: numbers may have been others' before.
 */
static void
add_processes (Reader *self, const TvPerfettoPacket *packet, gint64 time)
{
  const TvProtoField *tree = &packet->messages[TV_PACKET_PROCESS_TREE];

  if (tree->data == NULL)
    return;
  tv_system_tasks_set_time (self->tasks, time);
  tv_perfetto_tracks_add_process_tree (self->tracks, tv_proto_enter (tree));
  tv_system_tasks_set_time (self->tasks, G_MAXINT64);
}

/* Whether a packet has what happens at its time, events and samples aside. */
static gboolean
needs_time (const Reader *self, const TvPerfettoPacket *packet)
{
  static const TvPacketMessage timed[]
      = { TV_PACKET_TASK_STATE, TV_PACKET_SYSTEM_STATS, TV_PACKET_PROCESS_STATS,
          TV_PACKET_BATTERY, TV_PACKET_FRAME };

  for (guint i = 0; i < G_N_ELEMENTS (timed) && self->samples == NULL; i++)
    if (packet->messages[timed[i]].data != NULL)
      return TRUE;
  return packet->messages[TV_PACKET_SMAPS].data != NULL;
}

static gboolean
add_timed (Reader *self, const TvPerfettoPacket *packet, gint64 time)
{
  const TvProtoField *messages = packet->messages;

  add_processes (self, packet, time);
  if (messages[TV_PACKET_TASK_STATE].data != NULL)
    tv_perfetto_kernel_add_task_state (
        self->kernel, time, tv_proto_enter (&messages[TV_PACKET_TASK_STATE]));
  add_stats (self, packet, time);
  return messages[TV_PACKET_FRAME].data == NULL
         || tv_perfetto_frames_add (self->frames, time,
                                    tv_proto_enter (&messages[TV_PACKET_FRAME]),
                                    packet->offset);
}

/* Adds what a trace of slices has a place for. */
static gboolean
add_slices (Reader *self, TvPerfettoSequence *sequence, const TvPerfettoPacket *packet,
            gboolean is_readable, const gint64 *time)
{
  const TvProtoField *messages = packet->messages;

  self->n_hidden[HIDDEN_SAMPLES] += tv_perfetto_samples_are_in (packet);
  if (time != NULL && !add_timed (self, packet, *time))
    return FALSE;
  if (messages[TV_PACKET_FTRACE].data != NULL
      && !tv_perfetto_kernel_add (self->kernel, sequence,
                                  tv_proto_enter (&messages[TV_PACKET_FTRACE]),
                                  packet->offset))
    return FALSE;
  if (messages[TV_PACKET_TRACK_EVENT].data == NULL)
    return TRUE;
  if (is_readable)
    return add_track_event (self, sequence, packet, time);
  if (self->n_stateless++ == 0)
    self->first_stateless = packet->offset;
  return TRUE;
}

static gboolean
add_packet (const TvPerfettoPacket *packet, gpointer data)
{
  Reader *self = data;
  const TvProtoField *messages = packet->messages;
  const TvPerfettoRows rows = { self->builder, self->tasks, self->clocks };
  TvPerfettoSequence *sequence = find_sequence (self, packet->sequence);
  const gboolean is_readable
      = tv_perfetto_sequence_take (sequence, packet, self->trace->strings);
  gint64 found;
  /* Clocks that count in steps go on with each packet, until a snapshot sets them. */
  const gint64 *time = tv_perfetto_sequence_find_time (sequence, self->clocks, packet,
                                                       &self->latest, &found)
                           ? &found
                           : NULL;

  if (tv_run_builder_get_growth (self->builder)->error != NULL)
    return FALSE;
  if (messages[TV_PACKET_CLOCK_SNAPSHOT].data != NULL)
    tv_perfetto_sequence_set_running (
        sequence, self->clocks, tv_proto_enter (&messages[TV_PACKET_CLOCK_SNAPSHOT]));
  if (messages[TV_PACKET_TRACK_DESCRIPTOR].data != NULL)
    tv_perfetto_tracks_rename (self->tracks,
                               tv_proto_enter (&messages[TV_PACKET_TRACK_DESCRIPTOR]));
  if (time == NULL && needs_time (self, packet))
    count_untimed (self, packet);
  if (!tv_perfetto_rows_add (&rows, time, packet))
    return FALSE;
  return self->samples != NULL ? add_samples (self, sequence, packet, is_readable, time)
                               : add_slices (self, sequence, packet, is_readable, time);
}

/* The file */

static void
warn (Reader *self, TvWarningKind kind, guint64 count, guint64 at)
{
  if (count > 0)
    tv_warnings_add_many (self->trace->warnings, kind, count, TV_PLACE_OFFSET, at,
                          NULL);
}

static gint
compare_numbers (gconstpointer a, gconstpointer b)
{
  return GPOINTER_TO_UINT (a) < GPOINTER_TO_UINT (b) ? -1 : a != b;
}

static void
list_hidden (Reader *self, GHashTable *others)
{
  static const char *const names[N_HIDDEN]
      = { "kernel", "prints", "legacy", "frames", "samples", "others" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GList) numbers
      = g_list_sort (g_hash_table_get_keys (others), compare_numbers);

  self->n_hidden[HIDDEN_KERNEL] = tv_perfetto_kernel_get_n_others (self->kernel);
  self->n_hidden[HIDDEN_FRAMES] = tv_perfetto_frames_get_n_others (self->frames);
  self->n_hidden[HIDDEN_PRINTS] = self->atrace.n_others;
  self->n_hidden[HIDDEN_LEGACY] = tv_perfetto_track_events_get_n_others (self->events);
  for (guint i = 0; i < N_HIDDEN; i++)
    if (self->n_hidden[i] > 0)
      g_string_append_printf (text, "%s%s %" G_GUINT64_FORMAT,
                              text->len > 0 ? ", " : "", names[i], self->n_hidden[i]);
  for (GList *l = numbers; l != NULL; l = l->next)
    g_string_append_printf (text, "%spacket %u %u", text->len > 0 ? ", " : "",
                            GPOINTER_TO_UINT (l->data),
                            GPOINTER_TO_UINT (g_hash_table_lookup (others, l->data)));
  if (text->len > 0)
    tv_trace_add_property (self->trace, "hidden-events", text->str);
}

/* Says what other clocks showed when tracing began. */
static void
set_clocks (Reader *self)
{
  static const struct
  {
    guint32 id;
    TvSystemClock clock;
  } known[] = { { 1, TV_SYSTEM_CLOCK_REALTIME },
                { 3, TV_SYSTEM_CLOCK_MONOTONIC },
                { 5, TV_SYSTEM_CLOCK_MONOTONIC_RAW },
                { TV_PERFETTO_BOOTTIME, TV_SYSTEM_CLOCK_BOOT } };
  gint64 own_time;
  gint64 time;

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      if (known[i].id == tv_perfetto_clocks_get_primary (self->clocks))
        tv_system_builder_set_own_clock (self->system, known[i].clock);
      else if (tv_perfetto_clocks_find_reading (self->clocks, known[i].id, &own_time,
                                                &time))
        tv_system_builder_set_reading (self->system, known[i].clock, own_time, time);
    }
}

static gboolean
finish (Reader *self, const TvPerfettoSurvey *survey, GError **error)
{
  self->trace->info.n_records = survey->n_packets;
  if (survey->n_packets == 0)
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NOT_A_TRACE,
                           _ ("This is not a trace or profile of a known format"));
      return FALSE;
    }
  if (!tv_async_runs_finish (self->async, error))
    return FALSE;
  (void) tv_perfetto_frames_finish (self->frames);
  tv_perfetto_kernel_finish (self->kernel);
  tv_system_tasks_finish (self->tasks);
  warn (self, TV_WARNING_EVENT_UNREADABLE, survey->n_broken, survey->first_broken);
  warn (self, TV_WARNING_EVENT_UNREADABLE, self->n_untimed, self->first_untimed);
  warn (self, TV_WARNING_EVENT_STATELESS, self->n_stateless, self->first_stateless);
  warn (self, TV_WARNING_EVENTS_CUT, survey->is_cut, survey->cut_at);
  list_hidden (self, survey->others);
  set_clocks (self);
  if (self->samples == NULL)
    return tv_run_builder_finish (self->builder, error);
  tv_perfetto_samples_finish (self->profile, self->trace);
  return tv_sample_builder_finish (self->samples, TRUE, error);
}

static void
init_reader (Reader *self, TvTrace *trace, const TvLoadOptions *options,
             gboolean has_samples)
{
  *self = (Reader){ .trace = trace };
  self->samples = has_samples ? tv_sample_builder_new (trace, options) : NULL;
  self->builder = has_samples ? tv_sample_builder_get_runs (self->samples)
                              : tv_run_builder_new (trace, options);
  self->async = tv_async_runs_new (self->builder, trace, options);
  self->names = tv_slice_names_new (self->builder);
  self->tasks = tv_system_tasks_new (self->builder);
  self->tracks = tv_perfetto_tracks_new (self->builder, self->tasks, trace->strings);
  self->clocks = tv_perfetto_clocks_new ();
  self->system = tv_run_builder_get_system (self->builder);
  self->whole = g_hash_table_new (NULL, NULL);
  self->sequences = g_hash_table_new_full (NULL, NULL, NULL,
                                           (GDestroyNotify) tv_perfetto_sequence_free);
  self->atrace = (TvAtraceSink){ .builder = self->builder,
                                 .async = self->async,
                                 .names = self->names,
                                 .tasks = self->tasks };
  self->events = tv_perfetto_track_events_new (&self->atrace, self->tracks);
  self->counters = tv_perfetto_counters_new (self->builder, self->tasks);
  self->kernel
      = tv_perfetto_kernel_new (&self->atrace, trace, self->clocks, self->counters);
  self->frames = tv_perfetto_frames_new (self->builder, self->names);
  self->profile
      = has_samples ? tv_perfetto_samples_new (self->samples, self->names, self->tasks)
                    : NULL;
}

static void
clear_reader (Reader *self)
{
  tv_perfetto_kernel_free (self->kernel);
  tv_perfetto_frames_free (self->frames);
  tv_perfetto_counters_free (self->counters);
  tv_perfetto_track_events_free (self->events);
  g_hash_table_unref (self->sequences);
  g_hash_table_unref (self->whole);
  tv_perfetto_clocks_free (self->clocks);
  tv_perfetto_tracks_free (self->tracks);
  tv_system_tasks_free (self->tasks);
  tv_slice_names_free (self->names);
  tv_async_runs_free (self->async);
  tv_perfetto_samples_free (self->profile);
  if (self->samples == NULL)
    tv_run_builder_free (self->builder);
  tv_sample_builder_free (self->samples);
}

/* Reads a file as slices, or as samples. In a file that has nothing else, and if an
 * event is wished for, @has_samples becomes %TRUE instead. */
static gboolean
read_twice (Reader *self, const TvTraceInput *input, const TvLoadOptions *options,
            gboolean *has_samples, GError **error)
{
  g_autoptr (GHashTable) others = g_hash_table_new (NULL, NULL);
  TvPerfettoSurvey first = { .others = others, .skips_events = TRUE };
  TvPerfettoSurvey survey = { .others = others };

  if (!tv_perfetto_packets_read (input->window, options, survey_packet, self, &first,
                                 error))
    return FALSE;
  *has_samples
      = tv_samples_are_wanted (options, self->n_samples > 0, first.n_skipped > 0);
  if (*has_samples && self->samples == NULL)
    return TRUE;
  g_hash_table_remove_all (others);
  tv_perfetto_clocks_seal (self->clocks);
  return tv_perfetto_packets_read (input->window, options, add_packet, self, &survey,
                                   error)
         && finish (self, &survey, error);
}

static TvTrace *
read_trace (const TvTraceInput *input, const TvLoadOptions *options,
            gboolean *has_samples, GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  Reader reader;
  gboolean ok;

  init_reader (&reader, trace, options, *has_samples);
  ok = read_twice (&reader, input, options, has_samples, error);
  clear_reader (&reader);
  return ok ? g_steal_pointer (&trace) : NULL;
}

static TvTrace *
read_packets (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  gboolean has_samples = FALSE;
  TvTrace *trace = read_trace (input, options, &has_samples, error);

  if (trace == NULL || !has_samples)
    return trace;
  tv_trace_unref (trace);
  return read_trace (input, options, &has_samples, error);
}

static gboolean
is_perfetto (GBytes *start)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (start, &size);

  return tv_perfetto_packets_probe (data, size);
}

const TvTraceReader tv_perfetto_reader = { .name = "perfetto",
                                           .title = N_ ("Perfetto trace"),
                                           .probe = is_perfetto,
                                           .layout = TV_LAYOUT_WINDOWS,
                                           .read = read_packets };
