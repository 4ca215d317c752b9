/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/columns/method-export.h"

#include "analysis/text/kind-text.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const TvMethodExportType *type;
  gpointer data;
  const TvTrace *trace; /* which @data keeps */
  const TvTrace *base;  /* the same, or NULL */
  gboolean by_share;
  TvTimeUnit unit;
} Rows;

/* Columns */

typedef enum
{
  FIELD_TEXT, /* of a column, as the table shows it */
  FIELD_NAME,
  FIELD_LEVEL,
  FIELD_KIND,
  FIELD_RANK,
  FIELD_ID,
  FIELD_CLASS,
  FIELD_METHOD,
  FIELD_SIGNATURE,
  FIELD_CALLS,
  FIELD_RECURSIVE_CALLS,
  FIELD_ALL_CALLS,
  FIELD_NUMBER /* of a column */
} FieldKind;

/* Both in TvColumn.what. */
#define WHAT(kind, column) ((guint) (kind) << 16 | (guint) (column))
#define KIND(what) ((FieldKind) ((what) >> 16))
#define COLUMN(what) ((TvProfileColumn) ((what) &0xffff))

static void
add_field (TvTableExport *table, FieldKind kind, TvProfileColumn column,
           const char *title, const char *name)
{
  const gboolean numeric
      = kind == FIELD_TEXT ? column != TV_PROFILE_COLUMN_NAME : kind != FIELD_NAME;

  tv_table_export_add_column (table, WHAT (kind, column), title, name, numeric);
}

/* Adds the columns that identify a row. */
static void
add_identity (TvTableExport *table, gpointer data, TvTableFormat format)
{
  const Rows *rows = data;
  const TvProfileColumn none = TV_PROFILE_N_COLUMNS;

  add_field (table, FIELD_NAME, none, _ ("Name"), "name");
  add_field (table, FIELD_LEVEL, none, _ ("Level"), "level");
  add_field (table, FIELD_KIND, none, _ ("Kind"), "kind");
  if (rows->type->get_rank != NULL)
    add_field (table, FIELD_RANK, none, _ ("Rank"), "rank");
  if (format != TV_TABLE_JSON)
    return;
  add_field (table, FIELD_ID, none, "", "id");
  add_field (table, FIELD_CLASS, none, "", "class");
  add_field (table, FIELD_METHOD, none, "", "method");
  add_field (table, FIELD_SIGNATURE, none, "", "signature");
}

/* Returns the name of a column for programs. Shares are not called nanoseconds. */
static const char *
get_member (const Rows *rows, TvProfileColumn column)
{
  const char *member = tv_profile_column_get_member (column);
  const TvSubject of = tv_profile_column_get_kind (column)->of;
  g_autofree char *share = NULL;

  if (rows->base == NULL || !rows->by_share || !tv_profile_column_is_compared (column)
      || !g_str_has_suffix (member, "_ns"))
    return member;
  share = g_strdup_printf ("%s%.*s%s", of == TV_SUBJECT_TRACE ? "new_" : "",
                           (int) strlen (member) - 3, member,
                           of == TV_SUBJECT_CHANGE ? "_points" : "_percent");
  return g_intern_string (share);
}

/* Adds a column. Programs get times in milliseconds. */
static void
add_column (TvTableExport *table, gpointer data, guint column, TvTableFormat format)
{
  const Rows *rows = data;
  const gboolean for_people = tv_table_format_is_for_people (format);
  const gboolean is_calls = column == TV_PROFILE_COLUMN_CALLS;
  const char *member = get_member (rows, column);
  g_autofree char *title = is_calls && !(rows->type->splits_calls && for_people)
                               ? g_strdup (tv_kind_text (rows->trace, N_ ("Calls")))
                               : tv_profile_column_dup_compared_title (
                                   column, rows->trace, rows->base, rows->by_share,
                                   for_people ? rows->unit : TV_TIME_UNIT_MS);

  if (for_people)
    add_field (table, FIELD_TEXT, column, title, member);
  else if (is_calls && rows->type->splits_calls)
    {
      add_field (table, FIELD_CALLS, column, title, "calls");
      add_field (table, FIELD_RECURSIVE_CALLS, column,
                 tv_kind_text (rows->trace, N_ ("Recursive Calls")), "recursive_calls");
      add_field (table, FIELD_ALL_CALLS, column,
                 tv_kind_text (rows->trace, N_ ("Of All Calls")), "of_all_calls");
    }
  else if (column != TV_PROFILE_COLUMN_NAME)
    add_field (table, FIELD_NUMBER, column, title, member);
}

/* Cells */

static void
make_text (const Rows *rows, gpointer item, TvProfileColumn column, guint level,
           TvCell *cell)
{
  g_autofree char *shown = rows->type->dup_text (rows->data, item, column);

  if (shown != NULL)
    tv_cell_set_digits (cell, shown);
  if (column != TV_PROFILE_COLUMN_NAME)
    return;
  cell->level = level;
  if (shown != NULL)
    cell->kind = TV_CELL_TEXT;
}

static void
make_identity (const Rows *rows, gpointer item, FieldKind kind, TvCell *cell)
{
  const TvMethod *method = rows->type->get_method (rows->data, item);

  if (method == NULL && kind == FIELD_NAME)
    {
      g_autofree char *shown
          = rows->type->dup_text (rows->data, item, TV_PROFILE_COLUMN_NAME);

      cell->kind = shown != NULL ? TV_CELL_TEXT : TV_CELL_EMPTY;
      g_string_append (cell->text, shown != NULL ? shown : "");
    }
  else if (method == NULL)
    tv_cell_set_text (cell, NULL);
  else if (kind == FIELD_CLASS)
    tv_cell_set_text (cell, method->class_name);
  else if (kind == FIELD_METHOD)
    tv_cell_set_text (cell, method->name);
  else if (kind == FIELD_SIGNATURE)
    tv_cell_set_text (cell, method->signature);
  else if (kind == FIELD_ID)
    tv_cell_set_id (cell, method->id);
  else
    {
      cell->kind = TV_CELL_TEXT;
      tv_method_append_display_name (cell->text, method);
    }
}

static void
make_number (const Rows *rows, gpointer item, FieldKind kind, TvProfileColumn column,
             TvCell *cell)
{
  const TvProfileValue value = rows->type->get_value (rows->data, item, column);
  const TvProfileValueKind wanted
      = kind == FIELD_ALL_CALLS ? TV_PROFILE_VALUE_CALLS_OF : TV_PROFILE_VALUE_CALLS;

  if (value.kind == TV_PROFILE_VALUE_TIME || value.kind == TV_PROFILE_VALUE_TIME_CHANGE)
    tv_cell_set_mean (cell, value.time);
  else if (value.kind == TV_PROFILE_VALUE_SHARE
           || value.kind == TV_PROFILE_VALUE_SHARE_CHANGE)
    tv_cell_set_share (cell, value.time, value.whole);
  else if (value.kind == TV_PROFILE_VALUE_POINTS_CHANGE)
    tv_cell_set_share (cell, (gint64) value.time, TV_SHARE_WHOLE);
  else if (value.kind == TV_PROFILE_VALUE_CALLS_CHANGE)
    tv_cell_set_count (cell, (guint64) (gint64) value.time);
  else if (kind == FIELD_CALLS && value.kind != TV_PROFILE_VALUE_NONE)
    tv_cell_set_count (cell, value.calls);
  else if (kind == FIELD_NUMBER
           && (value.kind == TV_PROFILE_VALUE_CALLS
               || value.kind == TV_PROFILE_VALUE_COUNT))
    tv_cell_set_count (cell, value.calls + value.others);
  else if (kind != FIELD_NUMBER && value.kind == wanted)
    tv_cell_set_count (cell, value.others);
}

static void
get_cell (gpointer data, gpointer item, guint level, guint what, TvCell *cell)
{
  const Rows *rows = data;
  const FieldKind kind = KIND (what);
  guint32 rank;

  switch (kind)
    {
    case FIELD_TEXT:
      make_text (rows, item, COLUMN (what), level, cell);
      break;
    case FIELD_LEVEL:
      tv_cell_set_count (cell, level);
      break;
    case FIELD_KIND:
      tv_cell_set_text (cell, rows->type->get_kind (rows->data, item));
      break;
    case FIELD_RANK:
      rank = rows->type->get_rank (rows->data, item);
      if (rank != TV_METHOD_NONE)
        tv_cell_set_count (cell, rank);
      break;
    case FIELD_NAME:
    case FIELD_ID:
    case FIELD_CLASS:
    case FIELD_METHOD:
    case FIELD_SIGNATURE:
      make_identity (rows, item, kind, cell);
      break;
    case FIELD_CALLS:
    case FIELD_RECURSIVE_CALLS:
    case FIELD_ALL_CALLS:
    case FIELD_NUMBER:
    default:
      make_number (rows, item, kind, COLUMN (what), cell);
    }
}

static void
free_rows (gpointer data)
{
  Rows *rows = data;

  rows->type->free_data (rows->data);
  g_free (rows);
}

/**
 * tv_method_export_new:
 * @type: the functions of its rows
 * @data: (transfer full): passed to the functions of @type
 * @trace: the trace, which @data keeps
 * @base: (nullable): the trace that it is compared with, which @data keeps
 * @by_share: whether shares are compared
 * @unit: the unit of times for people
 * @note: (nullable): a sentence about how the numbers were changed
 *
 * Returns: (transfer full): an export without rows
 */
TvTableExport *
tv_method_export_new (const TvMethodExportType *type, gpointer data,
                      const TvTrace *trace, const TvTrace *base, gboolean by_share,
                      TvTimeUnit unit, const char *note)
{
  static const TvExportType plain = { .add_identity = add_identity,
                                      .add_column = add_column,
                                      .get = get_cell,
                                      .free_data = free_rows };
  Rows *rows;

  g_return_val_if_fail (type != NULL, NULL);

  rows = g_new (Rows, 1);
  *rows = (Rows){ type, data, trace, base, by_share, unit };
  return tv_table_export_new (&plain, type->dup_whole, rows, note);
}
