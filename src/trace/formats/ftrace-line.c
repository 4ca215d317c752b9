/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/ftrace-line.h"

#include <string.h>

/* Characters of the flags where no blank is behind them. */
#define N_FLAGS 4

static const char *
skip_blanks (const char *p, const char *end)
{
  while (p < end && (*p == ' ' || *p == '\t'))
    p++;
  return p;
}

static const char *
skip_blanks_back (const char *start, const char *p)
{
  while (p > start && (p[-1] == ' ' || p[-1] == '\t'))
    p--;
  return p;
}

/* Reads digits. Returns where they end, or NULL if there are none or too many. */
static const char *
read_digits (const char *p, const char *end, gint64 *number)
{
  const char *start = p;

  *number = 0;
  for (; p < end && g_ascii_isdigit (*p); p++)
    if (__builtin_mul_overflow (*number, 10, number)
        || __builtin_add_overflow (*number, *p - '0', number))
      return NULL;
  return p > start ? p : NULL;
}

/* Reads the digits that end at @end. Returns where they start, or NULL. */
static const char *
read_digits_back (const char *start, const char *end, gint64 *number)
{
  const char *p = end;

  while (p > start && g_ascii_isdigit (p[-1]))
    p--;
  return read_digits (p, end, number) == end ? p : NULL;
}

/* Reads "( 123)" or "(-----)" that ends at @end, if it does. Returns where it starts.
 */
static const char *
read_group_back (const char *start, const char *end, gint64 *pid)
{
  const char *p = end - 1;
  const char *digits;

  *pid = -1;
  if (end == start || *p != ')')
    return end;
  digits = read_digits_back (start, p, pid);
  if (digits != NULL)
    p = skip_blanks_back (start, digits);
  else
    {
      *pid = -1;
      while (p > start && p[-1] == '-')
        p--;
    }
  return p > start && p[-1] == '(' ? skip_blanks_back (start, p - 1) : end;
}

/* Reads what stands before the processor's bracket at @bracket. */
static gboolean
read_task (TvFtraceLine *line, const char *start, const char *bracket)
{
  const char *p = skip_blanks_back (start, bracket);

  p = read_group_back (start, p, &line->pid);
  p = read_digits_back (start, p, &line->tid);
  if (p == NULL || p == start || p[-1] != '-')
    return FALSE;
  start = skip_blanks (start, p - 1);
  line->task = (TvSpan){ .text = start, .length = (gsize) (p - 1 - start) };
  return TRUE;
}

/* Finds the last bracket with a processor that a task stands before, up to the first
 * colon and blank behind the first such. Returns what is behind it, or NULL. */
static const char *
find_processor (TvFtraceLine *line, const char *text, const char *end)
{
  const char *found = NULL;
  const char *limit = end;

  for (const char *p = text; (p = memchr (p, '[', (gsize) (limit - p))) != NULL; p++)
    {
      TvFtraceLine candidate = *line;
      const char *behind = read_digits (p + 1, end, &candidate.cpu);

      if (behind == NULL || behind == end || *behind != ']'
          || !read_task (&candidate, text, p))
        continue;
      if (found == NULL)
        {
          const char *colon = g_strstr_len (behind, end - behind, ": ");

          limit = colon != NULL ? colon : end;
        }
      found = behind + 1;
      *line = candidate;
    }
  return found;
}

static const char *
skip_flags (const char *p, const char *end)
{
  const char *blank;

  if (p < end && g_ascii_isdigit (*p))
    return p;
  blank = memchr (p, ' ', (gsize) (end - p));
  if (blank == NULL)
    return NULL;
  if (memchr (p, ':', (gsize) (blank - p)) == NULL)
    return skip_blanks (blank, end);
  return p + N_FLAGS < end ? p + N_FLAGS : NULL;
}

/* Reads seconds with a fraction. Returns what is behind their colon, or NULL. */
static const char *
read_time (const char *p, const char *end, gint64 *time)
{
  gint64 unit = 1000 * 1000 * 1000;

  p = read_digits (p, end, time);
  if (p == NULL || p == end || *p != '.' || __builtin_mul_overflow (*time, unit, time))
    return NULL;
  for (p++; p < end && g_ascii_isdigit (*p); p++)
    {
      unit /= 10;
      if (__builtin_add_overflow (*time, unit * (*p - '0'), time))
        return NULL;
    }
  return p < end && *p == ':' ? p + 1 : NULL;
}

/* Parses a line without its line feed. */
gboolean
tv_ftrace_line_parse (TvFtraceLine *line, const char *text, gsize length)
{
  const char *end = text + length;
  const char *p;
  const char *colon;

  p = find_processor (line, text, end);
  if (p == NULL)
    return FALSE;
  p = skip_flags (skip_blanks (p, end), end);
  if (p != NULL)
    p = read_time (p, end, &line->time);
  if (p == NULL)
    return FALSE;
  p = skip_blanks (p, end);
  colon = memchr (p, ':', (gsize) (end - p));
  if (colon == NULL)
    return FALSE;
  line->function = (TvSpan){ .text = p, .length = (gsize) (colon - p) };
  p = skip_blanks (colon + 1, end);
  line->rest = (TvSpan){ .text = p, .length = (gsize) (end - p) };
  return TRUE;
}

static gboolean
equals (const TvSpan *span, const char *text)
{
  return span->length == strlen (text) && memcmp (span->text, text, span->length) == 0;
}

/* Whether a line has what a program wrote into the trace. Kernels without symbols print
 * an address, or 0, for the function. */
gboolean
tv_ftrace_line_is_mark (const TvFtraceLine *line)
{
  const TvSpan *function = &line->function;

  return equals (function, "tracing_mark_write") || equals (function, "print")
         || equals (function, "0")
         || (function->length > 6 && memcmp (function->text, "0xffff", 6) == 0);
}
