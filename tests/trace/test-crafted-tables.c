/* SPDX-License-Identifier: Apache-2.0 */

/* Long tables with ids and names chosen so that a hash table would take
 * time in the square of their number: minutes to hours, where a test may take seconds;
 * and tables whose ids do not say that they are hexadecimal. */

#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"
#include "trace/model/string-pool.h"

#include <string.h>

#define N_LINES 200000

static TvTraceWriter *
new_writer (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_enter (writer, 1, 0x4, 0, 10);
  tv_trace_writer_exit (writer, 1, 0x4, 0, 20);
  return writer;
}

START_TEST (equal_strings_are_kept_once)
{
  g_autoptr (TvStringPool) pool = tv_string_pool_new ();
  const char *first = tv_string_pool_add (pool, "a.B");

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *other = g_strdup_printf ("a.B%u", i);

      ck_assert_str_eq (tv_string_pool_add (pool, other), other);
    }
  ck_assert_ptr_eq (tv_string_pool_add (pool, "a.B"), first);
  ck_assert_ptr_ne (tv_string_pool_add (pool, ""), first);
  ck_assert_str_eq (tv_string_pool_add (pool, ""), "");
}
END_TEST

START_TEST (strings_outlive_the_sealing_of_their_pool)
{
  g_autoptr (TvStringPool) pool = tv_string_pool_new ();
  const char *before = tv_string_pool_add (pool, "before");

  tv_string_pool_seal (pool);
  ck_assert_str_eq (before, "before");
  ck_assert_str_eq (tv_string_pool_add (pool, "after"), "after");
  ck_assert_str_eq (before, "before");
}
END_TEST

/* "aa" and "b@" are alike to a hash that multiplies by 33 and adds, such as
 * g_str_hash(), and so is every string that is put together from them. */
START_TEST (names_that_collide)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < N_LINES; i++)
    {
      char name[2 * 18 + 1] = "";

      for (guint bit = 0; bit < 18; bit++)
        strcat (name, (i >> bit & 1) != 0 ? "aa" : "b@");
      tv_trace_writer_add_method (writer, 4 * i, name, name, "()V", "A.java", 1);
    }
  trace = tv_test_load (writer);
  tv_assert_no_warning (trace);
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), N_LINES);
}
END_TEST

/* Ids that agree in the upper bits of their product with 2^64 divided by the golden
 * ratio, the usual way to spread them. */
START_TEST (ids_that_collide)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;
  guint n = 0;

  for (guint64 id = 1 << 22; id <= G_MAXUINT32 && n < N_LINES; id += 4)
    if (id * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) >> 54 == 0)
      {
        tv_trace_writer_add_method (writer, (guint32) id, "A", "a", "()V", "A.java", 1);
        n++;
      }
  trace = tv_test_load (writer);
  ck_assert_uint_eq (n, N_LINES);
  /* and the one that the records name */
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), N_LINES + 1);
}
END_TEST

/* Where the table of a trace is. */
typedef enum
{
  IN_KEY_SECTION,
  IN_STREAM,
  IN_SUMMARY,
  N_TABLE_PLACES
} TablePlace;

static void
append_record (GByteArray *bytes, guint32 word, guint8 time)
{
  const guint8 record[]
      = { 1, 0, (guint8) word, (guint8) (word >> 8), 0, 0, time, 0, 0, 0 };

  g_byte_array_append (bytes, record, sizeof record);
}

/* Appends text, in a stream as a packet with that code. */
static void
append_text (GByteArray *bytes, guint8 code, const char *text)
{
  const guint length = (guint) strlen (text);
  const guint8 head[] = { 0, 0, code, (guint8) length, (guint8) (length >> 8), 0, 0 };

  g_byte_array_append (bytes, head, code == 0 ? 0 : code == 3 ? 7 : 5);
  g_byte_array_append (bytes, (const guint8 *) text, length);
}

/* One call of each method of a table, whose lines have these ids. */
static TvTrace *
load_with_ids (TablePlace place, const char *const *ids, const guint32 *words, guint n)
{
  static const guint8 header[] = { 'S', 'L', 'O', 'W', 2, 0, 32, 0, [31] = 0 };
  static const guint8 thread[] = { 0, 0, 2, 1, 0, 4, 0, 'm', 'a', 'i', 'n' };
  const gboolean streamed = place != IN_KEY_SECTION;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GString) table = g_string_new (NULL);
  g_autoptr (GString) key
      = g_string_new ("*version\n2\nclock=wall\n*threads\n1\tmain\n");
  g_autoptr (GBytes) file = NULL;
  TvTrace *trace;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (table, "%s\tp.A\tm%u\t()V\tA.java\n", ids[i], i);
  g_string_append_printf (key, "*methods\n%s*end\n",
                          place == IN_STREAM ? "" : table->str);
  if (!streamed)
    append_text (bytes, 0, key->str);
  g_byte_array_append (bytes, header, sizeof header);
  if (streamed)
    {
      bytes->data[4] = 0xF2;
      bytes->data[16] = 10;
      g_byte_array_append (bytes, thread, sizeof thread);
    }
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *line
          = g_strdup_printf ("%s\tp.A\tm%u\t()V\tA.java\n", ids[i], i);

      if (place == IN_STREAM)
        append_text (bytes, 1, line);
      append_record (bytes, words[i], (guint8) (2 * i));
      append_record (bytes, words[i] | 1, (guint8) (2 * i + 1));
    }
  if (streamed)
    append_text (bytes, 3, key->str);
  file = g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  trace = tv_test_load_bytes (file, NULL);
  ck_assert_ptr_nonnull (trace);
  return trace;
}

/* A digit above 9 says that all are hexadecimal, and so do records that only have these
 * ids; decimal ids and those with `0x` stay what they are. */
START_TEST (ids_without_a_prefix)
{
  static const struct
  {
    const char *ids[4];
    guint32 words[4];
  } tables[] = { { { "10", "14", "18", "1c" }, { 0x10, 0x14, 0x18, 0x1c } },
                 { { "10", "14", "18", "20" }, { 0x10, 0x14, 0x18, 0x20 } },
                 { { "0", "10", "0x18", "1C" }, { 0, 0x10, 0x18, 0x1c } },
                 { { "4", "8", "12", "16" }, { 4, 8, 12, 16 } },
                 { { "16", "0x14", "24", "20" }, { 16, 0x14, 24, 20 } } };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (TablePlace place = 0; place < N_TABLE_PLACES; place++)
      {
        const guint n = i + 1 < G_N_ELEMENTS (tables) ? 4 : 3;
        g_autoptr (TvTrace) trace
            = load_with_ids (place, tables[i].ids, tables[i].words, n);
        const TvCalls calls = tv_trace_get_calls (trace, 0);

        ck_assert_uint_eq (tv_trace_get_n_methods (trace), n);
        ck_assert_uint_eq (calls.n, n);
        for (guint call = 0; call < n; call++)
          {
            const TvMethod *method
                = tv_trace_get_method (trace, tv_calls_method (&calls, call));
            const char expected[] = { 'm', (char) ('0' + call), '\0' };

            ck_assert_str_eq (method->name, expected);
            ck_assert_uint_eq (method->id, tables[i].words[call]);
          }
        ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
      }
}
END_TEST

TV_TESTS (NULL, NULL)
