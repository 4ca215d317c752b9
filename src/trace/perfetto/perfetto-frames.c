/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/perfetto/perfetto-frames.h"

#include "trace/tables/java-text.h"

/* Numbers of the tracks of frames, which no other tracks of a process have. */
#define FIRST_FRAME_TRACK (G_GINT64_CONSTANT (0x7F) << 56)

/* Ids of flows from the frame of a program to that of the display. */
#define FIRST_FRAME_FLOW (G_GUINT64_CONSTANT (0xF7) << 56)

#define MAX_LAYER_LENGTH 4096

/* What an event tells, as the number of its field. */
typedef enum
{
  EXPECTED_DISPLAY = 1,
  ACTUAL_DISPLAY = 2,
  EXPECTED_SURFACE = 3,
  ACTUAL_SURFACE = 4,
  FRAME_END = 5
} Kind;

/* What is told of a frame. */
typedef enum
{
  COOKIE,
  TOKEN,
  DISPLAY_TOKEN,
  PID,
  LAYER,
  PRESENT_TYPE,
  ON_TIME_FINISH,
  GPU_COMPOSITION,
  JANK_TYPE,
  PREDICTION_TYPE,
  IS_BUFFER,
  JANK_SEVERITY,
  N_FACTS
} Fact;

typedef struct
{
  Kind kind;
  gint64 time;
  guint64 offset;
  TvProtoField facts[N_FACTS]; /* number is 0 for none */
} Frame;

/* A frame that has begun. */
typedef struct
{
  gint64 cookie;
  guint32 track; /* or TV_THREAD_NONE for one that says nothing new */
  TvRun run;
} OpenFrame;

struct _TvPerfettoFrames
{
  TvRunBuilder *builder;
  TvSliceNames *names;
  TvDetailBuilder *details;
  GHashTable *open;     /* of OpenFrame, by cookie */
  GHashTable *expected; /* a set of processes and tokens, as texts */
  GHashTable *waiting;  /* GArray of guint64: flows, by the token of the display */
  guint64 n_flows;
  guint64 n_others;
};

static void
unref_array (gpointer array)
{
  g_array_unref (array);
}

TvPerfettoFrames *
tv_perfetto_frames_new (TvRunBuilder *builder, TvSliceNames *names)
{
  TvPerfettoFrames *self = g_new0 (TvPerfettoFrames, 1);

  self->builder = builder;
  self->names = names;
  self->details = tv_run_builder_get_details (builder);
  self->open = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->expected = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->waiting
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, unref_array);
  return self;
}

void
tv_perfetto_frames_free (TvPerfettoFrames *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->open);
  g_hash_table_unref (self->expected);
  g_hash_table_unref (self->waiting);
  g_free (self);
}

/* Messages */

static gboolean
is_of_display (Kind kind)
{
  return kind == EXPECTED_DISPLAY || kind == ACTUAL_DISPLAY;
}

static gboolean
is_actual (Kind kind)
{
  return kind == ACTUAL_DISPLAY || kind == ACTUAL_SURFACE;
}

/* Returns what a field of an event tells, or N_FACTS. */
static Fact
get_fact (Kind kind, guint32 number)
{
  static const Fact of_display[]
      = { N_FACTS,         COOKIE,         TOKEN,           PID,
          PRESENT_TYPE,    ON_TIME_FINISH, GPU_COMPOSITION, JANK_TYPE,
          PREDICTION_TYPE, JANK_SEVERITY };
  static const Fact of_surface[]
      = { N_FACTS,         COOKIE,       TOKEN,          DISPLAY_TOKEN,   PID,
          LAYER,           PRESENT_TYPE, ON_TIME_FINISH, GPU_COMPOSITION, JANK_TYPE,
          PREDICTION_TYPE, IS_BUFFER,    JANK_SEVERITY };

  if (kind == FRAME_END)
    return number == 1 ? COOKIE : N_FACTS;
  if (is_of_display (kind))
    return number < G_N_ELEMENTS (of_display) ? of_display[number] : N_FACTS;
  return number < G_N_ELEMENTS (of_surface) ? of_surface[number] : N_FACTS;
}

static void
read_frame (Frame *frame, TvProto message)
{
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    {
      const Fact fact = get_fact (frame->kind, field.number);

      if (fact < N_FACTS
          && field.wire == (fact == LAYER ? TV_PROTO_BYTES : TV_PROTO_VARINT))
        frame->facts[fact] = field;
    }
}

static gboolean
has (const Frame *frame, Fact fact)
{
  return frame->facts[fact].number > 0;
}

static gint64
get (const Frame *frame, Fact fact)
{
  return (gint64) frame->facts[fact].value;
}

/* Arguments, in the words of Perfetto */

static const char *
choose (const char *const *texts, guint n, const Frame *frame, Fact fact)
{
  return texts[frame->facts[fact].value < n ? frame->facts[fact].value : 0];
}

#define CHOOSE(texts, frame, fact) choose (texts, G_N_ELEMENTS (texts), frame, fact)

/* Several reasons may be why a frame was late. */
static char *
dup_jank_type (guint64 bits)
{
  static const char *const reasons[] = { "SurfaceFlinger Scheduling",
                                         "Prediction Error",
                                         "Display HAL",
                                         "SurfaceFlinger CPU Deadline Missed",
                                         "SurfaceFlinger GPU Deadline Missed",
                                         "App Deadline Missed",
                                         "Buffer Stuffing",
                                         "Unknown Jank",
                                         "SurfaceFlinger Stuffing",
                                         "Dropped Frame" };
  GString *text = g_string_new (bits == 0 ? "Unspecified" : bits == 1 ? "None" : NULL);

  for (guint i = 0; i < G_N_ELEMENTS (reasons) && bits > 1; i++)
    if ((bits >> (i + 1) & 1) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", reasons[i]);
  if (text->len == 0)
    g_string_assign (text, "Unknown");
  return g_string_free (text, FALSE);
}

static const char *
get_severity (const Frame *frame)
{
  static const char *const severities[] = { "Unknown", "None", "Partial", "Full" };

  /* Old systems do not tell. */
  if (!has (frame, JANK_SEVERITY))
    return get (frame, JANK_TYPE) == 1 ? "None" : "Unknown";
  return CHOOSE (severities, frame, JANK_SEVERITY);
}

typedef struct
{
  TvArg args[N_FACTS];
  guint n;
} Args;

static void
add_number (Args *args, const char *key, gint64 value)
{
  args->args[args->n++]
      = (TvArg){ .key = key, .type = TV_ARG_INT, .value.integer = value };
}

static void
add_text (Args *args, const char *key, const char *value)
{
  if (value != NULL)
    args->args[args->n++]
        = (TvArg){ .key = key, .type = TV_ARG_STRING, .value.text = value };
}

/* What an actual frame has beside its tokens and its layer. */
static void
add_outcome (Args *args, const Frame *frame, const char *jank_type)
{
  static const char *const present_types[]
      = { "Unspecified Present", "On-time Present", "Late Present",
          "Early Present",       "Dropped Frame",   "Unknown Present" };
  static const char *const prediction_types[]
      = { "Unspecified Prediction", "Valid Prediction", "Expired Prediction",
          "Unknown Prediction" };

  add_text (args, "Present type", CHOOSE (present_types, frame, PRESENT_TYPE));
  add_number (args, "On time finish", get (frame, ON_TIME_FINISH) != 0);
  add_number (args, "GPU composition", get (frame, GPU_COMPOSITION) != 0);
  add_text (args, "Jank type", jank_type);
  add_text (args, "Jank severity type", get_severity (frame));
  add_text (args, "Prediction type", CHOOSE (prediction_types, frame, PREDICTION_TYPE));
  if (!is_of_display (frame->kind))
    add_text (args, "Is Buffer?",
              !has (frame, IS_BUFFER)       ? "Unspecified"
              : get (frame, IS_BUFFER) != 0 ? "Yes"
                                            : "No");
}

static guint32
add_tag (TvPerfettoFrames *self, const Frame *frame)
{
  const TvProtoField *layer = &frame->facts[LAYER];
  g_autofree char *layer_name
      = layer->data != NULL ? tv_java_text_dup_utf8 (
            (const char *) layer->data, MIN (layer->size, MAX_LAYER_LENGTH))
                            : NULL;
  g_autofree char *jank_type = dup_jank_type (frame->facts[JANK_TYPE].value);
  Args args = { 0 };

  if (!is_of_display (frame->kind))
    add_number (&args, "Surface frame token", get (frame, TOKEN));
  add_number (&args, "Display frame token",
              get (frame, is_of_display (frame->kind) ? TOKEN : DISPLAY_TOKEN));
  add_text (&args, "Layer name", layer_name);
  if (is_actual (frame->kind))
    add_outcome (&args, frame, jank_type);
  return tv_detail_builder_add_tag (
      self->details, tv_detail_builder_add_arg_set (self->details, args.args, args.n));
}

/* Flows, from frames of programs to that of the display which shows them */

static gboolean
add_flow_point (TvPerfettoFrames *self, const Frame *frame, guint64 id, guint32 tag)
{
  const TvFlowPoint point
      = { .id = id,
          .phase = is_of_display (frame->kind) ? TV_FLOW_END : TV_FLOW_BEGIN,
          .time = frame->time,
          .tag = tag };

  return tv_detail_builder_add_flow_point (self->details, &point);
}

static gboolean
leave (TvPerfettoFrames *self, const Frame *frame, guint32 tag)
{
  const gint64 token = get (frame, DISPLAY_TOKEN);
  const guint64 id = FIRST_FRAME_FLOW + self->n_flows++;
  GArray *flows = g_hash_table_lookup (self->waiting, &token);

  if (flows == NULL)
    {
      flows = g_array_new (FALSE, FALSE, sizeof (guint64));
      g_hash_table_insert (self->waiting, g_memdup2 (&token, sizeof token), flows);
    }
  g_array_append_val (flows, id);
  return add_flow_point (self, frame, id, tag);
}

static gboolean
arrive (TvPerfettoFrames *self, const Frame *frame, guint32 tag)
{
  const gint64 token = get (frame, TOKEN);
  const GArray *flows = g_hash_table_lookup (self->waiting, &token);
  gboolean ok = TRUE;

  for (guint i = 0; ok && flows != NULL && i < flows->len; i++)
    ok = add_flow_point (self, frame, g_array_index (flows, guint64, i), tag);
  g_hash_table_remove (self->waiting, &token);
  return ok;
}

/* Runs */

static guint32
find_track (TvPerfettoFrames *self, const Frame *frame)
{
  const gboolean is_of_actual = is_actual (frame->kind);
  const TvTrackSpec spec
      = { .kind = TV_TRACK_PROCESS,
          .process
          = tv_run_builder_add_process (self->builder, (gint32) get (frame, PID), NULL),
          .number = FIRST_FRAME_TRACK + is_of_actual,
          .name = is_of_actual ? "Actual Timeline" : "Expected Timeline",
          .overlap = TV_OVERLAP_BESIDE };
  guint32 track;
  TvTrackFacts *facts;

  if (spec.process == TV_PROCESS_NONE)
    return TV_THREAD_NONE;
  track = tv_run_builder_add_track (self->builder, &spec);
  facts = tv_detail_builder_get_track (self->details, track);
  if (facts == NULL)
    return TV_THREAD_NONE;
  facts->type = is_of_actual ? "android_actual_frame_timeline"
                             : "android_expected_frame_timeline";
  return track;
}

/* Programs expect the same of all frames with one token. */
static gboolean
is_repeated (TvPerfettoFrames *self, const Frame *frame)
{
  return frame->kind == EXPECTED_SURFACE
         && !g_hash_table_add (self->expected,
                               g_strdup_printf ("%d %" G_GINT64_FORMAT,
                                                (gint32) get (frame, PID),
                                                get (frame, TOKEN)));
}

/* Gives the frame with the cookie of another event to the builder, if there is one, as
 * one that ends with it. Returns FALSE when memory is exhausted. */
static gboolean
close_open (TvPerfettoFrames *self, const Frame *frame)
{
  const gint64 cookie = get (frame, COOKIE);
  OpenFrame *open = g_hash_table_lookup (self->open, &cookie);
  gboolean ok;

  if (open == NULL)
    return TRUE;
  open->run.end = MAX (frame->time, open->run.start);
  ok = open->track == TV_THREAD_NONE
       || tv_run_builder_add_run (self->builder, open->track, &open->run);
  g_hash_table_remove (self->open, &cookie);
  return ok;
}

/* Adds a frame that has begun. Returns NULL when memory is exhausted. */
static OpenFrame *
add_open (TvPerfettoFrames *self, const Frame *frame, guint32 track)
{
  OpenFrame *open;

  if (!close_open (self, frame)
      || !tv_growth_take (tv_run_builder_get_growth (self->builder), 2 * sizeof *open))
    return NULL;
  open = g_new0 (OpenFrame, 1);
  open->cookie = get (frame, COOKIE);
  open->track = track;
  g_hash_table_replace (self->open, &open->cookie, open);
  return open;
}

static gboolean
begin_frame (TvPerfettoFrames *self, const Frame *frame)
{
  g_autofree char *name = g_strdup_printf ("%" G_GINT64_FORMAT, get (frame, TOKEN));
  const guint32 track = find_track (self, frame);
  OpenFrame *open;

  if (track == TV_THREAD_NONE || (open = add_open (self, frame, track)) == NULL)
    return FALSE;
  open->run = (TvRun){ .name = tv_slice_names_get (self->names, NULL, name),
                       .start = frame->time,
                       .end = TV_RUN_OPEN,
                       .offset = frame->offset,
                       .tag = add_tag (self, frame) };
  if (open->run.tag == 0 || !is_actual (frame->kind))
    return TRUE;
  return is_of_display (frame->kind) ? arrive (self, frame, open->run.tag)
                                     : leave (self, frame, open->run.tag);
}

/* Adds an event. Returns FALSE when memory is exhausted. */
gboolean
tv_perfetto_frames_add (TvPerfettoFrames *self, gint64 time, TvProto message,
                        guint64 offset)
{
  Frame frame = { .time = time, .offset = offset };
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    if (field.wire == TV_PROTO_BYTES && field.number >= EXPECTED_DISPLAY
        && field.number <= FRAME_END)
      {
        frame.kind = (Kind) field.number;
        read_frame (&frame, tv_proto_enter (&field));
      }
  if (frame.kind == FRAME_END && has (&frame, COOKIE)
      && g_hash_table_contains (self->open, &frame.facts[COOKIE].value))
    return close_open (self, &frame);
  if (frame.kind == 0 || frame.kind == FRAME_END || !has (&frame, COOKIE)
      || !has (&frame, TOKEN) || !has (&frame, PID)
      || (!is_of_display (frame.kind) && !has (&frame, DISPLAY_TOKEN)))
    {
      self->n_others++;
      return TRUE;
    }
  return is_repeated (self, &frame) ? add_open (self, &frame, TV_THREAD_NONE) != NULL
                                    : begin_frame (self, &frame);
}

static gint
compare_open (gconstpointer a, gconstpointer b)
{
  const OpenFrame *first = a;
  const OpenFrame *second = b;

  if (first->run.start != second->run.start)
    return first->run.start < second->run.start ? -1 : 1;
  return (first->cookie > second->cookie) - (first->cookie < second->cookie);
}

/* Gives the frames that have not ended to the builder. Returns FALSE when memory is
 * exhausted. */
gboolean
tv_perfetto_frames_finish (TvPerfettoFrames *self)
{
  g_autoptr (GList) frames
      = g_list_sort (g_hash_table_get_values (self->open), compare_open);
  gboolean ok = TRUE;

  for (const GList *l = frames; ok && l != NULL; l = l->next)
    {
      const OpenFrame *open = l->data;

      ok = open->track == TV_THREAD_NONE
           || tv_run_builder_add_run (self->builder, open->track, &open->run);
    }
  return ok;
}

/* Returns how many events do not tell enough, or end what has not begun. */
guint64
tv_perfetto_frames_get_n_others (const TvPerfettoFrames *self)
{
  return self->n_others;
}
