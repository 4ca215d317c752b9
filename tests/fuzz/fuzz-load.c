/* SPDX-License-Identifier: Apache-2.0 */

/* A libFuzzer harness: any bytes must load into a sound trace or fail with an error.
 *
 *   CC=clang meson setup build-fuzz -Dfuzz=true -Db_lundef=false \
 *     -Db_sanitize=address,undefined
 *   build-fuzz/tests/fuzz/fuzz-load -max_len=65536 CORPUS ../shared/traces/gen
 */

#include "analysis/profile.h"
#include "trace/trace-loader.h"

#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static GFile *
write_to_memory (int fd, const guint8 *data, gsize size)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);

  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  return g_file_new_for_path (path);
}

/* Reads everything that a trace says, and checks what must hold whatever the file was.
 */
static void
check_trace (TvTrace *trace)
{
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      TvCalls calls = tv_trace_get_calls (trace, thread);

      for (gsize i = 0; i < calls.n; i++)
        {
          g_assert (calls.method[i] < tv_trace_get_n_methods (trace));
          g_assert (calls.parent[i] == TV_CALL_NONE || calls.parent[i] < i);
          g_assert (tv_times_get (&calls.axis_start, i)
                    <= tv_times_get (&calls.axis_end, i));
        }
    }
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
  int fd = memfd_create ("trace", MFD_CLOEXEC);
  g_autoptr (GFile) file = write_to_memory (fd, data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_trace_load (file, NULL, NULL, NULL, &error);

  g_assert ((trace == NULL) == (error != NULL));
  if (trace != NULL)
    {
      g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);

      g_assert (profile != NULL);
      check_trace (trace);
    }
  close (fd);
  return 0;
}
