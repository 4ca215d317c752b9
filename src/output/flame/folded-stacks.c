/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/flame/folded-stacks.h"

#include "analysis/stacks/call-tree.h"
#include "output/table/text-writer.h"
#include "trace/model/string-pool.h"
#include "trace/model/trace-samples.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _TvFrameNames
{
  TvStringPool *pool;
  GHashTable *by_name; /* name in the pool to the first method that has it */
  const char **texts;  /* by method: its name in the pool */
  guint32 *same;
};

/* Signatures have no spaces, which end a frame in some formats. */
static void
set_name (GString *text, const TvMethod *method, gboolean signatures)
{
  TvMethod plain = *method;

  g_string_truncate (text, 0);
  plain.signature = "";
  tv_method_append_display_name (text, &plain);
  if (method->proxy_name != NULL && !signatures)
    {
      /* The name of a proxy already has the signature of the method it stands for. */
      const char *signature = strstr (text->str, " (");

      if (signature != NULL)
        g_string_truncate (text, (gsize) (signature - text->str));
    }
  for (const char *p = method->signature; method->named && signatures && *p != '\0';
       p++)
    if (*p != ' ')
      g_string_append_c (text, *p);
  if (text->len == 0)
    g_string_append_c (text, '?');
}

/**
 * tv_frame_names_new:
 * @trace: a trace
 * @signatures: whether overloaded methods are told apart by their signatures
 *
 * Takes time and memory for each method.
 *
 * Returns: (transfer full): the names of its methods
 */
TvFrameNames *
tv_frame_names_new (const TvTrace *trace, gboolean signatures)
{
  TvFrameNames *names = g_new0 (TvFrameNames, 1);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;

  g_return_val_if_fail (trace != NULL, NULL);

  n = tv_trace_get_n_methods (trace);
  names->pool = tv_string_pool_new ();
  names->by_name = g_hash_table_new (NULL, NULL);
  names->texts = g_new (const char *, MAX (n, 1));
  names->same = g_new (guint32, MAX (n, 1));
  for (guint32 method = 0; method < n; method++)
    {
      gpointer first;

      set_name (text, tv_trace_get_method (trace, method), signatures);
      names->texts[method] = tv_string_pool_add (names->pool, text->str);
      names->same[method] = method;
      if (g_hash_table_lookup_extended (names->by_name, names->texts[method], NULL,
                                        &first))
        names->same[method] = GPOINTER_TO_UINT (first);
      else
        g_hash_table_insert (names->by_name, (gpointer) names->texts[method],
                             GUINT_TO_POINTER (method));
    }
  return names;
}

void
tv_frame_names_free (TvFrameNames *names)
{
  if (names == NULL)
    return;
  g_hash_table_unref (names->by_name);
  tv_string_pool_free (names->pool);
  g_free (names->texts);
  g_free (names->same);
  g_free (names);
}

/**
 * tv_frame_names_get:
 * @names: names
 * @method: index of a method
 *
 * Returns: (transfer none): `package.Class.method`, with the signature if overloaded
 *   methods are told apart; never empty
 */
const char *
tv_frame_names_get (const TvFrameNames *names, guint32 method)
{
  g_return_val_if_fail (names != NULL, NULL);

  return names->texts[method];
}

/**
 * tv_frame_names_get_same:
 * @names: names
 *
 * Returns: (transfer none) (array): by method, the first that has the same name
 */
const guint32 *
tv_frame_names_get_same (const TvFrameNames *names)
{
  g_return_val_if_fail (names != NULL, NULL);

  return names->same;
}

/**
 * tv_frame_names_find:
 * @names: names
 * @name: the name of a method of another trace
 *
 * Returns: the first method of that name, %TV_METHOD_NONE if there is none
 */
guint32
tv_frame_names_find (const TvFrameNames *names, const char *name)
{
  gpointer first;

  g_return_val_if_fail (names != NULL && name != NULL, TV_METHOD_NONE);

  if (!g_hash_table_lookup_extended (
          names->by_name, tv_string_pool_add (names->pool, name), NULL, &first))
    return TV_METHOD_NONE;
  return GPOINTER_TO_UINT (first);
}

typedef struct
{
  const TvFoldedSpec *spec;
  const TvCallTree *tree;
  const TvFrameNames *names;
  gint64 written; /* nanoseconds of all stacks so far */
  gboolean cut;   /* whether a stack was too deep */
  GString *path;
  GArray *lengths; /* gsize: by depth, the length of @path */
  TvTextWriter *writer;
} Folding;

/**
 * tv_folded_unit_choose:
 * @trace: a trace
 *
 * Returns: the coarsest unit in which its times are whole numbers
 */
TvFoldedUnit
tv_folded_unit_choose (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, TV_FOLDED_MICROSECONDS);

  /* Things are counted in thousandths. */
  if (tv_trace_get_clock_quantity (trace, TV_CLOCK_THREAD_CPU) != TV_QUANTITY_TIME)
    return TV_FOLDED_MICROSECONDS;
  return tv_trace_get_time_unit (trace) % 1000 == 0 ? TV_FOLDED_MICROSECONDS
                                                    : TV_FOLDED_NANOSECONDS;
}

/* A semicolon ends a frame; for some readers a space ends the stack. */
static void
append_frame (GString *path, const char *name)
{
  if (path->len > 0)
    g_string_append_c (path, ';');
  for (; *name != '\0'; name++)
    if (*name == ';')
      g_string_append_c (path, ':');
    else
      g_string_append_c (path, (guchar) *name <= ' ' || *name == 0x7f ? '_' : *name);
}

static void
append_node (Folding *folding, const TvCallTreeNode *node, guint depth)
{
  g_array_set_size (folding->lengths, depth + 1);
  g_string_truncate (folding->path,
                     depth > 0 ? g_array_index (folding->lengths, gsize, depth - 1)
                               : 0);
  if (node->method != TV_METHOD_NONE)
    append_frame (folding->path, tv_frame_names_get (folding->names, node->method));
  else if (node->thread != TV_THREAD_NONE)
    {
      g_autofree char *label = tv_trace_dup_thread_label (
          tv_call_tree_get_trace (folding->tree), node->thread);

      append_frame (folding->path, label);
    }
  g_array_index (folding->lengths, gsize, depth) = folding->path->len;
}

/* If the unit is too coarse, rounds the running sum, so that the total is rounded only
 * once. */
static gint64
take_value (Folding *folding, gint64 nanoseconds)
{
  const gint64 step = folding->spec->unit == TV_FOLDED_MICROSECONDS ? 1000 : 1;
  const gint64 before = folding->written / step;

  folding->written += nanoseconds;
  return folding->written / step - before;
}

/* Returns the inclusive time of a node less that of its children. At the greatest
 * depth, this is all of it. */
static gint64
find_rest (const Folding *folding, guint32 index)
{
  const TvClock clock = folding->spec->clock;
  gint64 rest = tv_call_tree_get_node (folding->tree, index)->inclusive[clock];
  guint n;
  const guint32 first = tv_call_tree_get_children (folding->tree, index, &n);

  for (guint i = 0; i < n; i++)
    rest -= tv_call_tree_get_node (folding->tree, first + i)->inclusive[clock];
  return rest;
}

static void
write_stacks (Folding *folding)
{
  /* Numbers of things may have decimals. */
  const gboolean is_exact
      = folding->spec->unit == TV_FOLDED_MICROSECONDS
        && tv_trace_get_clock_quantity (tv_call_tree_get_trace (folding->tree),
                                        folding->spec->clock)
               != TV_QUANTITY_TIME;
  guint32 index = TV_NODE_NONE;
  guint depth = 0;

  while ((index = tv_call_tree_get_next (folding->tree, index, &depth)) != TV_NODE_NONE
         && !tv_text_writer_has_failed (folding->writer))
    {
      const TvCallTreeNode *node = tv_call_tree_get_node (folding->tree, index);
      const gint64 rest = find_rest (folding, index);
      const gint64 value = take_value (folding, rest);

      append_node (folding, node, depth);
      folding->cut = folding->cut || rest > node->exclusive[folding->spec->clock];
      if (is_exact ? rest <= 0 : value <= 0)
        continue;
      tv_text_writer_add_bytes (folding->writer, folding->path->str,
                                folding->path->len);
      tv_text_writer_add_char (folding->writer, ' ');
      if (is_exact && rest % TV_WEIGHT_ONE != 0)
        tv_text_writer_add_fixed (folding->writer, rest, 3, 0);
      else
        tv_text_writer_add_number (folding->writer, value, 0);
      tv_text_writer_add_char (folding->writer, '\n');
    }
}

static gboolean
write_tree (Folding *folding, GOutputStream *out, GCancellable *cancellable,
            GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, cancellable);
  g_autoptr (GString) path = g_string_new (NULL);
  g_autoptr (GArray) lengths = g_array_new (FALSE, FALSE, sizeof (gsize));

  folding->writer = writer;
  folding->path = path;
  folding->lengths = lengths;
  write_stacks (folding);
  return tv_text_writer_finish (writer, error);
}

/**
 * tv_folded_stacks_write:
 * @trace: a trace
 * @spec: which stacks are written
 * @note: (out) (nullable): a sentence if a stack was deeper than @spec allows
 * @out: where they go
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a line for each path with exclusive time, `outer;inner VALUE`, for flame graph
 * tools. Methods of the same name are one frame. Semicolons in names become colons,
 * spaces and control characters become underscores. Values are exact in the unit of
 * tv_folded_unit_choose() or a finer one. In a coarser one, their sum is rounded once.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_folded_stacks_write (TvTrace *trace, const TvFoldedSpec *spec, char **note,
                        GOutputStream *out, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvFrameNames) names = NULL;
  g_autoptr (TvCallTree) tree = NULL;
  TvCallTreeLimits limits;
  Folding folding = { .spec = spec };

  g_return_val_if_fail (trace != NULL && spec != NULL && note != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  names = tv_frame_names_new (trace, spec->signatures);
  limits = (TvCallTreeLimits){ .per_thread = spec->per_thread,
                               .clock = spec->clock,
                               .max_depth = spec->max_depth,
                               .same = tv_frame_names_get_same (names),
                               .through = spec->through };
  tree = tv_call_tree_new (trace, &spec->part, &limits, cancellable, error);
  if (tree == NULL)
    return FALSE;
  folding.tree = tree;
  folding.names = names;
  if (!write_tree (&folding, out, cancellable, error))
    return FALSE;
  *note = folding.cut ? g_strdup_printf (
              _ ("Frames below level %u count as time of the frame above them"),
              spec->max_depth)
                      : NULL;
  return TRUE;
}
