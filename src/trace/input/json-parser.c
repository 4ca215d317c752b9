/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/input/json-parser.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What is kept of a string. An escape of six bytes may stand for one. */
#define MAX_TEXT (256 * 1024)
#define MAX_TOKEN (6 * MAX_TEXT)
#define UNICODE_ESCAPE_SIZE 6

/* Bytes of a number. */
#define MAX_NUMBER (64 * 1024)

/* Lists and objects in each other. */
#define MAX_DEPTH (64 * 1024)

/* The text that is parsed at a time, and what is read behind it as part of a word. */
#define CAPACITY (2 * 1024 * 1024)
#define SLACK sizeof (guint64)

#define EACH_BYTE(byte) (G_MAXUINT64 / 0xFF * (guint64) (byte))

typedef enum
{
  AT_VALUE,
  AT_FIRST_VALUE, /* or the end of the list */
  AT_KEY,
  AT_FIRST_KEY, /* or the end of the object */
  AT_COLON,
  AT_COMMA, /* or the end of the list or object */
  AT_PARTS, /* of a string that is handed out in them, if the value is one */
  AT_PART,
  AT_END
} State;

/* The buffer is changed: strings are decoded where they are, and texts get a NUL. */
struct _TvJsonParser
{
  const TvJsonReceiver *receiver;
  gpointer data;

  guint8 *buffer;
  guint8 *at;   /* what is parsed next */
  guint8 *end;  /* of the text, where a quote ends all searches */
  guint64 base; /* the offset of the buffer in the text */
  guint8 *gap;  /* where the middle of a long string is left out, or NULL */
  guint64 gap_size;

  TvJsonPartFunc take_part; /* of the value of the key, or NULL */
  gpointer part_data;

  State state;
  TvJsonStatus status;
  const char *fault;
  guint depth;
  guint8 is_list[MAX_DEPTH]; /* by depth */
};

/**
 * tv_json_parser_new:
 * @receiver: receives what is in the text
 * @data: for @receiver
 *
 * Returns: (transfer full): a parser at the beginning of a text
 */
TvJsonParser *
tv_json_parser_new (const TvJsonReceiver *receiver, gpointer data)
{
  TvJsonParser *self = g_new0 (TvJsonParser, 1);

  self->receiver = receiver;
  self->data = data;
  self->buffer = g_malloc0 (CAPACITY + SLACK);
  self->at = self->end = self->buffer;
  return self;
}

void
tv_json_parser_free (TvJsonParser *self)
{
  g_free (self->buffer);
  g_free (self);
}

/* A token that is taken returns TRUE. With FALSE, the parser ends, or waits for the
 * rest of the token. */

static gboolean
end_with (TvJsonParser *self, TvJsonStatus status)
{
  self->status = status;
  return FALSE;
}

static gboolean
refuse (TvJsonParser *self, guint8 *at, const char *fault)
{
  self->at = at;
  self->fault = fault;
  return end_with (self, TV_JSON_BROKEN);
}

/* Strings */

/* Whether bytes of a word are zero: in the lowest of them, and maybe in higher ones. */
static inline guint64
find_zeros (guint64 word)
{
  return (word - EACH_BYTE (1)) & ~word & EACH_BYTE (0x80);
}

/* Returns the next quote, backslash or control character. */
static inline guint8 *
skip_plain (guint8 *text)
{
  for (;; text += sizeof (guint64))
    {
      guint64 word;
      guint64 found;

      memcpy (&word, text, sizeof word);
      word = GUINT64_FROM_LE (word);
      found = find_zeros (word ^ EACH_BYTE ('"')) | find_zeros (word ^ EACH_BYTE ('\\'))
              | find_zeros (word & EACH_BYTE (0xE0));
      if (found != 0)
        return text + __builtin_ctzll (found) / 8;
    }
}

/* Returns the quote that ends a string, or the end of the text, or a backslash there.
 */
static inline guint8 *
find_quote (const TvJsonParser *self, guint8 *text, gboolean *is_plain)
{
  text = skip_plain (text);
  *is_plain = *text == '"';
  while (*text != '"' && (*text != '\\' || text + 1 < self->end))
    text = skip_plain (text + (*text == '\\' ? 2 : 1));
  return text;
}

/* Returns the number of four hexadecimal digits, or -1. The quote at the end is none.
 */
static int
read_hex (const guint8 *text)
{
  int number = 0;

  for (guint i = 0; i < 4; i++)
    {
      const int digit = g_ascii_xdigit_value ((char) text[i]);

      if (digit < 0)
        return -1;
      number = number * 16 + digit;
    }
  return number;
}

/* Decodes "uXXXX", or two of them that are one character. Returns the bytes of the
 * text, or 0. */
static guint
decode_unicode (const guint8 *text, guint8 **out)
{
  const int first = read_hex (text + 1);
  gunichar character = (gunichar) first;
  guint size = UNICODE_ESCAPE_SIZE - 1;

  if (first < 0)
    return 0;
  if ((first & 0xFC00) == 0xD800 && text[5] == '\\' && text[6] == 'u')
    {
      const int second = read_hex (text + 7);

      if (second >= 0 && (second & 0xFC00) == 0xDC00)
        {
          character = 0x10000u + (((gunichar) first & 0x3FF) << 10)
                      + ((gunichar) second & 0x3FF);
          size += UNICODE_ESCAPE_SIZE;
        }
    }
  if ((character & ~0x7FFu) == 0xD800)
    character = 0xFFFD;
  *out += g_unichar_to_utf8 (character, (char *) *out);
  return size;
}

/* Decodes a string where it is; it never gets longer. Some writers leave line feeds in
 * strings: control characters become blanks. Returns its end, or NULL. */
static guint8 *
decode (TvJsonParser *self, guint8 *text, guint8 *end)
{
  static const char names[] = "\"\\/bfnrt";
  static const char values[] = "\"\\/\b\f\n\r\t";
  guint8 *out = text;

  while (text < end)
    {
      const char *name;
      guint size = 1;

      if (*text != '\\')
        {
          *out++ = MAX (*text, ' ');
          text++;
          continue;
        }
      text++;
      name = memchr (names, *text, sizeof names - 1);
      if (name != NULL)
        *out++ = (guint8) values[name - names];
      else
        size = *text == 'u' ? decode_unicode (text, &out) : 0;
      if (size == 0)
        {
          refuse (self, text, N_ ("unknown escape in a string"));
          return NULL;
        }
      text += size;
    }
  return out;
}

/* Reads a string, and ends it with a NUL. */
static inline gboolean
read_string (TvJsonParser *self, TvTextValue *value)
{
  gboolean is_plain;
  guint8 *const text = self->at + 1;
  guint8 *const quote = find_quote (self, text, &is_plain);
  guint8 *end = quote;

  if (quote == self->end || *quote != '"')
    return FALSE;
  if (!is_plain)
    end = decode (self, text, quote);
  if (end == NULL)
    return FALSE;
  *end = '\0';
  *value = (TvTextValue){ (const char *) text, (gsize) (end - text), TRUE };
  self->at = quote + 1;
  return TRUE;
}

/* Values */

static inline gboolean
skip (TvJsonParser *self, State next)
{
  self->at++;
  self->state = next;
  return TRUE;
}

static inline gboolean
is_in_list (const TvJsonParser *self)
{
  return self->is_list[self->depth - 1];
}

/* A comma mostly follows at once. */
static inline gboolean
end_value (TvJsonParser *self, gboolean goes_on)
{
  if (self->depth == 0)
    self->state = AT_END;
  else if (*self->at == ',')
    skip (self, is_in_list (self) ? AT_VALUE : AT_KEY);
  else
    self->state = AT_COMMA;
  return goes_on || end_with (self, TV_JSON_STOPPED);
}

static inline gboolean
take_string (TvJsonParser *self)
{
  TvTextValue value;

  return read_string (self, &value)
         && end_value (self, self->receiver->value (self->data, &value));
}

static inline gboolean
take_colon (TvJsonParser *self)
{
  return skip (self, self->take_part != NULL ? AT_PARTS : AT_VALUE);
}

static inline gboolean
take_key (TvJsonParser *self)
{
  TvTextValue key;

  if (*self->at != '"')
    return refuse (self, self->at, N_ ("a key is expected"));
  if (!read_string (self, &key))
    return FALSE;
  self->state = AT_COLON;
  self->take_part = NULL;
  if (!self->receiver->key (self->data, key.text, key.length))
    return end_with (self, TV_JSON_STOPPED);
  return *self->at != ':' || take_colon (self);
}

static inline guint8 *
skip_digits (guint8 *text)
{
  while ((guint8) (*text - '0') <= 9)
    text++;
  return text;
}

/* Returns the end of a number, or where it lacks a digit. */
static inline guint8 *
skip_number (guint8 *text, gboolean *is_whole)
{
  guint8 *start = text += *text == '-';

  text = *text == '0' ? text + 1 : skip_digits (text);
  *is_whole = text > start;
  if (*is_whole && *text == '.')
    {
      start = ++text;
      text = skip_digits (text);
      *is_whole = text > start;
    }
  if (*is_whole && (*text == 'e' || *text == 'E'))
    {
      text++;
      start = text += *text == '+' || *text == '-';
      text = skip_digits (text);
      *is_whole = text > start;
    }
  return text;
}

static inline gboolean
take_number (TvJsonParser *self)
{
  guint8 *const text = self->at;
  gboolean is_whole;
  guint8 *const end = skip_number (text, &is_whole);
  const TvTextValue value = { (const char *) text, (gsize) (end - text), FALSE };
  const guint8 behind = *end;
  gboolean goes_on;

  if (end == self->end)
    return FALSE;
  if (end - text > MAX_NUMBER)
    return refuse (self, text, N_ ("a number is too long"));
  if (!is_whole)
    return refuse (self, end,
                   end > text ? N_ ("a digit is expected")
                              : N_ ("a value is expected"));
  *end = '\0';
  self->at = end;
  goes_on = self->receiver->value (self->data, &value);
  *end = behind;
  return end_value (self, goes_on);
}

static gboolean
take_word (TvJsonParser *self, const char *word)
{
  const gsize length = strlen (word);
  const TvTextValue null = { NULL, 0, FALSE };
  const TvTextValue truth = { word, length, FALSE };

  for (gsize i = 0; i < length; i++)
    if (self->at + i == self->end)
      return FALSE;
    else if (self->at[i] != (guint8) word[i])
      return refuse (self, self->at + i, N_ ("a value is expected"));
  self->at += length;
  return end_value (self,
                    self->receiver->value (self->data, *word == 'n' ? &null : &truth));
}

static gboolean
enter (TvJsonParser *self, gboolean is_list)
{
  if (self->depth == MAX_DEPTH)
    return refuse (self, self->at, N_ ("too many lists and objects in each other"));
  self->is_list[self->depth++] = (guint8) is_list;
  self->at++;
  self->state = is_list ? AT_FIRST_VALUE : AT_FIRST_KEY;
  return self->receiver->enter (self->data, is_list)
         || end_with (self, TV_JSON_STOPPED);
}

static gboolean
leave (TvJsonParser *self)
{
  const gboolean is_list = self->is_list[--self->depth];

  self->at++;
  return end_value (self, self->receiver->leave (self->data, is_list));
}

/* Hands out what is there of a string. */
static gboolean
hand_out (TvJsonParser *self)
{
  gboolean is_plain;
  guint8 *const start = self->at;
  guint8 *const end = find_quote (self, start, &is_plain);
  gboolean goes_on = TRUE;

  if (end > start)
    goes_on = self->take_part ((const char *) start, (gsize) (end - start),
                               tv_json_parser_get_offset (self), self->part_data);
  self->at = end;
  if (!goes_on)
    return end_with (self, TV_JSON_STOPPED);
  if (end == self->end || *end != '"')
    return FALSE;
  goes_on
      = self->take_part (NULL, 0, tv_json_parser_get_offset (self), self->part_data);
  self->at++;
  return end_value (self, goes_on);
}

static inline gboolean
take_value (TvJsonParser *self)
{
  switch (*self->at)
    {
    case '"':
      return take_string (self);
    case '{':
      return enter (self, FALSE);
    case '[':
      return enter (self, TRUE);
    case 't':
      return take_word (self, "true");
    case 'f':
      return take_word (self, "false");
    case 'n':
      return take_word (self, "null");
    default:
      return take_number (self);
    }
}

/* The text */

static inline gboolean
take_comma (TvJsonParser *self)
{
  const gboolean is_list = is_in_list (self);

  if (*self->at == ',')
    return skip (self, is_list ? AT_VALUE : AT_KEY);
  if (*self->at == (is_list ? ']' : '}'))
    return leave (self);
  return refuse (self, self->at,
                 is_list ? N_ ("a comma or the end of the list is expected")
                         : N_ ("a comma or the end of the object is expected"));
}

static inline gboolean
take_token (TvJsonParser *self)
{
  switch (self->state)
    {
    case AT_FIRST_VALUE:
      return *self->at == ']' ? leave (self) : take_value (self);
    case AT_VALUE:
      return take_value (self);
    case AT_FIRST_KEY:
      return *self->at == '}' ? leave (self) : take_key (self);
    case AT_KEY:
      return take_key (self);
    case AT_COLON:
      return *self->at == ':' ? take_colon (self)
                              : refuse (self, self->at, N_ ("a colon is expected"));
    case AT_COMMA:
      return take_comma (self);
    case AT_PARTS:
      return *self->at == '"' ? skip (self, AT_PART) : take_value (self);
    case AT_PART:
      return hand_out (self);
    case AT_END:
    default:
      return end_with (self, TV_JSON_BEHIND);
    }
}

/* Other control characters, such as the zeros of a hole in the file, are none. */
static inline gboolean
is_blank (guint8 byte)
{
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

static void
parse (TvJsonParser *self)
{
  *self->end = '"';
  do
    while (is_blank (*self->at) && self->state != AT_PART)
      self->at++;
  while (self->at < self->end && take_token (self));
}

/* Leaves out the middle of a string that is longer than what is kept of one. Neither
 * where that begins nor where it ends is between a backslash and what follows. */
static void
shorten (TvJsonParser *self)
{
  guint8 *from = self->at + 1;
  guint8 *to;

  while (from < self->at + MAX_TOKEN)
    from += *from != '\\' ? 1 : from[1] == 'u' ? UNICODE_ESCAPE_SIZE : 2;
  for (to = from; to + 1 < self->end;)
    to += *to == '\\' ? 2 : 1;
  memmove (from, to, (gsize) (self->end - to));
  self->gap = from;
  self->gap_size += (guint64) (to - from);
  self->end -= to - from;
}

/* Moves what is left to the beginning of the buffer. */
static void
make_room (TvJsonParser *self)
{
  const gsize size = (gsize) (self->end - self->at);

  self->base = tv_json_parser_get_offset (self);
  if (self->gap != NULL && self->at >= self->gap)
    {
      self->gap = NULL;
      self->gap_size = 0;
    }
  memmove (self->buffer, self->at, size);
  self->at = self->buffer;
  self->end = self->buffer + size;
  if (*self->at == '"' && size > MAX_TOKEN + UNICODE_ESCAPE_SIZE)
    shorten (self);
  else if (*self->at != '"' && size > MAX_NUMBER)
    refuse (self, self->at, N_ ("a number is too long"));
}

/**
 * tv_json_parser_feed:
 * @self: a parser
 * @data: what comes next of the text
 * @size: bytes of it
 *
 * Parses what comes next. A token may begin in a piece and end in a later one.
 *
 * Strings need not be UTF-8, may have control characters, which become blanks, and are
 * cut to no less than 256 KiB.
 *
 * Returns: where the parser is; it stays there unless it is %TV_JSON_MORE
 */
TvJsonStatus
tv_json_parser_feed (TvJsonParser *self, const guint8 *data, gsize size)
{
  while (size > 0 && self->status == TV_JSON_MORE)
    {
      gsize n;

      make_room (self);
      if (self->status != TV_JSON_MORE)
        break;
      n = MIN (size, (gsize) (self->buffer + CAPACITY - self->end));
      memcpy (self->end, data, n);
      self->end += n;
      parse (self);
      data += n;
      size -= n;
    }
  return self->status;
}

/**
 * tv_json_parser_divert:
 * @self: a parser
 * @func: (scope notified): receives the parts
 * @data: for @func
 *
 * Called while a key is received: if its value is a string, that is handed out in parts
 * as it stands in the text, and the receiver does not get it.
 */
void
tv_json_parser_divert (TvJsonParser *self, TvJsonPartFunc func, gpointer data)
{
  self->take_part = func;
  self->part_data = data;
}

/**
 * tv_json_parser_get_offset:
 * @self: a parser
 *
 * Returns: in the text: while the receiver is called, where the token ends that it
 *   receives; afterwards, where the parser stopped
 */
guint64
tv_json_parser_get_offset (const TvJsonParser *self)
{
  const gboolean is_behind = self->gap != NULL && self->at >= self->gap;

  return self->base + (guint64) (self->at - self->buffer)
         + (is_behind ? self->gap_size : 0);
}

/**
 * tv_json_parser_get_fault:
 * @self: a parser of a text that is %TV_JSON_BROKEN
 *
 * Returns: why the text is broken
 */
const char *
tv_json_parser_get_fault (const TvJsonParser *self)
{
  return self->fault != NULL ? _ (self->fault) : "";
}
