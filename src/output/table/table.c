/* SPDX-License-Identifier: Apache-2.0 */

#include "output/table/table.h"

#include "analysis/text/time-text.h"

#include <string.h>

/* In text, a longer name has a line to itself. */
#define WIDEST_NAME 60

/* Formats */

static const struct
{
  const char *name;
  const char *ending;
} formats[TV_N_TABLE_FORMATS] = {
  [TV_TABLE_TSV] = { "tsv", "tsv" },
  [TV_TABLE_MARKDOWN] = { "markdown", "md" },
  [TV_TABLE_CSV] = { "csv", "csv" },
  [TV_TABLE_JSON] = { "json", "json" },
  [TV_TABLE_TEXT] = { "text", "txt" },
  [TV_TABLE_HTML] = { "html", "html" },
  [TV_TABLE_JSON_LINES] = { "jsonl", "jsonl" },
};

/**
 * tv_table_format_get_name:
 * @format: a format
 *
 * Returns: its name on command lines and in actions, such as `markdown`
 */
const char *
tv_table_format_get_name (TvTableFormat format)
{
  g_return_val_if_fail (format < TV_N_TABLE_FORMATS, NULL);

  return formats[format].name;
}

/**
 * tv_table_format_get_ending:
 * @format: a format
 *
 * Returns: the ending of its files, without the dot
 */
const char *
tv_table_format_get_ending (TvTableFormat format)
{
  g_return_val_if_fail (format < TV_N_TABLE_FORMATS, NULL);

  return formats[format].ending;
}

/**
 * tv_table_format_is_for_people:
 * @format: a format that the window offers
 *
 * Returns: whether cells hold what the window shows, rather than plain numbers
 */
gboolean
tv_table_format_is_for_people (TvTableFormat format)
{
  return format == TV_TABLE_TSV || format == TV_TABLE_MARKDOWN;
}

/**
 * tv_table_format_is_page:
 * @format: a format
 *
 * Returns: whether reports in it are for people, rather than list each number on each
 *   clock
 */
gboolean
tv_table_format_is_page (TvTableFormat format)
{
  return format == TV_TABLE_TEXT || format == TV_TABLE_HTML
         || format == TV_TABLE_MARKDOWN;
}

/**
 * tv_table_format_parse:
 * @name: see tv_table_format_get_name()
 * @format: (out): the format of that name
 *
 * Returns: whether there is a format of that name
 */
gboolean
tv_table_format_parse (const char *name, TvTableFormat *format)
{
  g_return_val_if_fail (name != NULL && format != NULL, FALSE);

  for (guint i = 0; i < TV_N_TABLE_FORMATS; i++)
    if (g_str_equal (name, formats[i].name))
      {
        *format = (TvTableFormat) i;
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_table_format_find_by_ending:
 * @file_name: name of a file
 * @format: (out): the format with this ending, among those that the window offers
 *
 * Returns: whether there is such a format; case does not matter
 */
gboolean
tv_table_format_find_by_ending (const char *file_name, TvTableFormat *format)
{
  const char *dot;

  g_return_val_if_fail (file_name != NULL && format != NULL, FALSE);

  dot = strrchr (file_name, '.');
  for (guint i = 0; dot != NULL && i < TV_N_TABLE_FILE_FORMATS; i++)
    if (g_ascii_strcasecmp (dot + 1, formats[i].ending) == 0)
      {
        *format = (TvTableFormat) i;
        return TRUE;
      }
  return FALSE;
}

/* Cells */

/**
 * tv_cell_set_text:
 * @cell: a cell
 * @text: (nullable): UTF-8 of any origin, %NULL for an empty cell
 *
 * Sets a text, which each format escapes. It is not copied: it must stay valid until
 * the table moves to the next row.
 */
void
tv_cell_set_text (TvCell *cell, const char *text)
{
  cell->kind = text != NULL ? TV_CELL_TEXT : TV_CELL_EMPTY;
  cell->lent = text;
}

/**
 * tv_cell_set_digits:
 * @cell: a cell
 * @digits: a number as it is written; for JSON, a number of JSON
 *
 * Sets a number that is already formatted.
 */
void
tv_cell_set_digits (TvCell *cell, const char *digits)
{
  cell->kind = TV_CELL_DIGITS;
  g_string_append (cell->text, digits);
}

/**
 * tv_cell_set_id:
 * @cell: a cell
 * @id: a method's id in the file
 *
 * Sets a text with the hexadecimal id.
 */
void
tv_cell_set_id (TvCell *cell, guint64 id)
{
  char digits[16];
  gsize at = sizeof digits;

  do
    digits[--at] = "0123456789abcdef"[id & 0xf];
  while ((id >>= 4) > 0);
  cell->kind = TV_CELL_TEXT;
  g_string_append (cell->text, "0x");
  g_string_append_len (cell->text, digits + at, (gssize) (sizeof digits - at));
}

/**
 * tv_cell_set_count:
 * @cell: a cell
 * @count: an integer
 *
 * Sets a count.
 */
void
tv_cell_set_count (TvCell *cell, guint64 count)
{
  cell->kind = TV_CELL_COUNT;
  cell->number = (gint64) count;
}

/**
 * tv_cell_set_time:
 * @cell: a cell
 * @nanoseconds: a time
 *
 * Sets a time, which each format writes in its own unit.
 */
void
tv_cell_set_time (TvCell *cell, gint64 nanoseconds)
{
  cell->kind = TV_CELL_TIME;
  cell->number = nanoseconds;
}

/**
 * tv_cell_set_mean:
 * @cell: a cell
 * @nanoseconds: a mean of times
 *
 * Sets a time that may have fractions of nanoseconds.
 */
void
tv_cell_set_mean (TvCell *cell, double nanoseconds)
{
  cell->kind = TV_CELL_MEAN;
  cell->real = nanoseconds;
}

/**
 * tv_cell_set_share:
 * @cell: a cell
 * @part: a time
 * @whole: the time that is 100 %
 *
 * Sets a percentage. It is 0 % if @whole is 0.
 */
void
tv_cell_set_share (TvCell *cell, gint64 part, gint64 whole)
{
  cell->kind = TV_CELL_SHARE;
  cell->number = part;
  cell->whole = whole;
}

/**
 * tv_cell_set_real:
 * @cell: a cell
 * @number: a finite number
 *
 * Sets a number that keeps all its digits.
 */
void
tv_cell_set_real (TvCell *cell, double number)
{
  cell->kind = TV_CELL_REAL;
  cell->real = number;
}

/**
 * tv_cell_set_flag:
 * @cell: a cell
 * @flag: a boolean
 *
 * Sets a boolean.
 */
void
tv_cell_set_flag (TvCell *cell, gboolean flag)
{
  cell->kind = TV_CELL_FLAG;
  cell->number = flag;
}

static void
get_cell (const TvTable *table, guint column, TvTableFormat format, TvCell *cell)
{
  GString *text = cell->text;

  if (text->len > 0)
    g_string_truncate (text, 0);
  *cell = (TvCell){ .text = text };
  table->get (table->source, &table->columns[column], format, cell);
}

static const char *
get_text (const TvCell *cell)
{
  return cell->lent != NULL ? cell->lent : cell->text->str;
}

/* Numbers */

static gboolean
is_for_people (TvTableFormat format)
{
  return format == TV_TABLE_TEXT || format == TV_TABLE_HTML;
}

/* Appends decimals without zeros at the end, with a point in every locale. */
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

static void
append_time (GString *text, gint64 nanoseconds, TvTableFormat format)
{
  if (is_for_people (format) || format == TV_TABLE_MARKDOWN)
    tv_time_append_milliseconds (text, nanoseconds);
  else if (format == TV_TABLE_TSV)
    tv_time_append_microseconds (text, nanoseconds);
  else if (format == TV_TABLE_CSV)
    append_decimals (text, (double) nanoseconds / 1e6, "%.6f");
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, nanoseconds);
}

static void
append_mean (GString *text, double nanoseconds, TvTableFormat format)
{
  if (format == TV_TABLE_JSON || format == TV_TABLE_JSON_LINES)
    append_decimals (text, nanoseconds, "%.3f");
  else
    append_decimals (text, nanoseconds / 1e6, "%.6f");
}

static void
append_share (GString *text, gint64 part, gint64 whole, TvTableFormat format)
{
  if (is_for_people (format))
    tv_percent_append (text, part, whole);
  else
    append_decimals (text, whole > 0 ? (double) part * 100 / (double) whole : 0,
                     "%.4f");
}

/* Writes the number of a cell to its text. */
static void
format_number (TvCell *cell, TvTableFormat format)
{
  if (cell->kind == TV_CELL_COUNT || cell->kind == TV_CELL_FLAG)
    g_string_append_printf (cell->text, "%" G_GINT64_FORMAT, cell->number);
  else if (cell->kind == TV_CELL_TIME)
    append_time (cell->text, cell->number, format);
  else if (cell->kind == TV_CELL_AMOUNT)
    tv_time_append_microseconds (cell->text, cell->number);
  else if (cell->kind == TV_CELL_MEAN)
    append_mean (cell->text, cell->real, format);
  else if (cell->kind == TV_CELL_SHARE)
    append_share (cell->text, cell->number, cell->whole, format);
}

/* JSON */

/* The open objects of a row: the first bytes of a member, which have the name of each
 * object and a dot. */
typedef struct
{
  const char *member;
  gsize length;
} OpenObjects;

/* Opens and closes objects so that @member is in the innermost. Returns the last name
 * of
 * @member. */
static const char *
enter_object (TvJsonWriter *json, OpenObjects *open, const char *member)
{
  while (open->length > 0 && strncmp (member, open->member, open->length) != 0)
    {
      tv_json_end_object (json);
      do
        open->length--;
      while (open->length > 0 && open->member[open->length - 1] != '.');
    }
  open->member = member;
  for (gsize at = open->length; member[at] != '\0'; at++)
    if (member[at] == '.')
      {
        g_autofree char *name = g_strndup (member + open->length, at - open->length);

        tv_json_begin_object (json, name);
        open->length = at + 1;
      }
  return member + open->length;
}

static void
write_list (TvJsonWriter *json, const char *name, const char *const *list)
{
  tv_json_begin_array (json, name);
  for (guint i = 0; list != NULL && list[i] != NULL; i++)
    tv_json_add_string (json, NULL, list[i]);
  tv_json_end_array (json);
}

static void
write_member (TvJsonWriter *json, const char *name, TvCell *cell, TvTableFormat format)
{
  switch (cell->kind)
    {
    case TV_CELL_EMPTY:
      tv_json_add_null (json, name);
      break;
    case TV_CELL_TEXT:
      tv_json_add_string (json, name, get_text (cell));
      break;
    case TV_CELL_COUNT:
    case TV_CELL_TIME:
      tv_json_add_number (json, name, cell->number);
      break;
    case TV_CELL_REAL:
      tv_json_add_double (json, name, cell->real);
      break;
    case TV_CELL_FLAG:
      tv_json_add_boolean (json, name, cell->number != 0);
      break;
    case TV_CELL_LIST:
      write_list (json, name, cell->list);
      break;
    case TV_CELL_ABSENT:
      break;
    case TV_CELL_DIGITS:
    case TV_CELL_AMOUNT:
    case TV_CELL_MEAN:
    case TV_CELL_SHARE:
    default:
      format_number (cell, format);
      tv_json_add_digits (json, name, cell->text->str);
    }
}

static void
write_json_row (const TvTable *table, TvTableFormat format, TvJsonWriter *json,
                TvCell *cell)
{
  OpenObjects open = { "", 0 };

  tv_json_begin_object (json, NULL);
  for (guint column = 0; column < table->n_columns; column++)
    {
      const char *member = table->columns[column].member;

      if (member == NULL)
        continue;
      get_cell (table, column, format, cell);
      if (cell->kind != TV_CELL_ABSENT)
        write_member (json,
                      table->is_generic ? member : enter_object (json, &open, member),
                      cell, format);
    }
  enter_object (json, &open, "");
  tv_json_end_object (json);
}

/* Text */

static gboolean
is_measured (const TvTable *table)
{
  for (guint column = 0; column < table->n_columns; column++)
    if (table->columns[column].title != NULL && table->columns[column].width > 0)
      return FALSE;
  return TRUE;
}

static guint
find_last_titled (const TvTable *table)
{
  guint last = table->n_columns - 1;

  while (last > 0 && table->columns[last].title == NULL)
    last--;
  return last;
}

/* Returns the widths of columns, with a gap of two spaces to the left of all but the
 * first. The last column needs no width if it names the rows. */
static gsize *
measure_columns (const TvTable *table, guint last, TvCell *cell)
{
  gsize *widths = g_new0 (gsize, table->n_columns);
  const gboolean measured = is_measured (table);
  const guint end = table->columns[0].leads ? last + 1 : last;
  gboolean is_first = TRUE;

  for (guint column = 0; column < table->n_columns; column++)
    {
      const TvColumn *described = &table->columns[column];

      if (described->title != NULL && (measured || described->width > 0))
        widths[column] = tv_text_count_letters (described->title);
      /* Titles with the name of an event may be wider than planned. */
      if (!measured && described->width > 0)
        widths[column] = MAX (described->width, widths[column] + (column > 0 ? 1 : 0));
    }
  for (gsize row = 0; measured && table->go_to_row (table->source, row); row++)
    for (guint column = 0; column < end; column++)
      {
        gsize length;

        if (table->columns[column].title == NULL)
          continue;
        get_cell (table, column, TV_TABLE_TEXT, cell);
        format_number (cell, TV_TABLE_TEXT);
        length = tv_text_count_letters (get_text (cell));
        if (!table->columns[column].leads || length <= WIDEST_NAME)
          widths[column] = MAX (widths[column], length);
      }
  for (guint column = 0; measured && column < end; column++)
    if (table->columns[column].title != NULL)
      {
        widths[column] += is_first ? 0 : 2;
        is_first = FALSE;
      }
  return widths;
}

/* Writes a text aligned to the right. If it is too long, the gap remains. */
static void
write_right (TvTextWriter *writer, const char *text, gsize width)
{
  const gsize length = tv_text_count_letters (text);

  tv_text_writer_add_padding (writer, width >= length ? width - length : 1);
  tv_text_writer_add_field (writer, text);
}

static void
write_left (TvTextWriter *writer, const char *text, gsize width)
{
  const gsize length = tv_text_count_letters (text);

  tv_text_writer_add_field (writer, text);
  if (length > width)
    tv_text_writer_add_char (writer, '\n');
  tv_text_writer_add_padding (writer, length > width ? width : width - length);
}

static void
write_padded (TvTextWriter *writer, const char *text, gsize width, gboolean has_gap)
{
  const gsize length = tv_text_count_letters (text) + 2 * has_gap;

  tv_text_writer_add_padding (writer, 2 * has_gap);
  tv_text_writer_add_field (writer, text);
  tv_text_writer_add_padding (writer, width > length ? width - length : 0);
}

/* All columns are aligned to the right, except the one that names the rows: the first
 * column if it leads, otherwise the last. */
static void
write_text_cell (const TvTable *table, guint column, guint last, const gsize *widths,
                 guint level, const char *text, TvTextWriter *writer)
{
  if (table->is_generic && table->columns[column].numeric)
    write_right (writer, text, widths[column]);
  else if (table->is_generic && column < last)
    write_padded (writer, text, widths[column], column > 0);
  else if (table->columns[column].leads)
    write_left (writer, text, widths[column]);
  else if (column < last || table->columns[0].leads)
    write_right (writer, text, widths[column]);
  else
    {
      tv_text_writer_add_padding (writer, (last > 0 ? 2 : 0) + 2 * (gsize) level);
      tv_text_writer_add_field (writer, text);
    }
}

static void
write_text (const TvTable *table, TvTextWriter *writer, TvCell *cell)
{
  const guint last = find_last_titled (table);
  g_autofree gsize *widths = measure_columns (table, last, cell);

  for (guint column = 0; column <= last; column++)
    if (table->columns[column].title != NULL)
      write_text_cell (table, column, last, widths, 0, table->columns[column].title,
                       writer);
  tv_text_writer_add_char (writer, '\n');
  for (gsize row = 0;
       !tv_text_writer_has_failed (writer) && table->go_to_row (table->source, row);
       row++)
    {
      for (guint column = 0; column <= last; column++)
        {
          if (table->columns[column].title == NULL)
            continue;
          get_cell (table, column, TV_TABLE_TEXT, cell);
          format_number (cell, TV_TABLE_TEXT);
          write_text_cell (table, column, last, widths, cell->level, get_text (cell),
                           writer);
        }
      tv_text_writer_add_char (writer, '\n');
    }
}

/* TSV, CSV, Markdown and HTML */

/* The text that a format puts around rows and cells. */
typedef struct
{
  const char *row;
  const char *between_cells;
  const char *row_end;
  const char *indent; /* for each level; HTML would collapse plain spaces */
  void (*add_text) (TvTextWriter *writer, const char *text);
} Layout;

static void
add_html_text (TvTextWriter *writer, const char *text)
{
  tv_text_writer_add_markup (writer, text, -1);
}

static const Layout layouts[TV_N_TABLE_FORMATS] = {
  [TV_TABLE_TSV] = { "", "\t", "\n", "  ", tv_text_writer_add_tsv },
  [TV_TABLE_MARKDOWN] = { "| ", " | ", " |\n", "\u2003", tv_text_writer_add_markdown },
  /* RFC 4180 ends lines with CR and LF. */
  [TV_TABLE_CSV] = { "", ",", "\r\n", "", tv_text_writer_add_csv },
  [TV_TABLE_HTML] = { "<tr>", "", "</tr>", "\u2003", add_html_text },
};

/* Programs get the names of fields, microseconds, and texts as they are. */
static gboolean
is_for_programs (const TvTable *table, TvTableFormat format)
{
  return table->for_programs && (format == TV_TABLE_TSV || format == TV_TABLE_CSV);
}

/* In Markdown, numbers of reports are rounded for people, those of the window's tables
 * are exact. */
static TvTableFormat
get_number_format (const TvTable *table, TvTableFormat format)
{
  if (is_for_programs (table, format))
    return TV_TABLE_TSV;
  return table->for_programs && format == TV_TABLE_MARKDOWN ? TV_TABLE_TEXT : format;
}

static const char *
get_title (const TvTable *table, TvTableFormat format, guint column)
{
  return is_for_programs (table, format) ? table->columns[column].field
                                         : table->columns[column].title;
}

static void
add_text (const TvTable *table, TvTableFormat format, TvTextWriter *writer,
          const char *text)
{
  if (!is_for_programs (table, format))
    layouts[format].add_text (writer, text);
  else if (format == TV_TABLE_CSV)
    tv_text_writer_add_exact_csv (writer, text);
  else
    tv_text_writer_add_field (writer, text);
}

/* Writes the line below the titles. As in text, all columns of a report are aligned to
 * the right, except the one that names the rows. */
static void
write_markdown_alignment (const TvTable *table, TvTextWriter *writer)
{
  const guint name = table->columns[0].leads ? 0 : find_last_titled (table);

  for (guint column = 0; column < table->n_columns; column++)
    if (table->columns[column].title != NULL)
      tv_text_writer_add (writer, (table->for_programs && !table->is_generic
                                       ? column != name
                                       : table->columns[column].numeric)
                                      ? "| ---: "
                                      : "| --- ");
  tv_text_writer_add (writer, "|\n");
}

static void
write_titles (const TvTable *table, TvTableFormat format, TvTextWriter *writer)
{
  const Layout *layout = &layouts[format];
  gboolean is_first = TRUE;

  tv_text_writer_add (writer, layout->row);
  for (guint column = 0; column < table->n_columns; column++)
    {
      const char *title = get_title (table, format, column);

      if (title == NULL)
        continue;
      if (!is_first)
        tv_text_writer_add (writer, layout->between_cells);
      is_first = FALSE;
      if (format == TV_TABLE_HTML)
        tv_text_writer_add (writer, "<th><button type=\"button\">");
      add_text (table, format, writer, title);
      if (format == TV_TABLE_HTML)
        tv_text_writer_add (writer, "</button></th>");
    }
  tv_text_writer_add (writer, layout->row_end);
  if (format == TV_TABLE_MARKDOWN)
    write_markdown_alignment (table, writer);
}

static void
begin_html_cell (const TvCell *cell, TvTextWriter *writer)
{
  tv_text_writer_add (writer, "<td");
  if (cell->trend != 0)
    tv_text_writer_add (writer,
                        cell->trend > 0 ? " class=\"more\"" : " class=\"less\"");
  if (cell->sort_key != NULL)
    {
      tv_text_writer_add (writer, " data-value=\"");
      tv_text_writer_add (writer, cell->sort_key);
      tv_text_writer_add_char (writer, '"');
    }
  tv_text_writer_add_char (writer, '>');
}

static void
indent_text (TvCell *cell, const char *indent)
{
  if (cell->lent != NULL)
    g_string_assign (cell->text, cell->lent);
  cell->lent = NULL;
  for (guint i = 0; i < cell->level; i++)
    g_string_prepend (cell->text, indent);
}

static void
write_cell (const TvTable *table, TvTableFormat format, TvCell *cell,
            TvTextWriter *writer)
{
  if (format == TV_TABLE_HTML)
    begin_html_cell (cell, writer);
  if (cell->level > 0)
    indent_text (cell, layouts[format].indent);
  if (cell->kind == TV_CELL_TEXT)
    add_text (table, format, writer, get_text (cell));
  else if (cell->kind == TV_CELL_COUNT || cell->kind == TV_CELL_FLAG)
    tv_text_writer_add_number (writer, cell->number, 0);
  else if (cell->kind <= TV_CELL_ABSENT && table->for_programs)
    tv_text_writer_add (writer, format == TV_TABLE_CSV ? "" : "-");
  else
    {
      format_number (cell, get_number_format (table, format));
      tv_text_writer_add (writer, cell->text->str);
    }
  if (format == TV_TABLE_HTML)
    tv_text_writer_add (writer, "</td>");
}

static void
write_row (const TvTable *table, TvTableFormat format, TvTextWriter *writer,
           TvCell *cell)
{
  const Layout *layout = &layouts[format];
  gboolean is_first = TRUE;

  tv_text_writer_add (writer, layout->row);
  for (guint column = 0; column < table->n_columns; column++)
    {
      if (get_title (table, format, column) == NULL)
        continue;
      if (!is_first)
        tv_text_writer_add (writer, layout->between_cells);
      is_first = FALSE;
      get_cell (table, column, format, cell);
      write_cell (table, format, cell, writer);
    }
  tv_text_writer_add (writer, layout->row_end);
  if (format == TV_TABLE_HTML)
    tv_text_writer_add_char (writer, '\n');
}

/**
 * tv_table_begin:
 * @table: a table; in JSON with @TvTable.json
 * @format: any format but text
 * @writer: where it goes
 *
 * Writes what precedes the rows of a table whose rows are not known in advance.
 */
void
tv_table_begin (const TvTable *table, TvTableFormat format, TvTextWriter *writer)
{
  g_return_if_fail (table != NULL && writer != NULL && format != TV_TABLE_TEXT);

  if (format == TV_TABLE_JSON)
    tv_json_begin_array (table->json, table->rows_name);
  if (format == TV_TABLE_JSON || format == TV_TABLE_JSON_LINES)
    return;
  if (format == TV_TABLE_HTML)
    tv_text_writer_add (writer,
                        table->columns[0].leads
                            ? "<div class=\"wide\"><table class=\"find leads\"><thead>"
                            : "<div class=\"wide\"><table class=\"find\"><thead>");
  if (format != TV_TABLE_TSV || table->titled)
    write_titles (table, format, writer);
  if (format == TV_TABLE_HTML)
    tv_text_writer_add (writer, "</thead>\n<tbody>\n");
}

/**
 * tv_table_write_row:
 * @table: a table, whose present row is written
 * @format: any format but text
 * @writer: where it goes
 * @text: a buffer for the texts of cells
 *
 * Writes a row of a table whose rows are not known in advance.
 */
void
tv_table_write_row (const TvTable *table, TvTableFormat format, TvTextWriter *writer,
                    GString *text)
{
  TvCell cell = { .text = text };
  TvJsonWriter json = { .out = writer };

  if (format == TV_TABLE_JSON)
    {
      tv_json_break_line (table->json);
      write_json_row (table, format, table->json, &cell);
    }
  else if (format == TV_TABLE_JSON_LINES)
    {
      write_json_row (table, format, &json, &cell);
      tv_text_writer_add_char (writer, '\n');
    }
  else
    write_row (table, format, writer, &cell);
}

/**
 * tv_table_end:
 * @table: a table
 * @format: any format but text
 * @writer: where it goes
 *
 * Writes what follows the rows. In JSON, this closes the object that they belong to.
 */
void
tv_table_end (const TvTable *table, TvTableFormat format, TvTextWriter *writer)
{
  if (format == TV_TABLE_HTML)
    tv_text_writer_add (writer, "</tbody></table></div>\n");
  if (format != TV_TABLE_JSON)
    return;
  tv_text_writer_add_char (writer, '\n');
  tv_json_end_array (table->json);
  tv_json_end_object (table->json);
  tv_text_writer_add_char (writer, '\n');
}

/**
 * tv_table_write:
 * @table: a table
 * @format: any format but JSON lines
 * @writer: where it goes; tv_text_writer_finish() returns whether all of it arrived
 *
 * Writes a table row by row, so that it is never in memory as a whole. Texts may come
 * from a trace: each format escapes them.
 */
void
tv_table_write (const TvTable *table, TvTableFormat format, TvTextWriter *writer)
{
  g_autoptr (GString) text = NULL;
  TvJsonWriter json = { .out = writer };
  TvTable whole;

  g_return_if_fail (table != NULL && table->n_columns > 0 && writer != NULL);
  g_return_if_fail (format < TV_TABLE_JSON_LINES);

  text = g_string_new (NULL);
  if (format == TV_TABLE_TEXT)
    {
      TvCell cell = { .text = text };

      write_text (table, writer, &cell);
      return;
    }
  whole = *table;
  if (format == TV_TABLE_JSON && table->json == NULL)
    {
      whole.json = &json;
      tv_json_begin_object (&json, NULL);
    }
  tv_table_begin (&whole, format, writer);
  for (gsize row = 0;
       !tv_text_writer_has_failed (writer) && table->go_to_row (table->source, row);
       row++)
    {
      tv_table_write_row (&whole, format, writer, text);
      if (table->n_written != NULL)
        g_atomic_int_inc (table->n_written);
    }
  tv_table_end (&whole, format, writer);
}
