/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/json/chrome-samples.h"

#include "trace/build/slice-names.h"
#include "trace/json/json-paths.h"
#include "trace/json/v8-profile.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>

enum
{
  EVENT = TV_N_V8_VALUES,
  EVENT_NAME,
  EVENT_PROCESS,
  EVENT_THREAD,
  EVENT_ID,
  EVENT_TIME,
  GIVEN_NAME,
  DATA_START,
  FRAME, /* of the list of samples */
  FRAME_NAME,
  FRAME_PARENT,
  SAMPLE,
  SAMPLE_NAME,
  SAMPLE_FRAME,
  SAMPLE_PROCESS,
  SAMPLE_THREAD,
  SAMPLE_TIME,
  SAMPLE_WEIGHT
};

#define PROFILE "traceEvents.*.args.data.cpuProfile"

static const TvJsonPath paths[] = {
  { "traceEvents.*", EVENT },
  { "*=traceEvents.*", EVENT },
  { "systemTraceEvents", TV_JSON_NOTHING },
  { "traceEvents.*.name", EVENT_NAME },
  { "traceEvents.*.pid", EVENT_PROCESS },
  { "traceEvents.*.tid", EVENT_THREAD },
  { "traceEvents.*.id", EVENT_ID },
  { "traceEvents.*.ts", EVENT_TIME },
  { "traceEvents.*.args.name", GIVEN_NAME },
  { "traceEvents.*.args.data.startTime", DATA_START },
  { "traceEvents.*.args.data.endTime", TV_V8_END_TIME },
  { "traceEvents.*.args.data.timeDeltas.*", TV_V8_DELTA },
  { PROFILE ".startTime", TV_V8_START_TIME },
  { PROFILE ".endTime", TV_V8_END_TIME },
  { PROFILE ".samples.*", TV_V8_SAMPLE },
  { PROFILE ".timeDeltas.*", TV_V8_DELTA },
  { PROFILE ".nodes.*", TV_V8_NODE },
  { PROFILE ".nodes.*.id", TV_V8_NODE_ID },
  { PROFILE ".nodes.*.parent", TV_V8_NODE_PARENT },
  { PROFILE ".nodes.*.children.*", TV_V8_NODE_CHILD },
  { PROFILE ".nodes.*.hitCount", TV_V8_NODE_HITS },
  { PROFILE ".nodes.*.functionName", TV_V8_FUNCTION_NAME },
  { PROFILE ".nodes.*.url", TV_V8_URL },
  { PROFILE ".nodes.*.lineNumber", TV_V8_LINE },
  { PROFILE ".nodes.*.callFrame.functionName", TV_V8_FUNCTION_NAME },
  { PROFILE ".nodes.*.callFrame.url", TV_V8_URL },
  { PROFILE ".nodes.*.callFrame.lineNumber", TV_V8_LINE },
  { "stackFrames.*", FRAME },
  { "stackFrames.*.name", FRAME_NAME },
  { "stackFrames.*.parent", FRAME_PARENT },
  { "samples.*", SAMPLE },
  { "samples.*.name", SAMPLE_NAME },
  { "samples.*.sf", SAMPLE_FRAME },
  { "samples.*.pid", SAMPLE_PROCESS },
  { "samples.*.tid", SAMPLE_THREAD },
  { "samples.*.ts", SAMPLE_TIME },
  { "samples.*.weight", SAMPLE_WEIGHT },
};

/* A frame of the list of samples. */
typedef struct
{
  char *name;
  char *parent; /* its id, NULL for none */
  guint32 stack;
  TvStackState state;
  guint64 offset;
} Frame;

typedef struct
{
  char *event; /* NULL for none */
  char *frame; /* its id, NULL for none */
  gboolean has_process;
  gint64 process;
  gint64 thread;
  gint64 time;
  gint64 weight;
  guint64 offset;
} Sample;

/* A profile of V8 and where it comes from. */
typedef struct
{
  guint32 profile;
  gboolean has_begun;
  gint64 process;
  gint64 thread;
} Source;

/* What is known of an event when it ends. */
typedef struct
{
  GString *name;
  GString *id;
  GString *given_name;
  gint64 process;
  gint64 thread;
  gint64 time;
  gint64 start; /* or -1 */
} Event;

typedef struct
{
  TvTrace *trace;
  TvSampleBuilder *builder;
  TvV8Profiles *profiles;
  guint64 offset; /* of the value that is read */
  gboolean is_event;
  Event event;
  GPtrArray *sources;       /* of Source */
  GHashTable *source_index; /* Source, by process and id */
  GHashTable *owners;       /* processes of threads that have names, by gint64 */
  GHashTable *names;        /* of processes and threads, by their ids */
  GHashTable *named_ids;    /* see tv_text_value_get_id() */
  GPtrArray *id_names;      /* by id, from TV_FIRST_NAMED_ID on */
  GHashTable *frames;       /* Frame, by id */
  Frame *frame;             /* that is read */
  GArray *samples;          /* of Sample */
} Reader;

static void
warn (Reader *self, TvWarningKind kind, guint64 offset)
{
  tv_warnings_add (self->trace->warnings, kind, TV_PLACE_OFFSET, offset, NULL);
}

/* The text */

static void
free_frame (gpointer data)
{
  Frame *frame = data;

  g_free (frame->name);
  g_free (frame->parent);
  g_free (frame);
}

static void
clear_sample (gpointer data)
{
  g_free (((Sample *) data)->event);
  g_free (((Sample *) data)->frame);
}

static void
begin_event (Reader *self)
{
  Event *event = &self->event;

  g_string_truncate (event->name, 0);
  g_string_truncate (event->id, 0);
  g_string_truncate (event->given_name, 0);
  event->process = event->thread = event->time = 0;
  event->start = -1;
  self->is_event = TRUE;
}

static void
enter (gpointer data, int id, const TvTextValue *key)
{
  Reader *self = data;
  const Sample sample = { .weight = TV_WEIGHT_ONE, .offset = self->offset };

  if (id < TV_N_V8_VALUES)
    tv_v8_profiles_enter (self->profiles, id, self->offset);
  else if (id == EVENT)
    begin_event (self);
  else if (id == FRAME)
    {
      self->frame = g_new0 (Frame, 1);
      self->frame->offset = self->offset;
      if (g_hash_table_contains (self->frames, key->text != NULL ? key->text : ""))
        warn (self, TV_WARNING_FRAME_TWICE, self->offset);
      g_hash_table_replace (self->frames, g_strdup (key->text != NULL ? key->text : ""),
                            self->frame);
    }
  else if (id == SAMPLE)
    g_array_append_val (self->samples, sample);
}

/* Reads the id of a process or a thread. */
static gint64
take_id (Reader *self, const TvTextValue *value)
{
  const gint64 id = tv_text_value_get_id (value, self->named_ids);

  if (id - TV_FIRST_NAMED_ID == self->id_names->len)
    g_ptr_array_add (self->id_names,
                     tv_java_text_dup_utf8 (value->text, value->length));
  return id;
}

/* Names that metadata gives to processes, whose key has no thread, and to threads. */
static char *
make_key (gint64 process, gboolean is_thread, gint64 thread)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT " %d %" G_GINT64_FORMAT, process,
                          is_thread, thread);
}

static void
keep_name (Reader *self, gboolean is_thread)
{
  const Event *event = &self->event;
  gint64 *thread;

  if (is_thread && !g_hash_table_contains (self->owners, &event->thread))
    {
      thread = g_new (gint64, 2);
      thread[0] = event->thread;
      thread[1] = event->process;
      g_hash_table_insert (self->owners, thread, &thread[1]);
    }
  g_hash_table_replace (
      self->names, make_key (event->process, is_thread, is_thread ? event->thread : 0),
      tv_java_text_dup_utf8 (event->given_name->str, event->given_name->len));
}

/* Keeps the piece of a profile that the event has. The thread is that of the event that
 * begins it. */
static void
keep_profile (Reader *self, gboolean begins, gboolean is_whole)
{
  const Event *event = &self->event;
  g_autofree char *key = is_whole ? g_strdup_printf ("%u", self->sources->len)
                                  : g_strdup_printf ("%" G_GINT64_FORMAT " %s",
                                                     event->process, event->id->str);
  Source *source = g_hash_table_lookup (self->source_index, key);

  /* A profile that begins anew is another one. */
  if (source == NULL || (begins && source->has_begun))
    {
      source = g_new0 (Source, 1);
      source->profile = tv_v8_profiles_add (self->profiles);
      source->process = event->process;
      source->thread = event->thread;
      g_ptr_array_add (self->sources, source);
      g_hash_table_replace (self->source_index, g_steal_pointer (&key), source);
    }
  if (begins)
    {
      source->has_begun = TRUE;
      source->thread = event->thread;
      tv_v8_profiles_set_start (self->profiles, source->profile,
                                event->start >= 0 ? event->start : event->time);
    }
  tv_v8_profiles_keep (self->profiles, source->profile, event->time);
}

static void
end_event (Reader *self)
{
  const char *name = self->event.name->str;

  self->is_event = FALSE;
  if (g_str_equal (name, "Profile") || g_str_equal (name, "ProfileChunk"))
    keep_profile (self, name[strlen ("Profile")] == '\0', FALSE);
  else if (g_str_equal (name, "CpuProfile"))
    keep_profile (self, TRUE, TRUE);
  else
    tv_v8_profiles_forget (self->profiles);
  if (g_str_equal (name, "thread_name"))
    keep_name (self, TRUE);
  else if (g_str_equal (name, "process_name"))
    keep_name (self, FALSE);
}

static void
leave (gpointer data, int id)
{
  Reader *self = data;

  if (id < TV_N_V8_VALUES)
    tv_v8_profiles_leave (self->profiles, id);
  else if (id == EVENT)
    end_event (self);
  else if (id == FRAME)
    self->frame = NULL;
}

static gint64
get_time (Reader *self, const TvTextValue *value)
{
  gint64 time;

  if (tv_text_value_get_time (value, &time))
    return time;
  warn (self, TV_WARNING_SAMPLE_TIME, self->offset);
  return 0;
}

static void
take_event_value (Reader *self, int id, const TvTextValue *value)
{
  Event *event = &self->event;

  if (!self->is_event)
    return;
  if (id == EVENT_PROCESS)
    event->process = take_id (self, value);
  else if (id == EVENT_THREAD)
    event->thread = take_id (self, value);
  else if (id == DATA_START || id == EVENT_TIME)
    {
      gint64 *time = id == DATA_START ? &event->start : &event->time;

      if (!tv_text_value_get_time (value, time))
        *time = id == DATA_START ? -1 : 0;
    }
  else
    {
      GString *text = id == EVENT_NAME ? event->name
                      : id == EVENT_ID ? event->id
                                       : event->given_name;

      g_string_truncate (text, 0);
      if (value->text != NULL)
        g_string_append_len (text, value->text, (gssize) value->length);
    }
}

static void
take_frame_value (Reader *self, int id, const TvTextValue *value)
{
  char **text = id == FRAME_NAME ? &self->frame->name : &self->frame->parent;

  g_free (*text);
  *text = g_strdup (value->text);
}

static void
take_sample_value (Reader *self, int id, const TvTextValue *value)
{
  Sample *sample = &g_array_index (self->samples, Sample, self->samples->len - 1);
  gint64 weight;

  if (id == SAMPLE_FRAME || id == SAMPLE_NAME)
    {
      char **text = id == SAMPLE_FRAME ? &sample->frame : &sample->event;

      g_free (*text);
      *text = g_strdup (value->text);
    }
  else if (id == SAMPLE_PROCESS)
    {
      sample->has_process = value->text != NULL;
      sample->process = take_id (self, value);
    }
  else if (id == SAMPLE_THREAD)
    sample->thread = take_id (self, value);
  else if (id == SAMPLE_TIME)
    sample->time = get_time (self, value);
  else if (tv_text_value_get_decimal (value, 3, &weight))
    sample->weight = weight;
  else
    warn (self, TV_WARNING_SAMPLE_WEIGHT, self->offset);
}

static gboolean
take (gpointer data, int id, const TvTextValue *value, guint32 index)
{
  Reader *self = data;

  (void) index;
  if (id < TV_N_V8_VALUES)
    tv_v8_profiles_take (self->profiles, id, value, self->offset);
  else if (id > EVENT && id <= DATA_START)
    take_event_value (self, id, value);
  else if (id == FRAME_NAME || id == FRAME_PARENT)
    take_frame_value (self, id, value);
  else if (id > SAMPLE)
    take_sample_value (self, id, value);
  return TRUE;
}

static const TvJsonForm form = { .paths = paths,
                                 .n_paths = G_N_ELEMENTS (paths),
                                 .enter = enter,
                                 .leave = leave,
                                 .take = take };

/* Building */

/* Returns the name of a process or a thread: that of metadata, or its id if that is no
 * number. */
static const char *
get_name (const Reader *self, const char *key, gint64 id)
{
  const char *name = g_hash_table_lookup (self->names, key);

  return name == NULL && id >= TV_FIRST_NAMED_ID
             ? g_ptr_array_index (self->id_names, id - TV_FIRST_NAMED_ID)
             : name;
}

static guint32
find_thread (Reader *self, gint64 process, gint64 thread)
{
  g_autofree char *process_key = make_key (process, FALSE, 0);
  g_autofree char *thread_key = make_key (process, TRUE, thread);
  const guint32 owner
      = tv_run_builder_add_process (tv_sample_builder_get_runs (self->builder), process,
                                    get_name (self, process_key, process));

  return tv_sample_builder_add_thread (self->builder, owner, thread,
                                       get_name (self, thread_key, thread));
}

static guint32
find_name (TvSliceNames *names, const Frame *frame)
{
  const TvFrameSpec spec = { .name = frame->name != NULL ? frame->name : "?" };

  return tv_slice_names_get_frame (names, &spec);
}

/* Returns the caller of a frame, or NULL if it has none. */
static Frame *
find_parent (Reader *self, const Frame *frame)
{
  Frame *parent = frame->parent != NULL
                      ? g_hash_table_lookup (self->frames, frame->parent)
                      : NULL;

  if (parent == NULL && frame->parent != NULL)
    warn (self, TV_WARNING_FRAME_UNKNOWN, frame->offset);
  return parent;
}

/* Makes the stack of a frame, after those of its callers. A caller of itself is
 * cut, with a warning. */
static guint32
find_stack (Reader *self, TvSliceNames *names, Frame *frame)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  guint32 stack;

  for (; frame != NULL && frame->state == TV_STACK_UNKNOWN;
       frame = find_parent (self, frame))
    {
      frame->state = TV_STACK_OPEN;
      frame->stack = TV_STACK_EMPTY;
      g_ptr_array_add (path, frame);
    }
  if (frame != NULL && frame->state == TV_STACK_OPEN)
    warn (self, TV_WARNING_FRAME_LOOP, frame->offset);
  stack = frame != NULL ? frame->stack : TV_STACK_EMPTY;
  for (guint i = path->len; i-- > 0;)
    {
      frame = g_ptr_array_index (path, i);
      stack = tv_sample_builder_add_stack (self->builder, stack,
                                           find_name (names, frame));
      frame->stack = stack;
      frame->state = TV_STACK_MADE;
    }
  return stack;
}

/* Adds the event of a sample, whose name may be empty. */
static guint32
add_event (Reader *self, const Sample *sample)
{
  TvSampleEvent event = { .name = "samples", .quantity = TV_QUANTITY_COUNT };
  g_autofree char *name = NULL;

  if (sample->event != NULL && *sample->event != '\0')
    event.name = name = tv_java_text_dup_utf8 (sample->event, strlen (sample->event));
  else
    event.title = N_ ("Samples");
  return tv_sample_builder_add_event (self->builder, &event);
}

/* Finds the thread of a sample, whose process may be told by the name of the thread. */
static guint32
find_sample_thread (Reader *self, const Sample *sample)
{
  const gint64 *owner = g_hash_table_lookup (self->owners, &sample->thread);

  return find_thread (self,
                      !sample->has_process && owner != NULL ? *owner : sample->process,
                      sample->thread);
}

static guint32
make_unknown_stack (Reader *self, TvSliceNames *names)
{
  const TvFrameSpec none = { .name = "[no stack]" };

  return tv_sample_builder_add_stack (self->builder, TV_STACK_EMPTY,
                                      tv_slice_names_get_frame (names, &none));
}

/* Adds the list of samples. */
static void
add_samples (Reader *self)
{
  TvSliceNames *names = tv_slice_names_new (tv_sample_builder_get_runs (self->builder));
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < self->samples->len; i++)
    {
      const Sample *source = &g_array_index (self->samples, Sample, i);
      Frame *frame = source->frame != NULL
                         ? g_hash_table_lookup (self->frames, source->frame)
                         : NULL;
      const TvSampleSpec sample
          = { .thread = find_sample_thread (self, source),
              .event = add_event (self, source),
              .stack = frame != NULL ? find_stack (self, names, frame)
                                     : make_unknown_stack (self, names),
              .time = source->time,
              .weight = source->weight,
              .offset = source->offset };

      if (frame == NULL && source->frame != NULL)
        warn (self, TV_WARNING_FRAME_UNKNOWN, source->offset);
      ok = tv_sample_builder_add_sample (self->builder, &sample);
    }
  tv_slice_names_free (names);
}

/* Returns whether there are samples; @has_times tells whether they have times. */
static gboolean
build (Reader *self, gboolean *has_times)
{
  *has_times = TRUE;
  for (guint i = 0; i < self->sources->len; i++)
    {
      const Source *profile = g_ptr_array_index (self->sources, i);

      tv_v8_profiles_set_thread (self->profiles, profile->profile,
                                 find_thread (self, profile->process, profile->thread));
    }
  if (self->samples->len > 0)
    add_samples (self);
  if (tv_v8_profiles_have_samples (self->profiles))
    *has_times = tv_v8_profiles_build (self->profiles);
  else
    return self->samples->len > 0;
  return TRUE;
}

/* The file */

static void
init_reader (Reader *self, TvTrace *trace, TvSampleBuilder *builder)
{
  *self = (Reader){ .trace = trace, .builder = builder };
  self->profiles = tv_v8_profiles_new (trace, builder);
  self->event.name = g_string_new (NULL);
  self->event.id = g_string_new (NULL);
  self->event.given_name = g_string_new (NULL);
  self->sources = g_ptr_array_new_with_free_func (g_free);
  self->source_index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->owners = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->named_ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->id_names = g_ptr_array_new_with_free_func (g_free);
  self->frames = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_frame);
  self->samples = g_array_new (FALSE, FALSE, sizeof (Sample));
  g_array_set_clear_func (self->samples, clear_sample);
}

static void
clear_reader (Reader *self)
{
  tv_v8_profiles_free (self->profiles);
  g_string_free (self->event.name, TRUE);
  g_string_free (self->event.id, TRUE);
  g_string_free (self->event.given_name, TRUE);
  g_ptr_array_unref (self->sources);
  g_hash_table_unref (self->source_index);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->owners);
  g_hash_table_unref (self->named_ids);
  g_ptr_array_unref (self->id_names);
  g_hash_table_unref (self->frames);
  g_array_unref (self->samples);
}

/* Makes a trace of the samples of a file, or none if it has none. Returns FALSE if the
 * file could not be read. */
gboolean
tv_chrome_samples_read (const TvTraceInput *input, const TvLoadOptions *options,
                        TvTrace **trace, GError **error)
{
  g_autoptr (TvTrace) made = tv_trace_new_empty ();
  g_autoptr (TvSampleBuilder) builder = tv_sample_builder_new (made, options);
  Reader reader;
  gboolean has_samples = FALSE;
  gboolean has_times;
  gboolean ok;

  *trace = NULL;
  init_reader (&reader, made, builder);
  ok = tv_json_paths_read (input->window, options, &form, &reader, &reader.offset,
                           made->warnings, error);
  if (ok)
    has_samples = build (&reader, &has_times);
  clear_reader (&reader);
  if (has_samples)
    ok = tv_sample_builder_finish (builder, has_times, error);
  if (ok && has_samples)
    *trace = g_steal_pointer (&made);
  return ok;
}
