/* SPDX-License-Identifier: Apache-2.0 */

/* CPU profiles of V8, which Chrome's developer tools and Node write: nodes of a tree of
 * calls, and samples that are at one of them. */

#include "config.h"

#include "trace/build/sample-builder.h"
#include "trace/build/slice-names.h"
#include "trace/formats/trace-reader.h"
#include "trace/json/json-paths.h"
#include "trace/model/id-map.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>

#define NO_NODE G_MAXUINT32

enum
{
  NODES,
  NODE,
  CALL_FRAME,
  NODE_ID,
  NODE_PARENT,
  NODE_CHILD,
  NODE_HITS,
  FUNCTION_NAME,
  URL,
  LINE,
  HEAD, /* a node that has its callees in it */
  START_TIME,
  END_TIME,
  SAMPLES,
  SAMPLE,
  DELTAS,
  DELTA,
  TIME_STAMP
};

static const TvJsonPath paths[] = {
  { "nodes", NODES },
  { "nodes.*", NODE },
  { "nodes.*.id", NODE_ID },
  { "nodes.*.parent", NODE_PARENT },
  { "nodes.*.children.*", NODE_CHILD },
  { "nodes.*.hitCount", NODE_HITS },
  { "nodes.*.functionName", FUNCTION_NAME },
  { "nodes.*.url", URL },
  { "nodes.*.lineNumber", LINE },
  { "nodes.*.callFrame", CALL_FRAME },
  { "nodes.*.callFrame.functionName", FUNCTION_NAME },
  { "nodes.*.callFrame.url", URL },
  { "nodes.*.callFrame.lineNumber", LINE },
  { "head", HEAD },
  { "head.id", NODE_ID },
  { "head.hitCount", NODE_HITS },
  { "head.functionName", FUNCTION_NAME },
  { "head.url", URL },
  { "head.lineNumber", LINE },
  { "head.children.*=head", HEAD },
  { "startTime", START_TIME },
  { "endTime", END_TIME },
  { "samples", SAMPLES },
  { "samples.*", SAMPLE },
  { "timeDeltas", DELTAS },
  { "timeDeltas.*", DELTA },
  { "timestamps.*", TIME_STAMP },
};

typedef struct
{
  gint64 id;
  gint64 parent_id; /* or -1 */
  guint32 parent;   /* index, or NO_NODE */
  guint32 stack;
  gboolean has_stack;
  gint64 hits;
  gint64 line;
  guint32 name; /* in the texts */
  guint32 url;
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
  gint64 time;
  gint64 id;
  guint64 offset;
} Sample;

typedef struct
{
  TvTrace *trace;
  guint64 offset;      /* of the value that is read */
  TvStringPool *texts; /* the same text is the same pointer */
  GArray *strings;     /* of const char * */
  GArray *nodes;       /* of Node */
  GArray *open;        /* of guint32: indexes of nodes that the text is in */
  GArray *edges;       /* of Edge */
  GArray *samples;     /* of Sample: ids, and times once they are known */
  GArray *deltas;      /* of gint64 */
  GArray *stamps;      /* of gint64 */
  gboolean is_old;     /* times of the whole are seconds, lines count from 1 */
  gint64 start;
  gint64 old_start; /* if it is in seconds */
  gint64 end;
  gint64 old_end;

  TvSampleBuilder *builder;
  TvSliceNames *names;
  TvIdMap by_id;
} Reader;

static void
warn (Reader *self, TvWarningKind kind, guint64 offset)
{
  tv_warnings_add (self->trace->warnings, kind, TV_PLACE_OFFSET, offset, NULL);
}

static Node *
get_node (const Reader *self, guint32 index)
{
  return &g_array_index (self->nodes, Node, index);
}

/* The text */

static guint32
get_open (const Reader *self)
{
  return self->open->len > 0 ? g_array_index (self->open, guint32, self->open->len - 1)
                             : NO_NODE;
}

static void
enter (gpointer data, int id)
{
  Reader *self = data;
  const guint32 index = self->nodes->len;
  const Node node = { .id = -1,
                      .parent_id = -1,
                      .parent = get_open (self),
                      .stack = TV_STACK_EMPTY,
                      .line = -1,
                      .offset = self->offset };

  self->is_old |= id == HEAD;
  if (id != NODE && id != HEAD)
    return;
  g_array_append_val (self->nodes, node);
  g_array_append_val (self->open, index);
}

static void
leave (gpointer data, int id)
{
  Reader *self = data;

  if (id == NODE || id == HEAD)
    g_array_set_size (self->open, self->open->len - 1);
}

static guint32
keep_text (Reader *self, const TvTextValue *value)
{
  const char *text = tv_string_pool_add (self->texts, value->text);

  g_array_append_val (self->strings, text);
  return self->strings->len;
}

static void
take_node_value (Reader *self, int id, const TvTextValue *value, gint64 number)
{
  const guint32 index = get_open (self);
  Node *node = get_node (self, index);
  const Edge edge = { index, number };

  switch (id)
    {
    case NODE_ID:
      node->id = number;
      break;
    case NODE_PARENT:
      node->parent_id = number;
      break;
    case NODE_HITS:
      node->hits = MAX (number, 0);
      break;
    case LINE:
      node->line = number;
      break;
    case NODE_CHILD:
      g_array_append_val (self->edges, edge);
      break;
    case FUNCTION_NAME:
      node->name = value->text != NULL ? keep_text (self, value) : 0;
      break;
    case URL:
    default:
      node->url = value->length > 0 ? keep_text (self, value) : 0;
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

static gint64
get_time (Reader *self, const TvTextValue *value)
{
  gint64 time;

  if (tv_text_value_get_time (value, &time))
    return time;
  warn (self, TV_WARNING_SAMPLE_TIME, self->offset);
  return 0;
}

static gboolean
take (gpointer data, int id, const TvTextValue *value, guint32 index)
{
  Reader *self = data;
  gint64 number;
  Sample sample = { .offset = self->offset };

  (void) index;
  if (!tv_text_value_get_integer (value, &number))
    number = -1;
  if (id > CALL_FRAME && id < HEAD)
    take_node_value (self, id, value, number);
  else if (id == START_TIME)
    take_bound (value, &self->start, &self->old_start);
  else if (id == END_TIME)
    take_bound (value, &self->end, &self->old_end);
  else if (id == SAMPLE)
    {
      sample.id = number;
      g_array_append_val (self->samples, sample);
    }
  else if (id == DELTA || id == TIME_STAMP)
    {
      number = get_time (self, value);
      g_array_append_val (id == DELTA ? self->deltas : self->stamps, number);
    }
  return TRUE;
}

static const TvJsonForm form = { .paths = paths,
                                 .n_paths = G_N_ELEMENTS (paths),
                                 .enter = enter,
                                 .leave = leave,
                                 .take = take };

/* Nodes */

static guint32
find_node (const Reader *self, gint64 id)
{
  const guint32 index
      = id >= 0 ? tv_id_map_get (&self->by_id, (guint64) id) : TV_ID_MAP_NONE;

  return index != TV_ID_MAP_NONE ? index : NO_NODE;
}

/* A node has one caller: the first that the file names. */
static void
link_nodes (Reader *self)
{
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const Node *node = get_node (self, i);

      if (find_node (self, node->id) != NO_NODE)
        warn (self, TV_WARNING_FRAME_UNKNOWN, node->offset);
      if (node->id >= 0)
        tv_id_map_set (&self->by_id, (guint64) node->id, i);
    }
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      Node *node = get_node (self, i);

      if (node->parent_id < 0)
        continue;
      node->parent = find_node (self, node->parent_id);
      if (node->parent == NO_NODE)
        warn (self, TV_WARNING_FRAME_UNKNOWN, node->offset);
    }
  for (guint i = 0; i < self->edges->len; i++)
    {
      const Edge *edge = &g_array_index (self->edges, Edge, i);
      const guint32 child = find_node (self, edge->child);

      if (child == NO_NODE
          || (get_node (self, child)->parent != NO_NODE
              && get_node (self, child)->parent != edge->parent))
        warn (self, TV_WARNING_FRAME_UNKNOWN, get_node (self, edge->parent)->offset);
      else
        get_node (self, child)->parent = edge->parent;
    }
}

static const char *
get_text (const Reader *self, guint32 text)
{
  return text > 0 ? g_array_index (self->strings, const char *, text - 1) : NULL;
}

static guint32
find_name (const Reader *self, const Node *node)
{
  const char *name = get_text (self, node->name);
  TvFrameSpec frame = { .file = get_text (self, node->url) };

  frame.name = name != NULL && *name != '\0' ? name : "(anonymous)";
  if (frame.file != NULL && node->line >= 0 && node->line < G_MAXINT32)
    frame.line = (gint32) node->line + !self->is_old;
  return tv_slice_names_get_frame (self->names, &frame);
}

/* The root is no frame. */
static gboolean
is_root (const Reader *self, const Node *node)
{
  return node->parent == NO_NODE
         && g_strcmp0 (get_text (self, node->name), "(root)") == 0;
}

/* Makes the stack of a node, after those of its callers. A caller of itself is cut. */
static guint32
find_stack (Reader *self, guint32 index)
{
  guint32 stack = TV_STACK_EMPTY;

  g_array_set_size (self->open, 0);
  while (index != NO_NODE && !get_node (self, index)->has_stack)
    {
      Node *node = get_node (self, index);

      node->has_stack = TRUE;
      g_array_append_val (self->open, index);
      index = node->parent;
    }
  if (index != NO_NODE)
    stack = get_node (self, index)->stack;
  for (guint i = self->open->len; i-- > 0;)
    {
      Node *node = get_node (self, g_array_index (self->open, guint32, i));

      if (!is_root (self, node))
        stack = tv_sample_builder_add_stack (self->builder, stack,
                                             find_name (self, node));
      node->stack = stack;
    }
  return stack;
}

/* Samples */

/* Leaves out the samples that have no times. */
static void
cut_samples (Reader *self)
{
  const guint n_times = self->deltas->len > 0 ? self->deltas->len : self->stamps->len;

  for (guint i = n_times; i < self->samples->len; i++)
    warn (self, TV_WARNING_SAMPLE_UNREADABLE,
          g_array_index (self->samples, Sample, i).offset);
  g_array_set_size (self->samples, MIN (self->samples->len, n_times));
}

static gint
compare_samples (gconstpointer a, gconstpointer b)
{
  const gint64 first = ((const Sample *) a)->time;
  const gint64 second = ((const Sample *) b)->time;

  return (first > second) - (first < second);
}

/* Gives samples their times, from differences or as they are. */
static void
set_times (Reader *self)
{
  const gboolean has_deltas = self->deltas->len > 0;
  const GArray *times = has_deltas ? self->deltas : self->stamps;
  gint64 time = self->start;

  for (guint i = 0; i < self->samples->len; i++)
    {
      const gint64 step = g_array_index (times, gint64, i);

      if (!has_deltas)
        time = step;
      else if (__builtin_add_overflow (time, step, &time))
        time = G_MAXINT64;
      g_array_index (self->samples, Sample, i).time = time;
    }
  g_array_sort (self->samples, compare_samples);
}

/* A sample weighs what it takes to the next one. */
static gint64
get_weight (const Reader *self, guint sample)
{
  const gint64 time = g_array_index (self->samples, Sample, sample).time;
  const gint64 next = sample + 1 < self->samples->len
                          ? g_array_index (self->samples, Sample, sample + 1).time
                          : MAX (self->end, time);
  gint64 weight;

  return __builtin_sub_overflow (next, time, &weight) ? G_MAXINT64 : weight;
}

static void
add_samples (Reader *self, TvSampleSpec *sample)
{
  gboolean ok = TRUE;

  set_times (self);
  for (guint i = 0; ok && i < self->samples->len; i++)
    {
      const Sample *source = &g_array_index (self->samples, Sample, i);
      const guint32 node = find_node (self, source->id);

      if (node == NO_NODE)
        warn (self, TV_WARNING_FRAME_UNKNOWN, source->offset);
      sample->offset = source->offset;
      sample->stack = find_stack (self, node);
      sample->time = source->time;
      sample->weight = get_weight (self, i);
      ok = tv_sample_builder_add_sample (self->builder, sample);
    }
}

/* Without samples that have times, nodes say how often they were hit. */
static void
add_hits (Reader *self, TvSampleSpec *sample)
{
  const double length = (double) self->end - (double) self->start;
  double n_hits = 0;
  gboolean ok = TRUE;

  for (guint32 i = 0; i < self->nodes->len; i++)
    n_hits += (double) get_node (self, i)->hits;
  for (guint32 i = 0; ok && i < self->nodes->len; i++)
    {
      const Node *node = get_node (self, i);
      const double weight = (double) node->hits / MAX (n_hits, 1) * MAX (length, 0);

      if (node->hits == 0)
        continue;
      sample->weight = (gint64) MIN (weight, 9e18);
      sample->offset = node->offset;
      sample->stack = find_stack (self, i);
      ok = tv_sample_builder_add_sample (self->builder, sample);
    }
}

static gboolean
build (Reader *self, GError **error)
{
  const TvSampleEvent event
      = { .name = "time", .title = N_ ("Time"), .quantity = TV_QUANTITY_TIME };
  TvSampleSpec sample = { .stack = TV_STACK_EMPTY };
  gboolean has_samples;

  cut_samples (self);
  has_samples = self->samples->len > 0;
  if (self->is_old)
    {
      self->start = self->old_start;
      self->end = self->old_end;
    }
  link_nodes (self);
  sample.event = tv_sample_builder_add_event (self->builder, &event);
  sample.thread
      = tv_sample_builder_add_thread (self->builder, TV_PROCESS_NONE, -1, NULL);
  if (has_samples)
    add_samples (self, &sample);
  else
    add_hits (self, &sample);
  return tv_sample_builder_finish (self->builder, has_samples, error);
}

/* The file */

static void
init_reader (Reader *self, TvTrace *trace, const TvLoadOptions *options)
{
  *self = (Reader){ .trace = trace };
  self->texts = tv_string_pool_new ();
  self->strings = g_array_new (FALSE, FALSE, sizeof (const char *));
  self->nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  self->open = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  self->samples = g_array_new (FALSE, FALSE, sizeof (Sample));
  self->deltas = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->stamps = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->builder = tv_sample_builder_new (trace, options);
  self->names = tv_slice_names_new (tv_sample_builder_get_runs (self->builder));
  tv_id_map_init (&self->by_id);
}

static void
clear_reader (Reader *self)
{
  g_array_unref (self->strings);
  g_array_unref (self->nodes);
  g_array_unref (self->open);
  g_array_unref (self->edges);
  g_array_unref (self->samples);
  g_array_unref (self->deltas);
  g_array_unref (self->stamps);
  tv_slice_names_free (self->names);
  tv_sample_builder_free (self->builder);
  tv_string_pool_free (self->texts);
  tv_id_map_clear (&self->by_id);
}

static TvTrace *
read_profile (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  Reader reader;
  gboolean ok;

  init_reader (&reader, trace, options);
  ok = tv_json_paths_read (input->window, options, &form, &reader, &reader.offset,
                           trace->warnings, error)
       && build (&reader, error);
  clear_reader (&reader);
  return ok ? g_steal_pointer (&trace) : NULL;
}

static gboolean
is_cpu_profile (GBytes *start)
{
  const TvJsonForm probe = { .paths = paths, .n_paths = G_N_ELEMENTS (paths) };
  const guint64 seen = tv_json_paths_see (start, &probe, NULL);
  const guint64 rest = 1 << START_TIME | 1 << SAMPLES | 1 << DELTAS;
  const guint64 head = 1 << HEAD | 1 << FUNCTION_NAME;

  return (seen & 1 << CALL_FRAME) != 0
         || ((seen & 1 << NODES) != 0 && (seen & rest) != 0) || (seen & head) == head;
}

const TvTraceReader tv_cpu_profile_reader = { .name = "cpuprofile",
                                              .title = N_ ("V8 CPU profile"),
                                              .probe = is_cpu_profile,
                                              .layout = TV_LAYOUT_WINDOWS,
                                              .read = read_profile };
