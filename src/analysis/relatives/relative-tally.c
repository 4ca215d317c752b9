/* SPDX-License-Identifier: Apache-2.0 */

/* How relatives are filled: rows by method, and the calls that they are of. */

#include "analysis/relatives/relatives-private.h"

/* Begins to fill relatives. */
void
tv_relative_tally_init (TvRelativeTally *tally, TvRelatives *relatives)
{
  *tally = (TvRelativeTally){ .relatives = relatives };
  tally->n_methods = tv_trace_get_n_methods (relatives->trace);
}

void
tv_relative_tally_clear (TvRelativeTally *tally)
{
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    g_clear_pointer (&tally->places[relation], g_free);
}

/* Returns its row, valid until another is added; NULL if it has none. */
TvRelative *
tv_relative_tally_find (TvRelativeTally *tally, TvRelation relation, guint32 method)
{
  const guint32 *places = tally->places[relation];
  const guint32 place = places != NULL ? places[MIN (method, tally->n_methods)] : 0;

  return place != 0
             ? &g_array_index (tally->relatives->rows[relation], TvRelative, place - 1)
             : NULL;
}

/* Adds a call to a row, which is made for the first. */
TvRelative *
tv_relative_tally_add (TvRelativeTally *tally, TvRelation relation, guint32 method,
                       const gint64 inclusive[TV_N_CLOCKS])
{
  GArray *rows = tally->relatives->rows[relation];
  TvRelative *row = tv_relative_tally_find (tally, relation, method);

  if (row == NULL)
    {
      if (tally->places[relation] == NULL)
        tally->places[relation] = g_new0 (guint32, (gsize) tally->n_methods + 1);
      g_array_set_size (rows, rows->len + 1);
      tally->places[relation][MIN (method, tally->n_methods)] = rows->len;
      row = &g_array_index (rows, TvRelative, rows->len - 1);
      row->method = method;
    }
  row->calls++;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    row->inclusive[clock] += inclusive[clock];
  return row;
}

/* What is appended from now on are calls of thread. */
void
tv_path_calls_begin_thread (TvPathCalls *path, guint32 thread)
{
  const TvPathThread row = { .thread = thread };
  const guint last = path->threads->len;

  if (last > 0 && g_array_index (path->threads, TvPathThread, last - 1).n == 0)
    g_array_set_size (path->threads, last - 1);
  g_array_append_val (path->threads, row);
}

void
tv_path_calls_append (TvPathCalls *path, guint32 call)
{
  g_array_append_val (path->calls, call);
  g_array_index (path->threads, TvPathThread, path->threads->len - 1).n++;
}
