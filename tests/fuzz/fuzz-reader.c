/* SPDX-License-Identifier: Apache-2.0 */

/* The reader of one format: whatever the bytes are, they get the beginning that leads
 * to it. Compiled once a format, with FORMAT as one of those below. */

#include "fuzzing.h"
#include "trace/formats/trace-loader.h"

#include <string.h>

#define KEY "*version\n3\nclock=dual\n*threads\n1\tmain\n*methods\n*end\n"

typedef struct
{
  const char *beginning; /* of what does not begin so already */
  gsize length;
  gsize magic_length;   /* how much of it tells */
  const char *versions; /* one of which the fifth byte is to be; empty for any */
} Format;

G_GNUC_UNUSED static const Format classic = { KEY "SLOW", sizeof KEY + 3, 8, "" };
G_GNUC_UNUSED static const Format streaming = { "SLOW\xF3\0", 6, 4, "\xF1\xF2\xF3" };
G_GNUC_UNUSED static const Format packets = { "SLOW\x05\0", 6, 4, "\x04\x05\xF4\xF5" };
/* Whatever the magic is. */
G_GNUC_UNUSED static const Format archive = { "PK\3\4", 4, 0, "" };
G_GNUC_UNUSED static const Format gzip = { "\x1F\x8B\x08\0\0\0\0\0\0\x03", 10, 3, "" };

G_GNUC_UNUSED static const Format chrome = { "[{\"ph\":", 7, 1, "" };
G_GNUC_UNUSED static const Format perfetto = { "\n\0", 2, 1, "" };
G_GNUC_UNUSED static const Format ftrace = { "# tracer: nop\n", 14, 1, "" };
G_GNUC_UNUSED static const Format simpleperf = { "SIMPLEPERF\1\0", 12, 12, "" };
G_GNUC_UNUSED static const Format pprof = { "\n\4\x08\1\x10\1\x12\0", 8, 1, "" };
G_GNUC_UNUSED static const Format perf_script
    = { "a 1 [000] 1.000000: 1 b: \n\t1 c (d)\n\n", 36, 36, "" };
G_GNUC_UNUSED static const Format collapsed = { "a;b 1\na;c 2\na;d 3\n", 18, 18, "" };
G_GNUC_UNUSED static const Format speedscope
    = { "{\"$schema\":\"speedscope\",", 24, 10, "" };
G_GNUC_UNUSED static const Format cpuprofile
    = { "{\"nodes\":[{\"id\":1,\"callFrame\":{}},", 34, 8, "" };
G_GNUC_UNUSED static const Format firefox
    = { "{\"meta\":{\"interval\":1,\"preprocessedProfileVersion\":1},", 54, 7, "" };

static const Format *const format = &FORMAT;

static GBytes *
lead_there (const guint8 *data, gsize size)
{
  gboolean leads = size > format->length
                   && memcmp (data, format->beginning, format->magic_length) == 0;
  gsize added = leads ? 0 : format->length;
  guint8 *all = g_malloc (added + size);
  guint n_versions = (guint) strlen (format->versions);

  memcpy (all, format->beginning, added);
  if (size > 0)
    memcpy (all + added, data, size);
  if (n_versions > 0)
    {
      if (memchr (format->versions, all[4], n_versions) == NULL)
        all[4] = (guint8) format->versions[all[4] % n_versions];
      all[5] = 0;
    }
  return g_bytes_new_take (all, added + size);
}

/**
 * LLVMFuzzerTestOneInput:
 * @data: the bytes of a would-be trace
 * @size: how many
 *
 * Returns: 0, as libFuzzer wants it
 */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = lead_there (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_trace_load_bytes (bytes, NULL, &error);

  tv_fuzz_check (trace, error);
  tv_fuzz_check_parts (bytes, trace, error);
  return 0;
}
