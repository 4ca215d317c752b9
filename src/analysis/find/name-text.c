/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/name-text.h"

#include "config.h"

#include "analysis/find/name-text-private.h"
#include "trace/model/parallel.h"
#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>

/* Many methods may share one long name of a proxy, so that the names can be far more
 * than the file. */
#define MAX_BYTES ((gsize) G_MAXINT32)

typedef struct
{
  TvNameText *text;
  const TvTrace *trace;
  GCancellable *cancellable;
  gsize n_bytes; /* atomic: of the blocks that are done */
} Building;

/* A column that grows. */
typedef struct
{
  TvNameColumn column;
  GString *bytes;
} Growing;

static void
start_column (Growing *growing, guint n)
{
  growing->column = (TvNameColumn){ .starts = g_new (guint32, n + 1),
                                    .class_ends = g_new (guint32, n) };
  growing->bytes = g_string_sized_new (64 * (gsize) n);
}

static void
begin_name (Growing *growing)
{
  growing->column.starts[growing->column.n] = (guint32) growing->bytes->len;
}

static void
end_name (Growing *growing, gsize class_length)
{
  TvNameColumn *column = &growing->column;

  column->class_ends[column->n] = column->starts[column->n] + (guint32) class_length;
  g_string_append_c (growing->bytes, '\0');
  column->n++;
}

/* Gives back what was too much. */
static TvNameColumn
finish_column (Growing *growing)
{
  TvNameColumn *column = &growing->column;
  const gsize length = growing->bytes->len;

  column->starts[column->n] = (guint32) length;
  column->bytes = g_realloc (g_string_free (growing->bytes, FALSE), MAX (length, 1));
  column->starts = g_renew (guint32, column->starts, column->n + 1);
  column->class_ends = g_renew (guint32, column->class_ends, MAX (column->n, 1));
  return *column;
}

static void
clear_column (TvNameColumn *column)
{
  g_free (column->bytes);
  g_free (column->starts);
  g_free (column->class_ends);
}

static gboolean
is_ascii (const char *bytes, gsize length)
{
  guchar all = 0;

  for (gsize i = 0; i < length; i++)
    all |= (guchar) bytes[i];
  return all < 0x80;
}

/* Folding goes letter by letter, so that the parts of a name are the whole. */
static void
add_folded (Growing *folded, const char *name, gsize class_length)
{
  g_autofree char *class_name = g_utf8_casefold (name, (gssize) class_length);
  g_autofree char *rest = g_utf8_casefold (name + class_length, -1);

  begin_name (folded);
  g_string_append (folded->bytes, class_name);
  g_string_append (folded->bytes, rest);
  end_name (folded, strlen (class_name));
}

/* Returns %FALSE where there are more bytes than there may be. */
static gboolean
fill_block (Building *building, guint first, guint n, Growing *names, Growing *folded,
            guint16 *folded_at)
{
  for (guint i = 0; i < n; i++)
    {
      const TvMethod *method = tv_trace_get_method (building->trace, first + i);
      gsize start;
      gsize class_length;

      begin_name (names);
      start = names->bytes->len;
      class_length = tv_method_append_display_name (names->bytes, method);
      if (!is_ascii (names->bytes->str + start, names->bytes->len - start))
        {
          folded_at[folded->column.n] = (guint16) i;
          add_folded (folded, names->bytes->str + start, class_length);
        }
      end_name (names, class_length);
      if (g_atomic_pointer_get (&building->n_bytes) + names->bytes->len
              + folded->bytes->len
          > MAX_BYTES)
        return FALSE;
    }
  return TRUE;
}

static void
make_block (guint task, gpointer data)
{
  Building *building = data;
  TvNameBlock *block = &building->text->blocks[task];
  const guint first = task * TV_NAME_BLOCK;
  const guint n = MIN (building->text->n_methods - first, TV_NAME_BLOCK);
  Growing names;
  Growing folded;

  if (g_cancellable_is_cancelled (building->cancellable)
      || g_atomic_pointer_get (&building->n_bytes) > MAX_BYTES)
    return;
  start_column (&names, n);
  start_column (&folded, n);
  block->folded_at = g_new (guint16, n);
  if (!fill_block (building, first, n, &names, &folded, block->folded_at))
    g_atomic_pointer_add (&building->n_bytes, (gssize) MAX_BYTES);
  g_atomic_pointer_add (&building->n_bytes,
                        (gssize) (names.bytes->len + folded.bytes->len));
  block->names = finish_column (&names);
  block->folded = finish_column (&folded);
  block->folded_at = g_renew (guint16, block->folded_at, MAX (block->folded.n, 1));
}

/**
 * tv_name_text_new:
 * @trace: a trace
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED; %TV_TRACE_ERROR_TOO_LARGE if all names together are
 *   over 2 GiB
 *
 * Writes down all names, on all processors. Takes a fifth of a second for a million
 * methods: call it in a worker.
 *
 * Returns: (transfer full) (nullable): the names, or %NULL with @error set
 */
TvNameText *
tv_name_text_new (TvTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvNameText) text = NULL;
  Building building = { .trace = trace, .cancellable = cancellable };

  g_return_val_if_fail (trace != NULL, NULL);

  text = g_new0 (TvNameText, 1);
  g_atomic_ref_count_init (&text->references);
  text->n_methods = tv_trace_get_n_methods (trace);
  text->n_blocks = (text->n_methods + TV_NAME_BLOCK - 1) / TV_NAME_BLOCK;
  text->blocks = g_new0 (TvNameBlock, text->n_blocks);
  building.text = text;
  tv_parallel_run (text->n_blocks, 0, make_block, &building);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (building.n_bytes > MAX_BYTES)
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
                           _ ("The names of the methods are too long to search them"));
      return NULL;
    }
  return g_steal_pointer (&text);
}

/**
 * tv_name_text_ref:
 * @text: names
 *
 * Adds a reference, from any thread.
 *
 * Returns: (transfer full): @text
 */
TvNameText *
tv_name_text_ref (TvNameText *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  g_atomic_ref_count_inc (&text->references);
  return text;
}

/**
 * tv_name_text_unref:
 * @text: (transfer full): names
 *
 * Drops a reference, from any thread; the last one frees the names.
 */
void
tv_name_text_unref (TvNameText *text)
{
  g_return_if_fail (text != NULL);

  if (!g_atomic_ref_count_dec (&text->references))
    return;
  for (guint i = 0; i < text->n_blocks; i++)
    {
      clear_column (&text->blocks[i].names);
      clear_column (&text->blocks[i].folded);
      g_free (text->blocks[i].folded_at);
    }
  g_free (text->blocks);
  g_free (text);
}

static gsize
measure_column (const TvNameColumn *column)
{
  return column->starts[column->n] + (column->n + 1) * sizeof *column->starts
         + column->n * sizeof *column->class_ends;
}

gsize
tv_name_text_get_memory_size (const TvNameText *text)
{
  gsize size;

  g_return_val_if_fail (text != NULL, 0);

  size = sizeof *text + text->n_blocks * sizeof *text->blocks;
  for (guint i = 0; i < text->n_blocks; i++)
    {
      const TvNameBlock *block = &text->blocks[i];

      size += measure_column (&block->names) + measure_column (&block->folded)
              + block->folded.n * sizeof *block->folded_at;
    }
  return size;
}
