/* SPDX-License-Identifier: Apache-2.0 */

/* Blocks that one thread fills and another one uses up. */

#include "support/test-runner.h"
#include "trace/model/parallel.h"

#define N_NUMBERS 100000

typedef struct
{
  guint n;
  guint numbers[10];
} Block;

typedef struct
{
  guint next; /* the number that must come */
  guint n_blocks;
  guint n_wrong;
  gboolean is_slow;
} Reader;

static void
read_block (gpointer data, gpointer user_data)
{
  Block *block = data;
  Reader *reader = user_data;

  if (reader->is_slow)
    g_usleep (1000);
  for (guint i = 0; i < block->n; i++)
    reader->n_wrong += block->numbers[i] != reader->next++;
  reader->n_blocks++;
  block->n = 0;
}

/* Returns the block that is not full yet. */
static Block *
push_numbers (TvPipeline *pipeline, guint first, guint end)
{
  Block *block = tv_pipeline_take (pipeline);

  ck_assert_uint_eq (block->n, 0);
  for (guint i = first; i < end; i++)
    {
      block->numbers[block->n++] = i;
      if (block->n < G_N_ELEMENTS (block->numbers))
        continue;
      tv_pipeline_push (pipeline, block);
      block = tv_pipeline_take (pipeline);
      ck_assert_uint_eq (block->n, 0);
    }
  return block;
}

START_TEST (blocks_are_used_up_in_order)
{
  Reader reader = { 0 };
  TvPipeline *pipeline = tv_pipeline_new (sizeof (Block), read_block, &reader);
  Block *block = push_numbers (pipeline, 0, N_NUMBERS + 5);

  ck_assert_uint_eq (block->n, 5);
  tv_pipeline_push (pipeline, block);
  tv_pipeline_free (pipeline);
  ck_assert_uint_eq (reader.next, N_NUMBERS + 5);
  ck_assert_uint_eq (reader.n_blocks, N_NUMBERS / 10 + 1);
  ck_assert_uint_eq (reader.n_wrong, 0);
}
END_TEST

START_TEST (one_can_wait_for_what_was_pushed)
{
  Reader reader = { .is_slow = TRUE };
  g_autoptr (TvPipeline) pipeline
      = tv_pipeline_new (sizeof (Block), read_block, &reader);

  for (guint i = 0; i < 5; i++)
    {
      tv_pipeline_push (pipeline, push_numbers (pipeline, i * 37, i * 37 + 37));
      tv_pipeline_wait (pipeline);
      ck_assert_uint_eq (reader.next, i * 37 + 37);
    }
  ck_assert_uint_eq (reader.n_wrong, 0);
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
  const TTest *const tests[]
      = { blocks_are_used_up_in_order, one_can_wait_for_what_was_pushed };

  return tv_test_run ("pipeline", tests, G_N_ELEMENTS (tests));
}
