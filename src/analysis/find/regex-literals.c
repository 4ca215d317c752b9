/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/regex-literals-private.h"

#include <string.h>

/* A choice of more texts than these tells too little to be worth looking for. */
#define MAX_TEXTS 8
#define MAX_TEXT_LENGTH 64

/* Of a set such as [gs], each letter is a text. */
#define MAX_LETTERS 4

/* What is known of the names that a part of an expression matches. */
typedef struct
{
  GPtrArray *texts;   /* (nullable): the part matches one of these and nothing else */
  GPtrArray *choices; /* of choices of texts: one of each choice is in the name */
} Facts;

static Facts find_facts (const TvRegexTree *tree, guint node);

static GPtrArray *
make_texts (void)
{
  return g_ptr_array_new_with_free_func (g_free);
}

static GPtrArray *
make_choices (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
}

static GPtrArray *
make_no_text (void)
{
  GPtrArray *texts = make_texts ();

  g_ptr_array_add (texts, g_strdup (""));
  return texts;
}

static void
add_texts (GPtrArray *texts, const GPtrArray *more)
{
  for (guint i = 0; i < more->len; i++)
    g_ptr_array_add (texts, g_strdup (g_ptr_array_index (more, i)));
}

static gsize
get_shortest (const GPtrArray *texts)
{
  gsize shortest = G_MAXSIZE;

  for (guint i = 0; i < texts->len; i++)
    shortest = MIN (shortest, strlen (g_ptr_array_index (texts, i)));
  return shortest;
}

/* Takes @texts, if any, for ones of which a name must have one. */
static void
require (GPtrArray *choices, GPtrArray *texts)
{
  if (texts == NULL)
    return;
  if (texts->len > 0 && get_shortest (texts) > 0)
    g_ptr_array_add (choices, texts);
  else
    g_ptr_array_unref (texts);
}

static void
take_choices (GPtrArray *choices, GPtrArray *more)
{
  while (more->len > 0)
    g_ptr_array_add (choices, g_ptr_array_steal_index (more, more->len - 1));
  g_ptr_array_unref (more);
}

static GPtrArray *
list_letters (const TvRegexLetters *letters, gboolean folds)
{
  g_autoptr (GPtrArray) texts = make_texts ();

  if (letters->has_others)
    return NULL;
  for (char letter = ' '; letter <= '~'; letter++)
    if (tv_regex_letters_have (letters, (guchar) letter)
        && !(folds && g_ascii_isupper (letter)))
      g_ptr_array_add (texts, g_strndup (&letter, 1));
  return texts->len <= MAX_LETTERS ? g_steal_pointer (&texts) : NULL;
}

static gsize
get_longest (const GPtrArray *texts)
{
  gsize longest = 0;

  for (guint i = 0; i < texts->len; i++)
    longest = MAX (longest, strlen (g_ptr_array_index (texts, i)));
  return longest;
}

/* Puts each of @heads before each of @tails. Returns %NULL if that is too much. */
static GPtrArray *
join_texts (const GPtrArray *heads, const GPtrArray *tails)
{
  GPtrArray *texts;

  if (heads->len * tails->len > MAX_TEXTS
      || get_longest (heads) + get_longest (tails) > MAX_TEXT_LENGTH)
    return NULL;
  texts = make_texts ();
  for (guint i = 0; i < heads->len; i++)
    for (guint j = 0; j < tails->len; j++)
      g_ptr_array_add (texts, g_strconcat (g_ptr_array_index (heads, i),
                                           g_ptr_array_index (tails, j), NULL));
  return texts;
}

/* From the last child to the first: @texts are what is between what was taken already
 * and the child that comes next. */
static Facts
find_facts_of_sequence (const TvRegexTree *tree, const TvRegexNode *node)
{
  Facts facts = { .choices = make_choices () };
  GPtrArray *texts = make_no_text ();
  gboolean is_all = TRUE;

  for (guint child = node->last_child; child != TV_REGEX_NO_NODE;
       child = tv_regex_tree_get (tree, child)->previous)
    {
      Facts part = find_facts (tree, child);
      GPtrArray *joined = part.texts != NULL ? join_texts (part.texts, texts) : NULL;

      take_choices (facts.choices, part.choices);
      if (joined != NULL)
        {
          g_ptr_array_unref (texts);
          g_ptr_array_unref (part.texts);
          texts = joined;
          continue;
        }
      is_all = FALSE;
      require (facts.choices, texts);
      texts = part.texts != NULL ? part.texts : make_no_text ();
    }
  if (is_all)
    facts.texts = texts;
  else
    require (facts.choices, texts);
  return facts;
}

/* Few texts that are long tell the most. */
static gboolean
is_better (const GPtrArray *choice, const GPtrArray *other)
{
  return get_shortest (choice) * other->len > get_shortest (other) * choice->len;
}

/* Returns: what is told best by what is known; %NULL if nothing is. */
static const GPtrArray *
get_best (const Facts *facts)
{
  const GPtrArray *best = NULL;

  if (facts->texts != NULL && facts->texts->len > 0 && get_shortest (facts->texts) > 0)
    best = facts->texts;
  for (guint i = 0; i < facts->choices->len; i++)
    {
      const GPtrArray *choice = g_ptr_array_index (facts->choices, i);

      if (best == NULL || is_better (choice, best))
        best = choice;
    }
  return best;
}

static void
clear_facts (Facts *facts)
{
  g_clear_pointer (&facts->texts, g_ptr_array_unref);
  g_clear_pointer (&facts->choices, g_ptr_array_unref);
}

/* Adds what is known of one child of a choice to what is known of all of them, which is
 * nothing from where it is too much or one tells nothing. */
static void
add_way (GPtrArray **all, const GPtrArray *way)
{
  if (*all == NULL)
    return;
  if (way != NULL && (*all)->len + way->len <= MAX_TEXTS)
    add_texts (*all, way);
  else
    g_clear_pointer (all, g_ptr_array_unref);
}

static Facts
find_facts_of_choice (const TvRegexTree *tree, const TvRegexNode *node)
{
  Facts facts = { .texts = make_texts (), .choices = NULL };
  g_autoptr (GPtrArray) best = make_texts ();

  if (tv_regex_tree_get (tree, node->last_child)->previous == TV_REGEX_NO_NODE)
    {
      g_ptr_array_unref (facts.texts);
      return find_facts (tree, node->last_child);
    }
  facts.choices = make_choices ();
  for (guint child = node->last_child; child != TV_REGEX_NO_NODE;
       child = tv_regex_tree_get (tree, child)->previous)
    {
      Facts way = find_facts (tree, child);

      add_way (&facts.texts, way.texts);
      add_way (&best, get_best (&way));
      clear_facts (&way);
    }
  if (facts.texts == NULL)
    require (facts.choices, g_steal_pointer (&best));
  return facts;
}

static Facts
find_facts_of_repeat (const TvRegexTree *tree, const TvRegexNode *node)
{
  Facts facts = find_facts (tree, node->last_child);

  if (node->least == 1 && node->most == 1)
    return facts;
  if (node->least > 0)
    {
      require (facts.choices, g_steal_pointer (&facts.texts));
      return facts;
    }
  g_ptr_array_set_size (facts.choices, 0);
  if (facts.texts != NULL && node->most == 1 && facts.texts->len < MAX_TEXTS)
    g_ptr_array_add (facts.texts, g_strdup (""));
  else
    g_clear_pointer (&facts.texts, g_ptr_array_unref);
  return facts;
}

/* As deep as the tree, which has an end. */
static Facts
find_facts (const TvRegexTree *tree, guint index)
{
  const TvRegexNode *node = tv_regex_tree_get (tree, index);

  switch (node->kind)
    {
    case TV_REGEX_SEQUENCE:
      return find_facts_of_sequence (tree, node);
    case TV_REGEX_CHOICE:
      return find_facts_of_choice (tree, node);
    case TV_REGEX_REPEAT:
      return find_facts_of_repeat (tree, node);
    case TV_REGEX_LETTER:
      return (Facts){ list_letters (&node->letters, tree->folds), make_choices () };
    case TV_REGEX_UNKNOWN:
      return (Facts){ NULL, make_choices () };
    case TV_REGEX_EMPTY:
    case TV_REGEX_START:
    case TV_REGEX_END:
    case TV_REGEX_WORD_EDGE:
    case TV_REGEX_NO_WORD_EDGE:
      return (Facts){ make_no_text (), make_choices () };
    default:
      g_assert_not_reached ();
    }
}

static int
compare_choices (gconstpointer a, gconstpointer b)
{
  const GPtrArray *choice = *(const GPtrArray *const *) a;
  const GPtrArray *other = *(const GPtrArray *const *) b;

  return is_better (other, choice) - is_better (choice, other);
}

/* Finds texts without which the expression does not match, in lower case where case
 * does not matter: looking for these first is many times faster. */
GPtrArray *
tv_regex_literals (const TvRegexTree *tree)
{
  Facts facts;

  g_return_val_if_fail (tree != NULL, NULL);

  facts = find_facts (tree, tree->root);
  require (facts.choices, g_steal_pointer (&facts.texts));
  g_ptr_array_sort (facts.choices, compare_choices);
  return facts.choices;
}
