/* SPDX-License-Identifier: Apache-2.0 */

/* The whole load: any bytes of a file. */

#include "fuzzing.h"
#include "trace/formats/trace-loader.h"

#include <sys/mman.h>
#include <unistd.h>

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
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  trace = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, &error);
  tv_fuzz_check (trace, error);
  close (fd);
  return 0;
}
