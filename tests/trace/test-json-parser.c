/* SPDX-License-Identifier: Apache-2.0 */

/* JSON that comes in pieces: what is in it, where, and where it breaks. */

#include "support/test-runner.h"
#include "trace/input/json-parser.h"

#include <string.h>

#define KIB ((gsize) 1024)
#define DEPTH 65536

/* A prime number. */
#define PIECE ((gsize) 65521)

typedef struct
{
  GString *text; /* what was received */
  TvJsonParser *parser;
  GString *parts;  /* of a string that is handed out in parts */
  gsize length;    /* of the last string */
  const char *end; /* receives nothing behind this key */
} Receiver;

/* Each token is followed by where it ends. */
static gboolean G_GNUC_PRINTF (2, 3)
    write_token (Receiver *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_string_append_vprintf (self->text, format, args);
  va_end (args);
  g_string_append_printf (self->text, "%" G_GUINT64_FORMAT " ",
                          tv_json_parser_get_offset (self->parser));
  return TRUE;
}

static gboolean
on_value (gpointer data, const TvTextValue *value)
{
  g_autofree char *text = g_strescape (value->text != NULL ? value->text : "-", NULL);
  Receiver *self = data;

  if (value->is_string)
    self->length = value->length;
  if (value->text != NULL)
    ck_assert_uint_eq (value->text[value->length], '\0');
  return value->is_string ? write_token (self, "'%s'", text)
                          : write_token (self, "%s@", text);
}

/* Parts become one text, whatever they are. */
static gboolean
take_part (const char *text, gsize length, guint64 offset, gpointer data)
{
  Receiver *self = data;

  if (text != NULL)
    {
      if (self->parts->len == 0)
        g_string_append_printf (self->text, "%" G_GUINT64_FORMAT, offset);
      g_string_append_len (self->parts, text, (gssize) length);
      return TRUE;
    }
  g_string_append_printf (self->text, "(%s)%" G_GUINT64_FORMAT " ", self->parts->str,
                          offset);
  g_string_truncate (self->parts, 0);
  return TRUE;
}

static gboolean
on_key (gpointer data, const char *key, gsize length)
{
  Receiver *self = data;

  ck_assert_uint_eq (strlen (key), length);
  if (g_str_equal (key, "parts"))
    tv_json_parser_divert (self->parser, take_part, self);
  return write_token (self, "%s:", key) && g_strcmp0 (key, self->end) != 0;
}

static gboolean
on_enter (gpointer data, gboolean is_list)
{
  return write_token (data, "%c", is_list ? '[' : '{');
}

static gboolean
on_leave (gpointer data, gboolean is_list)
{
  return write_token (data, "%c", is_list ? ']' : '}');
}

static const TvJsonReceiver receiver
    = { .value = on_value, .key = on_key, .enter = on_enter, .leave = on_leave };

static void
start (Receiver *self, const char *end)
{
  *self = (Receiver){ .text = g_string_new (NULL),
                      .parts = g_string_new (NULL),
                      .end = end };
  self->parser = tv_json_parser_new (&receiver, self);
}

static void
clear (Receiver *self)
{
  tv_json_parser_free (self->parser);
  g_string_free (self->text, TRUE);
  g_string_free (self->parts, TRUE);
}

/* Feeds a piece that a checker of memory has borders for. */
static TvJsonStatus
feed (Receiver *self, const char *text, gsize size)
{
  g_autofree guint8 *copy = g_memdup2 (text, size);

  return tv_json_parser_feed (self->parser, copy, size);
}

/* Returns what is in a text that comes in pieces of a size, of which the first is up to
 * @split. */
static char *
read_pieces (const char *text, gsize split, gsize size, const char *end)
{
  const gsize length = strlen (text);
  TvJsonStatus status = TV_JSON_MORE;
  Receiver self;
  char *found;

  start (&self, end);
  for (gsize at = 0; at < length;)
    {
      const gsize n = MIN (at == 0 && split > 0 ? split : size, length - at);

      status = feed (&self, text + at, n);
      at += n;
    }
  if (status == TV_JSON_BROKEN)
    write_token (&self, "%s at ", tv_json_parser_get_fault (self.parser));
  else if (status == TV_JSON_BEHIND)
    write_token (&self, "more at ");
  else if (status == TV_JSON_STOPPED)
    g_string_append (self.text, "stopped");
  found = g_strchomp (g_strdup (self.text->str));
  clear (&self);
  return found;
}

/* Whatever the pieces are, the same is received. */
static void
assert_read (const char *text, const char *expected)
{
  for (gsize split = 0; split <= strlen (text); split++)
    {
      g_autofree char *found = read_pieces (text, split, KIB, NULL);

      ck_assert_str_eq (found, expected);
    }
  for (gsize size = 1; size < 4; size++)
    {
      g_autofree char *found = read_pieces (text, 0, size, NULL);

      ck_assert_str_eq (found, expected);
    }
}

START_TEST (values)
{
  assert_read ("[]", "[1 ]2");
  assert_read (" {\n}\t", "{2 }4");
  assert_read ("[1,-2.5e+3,0 ,0.10,1E9]", "[1 1@2 -2.5e+3@10 0@12 0.10@18 1E9@22 ]23");
  assert_read ("[true,false , null,[{}],\"\"]",
               "[1 true@5 false@11 -@18 [20 {21 }22 ]23 ''26 ]27");
  assert_read ("{\"a\":1,\"\" : {\"b\" :[2]} , \"c\":\"d\"}",
               "{1 a:4 1@6 :9 {13 b:16 [19 2@20 ]21 }22 c:28 'd'32 }33");
  assert_read ("\"alone\"", "'alone'7");
  assert_read ("", "");
  /* A number ends where something else begins. */
  assert_read ("12", "");
  assert_read ("12 ", "12@2");
}
END_TEST

START_TEST (strings)
{
  assert_read ("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\",\"a\\\\\",\"\\\\\\\"\"]",
               "[1 '\\\"\\\\/\\b\\f\\n\\r\\t'19 'a\\\\'25 '\\\\\\\"'32 ]33");
  /* One, two and three bytes, and four of two halves. */
  assert_read ("[\"\\u0041\\u00e9\\u20AC\\ud83d\\uDE00.\"]",
               "[1 'A\\303\\251\\342\\202\\254\\360\\237\\230\\200.'34 ]35");
  /* Halves alone. */
  assert_read (
      "[\"\\ud83d.\\ude00\\ud83d\\u0041\\ud83d\"]",
      "[1 '\\357\\277\\275.\\357\\277\\275\\357\\277\\275A\\357\\277\\275'34 ]35");
  /* Bytes that are no UTF-8, and control characters, which are blanks. */
  assert_read ("[\"\xC3\xA9\xFF\n\x01\"]", "[1 '\\303\\251\\377  '8 ]9");
  assert_read ("{\"1234567\":\"12345678\",\"k\\u0065y\":\"123456789\"}",
               "{1 1234567:10 '12345678'21 key:32 '123456789'44 }45");
}
END_TEST

/* A NUL may be in a string. */
START_TEST (string_with_nul)
{
  static const char text[] = "\"a\\u0000b\"";
  Receiver self;

  start (&self, NULL);
  ck_assert_int_eq (feed (&self, text, strlen (text)), TV_JSON_MORE);
  ck_assert_str_eq (self.text->str, "'a'10 ");
  ck_assert_uint_eq (self.length, 3);
  clear (&self);
}
END_TEST

START_TEST (where_texts_break)
{
  static const struct
  {
    const char *text;
    const char *expected;
  } rows[] = {
    { "[1,]", "[1 1@2 a value is expected at 3" },
    { "[1 2]", "[1 1@2 a comma or the end of the list is expected at 3" },
    { "[01]", "[1 0@2 a comma or the end of the list is expected at 2" },
    { "[1}", "[1 1@2 a comma or the end of the list is expected at 2" },
    { "{\"a\":1]", "{1 a:4 1@6 a comma or the end of the object is expected at 6" },
    { "{\"a\":1,}", "{1 a:4 1@6 a key is expected at 7" },
    { "{1:2}", "{1 a key is expected at 1" },
    { "{\"a\" 1}", "{1 a:4 a colon is expected at 5" },
    { "{\"a\":}", "{1 a:4 a value is expected at 5" },
    { "]", "a value is expected at 0" },
    { "[-]", "[1 a digit is expected at 2" },
    { "[-a]", "[1 a digit is expected at 2" },
    { "[1.]", "[1 a digit is expected at 3" },
    { "[1.e1]", "[1 a digit is expected at 3" },
    { "[1e]", "[1 a digit is expected at 3" },
    { "[1e+]", "[1 a digit is expected at 4" },
    { "[.5]", "[1 a value is expected at 1" },
    { "[+5]", "[1 a value is expected at 1" },
    { "[trux]", "[1 a value is expected at 4" },
    { "[nul ]", "[1 a value is expected at 4" },
    { "[NaN]", "[1 a value is expected at 1" },
    { "['a']", "[1 a value is expected at 1" },
    { "[\"ab\\x\"]", "[1 unknown escape in a string at 5" },
    { "[\"\\u12g4\"]", "[1 unknown escape in a string at 3" },
    { "[\"\\u123\"]", "[1 unknown escape in a string at 3" },
    { "[\"\\ud83d\\u12\"]", "[1 unknown escape in a string at 9" },
    { "[1] [", "[1 1@2 ]3 more at 4" },
    { "{}\n\n}", "{1 }2 more at 4" },
    { "[\"ab", "[1" },
    { "[\"ab\\", "[1" },
    { "[\"ab\\\"", "[1" },
    { "[tru", "[1" },
    { "[1.5", "[1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_read (rows[i].text, rows[i].expected);
}
END_TEST

/* Strings as they stand in the text; other values, and those in lists, come whole. */
START_TEST (strings_in_parts)
{
  assert_read ("{\"parts\": \"a\n \\\"b\\u0041\\\\\" ,\"a\":\"b\"}",
               "{1 parts:8 11(a\n \\\"b\\u0041\\\\)25 a:31 'b'35 }36");
  assert_read ("{\"parts\":\"\",\"parts\":1}", "{1 parts:8 ()10 parts:19 1@21 }22");
  assert_read ("{\"parts\":[\"a\",\"b\"]}", "{1 parts:8 [10 'a'13 'b'17 ]18 }19");
  assert_read ("{\"parts\":\" a", "{1 parts:8 10");
}
END_TEST

START_TEST (receiver_stops)
{
  const char *text = "{\"a\":1,\"b\":2,\"c\":3}";

  for (gsize size = 1; size < strlen (text); size++)
    {
      g_autofree char *found = read_pieces (text, 0, size, "b");

      ck_assert_str_eq (found, "{1 a:4 1@6 b:10 stopped");
    }
}
END_TEST

/* Feeds so many copies of a text, in pieces that end anywhere in them. */
static TvJsonStatus
feed_times (Receiver *self, const char *text, gsize n)
{
  g_autoptr (GString) all = g_string_new (NULL);
  TvJsonStatus status = TV_JSON_MORE;

  for (gsize i = 0; i < n; i++)
    g_string_append (all, text);
  for (gsize at = 0; at < all->len; at += PIECE)
    status = feed (self, all->str + at, MIN (PIECE, all->len - at));
  return status;
}

/* Strings of many MiB, whatever is in them, are cut, and what follows keeps its place.
 */
START_TEST (endless_strings)
{
  static const char *const parts[]
      = { "a", "\\\\", "\\\"", "\\u0041", "\\uD83D\\uDE00", "\\u0041g" };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      const gsize n = 3 * KIB * KIB / strlen (parts[i]);
      const gsize length = n * strlen (parts[i]);
      g_autofree char *expected = g_strdup_printf (
          "'%" G_GSIZE_FORMAT " 1@%" G_GSIZE_FORMAT " ", length + 3, length + 5);
      Receiver self;

      start (&self, NULL);
      feed (&self, "[\"", 2);
      ck_assert_int_eq (feed_times (&self, parts[i], n), TV_JSON_MORE);
      ck_assert_int_eq (feed (&self, "\",1,!", 5), TV_JSON_BROKEN);
      ck_assert (g_str_has_suffix (self.text->str, expected));
      ck_assert_uint_ge (self.length, 256 * KIB);
      ck_assert_uint_lt (self.length, 2 * KIB * KIB);
      ck_assert_uint_eq (tv_json_parser_get_offset (self.parser), length + 6);
      clear (&self);
    }
}
END_TEST

/* The beginning of a cut string is right. */
START_TEST (beginnings_of_endless_strings)
{
  Receiver self;
  guint wrong = 0;

  start (&self, NULL);
  feed (&self, "\"", 1);
  ck_assert_int_eq (feed_times (&self, "\\u0041\\\\b", 256 * KIB), TV_JSON_MORE);
  feed (&self, "\"", 1);
  for (gsize i = 0; i < 256 * KIB; i++)
    {
      static const char *const shown[] = { "A", "\\\\", "b" };
      const char *at = self.text->str + 1 + i / 3 * 4 + i % 3 + (i % 3 == 2);

      wrong += !g_str_has_prefix (at, shown[i % 3]);
    }
  ck_assert_uint_eq (wrong, 0);
  clear (&self);
}
END_TEST

/* Zeros fill holes in files; they are no blanks. */
START_TEST (control_characters_between_tokens)
{
  for (int i = 0; i <= ' '; i++)
    {
      const char text[] = { '[', '1', ',', (char) i, '2', ']' };
      const gboolean is_blank = i == ' ' || i == '\n' || i == '\r' || i == '\t';
      Receiver self;

      start (&self, NULL);
      ck_assert_int_eq (feed (&self, text, sizeof text),
                        is_blank ? TV_JSON_MORE : TV_JSON_BROKEN);
      ck_assert_uint_eq (tv_json_parser_get_offset (self.parser),
                         is_blank ? sizeof text : 3);
      clear (&self);
    }
}
END_TEST

/* A number that is too long is refused at its beginning, in pieces and in one. */
START_TEST (endless_numbers)
{
  g_autofree char *digits = g_strnfill (64 * KIB + 1, '7');
  Receiver self;

  for (guint i = 0; i < 3; i++)
    {
      start (&self, NULL);
      feed (&self, "[1,", 3);
      if (i == 0)
        ck_assert_int_eq (feed_times (&self, "12345678", 25 * KIB), TV_JSON_BROKEN);
      else
        feed (&self, digits + i - 1, 64 * KIB + 2 - i);
      if (i == 2)
        ck_assert_int_eq (feed (&self, "]", 1), TV_JSON_MORE);
      else
        {
          ck_assert_int_eq (feed (&self, "]", 1), TV_JSON_BROKEN);
          ck_assert_str_eq (tv_json_parser_get_fault (self.parser),
                            "a number is too long");
          ck_assert_uint_eq (tv_json_parser_get_offset (self.parser), 3);
        }
      clear (&self);
    }
}
END_TEST

/* The middle of a string of 3 MiB is left out. */
START_TEST (places_around_a_long_string)
{
  Receiver self;

  start (&self, NULL);
  feed (&self, "[\"\\x", 4);
  ck_assert_int_eq (feed_times (&self, "abcdefgh", 384 * KIB), TV_JSON_MORE);
  ck_assert_int_eq (feed (&self, "\"", 1), TV_JSON_BROKEN);
  ck_assert_uint_eq (tv_json_parser_get_offset (self.parser), 3);
  clear (&self);
  start (&self, NULL);
  feed (&self, "[\"", 2);
  ck_assert_int_eq (feed_times (&self, "abcdefgh", 384 * KIB), TV_JSON_MORE);
  ck_assert_int_eq (feed (&self, "\\x\"", 3), TV_JSON_BROKEN);
  ck_assert_uint_eq (tv_json_parser_get_offset (self.parser), 2 + 3 * KIB * KIB + 1);
  clear (&self);
  start (&self, NULL);
  feed (&self, "[\"", 2);
  ck_assert_int_eq (feed_times (&self, "abcdefgh", 384 * KIB), TV_JSON_MORE);
  ck_assert_int_eq (feed (&self, "\",", 2), TV_JSON_MORE);
  ck_assert_uint_eq (tv_json_parser_get_offset (self.parser), 4 + 3 * KIB * KIB);
  ck_assert_int_eq (feed (&self, "1 x", 3), TV_JSON_BROKEN);
  ck_assert_uint_eq (tv_json_parser_get_offset (self.parser), 6 + 3 * KIB * KIB);
  clear (&self);
}
END_TEST

/* One list or object less than too many, and one too many. */
START_TEST (depth)
{
  Receiver self;

  start (&self, NULL);
  ck_assert_int_eq (feed_times (&self, "[{\"\":", DEPTH / 2), TV_JSON_MORE);
  ck_assert_int_eq (feed (&self, "1", 1), TV_JSON_MORE);
  ck_assert_int_eq (feed_times (&self, "}]", DEPTH / 2), TV_JSON_MORE);
  ck_assert_int_eq (feed (&self, "]", 1), TV_JSON_BEHIND);
  clear (&self);
  start (&self, NULL);
  ck_assert_int_eq (feed_times (&self, "[", DEPTH), TV_JSON_MORE);
  ck_assert_int_eq (feed (&self, "{", 1), TV_JSON_BROKEN);
  ck_assert_str_eq (tv_json_parser_get_fault (self.parser),
                    "too many lists and objects in each other");
  ck_assert_uint_eq (tv_json_parser_get_offset (self.parser), DEPTH);
  clear (&self);
}
END_TEST

TV_TESTS (NULL, NULL)
