/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/profile/shown-fields.h"

#include "analysis/text/time-text.h"
#include "ui/profile/profile-text.h"

#include <glib/gi18n-lib.h>

typedef enum
{
  FIELD_TEXT, /* of a column, as it is shown */
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

struct _TvShownFields
{
  TvTableFormat format;
  TvTimeUnit unit;
  GArray *columns; /* of TvColumn */
  GPtrArray *titles;
};

/* How columns of times are called in JSON, where they are always in nanoseconds, and
 * those of shares. */
static const char *const names[TV_PROFILE_N_COLUMNS] = {
  [TV_PROFILE_COLUMN_NAME] = "name",
  [TV_PROFILE_COLUMN_INCL_CPU_PERCENT] = "inclusive_cpu_percent",
  [TV_PROFILE_COLUMN_INCL_CPU] = "inclusive_cpu_ns",
  [TV_PROFILE_COLUMN_EXCL_CPU_PERCENT] = "exclusive_cpu_percent",
  [TV_PROFILE_COLUMN_EXCL_CPU] = "exclusive_cpu_ns",
  [TV_PROFILE_COLUMN_INCL_REAL_PERCENT] = "inclusive_wall_percent",
  [TV_PROFILE_COLUMN_INCL_REAL] = "inclusive_wall_ns",
  [TV_PROFILE_COLUMN_EXCL_REAL_PERCENT] = "exclusive_wall_percent",
  [TV_PROFILE_COLUMN_EXCL_REAL] = "exclusive_wall_ns",
  [TV_PROFILE_COLUMN_WAITING_PERCENT] = "waiting_percent",
  [TV_PROFILE_COLUMN_WAITING] = "waiting_ns",
  [TV_PROFILE_COLUMN_CALLS] = "calls",
  [TV_PROFILE_COLUMN_CPU_PER_CALL] = "inclusive_cpu_per_call_ns",
  [TV_PROFILE_COLUMN_REAL_PER_CALL] = "inclusive_wall_per_call_ns",
  [TV_PROFILE_COLUMN_REAL_MINUS_CPU] = "inclusive_wall_minus_cpu_ns",
  [TV_PROFILE_COLUMN_FIRST_CALL] = "first_call_ns",
  [TV_PROFILE_COLUMN_LONGEST_CALL] = "longest_call_ns",
  [TV_PROFILE_COLUMN_SHORTEST_CALL] = "shortest_call_ns",
  [TV_PROFILE_COLUMN_AVERAGE_CALL] = "average_call_ns",
};

static void
add_field (TvShownFields *self, FieldKind kind, TvProfileColumn column,
           const char *title, const char *name)
{
  TvColumn table_column
      = { .member = name, .numeric = kind != FIELD_NAME, .what = WHAT (kind, column) };
  char *own_title = g_strdelimit (g_strdup (title), "\n", ' ');

  g_ptr_array_add (self->titles, own_title);
  table_column.title = own_title;
  if (kind == FIELD_TEXT)
    table_column.numeric = column != TV_PROFILE_COLUMN_NAME;
  g_array_append_val (self->columns, table_column);
}

/* People get times as they are shown; all others get milliseconds. */
static char *
dup_title (TvShownFields *self, TvProfileColumn column)
{
  const TvTimeUnit unit
      = tv_table_format_is_for_people (self->format) ? self->unit : TV_TIME_UNIT_MS;
  const char *title = tv_profile_column_get_title (column);

  if (tv_profile_column_get_measure (column) == TV_PROFILE_MEASURE_NONE
      || tv_profile_column_is_percent (column))
    return g_strdup (title);
  return g_strdup_printf (_ ("%s (%s)"), title, tv_time_unit_get_symbol (unit));
}

/* What a row is about: a column that is always there. */
static void
add_identity (TvShownFields *self)
{
  const TvProfileColumn none = TV_PROFILE_N_COLUMNS;

  add_field (self, FIELD_NAME, none, _ ("Name"), "name");
  add_field (self, FIELD_LEVEL, none, _ ("Level"), "level");
  add_field (self, FIELD_KIND, none, _ ("Kind"), "kind");
  add_field (self, FIELD_RANK, none, _ ("Rank"), "rank");
  if (self->format != TV_TABLE_JSON)
    return;
  add_field (self, FIELD_ID, none, "", "id");
  add_field (self, FIELD_CLASS, none, "", "class");
  add_field (self, FIELD_METHOD, none, "", "method");
  add_field (self, FIELD_SIGNATURE, none, "", "signature");
}

static void
add_column (TvShownFields *self, TvProfileColumn column)
{
  g_autofree char *title = dup_title (self, column);

  if (tv_table_format_is_for_people (self->format))
    add_field (self, FIELD_TEXT, column, title, names[column]);
  else if (column == TV_PROFILE_COLUMN_CALLS)
    {
      add_field (self, FIELD_CALLS, column, _ ("Calls"), "calls");
      add_field (self, FIELD_RECURSIVE_CALLS, column, _ ("Recursive Calls"),
                 "recursive_calls");
      add_field (self, FIELD_ALL_CALLS, column, _ ("Of All Calls"), "of_all_calls");
    }
  else if (column != TV_PROFILE_COLUMN_NAME)
    add_field (self, FIELD_NUMBER, column, title, names[column]);
}

TvShownFields *
tv_shown_fields_new (const TvProfileColumn *columns, guint n_columns, TvTimeUnit unit,
                     TvTableFormat format)
{
  TvShownFields *self = g_new0 (TvShownFields, 1);

  self->unit = unit;
  self->format = format;
  self->columns = g_array_new (FALSE, FALSE, sizeof (TvColumn));
  self->titles = g_ptr_array_new_with_free_func (g_free);
  if (!tv_table_format_is_for_people (format))
    add_identity (self);
  for (guint i = 0; i < n_columns; i++)
    add_column (self, columns[i]);
  return self;
}

void
tv_shown_fields_free (TvShownFields *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->columns);
  g_ptr_array_unref (self->titles);
  g_free (self);
}

const TvColumn *
tv_shown_fields_get_columns (const TvShownFields *self, guint *n)
{
  *n = self->columns->len;
  return (const TvColumn *) (gpointer) self->columns->data;
}

/* Texts */

static void
make_text (TvProfileColumn column, TvProfileItem *row, guint level,
           TvTraceSession *session, TvCell *cell)
{
  g_autofree char *shown = tv_profile_item_dup_text (row, session, column);

  if (shown != NULL && column != TV_PROFILE_COLUMN_NAME)
    tv_cell_set_digits (cell, shown);
  else
    tv_cell_set_text (cell, shown);
  if (column == TV_PROFILE_COLUMN_NAME)
    cell->level = level;
}

static const char *
get_relation_name (TvRelation relation, gboolean heading)
{
  switch (relation)
    {
    case TV_RELATION_PARENTS:
      return heading ? "parents" : "parent";
    case TV_RELATION_CHILDREN:
      return heading ? "children" : "child";
    case TV_RELATION_PARENTS_WHILE_RECURSIVE:
      return heading ? "parents-while-recursive" : "parent-while-recursive";
    case TV_RELATION_CHILDREN_WHILE_RECURSIVE:
    default:
      return heading ? "children-while-recursive" : "child-while-recursive";
    }
}

static const char *
get_kind_name (TvProfileItem *row)
{
  const TvProfileItemKind kind = tv_profile_item_get_kind (row);

  switch (kind)
    {
    case TV_PROFILE_ITEM_CLASS:
      return "class";
    case TV_PROFILE_ITEM_PACKAGE:
      return "package";
    case TV_PROFILE_ITEM_GROUP:
    case TV_PROFILE_ITEM_RELATIVE:
      return get_relation_name (tv_profile_item_get_relation (row),
                                kind == TV_PROFILE_ITEM_GROUP);
    case TV_PROFILE_ITEM_SELF:
      return "self";
    case TV_PROFILE_ITEM_WAIT:
      return "waiting";
    case TV_PROFILE_ITEM_METHOD:
    default:
      return "method";
    }
}

/* The method that the row is about, but not of a part of it such as "self". */
static const TvMethod *
get_method (TvProfileItem *row, TvTraceSession *session)
{
  const guint32 target = tv_profile_item_get_target (row);

  if (target == TV_METHOD_NONE || tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_SELF)
    return NULL;
  return tv_trace_get_method (tv_trace_session_get_trace (session), target);
}

static void
make_identity (FieldKind kind, TvProfileItem *row, TvTraceSession *session, TvCell *cell)
{
  const TvMethod *method = get_method (row, session);

  if (method == NULL && kind == FIELD_NAME)
    {
      g_autofree char *shown
          = tv_profile_item_dup_text (row, session, TV_PROFILE_COLUMN_NAME);

      tv_cell_set_text (cell, shown);
    }
  else if (method == NULL)
    tv_cell_set_text (cell, NULL);
  else if (kind == FIELD_CLASS)
    tv_cell_set_text (cell, method->class_name);
  else if (kind == FIELD_METHOD)
    tv_cell_set_text (cell, method->name);
  else if (kind == FIELD_SIGNATURE)
    tv_cell_set_text (cell, method->signature);
  else
    {
      cell->kind = TV_CELL_TEXT;
      if (kind == FIELD_NAME)
        tv_method_append_display_name (cell->text, method);
      else
        g_string_append_printf (cell->text, "0x%" G_GINT64_MODIFIER "x", method->id);
    }
}

/* Numbers */

static void
make_rank (TvProfileItem *row, TvTraceSession *session, TvCell *cell)
{
  guint32 rank;

  if (get_method (row, session) == NULL)
    return;
  rank = tv_ranking_get_rank (tv_trace_session_get_ranking (session),
                              tv_profile_item_get_target (row));
  if (rank != TV_METHOD_NONE)
    tv_cell_set_count (cell, rank);
}

static void
make_number (FieldKind kind, TvProfileColumn column, TvProfileItem *row,
             TvTraceSession *session, TvCell *cell)
{
  const TvProfileValue value = tv_profile_item_get_value (row, session, column);
  const TvProfileValueKind wanted
      = kind == FIELD_ALL_CALLS ? TV_PROFILE_VALUE_CALLS_OF : TV_PROFILE_VALUE_CALLS;

  if (kind == FIELD_NUMBER && value.kind == TV_PROFILE_VALUE_TIME)
    tv_cell_set_mean (cell, value.time);
  else if (kind == FIELD_NUMBER && value.kind == TV_PROFILE_VALUE_SHARE)
    tv_cell_set_share (cell, value.time, value.whole);
  else if (kind == FIELD_NUMBER || value.kind == TV_PROFILE_VALUE_NONE)
    return;
  else if (kind == FIELD_CALLS)
    tv_cell_set_count (cell, value.calls);
  else if (value.kind == wanted)
    tv_cell_set_count (cell, value.others);
}

/* Fills in a cell. Those for people hold what is shown, the others plain numbers. */
void
tv_shown_fields_make_cell (const TvColumn *field, TvProfileItem *row, guint level,
                           TvTraceSession *session, TvCell *cell)
{
  const FieldKind kind = KIND (field->what);

  switch (kind)
    {
    case FIELD_TEXT:
      make_text (COLUMN (field->what), row, level, session, cell);
      break;
    case FIELD_LEVEL:
      tv_cell_set_count (cell, level);
      break;
    case FIELD_KIND:
      tv_cell_set_text (cell, get_kind_name (row));
      break;
    case FIELD_RANK:
      make_rank (row, session, cell);
      break;
    case FIELD_NAME:
    case FIELD_ID:
    case FIELD_CLASS:
    case FIELD_METHOD:
    case FIELD_SIGNATURE:
      make_identity (kind, row, session, cell);
      break;
    case FIELD_CALLS:
    case FIELD_RECURSIVE_CALLS:
    case FIELD_ALL_CALLS:
    case FIELD_NUMBER:
    default:
      make_number (kind, COLUMN (field->what), row, session, cell);
    }
}
