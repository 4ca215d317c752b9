/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/notes/note-file.h"

#include "trace/input/small-file.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#define VERSION 1

/* Members of the file, and of each note. */
#define MEMBER_VERSION "traceview-notes"
#define MEMBER_TRACE "trace"
#define MEMBER_SIZE "size"
#define MEMBER_SHA256 "sha256"
#define MEMBER_NOTES "notes"

#define MAX_FILE_SIZE (16 * 1024 * 1024)
/* The nesting limit, since the parser is recursive */
#define MAX_DEPTH 16
#define MAX_ID_LENGTH 64
#define MAX_NAME_LENGTH 100000
#define MAX_TIME (G_MAXINT64 / 4)

static const char *const kinds[] = { "time", "range", "call", NULL };

static void
add_member (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

static void
add_text (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, value);
}

static void
add_note (JsonBuilder *builder, const TvNote *note)
{
  json_builder_begin_object (builder);
  add_text (builder, "id", note->id);
  add_member (builder, "changed", note->changed);
  add_text (builder, "kind", kinds[note->kind]);
  add_member (builder, "start", note->start);
  add_member (builder, "end", note->end);
  if (note->kind == TV_NOTE_CALL)
    {
      add_member (builder, "thread", note->thread);
      add_member (builder, "call", note->call);
      add_text (builder, "method", note->method);
    }
  add_text (builder, "text", note->text);
  json_builder_end_object (builder);
}

/**
 * tv_notes_to_json:
 * @notes: (element-type TvNote): notes
 * @trace: the trace that they are about
 *
 * Returns: (transfer full): the text of a file
 */
char *
tv_notes_to_json (GPtrArray *notes, const TvTraceIdentity *trace)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  add_member (builder, MEMBER_VERSION, VERSION);
  json_builder_set_member_name (builder, MEMBER_TRACE);
  json_builder_begin_object (builder);
  add_member (builder, MEMBER_SIZE, (gint64) trace->size);
  add_text (builder, MEMBER_SHA256, trace->sha256);
  json_builder_end_object (builder);
  json_builder_set_member_name (builder, MEMBER_NOTES);
  json_builder_begin_array (builder);
  for (guint i = 0; i < notes->len; i++)
    add_note (builder, g_ptr_array_index (notes, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  json_generator_set_pretty (generator, TRUE);
  json_generator_set_root (generator, root);
  return json_generator_to_data (generator, NULL);
}

static void
set_no_notes (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       _ ("This is not a file of notes."));
}

/* Whether the nesting of a text is within the limit. Extensions of JSON that the parser
 * accepts, such as comments, could hide brackets, so they are refused. */
static gboolean
is_shallow (const char *text, gsize length)
{
  gboolean quoted = FALSE;
  guint depth = 0;

  for (gsize i = 0; i < length; i++)
    if (quoted && text[i] == '\\')
      i++;
    else if (text[i] == '"')
      quoted = !quoted;
    else if (quoted)
      continue;
    else if (text[i] == '\'' || text[i] == '/' || text[i] == '#')
      return FALSE;
    else if ((text[i] == '[' || text[i] == '{') && ++depth > MAX_DEPTH)
      return FALSE;
    else if ((text[i] == ']' || text[i] == '}') && depth > 0)
      depth--;
  return TRUE;
}

static gboolean
get_number (JsonObject *object, const char *name, gint64 least, gint64 most,
            gint64 *number)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  *number = json_node_get_int (node);
  return *number >= least && *number <= most;
}

/* Returns a text of 1 to @most characters, or NULL. */
static const char *
get_text (JsonObject *object, const char *name, glong most)
{
  JsonNode *node = json_object_get_member (object, name);
  const char *text;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  text = json_node_get_string (node);
  if (text == NULL || *text == '\0' || !g_utf8_validate (text, -1, NULL)
      || g_utf8_strlen (text, -1) > most)
    return NULL;
  return text;
}

static gboolean
read_call (TvNote *note, JsonObject *object)
{
  gint64 thread;
  gint64 call;

  note->method = g_strdup (get_text (object, "method", MAX_NAME_LENGTH));
  if (note->method == NULL || !get_number (object, "thread", 0, G_MAXUINT32, &thread)
      || !get_number (object, "call", 0, G_MAXUINT32, &call))
    return FALSE;
  note->thread = (guint32) thread;
  note->call = (guint32) call;
  return TRUE;
}

/* Returns a note, or NULL if the node is not one. */
static TvNote *
read_note (JsonNode *node)
{
  g_autoptr (TvNote) note = NULL;
  JsonObject *object;
  const char *id;
  const char *kind;
  const char *text;
  gint64 start;
  gint64 end;
  gint64 changed;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return NULL;
  object = json_node_get_object (node);
  id = get_text (object, "id", MAX_ID_LENGTH);
  kind = get_text (object, "kind", MAX_ID_LENGTH);
  text = get_text (object, "text", TV_MAX_NOTE_LENGTH);
  if (id == NULL || kind == NULL || text == NULL || !g_strv_contains (kinds, kind)
      || !get_number (object, "start", -MAX_TIME, MAX_TIME, &start)
      || !get_number (object, "end", start, MAX_TIME, &end)
      || !get_number (object, "changed", 0, MAX_TIME, &changed))
    return NULL;

  note = g_object_new (TV_TYPE_NOTE, NULL);
  while (!g_str_equal (kinds[note->kind], kind))
    note->kind++;
  note->id = g_strdup (id);
  note->text = g_strdup (text);
  note->start = start;
  note->end = note->kind == TV_NOTE_TIME ? start : end;
  note->changed = changed;
  if (note->kind == TV_NOTE_CALL && !read_call (note, object))
    return NULL;
  return g_steal_pointer (&note);
}

static GPtrArray *
read_notes (JsonArray *array, guint *n_bad)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      g_autoptr (TvNote) note = NULL;

      if (notes->len < TV_MAX_NOTES)
        note = read_note (json_array_get_element (array, i));
      if (note != NULL && g_hash_table_add (ids, note->id))
        g_ptr_array_add (notes, g_steal_pointer (&note));
      else
        (*n_bad)++;
    }
  return g_steal_pointer (&notes);
}

/**
 * tv_notes_from_json:
 * @text: the text of a file, unchecked
 * @length: its bytes
 * @sha256: (out) (optional) (nullable): the checksum of its trace
 * @n_bad: (out): number of notes that cannot be read
 * @error: return location for a #GError
 *
 * Returns: (transfer full) (nullable) (element-type TvNote): the notes that can be read
 */
GPtrArray *
tv_notes_from_json (const char *text, gsize length, char **sha256, guint *n_bad,
                    GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonNode *document = NULL;
  JsonNode *node;
  JsonObject *root;
  gboolean has_version;
  gint64 version;

  *n_bad = 0;
  if (length == 0 || !g_utf8_validate (text, (gssize) length, NULL)
      || !is_shallow (text, length)
      || !json_parser_load_from_data (parser, text, (gssize) length, NULL)
      /* A text of blanks has no root. */
      || (document = json_parser_get_root (parser)) == NULL
      || !JSON_NODE_HOLDS_OBJECT (document))
    {
      set_no_notes (error);
      return NULL;
    }
  root = json_node_get_object (document);
  has_version = get_number (root, MEMBER_VERSION, 1, G_MAXINT64, &version);
  /* Check the version first: a newer file may differ in everything else. */
  if (has_version && version > VERSION)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                           _ ("These notes are from a newer version of Traceview."));
      return NULL;
    }
  node = json_object_get_member (root, MEMBER_NOTES);
  if (!has_version || node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    {
      set_no_notes (error);
      return NULL;
    }
  if (sha256 != NULL)
    {
      JsonNode *trace = json_object_get_member (root, MEMBER_TRACE);

      *sha256 = trace != NULL && JSON_NODE_HOLDS_OBJECT (trace) ? g_strdup (get_text (
                    json_node_get_object (trace), MEMBER_SHA256, MAX_ID_LENGTH))
                                                                : NULL;
    }
  return read_notes (json_node_get_array (node), n_bad);
}

/**
 * tv_notes_read:
 * @file: a file, unchecked
 * @sha256: (out) (optional) (nullable): the checksum of its trace
 * @n_bad: (out): number of notes that cannot be read
 * @etag: (out) (optional): the version of the file that was read
 * @cancellable: (nullable): stops the reading
 * @error: return location for a #GError
 *
 * Returns: (transfer full) (nullable) (element-type TvNote): the notes that can be read
 */
GPtrArray *
tv_notes_read (GFile *file, char **sha256, guint *n_bad, char **etag,
               GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (GFileInfo) info = NULL;
  g_autofree char *text = NULL;
  gsize length;

  /* Get the etag before opening the file, so that a write in between is not
   * overwritten. */
  info = g_file_query_info (file, G_FILE_ATTRIBUTE_ETAG_VALUE, G_FILE_QUERY_INFO_NONE,
                            cancellable, error);
  if (info == NULL)
    return NULL;
  text = tv_small_file_read (file, MAX_FILE_SIZE, &length, cancellable, &local);
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE)
      || g_error_matches (local, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    set_no_notes (error);
  else if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  if (text == NULL)
    return NULL;
  if (etag != NULL)
    *etag = g_strdup (g_file_info_get_etag (info));
  return tv_notes_from_json (text, length, sha256, n_bad, error);
}
