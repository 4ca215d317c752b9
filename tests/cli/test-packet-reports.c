/* SPDX-License-Identifier: Apache-2.0 */

/* tracedump says the same of a trace of packets as of its classic twin, but for what
 * the file itself is. */

#include "support/packet-writer.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "tracedump-run.h"

#include <glib/gstdio.h>
#include <string.h>

static const TvRandomTrace spec = { .seed = 11,
                                    .n_events = 600,
                                    .n_threads = 3,
                                    .n_methods = 25,
                                    .max_depth = 9,
                                    .recursion_percent = 15,
                                    .wait_percent = 10,
                                    .unwind_percent = 3 };

static void
add_event (const TvWriterEvent *event, gpointer user_data)
{
  tv_packet_writer_event (user_data, event);
}

static void
write_packets (TvTraceWriter *tables, const TvPacketForm *form, const char *path)
{
  g_autoptr (TvPacketWriter) writer = tv_packet_writer_new (tables, form);
  g_autoptr (GError) error = NULL;
  gboolean ok = tv_packet_writer_begin_file (writer, path, &error);

  ck_assert_msg (ok, "%s", error != NULL ? error->message : "");
  tv_random_trace_run (&spec, add_event, writer);
  tv_packet_writer_flush (writer);
  tv_packet_writer_add_names (writer);
  tv_packet_writer_add_summary (writer);
  ok = tv_packet_writer_end_file (writer, &error);
  ck_assert_msg (ok, "%s", error != NULL ? error->message : "");
}

/* A folder with the same trace as "classic", "b" and "c". */
static char *
make_folder (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  char *folder = g_dir_make_tmp ("tracedump-test-XXXXXX", NULL);
  g_autofree char *classic = g_build_filename (folder, "classic", NULL);
  g_autofree char *b = g_build_filename (folder, "b", NULL);
  g_autofree char *c = g_build_filename (folder, "c", NULL);

  tv_random_trace_add_tables (&spec, writer);
  write_packets (writer,
                 &(TvPacketForm){ .layout = TV_WRITER_LAYOUT_B,
                                  .flush_records = 60,
                                  .block_records = 25 },
                 b);
  write_packets (writer,
                 &(TvPacketForm){ .layout = TV_WRITER_LAYOUT_C,
                                  .streamed = TRUE,
                                  .frequency = 1000000,
                                  .flush_records = 40 },
                 c);
  tv_random_trace_write (&spec, writer);
  ck_assert (tv_trace_writer_save (writer, classic, NULL));
  return folder;
}

static void
remove_folder (char *folder)
{
  static const char *const names[] = { "classic", "b", "c" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

START_TEST (methods_and_threads_are_the_same)
{
  static const char *const commands[] = { "methods", "threads" };
  char *folder = make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const char *format = "--format=tsv";
      g_auto (TvRun) classic
          = tv_run_tracedump (folder, commands[i], format, "classic", NULL);
      g_auto (TvRun) b = tv_run_tracedump (folder, commands[i], format, "b", NULL);
      g_auto (TvRun) c = tv_run_tracedump (folder, commands[i], format, "c", NULL);

      ck_assert_int_eq (classic.status, 0);
      ck_assert_str_ne (classic.out, "");
      ck_assert_str_eq (b.out, classic.out);
      ck_assert_str_eq (b.err, "");
      ck_assert_str_eq (c.out, classic.out);
      ck_assert_str_eq (c.err, "");
    }
  remove_folder (folder);
}
END_TEST

/* Records of packets have no common size. */
START_TEST (info_tells_the_format)
{
  char *folder = make_folder ();
  g_auto (TvRun) classic
      = tv_run_tracedump (folder, "info", "--format=tsv", "classic", NULL);
  g_auto (TvRun) b = tv_run_tracedump (folder, "info", "--format=tsv", "b", NULL);
  g_auto (TvRun) c = tv_run_tracedump (folder, "info", "--format=tsv", "c", NULL);

  ck_assert_ptr_nonnull (strstr (classic.out, "\nrecord_size\t14\n"));
  ck_assert_ptr_nonnull (strstr (b.out, "\nformat\tpackets\nversion\t5\n"));
  ck_assert_ptr_null (strstr (b.out, "record_size"));
  ck_assert_ptr_nonnull (strstr (b.out, "\nrecords\t600\n"));
  ck_assert_ptr_nonnull (strstr (c.out, "\nformat\tpackets\nversion\t245\n"));
  ck_assert_ptr_null (strstr (c.out, "record_size"));
  ck_assert_ptr_nonnull (strstr (c.out, "\nrecords\t600\n"));
  remove_folder (folder);
}
END_TEST

TV_TESTS (NULL, NULL)
