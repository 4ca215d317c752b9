/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/regex-tree-private.h"

#include <string.h>

#define FIRST ' '
#define LAST '~'

/* Adds all characters from first to last. */
void
tv_regex_letters_add (TvRegexLetters *letters, guchar first, guchar last)
{
  for (guint i = MAX (first, FIRST); i <= MIN (last, LAST); i++)
    letters->bits[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  if (first < FIRST || last > LAST)
    letters->has_others = TRUE;
}

/* Adds what the characters of the set are in the other case. */
void
tv_regex_letters_fold (TvRegexLetters *letters)
{
  for (guchar lower = 'a'; lower <= 'z'; lower++)
    {
      const guchar upper = (guchar) g_ascii_toupper ((char) lower);

      if (tv_regex_letters_have (letters, lower)
          || tv_regex_letters_have (letters, upper))
        {
          tv_regex_letters_add (letters, lower, lower);
          tv_regex_letters_add (letters, upper, upper);
        }
    }
}

/* Makes the set all those that were not in it. */
void
tv_regex_letters_invert (TvRegexLetters *letters)
{
  TvRegexLetters all = { 0 };

  tv_regex_letters_add (&all, FIRST, LAST);
  for (guint i = 0; i < G_N_ELEMENTS (all.bits); i++)
    letters->bits[i] = all.bits[i] & ~letters->bits[i];
  letters->has_others = TRUE;
}

/* Adds the characters that a `\d` or the like stands for. Those of a line feed or a
 * tab are none from space to tilde. */
gboolean
tv_regex_letters_add_escape (TvRegexLetters *letters, char escape)
{
  TvRegexLetters named = { 0 };

  switch (escape)
    {
    case 'd':
    case 'D':
      tv_regex_letters_add (&named, '0', '9');
      break;
    case 'w':
    case 'W':
      tv_regex_letters_add (&named, '0', '9');
      tv_regex_letters_add (&named, 'A', 'Z');
      tv_regex_letters_add (&named, '_', '_');
      tv_regex_letters_add (&named, 'a', 'z');
      break;
    case 's':
    case 'S':
    case 'h':
    case 'H':
      tv_regex_letters_add (&named, ' ', ' ');
      break;
    case 't':
    case 'n':
    case 'r':
    case 'f':
      break;
    default:
      if (!g_ascii_ispunct (escape))
        return FALSE;
      tv_regex_letters_add (&named, (guchar) escape, (guchar) escape);
    }
  if (g_ascii_isupper (escape))
    tv_regex_letters_invert (&named);
  for (guint i = 0; i < G_N_ELEMENTS (named.bits); i++)
    letters->bits[i] |= named.bits[i];
  letters->has_others |= !g_ascii_ispunct (escape);
  return TRUE;
}

/* Reads what may be one end of a range. Returns 0 for what cannot, of which @letters
 * have what it stands for, and a character beyond ASCII as the first after it. Leaves
 * @place at a 0 for what is not known. */
static guchar
read_end_of_range (const char **place, TvRegexLetters *letters)
{
  const guchar byte = (guchar) * *place;
  const char escaped = byte == '\\' ? (*place)[1] : '\0';

  if (byte != '\\')
    {
      *place = g_utf8_next_char (*place);
      return MIN (byte, 0x80);
    }
  if (!tv_regex_letters_add_escape (letters, escaped))
    {
      *place = "";
      return 0;
    }
  *place += 2;
  return g_ascii_ispunct (escaped) ? (guchar) escaped : 0;
}

/* Reads a character, a range or an escape. Returns %FALSE where the meaning of it is
 * not known for sure. */
static gboolean
read_range (const char **place, TvRegexLetters *letters)
{
  const guchar first = read_end_of_range (place, letters);
  guchar last = first;

  if ((*place)[0] == '-' && (*place)[1] != ']')
    {
      (*place)++;
      if (first == 0)
        return FALSE;
      last = read_end_of_range (place, letters);
      if (last < first)
        return FALSE;
    }
  if (**place == '\0')
    return FALSE;
  if (first != 0)
    tv_regex_letters_add (letters, first, last);
  return TRUE;
}

/* Reads a set of characters. */
gboolean
tv_regex_letters_read (const char **place, TvRegexLetters *letters)
{
  gboolean is_first = TRUE;

  while (**place != ']' || is_first)
    {
      /* Of names, as in [[:alpha:]]. */
      if ((*place)[0] == '[' && strchr (":.=", (*place)[1]) != NULL)
        return FALSE;
      if (**place == '\0' || !read_range (place, letters))
        return FALSE;
      is_first = FALSE;
    }
  (*place)++;
  return TRUE;
}
