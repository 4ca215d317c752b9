/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/json/chrome-events.h"

#include "trace/json/json-stream.h"

#include <string.h>

/* Longer values of an event are cut. */
#define MAX_VALUE_LENGTH (64 * 1024)

/* Where the values of a level of an object are meant for. */
typedef enum
{
  NOWHERE,
  IN_EVENT,
  IN_ID,
  IN_ARGUMENTS
} Place;

/* A key of at most eight bytes, with zeros behind it. */
typedef struct
{
  char key[sizeof (guint64)];
  Place place;
  TvChromeField field;
} Key;

static const Key keys[] = {
  { "ph", IN_EVENT, TV_CHROME_PHASE },
  { "ts", IN_EVENT, TV_CHROME_TIME },
  { "dur", IN_EVENT, TV_CHROME_DURATION },
  { "tts", IN_EVENT, TV_CHROME_CPU_TIME },
  { "tdur", IN_EVENT, TV_CHROME_CPU_DURATION },
  { "pid", IN_EVENT, TV_CHROME_PROCESS },
  { "tid", IN_EVENT, TV_CHROME_THREAD },
  { "name", IN_EVENT, TV_CHROME_NAME },
  { "cat", IN_EVENT, TV_CHROME_CATEGORY },
  { "id", IN_EVENT, TV_CHROME_ID },
  { "scope", IN_EVENT, TV_CHROME_SCOPE },
  { "s", IN_EVENT, TV_CHROME_INSTANT_SCOPE },
  { "bp", IN_EVENT, TV_CHROME_BIND_POINT },
  { "bind_id", IN_EVENT, TV_CHROME_BIND_ID },
  { "flow_in", IN_EVENT, TV_CHROME_FLOW_IN },
  { "flow_out", IN_EVENT, TV_CHROME_FLOW_OUT },
  { "local", IN_ID, TV_CHROME_LOCAL_ID },
  { "global", IN_ID, TV_CHROME_GLOBAL_ID },
  { "name", IN_ARGUMENTS, TV_CHROME_GIVEN_NAME },
};

typedef struct
{
  gsize start; /* in the text, plus one; 0 if it is absent */
  gsize length;
  gboolean is_string;
} Span;

typedef struct
{
  TvJsonStream stream;
  TvChromeEventFunc func;
  gpointer data;
  TvChromeFaults *faults;

  guint64 event_offset;
  guint depth;
  guint events_depth;     /* of the elements of the list of events; 0 outside it */
  gboolean awaits_events; /* the key of the list came */
  gboolean awaits_samples;
  gboolean is_in_samples; /* in a list of samples */
  gboolean awaits_id;
  gboolean awaits_arguments;
  Place place;
  guint place_depth;
  int field; /* the value that comes next, or -1 */
  guint8 last_key;
  guint8 after[G_N_ELEMENTS (keys)]; /* indexes of keys, by the one before */

  GString *text; /* of all values of an event */
  Span spans[TV_N_CHROME_FIELDS];
  TvArgTree *args;
} Reader;

static gboolean
is_element (const Reader *self)
{
  return self->events_depth > 0 && self->depth == self->events_depth;
}

static void
count_stray (Reader *self)
{
  if (self->faults->n_strays++ == 0)
    self->faults->first_stray = tv_json_stream_get_offset (&self->stream);
}

/* Values */

/* The last of several values of a key counts. */
static int
take_value (Reader *self, const void *bytes, size_t length, gboolean is_string)
{
  Span *span;

  self->awaits_events = self->awaits_id = self->awaits_arguments = FALSE;
  if (is_element (self))
    count_stray (self);
  if (self->field < 0 || self->depth != self->place_depth)
    return TRUE;
  span = &self->spans[self->field];
  self->field = -1;
  span->start = self->text->len + 1;
  span->length = MIN (length, MAX_VALUE_LENGTH);
  if (length > MAX_VALUE_LENGTH && self->faults->n_cut_texts++ == 0)
    self->faults->first_cut_text = tv_json_stream_get_offset (&self->stream);
  span->is_string = is_string;
  g_string_set_size (self->text, self->text->len + span->length + 1);
  memcpy (self->text->str + span->start - 1, bytes, span->length);
  self->text->str[self->text->len - 1] = '\0';
  return TRUE;
}

static int
on_null (void *data)
{
  Reader *self = data;

  if (is_element (self))
    count_stray (self);
  if (self->field >= 0 && self->depth == self->place_depth)
    self->spans[self->field].start = 0;
  self->field = -1;
  self->awaits_events = self->awaits_id = self->awaits_arguments = FALSE;
  tv_arg_tree_skip (self->args);
  return TRUE;
}

/* Whether a value is an argument, or all of them. */
static gboolean
is_argument (const Reader *self)
{
  return self->awaits_arguments || tv_arg_tree_is_inside (self->args);
}

static int
on_boolean (void *data, int value)
{
  Reader *self = data;

  if (is_argument (self))
    tv_arg_tree_add_boolean (self->args, value != 0);
  return value != 0 ? take_value (data, "true", 4, FALSE)
                    : take_value (data, "false", 5, FALSE);
}

static int
on_number (void *data, const char *text, size_t length)
{
  Reader *self = data;

  if (is_argument (self))
    tv_arg_tree_add_number (self->args, text, length);
  return take_value (self, text, length, FALSE);
}

static int
on_string (void *data, const unsigned char *text, size_t length)
{
  Reader *self = data;

  if (is_argument (self))
    tv_arg_tree_add_text (self->args, (const char *) text, length);
  return take_value (self, text, length, TRUE);
}

/* Lists and objects */

static void
enter (Reader *self, Place place)
{
  self->depth++;
  self->field = -1;
  if (place != NOWHERE)
    {
      self->place = place;
      self->place_depth = self->depth;
    }
  self->awaits_events = self->awaits_id = self->awaits_arguments = FALSE;
}

static int
on_start_list (void *data)
{
  Reader *self = data;
  const gboolean is_list
      = self->events_depth == 0
        && (self->depth == 0 || (self->depth == 1 && self->awaits_events));

  if (is_element (self))
    count_stray (self);
  if (is_argument (self))
    tv_arg_tree_enter (self->args, TRUE);
  self->is_in_samples |= self->awaits_samples && self->depth == 1;
  enter (self, NOWHERE);
  if (!is_list)
    return TRUE;
  self->events_depth = self->depth;
  self->faults->has_events = TRUE;
  return TRUE;
}

static int
on_end_list (void *data)
{
  Reader *self = data;

  if (self->depth == self->events_depth)
    self->events_depth = 0;
  if (self->depth == 2)
    self->is_in_samples = FALSE;
  tv_arg_tree_leave (self->args);
  self->depth--;
  return TRUE;
}

static int
on_start_object (void *data)
{
  Reader *self = data;
  Place place = NOWHERE;

  if (is_element (self))
    {
      place = IN_EVENT;
      self->event_offset = tv_json_stream_get_offset (&self->stream) - 1;
      g_string_truncate (self->text, 0);
      memset (self->spans, 0, sizeof self->spans);
      tv_arg_tree_clear (self->args);
    }
  else if (self->is_in_samples && self->depth == 2)
    self->faults->n_samples++;
  else if (self->awaits_id)
    place = IN_ID;
  else if (self->awaits_arguments)
    place = IN_ARGUMENTS;
  if (is_argument (self))
    tv_arg_tree_enter (self->args, FALSE);
  enter (self, place);
  return TRUE;
}

/* Returns the field that a key means in its place, or -1. Writers give the keys of
 * their events in the same order, so it is tried first which came after the last one.
 */
static int
find_field (Reader *self, const unsigned char *text, size_t length)
{
  guint8 *after = &self->after[self->last_key];
  guint64 wanted = 0;
  guint64 word;

  memcpy (&wanted, text, length);
  for (guint i = 0; i <= G_N_ELEMENTS (keys); i++)
    {
      const guint index = i == 0 ? *after : i - 1;

      memcpy (&word, keys[index].key, sizeof word);
      if (word != wanted || keys[index].place != self->place)
        continue;
      self->last_key = *after = (guint8) index;
      return (int) keys[index].field;
    }
  return -1;
}

static int
on_key (void *data, const unsigned char *key, size_t length)
{
  Reader *self = data;

  self->field = -1;
  self->awaits_id = self->awaits_arguments = FALSE;
  if (tv_arg_tree_is_inside (self->args))
    tv_arg_tree_set_key (self->args, (const char *) key, length);
  self->awaits_events = self->depth == 1 && self->events_depth == 0 && length == 11
                        && memcmp (key, "traceEvents", 11) == 0;
  self->awaits_samples
      = self->depth == 1 && length == 7 && memcmp (key, "samples", 7) == 0;
  if (self->place == NOWHERE || self->depth != self->place_depth)
    return TRUE;
  if (self->place == IN_EVENT)
    {
      self->awaits_id = length == 3 && memcmp (key, "id2", 3) == 0;
      self->awaits_arguments = length == 4 && memcmp (key, "args", 4) == 0;
    }
  if (length <= sizeof (guint64))
    self->field = find_field (self, key, length);
  return TRUE;
}

static gboolean
deliver_event (Reader *self)
{
  TvChromeEvent event = { .offset = self->event_offset };

  for (guint i = 0; i < TV_N_CHROME_FIELDS; i++)
    if (self->spans[i].start > 0)
      event.fields[i]
          = (TvTextValue){ .text = self->text->str + self->spans[i].start - 1,
                           .length = self->spans[i].length,
                           .is_string = self->spans[i].is_string };
  event.args = tv_arg_tree_get (self->args, &event.n_args);
  return self->func (&event, self->data);
}

static int
on_end_object (void *data)
{
  Reader *self = data;

  self->depth--;
  self->field = -1;
  tv_arg_tree_leave (self->args);
  if (self->place != NOWHERE && self->depth + 1 == self->place_depth)
    {
      self->place = self->place == IN_EVENT ? NOWHERE : IN_EVENT;
      self->place_depth = self->depth;
    }
  return !is_element (self) || deliver_event (self);
}

static const yajl_callbacks callbacks = {
  .yajl_null = on_null,
  .yajl_boolean = on_boolean,
  .yajl_number = on_number,
  .yajl_string = on_string,
  .yajl_start_map = on_start_object,
  .yajl_map_key = on_key,
  .yajl_end_map = on_end_object,
  .yajl_start_array = on_start_list,
  .yajl_end_array = on_end_list,
};

/* Files */

static void
init_reader (Reader *self, TvChromeFaults *faults)
{
  *self = (Reader){ .faults = faults, .field = -1 };
  memset (faults, 0, sizeof *faults);
  self->text = g_string_new (NULL);
  self->args = tv_arg_tree_new ("args");
  tv_json_stream_init (&self->stream, &callbacks, self);
}

static void
clear_reader (Reader *self)
{
  tv_json_stream_clear (&self->stream);
  g_string_free (self->text, TRUE);
  tv_arg_tree_free (self->args);
}

/* Whether a list may end here: it may lack its end, and have a comma before it. */
static gboolean
is_end_of_list (const Reader *self, const guint8 *data, gsize size)
{
  if (!is_element (self))
    return FALSE;
  for (gsize i = 0; i < size; i++)
    if (strchr (" \t\r\n,]}", data[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* What came before a fault of the text is kept, if that is any event. */
static gboolean
stop (Reader *self, GError **error)
{
  const guint8 *rest = self->stream.rest;
  const gsize size = self->stream.rest_size;
  const gsize before = MIN (self->stream.n_parsed, 1);

  if (is_end_of_list (self, rest, size)
      || is_end_of_list (self, rest - before, size + before))
    return TRUE;
  if (!self->faults->has_events)
    return tv_json_stream_refuse (&self->stream, error);
  self->faults->is_cut = TRUE;
  /* The parser has seen the byte. */
  self->faults->cut_at = tv_json_stream_get_offset (&self->stream) - 1;
  return TRUE;
}

static gboolean
read_stream (Reader *self, TvDataWindow *window, const TvLoadOptions *options,
             GError **error)
{
  switch (tv_json_stream_read (&self->stream, window, options, error))
    {
    case TV_JSON_FAILED:
      return FALSE;
    case TV_JSON_BROKEN:
      return stop (self, error);
    case TV_JSON_AT_END:
      self->faults->is_cut = self->depth > 0 && !is_element (self);
      self->faults->cut_at
          = self->faults->is_cut ? tv_data_window_get_size (window) : 0;
      break;
    case TV_JSON_STOPPED:
    default:
      break;
    }
  return TRUE;
}

/**
 * tv_chrome_events_read:
 * @window: the file
 * @options: how it is loaded
 * @func: (scope call): receives the events in the order of the file
 * @data: for @func
 * @faults: (out): what was wrong with the file
 * @error: %TV_TRACE_ERROR_NOT_A_TRACE with the byte where the text is no JSON before
 *   the first event, or a %G_IO_ERROR
 *
 * Reads a list of events, or an object with one called `traceEvents`, without keeping
 * more of it than an event. A list may lack its end.
 *
 * Returns: whether the file could be read, up to a fault or to where @func stopped
 */
gboolean
tv_chrome_events_read (TvDataWindow *window, const TvLoadOptions *options,
                       TvChromeEventFunc func, gpointer data, TvChromeFaults *faults,
                       GError **error)
{
  Reader reader;
  gboolean ok;

  init_reader (&reader, faults);
  reader.func = func;
  reader.data = data;
  ok = read_stream (&reader, window, options, error);
  faults->has_more = reader.stream.has_more;
  faults->more_at = reader.stream.more_at;
  clear_reader (&reader);
  return ok;
}

/* Probing */

static gboolean
see_event (const TvChromeEvent *event, gpointer data)
{
  gboolean *has_phase = data;

  *has_phase = event->fields[TV_CHROME_PHASE].text != NULL;
  return FALSE;
}

/**
 * tv_chrome_events_probe:
 * @data: the beginning of a file
 * @size: bytes of it
 *
 * Returns: whether it begins as a list of events, or as an object whose list of events
 *   has begun
 */
gboolean
tv_chrome_events_probe (const guint8 *data, gsize size)
{
  TvChromeFaults faults;
  gboolean has_phase = FALSE;
  gboolean is_valid;
  Reader reader;

  init_reader (&reader, &faults);
  reader.func = see_event;
  reader.data = &has_phase;
  is_valid = tv_json_stream_parse_start (&reader.stream, data, size);
  has_phase = has_phase
              || (faults.has_events && faults.n_strays == 0 && is_valid
                  && (reader.depth <= 2 || reader.events_depth == 0));
  clear_reader (&reader);
  return has_phase;
}
