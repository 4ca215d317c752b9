/* SPDX-License-Identifier: Apache-2.0 */

/* Formats of slices: Chrome's JSON, Perfetto's packets and the kernel's text. Expected
 * slices are worked out by hand, from the first time of the file. */

#include "support/proto-text.h"
#include "support/system-text.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-loader.h"
#include "trace/model/trace-extras.h"
#include "trace/model/trace-system.h"

#include <string.h>

/* Traces as text: a line a row, `PID/NUMBER NAME` with `-` for what is missing, and the
 * slices below it. */

static void
append_row (GString *text, const TvTrace *trace, guint row)
{
  static const char *const kinds[] = { "thread", "process", "cpu", "global" };
  const TvThread *thread = tv_trace_get_thread (trace, row);
  g_autofree char *slices = tv_test_calls_to_string (trace, row);
  const TvProcess *process = NULL;

  if (thread->process != TV_PROCESS_NONE)
    process = tv_trace_get_process (trace, thread->process);
  g_string_append (text, kinds[thread->kind]);
  if (process != NULL)
    g_string_append_printf (text, " %" G_GINT64_FORMAT, process->pid);
  if (process != NULL && process->name != NULL)
    g_string_append_printf (text, " (%s)", process->name);
  if (thread->kind == TV_TRACK_THREAD)
    g_string_append_printf (text, " %" G_GINT64_FORMAT, thread->number);
  g_string_append_printf (text, " %s\n%s", thread->name != NULL ? thread->name : "-",
                          slices);
}

static TvTrace *
load (const void *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_trace_load_bytes (bytes, NULL, &error);

  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "no error");
  ck_assert_int_eq (tv_trace_get_info (trace)->kind, TV_TRACE_KIND_SLICES);
  return trace;
}

static char *
dump (const TvTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    append_row (text, trace, i);
  return g_string_free (text, FALSE);
}

static void
assert_slices (const char *file, const char *expected)
{
  g_autoptr (TvTrace) trace = load (file, strlen (file));
  g_autofree char *text = dump (trace);

  ck_assert_str_eq (text, expected);
}

static void
assert_warning (const char *file, TvWarningKind kind, guint64 count, guint64 at)
{
  g_autoptr (TvTrace) trace = load (file, strlen (file));
  const TvWarning *warning = tv_warnings_find (tv_trace_get_warnings (trace), kind);

  ck_assert_ptr_nonnull (warning);
  ck_assert_uint_eq (warning->count, count);
  ck_assert_uint_eq (warning->at, at);
}

/* Chrome's JSON */

START_TEST (json_of_threads)
{
  const char *events
      = "{'ph':'M','name':'process_name','pid':1,'args':{'name':'app'}},"
        "{'ph':'B','name':'a','cat':'ui,x','pid':1,'tid':2,'ts':100},"
        "{'ph':'X','name':'b','pid':1,'tid':2,'ts':110.5,'dur':2.25,'args':{'name':'no'"
        "}},"
        "{'ph':'E','pid':1,'tid':2,'ts':120},"
        "{'ph':'M','name':'thread_name','pid':1,'tid':2,'args':{'name':'main'}},"
        "{'ph':'i','s':'t','name':'now','pid':1,'tid':2,'ts':130}";
  const char *expected = "thread 1 (app) 2 main\n"
                         "a wall 0-20\n"
                         "  b wall 10-12\n"
                         "now wall 30-30\n";
  g_autoptr (GString) list = g_string_new ("[");
  g_autoptr (GString) object = g_string_new ("\n {'x':[{'ph':'B'}],'traceEvents':[");

  g_string_append (list, events);
  g_string_append (object, events);
  g_string_append (object, "],'displayTimeUnit':'ns'}");
  g_string_replace (list, "'", "\"", 0);
  g_string_replace (object, "'", "\"", 0);
  assert_slices (object->str, expected);
  /* A list may end anywhere behind an event. */
  assert_slices (list->str, expected);
  g_string_append (list, " ,\n");
  assert_slices (list->str, expected);
  g_string_append (list, "]");
  assert_slices (list->str, expected);
}
END_TEST

/* The longest first, and what overlaps in another row. */
START_TEST (json_of_whole_slices)
{
  assert_slices (
      "[{\"ph\":\"X\",\"name\":\"in\",\"pid\":1,\"ts\":1,\"dur\":5},"
      "{\"ph\":\"X\",\"name\":\"out\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":10},"
      "{\"ph\":\"X\",\"name\":\"late\",\"pid\":1,\"tid\":1,\"ts\":8,\"dur\":10},"
      "{\"ph\":\"X\",\"name\":\"open\",\"pid\":1,\"tid\":1,\"ts\":19}]",
      "thread 1 1 -\n"
      "out wall 0-10\n"
      "  in wall 0-5\n"
      "open wall 18-18 still-open\n"
      "thread 1 1 -\n"
      "late wall 7-17\n");
}
END_TEST

/* Numbers are read exactly; ids that are texts are names. */
START_TEST (json_of_odd_values)
{
  const char *file
      = "[{\"ph\":\"XX\",\"name\":7,\"pid\":\"foo\",\"tid\":\"bar\","
        "\"ts\":\"1597071955492308.0004\",\"dur\":1.0000005e1},"
        "{\"ph\":\"X\",\"name\":\"e\\u0301\",\"pid\":\"foo\",\"tid\":\"bar\","
        "\"ts\":1597071955492318.5,\"dur\":1}, 5, null, [{}], {},"
        "{\"ph\":\"X\",\"ts\":\"soon\",\"pid\":1,\"tid\":1}]";
  g_autoptr (TvTrace) trace = load (file, strlen (file));

  assert_slices (file, "thread 1099511627777 (foo) 1099511627776 bar\n"
                       "7 wall 0-10\n"
                       "e\xcc\x81 wall 10-11\n");
  /* 492,308.0004 and 10.000005 microseconds, rounded to nanoseconds. */
  ck_assert_int_eq (tv_trace_get_info (trace)->origin, 1597071955492308000);
  ck_assert_int_eq (tv_trace_get_call_end (trace, 0, 0, TV_CLOCK_WALL), 10000);
  ck_assert_int_eq (tv_trace_get_call_start (trace, 0, 1, TV_CLOCK_WALL), 10500);
  assert_warning (file, TV_WARNING_EVENT_UNREADABLE, 4,
                  (guint64) (strstr (file, " 5,") - file) + 2);
}
END_TEST

/* An end with a name closes what is in the slice of that name, and one without a
 * beginning nothing. */
START_TEST (json_of_unbalanced_ends)
{
  const char *file = "[{\"ph\":\"B\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":0},"
                     "{\"ph\":\"B\",\"name\":\"b\",\"pid\":1,\"tid\":1,\"ts\":1},"
                     "{\"ph\":\"E\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":5},"
                     "{\"ph\":\"E\",\"name\":\"b\",\"pid\":1,\"tid\":1,\"ts\":6},"
                     "{\"ph\":\"B\",\"name\":\"c\",\"pid\":1,\"tid\":1,\"ts\":7},"
                     "{\"ph\":\"i\",\"s\":\"g\",\"name\":\"d\",\"ts\":9}]";

  assert_slices (file, "thread 1 1 -\n"
                       "a wall 0-5\n"
                       "  b wall 1-5 exit-lost\n"
                       "c wall 7-9 still-open\n"
                       "global Instants\n"
                       "d wall 9-9\n");
  assert_warning (file, TV_WARNING_SLICE_STRAY_END, 1,
                  (guint64) (strstr (file, "{\"ph\":\"E\",\"name\":\"b\"") - file));
}
END_TEST

/* Runs of a key nest in a row of their own; those of other keys lie beside each other.
 */
START_TEST (json_of_async_slices)
{
  assert_slices (
      "[{\"ph\":\"b\",\"cat\":\"n\",\"name\":\"load\",\"id\":1,\"pid\":1,\"ts\":0},"
      "{\"ph\":\"b\",\"cat\":\"n\",\"name\":\"parse\",\"id\":1,\"pid\":1,\"ts\":2},"
      "{\"ph\":\"e\",\"cat\":\"n\",\"name\":\"parse\",\"id\":1,\"pid\":1,\"ts\":3},"
      "{\"ph\":\"e\",\"cat\":\"n\",\"name\":\"load\",\"id\":1,\"pid\":1,\"ts\":9},"
      "{\"ph\":\"S\",\"cat\":\"n\",\"name\":\"old\",\"id\":\"x\",\"pid\":1,\"ts\":1},"
      "{\"ph\":\"S\",\"cat\":\"n\",\"name\":\"old\",\"id\":\"y\",\"pid\":1,\"ts\":2},"
      "{\"ph\":\"F\",\"cat\":\"n\",\"name\":\"old\",\"id\":\"x\",\"pid\":1,\"ts\":4},"
      "{\"ph\":\"F\",\"cat\":\"n\",\"name\":\"old\",\"id\":\"y\",\"pid\":1,\"ts\":3}]",
      "global load\n"
      "load wall 0-9\n"
      "  parse wall 2-3\n"
      "process 1 old\n"
      "old wall 1-4\n"
      "process 1 old\n"
      "old wall 2-3\n");
}
END_TEST

/* A slice without a length that stands before a beginning is not in what begins. */
START_TEST (json_of_slices_without_length)
{
  assert_slices (
      "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":5,\"dur\":0},"
      "{\"ph\":\"B\",\"name\":\"b\",\"pid\":1,\"tid\":1,\"ts\":5},"
      "{\"ph\":\"X\",\"name\":\"c\",\"pid\":1,\"tid\":1,\"ts\":5,\"dur\":0},"
      "{\"ph\":\"E\",\"pid\":1,\"tid\":1,\"ts\":7}]",
      "thread 1 1 -\n"
      "a wall 0-0\n"
      "b wall 0-2\n"
      "  c wall 0-0\n");
}
END_TEST

START_TEST (json_with_faults)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  const char *cut
      = "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":1},{\"ph";
  const char *bad
      = "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":1},NaN]";
  const char *no_list = "{\"traceEvents\":5}";

  assert_slices (cut, "thread 1 1 -\na wall 0-1\n");
  assert_warning (cut, TV_WARNING_EVENTS_CUT, 1, strlen (cut));
  assert_slices (bad, "thread 1 1 -\na wall 0-1\n");
  assert_warning (bad, TV_WARNING_EVENTS_CUT, 1, strlen (bad) - 4);
  bytes = g_bytes_new_static (no_list, strlen (no_list));
  ck_assert_ptr_null (tv_trace_load_bytes (bytes, NULL, &error));
  ck_assert_ptr_nonnull (error);
}
END_TEST

/* The kernel's text beside the events */

/* A mark of thread 7 lasts from 10.000001 to 10.00001 s, and it runs from 10.000002 s
 * on; so it does in the event that has 10,000,003 µs. */
#define SYSTEM_LINES                                                                   \
  "# tracer: nop\\n#\\n"                                                               \
  " app-7     (    5) [001] d..3 10.000001: tracing_mark_write: "                      \
  "B|5|\\\"dr\\u00e4w\\\""                                                             \
  "\\n"                                                                                \
  " <idle>-0 (-----) [001] d..3 10.000002: sched_switch: prev_comm=swapper/1 "         \
  "prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=7 "                \
  "next_prio=120\\n"                                                                   \
  " app-7 (    5) [001] d..3 10.00001: tracing_mark_write: E\\n"

#define CHROME_EVENTS                                                                  \
  "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":5,\"args\":{\"name\":\"Browser\"}}" \
  ","                                                                                  \
  "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":5,\"tid\":7,\"args\":{\"name\":"     \
  "\"CrBrowserMain\"}},"                                                               \
  "{\"ph\":\"X\",\"name\":\"js\",\"pid\":5,\"tid\":7,\"ts\":10000003,\"dur\":4}"

static const char system_slices[] = "thread 5 (Browser) 7 CrBrowserMain\n"
                                    "\"dräw\" wall 0-9\n"
                                    "  js wall 2-6\n";

static void
assert_system_text (const char *file)
{
  g_autoptr (TvTrace) trace = load (file, strlen (file));
  g_autofree char *text = dump (trace);
  g_autofree char *states = tv_test_states_to_string (trace);

  ck_assert_str_eq (text, system_slices);
  ck_assert_str_eq (states, "thread 7 CrBrowserMain\n"
                            "  1000-9000… running (Running) cpu 1 prio 120 -> ?\n"
                            "cpu 1: 7@1000\n");
  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
  ck_assert_ptr_null (tv_trace_lookup_property (trace, "hidden-events"));
}

START_TEST (json_with_system_text)
{
  assert_system_text ("{\"traceEvents\":[" CHROME_EVENTS "],\"systemTraceEvents\":"
                      "\"" SYSTEM_LINES "\",\"displayTimeUnit\":\"ns\"}");
  assert_system_text ("{\"systemTraceEvents\" :\n\"" SYSTEM_LINES "\" , "
                      "\"traceEvents\":[" CHROME_EVENTS "]}");
}
END_TEST

/* The text says nothing of processes, so thread 7 is the one of the events; thread 8 is
 * of process 6, so that of the events is another one. */
START_TEST (json_with_threads_of_the_system)
{
  static const char text[] = "\"systemTraceEvents\":\""
                             " app-7 [001] d..3 10.000001: print: I||mark\\n"
                             " else-8 ( 6) [001] d..3 10.000003: print: I|6|other\\n\"";
  static const char events[]
      = "\"traceEvents\":["
        "{\"ph\":\"X\",\"name\":\"js\",\"pid\":5,\"tid\":7,\"ts\":10000003,\"dur\":4},"
        "{\"ph\":\"X\",\"name\":\"gpu\",\"pid\":5,\"tid\":8,\"ts\":10000004,\"dur\":1}"
        "]";
  g_autofree char *before = g_strdup_printf ("{%s,%s}", text, events);
  g_autofree char *behind = g_strdup_printf ("{%s,%s}", events, text);

  assert_slices (before, "thread 5 7 app\n"
                         "mark wall 0-0\n"
                         "js wall 2-6\n"
                         "thread 6 8 else\n"
                         "other wall 2-2\n"
                         "thread 5 8 -\n"
                         "gpu wall 3-4\n");
  assert_slices (behind, "thread 5 7 app\n"
                         "mark wall 0-0\n"
                         "js wall 2-6\n"
                         "thread 5 8 -\n"
                         "gpu wall 3-4\n"
                         "thread 6 8 else\n"
                         "other wall 2-2\n");
}
END_TEST

/* A file of only the kernel's text, in which all may be escaped. */
START_TEST (json_with_escapes)
{
  assert_slices ("{\"a\":\"]\\\\\\\"\",\"systemTraceEvents\":\""
                 "\\u0020a\\/b-7\\t[001] d..3 10.000001: print: "
                 "I||\\u00e9\\ud83d\\ude00 \\ud83d \\ude00 \\ud83d\\n\\u0041\\u000A"
                 " a/b-7 [001] d..3 10.000002: print: I||\\u00Zq\\\\\\\"\n"
                 " a/b-7 [001] d..3 10.000003: print: I||end\"}",
                 "thread 7 a/b\n"
                 "é😀 \uFFFD \uFFFD \uFFFD wall 0-0\n"
                 "\uFFFDZq\\\" wall 1-1\n"
                 "end wall 2-2\n");
}
END_TEST

/* Each byte of the text is the first one behind what the parser takes at a time. */
START_TEST (json_with_borders_in_the_text)
{
  static const char start[] = "{\"traceEvents\":[" CHROME_EVENTS "],\"pad\":\"";
  static const char end[] = "\",\"systemTraceEvents\":\"" SYSTEM_LINES "\"}";
  const gsize border = 256 * 1024;

  for (gsize i = 1; i < strlen (end); i++)
    {
      g_autoptr (GString) file = g_string_new (start);
      g_autoptr (TvTrace) trace = NULL;
      g_autofree char *text = NULL;

      while (file->len < border - i)
        g_string_append_c (file, 'x');
      g_string_append (file, end);
      trace = load (file->str, file->len);
      text = dump (trace);
      ck_assert_str_eq (text, system_slices);
    }
}
END_TEST

/* Tokens that fill more than the parser takes at a time, whichever byte of an escape is
 * the last one of that. */
START_TEST (json_with_long_tokens)
{
  static const char start[]
      = "{\"traceEvents\":[" CHROME_EVENTS ",{\"ph\":\"X\",\"x\":";
  static const char end[]
      = ",\"name\":\"b\",\"pid\":5,\"tid\":7,\"ts\":10000008,\"dur\":1}"
        "],\"systemTraceEvents\":\"" SYSTEM_LINES "\"}";
  static const char escapes[] = "\\u0022\\\"\\\\";
  const gsize border = 256 * 1024;
  g_autoptr (GString) digits = g_string_new (start);

  for (gsize i = 0; i < strlen (escapes); i++)
    {
      g_autoptr (GString) file = g_string_new (start);
      g_autoptr (TvTrace) trace = NULL;
      g_autofree char *text = NULL;

      g_string_append_c (file, '"');
      for (gsize j = 0; j < i; j++)
        g_string_append_c (file, 'x');
      while (file->len < 4 * border)
        g_string_append (file, escapes);
      g_string_append_c (file, '"');
      g_string_append (file, end);
      trace = load (file->str, file->len);
      text = dump (trace);
      ck_assert_str_eq (text, "thread 5 (Browser) 7 CrBrowserMain\n"
                              "\"dräw\" wall 0-9\n"
                              "  js wall 2-6\n"
                              "  b wall 7-8\n");
      ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
    }
  while (digits->len < 3 * border)
    g_string_append_c (digits, '1');
  g_string_append (digits, end);
  assert_slices (digits->str, "thread 5 (Browser) 7 CrBrowserMain\njs wall 0-4\n");
  assert_warning (digits->str, TV_WARNING_EVENTS_CUT, 1, strlen (start));
}
END_TEST

#define ONE_EVENT                                                                      \
  "\"traceEvents\":[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":0,"        \
  "\"dur\":1}]"

/* A text that begins the file is longer than what the loader looks at first; a line of
 * it is longer than any is kept. */
START_TEST (json_with_a_long_text)
{
  g_autoptr (GString) file = g_string_new ("{\"systemTraceEvents\":\"# ");
  g_autoptr (GString) halves = g_string_new ("{\"systemTraceEvents\":\"");

  while (file->len < 300 * 1024)
    g_string_append_c (file, 'x');
  g_string_append (file, "\\n a-7 [001] d..3 10.000001: print: I||mark\\n\"}");
  assert_slices (file->str, "thread 7 a\n"
                            "mark wall 0-0\n");
  assert_warning (file->str, TV_WARNING_EVENT_UNREADABLE, 4,
                  strlen ("{\"systemTraceEvents\":\"") + 64 * 1024);
  /* Each half of a character takes three bytes: 21,846 make a line. */
  while (halves->len < 2 * 21846 * 6)
    g_string_append (halves, "\\ud83d");
  g_string_append (halves, "\",\"traceEvents\":[]}");
  assert_warning (halves->str, TV_WARNING_EVENT_UNREADABLE, 2,
                  strlen ("{\"systemTraceEvents\":\""));
  /* So does each escape without digits. */
  g_string_assign (halves, "{\"systemTraceEvents\":\"");
  for (guint i = 0; i < 2 * 21846; i++)
    g_string_append (halves, "\\u");
  g_string_append (halves, ".\",\"traceEvents\":[]}");
  assert_warning (halves->str, TV_WARNING_EVENT_UNREADABLE, 3,
                  strlen ("{\"systemTraceEvents\":\""));
}
END_TEST

/* The old pages of systrace, in a string. */
START_TEST (json_with_a_page)
{
  assert_slices ("{\"systemTraceEvents\":\"<!DOCTYPE HTML>\\n<html>\\n"
                 "  var linuxPerfData = \\\"\\\\\\n# tracer: nop\\\\n\\\\\\n"
                 " app-7 ( 5) [001] d..3 10.000001: print: "
                 "B|5|a \\\\\\\"x\\\\\\\"\\\\n\\\\\\n"
                 " app-7 ( 5) [001] d..3 10.000002: print: E\\\\n\\\\\\n"
                 "\\\";\\n</html>\"}",
                 "thread 5 7 app\n"
                 "a \"x\" wall 0-1\n");
}
END_TEST

static void
assert_hidden (const char *file, const char *expected)
{
  g_autoptr (TvTrace) trace = load (file, strlen (file));

  ck_assert_str_eq (tv_trace_lookup_property (trace, "hidden-events"), expected);
}

START_TEST (json_with_other_systems)
{
  static const char *const odd[] = { "5", "true", "[\"a\"]" };
  static const char *const none[] = { "null", "[]", "\"\"" };
  static const char head[] = "{" ONE_EVENT ",\"systemTraceEvents\":";

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      g_autofree char *file = g_strconcat (head, odd[i], "}", NULL);
      g_autofree char *first
          = g_strdup_printf ("{\"systemTraceEvents\":%s," ONE_EVENT "}", odd[i]);

      assert_slices (file, "thread 1 1 -\na wall 0-1\n");
      assert_slices (first, "thread 1 1 -\na wall 0-1\n");
      assert_warning (file, TV_WARNING_EVENT_UNREADABLE, 1,
                      strlen (head) + strlen (odd[i]) - (odd[i][0] == '['));
    }
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_autofree char *file = g_strconcat (head, none[i], "}", NULL);
      g_autoptr (TvTrace) trace = load (file, strlen (file));

      ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
    }
  /* Windows has lists of events. */
  assert_hidden ("{\"systemTraceEvents\":{\"name\":\"ETW\",\"content\":[{\"guid\":1,"
                 "\"more\":{}},{\"guid\":2}]}," ONE_EVENT "}",
                 "systemTraceEvents 2");
  assert_hidden ("{" ONE_EVENT ",\"systemTraceEvents\":{}}", "systemTraceEvents 1");
  assert_hidden ("{" ONE_EVENT ",\"systemTraceEvents\":\""
                 " a-7 [001] d..3 10.000001: irq_soon: 1\\n"
                 " a-7 [001] d..3 10.000001: print: hello\\n\"}",
                 "kernel 1, prints 1");
}
END_TEST

static void
assert_facts (const char *file, const char *expected)
{
  g_autoptr (TvTrace) trace = load (file, strlen (file));
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < tv_trace_get_n_extras (trace, TV_EXTRA_FACTS); i++)
    {
      const TvExtraValue number = tv_trace_get_extra (trace, TV_EXTRA_FACTS, i, 1);
      const char *value = tv_trace_get_extra (trace, TV_EXTRA_FACTS, i, 2).text;

      g_string_append_printf (text, "%s ",
                              tv_trace_get_extra (trace, TV_EXTRA_FACTS, i, 0).text);
      if (number.is_known)
        g_string_append_printf (text, "%" G_GINT64_FORMAT, number.number);
      g_string_append_printf (text, "%s\n", value != NULL ? value : "");
    }
  ck_assert_str_eq (text->str, expected);
}

/* The first object of that name counts, up to where it is cut. */
START_TEST (json_with_facts)
{
  assert_facts ("{" ONE_EVENT ",\"metadata\":{\"a\":1,\"b\":{\"name\":\"x\"}},"
                "\"metadata\":{\"a\":2}}",
                "json_metadata.a 1\njson_metadata.b.name x\n");
  assert_facts ("{\"metadata\":{\"a\":18446744073709551615,\"b\":1e3}," ONE_EVENT "}",
                "json_metadata.a 18446744073709551615\njson_metadata.b 1000\n");
  assert_facts ("{" ONE_EVENT ",\"metadata\":{\"a\":1,\"b\":\"x",
                "json_metadata.a 1\n");
  assert_facts ("{" ONE_EVENT ",\"metadata\":{}}", "");
  assert_facts ("{" ONE_EVENT ",\"metadata\":[{\"a\":1}]}", "");
  assert_facts ("{" ONE_EVENT ",\"metadata\":\"a\"}", "");
  assert_facts ("{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"ts\":0,"
                "\"args\":{\"a\":1}}],\"metadata\":5}",
                "");
}
END_TEST

/* A line that the end of the file cuts is left out. */
START_TEST (json_with_cut_text)
{
  static const char *const rest[]
      = { "", "\\", "n a-7 [001] d..3 10.000002: print: I||cu", "n\\u0", "n\\ud83d" };
  static const char head[] = "{\"systemTraceEvents\":\""
                             " a-7 [001] d..3 10.000001: print: I||mark\\n"
                             " no line";
  for (guint i = 0; i < G_N_ELEMENTS (rest); i++)
    {
      g_autofree char *file = g_strconcat (head, i > 1 ? "\\" : "", rest[i], NULL);

      assert_slices (file, "thread 7 a\nmark wall 0-0\n");
      assert_warning (file, TV_WARNING_EVENTS_CUT, 1, strlen (file));
    }
  assert_warning ("{\"systemTraceEvents\":\""
                  " a-7 [001] d..3 10.000001: print: I||mark\\n"
                  " no line\\n\",\"traceEvents\":NaN}",
                  TV_WARNING_EVENT_UNREADABLE, 1,
                  strlen ("{\"systemTraceEvents\":\""
                          " a-7 [001] d..3 10.000001: print: I||mark\\n"));
}
END_TEST

/* Perfetto's packets */

static TvTrace *
load_packets (const char *packets)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  ck_assert_int_eq (*tv_test_put_message (bytes, packets), '\0');
  return load (bytes->data, bytes->len);
}

static void
assert_packets (const char *packets, const char *expected)
{
  g_autoptr (TvTrace) trace = load_packets (packets);
  g_autofree char *text = dump (trace);

  ck_assert_str_eq (text, expected);
}

/* The descriptor of thread 7 of process 5 comes behind its events. */
#define THREAD_7 "1{60{1=11 4{1=5 2=7 5=\"worker\"}}} "

START_TEST (packets_of_threads)
{
  assert_packets ("1{8=1000 11{9=1 11=11 23=\"a\" 22=\"cat\"}} "
                  "1{8=3000 11{9=3 11=11 23=\"now\"}} "
                  "1{8=5000 11{9=2 11=11}} " THREAD_7 "1{60{1=12 3{1=5 6=\"app\"}}} "
                  "1{8=2000 11{9=1 11=12 23=\"b\"}} "
                  "1{60{1=13 5=12 2=\"loads\"}} "
                  "1{8=2500 11{9=1 11=13 23=\"c\"}} "
                  "1{8=4000 11{9=2 11=13}}",
                  "thread 5 (app) 7 worker\n"
                  "a wall 0-4\n"
                  "  now wall 2-2\n"
                  "process 5 (app) -\n"
                  "b wall 1-4 still-open\n"
                  "process 5 (app) loads\n"
                  "c wall 1-3\n");
}
END_TEST

/* Names and defaults hold until the state is cleared. Events that need a state that was
 * lost are left out. */
START_TEST (packets_of_a_sequence)
{
  g_autoptr (TvTrace) trace = NULL;
  const char *packets
      = "1{8=100 10=1 13=2 11{9=1 10=1}} "
        "1{10=1 13=1 12{2{1=1 2=\"first\"} 2{1=2 2=\"second\"}} 59{11{11=11}}} "
        "1{8=1000 10=1 13=2 11{9=1 10=1}} "
        "1{8=2000 10=1 13=2 11{9=2}} "
        "1{8=2000 10=2 13=1 12{2{1=1 2=\"other\"}} 11{9=3 10=1 11=11}} "
        "1{8=3000 10=1 13=2 42=1 11{9=1 10=2}} "
        "1{8=4000 10=1 13=3 12{2{1=1 2=\"third\"}} 59{11{11=11}} 11{9=1 10=1}} "
        "1{8=5000 10=1 13=2 11{9=2}} " THREAD_7;

  assert_packets (packets, "thread 5 7 worker\n"
                           "first wall 0-1\n"
                           "other wall 1-1\n"
                           "third wall 3-4\n");
  trace = load_packets (packets);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_EVENT_STATELESS), 2);
}
END_TEST

/* Clock 64 of sequence 1 counts microseconds in steps, from 10 at 5,000 ns of the
 * monotonic clock, which is 1,000,000 ns of the time since boot. */
START_TEST (packets_of_clocks)
{
  gint64 start;
  g_autoptr (TvTrace) trace
      = load_packets ("1{10=1 6{1{1=64 2=10 3=1 4=1000} 1{1=3 2=5000}}} "
                      "1{6{1{1=3 2=5000} 1{1=6 2=1000000}}} "
                      "1{8=7 10=1 58=64 11{9=1 11=11 23=\"a\"}} "
                      "1{8=2 10=1 58=64 11{9=2 11=11}} "
                      "1{8=1020000 10=1 11{9=3 11=11 23=\"b\"}} "
                      "1{8=1 10=2 58=77 11{9=3 11=11 23=\"lost\"}} " THREAD_7);
  g_autofree char *text = dump (trace);

  ck_assert_str_eq (text, "thread 5 7 worker\n"
                          "a wall 0-2\n"
                          "b wall 13-13\n");
  ck_assert_int_eq (tv_trace_get_info (trace)->origin, 1007000);
  ck_assert_int_eq (tv_trace_get_own_clock (trace), TV_SYSTEM_CLOCK_BOOT);
  ck_assert (tv_trace_get_clock_start (trace, TV_SYSTEM_CLOCK_MONOTONIC, &start));
  ck_assert_int_eq (start, 12000);
  ck_assert (!tv_trace_get_clock_start (trace, TV_SYSTEM_CLOCK_REALTIME, &start));
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_EVENT_UNREADABLE), 1);
}
END_TEST

/* Marks of programs in the kernel's events; the system names threads better than the
 * kernel does. */
START_TEST (packets_of_marks)
{
  assert_packets (
      "1{1{1=0 2{1=1000 2=7 3{2=\"B|5|draw|it\"}} 2{1=4000 2=7 3{2=\"E|5\"}} "
      "2{1=2000 2=8 3{2=\"S|5|load|-3\"}} 2{1=6000 2=9 3{2=\"F|5|load|-3\"}} "
      "2{1=3000 2=8 236{1=7 2=\"x\" 3=\"cut\"}} 2{1=3500 2=7 3{2=\"C|5|n|3\"}}}} "
      "1{2{1{1=5 3=\"com.example\"} 2{1=7 3=5 2=\"RenderThread\"}}}",
      "thread 5 (com.example) 7 RenderThread\n"
      "draw|it wall 0-3\n"
      "process 5 (com.example) load\n"
      "load wall 1-5\n");
}
END_TEST

START_TEST (packets_of_the_old_form)
{
  assert_packets (
      "1{10=1 13=1 44{1=5 2=7 6=100 7=10} 12{2{1=1 2=\"x\"} 2{1=2 2=\"y\"}}} "
      "1{10=1 13=2 11{1=5 2=1 6{1=1 2=88 3=10 4=4}}} "
      "1{10=1 13=2 11{1=1 2=1 6{1=2 2=66}}} "
      "1{10=1 13=2 11{1=2 2=1 6{2=69}}}",
      "thread 5 7 -\n"
      "x cpu 11-15 wall 0-10\n"
      "  y cpu 12-13 wall 1-3\n");
}
END_TEST

/* A track has the name that it had when its first event came, or the event's. Track 0
 * is the thread of a writer, if it has described one. */
START_TEST (packets_of_names)
{
  assert_packets ("1{60{1=2 2=\"before\"}} 1{8=1000 11{9=3 11=2 23=\"a\"}} "
                  "1{60{1=2 2=\"after\"}} 1{60{1=3}} 1{8=2000 11{9=3 11=3 23=\"b\"}} "
                  "1{8=3000 11{9=3 23=\"c\"}} "
                  "1{10=1 13=1 59{11{11=1}} 60{1=1 4{1=5 2=7 5=\"t\"}}} "
                  "1{8=4000 10=1 11{6{2=66} 11=0 23=\"d\"}}",
                  "thread 5 7 t\n"
                  "d wall 3-3 still-open\n"
                  "global before\n"
                  "a wall 0-0\n"
                  "global b\n"
                  "b wall 1-1\n"
                  "global Default Track\n"
                  "c wall 2-2\n");
}
END_TEST

/* An end of a category ends what has it, and what is in that. */
START_TEST (packets_of_ends_of_categories)
{
  assert_packets (THREAD_7 "1{8=1000 11{9=1 11=11 23=\"a\" 22=\"cat\"}} "
                           "1{8=2000 11{9=1 11=11 23=\"b\"}} "
                           "1{8=3000 11{9=2 11=11 22=\"cat\"}} "
                           "1{8=4000 11{9=1 11=11 23=\"c\"}} "
                           "1{8=5000 11{9=2 11=11 22=\"cat\"}} "
                           "1{8=6000 11{9=2 11=11}}",
                  "thread 5 7 worker\n"
                  "a wall 0-2\n"
                  "  b wall 1-2 exit-lost\n"
                  "c wall 3-5\n");
}
END_TEST

START_TEST (packets_with_faults)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (TvTrace) trace = NULL;
  const TvWarning *warning;
  g_autofree char *text = NULL;
  guint whole;

  tv_test_put_message (bytes, THREAD_7 "1{8=1000 11{9=3 11=11 23=\"a\"}}");
  whole = bytes->len;
  tv_test_put_message (bytes, "1{8=2000 11{9=3 11=11 23=\"b\"}}");
  g_byte_array_set_size (bytes, bytes->len - 1);
  trace = load (bytes->data, bytes->len);
  text = dump (trace);
  ck_assert_str_eq (text, "thread 5 7 worker\na wall 0-0\n");
  warning = tv_warnings_find (tv_trace_get_warnings (trace), TV_WARNING_EVENTS_CUT);
  ck_assert_ptr_nonnull (warning);
  ck_assert_uint_eq (warning->at, whole);
}
END_TEST

/* The kernel's text */

START_TEST (text_of_the_kernel)
{
  assert_slices (
      "# tracer: nop\n"
      "#\n"
      "   my app-7     (    5) [001] d..3 10.000001: tracing_mark_write: B|5|a\n"
      "   my app-7     (    5) [001] d...10.000002: 0: B|5|b\n"
      "   my app-7     [001]   10.000004000: print: E|5\r\n"
      "no line\n"
      "     a-b: [3] c-8 (-----) [000] ....  10.000005: print: I|5|now\n"
      "   my app-7     (    5) [001] d..3 10.000006: tracing_mark_write: E\n"
      "   <...>-9 [000] d..3 10.000007: sched_switch: prev_comm=a\n",
      "thread 5 7 my app\n"
      "a wall 0-5\n"
      "  b wall 1-3\n"
      "thread 5 8 a-b: [3] c\n"
      "now wall 4-4\n");
}
END_TEST

START_TEST (events_that_the_kernel_lost)
{
  static const char text[] = "# tracer: nop\n"
                             "CPU:1 [LOST 123 EVENTS]\n"
                             "CPU:0 [LOST 4 EVENTS]\r\n"
                             "##### CPU 2 buffer started ####\n"
                             "CPU:0 [LOST many EVENTS]\n"
                             " app-7 [001] d..3 10.000001: print: I|7|a\n";
  g_autoptr (TvTrace) trace = load (text, strlen (text));

  ck_assert_str_eq (tv_trace_lookup_property (trace, "lost-events"), "127");
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_EVENT_UNREADABLE), 1);
}
END_TEST

/* The process of thread 7 is said after its first slice began; thread 5 is the first
 * one of process 5. */
START_TEST (processes_that_come_late)
{
  assert_slices ("# tracer: nop\n"
                 " app-7 [001] d..3 10.000001: tracing_mark_write: B||a\n"
                 " app-5 [001] d..3 10.000001: tracing_mark_write: B||c\n"
                 " app-7 [001] d..3 10.000002: tracing_mark_write: B|5|b\n"
                 " app-7 [001] d..3 10.000003: tracing_mark_write: E|5\n"
                 " app-7 [001] d..3 10.000004: tracing_mark_write: E\n"
                 " app-5 [001] d..3 10.000004: tracing_mark_write: E\n",
                 "thread 5 5 app\n"
                 "c wall 0-3\n"
                 "thread 5 7 app\n"
                 "a wall 0-3\n"
                 "  b wall 1-2\n");
}
END_TEST

/* Systrace has the text in its page, or in a string of the page's script. */
START_TEST (text_in_a_page)
{
  const char *expected = "thread 5 7 app\n"
                         "a \"x\" wall 0-1\n";

  assert_slices ("<!DOCTYPE html>\n<html>\n<title>Android System Trace</title>\n"
                 "<script class=\"trace-data\" type=\"application/text\">\n"
                 "# tracer: nop\n"
                 " app-7 ( 5) [001] d..3 10.000001: print: B|5|a \"x\"\n"
                 " app-7 ( 5) [001] d..3 10.000002: print: E\n"
                 "</script>\n",
                 expected);
  assert_slices ("<!DOCTYPE HTML>\n<html>\n<title>Android System Trace</title>\n"
                 "  var linuxPerfData = \"\\\n"
                 "# tracer: nop\\n\\\n"
                 " app-7 ( 5) [001] d..3 10.000001: print: B|5|a \\\"x\\\"\\n\\\n"
                 " app-7 ( 5) [001] d..3 10.000002: print: E\\n\\\n"
                 "\";\n",
                 expected);
}
END_TEST

/* The examples in tests/traces/slices. */

static void
assert_file (const char *name, const char *expected)
{
  g_autofree char *path = g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "tests",
                                            "traces", "slices", name, NULL);
  g_autofree char *data = NULL;
  gsize size;
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *text = NULL;

  ck_assert (g_file_get_contents (path, &data, &size, NULL));
  trace = load (data, size);
  text = dump (trace);
  ck_assert_str_eq (text, expected);
}

START_TEST (example_files)
{
  assert_file ("chrome.json", "thread 1 (app) 2 main\n"
                              "draw wall 0-20\n"
                              "  measure wall 10-12\n"
                              "thread 3 4 -\n"
                              "open wall 18-30 still-open\n"
                              "global Instants\n"
                              "vsync wall 30-30\n"
                              "global load\n"
                              "load wall 1-19\n"
                              "  head wall 5-5\n"
                              "process 3 old\n"
                              "old wall 2-3\n");
  assert_file ("chrome-system.json", "thread 5 (Browser) 7 CrBrowserMain\n"
                                     "draw wall 1-8\n"
                                     "  js wall 2-6\n");
  assert_file ("ftrace.txt", "thread 5 7 com.example\n"
                             "draw wall 0-8\n"
                             "  measure wall 2-5\n"
                             "  vsync wall 7-7\n"
                             "process 5 load\n"
                             "load wall 1-6\n");
  /* Times count from 1,007 microseconds after boot. */
  assert_file ("perfetto.pftrace", "thread 5 (com.example) 7 main\n"
                                   "draw wall 0-5\n"
                                   "  now wall 2-2\n"
                                   "thread 5 (com.example) 8 RenderThread\n"
                                   "mark wall 3-5\n"
                                   "thread 5 (com.example) 9 -\n"
                                   "old wall 13-23\n"
                                   "process 5 (com.example) loads\n"
                                   "load wall 3-4\n");
}
END_TEST

TV_TESTS (NULL, NULL)
