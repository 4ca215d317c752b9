/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A call and its number in the column that the calls are chosen by. */
typedef struct
{
  gint64 key;
  guint32 id;
} TvCallChoice;

int tv_call_choice_compare (gconstpointer a, gconstpointer b);
void tv_call_choices_drop_worst (GArray *choices, guint n);

G_END_DECLS
