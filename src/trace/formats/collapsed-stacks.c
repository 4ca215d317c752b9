/* SPDX-License-Identifier: Apache-2.0 */

/* Collapsed stacks: lines of frames, the outermost first, and a weight. */

#include "config.h"

#include "trace/build/sample-builder.h"
#include "trace/build/slice-names.h"
#include "trace/formats/chrome-events.h"
#include "trace/formats/trace-reader.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Lines that tell whether a text has stacks. */
#define PROBED_LINES 10
#define MIN_STACKS 3

/* Lines between two looks at the cancellable. */
#define REPORT_EVERY 4096

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

/* Takes a number from the end of a line, with the blank before it. */
static gboolean
take_weight (Line *line, gint64 *weight)
{
  TvChromeValue number = { 0 };
  gsize start = line->length;
  g_autofree char *text = NULL;

  while (start > 0
         && (g_ascii_isdigit (line->text[start - 1])
             || strchr (".-", line->text[start - 1]) != NULL))
    start--;
  if (start < 2 || start == line->length || !g_ascii_isspace (line->text[start - 1]))
    return FALSE;
  text = g_strndup (line->text + start, line->length - start);
  number = (TvChromeValue){ .text = text, .length = line->length - start };
  if (g_str_has_suffix (text, "."))
    text[--number.length] = '\0';
  /* Thousandths, as of microseconds. */
  if (!tv_chrome_value_get_time (&number, weight))
    return FALSE;
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
add_line (Reader *self, const Line *line, guint64 offset)
{
  TvSampleSpec sample = { .thread = self->thread, .offset = offset };
  gint64 weights[2] = { 0 };
  Line stack = *line;

  if (line->length == 0 || is_comment (line))
    return TRUE;
  for (guint i = self->n_weights; i-- > 0;)
    if (!take_weight (&stack, &weights[i]))
      {
        tv_sample_builder_count_fault (self->builder, TV_WARNING_SAMPLE_UNREADABLE,
                                       offset);
        return TRUE;
      }
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

/* The file */

/* Returns the text in UTF-8, or NULL for UTF-16 that is broken. */
static char *
dup_text (GBytes *bytes, gsize *length)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  if (size >= 2 && memcmp (data, "\xFE\xFF", 2) == 0)
    return g_convert (data + 2, (gssize) (size & ~(gsize) 1) - 2, "UTF-8", "UTF-16BE",
                      NULL, length, NULL);
  if (size >= 2 && memcmp (data, "\xFF\xFE", 2) == 0)
    return g_convert (data + 2, (gssize) (size & ~(gsize) 1) - 2, "UTF-8", "UTF-16LE",
                      NULL, length, NULL);
  *length = size;
  return memcpy (g_malloc0 (size + 1), data, size);
}

/* Counts the first lines that are stacks with so many weights. */
static guint
count_stacks (const char *text, gsize length, guint n_weights, guint *n_lines,
              gboolean *has_frames)
{
  const char *end = text + length;
  guint n_stacks = 0;
  Line line;

  *n_lines = 0;
  *has_frames = FALSE;
  while (*n_lines < PROBED_LINES && take_line (&text, end, &line))
    {
      gint64 weight;
      guint n = 0;

      if (line.length == 0 || line.text[0] == '#')
        continue;
      (*n_lines)++;
      while (n < n_weights && take_weight (&line, &weight))
        n++;
      n_stacks += n == n_weights;
      *has_frames |= n == n_weights && memchr (line.text, ';', line.length) != NULL;
    }
  return n_stacks;
}

static gboolean
is_collapsed (GBytes *start)
{
  gsize length;
  g_autofree char *text = dup_text (start, &length);
  guint n_lines;
  guint n_stacks;
  gboolean has_frames;

  if (text == NULL || memchr (text, '\0', length) != NULL
      || strchr ("{[<",
                 text[tv_trace_reader_skip_blank ((const guint8 *) text, length)])
             != NULL)
    return FALSE;
  n_stacks = count_stacks (text, length, 1, &n_lines, &has_frames);
  return has_frames && (n_stacks >= MIN_STACKS || n_stacks == n_lines);
}

static void
add_events (Reader *self, const char *text, gsize length)
{
  const TvSampleEvent events[]
      = { { .name = "samples", .title = N_ ("Samples"), .quantity = TV_QUANTITY_COUNT },
          { .name = "before", .title = N_ ("Before"), .quantity = TV_QUANTITY_COUNT },
          { .name = "after", .title = N_ ("After"), .quantity = TV_QUANTITY_COUNT } };
  guint n_lines;
  gboolean has_frames;

  self->n_weights = 1;
  if (count_stacks (text, length, 2, &n_lines, &has_frames) == n_lines)
    self->n_weights = 2;
  for (guint i = 0; i < self->n_weights; i++)
    self->events[i] = tv_sample_builder_add_event (
        self->builder, &events[self->n_weights == 2 ? 1 + i : 0]);
}

static gboolean
read_lines (Reader *self, const char *text, gsize length, const TvLoadOptions *options,
            GError **error)
{
  const char *end = text + length;
  const char *next = text + tv_trace_reader_skip_blank ((const guint8 *) text, length);
  const char *at = next;
  guint64 n = 0;
  Line line;

  for (; take_line (&next, end, &line); at = next)
    {
      if (n++ % REPORT_EVERY == 0
          && g_cancellable_set_error_if_cancelled (options->cancellable, error))
        return FALSE;
      if (!add_line (self, &line, (guint64) (at - text)))
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
  g_autoptr (GString) name = g_string_new (NULL);
  Reader reader = { .trace = trace, .builder = builder, .names = names, .name = name };
  g_autofree char *text = NULL;
  gsize length;

  trace->info.file_size = g_bytes_get_size (input->data);
  trace->info.compressed = input->compressed;
  if (!tv_memory_budget_check (options->budget, 2 * trace->info.file_size, error))
    return NULL;
  text = dup_text (input->data, &length);
  if (text == NULL)
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NOT_A_TRACE,
                           _ ("The text is not valid UTF-16"));
      return NULL;
    }
  reader.thread = tv_sample_builder_add_thread (builder, TV_PROCESS_NONE, -1, NULL);
  add_events (&reader, text, length);
  if (!read_lines (&reader, text, length, options, error)
      || !tv_sample_builder_finish (builder, FALSE, error))
    return NULL;
  return g_steal_pointer (&trace);
}

const TvTraceReader tv_collapsed_reader = { .name = "collapsed",
                                            .title = N_ ("Collapsed stacks"),
                                            .probe = is_collapsed,
                                            .layout = TV_LAYOUT_WHOLE,
                                            .read = read_text };
