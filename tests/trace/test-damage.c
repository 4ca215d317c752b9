/* SPDX-License-Identifier: Apache-2.0 */

/* Good files cut and with bytes changed: each is a trace, or an error of one sentence.
 * By default a sample is tried; all of it with TRACEVIEW_SWEEP=full, which
 * "meson test --setup full --suite sweep" sets. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-reader.h"

#include <stdio.h>
#include <string.h>

/* At each end of a file every byte is a place to cut it. */
#define END_LENGTH 4096

/* Into which records are cut, in bytes. */
#define PART_SIZE 1000

typedef struct
{
  gsize cut_step; /* at the ends */
  gsize n_cuts;   /* between them */
  guint n_flips;
  gsize max_size; /* of a file */
} Sweep;

static const Sweep sample
    = { .cut_step = 128, .n_cuts = 10, .n_flips = 150, .max_size = 500 * 1000 };
static const Sweep full
    = { .cut_step = 1, .n_cuts = 500, .n_flips = 5000, .max_size = G_MAXSIZE };

typedef struct
{
  const char *name;
  gsize n_loads;
  gsize n_traces;
} Outcome;

static const Sweep *
get_sweep (void)
{
  return g_strcmp0 (g_getenv ("TRACEVIEW_SWEEP"), "full") == 0 ? &full : &sample;
}

static void
assert_sentence (const char *text, const char *name, const char *what, gsize place)
{
  gsize length = strlen (text);

  ck_assert_msg (length > 0 && strchr (text, '\n') == NULL
                     && g_utf8_validate (text, -1, NULL) && text[length - 1] != ' ',
                 "%s, %s %zu: “%s”", name, what, place, text);
}

/* In memory of its own size, so that a byte too far is seen by the sanitizer; every
 * other time in small parts, as large files are read. */
static void
load (Outcome *outcome, const char *data, gsize size, const char *what, gsize place)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  gsize part_size = outcome->n_loads % 2 == 0 ? 0 : PART_SIZE;
  g_autoptr (TvTrace) trace
      = tv_trace_load_bytes_in_parts (bytes, 2, part_size, NULL, &error);

  ck_assert_msg ((trace == NULL) == (error != NULL), "%s, %s %zu", outcome->name, what,
                 place);
  outcome->n_loads++;
  if (trace == NULL)
    {
      assert_sentence (error->message, outcome->name, what, place);
      return;
    }
  outcome->n_traces++;
  for (guint i = 0; i < tv_warnings_get_n (tv_trace_get_warnings (trace)); i++)
    {
      g_autofree char *message
          = tv_warning_dup_message (tv_warnings_get (tv_trace_get_warnings (trace), i));

      assert_sentence (message, outcome->name, what, place);
    }
}

static void
cut_everywhere (Outcome *outcome, const char *data, gsize size)
{
  const Sweep *sweep = get_sweep ();
  gsize first = MIN (size, END_LENGTH);
  gsize last = MAX (first, size - first);

  for (gsize at = 0; at < first; at += sweep->cut_step)
    load (outcome, data, at, "cut at", at);
  for (gsize i = 0; i < sweep->n_cuts && last > first; i++)
    load (outcome, data, first + (last - first) * i / sweep->n_cuts, "cut at",
          first + (last - first) * i / sweep->n_cuts);
  for (gsize at = last; at < size; at += sweep->cut_step)
    load (outcome, data, at, "cut at", at);
}

static void
flip_bytes (Outcome *outcome, char *data, gsize size)
{
  const Sweep *sweep = get_sweep ();
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint i = 0; i < sweep->n_flips && size > 0; i++)
    {
      gsize at = (gsize) g_rand_int_range (random, 0, (gint32) size);
      char mask = (char) g_rand_int_range (random, 1, 256);

      data[at] ^= mask;
      load (outcome, data, size, "flip at", at);
      data[at] ^= mask;
    }
}

static void
damage_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *data = NULL;
  Outcome outcome = { .name = name };
  gsize size = 0;

  ck_assert (g_file_get_contents (path, &data, &size, NULL));
  if (size > get_sweep ()->max_size)
    return;
  load (&outcome, data, size, "whole", 0);
  cut_everywhere (&outcome, data, size);
  flip_bytes (&outcome, data, size);
  printf ("%s: %zu loads, %zu shown, %zu refused\n", name, outcome.n_loads,
          outcome.n_traces, outcome.n_loads - outcome.n_traces);
  fflush (stdout);
}

static void
damage_folder (const char *name)
{
  g_autofree char *folder = tv_test_trace_path (name);
  g_autoptr (GDir) dir = NULL;
  const char *file;

  if (!tv_test_has_trace (name))
    return;
  dir = g_dir_open (folder, 0, NULL);
  ck_assert_ptr_nonnull (dir);
  while ((file = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (file, ".trace") || g_str_has_suffix (file, ".key")
        || g_str_has_suffix (file, ".data"))
      damage_file (folder, file);
}

START_TEST (damaged_generated_files)
{
  damage_folder ("gen");
}
END_TEST

START_TEST (damaged_reference_files)
{
  damage_folder ("regress");
}
END_TEST

START_TEST (damaged_real_files)
{
  damage_folder ("real");
}
END_TEST

/**
 * main:
 *
 * Returns: 0 if all tests passed
 */
TV_TESTS (NULL, NULL)
