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
  TvJsonParser *parser;
  GArray *nodes;        /* of Node */
  GArray *levels;       /* of Level */
  guint64 n_hidden;     /* open lists and objects within one that no path leads to */
  TvWarnings *warnings; /* NULL if only the beginning of a file is read */
  int next;             /* the node of the value that comes, behind its key */
  GString *key;         /* that a star stands for, or empty */
  TvArgTree *args;
  gboolean is_in_args; /* an object of arguments is open */
  int args_id;         /* its id … */
  guint32 args_index;  /* … and place */
  guint64 seen;        /* ids */
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
  *self->offset = tv_json_parser_get_offset (self->parser);
}

/* Hands out a value that is too long without its end. */
static gboolean
take_cut (Reader *self, int id, const TvTextValue *value, guint32 index)
{
  g_autofree char *text = g_memdup2 (value->text, MAX_VALUE_LENGTH + 1);
  const TvTextValue cut = { text, MAX_VALUE_LENGTH, value->is_string };

  text[MAX_VALUE_LENGTH] = '\0';
  if (self->warnings != NULL)
    tv_warnings_add (self->warnings, TV_WARNING_TEXT_CUT, TV_PLACE_OFFSET,
                     *self->offset, NULL);
  return self->form->take (self->data, id, &cut, index);
}

static gboolean
on_value (gpointer data, const TvTextValue *value)
{
  Reader *self = data;
  guint32 index;
  int node;
  int id;

  if (self->is_in_args)
    {
      tv_arg_tree_add_text_value (self->args, value);
      return TRUE;
    }
  node = find_next (self, &index);
  id = node != NOWHERE ? get_node (self, node)->id : NOWHERE;
  if (id == NOWHERE)
    return TRUE;
  see (self, id);
  if (self->form->take == NULL)
    return TRUE;
  return value->length > MAX_VALUE_LENGTH
             ? take_cut (self, id, value, index)
             : self->form->take (self->data, id, value, index);
}

static void
enter_args (Reader *self, int id, guint32 index)
{
  tv_arg_tree_clear (self->args);
  tv_arg_tree_enter (self->args, FALSE);
  self->is_in_args = TRUE;
  self->args_id = id;
  self->args_index = index;
  see (self, id);
}

static gboolean
leave_args (Reader *self)
{
  const TvArg *args;
  guint n;

  tv_arg_tree_leave (self->args);
  self->is_in_args = tv_arg_tree_is_inside (self->args);
  if (self->is_in_args || self->form->take_args == NULL)
    return TRUE;
  args = tv_arg_tree_get (self->args, &n);
  self->form->take_args (self->data, self->args_id, args, n, self->args_index);
  return TRUE;
}

static gboolean
on_enter (gpointer data, gboolean is_list)
{
  Reader *self = data;
  Level level = { .is_list = is_list };
  TvTextValue key = { .is_string = TRUE };
  guint32 index;

  if (self->is_in_args)
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

static gboolean
on_key (gpointer data, const char *key, gsize length)
{
  Reader *self = data;
  int node;

  if (self->is_in_args)
    tv_arg_tree_set_key (self->args, key, length);
  if (self->n_hidden > 0 || self->is_in_args)
    return TRUE;
  node = g_array_index (self->levels, Level, self->levels->len - 1).node;
  g_string_truncate (self->key, 0);
  self->next = find_child (self, node, key, length);
  if (self->next == NOWHERE)
    {
      self->next = find_child (self, node, "*", 1);
      if (self->next != NOWHERE)
        g_string_append_len (self->key, key, (gssize) MIN (length, MAX_VALUE_LENGTH));
    }
  return TRUE;
}

static gboolean
on_leave (gpointer data, gboolean is_list)
{
  Reader *self = data;
  int id;

  (void) is_list;
  if (self->is_in_args)
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

static const TvJsonReceiver receiver
    = { .value = on_value, .key = on_key, .enter = on_enter, .leave = on_leave };

static void
init_reader (Reader *self, const TvJsonForm *form, gpointer data, guint64 *offset)
{
  *self = (Reader){ .form = form, .data = data, .offset = offset, .next = NOWHERE };
  self->nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  self->levels = g_array_new (FALSE, FALSE, sizeof (Level));
  self->key = g_string_new (NULL);
  self->args = tv_arg_tree_new ("data");
  self->parser = tv_json_parser_new (&receiver, self);
  add_paths (self);
}

static void
clear_reader (Reader *self)
{
  tv_json_parser_free (self->parser);
  g_array_unref (self->nodes);
  g_array_unref (self->levels);
  g_string_free (self->key, TRUE);
  tv_arg_tree_free (self->args);
}

/* Warns of a text that does not end where it should. */
static void
warn_of_end (Reader *self, TvJsonStatus status, TvDataWindow *window)
{
  const guint64 offset = tv_json_parser_get_offset (self->parser);

  if (status == TV_JSON_BROKEN)
    tv_warnings_add (self->warnings, TV_WARNING_EVENTS_CUT, TV_PLACE_OFFSET, offset,
                     NULL);
  else if (status == TV_JSON_BEHIND)
    tv_warnings_add (self->warnings, TV_WARNING_TEXT_BEHIND, TV_PLACE_OFFSET, offset,
                     NULL);
  else if (status == TV_JSON_MORE && (self->levels->len > 0 || self->n_hidden > 0))
    tv_warnings_add (self->warnings, TV_WARNING_EVENTS_CUT, TV_PLACE_OFFSET,
                     tv_data_window_get_size (window), NULL);
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
  TvJsonStatus status;
  gboolean ok;

  *offset = 0;
  init_reader (&reader, form, data, offset);
  reader.warnings = warnings;
  ok = tv_json_stream_read (reader.parser, window, options, &status, error);
  if (ok && status == TV_JSON_BROKEN && reader.seen == 0)
    ok = tv_json_stream_refuse (reader.parser, error);
  else if (ok)
    warn_of_end (&reader, status, window);
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
  tv_json_stream_parse_start (reader.parser, bytes, size);
  seen = reader.seen;
  clear_reader (&reader);
  return seen;
}
