/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/tables/method-table.h"

#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <string.h>

/* Returns the end of the field at @start: the next tab or, in a line written by hand
 * without tabs, the next run of two or more blanks. @next is the start of the next
 * field, or @length. */
static gsize
find_field_end (const char *line, gsize length, gsize start, gboolean tabs, gsize *next)
{
  for (gsize i = start; i < length; i++)
    {
      if (tabs && line[i] == '\t')
        {
          *next = i + 1;
          return i;
        }
      if (!tabs && line[i] == ' ' && i + 1 < length && line[i + 1] == ' ')
        {
          *next = i;
          while (*next < length && line[*next] == ' ')
            ++*next;
          return i;
        }
    }
  *next = length;
  return length;
}

/* Returns whether the bytes are printable ASCII and tabs. */
static gboolean
is_plain (const char *line, gsize length)
{
  guint odd = 0;

  for (gsize i = 0; i < length; i++)
    odd |= (guint) ((guchar) (line[i] - 0x20) >= 0x7F - 0x20)
           & (guint) (line[i] != '\t');
  return odd == 0;
}

/* The fields of a plain line are in a copy of it, with a zero for each tab. */
static void
split_plain (TvMethodLine *parsed, const char *line, gsize length)
{
  char *start;
  char *end;

  g_string_append_len (parsed->text, line, (gssize) length);
  start = parsed->text->str;
  end = start + length;
  while (start != NULL)
    {
      char *tab = memchr (start, '\t', (gsize) (end - start));
      char *field_end = tab != NULL ? tab : end;

      if (parsed->n_fields < TV_METHOD_LINE_MAX_FIELDS)
        parsed->fields[parsed->n_fields] = start;
      parsed->n_fields++;
      *field_end = '\0';
      start = tab != NULL ? tab + 1 : NULL;
    }
}

static void
append_field (TvMethodLine *parsed, const char *bytes, gsize length)
{
  g_autofree char *text = tv_java_text_dup_utf8 (bytes, length);

  g_string_append_len (parsed->text, text, (gssize) strlen (text) + 1);
}

/* The fields of any other line are converted one by one. Their addresses are set when
 * the text no longer moves. */
static void
split_any (TvMethodLine *parsed, const char *line, gsize length)
{
  gboolean tabs = memchr (line, '\t', length) != NULL;
  char *field;
  gsize start = 0;
  gboolean more = TRUE;

  while (more)
    {
      gsize next;
      gsize end = find_field_end (line, length, start, tabs, &next);

      if (parsed->n_fields < TV_METHOD_LINE_MAX_FIELDS)
        append_field (parsed, line + start, end - start);
      parsed->n_fields++;
      more = end < length && (tabs || next < length);
      start = next;
    }
  field = parsed->text->str;
  for (guint i = 0; i < MIN (parsed->n_fields, TV_METHOD_LINE_MAX_FIELDS); i++)
    {
      parsed->fields[i] = field;
      field += strlen (field) + 1;
    }
}

static void
split_fields (TvMethodLine *parsed, const char *line, gsize length)
{
  if (memchr (line, '\t', length) != NULL && is_plain (line, length))
    split_plain (parsed, line, length);
  else
    split_any (parsed, line, length);
}

/* Parses so few digits that any value fits in 64 bits. */
static gboolean
parse_few_digits (const char *text, guint base, guint64 *value)
{
  const gsize length = strlen (text);

  *value = 0;
  if (length == 0 || length > (base == 16 ? 16 : 19))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      gint digit = g_ascii_xdigit_value (text[i]);

      if (digit < 0 || digit >= (gint) base)
        return FALSE;
      *value = *value * base + (guint64) digit;
    }
  return TRUE;
}

static gboolean
parse_number (const char *text, guint base, guint64 *value)
{
  return parse_few_digits (text, base, value)
         || g_ascii_string_to_unsigned (text, base, 0, G_MAXUINT64, value, NULL);
}

/* ART prints the id zero as "0" with no "0x", host builds print it as "(nil)". */
static gboolean
parse_id (const char *text, guint bare_base, gboolean *is_bare, guint64 *id)
{
  *id = 0;
  *is_bare = FALSE;
  if (g_str_equal (text, "(nil)"))
    return TRUE;
  if (g_str_has_prefix (text, "0x") || g_str_has_prefix (text, "0X"))
    return parse_number (text + 2, 16, id);
  *is_bare = TRUE;
  return parse_number (text, bare_base, id);
}

static gint32
parse_source_line (const char *text)
{
  gint64 value;

  if (text == NULL
      || !g_ascii_string_to_signed (text, 10, G_MININT32, G_MAXINT32, &value, NULL))
    return 0;
  return (gint32) value;
}

/* ART writes "(null)" for an unknown source file. */
static const char *
known_file (const char *text)
{
  return text == NULL || *text == '\0' || g_str_equal (text, "(null)") ? NULL : text;
}

static void
assign_fields (TvMethodLine *parsed)
{
  TvMethod *method = &parsed->method;
  char **fields = parsed->fields;

  if (parsed->n_fields == 2)
    {
      method->name = fields[1];
      return;
    }
  method->class_name = fields[1];
  if (parsed->n_fields == 4 && fields[3][0] != '(')
    {
      method->file = known_file (fields[2]);
      method->line = parse_source_line (fields[3]);
      return;
    }
  method->name = fields[2];
  if (parsed->n_fields >= 4)
    method->signature = fields[3];
  method->file = known_file (fields[4]);
  method->line = parse_source_line (fields[5]);
}

/**
 * tv_method_line_parse:
 * @parsed: (inout): receives the parts; all zeros before the first line, cleared with
 *   tv_method_line_clear() after the last
 * @line: (array length=length): a line without its end
 * @length: number of bytes
 * @bare_base: the base of an id without `0x`
 *
 * Splits a line of a `*methods` section. The number of fields gives their meaning: id
 * and name (2, emulator); id, class, method (3); id, class, method, signature (4) or
 * id, class, source file, line (4, if the fourth is not a signature); with source file
 * (5, ART); with source file and line (6, Dalvik).
 */
void
tv_method_line_parse (TvMethodLine *parsed, const char *line, gsize length,
                      guint bare_base)
{
  if (parsed->text == NULL)
    parsed->text = g_string_new (NULL);
  g_string_truncate (parsed->text, 0);
  *parsed = (TvMethodLine){ .text = parsed->text,
                            .method.class_name = "",
                            .method.name = "",
                            .method.signature = "" };
  split_fields (parsed, line, length);
  parsed->has_id
      = parse_id (parsed->fields[0], bare_base, &parsed->is_bare, &parsed->method.id);
  if (parsed->has_id && parsed->n_fields > 1)
    assign_fields (parsed);
}

void
tv_method_line_clear (TvMethodLine *parsed)
{
  if (parsed->text != NULL)
    g_string_free (parsed->text, TRUE);
  *parsed = (TvMethodLine){ 0 };
}

void
tv_method_table_init (TvMethodTable *table, TvStringPool *strings)
{
  table->methods = g_array_new (FALSE, FALSE, sizeof (TvMethod));
  table->strings = strings;
  tv_id_map_init (&table->index);
  table->line = (TvMethodLine){ 0 };
  table->bare_base = 10;
  table->bare_ids = g_array_new (FALSE, FALSE, sizeof (TvBareId));
  table->has_hex_digits = FALSE;
}

void
tv_method_table_clear (TvMethodTable *table)
{
  g_clear_pointer (&table->methods, g_array_unref);
  tv_id_map_clear (&table->index);
  tv_method_line_clear (&table->line);
  g_clear_pointer (&table->bare_ids, g_array_unref);
}

/* An id is known to have hexadecimal digits only if it is not a decimal number. */
static void
note_bare_id (TvMethodTable *table, const TvMethodLine *line)
{
  TvBareId id = { .decimal = line->method.id };

  if (!line->is_bare || line->n_fields == 1 || table->bare_base == 16
      || !parse_number (line->fields[0], 16, &id.hexadecimal))
    return;
  if (!line->has_id)
    table->has_hex_digits = TRUE;
  else if (id.decimal != id.hexadecimal)
    g_array_append_val (table->bare_ids, id);
}

/**
 * tv_method_table_is_hexadecimal:
 * @table: a table whose ids without `0x` were read as decimal numbers
 * @record_ids: ids of the records
 *
 * Finds out whether ids without `0x` are hexadecimal: one of them has such a digit, or
 * more of the records' ids are among them.
 *
 * Returns: whether the file has to be read again, with hexadecimal ids
 */
gboolean
tv_method_table_is_hexadecimal (const TvMethodTable *table, const TvIdMap *record_ids)
{
  gint64 n_more = 0;

  for (guint i = 0; i < table->bare_ids->len; i++)
    {
      const TvBareId *id = &g_array_index (table->bare_ids, TvBareId, i);

      n_more += tv_id_map_get (record_ids, id->hexadecimal) != TV_ID_MAP_NONE;
      n_more -= tv_id_map_get (record_ids, id->decimal) != TV_ID_MAP_NONE;
    }
  return table->has_hex_digits || n_more > 0;
}

static gboolean
have_same_names (const TvMethod *a, const TvMethod *b)
{
  return g_str_equal (a->class_name, b->class_name) && g_str_equal (a->name, b->name)
         && g_str_equal (a->signature, b->signature);
}

static const char *
keep_string (TvMethodTable *table, const char *string)
{
  return string != NULL ? tv_string_pool_add (table->strings, string) : NULL;
}

/**
 * tv_method_table_define:
 * @table: a table
 * @method: (transfer none): a method; its strings are copied
 *
 * Adds a method that the file names. The last line of an id is taken.
 *
 * Returns: whether the id was known
 */
TvDefinition
tv_method_table_define (TvMethodTable *table, const TvMethod *method)
{
  guint32 index = tv_id_map_get (&table->index, method->id);
  TvDefinition result = TV_DEFINITION_NEW;
  TvMethod kept = *method;

  if (index != TV_ID_MAP_NONE)
    {
      const TvMethod *old = &g_array_index (table->methods, TvMethod, index);

      if (old->named)
        result = have_same_names (old, method) ? TV_DEFINITION_SAME
                                               : TV_DEFINITION_CHANGED;
    }
  kept.named = TRUE;
  kept.class_name = keep_string (table, method->class_name);
  kept.name = keep_string (table, method->name);
  kept.signature = keep_string (table, method->signature);
  kept.file = keep_string (table, method->file);
  if (index != TV_ID_MAP_NONE)
    {
      g_array_index (table->methods, TvMethod, index) = kept;
      return result;
    }
  tv_id_map_set (&table->index, method->id, table->methods->len);
  g_array_append_val (table->methods, kept);
  return result;
}

/**
 * tv_method_table_add_unnamed:
 * @table: a table
 * @id: an id that is not in the table
 *
 * Adds a method that only records name.
 *
 * Returns: its index
 */
guint32
tv_method_table_add_unnamed (TvMethodTable *table, guint64 id)
{
  char name[2 + 16 + 1];
  guint32 index = table->methods->len;
  TvMethod method = { .id = id, .class_name = "(unknown)", .signature = "" };

  g_snprintf (name, sizeof name, "0x%" G_GINT64_MODIFIER "x", id);
  /* No other id has this name, and records can have millions of ids. */
  method.name = tv_string_pool_store (table->strings, name);
  tv_id_map_set (&table->index, id, index);
  g_array_append_val (table->methods, method);
  return index;
}

/**
 * tv_method_table_add_pre_open:
 * @table: a table
 *
 * Adds the method that stands for all calls that were entered before tracing began and
 * whose exits name no method. It cannot be looked up by id.
 *
 * Returns: its index
 */
guint32
tv_method_table_add_pre_open (TvMethodTable *table)
{
  TvMethod method = { .class_name = "(unknown)",
                      .name = "(open before trace)",
                      .signature = "",
                      .named = TRUE };

  g_array_append_val (table->methods, method);
  return table->methods->len - 1;
}

/**
 * tv_method_table_set_proxied:
 * @table: a table
 * @proxy: index of a method without a name
 * @interface_method: index of the interface method that it implements
 *
 * Names a method of a dynamic proxy.
 */
void
tv_method_table_set_proxied (TvMethodTable *table, guint32 proxy,
                             guint32 interface_method)
{
  TvMethod *method = &g_array_index (table->methods, TvMethod, proxy);
  g_autofree char *name = tv_method_dup_display_name (
      &g_array_index (table->methods, TvMethod, interface_method));

  method->is_proxy = TRUE;
  method->proxy_name = tv_string_pool_add (table->strings, name);
}

void
tv_table_text_warn (const TvTableText *text, TvWarningKind kind, const char *line,
                    gsize length)
{
  g_autofree char *detail
      = line != NULL ? tv_java_text_dup_utf8 (line, MIN (length, 200)) : NULL;

  tv_warnings_add (text->warnings, kind, text->place, text->at, detail);
}

static void
define (TvMethodTable *table, const TvTableText *text, const char *line, gsize length,
        const TvMethod *method)
{
  guint32 index = tv_id_map_get (&table->index, method->id);

  if (text->fill_gaps && index != TV_ID_MAP_NONE
      && g_array_index (table->methods, TvMethod, index).named)
    {
      const TvMethod *known = &g_array_index (table->methods, TvMethod, index);

      if (!have_same_names (known, method))
        tv_table_text_warn (text, TV_WARNING_SUMMARY_DIFFERS, line, length);
    }
  else if (tv_method_table_define (table, method) == TV_DEFINITION_CHANGED)
    tv_table_text_warn (text, TV_WARNING_METHOD_RENAMED, line, length);
}

/**
 * tv_method_table_define_line:
 * @table: a table whose ids are 32-bit method words
 * @text: the origin of the line
 * @line: (array length=length): a line of a `*methods` section without its end
 * @length: number of bytes
 * @index: (out) (optional): the method's index
 *
 * Adds the method of a line.
 *
 * Returns: whether the line has an id and names
 */
gboolean
tv_method_table_define_line (TvMethodTable *table, const TvTableText *text,
                             const char *line, gsize length, guint32 *index)
{
  TvMethodLine *parsed = &table->line;

  tv_method_line_parse (parsed, line, length, table->bare_base);
  note_bare_id (table, parsed);
  if (!parsed->has_id)
    {
      tv_table_text_warn (text, TV_WARNING_METHOD_ID, line, length);
      return FALSE;
    }
  if (parsed->n_fields == 1 || parsed->n_fields == 3 || parsed->n_fields > 6)
    tv_table_text_warn (text, TV_WARNING_METHOD_FIELDS, line, length);
  /* Records have 32 bits of an id. The lowest two are the action. */
  if (parsed->method.id > G_MAXUINT32 || (parsed->method.id & 3) != 0)
    {
      tv_table_text_warn (text, TV_WARNING_METHOD_ID_MASKED, line, length);
      parsed->method.id &= 0xFFFFFFFC;
    }
  if (parsed->n_fields == 1)
    return FALSE;
  define (table, text, line, length, &parsed->method);
  if (index != NULL)
    *index = tv_id_map_get (&table->index, parsed->method.id);
  return TRUE;
}
