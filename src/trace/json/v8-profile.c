/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/json/v8-profile.h"

#include "trace/build/slice-names.h"
#include "trace/model/id-map.h"
#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>

#define NO_NODE G_MAXUINT32

/* Of nodes and samples whose profile is not known yet. */
#define NO_PROFILE G_MAXUINT32

typedef struct
{
  guint32 profile;
  gint64 id;
  gint64 parent_id; /* or -1 */
  guint32 parent;   /* index, or NO_NODE */
  guint32 stack;
  TvStackState state; /* of @stack */
  gint64 hits;
  gint64 line;
  const char *name; /* NULL if the file has none */
  const char *url;  /* NULL, or not empty */
  guint64 offset;
} Node;

/* A node says which its callees are. */
typedef struct
{
  guint32 parent;
  gint64 child;
} Edge;

typedef struct
{
  guint32 profile;
  gboolean is_step; /* its time counts from that of the sample before */
  gint64 piece;     /* the time of its piece of the profile */
  gint64 time;
  gint64 id;
  guint64 offset;
} Sample;

/* The beginning and the end of a profile, in microseconds or, in an old one, in
 * seconds. */
typedef struct
{
  gint64 start;
  gint64 old_start;
  gint64 end;
  gint64 old_end;
} Bounds;

typedef struct
{
  guint32 thread;
  gboolean is_old; /* times of the whole are seconds, lines count from 1 */
  gint64 start;
  gint64 end;
} Profile;

struct _TvV8Profiles
{
  TvTrace *trace;
  TvSampleBuilder *builder;
  TvSliceNames *names;
  TvStringPool *texts; /* the same text is the same pointer */
  GArray *profiles;    /* of Profile */
  GArray *nodes;       /* of Node */
  GArray *edges;       /* of Edge */
  GArray *samples;     /* of Sample */
  GArray *open;        /* of guint32: indexes of nodes that the text is in */
  TvIdMap by_id;       /* nodes, by profile and id */

  /* Of what has no profile yet. */
  GArray *deltas; /* of gint64 */
  GArray *stamps; /* of gint64 */
  Bounds bounds;
  gboolean is_old;
  guint first_node;
  guint first_edge;
  guint first_sample;
};

TvV8Profiles *
tv_v8_profiles_new (TvTrace *trace, TvSampleBuilder *builder)
{
  TvV8Profiles *self = g_new0 (TvV8Profiles, 1);

  self->trace = trace;
  self->builder = builder;
  self->names = tv_slice_names_new (tv_sample_builder_get_runs (builder));
  self->texts = tv_string_pool_new ();
  self->profiles = g_array_new (FALSE, FALSE, sizeof (Profile));
  self->nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  self->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  self->samples = g_array_new (FALSE, FALSE, sizeof (Sample));
  self->open = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->deltas = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->stamps = g_array_new (FALSE, FALSE, sizeof (gint64));
  tv_id_map_init (&self->by_id);
  return self;
}

void
tv_v8_profiles_free (TvV8Profiles *self)
{
  g_array_unref (self->profiles);
  g_array_unref (self->nodes);
  g_array_unref (self->edges);
  g_array_unref (self->samples);
  g_array_unref (self->open);
  g_array_unref (self->deltas);
  g_array_unref (self->stamps);
  tv_slice_names_free (self->names);
  tv_string_pool_free (self->texts);
  tv_id_map_clear (&self->by_id);
  g_free (self);
}

static void
warn (TvV8Profiles *self, TvWarningKind kind, guint64 offset)
{
  tv_warnings_add (self->trace->warnings, kind, TV_PLACE_OFFSET, offset, NULL);
}

static Node *
get_node (const TvV8Profiles *self, guint32 index)
{
  return &g_array_index (self->nodes, Node, index);
}

static Profile *
get_profile (const TvV8Profiles *self, guint32 index)
{
  return &g_array_index (self->profiles, Profile, index);
}

/* The text */

static guint32
get_open (const TvV8Profiles *self)
{
  return self->open->len > 0 ? g_array_index (self->open, guint32, self->open->len - 1)
                             : NO_NODE;
}

/* A node begins, which may be in another one that calls it. */
void
tv_v8_profiles_enter (TvV8Profiles *self, int id, guint64 offset)
{
  const guint32 index = self->nodes->len;
  const Node node = { .profile = NO_PROFILE,
                      .id = -1,
                      .parent_id = -1,
                      .parent = get_open (self),
                      .stack = TV_STACK_EMPTY,
                      .line = -1,
                      .offset = offset };

  self->is_old |= id == TV_V8_HEAD;
  if (id != TV_V8_NODE && id != TV_V8_HEAD)
    return;
  g_array_append_val (self->nodes, node);
  g_array_append_val (self->open, index);
}

void
tv_v8_profiles_leave (TvV8Profiles *self, int id)
{
  if (id == TV_V8_NODE || id == TV_V8_HEAD)
    g_array_set_size (self->open, self->open->len - 1);
}

static void
take_node_value (TvV8Profiles *self, int id, const TvTextValue *value, gint64 number)
{
  const guint32 index = get_open (self);
  Node *node = get_node (self, index);
  const Edge edge = { index, number };

  switch (id)
    {
    case TV_V8_NODE_ID:
      node->id = number;
      break;
    case TV_V8_NODE_PARENT:
      node->parent_id = number;
      break;
    case TV_V8_NODE_HITS:
      node->hits = MAX (number, 0);
      break;
    case TV_V8_LINE:
      node->line = number;
      break;
    case TV_V8_NODE_CHILD:
      g_array_append_val (self->edges, edge);
      break;
    case TV_V8_FUNCTION_NAME:
      node->name
          = value->text != NULL ? tv_string_pool_add (self->texts, value->text) : NULL;
      break;
    case TV_V8_URL:
    default:
      node->url
          = value->length > 0 ? tv_string_pool_add (self->texts, value->text) : NULL;
      break;
    }
}

/* Reads a time as seconds and as microseconds. Which it is, only the end of the file
 * tells. */
static void
take_bound (const TvTextValue *value, gint64 *time, gint64 *old_time)
{
  if (!tv_text_value_get_decimal (value, 3, time))
    *time = 0;
  if (!tv_text_value_get_decimal (value, 9, old_time))
    *old_time = 0;
}

static void
take_time (TvV8Profiles *self, GArray *times, const TvTextValue *value, guint64 offset)
{
  gint64 time;

  if (!tv_text_value_get_time (value, &time))
    {
      warn (self, TV_WARNING_SAMPLE_TIME, offset);
      time = 0;
    }
  g_array_append_val (times, time);
}

/* A value of the node that is entered, or of a profile. */
void
tv_v8_profiles_take (TvV8Profiles *self, int id, const TvTextValue *value,
                     guint64 offset)
{
  Sample sample = { .profile = NO_PROFILE, .offset = offset };
  gint64 number;

  if (!tv_text_value_get_integer (value, &number))
    number = -1;
  if (id >= TV_V8_NODE_ID && id <= TV_V8_LINE)
    take_node_value (self, id, value, number);
  else if (id == TV_V8_START_TIME)
    take_bound (value, &self->bounds.start, &self->bounds.old_start);
  else if (id == TV_V8_END_TIME)
    take_bound (value, &self->bounds.end, &self->bounds.old_end);
  else if (id == TV_V8_DELTA)
    take_time (self, self->deltas, value, offset);
  else if (id == TV_V8_TIME_STAMP)
    take_time (self, self->stamps, value, offset);
  else if (id == TV_V8_SAMPLE)
    {
      sample.id = number;
      g_array_append_val (self->samples, sample);
    }
}

/* Profiles */

guint32
tv_v8_profiles_add (TvV8Profiles *self)
{
  const Profile profile = { .thread = TV_THREAD_NONE };

  g_array_append_val (self->profiles, profile);
  return self->profiles->len - 1;
}

/* The thread must be set before the profiles are built. */
void
tv_v8_profiles_set_thread (TvV8Profiles *self, guint32 profile, guint32 thread)
{
  get_profile (self, profile)->thread = thread;
}

/* Sets when the profile began, unless what is kept of it tells. */
void
tv_v8_profiles_set_start (TvV8Profiles *self, guint32 profile, gint64 start)
{
  get_profile (self, profile)->start = start;
}

/* Forgets what has been taken since the last piece that was kept. */
void
tv_v8_profiles_forget (TvV8Profiles *self)
{
  g_array_set_size (self->nodes, self->first_node);
  g_array_set_size (self->edges, self->first_edge);
  g_array_set_size (self->samples, self->first_sample);
  g_array_set_size (self->deltas, 0);
  g_array_set_size (self->stamps, 0);
  self->bounds = (Bounds){ 0 };
  self->is_old = FALSE;
}

/* Gives the samples of a piece their times. Those that have none are left out. */
static void
set_steps (TvV8Profiles *self, guint32 profile, gint64 piece)
{
  const gboolean are_steps = self->deltas->len > 0;
  const GArray *times = are_steps ? self->deltas : self->stamps;
  const guint n_times = times->len;

  for (guint i = self->first_sample; i < self->samples->len; i++)
    {
      Sample *sample = &g_array_index (self->samples, Sample, i);

      sample->profile = profile;
      sample->piece = piece;
      if (i - self->first_sample >= n_times)
        {
          warn (self, TV_WARNING_SAMPLE_UNREADABLE, sample->offset);
          continue;
        }
      sample->is_step = are_steps;
      sample->time = g_array_index (times, gint64, i - self->first_sample);
    }
  g_array_set_size (self->samples,
                    MIN (self->samples->len, self->first_sample + n_times));
}

/* What has been taken since the last piece is a piece of a profile. Pieces follow each
 * other in the order of their times. */
void
tv_v8_profiles_keep (TvV8Profiles *self, guint32 profile, gint64 time)
{
  Profile *owner = get_profile (self, profile);
  const gint64 start = self->is_old ? self->bounds.old_start : self->bounds.start;
  const gint64 end = self->is_old ? self->bounds.old_end : self->bounds.end;

  owner->is_old |= self->is_old;
  if (start != 0)
    owner->start = start;
  if (end != 0)
    owner->end = end;
  for (guint i = self->first_node; i < self->nodes->len; i++)
    get_node (self, i)->profile = profile;
  set_steps (self, profile, time);
  self->first_node = self->nodes->len;
  self->first_edge = self->edges->len;
  self->first_sample = self->samples->len;
  tv_v8_profiles_forget (self);
}

/* Nodes */

static guint32
find_node (const TvV8Profiles *self, guint32 profile, gint64 id)
{
  const guint32 index
      = id >= 0 && id <= G_MAXUINT32
            ? tv_id_map_get (&self->by_id, (guint64) profile << 32 | (guint32) id)
            : TV_ID_MAP_NONE;

  return index != TV_ID_MAP_NONE ? index : NO_NODE;
}

static void
index_nodes (TvV8Profiles *self)
{
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const Node *node = get_node (self, i);

      if (find_node (self, node->profile, node->id) != NO_NODE)
        warn (self, TV_WARNING_FRAME_TWICE, node->offset);
      if (node->id >= 0 && node->id <= G_MAXUINT32)
        tv_id_map_set (&self->by_id, (guint64) node->profile << 32 | (guint32) node->id,
                       i);
    }
}

/* A node has one caller: the first that the file names. */
static void
link_nodes (TvV8Profiles *self)
{
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      Node *node = get_node (self, i);

      if (node->parent_id < 0)
        continue;
      node->parent = find_node (self, node->profile, node->parent_id);
      if (node->parent == NO_NODE)
        warn (self, TV_WARNING_FRAME_UNKNOWN, node->offset);
    }
  for (guint i = 0; i < self->edges->len; i++)
    {
      const Edge *edge = &g_array_index (self->edges, Edge, i);
      const Node *parent = get_node (self, edge->parent);
      const guint32 child = find_node (self, parent->profile, edge->child);

      if (child == NO_NODE)
        warn (self, TV_WARNING_FRAME_UNKNOWN, parent->offset);
      else if (get_node (self, child)->parent != NO_NODE
               && get_node (self, child)->parent != edge->parent)
        warn (self, TV_WARNING_FRAME_TWICE, parent->offset);
      else
        get_node (self, child)->parent = edge->parent;
    }
}

static guint32
find_name (const TvV8Profiles *self, const Node *node)
{
  TvFrameSpec frame = { .file = node->url };

  frame.name = node->name != NULL && *node->name != '\0' ? node->name : "(anonymous)";
  if (frame.file != NULL && node->line >= 0 && node->line < G_MAXINT32)
    frame.line = (gint32) node->line + !get_profile (self, node->profile)->is_old;
  return tv_slice_names_get_frame (self->names, &frame);
}

/* The root is no frame. */
static gboolean
is_root (const Node *node)
{
  return node->parent == NO_NODE && g_strcmp0 (node->name, "(root)") == 0;
}

/* Makes the stack of a node, after those of its callers. A caller of itself is
 * cut, with a warning. */
static guint32
find_stack (TvV8Profiles *self, guint32 index)
{
  guint32 stack = TV_STACK_EMPTY;

  g_array_set_size (self->open, 0);
  while (index != NO_NODE && get_node (self, index)->state == TV_STACK_UNKNOWN)
    {
      Node *node = get_node (self, index);

      node->state = TV_STACK_OPEN;
      g_array_append_val (self->open, index);
      index = node->parent;
    }
  if (index != NO_NODE && get_node (self, index)->state == TV_STACK_OPEN)
    warn (self, TV_WARNING_FRAME_LOOP, get_node (self, index)->offset);
  else if (index != NO_NODE)
    stack = get_node (self, index)->stack;
  for (guint i = self->open->len; i-- > 0;)
    {
      Node *node = get_node (self, g_array_index (self->open, guint32, i));

      if (!is_root (node))
        stack = tv_sample_builder_add_stack (self->builder, stack,
                                             find_name (self, node));
      node->stack = stack;
      node->state = TV_STACK_MADE;
    }
  return stack;
}

/* Samples */

static gint
compare_pieces (gconstpointer a, gconstpointer b)
{
  const gint64 first = ((const Sample *) a)->piece;
  const gint64 second = ((const Sample *) b)->piece;

  return (first > second) - (first < second);
}

static gint
compare_samples (gconstpointer a, gconstpointer b)
{
  const Sample *first = a;
  const Sample *second = b;

  if (first->profile != second->profile)
    return first->profile < second->profile ? -1 : 1;
  return (first->time > second->time) - (first->time < second->time);
}

/* Adds up the differences between the times of samples, and sorts the samples. */
static void
set_times (TvV8Profiles *self)
{
  g_autofree gint64 *times = g_new (gint64, MAX (self->profiles->len, 1));

  g_array_sort (self->samples, compare_pieces);
  for (guint32 i = 0; i < self->profiles->len; i++)
    times[i] = get_profile (self, i)->start;
  for (guint i = 0; i < self->samples->len; i++)
    {
      Sample *sample = &g_array_index (self->samples, Sample, i);
      gint64 *time = &times[sample->profile];

      if (!sample->is_step)
        *time = sample->time;
      else if (__builtin_add_overflow (*time, sample->time, time))
        *time = G_MAXINT64;
      sample->time = *time;
    }
  g_array_sort (self->samples, compare_samples);
}

/* A sample weighs what it takes to the next one. */
static gint64
get_weight (const TvV8Profiles *self, guint index)
{
  const Sample *sample = &g_array_index (self->samples, Sample, index);
  const Sample *after = index + 1 < self->samples->len
                            ? &g_array_index (self->samples, Sample, index + 1)
                            : NULL;
  const gint64 next
      = after != NULL && after->profile == sample->profile
            ? after->time
            : MAX (get_profile (self, sample->profile)->end, sample->time);
  gint64 weight;

  return __builtin_sub_overflow (next, sample->time, &weight) ? G_MAXINT64 : weight;
}

/* Returns the stack of samples whose node is unknown. */
static guint32
make_unknown_stack (TvV8Profiles *self)
{
  const TvFrameSpec none = { .name = "[no stack]" };

  return tv_sample_builder_add_stack (self->builder, TV_STACK_EMPTY,
                                      tv_slice_names_get_frame (self->names, &none));
}

static gboolean
add_samples (TvV8Profiles *self, guint32 event)
{
  gboolean ok = TRUE;

  set_times (self);
  for (guint i = 0; ok && i < self->samples->len; i++)
    {
      const Sample *source = &g_array_index (self->samples, Sample, i);
      const guint32 node = find_node (self, source->profile, source->id);
      const TvSampleSpec sample
          = { .thread = get_profile (self, source->profile)->thread,
              .event = event,
              .stack
              = node != NO_NODE ? find_stack (self, node) : make_unknown_stack (self),
              .time = source->time,
              .weight = get_weight (self, i),
              .offset = source->offset };

      if (node == NO_NODE)
        warn (self, TV_WARNING_FRAME_UNKNOWN, source->offset);
      ok = tv_sample_builder_add_sample (self->builder, &sample);
    }
  return ok;
}

/* Without samples that have times, nodes say how often they were hit. */
static gboolean
add_hits (TvV8Profiles *self, guint32 event)
{
  g_autofree double *n_hits = g_new0 (double, MAX (self->profiles->len, 1));
  gboolean ok = TRUE;

  for (guint32 i = 0; i < self->nodes->len; i++)
    n_hits[get_node (self, i)->profile] += (double) get_node (self, i)->hits;
  for (guint32 i = 0; ok && i < self->nodes->len; i++)
    {
      const Node *node = get_node (self, i);
      const Profile *profile = get_profile (self, node->profile);
      const double length = (double) profile->end - (double) profile->start;
      const double weight
          = (double) node->hits / MAX (n_hits[node->profile], 1) * MAX (length, 0);
      const TvSampleSpec sample = { .thread = profile->thread,
                                    .event = event,
                                    .stack = find_stack (self, i),
                                    .weight = (gint64) MIN (weight, 9e18),
                                    .offset = node->offset };

      if (node->hits > 0)
        ok = tv_sample_builder_add_sample (self->builder, &sample);
    }
  return ok;
}

/* Whether what has been kept has samples, or nodes that were hit. */
gboolean
tv_v8_profiles_have_samples (const TvV8Profiles *self)
{
  for (guint32 i = 0; i < self->first_node; i++)
    if (get_node (self, i)->hits > 0)
      return TRUE;
  return self->first_sample > 0;
}

/* Adds the samples of all profiles. Returns whether they have times. */
gboolean
tv_v8_profiles_build (TvV8Profiles *self)
{
  const TvSampleEvent spec
      = { .name = "time", .title = N_ ("Time"), .quantity = TV_QUANTITY_TIME };
  const guint32 event = tv_sample_builder_add_event (self->builder, &spec);

  tv_v8_profiles_forget (self);
  index_nodes (self);
  link_nodes (self);
  /* The builder knows why it stopped. */
  if (self->samples->len > 0)
    (void) add_samples (self, event);
  else
    (void) add_hits (self, event);
  return self->samples->len > 0;
}
