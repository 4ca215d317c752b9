/* SPDX-License-Identifier: Apache-2.0 */

/* The text of "perf script", which simpleperf writes, too: a line for a sample, a line
 * for each of its frames, the innermost first, and an empty line. */

#include "config.h"

#include "trace/build/sample-builder.h"
#include "trace/build/slice-names.h"
#include "trace/formats/text-lines.h"
#include "trace/formats/trace-reader.h"
#include "trace/input/text-value.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

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
  guint64 n_timed;   /* samples that have times */
  guint64 n_untimed; /* others */
  guint64 first_untimed;
  gboolean begins_untimed; /* no sample before the first of these has a time */
  TvSampleSpec sample;
  GArray *frames; /* of guint32: names, the innermost first */
  GString *name;
  GString *library;
  GHashTable *commands; /* see tv_text_value_get_id() */
  GString *plain;       /* a line that begins a sample if a frame follows it */
  guint64 plain_offset;
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

static gboolean
has_digits_only (const Span *span)
{
  return is_number (span) && span->text[0] != '-';
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
  if (!has_digits_only (&seconds) || !has_digits_only (&fraction) || fraction.length > 9
      || seconds.length > 10)
    return FALSE;
  for (gsize i = 0; i < fraction.length; i++)
    scale /= 10;
  return !__builtin_mul_overflow (get_number (&seconds), 1000000000, time)
         && !__builtin_add_overflow (*time, get_number (&fraction) * scale, time);
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

/* Finds the address of a frame, which spaces or the end of the line follow. */
static gboolean
find_address (const Span *line, Span *address)
{
  const char *end = line->text + line->length;
  const char *at = line->text;

  while (at < end && g_ascii_isspace (*at))
    at++;
  *address = (Span){ at, 0 };
  for (; at < end && g_ascii_isxdigit (*at); at++)
    address->length++;
  return address->length > 0 && (at == end || g_ascii_isspace (*at));
}

/* Cuts "(LIBRARY)" from the end of a frame. Returns whether it has one. */
static gboolean
cut_library (Span *frame, Span *library)
{
  gsize length = frame->length;
  const char *parenthesis;

  if (length == 0 || frame->text[--length] != ')')
    return FALSE;
  if (length > 10 && memcmp (frame->text + length - 10, " (deleted)", 10) == 0)
    length -= 10;
  parenthesis = g_strrstr_len (frame->text, (gssize) length, " (");
  if (parenthesis == NULL)
    return FALSE;
  *library = (Span){ parenthesis + 2, 0 };
  library->length = (gsize) (frame->text + length - library->text);
  frame->length = (gsize) (parenthesis - frame->text);
  return TRUE;
}

/* Splits "ADDRESS [SYMBOL] [(LIBRARY)]". Without a library, only a tab shows that it is
 * one. */
static gboolean
split_frame (Reader *self, const Span *line)
{
  Span library = { "", 0 };
  Span address;
  Span rest;

  if (!find_address (line, &address))
    return FALSE;
  rest.text = address.text + address.length;
  rest.length = (gsize) (line->text + line->length - rest.text);
  if (!cut_library (&rest, &library) && line->text[0] != '\t')
    return FALSE;
  g_string_truncate (self->library, 0);
  g_string_append_len (self->library, library.text, (gssize) library.length);
  g_string_truncate (self->name, 0);
  if (rest.length > 1)
    g_string_append_len (self->name, rest.text + 1, (gssize) rest.length - 1);
  else if (library.length == 0)
    g_string_append_printf (self->name, "0x%.*s", (int) address.length, address.text);
  cut_offset (self->name);
  return TRUE;
}

/* Whether a line is "  FILE:LINE" or "  LIBRARY[ADDRESS]", where the code of the frame
 * above stands, or was not found. */
static gboolean
is_position (const Span *line)
{
  const char *end = line->text + line->length;
  const char *at = end - 1;

  if (line->length < 4 || memcmp (line->text, "  ", 2) != 0 || line->text[2] == ' ')
    return FALSE;
  if (*at == ']')
    {
      while (at > line->text && *at != '[')
        at--;
      return *at == '[' && (at == line->text + 2 || at[-1] != ' ');
    }
  while (g_ascii_isdigit (*at))
    at--;
  return *at == ':' && at + 1 < end;
}

/* Adds a frame, and before it those that are inlined into it: methods of Java have them
 * behind arrows. */
static void
add_names (Reader *self)
{
  const char *slash = strrchr (self->library->str, '/');
  TvFrameSpec frame = { .library = slash != NULL ? slash + 1 : self->library->str,
                        .is_java = tv_is_java_file (self->library->str) };
  const gboolean is_method
      = self->name->str[0] == 'L' && strstr (self->name->str, ";::") != NULL;
  char *arrow;
  guint32 name;

  /* Code of any library, unlike that of methods that are inlined. */
  if (g_str_equal (frame.library, "inlined"))
    frame.library = "[inlined]";
  do
    {
      arrow = is_method ? g_strrstr (self->name->str, "->") : NULL;
      frame.name = arrow != NULL ? arrow + 2 : self->name->str;
      name = tv_slice_names_get_frame (self->names, &frame);
      g_array_append_val (self->frames, name);
      if (arrow != NULL)
        *arrow = '\0';
    }
  while (arrow != NULL);
}

/* Adds a frame. Returns whether the line is one. */
static gboolean
add_frame (Reader *self, const Span *line)
{
  if (!split_frame (self, line))
    return FALSE;
  add_names (self);
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

/* Finds the thread of a line that begins with a command, up to a word. */
static void
find_command (Reader *self, const Span *line, const char *end)
{
  g_autofree char *command
      = tv_java_text_dup_utf8 (line->text, (gsize) (end - line->text));
  const TvTextValue name
      = { .text = g_strstrip (command), .length = strlen (command), .is_string = TRUE };

  self->sample.thread = tv_sample_builder_add_thread (
      self->builder, TV_PROCESS_NONE, tv_text_value_get_id (&name, self->commands),
      command);
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

/* Finds the event of the words behind the time or the thread, "[PERIOD] EVENT:", and
 * the weight. */
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

/* Adds the frame that stands behind the event, if one does. */
static void
add_frame_behind (Reader *self, const Span *line, const Span *words, guint n)
{
  for (guint i = 0; i < MIN (n, 2); i++)
    {
      const char *end = words[i].text + words[i].length;
      const Span rest = { end, (gsize) (line->text + line->length - end) };

      if (end[-1] == ':' && rest.length > 0)
        add_frame (self, &rest);
    }
}

/* A sample without a time has that of the sample before. */
static void
begin (Reader *self, gboolean has_time, guint64 offset)
{
  self->n_timed += has_time;
  if (!has_time && self->n_untimed++ == 0)
    {
      self->first_untimed = offset;
      self->begins_untimed = self->n_timed == 0;
    }
  self->has_sample = TRUE;
  self->sample.offset = offset;
  g_array_set_size (self->frames, 0);
}

static gboolean
ends_with_colon (const Span *words, guint n, guint i)
{
  return i < n && words[i].text[words[i].length - 1] == ':';
}

static gboolean
is_processor (const Span *words, guint n, guint i)
{
  return i < n && words[i].text[0] == '[';
}

/* Begins a sample without a time: "COMMAND [PROCESS/]THREAD [PROCESSOR] [PERIOD]
 * EVENT:". Returns whether the line does. */
static gboolean
begin_without_time (Reader *self, const Span *line, const Span *words, guint n,
                    guint64 offset)
{
  guint ids = 1;
  guint event = 0;

  for (; ids < n; ids++)
    {
      event = ids + 1 + is_processor (words, n, ids + 1);
      if ((ends_with_colon (words, n, event)
           || (event + 1 < n && is_number (&words[event])
               && ends_with_colon (words, n, event + 1)))
          && find_thread (self, line, &words[ids]))
        break;
    }
  if (ids >= n)
    return FALSE;
  begin (self, FALSE, offset);
  find_event (self, words + event, n - event);
  add_frame_behind (self, line, words + event, n - event);
  return TRUE;
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
    return begin_without_time (self, line, words, n, offset);
  if (at + 1 < n && words[at + 1].length >= 12
      && memcmp (words[at + 1].text, "PERF_RECORD_", 12) == 0)
    return TRUE;
  /* The processor and flags may stand between the ids and the time. */
  for (ids = at; ids-- > 0;)
    if (find_thread (self, line, &words[ids]))
      break;
  if (ids > at)
    find_command (self, line, words[at - is_processor (words, at, at - 1)].text);
  begin (self, TRUE, offset);
  find_event (self, words + at + 1, n - at - 1);
  add_frame_behind (self, line, words + at + 1, n - at - 1);
  return TRUE;
}

/* Begins a sample at the line before a frame, "COMMAND [[PROCESS/]THREAD]". */
static void
begin_plain (Reader *self)
{
  const Span line = { self->plain->str, self->plain->len };
  Span words[MAX_WORDS];
  const guint n = split (&line, words);

  if (n < 2 || !find_thread (self, &line, &words[n - 1]))
    find_command (self, &line, line.text + line.length);
  begin (self, FALSE, self->plain_offset);
  find_event (self, NULL, 0);
  g_string_truncate (self->plain, 0);
}

/* The line before was neither a sample nor the command of one. */
static void
drop_plain (Reader *self)
{
  if (self->plain->len > 0 && self->n_unreadable++ == 0)
    self->first_unreadable = self->plain_offset;
  g_string_truncate (self->plain, 0);
}

/* Whether a line looks like a frame, but is a sample of a command whose name looks like
 * an address: a number and a time follow. */
static gboolean
is_sample (const Span *line)
{
  Span words[MAX_WORDS];
  const guint n = split (line, words);
  gint64 time;

  if (n < 2 || !(g_ascii_isdigit (words[1].text[0]) || words[1].text[0] == '-'))
    return FALSE;
  for (guint i = 2; i < n; i++)
    if (get_time (&words[i], &time))
      return TRUE;
  return FALSE;
}

static gboolean
take_line (const TvTextLine *text, gpointer data)
{
  Reader *self = data;
  Span line = { text->text, text->length };

  while (line.length > 0 && g_ascii_isspace (line.text[line.length - 1]))
    line.length--;
  if (line.length == 0)
    {
      drop_plain (self);
      return finish_sample (self);
    }
  if (line.text[0] == '#')
    return TRUE;
  if (self->plain->len > 0 && split_frame (self, &line))
    begin_plain (self);
  drop_plain (self);
  if (self->has_sample && !is_sample (&line)
      && (add_frame (self, &line) || (self->frames->len > 0 && is_position (&line))))
    return TRUE;
  if (!finish_sample (self))
    return FALSE;
  if (!begin_sample (self, &line, text->offset))
    {
      g_string_append_len (self->plain, line.text, (gssize) line.length);
      self->plain_offset = text->offset;
    }
  return TRUE;
}

/* The file */

static gboolean
read_lines (Reader *self, TvDataWindow *window, const TvLoadOptions *options,
            GError **error)
{
  if (!tv_text_lines_read (window, options, take_line, self, error))
    return FALSE;
  drop_plain (self);
  finish_sample (self);
  if (self->n_unreadable > 0)
    tv_warnings_add_many (self->trace->warnings, TV_WARNING_EVENT_UNREADABLE,
                          self->n_unreadable, TV_PLACE_OFFSET, self->first_unreadable,
                          NULL);
  return TRUE;
}

/* Whether the times are those of the trace: most samples have one, as has the first. */
static gboolean
has_times (Reader *self)
{
  const gboolean has = self->n_timed > self->n_untimed && !self->begins_untimed;

  if (has && self->n_untimed > 0)
    tv_warnings_add_many (self->trace->warnings, TV_WARNING_SAMPLE_TIME,
                          self->n_untimed, TV_PLACE_OFFSET, self->first_untimed, NULL);
  return has;
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
  g_autoptr (GString) plain = g_string_new (NULL);
  g_autoptr (GHashTable) commands
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const TvSampleEvent none = { .name = "samples", .quantity = TV_QUANTITY_COUNT };
  Reader reader = { .trace = trace,
                    .builder = builder,
                    .names = names,
                    .frames = frames,
                    .name = name,
                    .library = library,
                    .plain = plain,
                    .commands = commands };

  if (!read_lines (&reader, input->window, options, error))
    return NULL;
  if (tv_trace_get_n_sample_events (trace) == 0)
    tv_sample_builder_add_event (builder, &none);
  if (!tv_sample_builder_finish (builder, has_times (&reader), error))
    return NULL;
  return g_steal_pointer (&trace);
}

/* Comments, and a line of command, ids, processor and time, or one before a frame. */
const TvTraceReader tv_perf_script_reader
    = { .name = "perf-script",
        .title = N_ ("Output of “perf script”"),
        .pattern = "(?:#.*\\n|\\s*\\n)*+"
                   "(?:\\s*\\S.*?\\s-?\\d+(?:/-?\\d+)?\\s+(?:\\[\\d+\\]\\s+)?"
                   "\\d+\\.\\d+:\\s"
                   "|\\S.*\\n(?:[ \\t]*[0-9a-f]{3,16}[ \\t]+\\S.*\\(.*\\)\\s"
                   "|\\t(?=[ 0-9a-f]{16}\\s) *[0-9a-f]{3,16}\\s))",
        .layout = TV_LAYOUT_WINDOWS,
        .read = read_text };
