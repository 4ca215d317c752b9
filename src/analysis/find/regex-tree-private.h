/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a #TvRegexTree has no node for: the node of no child. */
#define TV_REGEX_NO_NODE 0

/**
 * TvRegexKind:
 * @TV_REGEX_EMPTY: nothing, which is everywhere
 * @TV_REGEX_LETTER: one character of a set
 * @TV_REGEX_UNKNOWN: some text or none, of which the tree tells nothing
 * @TV_REGEX_START: the start of the name
 * @TV_REGEX_END: the end of the name
 * @TV_REGEX_WORD_EDGE: a place between a letter of a word and another or none
 * @TV_REGEX_NO_WORD_EDGE: any other place
 * @TV_REGEX_SEQUENCE: the children, one after the other
 * @TV_REGEX_CHOICE: one of the children
 * @TV_REGEX_REPEAT: the only child, some times
 *
 * What a part of an expression matches.
 */
typedef enum
{
  TV_REGEX_EMPTY,
  TV_REGEX_LETTER,
  TV_REGEX_UNKNOWN,
  TV_REGEX_START,
  TV_REGEX_END,
  TV_REGEX_WORD_EDGE,
  TV_REGEX_NO_WORD_EDGE,
  TV_REGEX_SEQUENCE,
  TV_REGEX_CHOICE,
  TV_REGEX_REPEAT
} TvRegexKind;

/**
 * TvRegexLetters:
 * @bits: a 1 for each ASCII character of the set, from the lowest bit of the first on
 * @has_others: whether there may be characters that are not from space to tilde, but
 *   for other cases of those that are
 *
 * Some of the characters from space to tilde.
 */
typedef struct
{
  guint64 bits[2];
  gboolean has_others;
} TvRegexLetters;

/**
 * TvRegexNode:
 * @kind: what it is
 * @last_child: the last of its children, from which @previous leads to the others
 * @previous: the child of the same parent before this one
 * @least: of %TV_REGEX_REPEAT, how often at least
 * @most: of %TV_REGEX_REPEAT, how often at most; %G_MAXUINT if there is no limit
 * @letters: of %TV_REGEX_LETTER
 *
 * A part of an expression.
 */
typedef struct
{
  TvRegexKind kind;
  guint last_child;
  guint previous;
  guint least;
  guint most;
  TvRegexLetters letters;
} TvRegexNode;

/**
 * TvRegexTree:
 * @nodes: (element-type TvRegexNode): all parts
 * @root: the whole, in @nodes
 * @folds: whether upper and lower case are the same
 * @is_plain: whether there is no %TV_REGEX_UNKNOWN in it
 *
 * What an expression matches in a name of characters from space to tilde.
 */
typedef struct
{
  GArray *nodes;
  guint root;
  gboolean folds;
  gboolean is_plain;
} TvRegexTree;

TvRegexTree *tv_regex_tree_new (const char *regex, gboolean folds);
void tv_regex_tree_free (TvRegexTree *tree);

static inline const TvRegexNode *
tv_regex_tree_get (const TvRegexTree *tree, guint node)
{
  return &g_array_index (tree->nodes, TvRegexNode, node);
}

static inline gboolean
tv_regex_letters_have (const TvRegexLetters *letters, guchar letter)
{
  return letters->bits[letter / 64] >> letter % 64 & 1;
}

void tv_regex_letters_add (TvRegexLetters *letters, guchar first, guchar last);
void tv_regex_letters_fold (TvRegexLetters *letters);
void tv_regex_letters_invert (TvRegexLetters *letters);
gboolean tv_regex_letters_add_escape (TvRegexLetters *letters, char escape);
gboolean tv_regex_letters_read (const char **place, TvRegexLetters *letters);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRegexTree, tv_regex_tree_free)

G_END_DECLS
