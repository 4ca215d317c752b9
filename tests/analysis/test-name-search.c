/* SPDX-License-Identifier: Apache-2.0 */

/* Methods found by the names that people read. */

#include "analysis/find/name-search.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <string.h>

#define TEXT TV_NAME_MATCH_TEXT
#define WORDS TV_NAME_MATCH_WORDS
#define REGEX TV_NAME_MATCH_REGEX

static TvTraceWriter *
make_writer (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_thread (writer, 1, "main");
  return writer;
}

static void
add (TvTraceWriter *writer, guint32 id, const char *class_name, const char *name,
     const char *signature)
{
  tv_trace_writer_add_method (writer, id, class_name, name, signature, "F.java", 1);
}

/* Only 0x0 is called, and 0x18, which no table names. */
static TvTrace *
make_trace (void)
{
  g_autoptr (TvTraceWriter) writer = make_writer ();

  add (writer, 0x0, "java/lang/String", "getBytes", "()[B");
  add (writer, 0x4, "java.lang.StringBuilder", "append", "(Ljava/lang/String;)V");
  add (writer, 0x8, "org.Straße", "größe", "()I");
  add (writer, 0xc, "org.ÄRGER", "Run", "()V");
  add (writer, 0x10, "[I", "clone", "()Ljava/lang/Object;");
  add (writer, 0x14, "org.Task", "run", "()V");
  tv_trace_writer_enter (writer, 1, 0x0, 0, 0);
  tv_trace_writer_enter (writer, 1, 0x18, 1, 1);
  return tv_test_load (writer);
}

static TvNameHaystack *
make_names (TvTrace *trace)
{
  g_autoptr (GError) error = NULL;
  TvNameHaystack *names = tv_name_haystack_new (trace, NULL, &error);

  ck_assert_msg (names != NULL, "%s", error != NULL ? error->message : "");
  return names;
}

static TvMethodSet *
search (const TvNameHaystack *names, const char *query, TvNameMatch match,
        gboolean class_only)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvNamePattern) pattern
      = tv_name_pattern_new (query, match, class_only, &error);
  TvMethodSet *set = NULL;

  ck_assert_msg (pattern != NULL, "%s", error != NULL ? error->message : "");
  set = tv_name_search (names, pattern, NULL, &error);
  ck_assert_msg (set != NULL, "%s", error != NULL ? error->message : "");
  return set;
}

/* @expected has the ids of the methods to find, in hexadecimal. */
static void
assert_found (const char *query, TvNameMatch match, gboolean class_only,
              const char *expected)
{
  g_autoptr (TvTrace) trace = make_trace ();
  g_autoptr (TvNameHaystack) names = make_names (trace);
  g_autoptr (TvMethodSet) set = search (names, query, match, class_only);
  g_autoptr (GString) ids = g_string_new (NULL);
  guint n = 0;

  for (guint32 method = 0; method < tv_trace_get_n_methods (trace); method++)
    if (tv_method_set_contains (set, method))
      {
        g_string_append_printf (ids, "%s%x", n > 0 ? " " : "",
                                (guint) tv_trace_get_method (trace, method)->id);
        n++;
      }
  ck_assert_msg (g_str_equal (ids->str, expected), "\"%s\" found %s", query, ids->str);
  ck_assert_uint_eq (tv_method_set_get_n (set), n);
}

START_TEST (a_text_is_found_anywhere_in_a_name)
{
  assert_found ("getb", TEXT, FALSE, "0");
  assert_found ("java.lang.s", TEXT, FALSE, "0 4");
  assert_found ("lang/string", TEXT, FALSE, "4");
  assert_found ("g.getbytes ()[", TEXT, FALSE, "0");
  assert_found (")v", TEXT, FALSE, "4 c 14");
  assert_found ("()i", TEXT, FALSE, "8");
  assert_found ("int[].c", TEXT, FALSE, "10");
  assert_found ("getbytes ()[b", TEXT, FALSE, "0");
  assert_found ("getbytes ()[b!", TEXT, FALSE, "");
  assert_found ("[bjava", TEXT, FALSE, "");
}
END_TEST

START_TEST (case_counts_from_the_first_capital_on)
{
  assert_found ("run", TEXT, FALSE, "c 14");
  assert_found ("Run", TEXT, FALSE, "c");
  assert_found ("RUN", TEXT, FALSE, "");
  assert_found ("string", TEXT, FALSE, "0 4");
  assert_found ("tringB", TEXT, FALSE, "4");
  assert_found ("run org", WORDS, FALSE, "c 14");
  assert_found ("Run org", WORDS, FALSE, "c");
  assert_found ("r[u]n", REGEX, FALSE, "c 14");
  assert_found ("R[u]n", REGEX, FALSE, "c");
  assert_found ("r\\Sn \\S", REGEX, FALSE, "c 14");
  assert_found ("r\\p{L}n\\b", REGEX, FALSE, "c 14");
  assert_found ("\\SR", REGEX, FALSE, "c");
  assert_found ("(?i)R[U]n", REGEX, FALSE, "c 14");
  assert_found ("r\\p{L}N", REGEX, FALSE, "");
}
END_TEST

START_TEST (case_is_folded_beyond_ascii)
{
  assert_found ("ärger", TEXT, FALSE, "c");
  assert_found ("ÄRGER", TEXT, FALSE, "c");
  assert_found ("Ärger", TEXT, FALSE, "");
  assert_found ("straße", TEXT, FALSE, "8");
  assert_found ("strasse.gr", TEXT, FALSE, "8");
  assert_found ("Strasse", TEXT, FALSE, "");
  assert_found ("Straße.größe", TEXT, FALSE, "8");
  assert_found ("ſtring", TEXT, FALSE, "0 4");
  assert_found ("größe org", WORDS, FALSE, "8");
  assert_found ("ä\\w+ run", REGEX, FALSE, "");
  assert_found ("ä\\w+\\.run", REGEX, FALSE, "c");
}
END_TEST

START_TEST (words_come_in_any_order)
{
  assert_found ("bytes get", WORDS, FALSE, "0");
  assert_found ("  string\tappend ", WORDS, FALSE, "4");
  assert_found ("string getbytes append", WORDS, FALSE, "");
  assert_found ("g ring", WORDS, FALSE, "0 4");
  assert_found ("org org run", WORDS, FALSE, "c 14");
  assert_found ("org run", TEXT, FALSE, "");
}
END_TEST

START_TEST (a_regular_expression_sees_one_name)
{
  assert_found ("^java.*\\)v$", REGEX, FALSE, "4");
  assert_found ("^(org|int)", REGEX, FALSE, "8 c 10 14");
  assert_found ("\\Arun|run \\(\\)V\\z", REGEX, FALSE, "14");
  assert_found ("string\\.getb", REGEX, FALSE, "0");
  assert_found ("appx?end", REGEX, FALSE, "4");
  assert_found ("apz*pend", REGEX, FALSE, "4");
  assert_found ("ap+end \\(", REGEX, FALSE, "4");
  assert_found ("xyz|append", REGEX, FALSE, "4");
  assert_found ("(xyz)?append", REGEX, FALSE, "4");
  assert_found ("\\x61ppend", REGEX, FALSE, "4");
  assert_found ("append.*getbytes", REGEX, FALSE, "");
  assert_found ("[^a]{60,}", REGEX, FALSE, "");
  assert_found ("(.)\\1e", REGEX, FALSE, "4");
}
END_TEST

START_TEST (the_class_alone_can_be_searched)
{
  assert_found ("string", TEXT, TRUE, "0 4");
  assert_found ("object", TEXT, TRUE, "");
  assert_found ("run", TEXT, TRUE, "");
  assert_found ("string.", TEXT, TRUE, "");
  assert_found ("string.", TEXT, FALSE, "0");
  assert_found ("strasse", TEXT, TRUE, "8");
  assert_found ("strasse.", TEXT, TRUE, "");
  assert_found ("g java", WORDS, TRUE, "0 4");
  assert_found ("g java append", WORDS, TRUE, "");
  assert_found ("r$", REGEX, TRUE, "4 c");
  assert_found ("k$|\\]$", REGEX, TRUE, "10 14");
}
END_TEST

START_TEST (a_method_without_a_name_is_found_by_its_id)
{
  assert_found ("0x18", TEXT, FALSE, "18");
  assert_found ("^\\(0x", REGEX, FALSE, "18");
  assert_found ("0x18", TEXT, TRUE, "");
  assert_found ("unknown", TEXT, FALSE, "");
}
END_TEST

START_TEST (nothing_is_found_by_nothing)
{
  assert_found ("", TEXT, FALSE, "");
  assert_found ("", WORDS, FALSE, "");
  assert_found (" \t ", WORDS, FALSE, "");
  assert_found ("", REGEX, FALSE, "");
  assert_found (" ", TEXT, FALSE, "0 4 8 c 10 14");
}
END_TEST

static void
assert_refused (const char *regex, const char *part)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (tv_name_pattern_new (regex, REGEX, FALSE, &error));
  ck_assert (error != NULL && error->domain == G_REGEX_ERROR);
  ck_assert_msg (strstr (error->message, part) != NULL, "%s", error->message);
  ck_assert_msg (strstr (error->message, "LIMIT") == NULL, "%s", error->message);
}

START_TEST (a_wrong_expression_says_what_is_wrong)
{
  assert_refused ("ab(", "3");
  assert_refused ("[a", "2");
  assert_refused ("*", "0");
  assert_refused ("a\\", "2");
}
END_TEST

static void
assert_too_hard (const TvNameHaystack *names, const char *regex)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvNamePattern) pattern = tv_name_pattern_new (regex, REGEX, FALSE, NULL);

  ck_assert_ptr_null (tv_name_search (names, pattern, NULL, &error));
  ck_assert (g_error_matches (error, G_REGEX_ERROR, G_REGEX_ERROR_MATCH));
  ck_assert_str_eq (error->message, "The regular expression takes too long");
}

START_TEST (an_expression_that_takes_forever_ends)
{
  g_autoptr (TvTraceWriter) writer = make_writer ();
  g_autofree char *name = g_strnfill (200, 'a');
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvNameHaystack) names = NULL;
  g_autoptr (TvMethodSet) longest = NULL;

  add (writer, 0x0, "p.A", name, "()V");
  trace = tv_test_load (writer);
  names = make_names (trace);
  assert_too_hard (names, "(a+)+\\1$");
  assert_too_hard (names, "(a+)+$");

  longest = search (names, "p.*a.*a.*v", REGEX, FALSE);
  ck_assert_uint_eq (tv_method_set_get_n (longest), 1);
}
END_TEST

START_TEST (a_search_can_be_cancelled)
{
  g_autoptr (TvTrace) trace = make_trace ();
  g_autoptr (TvNameHaystack) names = make_names (trace);
  g_autoptr (TvNamePattern) pattern = tv_name_pattern_new ("a", TEXT, FALSE, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_name_search (names, pattern, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  g_clear_error (&error);
  ck_assert_ptr_null (tv_name_haystack_new (trace, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

START_TEST (a_trace_without_methods_has_no_hits)
{
  g_autoptr (TvTraceWriter) writer = make_writer ();
  g_autoptr (TvTrace) trace = tv_test_load (writer);
  g_autoptr (TvNameHaystack) names = make_names (trace);
  g_autoptr (TvMethodSet) set = search (names, "a", TEXT, FALSE);

  ck_assert_uint_eq (tv_trace_get_n_methods (trace), 0);
  ck_assert_uint_eq (tv_method_set_get_n (set), 0);
}
END_TEST

START_TEST (many_methods_are_all_looked_at)
{
  g_autoptr (TvTraceWriter) writer = make_writer ();
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvNameHaystack) names = NULL;
  g_autoptr (TvMethodSet) set = NULL;

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      add (writer, 4 * i, "p.A", name, "");
    }
  trace = tv_test_load (writer);
  names = make_names (trace);
  set = search (names, "m25", TEXT, FALSE);
  ck_assert_uint_eq (tv_method_set_get_n (set), 11);
  for (guint i = 0; i < 1000; i++)
    ck_assert_int_eq (tv_method_set_contains (set, i), i == 25 || i / 10 == 25);
}
END_TEST

TV_TESTS (NULL, NULL)
