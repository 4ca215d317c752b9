/* SPDX-License-Identifier: Apache-2.0 */

/* A second, slow reading of the rules, to compare the loader with: a tree of nodes in
 * one pass. A frame that turns out to have been open before tracing began becomes the
 * parent of every root that there is. Nothing of the loader is used. */

#include "trace/reference-calls.h"

#define WAIT_OVER 100

typedef struct _Node Node;

struct _Node
{
  guint32 method;
  Node *parent;
  GPtrArray *children;
  guint64 start[2];
  guint64 end[2];
  gboolean pre_open;
  gboolean still_open;
  gboolean exit_lost;
  gboolean exception;
};

typedef struct
{
  Node *owner;
  guint64 start;
  guint64 end;
} Wait;

typedef struct
{
  GPtrArray *nodes;
  GPtrArray *roots;
  Node *top;
  GArray *waits;
  guint first_ownerless_wait;
  gboolean started;
  guint64 first[2];
  guint64 now[2];
} Tree;

static void
free_node (gpointer data)
{
  Node *node = data;

  g_ptr_array_unref (node->children);
  g_free (node);
}

static Node *
add_node (Tree *tree, guint32 method, const guint64 start[2])
{
  Node *node = g_new0 (Node, 1);

  node->method = method;
  node->children = g_ptr_array_new ();
  node->start[0] = start[0];
  node->start[1] = start[1];
  g_ptr_array_add (tree->nodes, node);
  return node;
}

static void
enter (Tree *tree, guint32 method)
{
  Node *node = add_node (tree, method, tree->now);

  node->parent = tree->top;
  g_ptr_array_add (tree->top != NULL ? tree->top->children : tree->roots, node);
  tree->top = node;
}

static void
leave_top (Tree *tree)
{
  tree->top->end[0] = tree->now[0];
  tree->top->end[1] = tree->now[1];
  tree->top = tree->top->parent;
}

static void
adopt_everything (Tree *tree, guint32 method, gboolean exception)
{
  Node *node = add_node (tree, method, tree->first);

  for (guint i = 0; i < tree->roots->len; i++)
    {
      Node *root = tree->roots->pdata[i];

      root->parent = node;
      g_ptr_array_add (node->children, root);
    }
  g_ptr_array_set_size (tree->roots, 0);
  g_ptr_array_add (tree->roots, node);
  node->end[0] = tree->now[0];
  node->end[1] = tree->now[1];
  node->pre_open = TRUE;
  node->exception = exception;
  for (guint i = tree->first_ownerless_wait; i < tree->waits->len; i++)
    if (g_array_index (tree->waits, Wait, i).owner == NULL)
      g_array_index (tree->waits, Wait, i).owner = node;
  tree->first_ownerless_wait = tree->waits->len;
}

static void
leave (Tree *tree, guint32 method, gboolean exception)
{
  Node *match = tree->top;

  if (tree->top == NULL)
    {
      adopt_everything (tree, method, exception);
      return;
    }
  while (match != NULL && match->method != method)
    match = match->parent;
  if (match == NULL)
    return;

  while (tree->top != match)
    {
      tree->top->exit_lost = TRUE;
      leave_top (tree);
    }
  match->exception = exception;
  leave_top (tree);
}

static void
pass_time (Tree *tree, const TvWriterEvent *event)
{
  guint64 next[2] = { MAX (event->cpu, tree->now[0]), MAX (event->wall, tree->now[1]) };
  guint64 cpu_step = next[0] - tree->now[0];
  guint64 wall_step = next[1] - tree->now[1];

  if (!tree->started)
    {
      tree->first[0] = next[0];
      tree->first[1] = next[1];
    }
  else if (wall_step > cpu_step + WAIT_OVER)
    {
      const Wait wait = { .owner = tree->top,
                          .start = tree->now[1] + cpu_step / 2,
                          .end = next[1] - (cpu_step - cpu_step / 2) };

      g_array_append_val (tree->waits, wait);
    }
  tree->started = TRUE;
  tree->now[0] = next[0];
  tree->now[1] = next[1];
}

static void
grow_tree (Tree *tree, const GArray *events, guint32 thread)
{
  tree->nodes = g_ptr_array_new_with_free_func (free_node);
  tree->roots = g_ptr_array_new ();
  tree->waits = g_array_new (FALSE, FALSE, sizeof (Wait));
  for (guint i = 0; i < events->len; i++)
    {
      const TvWriterEvent *event = &g_array_index (events, TvWriterEvent, i);

      if (event->thread != thread || event->action == TV_WRITER_RESERVED)
        continue;
      pass_time (tree, event);
      if (event->action == TV_WRITER_ENTER)
        enter (tree, event->method);
      else
        leave (tree, event->method, event->action == TV_WRITER_UNWIND);
    }
  while (tree->top != NULL)
    {
      tree->top->still_open = TRUE;
      leave_top (tree);
    }
}

static void
fell_tree (Tree *tree)
{
  g_ptr_array_unref (tree->nodes);
  g_ptr_array_unref (tree->roots);
  g_array_unref (tree->waits);
}

static gboolean
is_recursive (const Node *node)
{
  for (const Node *outer = node->parent; outer != NULL; outer = outer->parent)
    if (outer->method == node->method)
      return TRUE;
  return FALSE;
}

static void
append_node (GString *text, const Node *node, int depth)
{
  g_string_append_printf (
      text,
      "%*s0x%x cpu %" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT " wall %" G_GUINT64_FORMAT
      "-%" G_GUINT64_FORMAT "%s%s%s%s%s\n",
      2 * depth, "", node->method, node->start[0], node->end[0], node->start[1],
      node->end[1], node->pre_open ? " pre-open" : "",
      node->still_open ? " still-open" : "", node->exit_lost ? " exit-lost" : "",
      node->exception ? " exception" : "", is_recursive (node) ? " recursive" : "");
  for (guint i = 0; i < node->children->len; i++)
    append_node (text, node->children->pdata[i], depth + 1);
}

/**
 * tv_reference_calls:
 * @events: #TvWriterEvent of a file with two clocks
 * @thread: id of a thread
 *
 * Returns: (transfer full): the thread's calls, in the form of
 *   tv_test_calls_to_string() for methods without names
 */
char *
tv_reference_calls (const GArray *events, guint32 thread)
{
  Tree tree = { 0 };
  GString *text = g_string_new (NULL);

  grow_tree (&tree, events, thread);
  for (guint i = 0; i < tree.roots->len; i++)
    append_node (text, tree.roots->pdata[i], 0);
  fell_tree (&tree);
  return g_string_free (text, FALSE);
}

/**
 * tv_reference_waits:
 * @events: #TvWriterEvent of a file with two clocks
 * @thread: id of a thread
 *
 * Returns: (transfer full): a line for each wait of the thread: who waited, and when in
 *   microseconds
 */
char *
tv_reference_waits (const GArray *events, guint32 thread)
{
  Tree tree = { 0 };
  GString *text = g_string_new (NULL);

  grow_tree (&tree, events, thread);
  for (guint i = 0; i < tree.waits->len; i++)
    {
      const Wait *wait = &g_array_index (tree.waits, Wait, i);
      g_autofree char *owner = wait->owner != NULL
                                   ? g_strdup_printf ("0x%x", wait->owner->method)
                                   : g_strdup ("-");

      g_string_append_printf (text, "%s %" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT "\n",
                              owner, wait->start, wait->end);
    }
  fell_tree (&tree);
  return g_string_free (text, FALSE);
}
