/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/key-sort.h"

/* So few are sorted by putting each in its place. */
#define FEW 16

/* Fewer are sorted quicker by merging than it takes to count digits. */
#define MANY 4096

/* A digit is so wide that a million keys take few passes, and that the places where
 * the next ones of all its values go are still in the processor's nearest cache. */
#define DIGIT_BITS 11
#define N_VALUES (1u << DIGIT_BITS)
#define N_DIGITS ((64 + DIGIT_BITS - 1) / DIGIT_BITS)

typedef struct
{
  guint32 n[N_DIGITS][N_VALUES];
} Counts;

static guint
get_digit (guint64 key, guint digit)
{
  return (guint) (key >> (digit * DIGIT_BITS)) & (N_VALUES - 1);
}

static void
sort_few (TvKeyItem *items, gsize n)
{
  for (gsize i = 1; i < n; i++)
    {
      const TvKeyItem item = items[i];
      gsize place = i;

      for (; place > 0 && items[place - 1].key > item.key; place--)
        items[place] = items[place - 1];
      items[place] = item;
    }
}

static void
merge (const TvKeyItem *items, gsize middle, gsize n, TvKeyItem *merged)
{
  gsize left = 0;
  gsize right = middle;

  for (gsize i = 0; i < n; i++)
    if (right >= n || (left < middle && items[left].key <= items[right].key))
      merged[i] = items[left++];
    else
      merged[i] = items[right++];
}

static void
sort_some (TvKeyItem *items, TvKeyItem *scratch, gsize n)
{
  TvKeyItem *from = items;
  TvKeyItem *to = scratch;

  for (gsize i = 0; i < n; i += FEW)
    sort_few (items + i, MIN (FEW, n - i));
  for (gsize width = FEW; width < n; width *= 2)
    {
      TvKeyItem *merged = to;

      for (gsize i = 0; i < n; i += 2 * width)
        merge (from + i, MIN (width, n - i), MIN (2 * width, n - i), to + i);
      to = from;
      from = merged;
    }
  if (from != items)
    memcpy (items, from, n * sizeof *items);
}

static void
count_digits (const TvKeyItem *items, gsize n, Counts *counts)
{
  for (gsize i = 0; i < n; i++)
    for (guint digit = 0; digit < N_DIGITS; digit++)
      counts->n[digit][get_digit (items[i].key, digit)]++;
}

static void
sort_by_digit (const TvKeyItem *from, TvKeyItem *to, gsize n, guint digit,
               guint32 *counts)
{
  guint32 start = 0;

  for (guint value = 0; value < N_VALUES; value++)
    {
      const guint32 n_equal = counts[value];

      counts[value] = start;
      start += n_equal;
    }
  for (gsize i = 0; i < n; i++)
    to[counts[get_digit (from[i].key, digit)]++] = from[i];
}

/**
 * tv_key_from_double:
 * @value: a number, not NaN
 *
 * Returns: a key that is in the same order as the number
 */
guint64
tv_key_from_double (double value)
{
  const guint64 sign = G_GUINT64_CONSTANT (1) << 63;
  const double number = value + 0.0; /* -0 is 0 */
  guint64 bits;

  memcpy (&bits, &number, sizeof bits);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

/**
 * tv_key_sort:
 * @items: (array length=n) (inout): what to sort
 * @scratch: (array length=n): room for as many
 * @n: how many, below 2³²
 *
 * Sorts by key, ascending. What has equal keys stays in order. Many take time in
 * proportion to their number, whatever the keys are.
 */
void
tv_key_sort (TvKeyItem *items, TvKeyItem *scratch, gsize n)
{
  g_autofree Counts *counts = NULL;
  TvKeyItem *from = items;
  TvKeyItem *to = scratch;

  g_return_if_fail (items != NULL || n == 0);
  g_return_if_fail (n <= G_MAXUINT32);

  if (n < MANY)
    {
      sort_some (items, scratch, n);
      return;
    }
  counts = g_new0 (Counts, 1);
  count_digits (items, n, counts);
  for (guint digit = 0; digit < N_DIGITS; digit++)
    {
      TvKeyItem *sorted = to;

      /* A digit that all have the same sorts nothing. */
      if (counts->n[digit][get_digit (items[0].key, digit)] == n)
        continue;
      sort_by_digit (from, to, n, digit, counts->n[digit]);
      to = from;
      from = sorted;
    }
  if (from != items)
    memcpy (items, from, n * sizeof *items);
}
