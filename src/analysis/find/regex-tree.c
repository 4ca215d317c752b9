/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/regex-tree-private.h"

#include <string.h>

/* Groups within groups: each is a few calls deep. */
#define MAX_DEPTH 64

typedef struct
{
  TvRegexTree *tree;
  const char *place;
  guint depth;
  gboolean is_known; /* %FALSE from the first part on whose meaning is not */
} Reader;

static guint read_choice (Reader *reader);

static guint
add_node (Reader *reader, TvRegexKind kind)
{
  const TvRegexNode node = { .kind = kind };

  g_array_append_val (reader->tree->nodes, node);
  if (kind == TV_REGEX_UNKNOWN)
    reader->tree->is_plain = FALSE;
  return reader->tree->nodes->len - 1;
}

static TvRegexNode *
get_node (Reader *reader, guint node)
{
  return &g_array_index (reader->tree->nodes, TvRegexNode, node);
}

static void
append_child (Reader *reader, guint parent, guint child)
{
  get_node (reader, child)->previous = get_node (reader, parent)->last_child;
  get_node (reader, parent)->last_child = child;
}

static guint
give_up (Reader *reader)
{
  reader->is_known = FALSE;
  return TV_REGEX_NO_NODE;
}

static guint
add_letters (Reader *reader, const TvRegexLetters *letters)
{
  const guint node = add_node (reader, TV_REGEX_LETTER);

  get_node (reader, node)->letters = *letters;
  return node;
}

static gboolean
is_ascii (const char *start, const char *end)
{
  for (const char *p = start; p < end; p++)
    if ((guchar) *p >= 0x80)
      return FALSE;
  return TRUE;
}

/* Letters that are not ASCII are not looked at one by one for those that are in ASCII
 * in another case. */
static guint
read_set (Reader *reader)
{
  TvRegexLetters letters = { 0 };
  const gboolean is_inverted = *reader->place == '^';
  const char *start;

  if (is_inverted)
    reader->place++;
  start = reader->place;
  if (!tv_regex_letters_read (&reader->place, &letters))
    return give_up (reader);
  if (reader->tree->folds && !is_ascii (start, reader->place))
    return add_node (reader, TV_REGEX_UNKNOWN);
  if (reader->tree->folds)
    tv_regex_letters_fold (&letters);
  if (is_inverted)
    tv_regex_letters_invert (&letters);
  return add_letters (reader, &letters);
}

/* Reads `{Lu}` and the like, or else at most so many letters or digits. */
static guint
read_named (Reader *reader, guint most)
{
  const char *end = reader->place;

  if (*end == '{')
    {
      end = strchr (end, '}');
      if (end == NULL)
        return give_up (reader);
      end++;
    }
  else
    for (guint i = 0; i < most && g_ascii_isxdigit (*end); i++)
      end++;
  reader->place = end;
  return add_node (reader, TV_REGEX_UNKNOWN);
}

static guint
read_escape (Reader *reader)
{
  TvRegexLetters letters = { 0 };
  const char escape = *reader->place;

  if (escape == '\0')
    return give_up (reader);
  reader->place++;
  switch (escape)
    {
    case 'A':
      return add_node (reader, TV_REGEX_START);
    case 'z':
    case 'Z':
      return add_node (reader, TV_REGEX_END);
    case 'b':
      return add_node (reader, TV_REGEX_WORD_EDGE);
    case 'B':
      return add_node (reader, TV_REGEX_NO_WORD_EDGE);
    case 'x':
      return read_named (reader, 2);
    case 'p':
    case 'P':
      return *reader->place == '{' ? read_named (reader, 0) : give_up (reader);
    default:
      if (escape >= '1' && escape <= '9' && !g_ascii_isdigit (*reader->place))
        return add_node (reader, TV_REGEX_UNKNOWN);
      if (!tv_regex_letters_add_escape (&letters, escape))
        return give_up (reader);
      return add_letters (reader, &letters);
    }
}

static guint
read_group (Reader *reader)
{
  guint node;

  if (g_str_has_prefix (reader->place, "?:"))
    reader->place += 2;
  else if (*reader->place == '?' || *reader->place == '*')
    return give_up (reader);
  node = read_choice (reader);
  if (*reader->place != ')')
    return give_up (reader);
  reader->place++;
  return node;
}

/* The long s and the sign of Kelvin are in ASCII in another case. */
static gboolean
is_ascii_folded (gunichar letter)
{
  return letter == 0x17f || letter == 0x212a;
}

static guint
read_letter (Reader *reader, guchar letter)
{
  TvRegexLetters letters = { 0 };

  if (letter >= 0x80)
    {
      const char *start = reader->place - 1;

      reader->place = g_utf8_next_char (start);
      if (reader->tree->folds && is_ascii_folded (g_utf8_get_char (start)))
        return add_node (reader, TV_REGEX_UNKNOWN);
    }
  tv_regex_letters_add (&letters, letter, letter);
  if (reader->tree->folds)
    tv_regex_letters_fold (&letters);
  return add_letters (reader, &letters);
}

static guint
read_atom (Reader *reader)
{
  TvRegexLetters letters = { 0 };
  const char letter = *reader->place++;

  switch (letter)
    {
    case '(':
      return read_group (reader);
    case '[':
      return read_set (reader);
    case '\\':
      return read_escape (reader);
    case '^':
      return add_node (reader, TV_REGEX_START);
    case '$':
      return add_node (reader, TV_REGEX_END);
    case '.':
      tv_regex_letters_invert (&letters);
      return add_letters (reader, &letters);
    case '*':
    case '+':
    case '?':
    case '{':
      return give_up (reader);
    default:
      return read_letter (reader, (guchar) letter);
    }
}

/* Reads `{2}`, `{2,}` or `{2,3}`; other braces are letters for some releases of PCRE
 * and counts for others. */
static gboolean
read_braces (const char **place, guint *least, guint *most)
{
  const char *p = *place + 1;
  char *end;

  if (!g_ascii_isdigit (*p))
    return FALSE;
  *least = (guint) MIN (g_ascii_strtoull (p, &end, 10), G_MAXUINT16);
  *most = *least;
  p = end;
  if (*p == ',')
    {
      p++;
      *most = G_MAXUINT;
      if (g_ascii_isdigit (*p))
        {
          *most = (guint) MIN (g_ascii_strtoull (p, &end, 10), G_MAXUINT16);
          p = end;
        }
    }
  if (*p != '}')
    return FALSE;
  *place = p + 1;
  return TRUE;
}

static gboolean
is_count (char letter)
{
  return letter != '\0' && strchr ("*+?{", letter) != NULL;
}

/* Whether what is read is of no width, which PCRE counts in ways of its own. */
static gboolean
is_place (const TvRegexNode *node)
{
  return node->kind >= TV_REGEX_START && node->kind <= TV_REGEX_NO_WORD_EDGE;
}

static guint
read_counted (Reader *reader)
{
  const guint child = read_atom (reader);
  const char count = *reader->place;
  guint least = count == '+';
  guint most = count == '?' ? 1 : G_MAXUINT;
  guint node;

  if (!reader->is_known || !is_count (count))
    return child;
  if (is_place (get_node (reader, child)))
    return give_up (reader);
  if (count != '{')
    reader->place++;
  else if (!read_braces (&reader->place, &least, &most))
    return give_up (reader);
  /* As few as can be, which is the same for whether there is a match. */
  if (*reader->place == '?')
    reader->place++;
  if (is_count (*reader->place))
    return give_up (reader);
  node = add_node (reader, TV_REGEX_REPEAT);
  get_node (reader, node)->least = least;
  get_node (reader, node)->most = most;
  append_child (reader, node, child);
  return node;
}

static guint
read_sequence (Reader *reader)
{
  const guint node = add_node (reader, TV_REGEX_SEQUENCE);

  while (reader->is_known && *reader->place != '\0' && *reader->place != '|'
         && *reader->place != ')')
    {
      const guint child = read_counted (reader);

      if (reader->is_known)
        append_child (reader, node, child);
    }
  return node;
}

static guint
read_choice (Reader *reader)
{
  const guint node = add_node (reader, TV_REGEX_CHOICE);

  if (++reader->depth > MAX_DEPTH)
    return give_up (reader);
  append_child (reader, node, read_sequence (reader));
  while (reader->is_known && *reader->place == '|')
    {
      reader->place++;
      append_child (reader, node, read_sequence (reader));
    }
  reader->depth--;
  return node;
}

/* Reads an expression. Everything whose meaning would need all of PCRE to tell makes
 * that there is no tree: options, looking ahead, verbs, possessive counts and more. */
TvRegexTree *
tv_regex_tree_new (const char *regex, gboolean folds)
{
  g_autoptr (TvRegexTree) tree = g_new0 (TvRegexTree, 1);
  Reader reader = { .tree = tree, .place = regex, .is_known = TRUE };

  g_return_val_if_fail (regex != NULL, NULL);

  tree->nodes = g_array_new (FALSE, FALSE, sizeof (TvRegexNode));
  tree->folds = folds;
  tree->is_plain = TRUE;
  add_node (&reader, TV_REGEX_EMPTY); /* TV_REGEX_NO_NODE */
  tree->root = read_choice (&reader);
  if (!reader.is_known || *reader.place != '\0')
    return NULL;
  return g_steal_pointer (&tree);
}

void
tv_regex_tree_free (TvRegexTree *tree)
{
  if (tree == NULL)
    return;
  g_clear_pointer (&tree->nodes, g_array_unref);
  g_free (tree);
}
