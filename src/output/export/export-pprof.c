/* SPDX-License-Identifier: Apache-2.0 */

/* What Go's pprof reads: profile.proto, see
 * https://github.com/google/pprof/blob/main/proto/profile.proto for the numbers of the
 * fields. A sample a path of calls, with its own time by each clock. */

#include "config.h"

#include "analysis/stacks/call-tree.h"
#include "output/export/export-private.h"
#include "output/export/export.h"
#include "output/export/protobuf-writer.h"

#include <glib/gi18n-lib.h>

/* Profile */
#define PROFILE_SAMPLE_TYPE 1
#define PROFILE_SAMPLE 2
#define PROFILE_LOCATION 4
#define PROFILE_FUNCTION 5
#define PROFILE_STRING_TABLE 6
#define PROFILE_DEFAULT_SAMPLE_TYPE 14

/* ValueType, Sample, Location, Line, Function */
#define VALUE_TYPE_TYPE 1
#define VALUE_TYPE_UNIT 2
#define SAMPLE_LOCATION 1
#define SAMPLE_VALUE 2
#define SAMPLE_LABEL 3
#define LABEL_KEY 1
#define LABEL_TEXT 2
#define LOCATION_ID 1
#define LOCATION_LINE 4
#define LINE_FUNCTION 1
#define LINE_LINE 2
#define FUNCTION_ID 1
#define FUNCTION_NAME 2
#define FUNCTION_SYSTEM_NAME 3
#define FUNCTION_FILE 4
#define FUNCTION_START_LINE 5

/* Each sample has its whole stack, so files would grow with the square of the depth.
 * Deeper stacks lose their outer part; exclusive times stay exact. */
#define MOST_FRAMES 1024

/* Strings at the beginning of each table. */
enum
{
  TEXT_EMPTY,
  TEXT_CALLS,
  TEXT_COUNT,
  TEXT_CPU,
  TEXT_WALL,
  TEXT_NANOSECONDS,
  TEXT_THREAD,
  TEXT_LEFT_OUT,
  N_TEXTS
};

static const char *const texts[N_TEXTS]
    = { "",     "calls",       "count",  "cpu",
        "wall", "nanoseconds", "thread", "(frames left out)" };

typedef struct
{
  TvTrace *trace;
  const TvCallTree *tree;
  TvTextWriter *writer;
  TvProtobuf *message;
  TvProtobuf *inner;
  guint n_shortened; /* paths that are too deep */
} Pprof;

static void
clear_pprof (Pprof *pprof)
{
  g_byte_array_unref (pprof->message);
  g_byte_array_unref (pprof->inner);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pprof, clear_pprof)

/* Locations and functions have ids from 1: those of the methods by their index, then
 * that of the frames that are left out. */
static guint64
get_location (guint32 method)
{
  return (guint64) method + 1;
}

static void
write_message (Pprof *pprof, guint field)
{
  tv_protobuf_write (pprof->message, field, pprof->writer);
  g_byte_array_set_size (pprof->message, 0);
}

static void
write_sample_type (Pprof *pprof, guint type, guint unit)
{
  tv_protobuf_add_number (pprof->message, VALUE_TYPE_TYPE, type);
  tv_protobuf_add_number (pprof->message, VALUE_TYPE_UNIT, unit);
  write_message (pprof, PROFILE_SAMPLE_TYPE);
}

static void
write_sample_types (Pprof *pprof)
{
  write_sample_type (pprof, TEXT_CALLS, TEXT_COUNT);
  if (tv_trace_has_clock (pprof->trace, TV_CLOCK_THREAD_CPU))
    write_sample_type (pprof, TEXT_CPU, TEXT_NANOSECONDS);
  if (tv_trace_has_clock (pprof->trace, TV_CLOCK_WALL))
    write_sample_type (pprof, TEXT_WALL, TEXT_NANOSECONDS);
}

/* Innermost first. */
static void
add_locations (Pprof *pprof, guint32 node)
{
  const TvCallTreeNode *nodes = tv_call_tree_get_nodes (pprof->tree, NULL);
  guint depth = 0;

  g_byte_array_set_size (pprof->inner, 0);
  for (; nodes[node].parent != TV_NODE_NONE && depth < MOST_FRAMES; depth++)
    {
      tv_protobuf_add_packed (pprof->inner, get_location (nodes[node].method));
      node = nodes[node].parent;
    }
  if (nodes[node].parent != TV_NODE_NONE)
    {
      tv_protobuf_add_packed (pprof->inner,
                              get_location (tv_trace_get_n_methods (pprof->trace)));
      pprof->n_shortened++;
    }
  tv_protobuf_add_message (pprof->message, SAMPLE_LOCATION, pprof->inner);
}

static void
add_values (Pprof *pprof, const TvCallTreeNode *node)
{
  g_byte_array_set_size (pprof->inner, 0);
  tv_protobuf_add_packed (pprof->inner, node->calls);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (pprof->trace, clock))
      tv_protobuf_add_packed (pprof->inner, (guint64) node->exclusive[clock]);
  tv_protobuf_add_message (pprof->message, SAMPLE_VALUE, pprof->inner);
}

/* The strings after the fixed ones: name and file of each method, then the threads. */
static guint64
get_name_text (guint32 method)
{
  return N_TEXTS + 2 * (guint64) method;
}

static guint64
get_thread_text (const TvTrace *trace, guint32 thread)
{
  return get_name_text (tv_trace_get_n_methods (trace)) + thread;
}

static void
write_sample (Pprof *pprof, guint32 index)
{
  const TvCallTreeNode *node = &tv_call_tree_get_nodes (pprof->tree, NULL)[index];

  add_locations (pprof, index);
  add_values (pprof, node);
  g_byte_array_set_size (pprof->inner, 0);
  tv_protobuf_add_number (pprof->inner, LABEL_KEY, TEXT_THREAD);
  tv_protobuf_add_number (pprof->inner, LABEL_TEXT,
                          get_thread_text (pprof->trace, node->thread));
  tv_protobuf_add_message (pprof->message, SAMPLE_LABEL, pprof->inner);
  write_message (pprof, PROFILE_SAMPLE);
}

static void
write_samples (Pprof *pprof)
{
  guint n_nodes;
  const TvCallTreeNode *nodes = tv_call_tree_get_nodes (pprof->tree, &n_nodes);

  for (guint32 i = 0; i < n_nodes && !tv_text_writer_has_failed (pprof->writer); i++)
    if (nodes[i].parent != TV_NODE_NONE && nodes[i].calls > 0)
      write_sample (pprof, i);
}

static void
write_function (Pprof *pprof, guint64 id, guint64 name, guint64 file, gint32 line)
{
  g_byte_array_set_size (pprof->inner, 0);
  tv_protobuf_add_number (pprof->inner, LINE_FUNCTION, id);
  if (line > 0)
    tv_protobuf_add_number (pprof->inner, LINE_LINE, (guint64) line);
  tv_protobuf_add_number (pprof->message, LOCATION_ID, id);
  tv_protobuf_add_message (pprof->message, LOCATION_LINE, pprof->inner);
  write_message (pprof, PROFILE_LOCATION);

  tv_protobuf_add_number (pprof->message, FUNCTION_ID, id);
  tv_protobuf_add_number (pprof->message, FUNCTION_NAME, name);
  tv_protobuf_add_number (pprof->message, FUNCTION_SYSTEM_NAME, name);
  tv_protobuf_add_number (pprof->message, FUNCTION_FILE, file);
  if (line > 0)
    tv_protobuf_add_number (pprof->message, FUNCTION_START_LINE, (guint64) line);
  write_message (pprof, PROFILE_FUNCTION);
}

static void
write_functions (Pprof *pprof)
{
  const guint n = tv_trace_get_n_methods (pprof->trace);

  for (guint32 i = 0; i < n; i++)
    write_function (pprof, get_location (i), get_name_text (i), get_name_text (i) + 1,
                    tv_trace_get_method (pprof->trace, i)->line);
  write_function (pprof, get_location (n), TEXT_LEFT_OUT, TEXT_EMPTY, 0);
}

static void
write_text (Pprof *pprof, const char *text)
{
  tv_protobuf_add_text (pprof->message, PROFILE_STRING_TABLE, text);
  tv_text_writer_add_bytes (pprof->writer, (const char *) pprof->message->data,
                            pprof->message->len);
  g_byte_array_set_size (pprof->message, 0);
}

static void
write_texts (Pprof *pprof)
{
  for (guint i = 0; i < N_TEXTS; i++)
    write_text (pprof, texts[i]);
  for (guint32 i = 0; i < tv_trace_get_n_methods (pprof->trace); i++)
    {
      const TvMethod *method = tv_trace_get_method (pprof->trace, i);
      g_autofree char *name = tv_method_dup_display_name (method);

      write_text (pprof, name);
      write_text (pprof, method->file != NULL ? method->file : "");
    }
  for (guint32 i = 0; i < tv_trace_get_n_threads (pprof->trace); i++)
    {
      g_autofree char *name = tv_export_names_dup_thread (pprof->trace, i);
      g_autofree char *label = g_strdup_printf (
          "[%u] %s", tv_trace_get_thread (pprof->trace, i)->id, name);

      write_text (pprof, label);
    }
}

static char *
tell_shortened (const Pprof *pprof)
{
  const guint n = pprof->n_shortened;

  return g_strdup_printf (
      ngettext ("%u path is deeper than %u calls: its outer part is left out",
                "%u paths are deeper than %u calls: their outer part is left out", n),
      n, MOST_FRAMES);
}

static gboolean
write_profile (Pprof *pprof, const TvExportSpec *spec, GOutputStream *out,
               GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, cancellable);

  pprof->writer = writer;
  write_sample_types (pprof);
  write_samples (pprof);
  write_functions (pprof);
  write_texts (pprof);
  tv_protobuf_add_number (pprof->message, PROFILE_DEFAULT_SAMPLE_TYPE,
                          spec->clock == TV_CLOCK_WALL ? TEXT_WALL : TEXT_CPU);
  tv_text_writer_add_bytes (writer, (const char *) pprof->message->data,
                            pprof->message->len);
  if (pprof->n_shortened > 0)
    tv_export_note (spec, tell_shortened (pprof));
  return tv_text_writer_finish (writer, error);
}

/* Writes a zipped profile for pprof: by thread and path of callers, how many calls
 * were made and their own time on each clock in nanoseconds. Paths that are deeper
 * than 1024 frames have their outer part left out, which is told in the notes of
 * spec. */
gboolean
tv_export_pprof (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                 GCancellable *cancellable, GError **error)
{
  g_autoptr (TvCallTree) tree
      = tv_call_tree_new (trace, &spec->part, TRUE, cancellable, error);
  g_autoptr (GZlibCompressor) gzip
      = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr (GOutputStream) zipped
      = g_converter_output_stream_new (out, G_CONVERTER (gzip));
  g_auto (Pprof) pprof = { .trace = trace,
                           .tree = tree,
                           .message = g_byte_array_new (),
                           .inner = g_byte_array_new () };

  g_filter_output_stream_set_close_base_stream (G_FILTER_OUTPUT_STREAM (zipped), FALSE);
  return tree != NULL && write_profile (&pprof, spec, zipped, cancellable, error)
         && g_output_stream_close (zipped, cancellable, error);
}
