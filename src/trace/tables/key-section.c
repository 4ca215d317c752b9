/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/tables/key-section.h"

#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <string.h>

typedef enum
{
  SECTION_NONE,
  SECTION_VERSION,
  SECTION_THREADS,
  SECTION_METHODS,
  SECTION_UNKNOWN
} Section;

typedef struct
{
  TvKeySection *key;
  TvTableText text; /* the position of the current line */
  Section section;
  gboolean version_seen; /* whether the line after *version was read */
  gboolean thread_seen;
  guint32 last_thread;
  GString *joined_name;      /* the last thread's name, if it has several lines */
  GHashTable *property_rows; /* key to row of the properties */
} Parser;

/**
 * tv_key_section_init:
 * @key: (out caller-allocates): becomes an empty key section
 * @strings: the pool for all strings; it outlives @key
 */
void
tv_key_section_init (TvKeySection *key, TvStringPool *strings)
{
  memset (key, 0, sizeof *key);
  key->properties = g_array_new (FALSE, TRUE, sizeof (TvProperty));
  tv_thread_table_init (&key->threads, strings);
  tv_method_table_init (&key->methods, strings);
}

/**
 * tv_key_section_clear:
 * @key: a key section
 *
 * Frees the memory of a key section.
 */
void
tv_key_section_clear (TvKeySection *key)
{
  g_clear_pointer (&key->properties, g_array_unref);
  tv_thread_table_clear (&key->threads);
  tv_method_table_clear (&key->methods);
}

static void
warn_line (Parser *parser, TvWarningKind kind, const char *line, gsize length)
{
  tv_table_text_warn (&parser->text, kind, line, length);
}

static gboolean
line_equals (const char *line, gsize length, const char *keyword)
{
  return strlen (keyword) == length && memcmp (line, keyword, length) == 0;
}

/* Runtimes write about a dozen properties. */
#define MAX_PROPERTIES 1000

/* The last line of a key is taken. Returns whether there was room. */
static gboolean
set_property (Parser *parser, const char *name, const char *value)
{
  GArray *properties = parser->key->properties;
  TvStringPool *strings = parser->key->methods.strings;
  TvProperty property;
  gpointer row;

  if (g_hash_table_lookup_extended (parser->property_rows, name, NULL, &row))
    {
      g_array_index (properties, TvProperty, GPOINTER_TO_UINT (row)).value
          = tv_string_pool_add (strings, value);
      return TRUE;
    }
  if (properties->len >= MAX_PROPERTIES)
    return FALSE;
  property.key = tv_string_pool_add (strings, name);
  property.value = tv_string_pool_add (strings, value);
  g_hash_table_insert (parser->property_rows, (gpointer) property.key,
                       GUINT_TO_POINTER (properties->len));
  g_array_append_val (properties, property);
  return TRUE;
}

static void
parse_property (Parser *parser, const char *line, gsize length)
{
  const char *equals = memchr (line, '=', length);
  g_autofree char *name = NULL;
  g_autofree char *value = NULL;
  gsize name_length;

  if (equals == NULL)
    {
      warn_line (parser, TV_WARNING_PROPERTY_LINE, line, length);
      return;
    }
  name_length = (gsize) (equals - line);
  name = tv_java_text_dup_utf8 (line, name_length);
  value = tv_java_text_dup_utf8 (equals + 1, length - name_length - 1);
  if (!set_property (parser, name, value))
    warn_line (parser, TV_WARNING_PROPERTY_LINE, line, length);
}

static void
parse_version_number (Parser *parser, const char *line, gsize length)
{
  g_autofree char *text = g_strndup (line, MIN (length, 20));
  guint64 version;

  parser->version_seen = TRUE;
  if (g_ascii_string_to_unsigned (g_strstrip (text), 10, 0, 0xFFFF, &version, NULL))
    parser->key->version = (guint) version;
  else
    warn_line (parser, TV_WARNING_VERSION_LINE, line, length);
  /* If the number is missing, this is the next line. */
  if (memchr (line, '=', length) != NULL)
    parse_property (parser, line, length);
}

static gsize
count_digits (const char *line, gsize length)
{
  gsize n = 0;

  while (n < length && g_ascii_isdigit (line[n]))
    n++;
  return n;
}

static gboolean
parse_thread_id (const char *line, gsize n_digits, guint32 *id)
{
  g_autofree char *text = g_strndup (line, MIN (n_digits, 20));
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &value, NULL))
    return FALSE;
  *id = (guint32) value;
  return TRUE;
}

/* The name of a thread may contain a line feed. The rest of it then looks like a line
 * without an id. A line with a tab is a broken thread line instead. */
static void
join_thread_name (Parser *parser, const char *line, gsize length)
{
  g_autofree char *rest = NULL;

  if (length == 0)
    return;
  if (!parser->thread_seen || line[0] == '-' || memchr (line, '\t', length) != NULL)
    {
      warn_line (parser, TV_WARNING_THREAD_LINE, line, length);
      return;
    }
  rest = tv_java_text_dup_utf8 (line, length);
  if (parser->joined_name->len > 0)
    g_string_append_c (parser->joined_name, ' ');
  g_string_append (parser->joined_name, rest);
  warn_line (parser, TV_WARNING_THREAD_NAME_JOINED, line, length);
}

/* Stores a name once, and not for each of its lines: copies of a growing name would
 * take memory quadratic in the size of the file. */
static void
finish_joined_name (Parser *parser)
{
  TvThreadTable *threads = &parser->key->threads;
  g_autofree char *whole = NULL;
  TvThreadEntry *entry;

  if (parser->joined_name->len == 0)
    return;
  entry = &g_array_index (threads->entries, TvThreadEntry, parser->last_thread);
  whole = g_strconcat (entry->name, " ", parser->joined_name->str, NULL);
  entry->name = tv_string_pool_add (threads->strings, whole);
  g_string_truncate (parser->joined_name, 0);
}

static void
parse_thread (Parser *parser, const char *line, gsize length)
{
  gsize n_digits = count_digits (line, length);
  gsize name_start = n_digits;
  g_autofree char *name = NULL;
  guint32 id;

  if (n_digits == 0)
    {
      join_thread_name (parser, line, length);
      return;
    }
  finish_joined_name (parser);
  if (!parse_thread_id (line, n_digits, &id))
    {
      warn_line (parser, TV_WARNING_THREAD_LINE, line, length);
      return;
    }
  if (name_start < length && line[name_start] == '\t')
    name_start++;
  else if (name_start < length && line[name_start] == ' ')
    while (name_start < length && line[name_start] == ' ')
      name_start++;
  else
    {
      warn_line (parser, TV_WARNING_THREAD_LINE, line, length);
      return;
    }
  name = tv_java_text_dup_utf8 (line + name_start, length - name_start);
  if (tv_thread_table_define (&parser->key->threads, id, name) == TV_DEFINITION_CHANGED)
    warn_line (parser, TV_WARNING_THREAD_LISTED_TWICE, line, length);
  parser->thread_seen = TRUE;
  parser->last_thread = tv_id_map_get (&parser->key->threads.index, id);
}

static void
parse_method (Parser *parser, const char *line, gsize length)
{
  if (length > 0)
    tv_method_table_define_line (&parser->key->methods, &parser->text, line, length,
                                 NULL);
}

/* Returns whether the line is the last one. */
static gboolean
parse_keyword (Parser *parser, const char *line, gsize length)
{
  if (parser->section == SECTION_VERSION && !parser->version_seen)
    warn_line (parser, TV_WARNING_VERSION_LINE, line, length);
  parser->version_seen |= parser->section == SECTION_VERSION;
  if (line_equals (line, length, "*end"))
    {
      parser->key->terminated = TRUE;
      return TRUE;
    }
  if (line_equals (line, length, "*version"))
    parser->section = SECTION_VERSION;
  else if (line_equals (line, length, "*threads"))
    parser->section = SECTION_THREADS;
  else if (line_equals (line, length, "*methods"))
    parser->section = SECTION_METHODS;
  else
    {
      warn_line (parser, TV_WARNING_UNKNOWN_SECTION, line, length);
      parser->section = SECTION_UNKNOWN;
    }
  return FALSE;
}

static gboolean
parse_line (Parser *parser, const char *line, gsize length)
{
  if (length > 0 && line[0] == '*')
    return parse_keyword (parser, line, length);
  switch (parser->section)
    {
    case SECTION_VERSION:
      if (!parser->version_seen)
        parse_version_number (parser, line, length);
      else if (length > 0)
        parse_property (parser, line, length);
      break;
    case SECTION_THREADS:
      parse_thread (parser, line, length);
      break;
    case SECTION_METHODS:
      parse_method (parser, line, length);
      break;
    case SECTION_NONE:
    case SECTION_UNKNOWN:
    default:
      break;
    }
  return FALSE;
}

/* A line without its end. */
typedef struct
{
  const char *text;
  gsize length;
  gboolean is_cut;
  gsize next;
} TextLine;

/* No runtime writes longer lines. A malformed file may have a line of a gigabyte. */
#define MAX_LINE (1024 * 1024)

/* Finds a line, which ends with LF, with CR LF or with the text. Cuts it after
 * MAX_LINE.
 */
static void
find_line (TextLine *line, const char *text, gsize size, gsize position)
{
  const char *newline = memchr (text + position, '\n', size - position);

  line->text = text + position;
  line->length = newline != NULL ? (gsize) (newline - line->text) : size - position;
  line->next = position + line->length + (newline != NULL ? 1 : 0);
  line->is_cut = line->length > MAX_LINE;
  line->length = MIN (line->length, MAX_LINE);
  if (line->length > 0 && line->text[line->length - 1] == '\r')
    line->length--;
}

/* Returns whether the data begin here, because the key section lost its end: "SLOW" and
 * a small little-endian version. Text has no zeros. */
static gboolean
is_data_header (const char *text, gsize size)
{
  return size >= 6 && memcmp (text, "SLOW", 4) == 0 && text[5] == '\0';
}

/* The bytes of text between two checks for cancellation and of the budget. */
#define BYTES_PER_CHECK (64 * 1024)

static gboolean
may_go_on (const TvKeySection *key)
{
  return !g_cancellable_is_cancelled (key->cancellable)
         && tv_memory_budget_check (key->budget, 0, NULL);
}

/* Returns the offset after the last line of the section. */
static gsize
parse_lines (Parser *parser, const char *text, gsize size)
{
  gsize position = size >= 3 && memcmp (text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  guint64 base = parser->text.at;
  gsize next_look = position + BYTES_PER_CHECK;

  while (position < size)
    {
      TextLine line;

      if (position >= next_look)
        {
          if (!may_go_on (parser->key))
            break;
          next_look = position + BYTES_PER_CHECK;
        }

      parser->text.at
          = parser->text.place == TV_PLACE_LINE ? parser->text.at + 1 : base + position;
      if (is_data_header (text + position, size - position))
        break;
      find_line (&line, text, size, position);
      if (line.is_cut)
        warn_line (parser, TV_WARNING_LONG_LINE, NULL, 0);
      position = line.next;
      if (parse_line (parser, line.text, line.length))
        break;
    }
  return position;
}

/**
 * tv_key_section_parse_piece:
 * @key: a key section, empty or with what a stream announced
 * @text: (array length=size): bytes that begin with a key section
 * @size: number of bytes
 * @origin: the position of the text for warnings, and the treatment of methods that
 *   @key already has
 *
 * Reads a key section that is a piece of a file. It never fails: unreadable lines are
 * skipped with a warning. Takes time linear in the length of the text.
 */
void
tv_key_section_parse_piece (TvKeySection *key, const char *text, gsize size,
                            const TvTableText *origin)
{
  g_autoptr (GString) joined_name = g_string_new (NULL);
  g_autoptr (GHashTable) property_rows = g_hash_table_new (g_str_hash, g_str_equal);
  Parser parser = { .key = key,
                    .text = *origin,
                    .joined_name = joined_name,
                    .property_rows = property_rows };

  key->end = parse_lines (&parser, text, size);
  finish_joined_name (&parser);
}

/**
 * tv_key_section_parse:
 * @key: an empty key section
 * @bytes: a file that begins with a key section
 * @warnings: the list to add warnings to
 *
 * Reads the text part of a classic trace, like tv_key_section_parse_piece().
 */
void
tv_key_section_parse (TvKeySection *key, GBytes *bytes, TvWarnings *warnings)
{
  TvTableText origin = { .warnings = warnings, .place = TV_PLACE_LINE };
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);

  tv_key_section_parse_piece (key, text, size, &origin);
  if (!key->terminated)
    tv_warnings_add (warnings, TV_WARNING_KEY_NOT_TERMINATED, TV_PLACE_NOWHERE, 0,
                     NULL);
}

/**
 * tv_key_section_lookup:
 * @key: a key section
 * @name: a property's key
 *
 * Returns: (transfer none) (nullable): its value
 */
const char *
tv_key_section_lookup (const TvKeySection *key, const char *name)
{
  for (guint i = 0; i < key->properties->len; i++)
    {
      const TvProperty *property = &g_array_index (key->properties, TvProperty, i);

      if (g_str_equal (property->key, name))
        return property->value;
    }
  return NULL;
}

/**
 * tv_key_section_lookup_number:
 * @key: a key section
 * @name: a property's key
 * @value: (out): its value
 *
 * Returns: whether the property exists and is a decimal number
 */
gboolean
tv_key_section_lookup_number (const TvKeySection *key, const char *name, guint64 *value)
{
  const char *text = tv_key_section_lookup (key, name);

  return text != NULL
         && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, value, NULL);
}
