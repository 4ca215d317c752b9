/* SPDX-License-Identifier: Apache-2.0 */

/* Files that are no method trace, or of a version that is not read: one sentence says
 * what they are. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"

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
  { BYTES ("SIMPLEPERF\1\0\0\0\0\0"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a simpleperf profile, not a method trace" },
  { BYTES ("PERFILE2\150\0\0\0\0\0\0\0"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a perf.data file, not a method trace" },
  { BYTES ("PK\3\4\24\0\0\0\10\0"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a zip archive, not a method trace" },
  { BYTES ("PK\5\6\0\0\0\0"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is a zip archive, not a method trace" },
  /* Two packets, of 3 and 200 bytes' announced length; one alone; and a cut one. */
  { BYTES ("\n\3\20\1\30\n\310\1\20"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This looks like a Perfetto trace, not a method trace" },
  { BYTES ("\n\3\20\1\30"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This looks like a Perfetto trace, not a method trace" },
  { BYTES ("\n\5\20\1\30"), TV_TRACE_ERROR_NOT_A_TRACE,
    "This is not an Android method trace" },
  { BYTES ("{\"traceEvents\":[]}"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is JSON text, not a method trace" },
  { BYTES ("\xEF\xBB\xBF\n [{\"ph\":\"B\"}]"), TV_TRACE_ERROR_OTHER_FORMAT,
    "This is JSON text, not a method trace" },
  { BYTES ("\nA text of some lines\nthat says nothing of traces\n"),
    TV_TRACE_ERROR_NOT_A_TRACE, "This is not an Android method trace" },
  { BYTES ("S"), TV_TRACE_ERROR_NOT_A_TRACE, "This is not an Android method trace" },
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
  { BYTES ("SLOW\6\0 \0"), TV_TRACE_ERROR_UNSUPPORTED_VERSION,
    "Traces of long-running methods are not supported (version 6 at byte 4)" },
  { BYTES ("SLOW\xF6\0 \0"), TV_TRACE_ERROR_UNSUPPORTED_VERSION,
    "Traces of long-running methods are not supported (version 0xF6 at byte 4)" },
  { BYTES (KEY "SLOW\0\0 \0\0\0\0\0\0\0\0\0"), TV_TRACE_ERROR_UNSUPPORTED_VERSION,
    "Unsupported trace version 0 (at byte 49)" },
  { BYTES (KEY "SLOW\xFF\xFF \0\0\0\0\0\0\0\0\0"), TV_TRACE_ERROR_UNSUPPORTED_VERSION,
    "Unsupported trace version 0xFFFF (at byte 49)" },
  { BYTES (KEY "SLOW\6\0 \0\0\0\0\0\0\0\0\0"), TV_TRACE_ERROR_UNSUPPORTED_VERSION,
    "Traces of long-running methods are not supported (version 6 at byte 49)" },
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

START_TEST (a_real_simpleperf_profile)
{
  g_autofree char *path = tv_test_trace_path ("real/simpleperf-cpu-clock.trace");
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  if (!tv_test_has_trace ("real/simpleperf-cpu-clock.trace"))
    return;
  trace = tv_test_load_path (path, &error);
  ck_assert_ptr_null (trace);
  ck_assert_str_eq (error->message, "This is a simpleperf profile, not a method trace");
}
END_TEST

/**
 * main:
 *
 * Returns: 0 if all tests passed
 */
int
main (void)
{
  const TTest *const tests[] = { other_formats_are_named, other_versions_are_named,
                                 a_real_simpleperf_profile };

  return tv_test_run ("other-formats", tests, G_N_ELEMENTS (tests));
}
