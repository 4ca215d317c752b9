/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/json/chrome-events.h"

#include "trace/json/json-lines.h"
#include "trace/json/json-stream.h"

#include <string.h>

/* Longer values of an event are cut. */
#define MAX_VALUE_LENGTH (64 * 1024)

/* Bytes behind a fault that are looked at at a time. */
#define END_SIZE (64 * 1024)

/* Where the values of a level of an object are meant for. */
typedef enum
{
  NOWHERE,
  IN_EVENT,
  IN_ID,
  IN_ARGUMENTS
} Place;

/* What the value of a key of the outermost object is. */
typedef enum
{
  NO_MEMBER,
  EVENTS,
  SAMPLES,
  SYSTEM,
  FACTS
} Member;

static const struct
{
  const char *key;
  Member member;
} members[] = { { "traceEvents", EVENTS },
                { "samples", SAMPLES },
                { "systemTraceEvents", SYSTEM },
                { "metadata", FACTS } };

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
  TvJsonParser *parser;
  TvJsonLines lines; /* of the system */
  const TvChromeReceiver *receiver;
  gpointer data;
  TvChromeFaults *faults;

  guint64 event_offset;
  guint depth;
  guint events_depth;        /* of the elements of the list of events; 0 outside it */
  Member member;             /* of the outermost object that is read */
  gboolean has_facts;        /* they are read, or were */
  gboolean lists_system;     /* its events are a list */
  gboolean has_other_system; /* they are an object */
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
    self->faults->first_stray = tv_json_parser_get_offset (self->parser);
}

/* Values */

/* Whether a value is of the events of the system, which should be a text. */
static gboolean
is_odd_system (const Reader *self)
{
  return self->member == SYSTEM && self->depth == (self->lists_system ? 2 : 1)
         && !self->lines.has_begun;
}

/* The last of several values of a key counts. */
static void
keep_value (Reader *self, const TvTextValue *value)
{
  Span *span = &self->spans[self->field];

  if (value->text == NULL)
    {
      span->start = 0;
      return;
    }
  if (value->length > MAX_VALUE_LENGTH && self->faults->n_cut_texts++ == 0)
    self->faults->first_cut_text = tv_json_parser_get_offset (self->parser);
  span->start = self->text->len + 1;
  span->length = MIN (value->length, MAX_VALUE_LENGTH);
  span->is_string = value->is_string;
  /* With the NUL, or what is in its place. */
  g_string_append_len (self->text, value->text, (gssize) span->length + 1);
  self->text->str[self->text->len - 1] = '\0';
}

/* Whether a value is an argument, or all of them. */
static gboolean
is_argument (const Reader *self)
{
  return self->awaits_arguments || tv_arg_tree_is_inside (self->args);
}

static gboolean
on_value (gpointer data, const TvTextValue *value)
{
  Reader *self = data;

  if (is_argument (self))
    tv_arg_tree_add_text_value (self->args, value);
  if (is_element (self) || (value->text != NULL && is_odd_system (self)))
    count_stray (self);
  if (self->field >= 0 && self->depth == self->place_depth)
    keep_value (self, value);
  self->field = -1;
  self->awaits_id = self->awaits_arguments = FALSE;
  return TRUE;
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
  self->awaits_id = self->awaits_arguments = FALSE;
}

static void
enter_list (Reader *self)
{
  const gboolean is_list
      = self->events_depth == 0
        && (self->depth == 0 || (self->depth == 1 && self->member == EVENTS));

  if (self->member == SYSTEM && self->depth == 1)
    self->lists_system = TRUE;
  else if (is_element (self) || is_odd_system (self))
    count_stray (self);
  if (is_argument (self))
    tv_arg_tree_enter (self->args, TRUE);
  enter (self, NOWHERE);
  if (!is_list)
    return;
  self->events_depth = self->depth;
  self->faults->has_events = TRUE;
}

static void
leave_list (Reader *self)
{
  if (self->depth == self->events_depth)
    self->events_depth = 0;
  tv_arg_tree_leave (self->args);
  self->depth--;
}

/* Begins an object that is the value of a key of the outermost one. */
static void
enter_member (Reader *self)
{
  if (self->member == FACTS && !self->has_facts)
    {
      self->has_facts = TRUE;
      tv_arg_tree_clear (self->args);
      tv_arg_tree_set_path (self->args, "json_metadata");
      tv_arg_tree_enter (self->args, FALSE);
      return;
    }
  self->has_other_system |= self->member == SYSTEM;
  if (self->member != SYSTEM)
    self->member = NO_MEMBER;
}

static void
enter_object (Reader *self)
{
  Place place = NOWHERE;

  if (is_element (self))
    {
      place = IN_EVENT;
      self->event_offset = tv_json_parser_get_offset (self->parser) - 1;
      g_string_truncate (self->text, 0);
      memset (self->spans, 0, sizeof self->spans);
      tv_arg_tree_clear (self->args);
    }
  else if (self->depth == 1)
    enter_member (self);
  else if (self->lists_system && is_odd_system (self))
    count_stray (self);
  else if (self->member == SAMPLES && self->depth == 2)
    self->faults->n_samples++;
  else if (self->member == SYSTEM && self->depth == 3)
    self->faults->n_system++;
  else if (self->awaits_id)
    place = IN_ID;
  else if (self->awaits_arguments)
    place = IN_ARGUMENTS;
  if (self->depth > 1 && is_argument (self))
    tv_arg_tree_enter (self->args, FALSE);
  enter (self, place);
}

static gboolean
on_enter (gpointer data, gboolean is_list)
{
  if (is_list)
    enter_list (data);
  else
    enter_object (data);
  return TRUE;
}

/* Returns the field that a key means in its place, or -1. Writers give the keys of
 * their events in the same order, so it is tried first which came after the last one.
 */
static int
find_field (Reader *self, const char *text, gsize length)
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

/* Takes a key of the outermost object. */
static void
take_member (Reader *self, const char *key, gsize length)
{
  self->member = NO_MEMBER;
  self->lists_system = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (length == strlen (members[i].key) && memcmp (key, members[i].key, length) == 0)
      self->member = members[i].member;
  if (self->member == SYSTEM)
    tv_json_parser_divert (self->parser, tv_json_lines_take, &self->lines);
}

static gboolean
on_key (gpointer data, const char *key, gsize length)
{
  Reader *self = data;

  self->field = -1;
  self->awaits_id = self->awaits_arguments = FALSE;
  if (tv_arg_tree_is_inside (self->args))
    tv_arg_tree_set_key (self->args, key, length);
  if (self->depth == 1)
    take_member (self, key, length);
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
  return self->receiver->take_event (&event, self->data);
}

/* Hands out the facts of the file, or as many as there are. */
static gboolean
deliver_facts (Reader *self)
{
  guint n;
  const TvArg *facts = tv_arg_tree_get (self->args, &n);

  self->member = NO_MEMBER;
  return self->receiver->take_facts (facts, n, self->data);
}

static gboolean
leave_object (Reader *self)
{
  self->depth--;
  self->field = -1;
  tv_arg_tree_leave (self->args);
  if (self->place != NOWHERE && self->depth + 1 == self->place_depth)
    {
      self->place = self->place == IN_EVENT ? NOWHERE : IN_EVENT;
      self->place_depth = self->depth;
    }
  if (self->member == FACTS && self->depth == 1)
    return deliver_facts (self);
  return !is_element (self) || deliver_event (self);
}

static gboolean
on_leave (gpointer data, gboolean is_list)
{
  if (!is_list)
    return leave_object (data);
  leave_list (data);
  return TRUE;
}

static const TvJsonReceiver json_receiver
    = { .value = on_value, .key = on_key, .enter = on_enter, .leave = on_leave };

/* Files */

static void
init_reader (Reader *self, const TvChromeReceiver *receiver, gpointer data,
             TvChromeFaults *faults)
{
  *self = (Reader){ .receiver = receiver, .data = data, .faults = faults, .field = -1 };
  memset (faults, 0, sizeof *faults);
  self->text = g_string_new (NULL);
  self->args = tv_arg_tree_new ("args");
  tv_json_lines_init (&self->lines, receiver->take_line, data);
  self->parser = tv_json_parser_new (&json_receiver, self);
}

static void
clear_reader (Reader *self)
{
  tv_json_parser_free (self->parser);
  tv_json_lines_clear (&self->lines);
  g_string_free (self->text, TRUE);
  tv_arg_tree_free (self->args);
}

/* Whether a list may end here: it may lack its end, and have a comma before it. */
static gboolean
is_end_of_list (const Reader *self, TvDataWindow *window)
{
  const guint64 end = tv_data_window_get_size (window);
  gsize size;

  if (!is_element (self))
    return FALSE;
  for (guint64 at = tv_json_parser_get_offset (self->parser); at < end; at += size)
    {
      const guint8 *rest;

      size = (gsize) MIN (end - at, END_SIZE);
      rest = tv_data_window_get (window, at, size, NULL);
      for (gsize i = 0; i < size; i++)
        if (rest == NULL || memchr (" \t\r\n,]}", rest[i], 7) == NULL)
          return FALSE;
    }
  return TRUE;
}

/* What came before a fault of the text is kept, if that is any event. */
static gboolean
stop (Reader *self, TvDataWindow *window, GError **error)
{
  if (is_end_of_list (self, window))
    return TRUE;
  if (!self->faults->has_events && !self->lines.has_begun)
    return tv_json_stream_refuse (self->parser, error);
  self->faults->is_cut = TRUE;
  self->faults->cut_at = tv_json_parser_get_offset (self->parser);
  return TRUE;
}

static gboolean
read_stream (Reader *self, TvDataWindow *window, const TvLoadOptions *options,
             GError **error)
{
  const guint64 size = tv_data_window_get_size (window);
  TvJsonStatus status;

  if (!tv_json_stream_read (self->parser, window, options, &status, error))
    return FALSE;
  if (status == TV_JSON_BROKEN)
    return stop (self, window, error);
  if (status == TV_JSON_BEHIND)
    {
      self->faults->has_more = TRUE;
      self->faults->more_at = tv_json_parser_get_offset (self->parser);
    }
  else if (status == TV_JSON_MORE
           && ((self->depth > 0 && !is_element (self))
               || tv_json_parser_get_offset (self->parser) < size))
    {
      self->faults->is_cut = TRUE;
      self->faults->cut_at = size;
    }
  return TRUE;
}

/**
 * tv_chrome_events_read:
 * @window: the file
 * @options: how it is loaded
 * @receiver: receives the parts of the file in its order
 * @data: for @receiver
 * @faults: (out): what was wrong with the file
 * @error: %TV_TRACE_ERROR_NOT_A_TRACE with the byte where the text is no JSON before
 *   the first event, or a %G_IO_ERROR
 *
 * Reads a list of events, or an object with one called `traceEvents`, without keeping
 * more of it than an event. A list may lack its end. An object may have the kernel's
 * text beside the events, and facts.
 *
 * Returns: whether the file could be read, up to a fault or to where @receiver stopped
 */
gboolean
tv_chrome_events_read (TvDataWindow *window, const TvLoadOptions *options,
                       const TvChromeReceiver *receiver, gpointer data,
                       TvChromeFaults *faults, GError **error)
{
  Reader reader;
  gboolean ok;

  init_reader (&reader, receiver, data, faults);
  ok = read_stream (&reader, window, options, error);
  if (ok && reader.member == FACTS && tv_arg_tree_is_inside (reader.args))
    (void) deliver_facts (&reader);
  faults->has_system = reader.lines.has_begun;
  if (reader.has_other_system)
    faults->n_system = MAX (faults->n_system, 1);
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

static gboolean
pass_line (const TvTextLine *line, gpointer data)
{
  (void) line;
  (void) data;
  return TRUE;
}

static gboolean
pass_facts (const TvArg *facts, guint n, gpointer data)
{
  (void) facts;
  (void) n;
  (void) data;
  return TRUE;
}

/**
 * tv_chrome_events_probe:
 * @data: the beginning of a file
 * @size: bytes of it
 *
 * Returns: whether it begins as a list of events, or as an object whose list of events,
 *   or text of the kernel's, has begun
 */
gboolean
tv_chrome_events_probe (const guint8 *data, gsize size)
{
  static const TvChromeReceiver receiver = { see_event, pass_line, pass_facts };
  TvChromeFaults faults;
  gboolean has_phase = FALSE;
  gboolean is_valid;
  TvJsonStatus status;
  Reader reader;

  init_reader (&reader, &receiver, &has_phase, &faults);
  status = tv_json_stream_parse_start (reader.parser, data, size);
  is_valid = status == TV_JSON_MORE || status == TV_JSON_BEHIND;
  has_phase = has_phase || reader.lines.has_begun
              || (faults.has_events && faults.n_strays == 0 && is_valid
                  && (reader.depth <= 2 || reader.events_depth == 0));
  clear_reader (&reader);
  return has_phase;
}
