/* SPDX-License-Identifier: Apache-2.0 */

/* The text of "perf script", which simpleperf writes, too: a line for a sample, a line
 * for each of its frames, the innermost first, and an empty line. */

#include "config.h"

#include "trace/build/sample-builder.h"
#include "trace/build/slice-names.h"
#include "trace/formats/trace-reader.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Lines between two looks at the cancellable. */
#define REPORT_EVERY 4096

/* Words of a line that begins a sample: longer ones have none behind. */
#define MAX_WORDS 64

typedef struct
{
  const char *text;
  gsize length;
} Span;

typedef struct
{
  TvTrace *trace;
  TvSampleBuilder *builder;
  TvSliceNames *names;
  gboolean has_sample;
  TvSampleSpec sample;
  GArray *frames; /* of guint32: names, the innermost first */
  GString *name;
  GString *library;
  guint64 n_unreadable;
  guint64 first_unreadable;
} Reader;

/* Words */

static gboolean
is_number (const Span *span)
{
  gsize i = span->length > 1 && span->text[0] == '-' ? 1 : 0;

  for (; i < span->length && g_ascii_isdigit (span->text[i]); i++)
    ;
  return span->length > 0 && i == span->length;
}

static gint64
get_number (const Span *span)
{
  g_autofree char *text = g_strndup (span->text, span->length);

  return g_ascii_strtoll (text, NULL, 10);
}

/* Reads "SECONDS.FRACTION:". */
static gboolean
get_time (const Span *word, gint64 *time)
{
  const char *dot = memchr (word->text, '.', word->length);
  Span seconds = { word->text, dot != NULL ? (gsize) (dot - word->text) : 0 };
  Span fraction = { dot != NULL ? dot + 1 : NULL, 0 };
  gint64 scale = 1000000000;

  if (dot == NULL || word->text[word->length - 1] != ':')
    return FALSE;
  fraction.length = word->length - seconds.length - 2;
  if (!is_number (&seconds) || !is_number (&fraction) || fraction.length > 9
      || seconds.length > 10)
    return FALSE;
  for (gsize i = 0; i < fraction.length; i++)
    scale /= 10;
  *time = get_number (&seconds) * 1000000000 + get_number (&fraction) * scale;
  return TRUE;
}

static guint
split (const Span *line, Span *words)
{
  guint n = 0;

  for (gsize i = 0; i < line->length && n < MAX_WORDS;)
    {
      gsize start;

      while (i < line->length && g_ascii_isspace (line->text[i]))
        i++;
      for (start = i; i < line->length && !g_ascii_isspace (line->text[i]); i++)
        ;
      if (i > start)
        words[n++] = (Span){ line->text + start, i - start };
    }
  return n;
}

/* Frames */

/* Cuts "+0x1f" from the end of a symbol. */
static void
cut_offset (GString *name)
{
  const char *plus = g_strrstr (name->str, "+0x");

  if (plus != NULL && plus > name->str
      && strspn (plus + 3, "0123456789abcdef") == strlen (plus + 3))
    g_string_truncate (name, (gsize) (plus - name->str));
}

/* Adds the frame "ADDRESS SYMBOL (LIBRARY)". Returns whether it is one. */
static gboolean
add_frame (Reader *self, Span line)
{
  TvFrameSpec frame = { 0 };
  const char *parenthesis;
  const char *slash;
  gsize digits = 0;
  guint32 name;

  while (line.length > 0 && g_ascii_isspace (*line.text))
    line.text++, line.length--;
  while (digits < line.length && g_ascii_isxdigit (line.text[digits]))
    digits++;
  if (digits == 0 || digits == line.length || !g_ascii_isspace (line.text[digits])
      || line.text[line.length - 1] != ')')
    return FALSE;
  line.length--;
  if (line.length > 10 && memcmp (line.text + line.length - 10, " (deleted)", 10) == 0)
    line.length -= 10;
  parenthesis = g_strrstr_len (line.text, (gssize) line.length, " (");
  if (parenthesis == NULL || parenthesis < line.text + digits)
    return FALSE;
  g_string_truncate (self->library, 0);
  g_string_append_len (self->library, parenthesis + 2,
                       line.text + line.length - parenthesis - 2);
  g_string_truncate (self->name, 0);
  if (parenthesis > line.text + digits + 1)
    g_string_append_len (self->name, line.text + digits + 1,
                         parenthesis - line.text - (gssize) digits - 1);
  cut_offset (self->name);
  slash = strrchr (self->library->str, '/');
  frame.name = self->name->str;
  frame.library = slash != NULL ? slash + 1 : self->library->str;
  frame.is_java = tv_is_java_file (self->library->str);
  name = tv_slice_names_get_frame (self->names, &frame);
  g_array_append_val (self->frames, name);
  return TRUE;
}

/* Samples */

static gboolean
finish_sample (Reader *self)
{
  const TvFrameSpec none = { .name = "[no stack]" };

  if (!self->has_sample)
    return TRUE;
  self->has_sample = FALSE;
  if (self->frames->len == 0)
    {
      const guint32 name = tv_slice_names_get_frame (self->names, &none);

      g_array_append_val (self->frames, name);
    }
  self->sample.stack = TV_STACK_EMPTY;
  for (guint i = self->frames->len; i-- > 0;)
    self->sample.stack = tv_sample_builder_add_stack (
        self->builder, self->sample.stack, g_array_index (self->frames, guint32, i));
  return tv_sample_builder_add_sample (self->builder, &self->sample);
}

/* Finds the thread of "COMMAND [PROCESS/]THREAD", which ends with a word. */
static gboolean
find_thread (Reader *self, const Span *line, const Span *ids)
{
  TvRunBuilder *runs = tv_sample_builder_get_runs (self->builder);
  const char *slash = memchr (ids->text, '/', ids->length);
  Span process = { ids->text, slash != NULL ? (gsize) (slash - ids->text) : 0 };
  Span thread = *ids;
  guint32 owner = TV_PROCESS_NONE;
  g_autofree char *command = NULL;

  if (slash != NULL)
    thread = (Span){ slash + 1, ids->length - process.length - 1 };
  if (!is_number (&thread) || (slash != NULL && !is_number (&process)))
    return FALSE;
  command = tv_java_text_dup_utf8 (line->text, (gsize) (ids->text - line->text));
  g_strstrip (command);
  if (slash != NULL)
    owner = tv_run_builder_add_process (
        runs, get_number (&process),
        get_number (&process) == get_number (&thread) ? command : NULL);
  self->sample.thread = tv_sample_builder_add_thread (self->builder, owner,
                                                      get_number (&thread), command);
  return TRUE;
}

static gboolean
is_clock (const char *name)
{
  const gsize length = strcspn (name, ":");

  return (length == 9 && g_str_has_prefix (name, "cpu-clock"))
         || (length == 10 && g_str_has_prefix (name, "task-clock"));
}

/* Finds the event of the words behind the time, "[PERIOD] EVENT:", and the weight. */
static void
find_event (Reader *self, const Span *words, guint n)
{
  const gboolean has_period = n > 1 && is_number (&words[0]);
  const gint64 period = has_period ? get_number (&words[0]) : 1;
  g_autofree char *name = NULL;
  TvSampleEvent event = { .quantity = TV_QUANTITY_COUNT };

  if (n > (guint) has_period)
    name = tv_java_text_dup_utf8 (words[has_period].text, words[has_period].length);
  else
    name = g_strdup ("samples");
  if (g_str_has_suffix (name, ":"))
    name[strlen (name) - 1] = '\0';
  event.name = name;
  if (is_clock (name) && has_period)
    {
      event.quantity = TV_QUANTITY_TIME;
      event.title = N_ ("CPU");
    }
  self->sample.event = tv_sample_builder_add_event (self->builder, &event);
  self->sample.weight = period;
  if (tv_trace_get_sample_event (self->trace, self->sample.event)->quantity
      != TV_QUANTITY_TIME)
    self->sample.weight = MIN (period, G_MAXINT64 / TV_WEIGHT_ONE) * TV_WEIGHT_ONE;
}

/* Begins a sample. Returns whether the line does. */
static gboolean
begin_sample (Reader *self, const Span *line, guint64 offset)
{
  Span words[MAX_WORDS];
  const guint n = split (line, words);
  guint at = 1;
  guint ids;

  while (at < n && !get_time (&words[at], &self->sample.time))
    at++;
  if (at >= n)
    return FALSE;
  if (at + 1 < n && words[at + 1].length >= 12
      && memcmp (words[at + 1].text, "PERF_RECORD_", 12) == 0)
    return TRUE;
  /* The processor and flags may stand between the ids and the time. */
  for (ids = at; ids-- > 0;)
    if (find_thread (self, line, &words[ids]))
      break;
  if (ids > at)
    return FALSE;
  self->has_sample = TRUE;
  self->sample.offset = offset;
  g_array_set_size (self->frames, 0);
  find_event (self, words + at + 1, n - at - 1);
  for (guint i = at + 1; i < MIN (n, at + 3); i++)
    if (words[i].text[words[i].length - 1] == ':')
      add_frame (self, (Span){ words[i].text + words[i].length,
                               (gsize) (line->text + line->length - words[i].text)
                                   - words[i].length });
  return TRUE;
}

static gboolean
take_line (Reader *self, Span line, guint64 offset)
{
  while (line.length > 0 && g_ascii_isspace (line.text[line.length - 1]))
    line.length--;
  if (line.length == 0)
    return finish_sample (self);
  if (line.text[0] == '#' || (self->has_sample && add_frame (self, line)))
    return TRUE;
  if (!finish_sample (self))
    return FALSE;
  if (!begin_sample (self, &line, offset) && self->n_unreadable++ == 0)
    self->first_unreadable = offset;
  return TRUE;
}

/* The file */

static gboolean
read_lines (Reader *self, GBytes *bytes, const TvLoadOptions *options, GError **error)
{
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);
  guint64 n = 0;
  gboolean ok = TRUE;

  for (gsize at = 0; ok && at < size;)
    {
      const char *feed = memchr (text + at, '\n', size - at);
      const gsize end = feed != NULL ? (gsize) (feed - text) : size;

      if (n++ % REPORT_EVERY == 0
          && g_cancellable_set_error_if_cancelled (options->cancellable, error))
        return FALSE;
      ok = take_line (self, (Span){ text + at, end - at }, at);
      at = end + 1;
    }
  if (ok)
    finish_sample (self);
  if (self->n_unreadable > 0)
    tv_warnings_add_many (self->trace->warnings, TV_WARNING_EVENT_UNREADABLE,
                          self->n_unreadable, TV_PLACE_OFFSET, self->first_unreadable,
                          NULL);
  return TRUE;
}

static TvTrace *
read_text (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  g_autoptr (TvSampleBuilder) builder = tv_sample_builder_new (trace, options);
  g_autoptr (TvSliceNames) names
      = tv_slice_names_new (tv_sample_builder_get_runs (builder));
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GString) library = g_string_new (NULL);
  const TvSampleEvent none = { .name = "samples", .quantity = TV_QUANTITY_COUNT };
  Reader reader = { .trace = trace,
                    .builder = builder,
                    .names = names,
                    .frames = frames,
                    .name = name,
                    .library = library };

  if (!read_lines (&reader, input->data, options, error))
    return NULL;
  if (tv_trace_get_n_sample_events (trace) == 0)
    tv_sample_builder_add_event (builder, &none);
  if (!tv_sample_builder_finish (builder, TRUE, error))
    return NULL;
  return g_steal_pointer (&trace);
}

/* Comments, and a line of command, ids, processor and time. */
const TvTraceReader tv_perf_script_reader
    = { .name = "perf-script",
        .title = N_ ("Output of “perf script”"),
        .pattern = "(?:#.*\\n)*+\\S.*?\\s-?\\d+(?:/-?\\d+)?\\s+(?:\\[\\d+\\]\\s+)?"
                   "\\d+\\.\\d+:\\s",
        .layout = TV_LAYOUT_WHOLE,
        .read = read_text };
