/* SPDX-License-Identifier: Apache-2.0 */

#include "output/flame/folded-stacks.h"

#include "analysis/stacks/call-tree.h"
#include "output/table/text-writer.h"

typedef struct
{
  const TvCallTree *tree;
  const TvFrameNames *names;
  TvClock clock;
  TvFoldedUnit unit;
  gint64 written; /* nanoseconds of all stacks so far */
  GString *path;
  GArray *lengths; /* gsize: of the path, by depth */
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

/* Where the unit is too coarse, each stack ends where all before it together end, so
 * that the sum of them all is not rounded but once. */
static gint64
take_value (Folding *folding, gint64 nanoseconds)
{
  const gint64 step = folding->unit == TV_FOLDED_MICROSECONDS ? 1000 : 1;
  const gint64 before = folding->written / step;

  folding->written += nanoseconds;
  return folding->written / step - before;
}

static void
write_stacks (Folding *folding)
{
  const TvCallTreeNode *nodes = tv_call_tree_get_nodes (folding->tree, NULL);
  g_autoptr (TvCallTreeWalk) walk = tv_call_tree_walk_new (folding->tree);
  guint32 index;
  guint depth;

  while (tv_call_tree_walk_next (walk, &index, &depth)
         && !tv_text_writer_has_failed (folding->writer))
    {
      const gint64 value = take_value (folding, nodes[index].exclusive[folding->clock]);

      append_node (folding, &nodes[index], depth);
      if (value <= 0)
        continue;
      tv_text_writer_add_bytes (folding->writer, folding->path->str,
                                folding->path->len);
      tv_text_writer_add_char (folding->writer, ' ');
      tv_text_writer_add_number (folding->writer, value, 0);
      tv_text_writer_add_char (folding->writer, '\n');
    }
}

/**
 * tv_folded_stacks_write:
 * @tree: calls by path, with methods of the same name put together
 * @names: what frames are called
 * @clock: which time
 * @unit: what the values count
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a line for each path that has time of its own, `outer;inner VALUE`, as the
 * tools around flame graphs read them. In a tree with a root for each thread, the
 * thread comes first. Semicolons in names become colons, spaces and control characters
 * underscores. The values are exact in a unit that tv_folded_unit_choose() gives or a
 * finer one; else their sum is, but for what does not make a whole unit.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_folded_stacks_write (const TvCallTree *tree, const TvFrameNames *names,
                        TvClock clock, TvFoldedUnit unit, GOutputStream *out,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = NULL;
  g_autoptr (GString) path = g_string_new (NULL);
  g_autoptr (GArray) lengths = g_array_new (FALSE, FALSE, sizeof (gsize));
  Folding folding = { .tree = tree,
                      .names = names,
                      .clock = clock,
                      .unit = unit,
                      .path = path,
                      .lengths = lengths };

  g_return_val_if_fail (tree != NULL && names != NULL && clock < TV_N_CLOCKS, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  writer = tv_text_writer_new (out, cancellable);
  folding.writer = writer;
  write_stacks (&folding);
  return tv_text_writer_finish (writer, error);
}
