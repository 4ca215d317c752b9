/* SPDX-License-Identifier: Apache-2.0 */

/* Fields of protocol buffers: short and long numbers, and where a message breaks. */

#include "support/test-runner.h"
#include "trace/input/proto-reader.h"

#include <string.h>

/* Reads the fields of bytes as "NUMBER=VALUE" or "NUMBER:SIZE", and where a break is.
 */
static char *
read_all (const guint8 *bytes, gsize size)
{
  /* A copy of its own, behind which a checker of memory sees what is read too far. */
  g_autofree guint8 *copy = g_memdup2 (bytes, size);
  TvProto message = tv_proto_new (copy, size);
  TvProtoField field;
  GString *text = g_string_new (NULL);

  while (tv_proto_next (&message, &field))
    if (field.wire == TV_PROTO_BYTES)
      g_string_append_printf (text, "%u:%" G_GSIZE_FORMAT " ", field.number,
                              field.size);
    else
      g_string_append_printf (text, "%u=%" G_GINT64_MODIFIER "x ", field.number,
                              field.value);
  if (message.is_broken)
    g_string_append_printf (text, "broken at %" G_GSIZE_FORMAT, message.position);
  return g_string_free (text, FALSE);
}

/* Numbers of all lengths, at the end of a message and with another field behind. */
START_TEST (numbers_of_all_lengths)
{
  static const struct
  {
    const char *bytes;
    guint64 value;
  } rows[] = {
    { "\x7F", 0x7F },
    { "\x80\x01", 0x80 },
    { "\xFF\x7F", 0x3FFF },
    { "\x81\x82\x03", 0xC101 },
    { "\x81\x82\x83\x04", 0x80C101 },
    { "\x81\x82\x83\x84\x05", 0x5080C101 },
    { "\x81\x82\x83\x84\x85\x06", 0x305080C101 },
    { "\x81\x82\x83\x84\x85\x86\x07", 0x1C305080C101 },
    { "\x81\x82\x83\x84\x85\x86\x87\x08", 0x101C305080C101 },
    { "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F", 0xFFFFFFFFFFFFFF },
    { "\x81\x82\x83\x84\x85\x86\x87\x88\x09", 0x9101C305080C101 },
    { "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", G_MAXUINT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint with_next = 0; with_next < 2; with_next++)
      {
        g_autofree char *bytes = g_strconcat (
            "\x08", rows[i].bytes, with_next ? "\x92\x01\x02hi" : NULL, NULL);
        g_autofree char *found = read_all ((const guint8 *) bytes, strlen (bytes));
        g_autofree char *expected = g_strdup_printf (
            "1=%" G_GINT64_MODIFIER "x %s", rows[i].value, with_next ? "18:2 " : "");

        ck_assert_str_eq (found, expected);
      }
}
END_TEST

START_TEST (where_messages_break)
{
  static const struct
  {
    const char *bytes;
    gsize size;
    const char *expected;
  } rows[] = {
    { "\x08", 1, "broken at 0" },                 /* a key alone */
    { "\x88", 1, "broken at 0" },                 /* half a key */
    { "\x08\x05\x08\x80", 4, "1=5 broken at 2" }, /* half a number */
    { "\x00\x01", 2, "broken at 0" },             /* no field has the number 0 */
    { "\x0B\x01", 2, "broken at 0" },             /* a group, which nothing writes */
    { "\x12\x03hi", 4, "broken at 0" },           /* bytes that are not all there */
    { "\x12\x80\x01", 3, "broken at 0" },
    { "\x12\x02hi\x08\x01", 6, "2:2 1=1 " },
    { "\x12\x00\x08\x01", 4, "2:0 1=1 " },
    { "\x0D\x04\x03\x02\x01\x09\x01\x00\x00\x00\x00\x00\x00\x80", 14,
      "1=1020304 1=8000000000000001 " },
    { "\x0D\x04\x03\x02", 4, "broken at 0" },
    { "\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", 12, "broken at 0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = read_all ((const guint8 *) rows[i].bytes, rows[i].size);

      ck_assert_str_eq (found, rows[i].expected);
    }
}
END_TEST

/* A repeated number is packed, or one field. */
START_TEST (numbers_one_after_another)
{
  static const guint8 bytes[] = { 0x0A, 4, 1, 0x80, 1, 0x85, 0x08, 7 };
  TvProto message = tv_proto_new (bytes, sizeof bytes);
  TvProtoField field;
  TvProto packed = { 0 };
  guint64 number;

  ck_assert (tv_proto_next (&message, &field));
  ck_assert (tv_proto_next_number (&field, &packed, &number));
  ck_assert_uint_eq (number, 1);
  ck_assert (tv_proto_next_number (&field, &packed, &number));
  ck_assert_uint_eq (number, 0x80);
  /* The last one is half there. */
  ck_assert (!tv_proto_next_number (&field, &packed, &number));
  packed = (TvProto){ 0 };
  ck_assert (tv_proto_next (&message, &field));
  ck_assert (tv_proto_next_number (&field, &packed, &number));
  ck_assert_uint_eq (number, 7);
  ck_assert (!tv_proto_next_number (&field, &packed, &number));
}
END_TEST

TV_TESTS (NULL, NULL)
