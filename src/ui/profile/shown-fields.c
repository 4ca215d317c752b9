/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/profile/shown-fields.h"

#include "analysis/text/time-text.h"
#include "ui/profile/profile-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

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

typedef struct
{
  FieldKind kind;
  TvProfileColumn column;
} Field;

struct _TvShownFields
{
  TvTableFormat format;
  TvTimeUnit unit;
  GArray *fields;
  GArray *columns;
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
  const Field field = { kind, column };
  TvTableColumn table_column = { NULL, name, kind != FIELD_NAME };
  char *own_title = g_strdelimit (g_strdup (title), "\n", ' ');

  g_ptr_array_add (self->titles, own_title);
  table_column.title = own_title;
  if (kind == FIELD_TEXT)
    table_column.numeric = column != TV_PROFILE_COLUMN_NAME;
  g_array_append_val (self->fields, field);
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
  self->fields = g_array_new (FALSE, FALSE, sizeof (Field));
  self->columns = g_array_new (FALSE, FALSE, sizeof (TvTableColumn));
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
  g_array_unref (self->fields);
  g_array_unref (self->columns);
  g_ptr_array_unref (self->titles);
  g_free (self);
}

const TvTableColumn *
tv_shown_fields_get_columns (const TvShownFields *self, guint *n)
{
  *n = self->columns->len;
  return (const TvTableColumn *) (gpointer) self->columns->data;
}

/* Texts */

/* A table of people shows by spaces what stands under what. Those of Markdown would
 * fall away if they were plain ones. */
static TvTableCell
make_text (const TvShownFields *self, TvProfileColumn column, TvProfileItem *row,
           guint level, TvTraceSession *session, GString *text)
{
  g_autofree char *shown = tv_profile_item_dup_text (row, session, column);

  if (shown == NULL)
    return TV_TABLE_CELL_EMPTY;
  if (column != TV_PROFILE_COLUMN_NAME)
    {
      g_string_append (text, shown);
      return TV_TABLE_CELL_NUMBER;
    }
  for (guint i = 0; i < level; i++)
    g_string_append (text, self->format == TV_TABLE_MARKDOWN ? "\u2003" : "  ");
  g_string_append (text, shown);
  return TV_TABLE_CELL_TEXT;
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

  if (target == TV_METHOD_NONE
      || tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_SELF)
    return NULL;
  return tv_trace_get_method (tv_trace_session_get_trace (session), target);
}

static TvTableCell
make_identity (FieldKind kind, TvProfileItem *row, TvTraceSession *session,
               GString *text)
{
  const TvMethod *method = get_method (row, session);
  g_autofree char *shown = NULL;

  if (method == NULL && kind == FIELD_NAME)
    {
      shown = tv_profile_item_dup_text (row, session, TV_PROFILE_COLUMN_NAME);
      g_string_append (text, shown);
      return TV_TABLE_CELL_TEXT;
    }
  if (method == NULL)
    return TV_TABLE_CELL_EMPTY;
  if (kind == FIELD_NAME)
    tv_method_append_display_name (text, method);
  else if (kind == FIELD_ID)
    g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x", method->id);
  else if (kind == FIELD_CLASS)
    g_string_append (text, method->class_name);
  else if (kind == FIELD_METHOD)
    g_string_append (text, method->name);
  else
    g_string_append (text, method->signature);
  return TV_TABLE_CELL_TEXT;
}

/* Numbers */

static TvTableCell
make_rank (TvProfileItem *row, TvTraceSession *session, GString *text)
{
  guint32 rank;

  if (get_method (row, session) == NULL)
    return TV_TABLE_CELL_EMPTY;
  rank = tv_ranking_get_rank (tv_trace_session_get_ranking (session),
                              tv_profile_item_get_target (row));
  if (rank == TV_METHOD_NONE)
    return TV_TABLE_CELL_EMPTY;
  g_string_append_printf (text, "%u", rank);
  return TV_TABLE_CELL_NUMBER;
}

static TvTableCell
append_count (GString *text, guint64 count)
{
  g_string_append_printf (text, "%" G_GUINT64_FORMAT, count);
  return TV_TABLE_CELL_NUMBER;
}

/* Without zeros at the end, and with a point in every language. */
static void
append_decimals (GString *text, double number, const char *format)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, g_ascii_formatd (digits, sizeof digits, format, number));
  while (text->str[text->len - 1] == '0')
    g_string_truncate (text, text->len - 1);
  if (text->str[text->len - 1] == '.')
    g_string_truncate (text, text->len - 1);
}

static TvTableCell
append_value (const TvShownFields *self, const TvProfileValue *value, GString *text)
{
  switch (value->kind)
    {
    case TV_PROFILE_VALUE_TIME:
      if (self->format == TV_TABLE_JSON)
        append_decimals (text, value->time, "%.3f");
      else
        append_decimals (text, value->time / 1e6, "%.6f");
      return TV_TABLE_CELL_NUMBER;
    case TV_PROFILE_VALUE_SHARE:
      append_decimals (text,
                       value->whole > 0 ? value->time * 100 / (double) value->whole : 0,
                       "%.4f");
      return TV_TABLE_CELL_NUMBER;
    case TV_PROFILE_VALUE_CALLS:
    case TV_PROFILE_VALUE_CALLS_OF:
    case TV_PROFILE_VALUE_NONE:
    default:
      return TV_TABLE_CELL_EMPTY;
    }
}

static TvTableCell
make_number (const TvShownFields *self, const Field *field, TvProfileItem *row,
             TvTraceSession *session, GString *text)
{
  const TvProfileValue value = tv_profile_item_get_value (row, session, field->column);
  const TvProfileValueKind wanted = field->kind == FIELD_ALL_CALLS
                                        ? TV_PROFILE_VALUE_CALLS_OF
                                        : TV_PROFILE_VALUE_CALLS;

  if (field->kind == FIELD_NUMBER)
    return append_value (self, &value, text);
  if (value.kind == TV_PROFILE_VALUE_NONE)
    return TV_TABLE_CELL_EMPTY;
  if (field->kind == FIELD_CALLS)
    return append_count (text, value.calls);
  return value.kind == wanted ? append_count (text, value.others) : TV_TABLE_CELL_EMPTY;
}

/* Makes a cell as tv_table_write() wants it. Of numbers for programs, those of CSV are
 * in the unit that is shown, with all digits, and those of JSON in nanoseconds. */
TvTableCell
tv_shown_fields_make_cell (const TvShownFields *self, guint field, TvProfileItem *row,
                           guint level, TvTraceSession *session, GString *text)
{
  const Field *wanted = &g_array_index (self->fields, Field, field);

  switch (wanted->kind)
    {
    case FIELD_TEXT:
      return make_text (self, wanted->column, row, level, session, text);
    case FIELD_LEVEL:
      return append_count (text, level);
    case FIELD_KIND:
      g_string_append (text, get_kind_name (row));
      return TV_TABLE_CELL_TEXT;
    case FIELD_RANK:
      return make_rank (row, session, text);
    case FIELD_NAME:
    case FIELD_ID:
    case FIELD_CLASS:
    case FIELD_METHOD:
    case FIELD_SIGNATURE:
      return make_identity (wanted->kind, row, session, text);
    case FIELD_CALLS:
    case FIELD_RECURSIVE_CALLS:
    case FIELD_ALL_CALLS:
    case FIELD_NUMBER:
    default:
      return make_number (self, wanted, row, session, text);
    }
}
