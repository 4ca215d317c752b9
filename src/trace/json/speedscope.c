/* SPDX-License-Identifier: Apache-2.0 */

/* Profiles of speedscope: frames, and profiles that are events or samples. */

#include "config.h"

#include "trace/build/sample-builder.h"
#include "trace/build/slice-names.h"
#include "trace/formats/trace-reader.h"
#include "trace/json/json-paths.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum
{
  SCHEMA,
  FRAMES,
  FRAME,
  FRAME_NAME,
  FRAME_FILE,
  FRAME_LINE,
  PROFILES,
  PROFILE,
  PROFILE_TYPE,
  PROFILE_NAME,
  PROFILE_UNIT,
  PROFILE_START,
  PROFILE_END,
  EVENT,
  EVENT_TYPE,
  EVENT_FRAME,
  EVENT_TIME,
  STACK,
  STACK_FRAME,
  WEIGHT
};

static const TvJsonPath paths[] = {
  { "$schema", SCHEMA },
  { "shared.frames", FRAMES },
  { "shared.frames.*", FRAME },
  { "shared.frames.*.name", FRAME_NAME },
  { "shared.frames.*.file", FRAME_FILE },
  { "shared.frames.*.line", FRAME_LINE },
  { "profiles", PROFILES },
  { "profiles.*", PROFILE },
  { "profiles.*.type", PROFILE_TYPE },
  { "profiles.*.name", PROFILE_NAME },
  { "profiles.*.unit", PROFILE_UNIT },
  { "profiles.*.startValue", PROFILE_START },
  { "profiles.*.endValue", PROFILE_END },
  { "profiles.*.events.*", EVENT },
  { "profiles.*.events.*.type", EVENT_TYPE },
  { "profiles.*.events.*.frame", EVENT_FRAME },
  { "profiles.*.events.*.at", EVENT_TIME },
  { "profiles.*.samples.*", STACK },
  { "profiles.*.samples.*.*", STACK_FRAME },
  { "profiles.*.weights.*", WEIGHT },
};

/* A unit of values. */
typedef struct
{
  const char *name;
  int scale; /* the power of ten that makes nanoseconds, or steps of weights, of it */
  TvSampleEvent event;
} Unit;

static const Unit units[] = {
  { "none",
    3,
    { .name = "weight", .title = N_ ("Weight"), .quantity = TV_QUANTITY_COUNT } },
  { "bytes",
    3,
    { .name = "bytes", .title = N_ ("Bytes"), .quantity = TV_QUANTITY_BYTES } },
  { "nanoseconds",
    0,
    { .name = "time", .title = N_ ("Time"), .quantity = TV_QUANTITY_TIME } },
  { "microseconds",
    3,
    { .name = "time", .title = N_ ("Time"), .quantity = TV_QUANTITY_TIME } },
  { "milliseconds",
    6,
    { .name = "time", .title = N_ ("Time"), .quantity = TV_QUANTITY_TIME } },
  { "seconds",
    9,
    { .name = "time", .title = N_ ("Time"), .quantity = TV_QUANTITY_TIME } },
};

/* What samples weigh if the file does not say. */
static const TvSampleEvent plain_samples
    = { .name = "samples", .title = N_ ("Samples"), .quantity = TV_QUANTITY_COUNT };

typedef struct
{
  char *name;
  char *file;
  gint64 line;
} Frame;

typedef struct
{
  guint32 frame;
  guint32 is_open;
  gint64 time;
} Event;

typedef struct
{
  char *name;
  gboolean is_evented;
  const Unit *unit;
  const Unit *read_unit; /* of the values, NULL before the first */
  gint64 start;
  gint64 end;
  GArray *events;  /* of Event */
  GArray *frames;  /* of guint32: those of all stacks */
  GArray *ends;    /* of guint32: where stacks end in them */
  GArray *weights; /* of gint64 */
  guint64 offset;
} Profile;

typedef struct
{
  TvTrace *trace;
  const TvLoadOptions *options;
  guint64 offset;       /* of the value that is read */
  const GArray *units;  /* of const Unit *: by profile, if they are known before */
  GArray *frames;       /* of Frame */
  GPtrArray *profiles;  /* of Profile */
  Event event;          /* that is read */
  gboolean has_time;    /* it has one */
  gboolean knows_event; /* its type is known */

  /* When the file has been read: */
  TvSampleBuilder *samples; /* NULL in a file of calls */
  TvRunBuilder *runs;
  TvSliceNames *names;
  guint32 *indexes; /* of the names of the frames */
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
  g_free (frame->file);
}

static void
free_profile (gpointer data)
{
  Profile *profile = data;

  g_free (profile->name);
  g_array_unref (profile->events);
  g_array_unref (profile->frames);
  g_array_unref (profile->ends);
  g_array_unref (profile->weights);
  g_free (profile);
}

static void
add_profile (Reader *self)
{
  Profile *profile = g_new0 (Profile, 1);
  const guint index = self->profiles->len;

  profile->unit = self->units != NULL && index < self->units->len
                      ? g_array_index (self->units, const Unit *, index)
                      : &units[0];
  profile->events = g_array_new (FALSE, FALSE, sizeof (Event));
  profile->frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  profile->ends = g_array_new (FALSE, FALSE, sizeof (guint32));
  profile->weights = g_array_new (FALSE, FALSE, sizeof (gint64));
  profile->offset = self->offset;
  g_ptr_array_add (self->profiles, profile);
}

static Profile *
get_last (const Reader *self)
{
  return g_ptr_array_index (self->profiles, self->profiles->len - 1);
}

static void
enter (gpointer data, int id, const TvTextValue *key)
{
  Reader *self = data;
  const Frame frame = { 0 };

  if (id == FRAME)
    g_array_append_val (self->frames, frame);
  else if (id == PROFILE)
    add_profile (self);
  else if (id == EVENT)
    {
      self->event = (Event){ .frame = G_MAXUINT32 };
      self->has_time = self->knows_event = FALSE;
    }
}

static void
leave (gpointer data, int id)
{
  Reader *self = data;

  if (id == STACK)
    g_array_append_val (get_last (self)->ends, get_last (self)->frames->len);
  else if (id == EVENT && self->has_time && self->knows_event)
    g_array_append_val (get_last (self)->events, self->event);
  else if (id == EVENT)
    warn (self, TV_WARNING_EVENT_UNREADABLE, self->offset);
}

/* Reads a value in the unit of the profile. */
static gboolean
get_value (Reader *self, Profile *profile, const TvTextValue *value, gint64 *result)
{
  if (profile->read_unit == NULL)
    profile->read_unit = profile->unit;
  if (tv_text_value_get_decimal (value, profile->read_unit->scale, result))
    return TRUE;
  *result = 0;
  return FALSE;
}

static guint32
get_index (const TvTextValue *value)
{
  gint64 index;

  return tv_text_value_get_integer (value, &index) && index >= 0 && index < G_MAXUINT32
             ? (guint32) index
             : G_MAXUINT32;
}

static void
take_frame_value (Reader *self, int id, const TvTextValue *value)
{
  Frame *frame = &g_array_index (self->frames, Frame, self->frames->len - 1);
  char **text = id == FRAME_NAME ? &frame->name : &frame->file;

  if (id == FRAME_LINE)
    {
      if (!tv_text_value_get_integer (value, &frame->line))
        frame->line = 0;
      return;
    }
  g_free (*text);
  *text = g_strdup (value->text);
}

static void
take_unit (Profile *profile, const TvTextValue *value)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_strcmp0 (value->text, units[i].name) == 0)
      profile->unit = &units[i];
}

static void
take_profile_value (Reader *self, int id, const TvTextValue *value)
{
  Profile *profile = get_last (self);

  if (id == PROFILE_TYPE)
    profile->is_evented = g_strcmp0 (value->text, "evented") == 0;
  else if (id == PROFILE_UNIT && self->units == NULL)
    take_unit (profile, value);
  else if (id == PROFILE_START)
    get_value (self, profile, value, &profile->start);
  else if (id == PROFILE_END)
    get_value (self, profile, value, &profile->end);
  else if (id == PROFILE_NAME)
    {
      g_free (profile->name);
      profile->name = value->text != NULL
                          ? tv_java_text_dup_utf8 (value->text, value->length)
                          : NULL;
    }
}

static void
take_event_value (Reader *self, int id, const TvTextValue *value)
{
  const char *type = value->text != NULL ? value->text : "";

  if (id == EVENT_FRAME)
    self->event.frame = get_index (value);
  else if (id == EVENT_TIME)
    self->has_time = get_value (self, get_last (self), value, &self->event.time);
  else
    {
      self->event.is_open = g_str_equal (type, "O");
      self->knows_event = self->event.is_open || g_str_equal (type, "C");
    }
}

static void
take_weight (Reader *self, const TvTextValue *value)
{
  gint64 weight;

  if (!get_value (self, get_last (self), value, &weight))
    warn (self, TV_WARNING_SAMPLE_WEIGHT, self->offset);
  g_array_append_val (get_last (self)->weights, weight);
}

static gboolean
take (gpointer data, int id, const TvTextValue *value, guint32 index)
{
  Reader *self = data;
  guint32 frame;

  (void) index;
  if (id >= FRAME_NAME && id <= FRAME_LINE)
    take_frame_value (self, id, value);
  else if (id >= PROFILE_TYPE && id <= PROFILE_END)
    take_profile_value (self, id, value);
  else if (id >= EVENT_TYPE && id <= EVENT_TIME)
    take_event_value (self, id, value);
  else if (id == WEIGHT)
    take_weight (self, value);
  else if (id == STACK_FRAME)
    {
      frame = get_index (value);
      g_array_append_val (get_last (self)->frames, frame);
    }
  /* What should be an object or a list is something else, but counts in its list. */
  else if (id == FRAME || id == PROFILE || id == STACK || id == EVENT)
    {
      enter (self, id, NULL);
      leave (self, id);
    }
  return TRUE;
}

static const TvJsonForm form = { .paths = paths,
                                 .n_paths = G_N_ELEMENTS (paths),
                                 .enter = enter,
                                 .leave = leave,
                                 .take = take };

/* Building */

/* Returns the name of a frame; what is no frame of the file has one, too. */
static guint32
get_name (Reader *self, guint32 frame, guint64 offset)
{
  const TvFrameSpec unknown = { .name = "?" };

  if (frame < self->frames->len)
    return self->indexes[frame];
  warn (self, TV_WARNING_FRAME_UNKNOWN, offset);
  return tv_slice_names_get_frame (self->names, &unknown);
}

static void
add_names (Reader *self)
{
  self->names = tv_slice_names_new (self->runs);
  self->indexes = g_new (guint32, MAX (self->frames->len, 1));
  for (guint i = 0; i < self->frames->len; i++)
    {
      const Frame *frame = &g_array_index (self->frames, Frame, i);
      const TvFrameSpec spec = { .name = frame->name != NULL ? frame->name : "",
                                 .file = frame->file,
                                 .line = (gint32) CLAMP (frame->line, 0, G_MAXINT32) };

      self->indexes[i] = tv_slice_names_get_frame (self->names, &spec);
    }
}

static gboolean
is_time (const Profile *profile)
{
  return profile->unit->event.quantity == TV_QUANTITY_TIME;
}

/* Whether the profile is one of calls. */
static gboolean
has_calls (const Profile *profile)
{
  return profile->is_evented && is_time (profile);
}

/* Times of events do not fall. */
static gint64
get_time (Reader *self, const Profile *profile, const Event *event, gint64 previous)
{
  if (event->time >= previous)
    return event->time;
  warn (self, TV_WARNING_TIME_BACKWARDS, profile->offset);
  return previous;
}

static gboolean
add_calls (Reader *self, const Profile *profile, guint32 number)
{
  const TvTrackSpec spec = { .kind = TV_TRACK_THREAD,
                             .process = TV_PROCESS_NONE,
                             .number = number,
                             .name = profile->name };
  const guint32 track = tv_run_builder_add_track (self->runs, &spec);
  gint64 time = G_MININT64;
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < profile->events->len; i++)
    {
      const Event *event = &g_array_index (profile->events, Event, i);
      TvRun run = { .offset = profile->offset,
                    .name = get_name (self, event->frame, profile->offset) };

      time = run.start = run.end = get_time (self, profile, event, time);
      ok = event->is_open ? tv_run_builder_begin_run (self->runs, track, &run)
                          : tv_run_builder_end_run (self->runs, track, &run);
    }
  return ok;
}

/* The frames that are open. All that the file does not have are one. */
typedef struct
{
  GArray *path;    /* of guint32: frames, the outermost first */
  GArray *stacks;  /* of guint32: the stack of each */
  guint32 *n_open; /* by frame: how often it is in the path */
} OpenFrames;

static void
open_frame (OpenFrames *open, guint32 frame, guint32 stack)
{
  open->n_open[frame]++;
  g_array_append_val (open->path, frame);
  g_array_append_val (open->stacks, stack);
}

/* Closes a frame and those in it, if it is open. */
static void
close_frame (Reader *self, OpenFrames *open, guint32 frame, guint64 offset)
{
  guint n = open->path->len;
  guint32 closed;

  if (open->n_open[frame] == 0)
    {
      warn (self, TV_WARNING_SLICE_STRAY_END, offset);
      return;
    }
  do
    {
      closed = g_array_index (open->path, guint32, --n);
      open->n_open[closed]--;
      if (closed != frame)
        warn (self, TV_WARNING_SLICE_END_LOST, offset);
    }
  while (closed != frame);
  g_array_set_size (open->path, n);
  g_array_set_size (open->stacks, n);
}

static guint32
get_open_stack (const OpenFrames *open)
{
  return open->stacks->len > 0
             ? g_array_index (open->stacks, guint32, open->stacks->len - 1)
             : TV_STACK_EMPTY;
}

static gboolean
add_span (Reader *self, TvSampleSpec *sample, gint64 from, gint64 to)
{
  sample->time = from;
  if (__builtin_sub_overflow (to, from, &sample->weight))
    sample->weight = G_MAXINT64;
  return to <= from || tv_sample_builder_add_sample (self->samples, sample);
}

/* Makes a sample of each stack, which weighs what lies between two events. */
static gboolean
add_event_samples (Reader *self, const Profile *profile, TvSampleSpec *sample)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) stacks = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *n_open = g_new0 (guint32, (gsize) self->frames->len + 1);
  OpenFrames open = { path, stacks, n_open };
  gint64 time = profile->start;
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < profile->events->len; i++)
    {
      const Event *event = &g_array_index (profile->events, Event, i);
      const gint64 next = get_time (self, profile, event, time);
      const guint32 frame = MIN (event->frame, self->frames->len);

      ok = add_span (self, sample, time, next);
      time = next;
      if (event->is_open)
        open_frame (
            &open, frame,
            tv_sample_builder_add_stack (self->samples, sample->stack,
                                         get_name (self, frame, profile->offset)));
      else
        close_frame (self, &open, frame, profile->offset);
      sample->stack = get_open_stack (&open);
    }
  /* What is open at the end lasts until there. */
  return ok && add_span (self, sample, time, profile->end);
}

static guint32
add_stack (Reader *self, const Profile *profile, guint sample)
{
  const guint32 *ends = (const guint32 *) (gpointer) profile->ends->data;
  guint32 stack = TV_STACK_EMPTY;

  for (guint32 i = sample > 0 ? ends[sample - 1] : 0; i < ends[sample]; i++)
    stack = tv_sample_builder_add_stack (
        self->samples, stack,
        get_name (self, g_array_index (profile->frames, guint32, i), profile->offset));
  return stack;
}

static gboolean
add_samples (Reader *self, const Profile *profile, TvSampleSpec *sample)
{
  const gint64 *weights = (const gint64 *) (gpointer) profile->weights->data;
  gint64 time = profile->start;
  gboolean ok = TRUE;

  if (profile->weights->len > 0 && profile->weights->len != profile->ends->len)
    warn (self, TV_WARNING_SAMPLE_UNREADABLE, profile->offset);
  for (guint i = 0; ok && i < profile->ends->len; i++)
    {
      sample->stack = add_stack (self, profile, i);
      sample->weight = profile->weights->len == 0  ? TV_WEIGHT_ONE
                       : i < profile->weights->len ? weights[i]
                                                   : 0;
      sample->time = time;
      ok = tv_sample_builder_add_sample (self->samples, sample);
      if (sample->weight > 0 && __builtin_add_overflow (time, sample->weight, &time))
        time = G_MAXINT64;
    }
  return ok;
}

static const TvSampleEvent *
get_event (const Profile *profile)
{
  return !profile->is_evented && profile->weights->len == 0 ? &plain_samples
                                                            : &profile->unit->event;
}

static gboolean
add_all_samples (Reader *self)
{
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < self->profiles->len; i++)
    {
      const Profile *profile = g_ptr_array_index (self->profiles, i);
      TvSampleSpec sample = { .stack = TV_STACK_EMPTY, .offset = profile->offset };

      sample.event = tv_sample_builder_add_event (self->samples, get_event (profile));
      sample.thread
          = tv_sample_builder_add_labelled_thread (self->samples, i, profile->name);
      ok = profile->is_evented ? add_event_samples (self, profile, &sample)
                               : add_samples (self, profile, &sample);
    }
  return ok;
}

/* Whether the samples of the event that is chosen have times. */
static gboolean
samples_have_times (const Reader *self)
{
  const guint chosen = tv_trace_get_chosen_event (self->trace);

  return tv_trace_get_sample_event (self->trace, chosen)->quantity == TV_QUANTITY_TIME;
}

/* The builder says why nothing more could be added. */
static gboolean
build (Reader *self, GError **error)
{
  gboolean is_of_calls = TRUE;

  for (guint i = 0; i < self->profiles->len; i++)
    is_of_calls &= has_calls (g_ptr_array_index (self->profiles, i));
  self->samples = tv_sample_builder_new (self->trace, self->options);
  self->runs = tv_sample_builder_get_runs (self->samples);
  add_names (self);
  if (!is_of_calls)
    {
      add_all_samples (self);
      return tv_sample_builder_finish (self->samples, samples_have_times (self), error);
    }
  for (guint i = 0; i < self->profiles->len; i++)
    {
      const Profile *profile = g_ptr_array_index (self->profiles, i);

      self->trace->info.n_records += profile->events->len;
      if (!add_calls (self, profile, i))
        break;
    }
  return tv_sample_builder_finish_slices (self->samples, error);
}

/* The file */

static void
clear_reader (Reader *self)
{
  g_array_unref (self->frames);
  g_ptr_array_unref (self->profiles);
  g_free (self->indexes);
  tv_slice_names_free (self->names);
  tv_sample_builder_free (self->samples);
  g_clear_pointer (&self->trace, tv_trace_unref);
}

static gboolean
read_text (Reader *self, const TvTraceInput *input, GError **error)
{
  self->trace = tv_trace_new_empty ();
  self->frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_array_set_clear_func (self->frames, free_frame);
  self->profiles = g_ptr_array_new_with_free_func (free_profile);
  return tv_json_paths_read (input->window, self->options, &form, self, &self->offset,
                             self->trace->warnings, error);
}

/* Returns the units of the profiles if some came behind their values, otherwise NULL.
 */
static GArray *
find_late_units (const Reader *self)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (const Unit *));
  gboolean is_late = FALSE;

  for (guint i = 0; i < self->profiles->len; i++)
    {
      const Profile *profile = g_ptr_array_index (self->profiles, i);

      g_array_append_val (found, profile->unit);
      is_late |= profile->read_unit != NULL && profile->read_unit != profile->unit;
    }
  return is_late ? g_steal_pointer (&found) : NULL;
}

static TvTrace *
read_profiles (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  Reader reader = { .options = options };
  gboolean ok = read_text (&reader, input, error);
  g_autoptr (GArray) late = ok ? find_late_units (&reader) : NULL;
  TvTrace *trace = NULL;

  if (late != NULL)
    {
      clear_reader (&reader);
      reader = (Reader){ .options = options, .units = late };
      ok = read_text (&reader, input, error);
    }
  if (ok && build (&reader, error))
    trace = g_steal_pointer (&reader.trace);
  clear_reader (&reader);
  return trace;
}

static gboolean
see_schema (gpointer data, int id, const TvTextValue *value, guint32 index)
{
  (void) index;
  if (id == SCHEMA && value->text != NULL && strstr (value->text, "speedscope") != NULL)
    *(gboolean *) data = TRUE;
  return TRUE;
}

static gboolean
is_speedscope (GBytes *start)
{
  const TvJsonForm probe
      = { .paths = paths, .n_paths = G_N_ELEMENTS (paths), .take = see_schema };
  gboolean has_schema = FALSE;
  const guint64 seen = tv_json_paths_see (start, &probe, &has_schema);

  return has_schema || ((seen & 1 << FRAMES) != 0 && (seen & 1 << PROFILES) != 0);
}

const TvTraceReader tv_speedscope_reader = { .name = "speedscope",
                                             .title = N_ ("speedscope profile"),
                                             .probe = is_speedscope,
                                             .layout = TV_LAYOUT_WINDOWS,
                                             .read = read_profiles };
