/* SPDX-License-Identifier: Apache-2.0 */

/* Formats that are only recognised: one sentence says what a file is. */

#include "config.h"

#include "trace/formats/trace-reader.h"

#include <glib/gi18n-lib.h>

#define LEGACY_PPROF                                                                   \
  N_ ("This is a profile of an old version of pprof: “pprof -proto FILE” converts it")

#define PERF_DATA                                                                      \
  N_ ("This is a perf.data file: “simpleperf report-sample --protobuf "              \
      "--show-callchain -i FILE -o OUT” and “perf script -i FILE” convert it")

#define V8_HEAP N_ ("This is a V8 heap profile, which cannot be read")

static guint64
read_word (const guint8 *data, guint size, gboolean is_big)
{
  guint64 word = 0;

  for (guint i = 0; i < size; i++)
    word = word << 8 | data[is_big ? i : size - 1 - i];
  return word;
}

/* Five words of the machine: 0, 3, 0, or 1 for Java, a period, 0. */
static gboolean
is_legacy_cpu (GBytes *start)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (start, &size);

  for (guint i = 0; i < 4; i++)
    {
      const guint word = i < 2 ? 4 : 8;
      const gboolean is_big = i % 2 == 1;

      if (size >= 5 * word && read_word (data, word, is_big) == 0
          && read_word (data + word, word, is_big) == 3
          && read_word (data + 2 * word, word, is_big) <= 1
          && read_word (data + 3 * word, word, is_big) > 0
          && read_word (data + 4 * word, word, is_big) == 0)
        return TRUE;
    }
  return FALSE;
}

#define MAGIC(literal) .magic = literal, .magic_length = sizeof literal - 1

/* The first one that fits counts. */
static const TvTraceReader others[] = {
  { MAGIC ("PERFILE2"), .sentence = PERF_DATA },
  { MAGIC ("2ELIFREP"), .sentence = PERF_DATA },
  /* Before Linux 2.6.32. */
  { MAGIC ("PERFFILE"), .sentence = N_ ("This is a perf.data file of a kernel before "
                                        "Linux 2.6.32, which cannot be read") },
  { MAGIC ("FLR\0"),
    .sentence = N_ ("This is a JDK Flight Recorder (JFR) recording, which cannot be "
                    "read") },
  { MAGIC ("JAVA PROFILE "),
    .sentence = N_ ("This is an hprof heap dump or profile, not a trace") },
  { MAGIC ("\x17\x08\x44tracing"),
    .sentence = N_ ("This is a trace-cmd file, which cannot be read") },
  { .pattern = "heap profile: +[0-9]|--- (?:contention|heapz|threadz|growth)"
               "|goroutine profile: ",
    .sentence = LEGACY_PPROF },
  { .probe = is_legacy_cpu, .sentence = LEGACY_PPROF },
  { MAGIC ("\x10\0\4FxT\x16\0"),
    .sentence = N_ ("This is a Fuchsia trace, which cannot be read") },
  { MAGIC ("\x7f"
           "ELF"),
    .sentence = N_ ("This is a program or a library (ELF), not a trace") },
  { MAGIC ("SQLite format 3\0"),
    .sentence = N_ ("This is an SQLite database, not a trace") },
  { .pattern = "dex\n|oat\n",
    .sentence = N_ ("This is Android code (DEX or OAT), not a trace") },
  { .pattern = "v8-version,",
    .sentence = N_ ("This is a log of V8: “node --cpu-prof” writes a profile that can "
                    "be read") },
  { .pattern = "----- pid \\d+ at ",
    .sentence
    = N_ ("These are the stacks of an app that did not respond, not a trace") },
  { .pattern = "=+\\s+== dumpstate:",
    .sentence = N_ ("This is the text of a bug report: open its archive instead, which "
                    "may have a trace") },
  { .pattern = "9,0,i,vers,",
    .sentence = N_ ("These are Android battery statistics, not a trace") },
  { .pattern = "\\{\\s*\"snapshot\"\\s*:", .sentence = V8_HEAP },
  { .pattern = "(?s:\\{\\s*\"head\"\\s*:.*?\"selfSize\"\\s*:)", .sentence = V8_HEAP },
  { .pattern = "(?s:\\{.{0,200}\"recording\"\\s*:)",
    .sentence = N_ ("This is a Safari recording, which cannot be read") },
  { .pattern = "(?s:\\{\\s*\"(?:version|mode)\"\\s*:.*?\"(?:mode|interval)\"\\s*:"
               ".*?\"(?:frames|samples)\"\\s*:)",
    .sentence = N_ ("This is a stackprof profile, which cannot be read") },
  { .pattern = "\\{\\s*\"resource(?:Spans|Profiles)\"\\s*:",
    .sentence = N_ ("This is OpenTelemetry data, which cannot be read") },
  /* What it is may come late: facts, for instance, can precede the events. */
  { .pattern = "[{[]",
    .layout = TV_LAYOUT_UNCLEAR,
    .sentence = N_ ("This is JSON text of no known format") },
  { .pattern = "(?i:<!doctype html|<html)",
    .sentence = N_ ("This is a web page, not a trace") },
  { .pattern = "# callgrind format"
               "|(?:(?:version|creator|pid|cmd|part|thread|desc|positions): "
               "?.*\\s+){0,20}+events: ",
    .sentence = N_ ("This is a callgrind profile, which cannot be read") },
};

const TvTraceReader *
tv_other_format_find (GBytes *start)
{
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (tv_trace_reader_fits (&others[i], start))
      return &others[i];
  return NULL;
}
