/* SPDX-License-Identifier: Apache-2.0 */

/* Loading samples of several formats: the same stacks in each. */

#include "bench/bench-options.h"
#include "bench/bench-table.h"
#include "trace/formats/trace-loader.h"
#include "trace/model/trace-samples.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A sample for so many records of the other benchmarks. */
#define EVENTS_PER_SAMPLE 10

#define N_METHODS 10000
#define N_THREADS 16
#define MAX_DEPTH 40
#define INTERVAL_NS 250000
#define EDITION 1

#define MEGA 1e6

/* The bytes of a sample: its time, its weight and its leaf. */
#define SAMPLE_SIZE (2 * sizeof (gint64) + sizeof (guint32))

typedef struct
{
  GRand *random;
  FILE *file;
  GString *text; /* a message, or a line */
  GString *inner;
  guint32 stack[MAX_DEPTH];
  guint depth;
} Maker;

/* Protobuf */

static void
put_number (GString *text, guint64 number)
{
  for (; number >= 0x80; number >>= 7)
    g_string_append_c (text, (char) (number | 0x80));
  g_string_append_c (text, (char) number);
}

static void
put_field (GString *text, guint field, guint64 number)
{
  put_number (text, field << 3);
  put_number (text, number);
}

static void
put_bytes (GString *text, guint field, const char *bytes, gsize length)
{
  put_number (text, field << 3 | 2);
  put_number (text, length);
  g_string_append_len (text, bytes, (gssize) length);
}

static void
put_text (GString *text, guint field, const char *bytes)
{
  put_bytes (text, field, bytes, strlen (bytes));
}

/* Stacks */

/* Leaves some calls and enters others: most samples share their outer frames. A method
 * calls eight others. */
static void
walk_on (Maker *maker)
{
  const guint left = (guint) g_rand_int_range (maker->random, 0, 7);
  const guint kept = maker->depth - MIN (maker->depth, left);
  const guint depth = (guint) g_rand_int_range (maker->random, 12, MAX_DEPTH);

  maker->depth = MAX (kept, depth);
  for (guint i = kept; i < maker->depth; i++)
    {
      const guint32 caller = i > 0 ? maker->stack[i - 1] : 0;
      const guint32 callee = (guint32) g_rand_int_range (maker->random, 1, 9);

      maker->stack[i] = (caller * 31 + callee * 1009) % N_METHODS;
    }
}

static void
write_text (Maker *maker)
{
  fwrite (maker->text->str, 1, maker->text->len, maker->file);
  g_string_truncate (maker->text, 0);
}

/* simpleperf */

static void
write_record (Maker *maker, guint field)
{
  GString *record = g_string_new (NULL);
  guint32 size;

  put_bytes (record, field, maker->text->str, maker->text->len);
  size = GUINT32_TO_LE ((guint32) record->len);
  fwrite (&size, 1, sizeof size, maker->file);
  fwrite (record->str, 1, record->len, maker->file);
  g_string_truncate (maker->text, 0);
  g_string_free (record, TRUE);
}

static void
write_simpleperf (Maker *maker, gint64 n)
{
  static const guint32 end;

  fwrite ("SIMPLEPERF\1", 1, 12, maker->file);
  put_text (maker->text, 1, "cpu-clock");
  write_record (maker, 5);
  for (gint64 i = 0; i < n; i++)
    {
      walk_on (maker);
      put_field (maker->text, 1, (guint64) (i + 1) * INTERVAL_NS);
      put_field (maker->text, 2, 1 + (guint64) i / 100 % N_THREADS);
      for (guint frame = maker->depth; frame-- > 0;)
        {
          g_string_truncate (maker->inner, 0);
          put_field (maker->inner, 1, 16 * maker->stack[frame]);
          put_field (maker->inner, 2, 0);
          put_field (maker->inner, 3, maker->stack[frame]);
          put_bytes (maker->text, 3, maker->inner->str, maker->inner->len);
        }
      put_field (maker->text, 4, INTERVAL_NS);
      put_field (maker->text, 5, 0);
      write_record (maker, 1);
    }
  put_field (maker->text, 1, 0);
  put_text (maker->text, 2, "/lib/libapp.so");
  for (guint i = 0; i < N_METHODS; i++)
    {
      g_autofree char *name = g_strdup_printf ("app::Class%u::method%u", i / 10, i);

      put_text (maker->text, 3, name);
    }
  write_record (maker, 3);
  fwrite (&end, 1, sizeof end, maker->file);
}

/* pprof */

static void
write_part (Maker *maker, guint field)
{
  g_string_truncate (maker->inner, 0);
  put_bytes (maker->inner, field, maker->text->str, maker->text->len);
  fwrite (maker->inner->str, 1, maker->inner->len, maker->file);
  g_string_truncate (maker->text, 0);
}

static void
write_pprof (Maker *maker, gint64 n)
{
  put_field (maker->text, 1, 1);
  put_field (maker->text, 2, 2);
  write_part (maker, 1);
  for (gint64 i = 0; i < n; i++)
    {
      walk_on (maker);
      g_string_truncate (maker->inner, 0);
      for (guint frame = maker->depth; frame-- > 0;)
        put_number (maker->inner, maker->stack[frame] + 1);
      put_bytes (maker->text, 1, maker->inner->str, maker->inner->len);
      put_field (maker->text, 2, INTERVAL_NS);
      write_part (maker, 2);
    }
  for (guint i = 0; i < N_METHODS; i++)
    {
      put_field (maker->text, 1, i + 1);
      g_string_truncate (maker->inner, 0);
      put_field (maker->inner, 1, i + 1);
      put_bytes (maker->text, 4, maker->inner->str, maker->inner->len);
      write_part (maker, 4);
      put_field (maker->text, 1, i + 1);
      put_field (maker->text, 2, i + 3);
      write_part (maker, 5);
    }
  put_text (maker->text, 6, "");
  put_text (maker->text, 6, "cpu");
  put_text (maker->text, 6, "nanoseconds");
  for (guint i = 0; i < N_METHODS; i++)
    {
      g_autofree char *name = g_strdup_printf ("app.Class%u.method%u", i / 10, i);

      put_text (maker->text, 6, name);
    }
  write_text (maker);
}

/* JSON and text */

static void
write_speedscope (Maker *maker, gint64 n)
{
  fputs ("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
         "\"shared\":{\"frames\":[",
         maker->file);
  for (guint i = 0; i < N_METHODS; i++)
    fprintf (maker->file, "%s{\"name\":\"app.Class%u.method%u\"}", i > 0 ? "," : "",
             i / 10, i);
  fputs ("]},\"profiles\":[{\"type\":\"sampled\",\"name\":\"main\",\"unit\":"
         "\"microseconds\",\"startValue\":0,\"endValue\":1,\"samples\":[",
         maker->file);
  for (gint64 i = 0; i < n; i++)
    {
      walk_on (maker);
      g_string_append (maker->text, i > 0 ? ",\n[" : "[");
      for (guint frame = 0; frame < maker->depth; frame++)
        g_string_append_printf (maker->text, frame > 0 ? ",%u" : "%u",
                                maker->stack[frame]);
      g_string_append_c (maker->text, ']');
      write_text (maker);
    }
  fputs ("],\"weights\":[", maker->file);
  for (gint64 i = 0; i < n; i++)
    fputs (i > 0 ? ",250" : "250", maker->file);
  fputs ("]}]}", maker->file);
}

static void
write_collapsed (Maker *maker, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    {
      walk_on (maker);
      for (guint frame = 0; frame < maker->depth; frame++)
        g_string_append_printf (maker->text, "%sapp.Class%u.method%u",
                                frame > 0 ? ";" : "", maker->stack[frame] / 10,
                                maker->stack[frame]);
      g_string_append (maker->text, " 250\n");
      write_text (maker);
    }
}

static const struct
{
  const char *name;
  void (*write) (Maker *maker, gint64 n);
} formats[] = {
  { "simpleperf", write_simpleperf },
  { "pprof", write_pprof },
  { "speedscope", write_speedscope },
  { "collapsed", write_collapsed },
};

/* Makes a file unless it is there from another time, and reads it once, so that the
 * disk is not measured. */
static char *
make_file (const TvBenchOptions *options, guint format, gint64 n, gsize *size)
{
  g_autofree char *name = g_strdup_printf ("samples-%" G_GINT64_FORMAT "-%d.%s", n,
                                           EDITION, formats[format].name);
  g_autofree char *path = g_build_filename (options->directory, name, NULL);
  g_autofree char *unfinished = g_strconcat (path, ".part", NULL);
  g_autofree char *bytes = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      Maker maker = { .random = g_rand_new_with_seed (1),
                      .text = g_string_new (NULL),
                      .inner = g_string_new (NULL) };
      gboolean ok;

      g_mkdir_with_parents (options->directory, 0755);
      maker.file = g_fopen (unfinished, "wb");
      if (maker.file != NULL)
        formats[format].write (&maker, n);
      ok = maker.file != NULL && ferror (maker.file) == 0;
      ok = maker.file != NULL && fclose (maker.file) == 0 && ok;
      g_rand_free (maker.random);
      g_string_free (maker.text, TRUE);
      g_string_free (maker.inner, TRUE);
      if (!ok || g_rename (unfinished, path) != 0)
        return NULL;
    }
  return g_file_get_contents (path, &bytes, size, NULL) ? g_steal_pointer (&path)
                                                        : NULL;
}

static gboolean
measure_load (gpointer path, TvMeasure *measure, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  double start = tv_measure_now ();
  g_autoptr (TvTrace) trace = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, error);

  if (trace == NULL)
    return FALSE;
  measure->seconds = tv_measure_now () - start;
  measure->kept = (gint64) tv_trace_get_memory_size (trace);
  measure->n_calls = tv_trace_get_n_calls (trace);
  return TRUE;
}

static gboolean
run_format (const TvBenchOptions *options, guint format, GError **error)
{
  const gint64 n = MAX (options->n_events / EVENTS_PER_SAMPLE, 1);
  const TvBenchTable table = { n, NULL };
  g_autoptr (TvTimings) load = tv_timings_new ();
  gsize size = 0;
  g_autofree char *path = make_file (options, format, n, &size);
  g_autofree char *title = NULL;

  if (path == NULL)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: cannot be made",
                   formats[format].name);
      return FALSE;
    }
  for (int i = 0; i < options->n_runs; i++)
    {
      TvMeasure measure;

      if (!tv_measure_in_child (measure_load, path, &measure, 1, error))
        return FALSE;
      tv_timings_add (load, &measure);
    }
  title = g_strdup_printf ("%s, %.0f MB of samples", formats[format].name,
                           (double) size / MEGA);
  tv_bench_table_head (&table, title);
  tv_bench_table_small_row ("load", load);
  g_print (
      "%.0f MB a second; %.2f runs a sample; %.1f bytes a run beside %u a sample\n",
      (double) size / MEGA / tv_timings_get_median (load),
      (double) load->n_calls / (double) n,
      ((double) load->kept - (double) n * SAMPLE_SIZE)
          / (double) MAX (load->n_calls, 1),
      (guint) SAMPLE_SIZE);
  return TRUE;
}

/**
 * main:
 * @argc: number of arguments
 * @argv: options
 *
 * Returns: 0 if everything could be measured
 */
int
main (int argc, char **argv)
{
  g_auto (TvBenchOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean done = tv_bench_options_parse (&options, "Measures how samples are loaded.",
                                          &argc, &argv, &error);

  for (guint i = 0; done && i < G_N_ELEMENTS (formats); i++)
    done = run_format (&options, i, &error);
  if (!done)
    g_printerr ("bench-samples: %s\n", error->message);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
