/* SPDX-License-Identifier: Apache-2.0 */

/* What the second pass fills: columns of the right size. */

#include "trace/build/call-builder-private.h"

#include "trace/model/column-memory.h"

#include <string.h>

static gint
compare_ids (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvThreadTable *table = data;
  guint32 id_a = g_array_index (table->entries, TvThreadEntry, *(const guint32 *) a).id;
  guint32 id_b = g_array_index (table->entries, TvThreadEntry, *(const guint32 *) b).id;

  return (id_a > id_b) - (id_a < id_b);
}

/* Indexes of the table's entries by ascending id. */
static guint32 *
sort_threads (const TvThreadTable *table)
{
  guint n = table->entries->len;
  guint32 *order = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_ids, (gpointer) table);
  return order;
}

static void
set_thread_names (TvTrace *trace, TvThread *thread, const TvThreadEntry *entry)
{
  const char **names;

  thread->id = entry->id;
  thread->name = entry->name;
  if (entry->other_names == NULL)
    return;
  names = g_new0 (const char *, entry->other_names->len + 1);
  for (guint i = 0; i < entry->other_names->len; i++)
    names[i] = g_ptr_array_index (entry->other_names, i);
  g_ptr_array_add (trace->name_lists, names);
  thread->other_names = names;
}

static void
allocate_threads (TvCallBuilder *builder)
{
  TvTrace *trace = builder->trace;
  g_autofree guint32 *order = sort_threads (builder->table);
  guint n = builder->table->entries->len;

  builder->rows = g_new (guint32, MAX (n, 1));
  trace->n_threads = n;
  trace->threads = g_new0 (TvThread, MAX (n, 1));
  trace->first_call = g_new0 (gsize, n + 1);
  trace->first_wait = g_new0 (gsize, n + 1);
  for (guint row = 0; row < n; row++)
    {
      const TvThreadScan *scan = tv_call_scan_get_thread (builder->scan, order[row]);

      builder->rows[order[row]] = row;
      set_thread_names (
          trace, &trace->threads[row],
          &g_array_index (builder->table->entries, TvThreadEntry, order[row]));
      trace->first_call[row + 1] = trace->first_call[row];
      if (scan != NULL)
        trace->first_call[row + 1] += tv_thread_scan_get_n_calls (scan);
    }
  trace->n_calls = trace->first_call[n];
}

static void
allocate_times (TvCallBuilder *builder)
{
  TvTrace *trace = builder->trace;
  gsize n = MAX (trace->n_calls, 1);

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      gint64 latest = builder->scan->latest[clock];

      if (!builder->rules.has[clock])
        continue;
      tv_time_column_allocate (&trace->call_start[clock], n, latest);
      tv_time_column_allocate (&trace->call_end[clock], n, latest);
    }
  if (trace->axis == TV_AXIS_CPU_ALL_THREADS)
    {
      gint64 latest = builder->scan->axis;

      tv_time_column_allocate (&trace->call_axis_start, n, latest);
      tv_time_column_allocate (&trace->call_axis_end, n, latest);
    }
}

/* Makes threads and call columns of the size that the first pass counted, which is
 * bounded by the number of records in the file. */
void
tv_call_builder_allocate (TvCallBuilder *builder)
{
  TvTrace *trace = builder->trace;
  gsize n;

  allocate_threads (builder);
  n = MAX (trace->n_calls, 1);
  if (trace->methods->len <= G_MAXUINT16 + 1)
    trace->call_method = tv_column_new (n, sizeof *trace->call_method);
  else
    trace->call_method_wide = tv_column_new (n, sizeof *trace->call_method_wide);
  trace->call_parent = tv_column_new (n, sizeof *trace->call_parent);
  trace->call_flags = tv_column_new (n, sizeof *trace->call_flags);
  memset (trace->call_flags, 0, n);
  allocate_times (builder);
}
