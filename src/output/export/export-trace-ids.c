/* SPDX-License-Identifier: Apache-2.0 */

/* Ids that the form of a trace can hold. */

#include "config.h"

#include "output/export/export-trace-private.h"
#include "trace/model/id-map.h"

#include <glib/gi18n-lib.h>

/* The two low bits are the action's. */
#define ID_STEP 4
#define WIDEST_ID (G_MAXUINT32 & ~(guint32) (ID_STEP - 1))
#define MOST_METHODS (G_MAXUINT32 / ID_STEP)

/* Records of this method that say it was left by an exception are what Dalvik fills its
 * buffer with. */
#define FILL_ID 0xEEEEEEECu

typedef struct
{
  TvTraceIds *ids;
  const TvTrace *trace;
  const TvTraceForm *form;
  guint8 *used; /* by what a record has of a thread's id */
  guint32 next; /* where an id may be free */
} Numbering;

/* In the items of a stream, 0 is what begins those that are no records. */
static gboolean
can_be_record_id (const Numbering *numbering, guint32 id)
{
  return (id != 0 || !numbering->form->streaming) && !numbering->used[id];
}

/* As ART up to 2022 does it: the table has the whole id, of which records have the low
 * bits. That is enough where no other thread has the same. */
static gboolean
keep_thread_id (Numbering *numbering, guint32 thread)
{
  const guint32 id = tv_trace_get_thread (numbering->trace, thread)->id;
  const guint32 record_id = id & numbering->ids->thread_mask;

  if (!can_be_record_id (numbering, record_id))
    return FALSE;
  numbering->used[record_id] = TRUE;
  numbering->ids->threads[thread] = id;
  return TRUE;
}

static gboolean
find_new_thread_id (Numbering *numbering, guint32 thread)
{
  while (numbering->next <= numbering->ids->thread_mask
         && !can_be_record_id (numbering, numbering->next))
    numbering->next++;
  if (numbering->next > numbering->ids->thread_mask)
    return FALSE;
  numbering->used[numbering->next] = TRUE;
  numbering->ids->threads[thread] = numbering->next;
  numbering->ids->n_new_threads++;
  return TRUE;
}

/* Those that a record can hold as they are go before those that it cannot. */
static gboolean
number_threads (Numbering *numbering, const guint32 *threads, guint n)
{
  g_autofree guint8 *kept = g_new0 (guint8, MAX (n, 1));

  for (guint wide = 0; wide < 2; wide++)
    for (guint i = 0; i < n; i++)
      {
        const guint32 id = tv_trace_get_thread (numbering->trace, threads[i])->id;

        if ((id > numbering->ids->thread_mask) == (wide != 0))
          kept[i] = keep_thread_id (numbering, threads[i]);
      }
  for (guint i = 0; i < n; i++)
    if (!kept[i] && !find_new_thread_id (numbering, threads[i]))
      return FALSE;
  return TRUE;
}

static gboolean
find_thread_ids (Numbering *numbering, const TvProfileRange *part, GError **error)
{
  const guint n_all = tv_trace_get_n_threads (numbering->trace);
  const guint bits = tv_trace_form_get_thread_bits (numbering->form);
  g_autofree guint32 *threads = g_new (guint32, MAX (n_all, 1));
  guint n = 0;
  gboolean fits;

  numbering->ids->threads = g_new0 (guint32, MAX (n_all, 1));
  numbering->ids->thread_mask = (guint32) (((guint64) 1 << bits) - 1);
  for (guint i = 0; i < n_all; i++)
    {
      numbering->ids->threads[i] = tv_trace_get_thread (numbering->trace, i)->id;
      if (part->threads == NULL || tv_thread_set_contains (part->threads, i))
        threads[n++] = i;
    }
  if (tv_trace_form_has_packets (numbering->form))
    return TRUE;
  numbering->used = g_new0 (guint8, (gsize) numbering->ids->thread_mask + 1);
  fits = number_threads (numbering, threads, n);
  g_clear_pointer (&numbering->used, g_free);
  if (!fits)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 _ ("There are %u threads, more than version %u can tell apart"), n,
                 numbering->form->version);
  return fits;
}

static gboolean
can_be_method_id (const TvTraceForm *form, guint64 id)
{
  if (id % ID_STEP != 0)
    return FALSE;
  return tv_trace_form_has_packets (form) || (id <= WIDEST_ID && id != FILL_ID);
}

static void
find_method_ids (Numbering *numbering)
{
  const TvTrace *trace = numbering->trace;
  TvTraceIds *ids = numbering->ids;
  const guint n = tv_trace_get_n_methods (trace);
  guint64 next = ID_STEP;
  TvIdMap used;

  ids->methods = g_new0 (guint64, MAX (n, 1));
  ids->renamed = g_new0 (guint8, MAX (n, 1));
  tv_id_map_init (&used);
  for (guint32 i = 0; i < n; i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, i);

      ids->methods[i] = method->id;
      if (can_be_method_id (numbering->form, method->id)
          && tv_id_map_get (&used, method->id) == TV_ID_MAP_NONE)
        tv_id_map_set (&used, method->id, i);
    }
  for (guint32 i = 0; i < n; i++)
    {
      if (can_be_method_id (numbering->form, ids->methods[i])
          && tv_id_map_get (&used, ids->methods[i]) == i)
        continue;
      while (!can_be_method_id (numbering->form, next)
             || tv_id_map_get (&used, next) != TV_ID_MAP_NONE)
        next += ID_STEP;
      ids->methods[i] = next;
      ids->renamed[i] = TRUE;
      ids->n_new_methods++;
      tv_id_map_set (&used, next, i);
    }
  tv_id_map_clear (&used);
}

/* Finds ids for the threads and the methods: their own as far as the form can hold
 * them, else others. */
gboolean
tv_trace_ids_init (TvTraceIds *ids, TvTrace *trace, const TvProfileRange *part,
                   const TvTraceForm *form, GError **error)
{
  Numbering numbering = { .ids = ids, .trace = trace, .form = form, .next = 1 };

  *ids = (TvTraceIds){ 0 };
  if (tv_trace_get_n_methods (trace) >= MOST_METHODS)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                           _ ("There are more methods than a trace can tell apart"));
      return FALSE;
    }
  find_method_ids (&numbering);
  return find_thread_ids (&numbering, part, error);
}

/* Frees what is in ids. */
void
tv_trace_ids_clear (TvTraceIds *ids)
{
  g_clear_pointer (&ids->threads, g_free);
  g_clear_pointer (&ids->methods, g_free);
  g_clear_pointer (&ids->renamed, g_free);
}
