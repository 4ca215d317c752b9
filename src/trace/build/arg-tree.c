/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/arg-tree.h"

#include "trace/tables/java-text.h"

#include <errno.h>
#include <string.h>

/* What an event may have: what is over it is left out. */
#define MAX_ARGS 1024
#define MAX_TEXT (256 * 1024)
#define MAX_LEVELS 64

/* A list or an object, with the path to it. */
typedef struct
{
  gsize key_length;
  gsize flat_length;
  gboolean is_list;
  guint n; /* of a list: elements so far */
} Level;

/* An argument, whose texts are places in a text that may yet move. */
typedef struct
{
  gsize key;
  gsize flat_key;
  TvArg arg;
  gsize text;
} Item;

struct _TvArgTree
{
  const char *root; /* the path to what has no name of its own */
  gboolean is_used;
  GString *key; /* of what comes next */
  GString *flat_key;
  GArray *levels;   /* of Level */
  guint n_too_deep; /* levels that are left out */
  GString *text;    /* keys and texts of all items, each with a NUL */
  GArray *items;    /* of Item */
  GArray *args;     /* of TvArg */
};

/**
 * tv_arg_tree_new:
 * @root: a static path that all keys begin with, such as `args`
 *
 * Returns: (transfer full): a tree without values
 */
TvArgTree *
tv_arg_tree_new (const char *root)
{
  TvArgTree *self = g_new0 (TvArgTree, 1);

  self->root = root;
  self->key = g_string_new (root);
  self->flat_key = g_string_new (root);
  self->levels = g_array_new (FALSE, FALSE, sizeof (Level));
  self->text = g_string_new (NULL);
  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
  self->args = g_array_new (FALSE, FALSE, sizeof (TvArg));
  return self;
}

void
tv_arg_tree_free (TvArgTree *self)
{
  g_string_free (self->key, TRUE);
  g_string_free (self->flat_key, TRUE);
  g_array_unref (self->levels);
  g_string_free (self->text, TRUE);
  g_array_unref (self->items);
  g_array_unref (self->args);
  g_free (self);
}

/**
 * tv_arg_tree_clear:
 * @self: a tree
 *
 * Starts anew, for another event.
 */
void
tv_arg_tree_clear (TvArgTree *self)
{
  if (!self->is_used)
    return;
  g_array_set_size (self->levels, 0);
  self->n_too_deep = 0;
  g_string_truncate (self->text, 0);
  g_array_set_size (self->items, 0);
  tv_arg_tree_set_path (self, self->root);
  self->is_used = FALSE;
}

/**
 * tv_arg_tree_set_path:
 * @self: a tree
 * @path: the path to what comes next
 *
 * Sets the path to what comes next, outside all lists and objects.
 */
void
tv_arg_tree_set_path (TvArgTree *self, const char *path)
{
  self->is_used = TRUE;
  g_string_assign (self->key, path);
  g_string_assign (self->flat_key, path);
}

/* Paths */

static Level *
get_top (const TvArgTree *self)
{
  return self->levels->len > 0
             ? &g_array_index (self->levels, Level, self->levels->len - 1)
             : NULL;
}

/* Appends bytes as UTF-8 without control characters. */
static void
append_clean (GString *text, const char *bytes, gsize length)
{
  g_autofree char *clean = NULL;
  gsize n = 0;

  while (n < length && bytes[n] >= ' ' && bytes[n] <= '~')
    n++;
  if (n < length)
    {
      clean = tv_java_text_dup_utf8 (bytes, length);
      bytes = clean;
      length = strlen (clean);
    }
  g_string_append_len (text, bytes, (gssize) length);
}

/* An element of a list has a number for its key. */
static void
count_element (TvArgTree *self)
{
  Level *top = get_top (self);

  if (top == NULL || !top->is_list || self->n_too_deep > 0)
    return;
  g_string_truncate (self->key, top->key_length);
  g_string_truncate (self->flat_key, top->flat_length);
  g_string_append_printf (self->key, "[%u]", top->n++);
}

/**
 * tv_arg_tree_enter:
 * @self: a tree
 * @is_list: whether it is a list, not an object
 *
 * Enters a list or an object. Those that are nested too deep are left out.
 */
void
tv_arg_tree_enter (TvArgTree *self, gboolean is_list)
{
  Level level = { .is_list = is_list };

  self->is_used = TRUE;
  count_element (self);
  if (self->levels->len >= MAX_LEVELS)
    {
      self->n_too_deep++;
      return;
    }
  level.key_length = self->key->len;
  level.flat_length = self->flat_key->len;
  g_array_append_val (self->levels, level);
}

/**
 * tv_arg_tree_leave:
 * @self: a tree
 *
 * Leaves the innermost list or object, if there is any.
 */
void
tv_arg_tree_leave (TvArgTree *self)
{
  if (self->n_too_deep > 0)
    self->n_too_deep--;
  else if (self->levels->len > 0)
    g_array_set_size (self->levels, self->levels->len - 1);
}

/**
 * tv_arg_tree_is_inside:
 * @self: a tree
 *
 * Returns: whether a list or an object is open
 */
gboolean
tv_arg_tree_is_inside (const TvArgTree *self)
{
  return self->levels->len > 0;
}

/**
 * tv_arg_tree_set_key:
 * @self: a tree
 * @key: bytes, which need not be UTF-8
 * @length: their number
 *
 * Sets the key of the next value of an object.
 */
void
tv_arg_tree_set_key (TvArgTree *self, const char *key, gsize length)
{
  const Level *top = get_top (self);

  if (top == NULL || self->n_too_deep > 0)
    return;
  g_string_truncate (self->key, top->key_length);
  g_string_truncate (self->flat_key, top->flat_length);
  g_string_append_c (self->key, '.');
  append_clean (self->key, key, MIN (length, MAX_TEXT));
  g_string_append_c (self->flat_key, '.');
  g_string_append (self->flat_key, self->key->str + top->key_length + 1);
}

/* Values */

static gsize
keep_text (TvArgTree *self, const char *text, gsize length)
{
  const gsize at = self->text->len;

  append_clean (self->text, text, length);
  g_string_append_c (self->text, '\0');
  return at;
}

/* Adds an argument without its text. Returns it, or NULL if there are too many. */
static Item *
add_item (TvArgTree *self, TvArgType type)
{
  Item item = { .arg.type = type };

  self->is_used = TRUE;
  count_element (self);
  if (self->n_too_deep > 0 || self->items->len >= MAX_ARGS
      || self->text->len > MAX_TEXT)
    return NULL;
  item.key = keep_text (self, self->key->str, self->key->len);
  item.flat_key = self->flat_key->len == self->key->len
                      ? item.key
                      : keep_text (self, self->flat_key->str, self->flat_key->len);
  g_array_append_val (self->items, item);
  return &g_array_index (self->items, Item, self->items->len - 1);
}

/**
 * tv_arg_tree_add_text:
 * @self: a tree
 * @text: bytes, which need not be UTF-8
 * @length: their number
 *
 * Adds a string.
 */
void
tv_arg_tree_add_text (TvArgTree *self, const char *text, gsize length)
{
  Item *item = add_item (self, TV_ARG_STRING);

  if (item != NULL)
    item->text = keep_text (self, text, MIN (length, MAX_TEXT));
}

/* Whole numbers stay exact as far as 64 bits go. */
static void
read_number (TvArg *arg, const TvTextValue *value)
{
  char *end;

  errno = 0;
  arg->type = TV_ARG_INT;
  arg->value.integer = g_ascii_strtoll (value->text, &end, 10);
  if (end == value->text + value->length && errno != ERANGE)
    return;
  if (end == value->text + value->length && *value->text != '-')
    {
      errno = 0;
      arg->type = TV_ARG_UINT;
      arg->value.uinteger = g_ascii_strtoull (value->text, NULL, 10);
      if (errno != ERANGE)
        return;
    }
  arg->type = TV_ARG_REAL;
  arg->value.real = g_ascii_strtod (value->text, NULL);
}

/**
 * tv_arg_tree_add_boolean:
 * @self: a tree
 * @value: the value
 *
 * Adds true or false.
 */
void
tv_arg_tree_add_boolean (TvArgTree *self, gboolean value)
{
  Item *item = add_item (self, TV_ARG_BOOL);

  if (item != NULL)
    item->arg.value.integer = value;
}

/**
 * tv_arg_tree_add_value:
 * @self: a tree
 * @type: a type that has no text
 * @bits: the value, as its 64 bits
 *
 * Adds a value.
 */
void
tv_arg_tree_add_value (TvArgTree *self, TvArgType type, guint64 bits)
{
  Item *item = add_item (self, type);

  if (item != NULL)
    item->arg.value.uinteger = bits;
}

/**
 * tv_arg_tree_add_real:
 * @self: a tree
 * @value: the value
 *
 * Adds a number with a fraction.
 */
void
tv_arg_tree_add_real (TvArgTree *self, double value)
{
  Item *item = add_item (self, TV_ARG_REAL);

  if (item != NULL)
    item->arg.value.real = value;
}

/**
 * tv_arg_tree_add_json:
 * @self: a tree
 * @text: JSON, which need not be UTF-8
 * @length: its bytes
 *
 * Adds a value that is kept as text.
 */
void
tv_arg_tree_add_json (TvArgTree *self, const char *text, gsize length)
{
  Item *item = add_item (self, TV_ARG_JSON);

  if (item != NULL)
    item->text = keep_text (self, text, MIN (length, MAX_TEXT));
}

/**
 * tv_arg_tree_add_text_value:
 * @self: a tree
 * @value: a value of JSON
 *
 * Adds a value: a number as an integer where it is one of 64 bits. Null is an element
 * of a list, but no argument.
 */
void
tv_arg_tree_add_text_value (TvArgTree *self, const TvTextValue *value)
{
  Item *item;

  if (value->text == NULL)
    count_element (self);
  else if (value->is_string)
    tv_arg_tree_add_text (self, value->text, value->length);
  else if (*value->text == 't' || *value->text == 'f')
    tv_arg_tree_add_boolean (self, *value->text == 't');
  else if ((item = add_item (self, TV_ARG_REAL)) != NULL)
    read_number (&item->arg, value);
}

/**
 * tv_arg_tree_get:
 * @self: a tree
 * @n: (out): number of arguments
 *
 * Returns: (array length=n): all arguments, valid up to the next change of @self
 */
const TvArg *
tv_arg_tree_get (TvArgTree *self, guint *n)
{
  *n = self->items->len;
  g_array_set_size (self->args, 0);
  for (guint i = 0; i < self->items->len; i++)
    {
      Item *item = &g_array_index (self->items, Item, i);

      item->arg.key = self->text->str + item->key;
      item->arg.flat_key = self->text->str + item->flat_key;
      if (item->arg.type == TV_ARG_STRING || item->arg.type == TV_ARG_JSON)
        item->arg.value.text = self->text->str + item->text;
      g_array_append_val (self->args, item->arg);
    }
  return (const TvArg *) (gconstpointer) self->args->data;
}

/**
 * tv_arg_get_number:
 * @arg: an argument
 * @value: (out): its value
 *
 * Returns: whether the argument is a number, or a text of one
 */
gboolean
tv_arg_get_number (const TvArg *arg, double *value)
{
  char *end;

  switch (arg->type)
    {
    case TV_ARG_INT:
    case TV_ARG_BOOL:
      *value = (double) arg->value.integer;
      return TRUE;
    case TV_ARG_UINT:
      *value = (double) arg->value.uinteger;
      return TRUE;
    case TV_ARG_REAL:
      *value = arg->value.real;
      return TRUE;
    case TV_ARG_STRING:
      *value = g_ascii_strtod (arg->value.text, &end);
      return end > arg->value.text && *end == '\0';
    case TV_ARG_NULL:
    case TV_ARG_POINTER:
    case TV_ARG_JSON:
    default:
      return FALSE;
    }
}
