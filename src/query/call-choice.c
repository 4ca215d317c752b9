/* SPDX-License-Identifier: Apache-2.0 */

#include "query/call-choice.h"

/* Sorts greater numbers first, then earlier calls. */
int
tv_call_choice_compare (gconstpointer a, gconstpointer b)
{
  const TvCallChoice *one = a;
  const TvCallChoice *other = b;

  if (one->key != other->key)
    return one->key > other->key ? -1 : 1;
  return (one->id > other->id) - (one->id < other->id);
}

/* Sorts choices, and keeps the first @n. */
void
tv_call_choices_drop_worst (GArray *choices, guint n)
{
  g_array_sort (choices, tv_call_choice_compare);
  g_array_set_size (choices, MIN (choices->len, n));
}
