/* SPDX-License-Identifier: Apache-2.0 */

/* Collapsed stacks: lines of frames, the outermost first, and a weight. */

#include "config.h"

#include "trace/build/clock-repair.h"
#include "trace/build/sample-builder.h"
#include "trace/build/slice-names.h"
#include "trace/formats/trace-reader.h"
#include "trace/input/text-value.h"
#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Lines that tell whether a text has stacks. */
#define PROBED_LINES 10
#define MIN_STACKS 3

/* A text of which so many bytes are known may go on behind them. */
#define KNOWN_START 4096

/* What is looked at before the reading. */
#define MAX_START (16 * KNOWN_START)

/* Separators that tell a stack whose end is not known. */
#define MIN_SEPARATORS 100

/* What is read at a time. */
#define CHUNK_SIZE (256 * 1024)

/* What a weight becomes that has no room. */
#define MAX_WEIGHT ((gint64) (TV_TIME_IMPOSSIBLE / 4))

typedef enum
{
  UTF_8,
  UTF_16_BE,
  UTF_16_LE
} Encoding;

/* A line of a text. */
typedef struct
{
  const char *text;
  gsize length;
} Line;

typedef struct
{
  TvTrace *trace;
  TvSampleBuilder *builder;
  TvSliceNames *names;
  GString *name;
  guint32 thread;
  guint32 events[2];
  guint n_weights; /* of each line: two where two profiles are compared */

  Encoding encoding;
  gunichar high;  /* the first half of a character of UTF-16, or 0 */
  GString *text;  /* what has been read, in UTF-8, from the beginning of a line */
  gsize searched; /* bytes of it without a line feed */
  guint64 line;   /* its number */
} Reader;

/* What the ends of names say about frames. */
static const struct
{
  const char *ending;
  const char *kind;
  gboolean is_java;
} kinds[] = {
  { "_[k]", "kernel", FALSE },     { "_[j]", "JIT", TRUE }, { "_[i]", "inlined", TRUE },
  { "_[0]", "interpreted", TRUE }, { "_[1]", "C1", TRUE },
};

/* Lines */

/* Takes the first line of a text. Returns FALSE if there is none. */
static gboolean
take_line (const char **text, const char *end, Line *line)
{
  const char *feed;

  if (*text >= end)
    return FALSE;
  feed = memchr (*text, '\n', (gsize) (end - *text));
  line->text = *text;
  line->length = (gsize) ((feed != NULL ? feed : end) - *text);
  *text = feed != NULL ? feed + 1 : end;
  while (line->length > 0 && g_ascii_isspace (line->text[line->length - 1]))
    line->length--;
  return TRUE;
}

static gboolean
is_comment (const Line *line)
{
  return line->length > 0 && line->text[0] == '#'
         && memchr (line->text, ';', line->length) == NULL;
}

/* Whether a text is a number that may be too large to be read. */
static gboolean
is_number (const char *text)
{
  text += *text == '-';
  if (!g_ascii_isdigit (*text))
    return FALSE;
  text += strspn (text, "0123456789");
  text += *text == '.';
  text += strspn (text, "0123456789");
  return *text == '\0';
}

/* Takes a number from the end of a line, with the blank before it. */
static gboolean
take_weight (Line *line, gint64 *weight, gboolean *is_too_large)
{
  TvTextValue number = { 0 };
  gsize start = line->length;
  g_autofree char *text = NULL;

  while (start > 0
         && (g_ascii_isdigit (line->text[start - 1]) || line->text[start - 1] == '.'
             || line->text[start - 1] == '-'))
    start--;
  if (start < 2 || start == line->length || !g_ascii_isspace (line->text[start - 1]))
    return FALSE;
  text = g_strndup (line->text + start, line->length - start);
  number = (TvTextValue){ .text = text, .length = line->length - start };
  if (g_str_has_suffix (text, "."))
    text[--number.length] = '\0';
  /* Thousandths, as of microseconds. */
  if (!tv_text_value_get_time (&number, weight))
    {
      if (!is_number (text))
        return FALSE;
      *weight = *text == '-' ? -1 : MAX_WEIGHT;
      *is_too_large |= *text != '-';
    }
  while (start > 0 && g_ascii_isspace (line->text[start - 1]))
    start--;
  line->length = start;
  return start > 0;
}

/* Frames */

static guint32
find_name (Reader *self, const char *text, gsize length)
{
  TvFrameSpec frame = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const gsize size = strlen (kinds[i].ending);

      if (length > size && memcmp (text + length - size, kinds[i].ending, size) == 0)
        {
          length -= size;
          frame.library = kinds[i].kind;
          frame.is_java = kinds[i].is_java;
          break;
        }
    }
  g_string_truncate (self->name, 0);
  g_string_append_len (self->name, text, (gssize) length);
  frame.name = self->name->str;
  return tv_slice_names_get_frame (self->names, &frame);
}

static guint32
find_stack (Reader *self, const Line *line)
{
  const char *text = line->text;
  const char *end = text + line->length;
  guint32 stack = TV_STACK_EMPTY;

  while (text < end)
    {
      const char *next = memchr (text, ';', (gsize) (end - text));
      const char *frame_end = next != NULL ? next : end;

      if (frame_end > text)
        stack = tv_sample_builder_add_stack (
            self->builder, stack, find_name (self, text, (gsize) (frame_end - text)));
      text = frame_end + 1;
    }
  return stack;
}

static gboolean
add_line (Reader *self, const Line *line)
{
  TvSampleSpec sample = { .thread = self->thread, .offset = self->line };
  gint64 weights[2] = { 0 };
  gboolean is_too_large = FALSE;
  Line stack = *line;

  if (line->length == 0 || is_comment (line))
    return TRUE;
  for (guint i = self->n_weights; i-- > 0;)
    if (!take_weight (&stack, &weights[i], &is_too_large))
      {
        tv_sample_builder_count_fault (self->builder, TV_WARNING_SAMPLE_UNREADABLE,
                                       self->line);
        return TRUE;
      }
  if (is_too_large)
    tv_sample_builder_count_fault (self->builder, TV_WARNING_SAMPLE_WEIGHT, self->line);
  sample.stack = find_stack (self, &stack);
  for (guint i = 0; i < self->n_weights; i++)
    {
      sample.event = self->events[i];
      sample.weight = weights[i];
      if (!tv_sample_builder_add_sample (self->builder, &sample))
        return FALSE;
    }
  return TRUE;
}

/* Text */

static Encoding
find_encoding (const guint8 *data, gsize size)
{
  if (size >= 2 && memcmp (data, "\xFE\xFF", 2) == 0)
    return UTF_16_BE;
  return size >= 2 && memcmp (data, "\xFF\xFE", 2) == 0 ? UTF_16_LE : UTF_8;
}

/* Appends a half of a pair, or a character. Halves without the other one are dropped.
 */
static void
append_unit (Reader *self, gunichar unit)
{
  if (unit >= 0xD800 && unit < 0xDC00)
    {
      self->high = unit;
      return;
    }
  if (unit >= 0xDC00 && unit < 0xE000)
    unit = self->high != 0 ? 0x10000 + ((self->high - 0xD800) << 10) + (unit - 0xDC00)
                           : 0;
  self->high = 0;
  if (unit != 0 && unit != 0xFEFF)
    g_string_append_unichar (self->text, unit);
}

/* Appends bytes in UTF-8, without a byte order mark. */
static void
append_text (Reader *self, const guint8 *data, gsize size, gboolean is_first)
{
  const guint big = self->encoding == UTF_16_BE ? 0 : 1;

  if (self->encoding == UTF_8)
    {
      if (is_first && size >= 3 && memcmp (data, "\xEF\xBB\xBF", 3) == 0)
        data += 3, size -= 3;
      g_string_append_len (self->text, (const char *) data, (gssize) size);
      return;
    }
  for (gsize i = 0; i + 1 < size; i += 2)
    append_unit (self, (gunichar) data[i + big] << 8 | data[i + 1 - big]);
}

/* Returns the beginning of a text in UTF-8. */
static GString *
get_start (const guint8 *data, gsize size)
{
  Reader reader
      = { .encoding = find_encoding (data, size), .text = g_string_new (NULL) };

  append_text (&reader, data, size, TRUE);
  return reader.text;
}

/* Counts the stacks with so many weights among the first lines. A last line that may be
 * cut does not count, nor does one that is. */
static guint
count_stacks (const GString *start, guint n_weights, guint *n_lines,
              gboolean *has_frames)
{
  const char *text = start->str;
  const char *end = text + start->len;
  const char *feed = start->len >= KNOWN_START ? strrchr (text, '\n') : NULL;
  gboolean is_too_large = FALSE;
  guint n_stacks = 0;
  Line line;

  *n_lines = 0;
  *has_frames = FALSE;
  end = feed != NULL ? feed : end;
  while (*n_lines < PROBED_LINES && take_line (&text, end, &line))
    {
      gint64 weight;
      guint n = 0;

      if (line.length == 0 || line.text[0] == '#')
        continue;
      (*n_lines)++;
      while (n < n_weights && take_weight (&line, &weight, &is_too_large))
        n++;
      if (n < n_weights && n_stacks >= 2 && text == start->str + start->len
          && text[-1] != '\n')
        {
          (*n_lines)--;
          break;
        }
      n_stacks += n == n_weights;
      *has_frames |= n == n_weights && memchr (line.text, ';', line.length) != NULL;
    }
  return n_stacks;
}

/* Whether a text may be the beginning of one deep stack. */
static gboolean
is_deep_stack (const GString *text)
{
  guint n = 0;

  if (text->len < KNOWN_START || strpbrk (text->str, "{}\n") != NULL)
    return FALSE;
  for (const char *next = strchr (text->str, ';'); next != NULL;
       next = strchr (next + 1, ';'))
    n++;
  return n >= MIN_SEPARATORS;
}

static gboolean
is_collapsed (GBytes *start)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (start, &size);
  GString *text = get_start (data, MIN (size, MAX_START));
  guint n_lines;
  gboolean has_frames;
  const guint n_stacks = count_stacks (text, 1, &n_lines, &has_frames);
  const char *first = text->str + strspn (text->str, "\r\n\t ");
  const gboolean is_text
      = strlen (text->str) == text->len && strchr ("{[<", *first) == NULL;
  const gboolean is_stacks
      = is_text
        && ((has_frames && (n_stacks >= MIN_STACKS || n_stacks == n_lines))
            || is_deep_stack (text));

  g_string_free (text, TRUE);
  return is_stacks;
}

/* The file */

static void
add_events (Reader *self, const GString *start)
{
  const TvSampleEvent events[]
      = { { .name = "samples", .title = N_ ("Samples"), .quantity = TV_QUANTITY_COUNT },
          { .name = "before", .title = N_ ("Before"), .quantity = TV_QUANTITY_COUNT },
          { .name = "after", .title = N_ ("After"), .quantity = TV_QUANTITY_COUNT } };
  guint n_lines;
  gboolean has_frames;

  self->n_weights = 1;
  if (count_stacks (start, 2, &n_lines, &has_frames) == n_lines && n_lines > 0)
    self->n_weights = 2;
  for (guint i = 0; i < self->n_weights; i++)
    self->events[i] = tv_sample_builder_add_event (
        self->builder, &events[self->n_weights == 2 ? 1 + i : 0]);
}

/* Adds the lines that are whole, or all at the end. */
static gboolean
add_lines (Reader *self, gboolean is_end)
{
  const char *next = self->text->str;
  const char *end = next + self->text->len;
  gboolean ok = TRUE;
  Line line;

  while (
      ok && next < end
      && (is_end
          || memchr (next + self->searched, '\n', (gsize) (end - next) - self->searched)
                 != NULL))
    {
      take_line (&next, end, &line);
      self->searched = 0;
      self->line++;
      ok = add_line (self, &line);
    }
  if (next > self->text->str)
    g_string_erase (self->text, 0, next - self->text->str);
  self->searched = self->text->len;
  return ok;
}

static gboolean
read_lines (Reader *self, TvDataWindow *window, const TvLoadOptions *options,
            GError **error)
{
  const guint64 total = tv_data_window_get_size (window);
  gsize size;

  for (guint64 at = 0; at < total; at += size)
    {
      const guint8 *data;

      size = (gsize) MIN (total - at, CHUNK_SIZE);
      data = tv_data_window_get (window, at, size, error);
      if (data == NULL)
        return FALSE;
      if (at == 0)
        {
          GString *start = get_start (data, MIN (size, MAX_START));

          self->encoding = find_encoding (data, size);
          add_events (self, start);
          g_string_free (start, TRUE);
        }
      if (options->progress != NULL)
        options->progress ((goffset) at, (goffset) total, options->progress_data);
      if (g_cancellable_set_error_if_cancelled (options->cancellable, error)
          || !tv_memory_budget_check (options->budget, 2 * self->text->len, error))
        return FALSE;
      append_text (self, data, size, at == 0);
      if (!add_lines (self, at + size == total))
        break; /* the builder says why */
    }
  return TRUE;
}

static TvTrace *
read_text (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  g_autoptr (TvSampleBuilder) builder = tv_sample_builder_new (trace, options);
  g_autoptr (TvSliceNames) names
      = tv_slice_names_new (tv_sample_builder_get_runs (builder));
  Reader reader = { .trace = trace, .builder = builder, .names = names };
  gboolean ok;

  tv_sample_builder_set_place (builder, TV_PLACE_LINE);
  reader.thread = tv_sample_builder_add_thread (builder, TV_PROCESS_NONE, -1, NULL);
  reader.name = g_string_new (NULL);
  reader.text = g_string_new (NULL);
  ok = read_lines (&reader, input->window, options, error)
       && tv_sample_builder_finish (builder, FALSE, error);
  g_string_free (reader.name, TRUE);
  g_string_free (reader.text, TRUE);
  return ok ? g_steal_pointer (&trace) : NULL;
}

const TvTraceReader tv_collapsed_reader = { .name = "collapsed",
                                            .title = N_ ("Collapsed stacks"),
                                            .probe = is_collapsed,
                                            .layout = TV_LAYOUT_WINDOWS,
                                            .read = read_text };
