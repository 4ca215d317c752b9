/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/json/json-paths.h"

#include "trace/json/json-stream.h"
#include "trace/model/trace-storage.h"

#include <string.h>

/* Longer values are cut. */
#define MAX_VALUE_LENGTH (64 * 1024)

#define NOWHERE TV_JSON_NOTHING

/* A path, and what leads on from it. */
typedef struct
{
  const char *key;
  gsize length;
  int id;   /* or NOWHERE */
  int same; /* the node that it stands for: mostly itself */
  int first_child;
  int next;
  gboolean has_args; /* in its objects */
} Node;

/* A list or an object that is open. */
typedef struct
{
  int node;
  guint32 index;
  gboolean is_list;
} Level;

typedef struct
{
  const TvJsonForm *form;
  gpointer data;
  guint64 *offset; /* of the value that is taken */
  TvJsonStream stream;
  GArray *nodes;        /* of Node */
  GArray *levels;       /* of Level */
  guint64 n_hidden;     /* open lists and objects within one that no path leads to */
  TvWarnings *warnings; /* NULL if only the beginning of a file is read */
  int next;             /* the node of the value that comes, behind its key */
  GString *key;         /* that a star stands for, or empty */
  char *text;           /* of MAX_VALUE_LENGTH bytes and a NUL */
  TvArgTree *args;      /* of the object of arguments that is open, if any */
  int args_id;          /* its id … */
  guint32 args_index;   /* … and place */
  guint64 seen;         /* ids */
} Reader;

/* Paths */

static Node *
get_node (const Reader *self, int node)
{
  return &g_array_index (self->nodes, Node, node);
}

static int
find_child (const Reader *self, int parent, const char *key, gsize length)
{
  int child = get_node (self, parent)->first_child;

  while (child != NOWHERE
         && (get_node (self, child)->length != length
             || memcmp (get_node (self, child)->key, key, length) != 0))
    child = get_node (self, child)->next;
  return child;
}

static int
add_child (Reader *self, int parent, const char *key, gsize length)
{
  const int node = (int) self->nodes->len;
  const Node child = { .key = key,
                       .length = length,
                       .id = NOWHERE,
                       .same = node,
                       .first_child = NOWHERE,
                       .next = get_node (self, parent)->first_child };

  g_array_append_val (self->nodes, child);
  get_node (self, parent)->first_child = node;
  return node;
}

static int
find_path (Reader *self, const char *path)
{
  int node = 0;

  while (*path != '\0' && *path != '=' && *path != '{')
    {
      const gsize length = strcspn (path, ".={");
      const int child = find_child (self, node, path, length);

      node = child != NOWHERE ? child : add_child (self, node, path, length);
      path += length + (path[length] == '.');
    }
  return node;
}

static void
add_paths (Reader *self)
{
  const Node root
      = { .key = "", .id = NOWHERE, .first_child = NOWHERE, .next = NOWHERE };

  g_array_append_val (self->nodes, root);
  for (guint i = 0; i < self->form->n_paths; i++)
    {
      const TvJsonPath *path = &self->form->paths[i];
      const int node = find_path (self, path->path);
      const char *same = strchr (path->path, '=');

      get_node (self, node)->id = path->id;
      get_node (self, node)->has_args = g_str_has_suffix (path->path, "{}");
      if (same != NULL)
        {
          const int other = find_path (self, same + 1);

          get_node (self, node)->same = other;
        }
    }
}

/* The text */

/* Returns the node of the value that comes, and counts it in its list. */
static int
find_next (Reader *self, guint32 *index)
{
  Level *level;

  *index = 0;
  if (self->n_hidden > 0)
    return NOWHERE;
  if (self->levels->len == 0)
    return 0;
  level = &g_array_index (self->levels, Level, self->levels->len - 1);
  *index = level->index++;
  return level->is_list ? find_child (self, level->node, "*", 1) : self->next;
}

/* Ids from 64 on do not tell formats from each other. */
static void
see (Reader *self, int id)
{
  self->seen |= id < 64 ? (guint64) 1 << id : 0;
  *self->offset = tv_json_stream_get_offset (&self->stream);
}

static int
take (Reader *self, const char *text, gsize length, gboolean is_string)
{
  TvTextValue value
      = { .length = MIN (length, MAX_VALUE_LENGTH), .is_string = is_string };
  guint32 index;
  const int node = find_next (self, &index);
  const int id = node != NOWHERE ? get_node (self, node)->id : NOWHERE;

  if (id == NOWHERE)
    return TRUE;
  if (text != NULL)
    {
      memcpy (self->text, text, value.length);
      self->text[value.length] = '\0';
      value.text = self->text;
    }
  see (self, id);
  if (length > MAX_VALUE_LENGTH && self->warnings != NULL)
    tv_warnings_add (self->warnings, TV_WARNING_TEXT_CUT, TV_PLACE_OFFSET,
                     *self->offset, NULL);
  return self->form->take == NULL || self->form->take (self->data, id, &value, index);
}

static gboolean
is_in_args (const Reader *self)
{
  return tv_arg_tree_is_inside (self->args);
}

static int
on_null (void *data)
{
  const Reader *self = data;

  if (!is_in_args (self))
    return take (data, NULL, 0, FALSE);
  tv_arg_tree_skip (self->args);
  return TRUE;
}

static int
on_boolean (void *data, int value)
{
  const Reader *self = data;

  if (is_in_args (self))
    {
      tv_arg_tree_add_boolean (self->args, value != 0);
      return TRUE;
    }
  return value != 0 ? take (data, "true", 4, FALSE) : take (data, "false", 5, FALSE);
}

static int
on_number (void *data, const char *text, size_t length)
{
  const Reader *self = data;

  if (is_in_args (self))
    {
      tv_arg_tree_add_number (self->args, text, length);
      return TRUE;
    }
  return take (data, text, length, FALSE);
}

static int
on_string (void *data, const unsigned char *text, size_t length)
{
  const Reader *self = data;

  if (is_in_args (self))
    {
      tv_arg_tree_add_text (self->args, (const char *) text, length);
      return TRUE;
    }
  return take (data, (const char *) text, length, TRUE);
}

static void
enter_args (Reader *self, int id, guint32 index)
{
  tv_arg_tree_clear (self->args);
  tv_arg_tree_enter (self->args, FALSE);
  self->args_id = id;
  self->args_index = index;
  see (self, id);
}

static int
leave_args (Reader *self)
{
  const TvArg *args;
  guint n;

  tv_arg_tree_leave (self->args);
  if (is_in_args (self) || self->form->take_args == NULL)
    return TRUE;
  args = tv_arg_tree_get (self->args, &n);
  self->form->take_args (self->data, self->args_id, args, n, self->args_index);
  return TRUE;
}

static int
enter (Reader *self, gboolean is_list)
{
  Level level = { .is_list = is_list };
  TvTextValue key = { .is_string = TRUE };
  guint32 index;

  if (is_in_args (self))
    {
      tv_arg_tree_enter (self->args, is_list);
      return TRUE;
    }
  level.node = find_next (self, &index);
  if (level.node != NOWHERE && !is_list && get_node (self, level.node)->has_args)
    {
      enter_args (self, get_node (self, level.node)->id, index);
      return TRUE;
    }
  if (level.node == NOWHERE)
    {
      self->n_hidden++;
      return TRUE;
    }
  level.node = get_node (self, level.node)->same;
  g_array_append_val (self->levels, level);
  self->next = NOWHERE;
  key.length = self->key->len;
  key.text = key.length > 0 ? self->key->str : NULL;
  if (get_node (self, level.node)->id == NOWHERE)
    return TRUE;
  see (self, get_node (self, level.node)->id);
  if (self->form->enter != NULL)
    self->form->enter (self->data, get_node (self, level.node)->id, &key);
  g_string_truncate (self->key, 0);
  return TRUE;
}

static int
on_start_list (void *data)
{
  return enter (data, TRUE);
}

static int
on_start_object (void *data)
{
  return enter (data, FALSE);
}

static int
on_key (void *data, const unsigned char *key, size_t length)
{
  Reader *self = data;
  int node;

  if (is_in_args (self))
    tv_arg_tree_set_key (self->args, (const char *) key, length);
  if (self->n_hidden > 0 || is_in_args (self))
    return TRUE;
  node = g_array_index (self->levels, Level, self->levels->len - 1).node;
  g_string_truncate (self->key, 0);
  self->next = find_child (self, node, (const char *) key, length);
  if (self->next == NOWHERE)
    {
      self->next = find_child (self, node, "*", 1);
      if (self->next != NOWHERE)
        g_string_append_len (self->key, (const char *) key,
                             (gssize) MIN (length, MAX_VALUE_LENGTH));
    }
  return TRUE;
}

static int
on_end (void *data)
{
  Reader *self = data;
  int id;

  if (is_in_args (self))
    return leave_args (self);
  if (self->n_hidden > 0)
    {
      self->n_hidden--;
      return TRUE;
    }
  id = get_node (self, g_array_index (self->levels, Level, self->levels->len - 1).node)
           ->id;
  g_array_set_size (self->levels, self->levels->len - 1);
  self->next = NOWHERE;
  if (id != NOWHERE && self->form->leave != NULL)
    self->form->leave (self->data, id);
  return TRUE;
}

static const yajl_callbacks callbacks = {
  .yajl_null = on_null,
  .yajl_boolean = on_boolean,
  .yajl_number = on_number,
  .yajl_string = on_string,
  .yajl_start_map = on_start_object,
  .yajl_map_key = on_key,
  .yajl_end_map = on_end,
  .yajl_start_array = on_start_list,
  .yajl_end_array = on_end,
};

static void
init_reader (Reader *self, const TvJsonForm *form, gpointer data, guint64 *offset)
{
  *self = (Reader){ .form = form, .data = data, .offset = offset, .next = NOWHERE };
  self->nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  self->levels = g_array_new (FALSE, FALSE, sizeof (Level));
  self->key = g_string_new (NULL);
  self->text = g_malloc (MAX_VALUE_LENGTH + 1);
  self->args = tv_arg_tree_new ("data");
  tv_json_stream_init (&self->stream, &callbacks, self);
  add_paths (self);
}

static void
clear_reader (Reader *self)
{
  tv_json_stream_clear (&self->stream);
  g_array_unref (self->nodes);
  g_array_unref (self->levels);
  g_string_free (self->key, TRUE);
  g_free (self->text);
  tv_arg_tree_free (self->args);
}

/* Hands out the values of a file in its order, without keeping any. @offset is that of
 * the value that is taken. A file that is cut or broken behind the first of them is
 * read up to there, with a warning. */
gboolean
tv_json_paths_read (TvDataWindow *window, const TvLoadOptions *options,
                    const TvJsonForm *form, gpointer data, guint64 *offset,
                    TvWarnings *warnings, GError **error)
{
  Reader reader;
  TvJsonEnd end;
  gboolean ok;

  *offset = 0;
  init_reader (&reader, form, data, offset);
  reader.warnings = warnings;
  end = tv_json_stream_read (&reader.stream, window, options, error);
  ok = end != TV_JSON_FAILED;
  if (end == TV_JSON_BROKEN && reader.seen == 0)
    ok = tv_json_stream_refuse (&reader.stream, error);
  else if (end == TV_JSON_BROKEN
           || (end == TV_JSON_AT_END
               && (reader.levels->len > 0 || reader.n_hidden > 0)))
    tv_warnings_add (warnings, TV_WARNING_EVENTS_CUT, TV_PLACE_OFFSET,
                     tv_json_stream_get_offset (&reader.stream), NULL);
  if (reader.stream.has_more)
    tv_warnings_add (warnings, TV_WARNING_TEXT_BEHIND, TV_PLACE_OFFSET,
                     reader.stream.more_at, NULL);
  clear_reader (&reader);
  return ok;
}

/* Hands out the values of the beginning of a file. Returns the bits of the ids below 64
 * of all that was there. */
guint64
tv_json_paths_see (GBytes *start, const TvJsonForm *form, gpointer data)
{
  guint64 offset;
  Reader reader;
  gsize size;
  const guint8 *bytes = g_bytes_get_data (start, &size);
  guint64 seen;

  init_reader (&reader, form, data, &offset);
  tv_json_stream_parse_start (&reader.stream, bytes, size);
  seen = reader.seen;
  clear_reader (&reader);
  return seen;
}
