/* SPDX-License-Identifier: Apache-2.0 */

/* Which files are taken for mappings when they are dropped on the window. */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "trace/mapping/name-mapping.h"

#include <glib/gstdio.h>

static gboolean
looks_like_mapping (const char *name, const char *bytes, gssize n)
{
  g_autofree char *folder = tv_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  gboolean answer;

  ck_assert (g_file_set_contents (path, bytes, n, NULL));
  answer = tv_file_looks_like_mapping (file, NULL);
  tv_test_folder_remove (g_steal_pointer (&folder));
  return answer;
}

#define A_CLASS "com.example.Main -> a.b:\n    int count -> a\n"

START_TEST (mappings_are_known_by_their_first_class)
{
  ck_assert (looks_like_mapping ("mapping.txt", A_CLASS, -1));
  ck_assert (looks_like_mapping ("names", A_CLASS, -1));
  ck_assert (looks_like_mapping ("names", "# compiler: R8\r\n\r\n" A_CLASS, -1));
  ck_assert (looks_like_mapping ("names", "\xEF\xBB\xBF" A_CLASS, -1));
  ck_assert (looks_like_mapping ("names", "com.example.Main -> a.b:", -1));
}
END_TEST

START_TEST (other_files_are_not)
{
  ck_assert (!looks_like_mapping ("app.trace", A_CLASS, -1));
  ck_assert (!looks_like_mapping ("app.trace.gz", A_CLASS, -1));
  ck_assert (!looks_like_mapping ("app.key", A_CLASS, -1));
  ck_assert (!looks_like_mapping ("mapping.txt", "", -1));
  ck_assert (!looks_like_mapping ("mapping.txt", "# only a comment\n", -1));
  /* The class must come first. */
  ck_assert (!looks_like_mapping ("mapping.txt", "    int count -> a\n" A_CLASS, -1));
  ck_assert (!looks_like_mapping ("mapping.txt", "Dear all,\n" A_CLASS, -1));
  ck_assert (
      !looks_like_mapping ("app", "*version\n3\ndata-file-overflow=false\n", -1));
  ck_assert (!looks_like_mapping ("app", "SLOW\2\0\0\0", 8));
  ck_assert (!looks_like_mapping ("app", A_CLASS "\0", sizeof A_CLASS));
}
END_TEST

START_TEST (a_zipped_mapping_is_unzipped)
{
  g_autoptr (GConverter) gzip
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9));
  char zipped[1024];
  gsize n_read;
  gsize n_written;

  ck_assert_int_eq (g_converter_convert (gzip, A_CLASS, sizeof A_CLASS - 1, zipped,
                                         sizeof zipped, G_CONVERTER_INPUT_AT_END,
                                         &n_read, &n_written, NULL),
                    G_CONVERTER_FINISHED);
  ck_assert (looks_like_mapping ("mapping.txt.gz", zipped, (gssize) n_written));
  /* Cut within its head. */
  ck_assert (!looks_like_mapping ("mapping.txt.gz", zipped, 5));
}
END_TEST

START_TEST (what_is_not_there_is_no_mapping)
{
  g_autofree char *folder = tv_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "mapping.txt", NULL);
  g_autoptr (GFile) missing = g_file_new_for_path (path);
  g_autoptr (GFile) directory = g_file_new_for_path (folder);

  ck_assert (!tv_file_looks_like_mapping (missing, NULL));
  ck_assert (!tv_file_looks_like_mapping (directory, NULL));
  tv_test_folder_remove (g_steal_pointer (&folder));
}
END_TEST

/* A class that stands behind more than is read is not looked for. */
START_TEST (only_the_beginning_is_read)
{
  g_autoptr (GString) text = g_string_new (NULL);

  while (text->len < 30000)
    g_string_append (text, "# a licence, and more of it\n");
  g_string_append (text, A_CLASS);
  ck_assert (looks_like_mapping ("mapping.txt", text->str, -1));
  while (text->len < 200000)
    g_string_prepend (text, "# a licence, and more of it\n");
  ck_assert (!looks_like_mapping ("mapping.txt", text->str, -1));
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
  const TTest *const tests[] = {
    mappings_are_known_by_their_first_class,
    other_files_are_not,
    a_zipped_mapping_is_unzipped,
    what_is_not_there_is_no_mapping,
    only_the_beginning_is_read,
  };

  return tv_test_run ("mapping-probe", tests, G_N_ELEMENTS (tests));
}
