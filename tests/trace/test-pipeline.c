/* SPDX-License-Identifier: Apache-2.0 */

/* Blocks that one thread fills and finishes, and others work on. */

#include "support/test-runner.h"
#include "trace/model/parallel.h"

#define N_NUMBERS 100000

typedef struct
{
  guint n;
  guint numbers[10];
  guint squares[10];
} Block;

typedef struct
{
  guint next; /* the number that must come */
  guint n_blocks;
  guint n_wrong;
  gboolean is_uneven; /* some blocks take longer */
} Reader;

static void
square (gpointer data, gpointer user_data)
{
  Block *block = data;
  const Reader *reader = user_data;

  if (reader->is_uneven && block->n > 0 && block->numbers[0] % 3 == 0)
    g_usleep (2000);
  for (guint i = 0; i < block->n; i++)
    block->squares[i] = block->numbers[i] * block->numbers[i];
}

static void
read_block (gpointer data, gpointer user_data)
{
  Block *block = data;
  Reader *reader = user_data;

  for (guint i = 0; i < block->n; i++, reader->next++)
    reader->n_wrong += block->squares[i] != reader->next * reader->next;
  reader->n_blocks++;
  block->n = 0;
}

/* Leaves a block that is not full. */
static void
push_numbers (TvPipeline *pipeline, guint first, guint end)
{
  Block *block = tv_pipeline_get_block (pipeline);

  ck_assert_uint_eq (block->n, 0);
  for (guint i = first; i < end; i++)
    {
      block->numbers[block->n++] = i;
      if (block->n < G_N_ELEMENTS (block->numbers))
        continue;
      block = tv_pipeline_push (pipeline);
      ck_assert_ptr_eq (block, tv_pipeline_get_block (pipeline));
      ck_assert_uint_eq (block->n, 0);
    }
}

START_TEST (blocks_are_finished_in_order)
{
  Reader reader = { 0 };
  g_autoptr (TvPipeline) pipeline
      = tv_pipeline_new (sizeof (Block), square, read_block, &reader);

  push_numbers (pipeline, 0, N_NUMBERS + 5);
  tv_pipeline_flush (pipeline);
  ck_assert_uint_eq (reader.next, N_NUMBERS + 5);
  ck_assert_uint_eq (reader.n_blocks, N_NUMBERS / 10 + 1);
  ck_assert_uint_eq (reader.n_wrong, 0);
}
END_TEST

START_TEST (blocks_that_take_longer_stay_in_order)
{
  Reader reader = { .is_uneven = TRUE };
  g_autoptr (TvPipeline) pipeline
      = tv_pipeline_new (sizeof (Block), square, read_block, &reader);

  push_numbers (pipeline, 0, 1005);
  tv_pipeline_flush (pipeline);
  ck_assert_uint_eq (reader.next, 1005);
  ck_assert_uint_eq (reader.n_wrong, 0);
}
END_TEST

START_TEST (one_can_flush_and_go_on)
{
  Reader reader = { .is_uneven = TRUE };
  g_autoptr (TvPipeline) pipeline
      = tv_pipeline_new (sizeof (Block), square, read_block, &reader);

  for (guint i = 0; i < 5; i++)
    {
      push_numbers (pipeline, i * 37, i * 37 + 37);
      tv_pipeline_flush (pipeline);
      ck_assert_uint_eq (reader.next, i * 37 + 37);
    }
  ck_assert_uint_eq (reader.n_wrong, 0);
}
END_TEST

START_TEST (what_is_not_flushed_may_be_lost)
{
  Reader reader = { .is_uneven = TRUE };
  TvPipeline *pipeline = tv_pipeline_new (sizeof (Block), square, read_block, &reader);

  push_numbers (pipeline, 0, 1005);
  tv_pipeline_free (pipeline);
  ck_assert_uint_le (reader.next, 1000);
  ck_assert_uint_eq (reader.n_wrong, 0);
}
END_TEST

TV_TESTS (NULL, NULL)
