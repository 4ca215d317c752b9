/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/regex-program-private.h"

/* An expression of more steps, such as of long counts, is left to PCRE. Of parts
 * without a step, as in `(){9}`, there may be no more either. */
#define MAX_STEPS 500
#define MAX_PARTS 5000

typedef struct
{
  const TvRegexTree *tree;
  TvRegexProgram *program;
  guint n_parts;
} Writer;

static guint write_part (Writer *writer, guint node, guint next);

static guint
add_step (Writer *writer, TvRegexStep step)
{
  g_array_append_val (writer->program->steps, step);
  return writer->program->steps->len - 1;
}

static gboolean
is_too_much (const Writer *writer)
{
  return writer->program->steps->len > TV_REGEX_MAX_STEPS
         || writer->n_parts > MAX_PARTS;
}

static guint
write_fork (Writer *writer, guint next, guint other)
{
  return add_step (
      writer,
      (TvRegexStep){ .kind = TV_REGEX_STEP_FORK, .next = next, .other = other });
}

static guint
write_sequence (Writer *writer, const TvRegexNode *node, guint next)
{
  for (guint child = node->last_child; child != TV_REGEX_NO_NODE;
       child = tv_regex_tree_get (writer->tree, child)->previous)
    next = write_part (writer, child, next);
  return next;
}

static guint
write_choice (Writer *writer, const TvRegexNode *node, guint next)
{
  guint start = write_part (writer, node->last_child, next);
  guint child = tv_regex_tree_get (writer->tree, node->last_child)->previous;

  for (; child != TV_REGEX_NO_NODE;
       child = tv_regex_tree_get (writer->tree, child)->previous)
    start = write_fork (writer, write_part (writer, child, next), start);
  return start;
}

static guint
write_repeat (Writer *writer, const TvRegexNode *node, guint next)
{
  guint start = next;

  if (node->most == G_MAXUINT)
    {
      guint child;

      start = write_fork (writer, next, next);
      child = write_part (writer, node->last_child, start);
      g_array_index (writer->program->steps, TvRegexStep, start).next = child;
    }
  else
    for (guint i = node->least; i < node->most && !is_too_much (writer); i++)
      start = write_fork (writer, write_part (writer, node->last_child, start), next);
  for (guint i = 0; i < node->least && !is_too_much (writer); i++)
    start = write_part (writer, node->last_child, start);
  return start;
}

/* Writes what leads through a part to the step @next. Returns its first step. As deep
 * as the tree, which has an end. */
static guint
write_part (Writer *writer, guint index, guint next)
{
  const TvRegexNode *node = tv_regex_tree_get (writer->tree, index);

  writer->n_parts++;
  if (is_too_much (writer))
    return next;
  switch (node->kind)
    {
    case TV_REGEX_SEQUENCE:
      return write_sequence (writer, node, next);
    case TV_REGEX_CHOICE:
      return write_choice (writer, node, next);
    case TV_REGEX_REPEAT:
      return write_repeat (writer, node, next);
    case TV_REGEX_LETTER:
      return add_step (writer, (TvRegexStep){ .kind = TV_REGEX_STEP_LETTER,
                                              .next = next,
                                              .letters = node->letters });
    case TV_REGEX_START:
    case TV_REGEX_END:
    case TV_REGEX_WORD_EDGE:
    case TV_REGEX_NO_WORD_EDGE:
      return add_step (writer, (TvRegexStep){ .kind = TV_REGEX_STEP_PLACE,
                                              .next = next,
                                              .place = node->kind });
    case TV_REGEX_EMPTY:
    case TV_REGEX_UNKNOWN:
    default:
      return next;
    }
}

/* Returns the steps to match it; NULL if they are too many. */
TvRegexProgram *
tv_regex_program_new (const TvRegexTree *tree)
{
  g_autoptr (TvRegexProgram) program = NULL;
  Writer writer = { .tree = tree };
  guint end;

  g_return_val_if_fail (tree != NULL && tree->is_plain, NULL);

  program = g_new0 (TvRegexProgram, 1);
  program->steps = g_array_new (FALSE, FALSE, sizeof (TvRegexStep));
  writer.program = program;
  end = add_step (&writer, (TvRegexStep){ .kind = TV_REGEX_STEP_MATCH });
  program->start = write_part (&writer, tree->root, end);
  return is_too_much (&writer) ? NULL : g_steal_pointer (&program);
}

void
tv_regex_program_free (TvRegexProgram *program)
{
  if (program == NULL)
    return;
  g_clear_pointer (&program->steps, g_array_unref);
  g_free (program);
}
