/* SPDX-License-Identifier: Apache-2.0 */

/* Chrome's trace events: what each means to the model. */

#include "config.h"

#include "trace/build/async-runs.h"
#include "trace/build/run-builder.h"
#include "trace/build/sample-builder.h"
#include "trace/build/slice-names.h"
#include "trace/formats/ftrace-text.h"
#include "trace/formats/trace-reader.h"
#include "trace/json/chrome-events.h"
#include "trace/json/chrome-samples.h"
#include "trace/model/id-map.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  TvTrace *trace;
  TvRunBuilder *builder;
  TvAsyncRuns *async;
  TvSliceNames *names;
  TvDetailBuilder *details;
  TvSystemBuilder *system;
  TvSystemTasks *tasks;  /* threads of numbers that the kernel may know, too */
  TvFtraceText *kernel;  /* what reads its lines */
  GHashTable *flows;     /* keys to ids */
  GHashTable *named_ids; /* see tv_text_value_get_id() */
  TvIdMap threads;       /* processes and short numbers to tracks */
  GString *key;

  guint64 n_unreadable; /* events without a time or a phase */
  guint64 first_unreadable;
  guint64 n_hidden[256]; /* by phase: events that the model has no place for */
} Reader;

static const char *
get_text (const TvChromeEvent *event, TvChromeField field)
{
  return event->fields[field].text != NULL ? event->fields[field].text : "";
}

static char *
dup_name (const TvTextValue *value)
{
  return value->text != NULL ? tv_java_text_dup_utf8 (value->text, value->length)
                             : NULL;
}

/* Processes and threads */

/* The id that a field gives: its number, one for its name, or 0. */
static gint64
find_id (Reader *self, const TvTextValue *value)
{
  return tv_text_value_get_id (value, self->named_ids);
}

static guint32
find_process (Reader *self, const TvChromeEvent *event, const char *name)
{
  const TvTextValue *value = &event->fields[TV_CHROME_PROCESS];
  const gint64 id = find_id (self, value);
  g_autofree char *own_name = id >= TV_FIRST_NAMED_ID ? dup_name (value) : NULL;

  return tv_run_builder_add_process (self->builder, id, name != NULL ? name : own_name);
}

/* Returns the track that the kernel's text has for a thread, or TV_THREAD_NONE. */
static guint32
meet_thread (Reader *self, const TvChromeEvent *event, const TvTrackSpec *spec)
{
  const gint64 pid = find_id (self, &event->fields[TV_CHROME_PROCESS]);

  if (spec->number <= 0 || spec->number >= TV_FIRST_NAMED_ID || pid <= 0
      || pid >= TV_FIRST_NAMED_ID)
    return TV_THREAD_NONE;
  return tv_system_tasks_meet (self->tasks, spec->number, pid, spec->name);
}

static guint32
find_thread (Reader *self, const TvChromeEvent *event, const char *name)
{
  const TvTextValue *value = &event->fields[TV_CHROME_THREAD];
  const gint64 own_id = find_id (self, value);
  const guint32 process = find_process (self, event, NULL);
  const guint64 key = (guint64) process << 32 | (guint32) own_id;
  const gboolean is_short = own_id >= 0 && own_id < G_MAXUINT32 && name == NULL;
  guint32 track = is_short ? tv_id_map_get (&self->threads, key) : TV_ID_MAP_NONE;
  /* Without a number, or with 0, it is the first of its process. */
  const gint64 id
      = own_id != 0 ? own_id : find_id (self, &event->fields[TV_CHROME_PROCESS]);
  g_autofree char *own_name = own_id >= TV_FIRST_NAMED_ID ? dup_name (value) : NULL;
  const TvTrackSpec spec = { .kind = TV_TRACK_THREAD,
                             .process = process,
                             .number = id,
                             .name = name != NULL ? name : own_name,
                             .overlap = TV_OVERLAP_SPILL };

  if (track != TV_ID_MAP_NONE)
    return track;
  track = meet_thread (self, event, &spec);
  if (track == TV_THREAD_NONE)
    track = tv_run_builder_add_track (self->builder, &spec);
  if (is_short && track != TV_THREAD_NONE)
    tv_id_map_set (&self->threads, key, track);
  return track;
}

static guint32
find_name (Reader *self, const TvChromeEvent *event)
{
  return tv_slice_names_get (self->names, event->fields[TV_CHROME_CATEGORY].text,
                             get_text (event, TV_CHROME_NAME));
}

/* Arguments and flows */

/* Returns an id of a flow, the same for the same text of self->key. */
static guint64
find_flow (Reader *self)
{
  guint id = GPOINTER_TO_UINT (g_hash_table_lookup (self->flows, self->key->str));

  if (id == 0)
    {
      id = g_hash_table_size (self->flows) + 1;
      g_hash_table_insert (self->flows, g_strdup (self->key->str),
                           GUINT_TO_POINTER (id));
    }
  return id;
}

static gboolean
is_set (const TvChromeEvent *event, TvChromeField field)
{
  return g_str_equal (get_text (event, field), "true");
}

/* A slice can say itself that a flow comes in or goes out. */
static void
bind_flow (Reader *self, const TvChromeEvent *event, gint64 time, guint32 tag)
{
  const gboolean is_in = is_set (event, TV_CHROME_FLOW_IN);
  const gboolean is_out = is_set (event, TV_CHROME_FLOW_OUT);
  TvFlowPoint point = { .time = time,
                        .tag = tag,
                        .phase = is_in && is_out ? TV_FLOW_STEP
                                 : is_out        ? TV_FLOW_BEGIN
                                                 : TV_FLOW_END };

  g_string_assign (self->key, get_text (event, TV_CHROME_BIND_ID));
  point.id = find_flow (self);
  (void) tv_detail_builder_add_flow_point (self->details, &point);
}

/* Returns a tag for the arguments of an event and the flows that it binds, or 0. */
static guint32
add_tag (Reader *self, const TvChromeEvent *event, gint64 time)
{
  const gboolean binds
      = event->fields[TV_CHROME_BIND_ID].text != NULL
        && (is_set (event, TV_CHROME_FLOW_IN) || is_set (event, TV_CHROME_FLOW_OUT));
  guint32 set;
  guint32 tag;

  if (event->n_args == 0 && !binds)
    return 0;
  set = tv_detail_builder_add_arg_set (self->details, event->args, event->n_args);
  tag = tv_detail_builder_add_tag (self->details, set);
  if (binds && tag > 0)
    bind_flow (self, event, time, tag);
  return tag;
}

static gboolean
add_flow (Reader *self, const TvChromeEvent *event, gint64 time, char phase)
{
  TvFlowPoint point = { .time = time,
                        .phase = phase == 's'   ? TV_FLOW_BEGIN
                                 : phase == 't' ? TV_FLOW_STEP
                                                : TV_FLOW_END,
                        .track = find_thread (self, event, NULL) };

  point.binds_to_next
      = phase == 'f' && !g_str_equal (get_text (event, TV_CHROME_BIND_POINT), "e");
  g_string_printf (self->key, "%s\n%s\n%s\n%d", get_text (event, TV_CHROME_CATEGORY),
                   get_text (event, TV_CHROME_NAME), get_text (event, TV_CHROME_ID),
                   event->fields[TV_CHROME_ID].is_string);
  point.id = find_flow (self);
  return tv_detail_builder_add_flow_point (self->details, &point);
}

/* Events */

static gboolean
get_time (const TvChromeEvent *event, TvChromeField field, gint64 *time)
{
  return tv_text_value_get_time (&event->fields[field], time);
}

static gboolean
get_span (const TvChromeEvent *event, TvChromeField start, TvChromeField length,
          gint64 *from, gint64 *to)
{
  gint64 duration;

  return get_time (event, start, from) && get_time (event, length, &duration)
         && !__builtin_add_overflow (*from, duration, to);
}

static gboolean
add_complete (Reader *self, const TvChromeEvent *event, gint64 time)
{
  TvRun run
      = { .offset = event->offset, .start = time, .name = find_name (self, event) };

  run.tag = add_tag (self, event, time);
  if (!get_span (event, TV_CHROME_TIME, TV_CHROME_DURATION, &run.start, &run.end))
    run.end = TV_RUN_OPEN;
  run.has_cpu = get_span (event, TV_CHROME_CPU_TIME, TV_CHROME_CPU_DURATION,
                          &run.cpu_start, &run.cpu_end);
  return tv_run_builder_add_run (self->builder, find_thread (self, event, NULL), &run);
}

static gboolean
add_begin (Reader *self, const TvChromeEvent *event, gint64 time)
{
  TvRun run
      = { .offset = event->offset, .start = time, .name = find_name (self, event) };

  run.tag = add_tag (self, event, time);
  run.has_cpu = get_time (event, TV_CHROME_CPU_TIME, &run.cpu_start);
  return tv_run_builder_begin_run (self->builder, find_thread (self, event, NULL),
                                   &run);
}

static gboolean
add_end (Reader *self, const TvChromeEvent *event, gint64 time)
{
  TvRun run = { .offset = event->offset, .end = time, .name = TV_METHOD_NONE };

  run.tag = add_tag (self, event, time);
  run.ends_category = event->fields[TV_CHROME_NAME].length == 0
                      && event->fields[TV_CHROME_CATEGORY].length > 0;
  if (run.ends_category || event->fields[TV_CHROME_NAME].length > 0)
    run.name = find_name (self, event);
  run.has_cpu = get_time (event, TV_CHROME_CPU_TIME, &run.cpu_end);
  return tv_run_builder_end_run (self->builder, find_thread (self, event, NULL), &run);
}

/* The track of what happens at once to a thread, a process or everything. */
static guint32
find_instant_track (Reader *self, const TvChromeEvent *event)
{
  const char scope = get_text (event, TV_CHROME_INSTANT_SCOPE)[0];
  TvTrackSpec spec = { .kind = TV_TRACK_GLOBAL,
                       .process = TV_PROCESS_NONE,
                       .number = -1,
                       .name = _ ("Instants"),
                       .overlap = TV_OVERLAP_SPILL };

  if (scope != 'g' && scope != 'p')
    return find_thread (self, event, NULL);
  if (scope == 'p')
    {
      spec.kind = TV_TRACK_PROCESS;
      spec.process = find_process (self, event, NULL);
    }
  return tv_run_builder_add_track (self->builder, &spec);
}

static gboolean
add_instant (Reader *self, const TvChromeEvent *event, gint64 time)
{
  const TvRun run = { .offset = event->offset,
                      .start = time,
                      .end = time,
                      .name = find_name (self, event),
                      .tag = add_tag (self, event, time) };

  return tv_run_builder_add_run (self->builder, find_instant_track (self, event), &run);
}

/* Events of an id of a category belong together, within a process if the id says so.
 * Those of the old phases also need the same name. */
static const char *
make_async_key (Reader *self, const TvChromeEvent *event, guint32 process,
                gboolean is_old)
{
  const char *global = event->fields[TV_CHROME_GLOBAL_ID].text;
  const char *local = event->fields[TV_CHROME_LOCAL_ID].text;
  const char *id = global != NULL
                       ? global
                       : (local != NULL ? local : get_text (event, TV_CHROME_ID));

  g_string_printf (
      self->key, "%s\n%s\n%s\n%d\n%d\n%s", get_text (event, TV_CHROME_CATEGORY),
      get_text (event, TV_CHROME_SCOPE), id, event->fields[TV_CHROME_ID].is_string,
      (int) process, is_old ? get_text (event, TV_CHROME_NAME) : "");
  return self->key->str;
}

static gboolean
add_async (Reader *self, const TvChromeEvent *event, gint64 time, TvAsyncPhase phase,
           gboolean is_old)
{
  TvAsyncEvent async = { .phase = phase,
                         .nests = !is_old,
                         .process = TV_PROCESS_NONE,
                         .name = find_name (self, event),
                         .time = time,
                         .offset = event->offset,
                         .tag = add_tag (self, event, time) };

  if (event->fields[TV_CHROME_GLOBAL_ID].text == NULL
      && (is_old || event->fields[TV_CHROME_LOCAL_ID].text != NULL))
    async.process = find_process (self, event, NULL);
  async.key = make_async_key (self, event, async.process, is_old);
  return tv_async_runs_add (self->async, &async);
}

/* Counters and states */

/* Each argument is a counter of the process. */
static gboolean
add_values (Reader *self, const TvChromeEvent *event, gint64 time)
{
  const gboolean has_id = event->fields[TV_CHROME_ID].length > 0;
  g_autofree char *name = dup_name (&event->fields[TV_CHROME_NAME]);
  guint n_values = 0;

  for (guint i = 0; i < event->n_args; i++)
    {
      TvCounterSpec spec = { .kind = TV_TRACK_PROCESS,
                             .process = find_process (self, event, NULL),
                             .track = TV_THREAD_NONE };
      const char *key = strchr (event->args[i].key, '.');
      double value;

      if (key == NULL || !tv_arg_get_number (&event->args[i], &value))
        continue;
      key++;
      g_string_printf (
          self->key, "%s%s%s%s%s", name != NULL ? name : "", has_id ? " id: " : "",
          has_id ? get_text (event, TV_CHROME_ID) : "", *key != '\0' ? " " : "", key);
      spec.name = self->key->str;
      n_values++;
      if (!tv_system_builder_add_value (
              self->system, tv_system_builder_add_counter (self->system, &spec), time,
              value))
        return FALSE;
    }
  self->n_hidden['C'] += n_values == 0;
  return TRUE;
}

static gboolean
find_number (const TvChromeEvent *event, const char *key, double *value)
{
  for (guint i = 0; i < event->n_args; i++)
    if (g_str_equal (event->args[i].key, key))
      return tv_arg_get_number (&event->args[i], value);
  return FALSE;
}

/* What a thread did for a time: its name is "Running", or the letters of the kernel. */
static gboolean
add_state (Reader *self, const TvChromeEvent *event, gint64 time)
{
  g_autofree char *name = dup_name (&event->fields[TV_CHROME_NAME]);
  TvStateSpec spec = { .track = find_thread (self, event, NULL),
                       .start = time,
                       .cpu = TV_CPU_NONE,
                       .waker = TV_THREAD_NONE };
  double value;

  if (!get_span (event, TV_CHROME_TIME, TV_CHROME_DURATION, &spec.start, &spec.end))
    spec.end = G_MAXINT64;
  spec.is_running = g_strcmp0 (name, "Running") == 0;
  if (!spec.is_running)
    spec.letters = name;
  else if (find_number (event, "args.cpu", &value) && value >= 0 && value < TV_CPU_NONE)
    spec.cpu = (guint32) value;
  if (find_number (event, "args.io_wait", &value))
    spec.io_wait = value > 0 ? TV_IO_WAIT_YES : TV_IO_WAIT_NO;
  return tv_system_builder_add_state (self->system, &spec);
}

static gboolean
add_metadata (Reader *self, const TvChromeEvent *event)
{
  const char *what = get_text (event, TV_CHROME_NAME);
  g_autofree char *name = dup_name (&event->fields[TV_CHROME_GIVEN_NAME]);

  if (name != NULL && g_str_equal (what, "process_name"))
    find_process (self, event, name);
  else if (name != NULL && g_str_equal (what, "thread_name"))
    find_thread (self, event, name);
  return TRUE;
}

/* Profiles of V8 have a reader of their own. */
static gboolean
is_profile (const TvChromeEvent *event)
{
  return g_str_equal (get_text (event, TV_CHROME_NAME), "CpuProfile");
}

static gboolean
add_timed (Reader *self, const TvChromeEvent *event, char phase, gint64 time)
{
  switch (phase)
    {
    case 'B':
      return add_begin (self, event, time);
    case 'E':
      return add_end (self, event, time);
    case 'X':
      return add_complete (self, event, time);
    case 'i':
    case 'I':
    case 'R':
      if (!is_profile (event))
        return add_instant (self, event, time);
      phase = 'P';
      break;
    case 'b':
    case 'S':
      return add_async (self, event, time, TV_ASYNC_BEGIN, phase == 'S');
    case 'e':
    case 'F':
      return add_async (self, event, time, TV_ASYNC_END, phase == 'F');
    case 'n':
    case 'p':
      return add_async (self, event, time, TV_ASYNC_INSTANT, phase == 'p');
    case 'T': /* with a length, it is what a thread was doing */
      return event->fields[TV_CHROME_DURATION].text != NULL
                 ? add_state (self, event, time)
                 : add_async (self, event, time, TV_ASYNC_INSTANT, TRUE);
    case 'C':
      return add_values (self, event, time);
    case 's':
    case 't':
    case 'f':
      return add_flow (self, event, time, phase);
    default:
      break;
    }
  self->n_hidden[(guchar) phase]++;
  return TRUE;
}

static gboolean
add_event (const TvChromeEvent *event, gpointer data)
{
  Reader *self = data;
  const char phase = get_text (event, TV_CHROME_PHASE)[0];
  gint64 time;

  self->trace->info.n_records++;
  if (phase == 'M')
    return add_metadata (self, event);
  if (phase != '\0' && get_time (event, TV_CHROME_TIME, &time))
    return add_timed (self, event, phase, time);
  /* An element without anything fills a list whose writer cannot take commas back. */
  if (phase == '\0' && event->fields[TV_CHROME_NAME].text == NULL)
    return TRUE;
  if (self->n_unreadable++ == 0)
    self->first_unreadable = event->offset;
  return TRUE;
}

/* What is beside the events */

static gboolean
take_line (const TvTextLine *line, gpointer data)
{
  Reader *self = data;

  return tv_ftrace_text_take (line, self->kernel);
}

/* Adds a fact with its name, and its value as a number or a text. */
static gboolean
add_fact (Reader *self, const TvArg *fact)
{
  gint64 row[] = { tv_detail_builder_keep_text (self->details, fact->key),
                   TV_EXTRA_NULL, TV_EXTRA_NULL };

  if (fact->type == TV_ARG_INT || fact->type == TV_ARG_BOOL)
    row[1] = fact->value.integer;
  else
    {
      g_autofree char *text = tv_arg_dup_value (fact);

      row[2] = tv_detail_builder_keep_text (self->details, text);
    }
  return tv_detail_builder_add_extra (self->details, TV_EXTRA_FACTS, row) >= 0;
}

static gboolean
take_facts (const TvArg *facts, guint n, gpointer data)
{
  for (guint i = 0; i < n; i++)
    if (!add_fact (data, &facts[i]))
      return FALSE;
  return TRUE;
}

/* The file */

static void
warn (Reader *self, TvWarningKind kind, guint64 count, guint64 at)
{
  if (count > 0)
    tv_warnings_add_many (self->trace->warnings, kind, count, TV_PLACE_OFFSET, at,
                          NULL);
}

/* Lists the events that the model has no place for, by phase. */
static void
list_hidden (Reader *self, const TvChromeFaults *faults)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint phase = 0; phase < G_N_ELEMENTS (self->n_hidden); phase++)
    if (self->n_hidden[phase] > 0)
      {
        g_string_append (text, text->len > 0 ? ", " : "");
        tv_java_text_append (text, phase);
        g_string_append_printf (text, " %" G_GUINT64_FORMAT, self->n_hidden[phase]);
      }
  if (faults->n_samples > 0)
    g_string_append_printf (text, "%ssamples %" G_GUINT64_FORMAT,
                            text->len > 0 ? ", " : "", faults->n_samples);
  if (faults->n_system > 0)
    g_string_append_printf (text, "%ssystemTraceEvents %" G_GUINT64_FORMAT,
                            text->len > 0 ? ", " : "", faults->n_system);
  tv_ftrace_text_list_hidden (self->kernel, text);
  if (text->len > 0)
    tv_trace_add_property (self->trace, "hidden-events", text->str);
}

static gboolean
finish (Reader *self, const TvChromeFaults *faults, GError **error)
{
  if (!faults->has_events && !faults->has_system)
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_OTHER_FORMAT,
                           _ ("This is JSON text of no known format"));
      return FALSE;
    }
  if (!tv_async_runs_finish (self->async, error))
    return FALSE;
  warn (self, TV_WARNING_EVENT_UNREADABLE, faults->n_strays, faults->first_stray);
  warn (self, TV_WARNING_EVENT_UNREADABLE, self->n_unreadable, self->first_unreadable);
  warn (self, TV_WARNING_EVENTS_CUT, faults->is_cut, faults->cut_at);
  warn (self, TV_WARNING_TEXT_CUT, faults->n_cut_texts, faults->first_cut_text);
  warn (self, TV_WARNING_TEXT_BEHIND, faults->has_more, faults->more_at);
  list_hidden (self, faults);
  self->trace->info.n_records += tv_ftrace_text_get_n_lines (self->kernel);
  if (faults->has_system)
    tv_ftrace_text_finish (self->kernel, TV_PLACE_OFFSET);
  return tv_run_builder_finish (self->builder, error);
}

static void
init_reader (Reader *self, TvTrace *trace, const TvLoadOptions *options)
{
  *self = (Reader){ .trace = trace };
  self->builder = tv_run_builder_new (trace, options);
  self->async = tv_async_runs_new (self->builder, trace, options);
  self->names = tv_slice_names_new (self->builder);
  self->details = tv_run_builder_get_details (self->builder);
  self->system = tv_run_builder_get_system (self->builder);
  self->flows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tasks = tv_system_tasks_new (self->builder);
  self->kernel = tv_ftrace_text_new (&(TvAtraceSink){ .builder = self->builder,
                                                      .async = self->async,
                                                      .names = self->names,
                                                      .tasks = self->tasks },
                                     trace);
  tv_id_map_init (&self->threads);
  self->named_ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->key = g_string_new (NULL);
}

static void
clear_reader (Reader *self)
{
  g_string_free (self->key, TRUE);
  g_hash_table_unref (self->flows);
  g_hash_table_unref (self->named_ids);
  tv_id_map_clear (&self->threads);
  tv_ftrace_text_free (self->kernel);
  tv_system_tasks_free (self->tasks);
  tv_slice_names_free (self->names);
  tv_async_runs_free (self->async);
  tv_run_builder_free (self->builder);
}

static TvTrace *
read_slices (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  static const TvChromeReceiver receiver = { add_event, take_line, take_facts };
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  TvChromeFaults faults;
  Reader reader;
  gboolean ok;

  init_reader (&reader, trace, options);
  ok = tv_chrome_events_read (input->window, options, &receiver, &reader, &faults,
                              error)
       && finish (&reader, &faults, error);
  clear_reader (&reader);
  return ok ? g_steal_pointer (&trace) : NULL;
}

static gboolean
has_slices (const TvTrace *trace)
{
  return tv_trace_get_n_calls (trace) > 0 || tv_trace_get_n_counters (trace) > 0
         || tv_trace_has_states (trace);
}

/* Samples are read in a file that has nothing else, or if one of their events is wished
 * for. */
static TvTrace *
read_events (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = read_slices (input, options, error);
  TvTrace *samples = NULL;
  const TvWarning *warning;
  GError *local_error = NULL;

  if (trace == NULL || !tv_samples_are_wanted (options, TRUE, has_slices (trace)))
    return g_steal_pointer (&trace);
  if (!tv_chrome_samples_read (input, options, &samples, &local_error)
      && !g_error_matches (local_error, TV_TRACE_ERROR, TV_TRACE_ERROR_NOT_A_TRACE))
    {
      g_propagate_error (error, local_error);
      return NULL;
    }
  g_clear_error (&local_error);
  if (samples == NULL)
    return g_steal_pointer (&trace);
  warning
      = tv_warnings_find (tv_trace_get_warnings (trace), TV_WARNING_EVENT_UNREADABLE);
  if (warning != NULL)
    tv_warnings_add_many (samples->warnings, TV_WARNING_EVENT_UNREADABLE,
                          warning->count, TV_PLACE_OFFSET, warning->at, NULL);
  return samples;
}

static gboolean
is_chrome (GBytes *start)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (start, &size);

  return tv_chrome_events_probe (data, size);
}

/* Chrome's trace event format, which many programs write. */
const TvTraceReader tv_chrome_reader = { .name = "chrome-json",
                                         .title = N_ ("Chrome trace events"),
                                         .probe = is_chrome,
                                         .layout = TV_LAYOUT_WINDOWS,
                                         .read = read_events };
