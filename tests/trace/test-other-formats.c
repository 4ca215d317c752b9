/* SPDX-License-Identifier: Apache-2.0 */

/* Files that cannot be loaded, or only with warnings */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <string.h>

/* Files that are no method trace, or of a version that is not read: one sentence says
 * what they are. */

#define BYTES(literal) literal, sizeof literal - 1
#define KEY "*version\n3\nclock=dual\n*threads\n*methods\n*end\n"

typedef struct
{
  const char *bytes;
  gsize size;
  TvTraceError code;
  const char *text;
} OtherFile;

static const OtherFile other_formats[] = {
  { BYTES ("SIMPLEPERF\2\0\0\0\0\0"), TV_TRACE_ERROR_UNSUPPORTED_VERSION,
    "simpleperf reports of version 2 are not supported" },
  { BYTES ("SIMPLEPERF\1"), TV_TRACE_ERROR_NOT_A_TRACE,
    "The file ends inside its header" },
  { BYTES ("PERFILE2\150\0\0\0\0\0\0\0"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a perf.data file: “simpleperf report-sample --protobuf --show-callchain "
    "-i "
    "FILE -o OUT” and “perf script -i FILE” convert it" },
  { BYTES ("\n\5\20\1\30"), TV_TRACE_ERROR_NOT_A_TRACE,
    "This is not a trace or profile of a known format" },
  { BYTES ("heap profile:    144:  8498176 [   144:  8498176] @ heapz_v2\n"),
    TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a profile of an old version of pprof: “pprof -proto FILE” converts it" },
  { BYTES ("\0\0\0\0\0\0\0\3\0\0\0\0\0\0\x27\x10\0\0\0\0"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a profile of an old version of pprof: “pprof -proto FILE” converts it" },
  { BYTES ("FLR\0\0\2\0\0"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a JDK Flight Recorder (JFR) recording, which cannot be read" },
  { BYTES ("JAVA PROFILE 1.0.3\0\0\0\0\4"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is an hprof heap dump or profile, not a trace" },
  { BYTES ("\x17\x08\x44tracing6\0"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a trace-cmd file, which cannot be read" },
  { BYTES ("2ELIFREP\0"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a perf.data file: “simpleperf report-sample --protobuf --show-callchain "
    "-i FILE -o OUT” and “perf script -i FILE” convert it" },
  { BYTES ("\x10\0\4FxT\x16\0"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a Fuchsia trace, which cannot be read" },
  { BYTES ("\177ELF\2"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a program or a library (ELF), not a trace" },
  { BYTES ("SQLite format 3\0"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is an SQLite database, not a trace" },
  { BYTES ("dex\n035\n"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is Android code (DEX or OAT), not a trace" },
  { BYTES ("v8-version,8,5,0\n"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a log of V8: “node --cpu-prof” writes a profile that can be read" },
  { BYTES ("\n----- pid 12 at 2026-01-02 10:00:00 -----\nCmd line: a\n"),
    TV_TRACE_ERROR_OTHER_FORMAT,
    "These are the stacks of an app that did not respond, not a trace" },
  { BYTES ("========\n== dumpstate: 2026-01-02\n"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is the text of a bug report: open its archive instead, which may have a "
    "trace" },
  { BYTES ("9,0,i,vers,35\n"), TV_TRACE_ERROR_OTHER_FORMAT,
    "These are Android battery statistics, not a trace" },
  { BYTES ("{\"snapshot\":{}}"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a V8 heap profile, which cannot be read" },
  { BYTES ("{\"head\":{\"callFrame\":{},\n\"selfSize\":0}}"),
    TV_TRACE_ERROR_OTHER_FORMAT, "This is a V8 heap profile, which cannot be read" },
  { BYTES ("{\"version\": 1, \"recording\": {}}"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a Safari recording, which cannot be read" },
  { BYTES ("{\"mode\":\"cpu\",\"interval\":1,\"frames\":{}}"),
    TV_TRACE_ERROR_OTHER_FORMAT, "This is a stackprof profile, which cannot be read" },
  { BYTES ("{\"resourceSpans\":[]}"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is OpenTelemetry data, which cannot be read" },
  { BYTES ("{\"nodes\":[]}"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is JSON text of no known format" },
  { BYTES ("\xEF\xBB\xBF\n [{\"x\":\"B\"}]"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is JSON text of no known format" },
  { BYTES ("<!doctype html>\n<title>Release notes</title>\n"),
    TV_TRACE_ERROR_OTHER_FORMAT, "This is a web page, not a trace" },
  { BYTES ("# callgrind format\nversion: 1\n"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a callgrind profile, which cannot be read" },
  { BYTES ("version: 1\ncreator: callgrind-3.19.0\npid: 77\ncmd:  ls\npart: 1\n\n\n"
           "desc: I1 cache: \ndesc: D1 cache: \n\npositions: line\nevents: Ir\n"),
    TV_TRACE_ERROR_OTHER_FORMAT, "This is a callgrind profile, which cannot be read" },
  /* Nearly one of these. */
  { BYTES ("main;run\nmain;run 3 times\n"), TV_TRACE_ERROR_NOT_A_TRACE,
    "This is not a trace or profile of a known format" },
  { BYTES ("version: 1\nname: a list\n"), TV_TRACE_ERROR_NOT_A_TRACE,
    "This is not a trace or profile of a known format" },
  { BYTES ("\nA text of some lines\nthat says nothing of traces\n"),
    TV_TRACE_ERROR_NOT_A_TRACE, "This is not a trace or profile of a known format" },
  { BYTES ("S"), TV_TRACE_ERROR_NOT_A_TRACE,
    "This is not a trace or profile of a known format" },
  { BYTES ("SLOW"), TV_TRACE_ERROR_HEADER,
    "The data section is truncated: its header ends at byte 4" },
};

static const OtherFile other_versions[] = {
  { BYTES ("SLOW\0\0"), TV_TRACE_ERROR_UNSUPPORTED_VERSION,
    "Unsupported trace version 0 (at byte 4)" },
  { BYTES ("SLOW\7\0 \0"), TV_TRACE_ERROR_UNSUPPORTED_VERSION,
    "Unsupported trace version 7 (at byte 4)" },
  { BYTES ("SLOW\xF7\0 \0"), TV_TRACE_ERROR_UNSUPPORTED_VERSION,
    "Unsupported trace version 0xF7 (at byte 4)" },
  { BYTES ("SLOW\xFF\xFF \0"), TV_TRACE_ERROR_UNSUPPORTED_VERSION,
    "Unsupported trace version 0xFFFF (at byte 4)" },
  { BYTES ("SLOW\6\0 \0"), TV_TRACE_ERROR_HEADER,
    "The file is truncated: its header ends at byte 8" },
  { BYTES ("SLOW\xF6\0 \0"), TV_TRACE_ERROR_HEADER,
    "The file is truncated: its header ends at byte 8" },
  { BYTES (KEY "SLOW\0\0 \0\0\0\0\0\0\0\0\0"), TV_TRACE_ERROR_UNSUPPORTED_VERSION,
    "Unsupported trace version 0 (at byte 49)" },
  { BYTES (KEY "SLOW\xFF\xFF \0\0\0\0\0\0\0\0\0"), TV_TRACE_ERROR_UNSUPPORTED_VERSION,
    "Unsupported trace version 0xFFFF (at byte 49)" },
  { BYTES (KEY "SLOW\6\0 \0\0\0\0\0\0\0\0\0"), TV_TRACE_ERROR_UNSUPPORTED_VERSION,
    "Traces of long-running methods are not supported (version 6 at byte 49)" },
  /* A version that only the key section names. */
  { BYTES ("*version\n7\n*threads\n*methods\n*end\n"), TV_TRACE_ERROR_NO_DATA,
    "The trace has no data section" },
  { BYTES ("*version\n7\n*threads\n"), TV_TRACE_ERROR_KEY_SECTION,
    "The key section is incomplete: the file ends at byte 20 without “*end” and "
    "without data" },
};

static void
assert_refused (GBytes *bytes, const OtherFile *file, guint i)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_test_load_bytes (bytes, &error);

  ck_assert_msg (trace == NULL, "case %u was loaded", i);
  ck_assert_str_eq (error->message, file->text);
  ck_assert_msg (g_error_matches (error, TV_TRACE_ERROR, (int) file->code),
                 "case %u: code %d", i, error->code);
}

static void
assert_all_refused (const OtherFile *files, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (files[i].bytes, files[i].size);
      g_autoptr (GBytes) zipped = tv_gzip_bytes (bytes);

      assert_refused (bytes, &files[i], i);
      assert_refused (zipped, &files[i], i);
    }
}

START_TEST (other_formats_are_named)
{
  assert_all_refused (other_formats, G_N_ELEMENTS (other_formats));
}
END_TEST

START_TEST (other_versions_are_named)
{
  assert_all_refused (other_versions, G_N_ELEMENTS (other_versions));
}
END_TEST

/* The reference folder of malformed files: which are refused, which are shown with a
 * warning, and which are fine. Every one is also cut at each length. */

#define NO_WARNING TV_N_WARNING_KINDS

typedef struct
{
  const char *name;
  TvTraceError code;
} RefusedFile;

static const RefusedFile refused[] = {
  { "00-empty-file", TV_TRACE_ERROR_EMPTY },
  { "01-random-bytes", TV_TRACE_ERROR_NOT_A_TRACE },
  { "02-key-only-no-data", TV_TRACE_ERROR_NO_DATA },
  { "04-no-end-and-no-data", TV_TRACE_ERROR_KEY_SECTION },
  { "05-magic-wrong", TV_TRACE_ERROR_NO_DATA },
  { "09-header-cut-at-10-bytes", TV_TRACE_ERROR_HEADER },
  { "10-version-7", TV_TRACE_ERROR_UNSUPPORTED_VERSION },
  { "13-record-size-5", TV_TRACE_ERROR_HEADER },
  { "41-streaming-0xf7", TV_TRACE_ERROR_UNSUPPORTED_VERSION },
  { "42-packet-header-cut", TV_TRACE_ERROR_HEADER },
};

typedef struct
{
  const char *name;
  TvWarningKind kind;
  gsize n_calls;
} ShownFile;

/* Where the records alone are odd, the file still announces the four of the file that
 * it was made from. */
static const ShownFile shown[] = {
  { "03-end-missing-data-follows", TV_WARNING_KEY_NOT_TERMINATED, 2 },
  { "06-junk-between-end-and-slow", TV_WARNING_JUNK_BEFORE_DATA, 2 },
  { "07-crlf-key-section", NO_WARNING, 2 },
  { "08-utf-8-bom", NO_WARNING, 2 },
  { "11-key-v3-data-v2", TV_WARNING_VERSION_MISMATCH, 1 },
  { "12-record-size-0", TV_WARNING_RECORD_SIZE, 2 },
  { "14-record-size-10-but-dual", TV_WARNING_ONE_TIME_ONLY, 5 },
  { "15-record-size-65535", TV_WARNING_NO_EVENTS, 0 },
  { "16-offset-0", TV_WARNING_DATA_OFFSET, 2 },
  { "17-offset-past-eof", TV_WARNING_DATA_OFFSET_PAST_END, 0 },
  { "18-trailing-partial-record", TV_WARNING_PARTIAL_RECORD, 2 },
  { "19-ids-not-in-the-tables", TV_WARNING_RECORD_COUNT, 1 },
  { "20-action-3", TV_WARNING_ACTION, 2 },
  { "21-time-backwards", TV_WARNING_TIME_BACKWARDS, 1 },
  { "22-only-exits", TV_WARNING_RECORD_COUNT, 2 },
  { "23-3000-deep", TV_WARNING_RECORD_COUNT, 3000 },
  { "24-nul-bytes-in-names", NO_WARNING, 2 },
  { "25-invalid-utf-8", NO_WARNING, 2 },
  { "26-1-mb-thread-name", NO_WARNING, 2 },
  { "27-thread-name-with-newline", TV_WARNING_THREAD_NAME_JOINED, 2 },
  { "28-thread-id-text", TV_WARNING_THREAD_LINE, 2 },
  { "29-method-lines-of-1-9-fields", TV_WARNING_METHOD_FIELDS, 2 },
  { "30-duplicate-method-id", TV_WARNING_METHOD_RENAMED, 2 },
  { "31-method-id-with-action-bits", TV_WARNING_METHOD_ID_MASKED, 2 },
  { "32-unknown-clock", TV_WARNING_UNKNOWN_CLOCK, 2 },
  { "33-unknown-section", TV_WARNING_UNKNOWN_SECTION, 2 },
  { "34-num-method-calls-wrong", TV_WARNING_RECORD_COUNT, 2 },
  { "35-streaming-no-summary", TV_WARNING_NOT_FINISHED, 2 },
  { "36-streaming-unknown-special", TV_WARNING_STREAM_CODE, 2 },
  { "37-streaming-string-past-eof", TV_WARNING_STREAM_CUT, 0 },
  { "38-streaming-thread-not-announced", TV_WARNING_THREAD_NOT_ANNOUNCED, 2 },
  { "39-streaming-cut-in-record", TV_WARNING_STREAM_CUT, 2 },
  { "40-streaming-summary-length-4-gb", TV_WARNING_SUMMARY_CUT, 2 },
  { "43-packet-unknown-tag", TV_WARNING_PACKET_TYPE, 0 },
  { "44-packet-block-size-past-eof", TV_WARNING_BLOCK_CUT, 1 },
  { "45-packet-overlong-leb128", TV_WARNING_BLOCK_BROKEN, 0 },
  { "46-packet-0-size-block-with-records", TV_WARNING_BLOCK_COUNT, 0 },
  { "47-packet-block-of-unknown-thread", TV_WARNING_NOT_FINISHED, 1 },
  { "48-packet-no-summary", TV_WARNING_NOT_FINISHED, 1 },
  { "49-packet-layout-c-freq-0", TV_WARNING_NOT_FINISHED, 1 },
  { "51-packet-layout-c-frequency-1", TV_WARNING_FREQUENCY, 1 },
  { "52-packet-time-2-63", TV_WARNING_TIME_IMPOSSIBLE, 1 },
  { "50-header-only", TV_WARNING_NO_EVENTS, 0 },
  { "53-all-zero-records", TV_WARNING_RECORD_COUNT, 10 },
  { "54-0xee-fill", TV_WARNING_FILL_RECORD, 2 },
  { "55-thread-id-65535", TV_WARNING_RECORD_COUNT, 1 },
  { "56-stray-exits", TV_WARNING_STRAY_EXITS, 1 },
  { "57-version-6", TV_WARNING_NO_EVENTS, 0 },
  { "58-simpleperf", TV_WARNING_NO_EVENTS, 0 },
};

static char *
bad_path (const char *name)
{
  g_autofree char *file = g_strdup_printf ("bad/%s.trace", name);

  return tv_test_trace_path (file);
}

START_TEST (refused_files)
{

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *path = bad_path (refused[i].name);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = tv_test_load_path (path, &error);

      ck_assert_msg (trace == NULL, "%s was loaded", refused[i].name);
      ck_assert_msg (g_error_matches (error, TV_TRACE_ERROR, (int) refused[i].code),
                     "%s: code %d: %s", refused[i].name, error->code, error->message);
      ck_assert_ptr_null (strchr (error->message, '\n'));
    }
}
END_TEST

static void
assert_warned (const TvTrace *trace, const char *name, TvWarningKind kind)
{
  const TvWarnings *warnings = tv_trace_get_warnings (trace);

  if (kind == NO_WARNING)
    {
      ck_assert_msg (tv_warnings_get_n (warnings) == 0, "%s warns", name);
      return;
    }
  ck_assert_msg (tv_warnings_find (warnings, kind) != NULL, "%s does not warn", name);
  for (guint i = 0; i < tv_warnings_get_n (warnings); i++)
    {
      g_autofree char *message = tv_warning_dup_message (tv_warnings_get (warnings, i));

      ck_assert_msg (message != NULL && *message != '\0', "%s", name);
      ck_assert (g_utf8_validate (message, -1, NULL));
    }
}

START_TEST (shown_files)
{

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      g_autofree char *path = bad_path (shown[i].name);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = tv_test_load_path (path, &error);

      ck_assert_msg (trace != NULL, "%s: %s", shown[i].name,
                     error != NULL ? error->message : "");
      ck_assert_msg (tv_trace_get_n_calls (trace) == shown[i].n_calls,
                     "%s: %" G_GSIZE_FORMAT " calls", shown[i].name,
                     tv_trace_get_n_calls (trace));
      assert_warned (trace, shown[i].name, shown[i].kind);
    }
}
END_TEST

/* A thread's label is drawn in one line. */
START_TEST (label_of_a_long_name)
{
  g_autofree char *path = bad_path ("26-1-mb-thread-name");
  g_autoptr (TvTrace) trace = tv_test_load_path (path, NULL);
  g_autofree char *label = tv_trace_dup_thread_label (trace, 0);

  ck_assert_uint_eq (strlen (tv_trace_get_thread (trace, 0)->name), 1000000);
  ck_assert_int_eq (g_utf8_strlen (label, -1), 4 + 200 + 1);
  ck_assert (g_str_has_prefix (label, "[1] xxx"));
  ck_assert (g_str_has_suffix (label, "xxx…"));
}
END_TEST

START_TEST (every_bad_file_cut_at_every_length)
{
  g_autofree char *folder = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *name = NULL;
  guint n_files = 0;

  folder = tv_test_trace_path ("bad");
  dir = g_dir_open (folder, 0, NULL);
  ck_assert_ptr_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *data = NULL;
      gsize size = 0;

      ck_assert (g_file_get_contents (path, &data, &size, NULL));
      n_files++;
      for (gsize length = 0; length <= size; length += size > 1000 ? size / 40 : 1)
        {
          g_autoptr (GBytes) bytes = g_bytes_new (data, length);
          g_autoptr (GError) error = NULL;
          g_autoptr (TvTrace) trace = tv_test_load_bytes (bytes, &error);

          ck_assert_msg ((trace == NULL) == (error != NULL), "%s at %zu", name, length);
        }
    }
  ck_assert_uint_ge (n_files, 59);
}
END_TEST

/* Loads a file whose events come after so many bytes of facts. */
static TvTrace *
load_with_facts (const char *folder, gsize n, const char *events, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "late.json", NULL);
  g_autofree char *facts = g_strnfill (n, 'x');
  g_autofree char *text
      = g_strdup_printf ("{\"metadata\":{\"a\":\"%s\"},\"%s\":[{\"ph\":\"X\","
                         "\"name\":\"a\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1}]}",
                         facts, events);

  ck_assert (g_file_set_contents (path, text, -1, NULL));
  return tv_test_load_path (path, error);
}

#define MIB (1024 * 1024)

/* What a JSON text is may not be seen in the first 64 KiB, but in the first 8 MiB; and
 * texts of 32 MiB are read in windows. */
START_TEST (facts_before_events)
{
  static const struct
  {
    gsize n_facts;
    const char *events;
    gboolean is_trace;
  } cases[] = {
    { 100000, "traceEvents", TRUE }, { 7 * MIB, "traceEvents", TRUE },
    { 9 * MIB, "others", FALSE },    { 33 * MIB, "traceEvents", FALSE },
    { 100000, "others", FALSE },
  };
  char *folder = tv_test_folder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace
          = load_with_facts (folder, cases[i].n_facts, cases[i].events, &error);

      ck_assert_msg ((trace != NULL) == cases[i].is_trace, "case %u", i);
      if (trace != NULL)
        ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
      else
        ck_assert_str_eq (error->message, "This is JSON text of no known format");
    }
  tv_test_folder_remove (folder);
}
END_TEST

static void
keep_most (goffset done, goffset total, gpointer data)
{
  goffset *most = data;

  *most = MAX (*most, done);
}

/* A text of 20 MiB is not read to its end to say that it is no trace. */
START_TEST (little_is_read_of_other_json)
{
  char *folder = tv_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "big.json", NULL);
  g_autofree char *text = g_strnfill (20 * MIB, ' ');
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  goffset most = 0;

  memcpy (text, "[7,", 3);
  ck_assert (g_file_set_contents (path, text, 20 * MIB, NULL));
  ck_assert_ptr_null (tv_trace_load (file, 0, NULL, keep_most, &most, NULL, &error));
  ck_assert_int_ge (most, 8 * MIB);
  ck_assert_int_le (most, 10 * MIB);
  tv_test_folder_remove (folder);
}
END_TEST

START_TEST (text_behind_an_empty_list)
{
  static const char *const texts[] = { "[]\nfoo", "{\"traceEvents\":[]}\n{}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (texts[i], strlen (texts[i]));
      g_autoptr (TvTrace) trace = tv_test_load_bytes (bytes, NULL);

      ck_assert_ptr_nonnull (trace);
      assert_warned (trace, texts[i], TV_WARNING_TEXT_BEHIND);
    }
}
END_TEST

static void
assert_cut (const GString *file, gsize at)
{
  g_autoptr (GBytes) bytes = g_bytes_new (file->str, file->len);
  g_autoptr (TvTrace) trace = tv_test_load_bytes (bytes, NULL);
  const TvWarning *warning
      = tv_warnings_find (tv_trace_get_warnings (trace), TV_WARNING_EVENTS_CUT);

  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
  ck_assert_uint_eq (warning != NULL ? warning->at : 0, at);
}

/* Wherever pieces end, a list may lack its end; one that goes on is damaged or cut. */
START_TEST (json_lists_without_an_end)
{
  static const char *const more[] = { ",{\"ph\":\"X\"}]", "\0", "]x" };

  for (gsize length = 256 * 1024 - 3; length < 256 * 1024 + 3; length++)
    {
      g_autoptr (GString) file
          = g_string_new ("[{\"ph\":\"X\",\"name\":\"a\",\"ts\":0,\"dur\":1}");

      while (file->len < length)
        g_string_append_c (file, ' ');
      g_string_append (file, ",]");
      assert_cut (file, 0);
      for (guint i = 0; i < G_N_ELEMENTS (more); i++)
        {
          g_string_truncate (file, length + 2);
          g_string_append_len (file, more[i], (gssize) MAX (strlen (more[i]), 1));
          assert_cut (file, length + 1);
        }
      g_string_truncate (file, length + 1);
      assert_cut (g_string_append (file, "\"a"), length + 3);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
