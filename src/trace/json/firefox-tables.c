/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/json/firefox-tables.h"

#include <string.h>

void
tv_firefox_tables_clear (TvFirefoxTables *tables)
{
  for (guint i = 0; i < TV_FIREFOX_N_COLUMNS; i++)
    g_clear_pointer (&tables->columns[i], g_array_unref);
  g_clear_pointer (&tables->strings, g_ptr_array_unref);
}

void
tv_firefox_add_cell (TvFirefoxTables *tables, TvFirefoxColumn column, gint64 value)
{
  if (tables->columns[column] == NULL)
    tables->columns[column] = g_array_new (FALSE, FALSE, sizeof value);
  g_array_append_val (tables->columns[column], value);
}

gboolean
tv_firefox_column_is_time (TvFirefoxColumn column)
{
  return column == TV_FIREFOX_SAMPLE_TIME || column == TV_FIREFOX_COUNTER_TIME
         || (column >= TV_FIREFOX_MARKER_START && column <= TV_FIREFOX_MARKER_TIME)
         || column == TV_FIREFOX_MARKER_OWN_START
         || column == TV_FIREFOX_MARKER_OWN_END;
}

/* Adds a cell without a value to several columns. */
void
tv_firefox_add_empty_cells (TvFirefoxTables *tables, TvFirefoxColumn first,
                            TvFirefoxColumn last)
{
  for (TvFirefoxColumn i = first; i <= last; i++)
    tv_firefox_add_cell (tables, i, tv_firefox_column_is_time (i) ? G_MAXINT64 : -1);
}

guint
tv_firefox_get_length (const TvFirefoxTables *tables, TvFirefoxColumn column)
{
  return tables->columns[column] != NULL ? tables->columns[column]->len : 0;
}

/* Returns a cell, or -1. */
gint64
tv_firefox_get_cell (const TvFirefoxTables *tables, TvFirefoxColumn column, gint64 row)
{
  return row >= 0 && row < tv_firefox_get_length (tables, column)
             ? g_array_index (tables->columns[column], gint64, (guint) row)
             : -1;
}

const char *
tv_firefox_get_string (const TvFirefoxTables *tables, gint64 string)
{
  return tables->strings != NULL && string >= 0 && string < tables->strings->len
             ? g_ptr_array_index (tables->strings, (guint) string)
             : NULL;
}

/* Libraries */

/* Orders libraries by process and start. */
static gint
compare_libs (gconstpointer a, gconstpointer b, gpointer data)
{
  static const TvFirefoxColumn columns[]
      = { TV_FIREFOX_LIB_SCOPE, TV_FIREFOX_LIB_START };
  const guint32 *const first = a;
  const guint32 *const second = b;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const gint64 x = tv_firefox_get_cell (data, columns[i], *first);
      const gint64 y = tv_firefox_get_cell (data, columns[i], *second);

      if (x != y)
        return x < y ? -1 : 1;
    }
  return 0;
}

/* Returns the rows of libraries, as guint32, by process and start. */
GArray *
tv_firefox_sort_libs (const TvFirefoxTables *libs)
{
  const guint32 n = tv_firefox_get_length (libs, TV_FIREFOX_LIB_SCOPE);
  GArray *sorted = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);

  for (guint32 i = 0; i < n; i++)
    g_array_append_val (sorted, i);
  g_array_sort_with_data (sorted, compare_libs, (gpointer) libs);
  return sorted;
}

/* Finds the library that has an address in a process. Returns its row, or -1. */
static gint64
find_lib_at (const TvFirefoxFrames *self, gint64 address)
{
  guint low = 0;
  guint high = self->sorted_libs->len;
  gint64 row;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;
      const gint64 scope
          = tv_firefox_get_cell (self->libs, TV_FIREFOX_LIB_SCOPE,
                                 g_array_index (self->sorted_libs, guint32, middle));
      const gint64 start
          = tv_firefox_get_cell (self->libs, TV_FIREFOX_LIB_START,
                                 g_array_index (self->sorted_libs, guint32, middle));

      if (scope < (gint64) self->scope
          || (scope == (gint64) self->scope && start <= address))
        low = middle + 1;
      else
        high = middle;
    }
  row = low > 0 ? (gint64) g_array_index (self->sorted_libs, guint32, low - 1) : -1;
  return tv_firefox_get_cell (self->libs, TV_FIREFOX_LIB_SCOPE, row)
                     == (gint64) self->scope
                 && address < tv_firefox_get_cell (self->libs, TV_FIREFOX_LIB_END, row)
             ? row
             : -1;
}

/* Frames */

/* Finds the library of a frame that is an address. */
static void
set_library (const TvFirefoxFrames *self, TvFrameSpec *frame)
{
  guint64 address;

  if (frame->library == NULL && g_str_has_prefix (frame->name, "0x")
      && g_ascii_string_to_unsigned (frame->name + 2, 16, 0, G_MAXINT64, &address,
                                     NULL))
    frame->library
        = tv_firefox_get_string (self->libs, find_lib_at (self, (gint64) address));
}

/* Cuts ":NUMBER" from the end of a text. Returns the number, or -1. */
static gint64
cut_number (char *text)
{
  char *colon = strrchr (text, ':');
  char *end;
  gint64 number;

  if (colon == NULL || !g_ascii_isdigit (colon[1]))
    return -1;
  number = g_ascii_strtoll (colon + 1, &end, 10);
  if (*end != '\0')
    return -1;
  *colon = '\0';
  return number;
}

/* Takes a location apart: "name (file:line:column)", whose column may be absent, or
 * "name (in library)". */
static void
split_location (const TvFirefoxFrames *self, TvFrameSpec *frame)
{
  char *text = self->name->str;
  char *open = g_strrstr (text, " (");
  gint64 number;
  gint64 line;

  frame->name = text;
  if (open == NULL || open == text || !g_str_has_suffix (text, ")"))
    return;
  text[self->name->len - 1] = '\0';
  if (g_str_has_prefix (open, " (in "))
    frame->library = open + strlen (" (in ");
  else if ((number = cut_number (open)) >= 0)
    {
      line = cut_number (open);
      frame->file = open + strlen (" (");
      frame->line = (gint32) MIN (line >= 0 ? line : number, G_MAXINT32);
    }
  else
    {
      text[self->name->len - 1] = ')';
      return;
    }
  *open = '\0';
}

static const char *
find_library (const TvFirefoxFrames *self, const TvFirefoxTables *tables, gint64 frame,
              gint64 func)
{
  const gint64 lib = tv_firefox_get_cell (tables, TV_FIREFOX_FRAME_LIB, frame);
  const gint64 resource = tv_firefox_get_cell (tables, TV_FIREFOX_FUNC_RESOURCE, func);

  if (tv_firefox_get_string (self->libs, lib) != NULL)
    return tv_firefox_get_string (self->libs, lib);
  return tv_firefox_get_string (
      tables, tv_firefox_get_cell (tables, TV_FIREFOX_RESOURCE_NAME, resource));
}

static guint32
find_name (const TvFirefoxFrames *self, const TvFirefoxTables *tables, gint64 frame,
           guint64 offset)
{
  const gint64 func = tv_firefox_get_cell (tables, TV_FIREFOX_FRAME_FUNC, frame);
  const gboolean is_row = tv_firefox_get_length (tables, TV_FIREFOX_FRAME_LOCATION) > 0;
  const char *name = tv_firefox_get_string (
      tables, is_row ? tv_firefox_get_cell (tables, TV_FIREFOX_FRAME_LOCATION, frame)
                     : tv_firefox_get_cell (tables, TV_FIREFOX_FUNC_NAME, func));
  TvFrameSpec spec = { .name = "?" };

  if (name == NULL)
    tv_sample_builder_count_fault (self->builder, TV_WARNING_FRAME_UNKNOWN, offset);
  g_string_assign (self->name, name != NULL ? name : "?");
  if (is_row)
    {
      split_location (self, &spec);
      set_library (self, &spec);
    }
  else
    {
      spec.name = self->name->str;
      spec.library = find_library (self, tables, frame, func);
      spec.file = tv_firefox_get_string (
          tables, tv_firefox_get_cell (tables, TV_FIREFOX_FUNC_FILE, func));
      if (spec.file == NULL)
        spec.file = tv_firefox_get_string (
            tables, tv_firefox_get_cell (
                        tables, TV_FIREFOX_SOURCE_FILE,
                        tv_firefox_get_cell (tables, TV_FIREFOX_FUNC_SOURCE, func)));
      spec.line = (gint32) CLAMP (
          tv_firefox_get_cell (tables, TV_FIREFOX_FUNC_LINE, func), 0, G_MAXINT32);
      if (spec.file == NULL)
        spec.line = 0;
    }
  return tv_slice_names_get_frame (self->names, &spec);
}

static gint64
find_parent (const TvFirefoxTables *tables, gint64 stack)
{
  const gint64 offset = tv_firefox_get_cell (tables, TV_FIREFOX_STACK_OFFSET, stack);

  if (tv_firefox_get_length (tables, TV_FIREFOX_STACK_OFFSET) > 0)
    return offset > 0 ? stack - offset : -1;
  return tv_firefox_get_cell (tables, TV_FIREFOX_STACK_PREFIX, stack);
}

/* Makes the stacks of a table: callers come before what they call. */
guint32 *
tv_firefox_make_stacks (const TvFirefoxTables *tables, const TvFirefoxFrames *self,
                        guint64 offset, guint *n_stacks)
{
  const guint n_frames
      = MAX (tv_firefox_get_length (tables, TV_FIREFOX_FRAME_FUNC),
             tv_firefox_get_length (tables, TV_FIREFOX_FRAME_LOCATION));
  const guint n = tv_firefox_get_length (tables, TV_FIREFOX_STACK_FRAME);
  g_autofree guint32 *names = g_new (guint32, (gsize) n_frames + 1);
  guint32 *stacks = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i <= n_frames; i++)
    names[i] = TV_METHOD_NONE;
  for (guint i = 0; i < n; i++)
    {
      const gint64 frame = tv_firefox_get_cell (tables, TV_FIREFOX_STACK_FRAME, i);
      const guint known = frame >= 0 && frame < n_frames ? (guint) frame : n_frames;
      const gint64 parent = find_parent (tables, i);

      if (names[known] == TV_METHOD_NONE)
        names[known] = find_name (self, tables, frame, offset);
      if (parent >= (gint64) i && parent < n)
        tv_sample_builder_count_fault (self->builder, TV_WARNING_FRAME_LOOP, offset);
      else if (parent >= n || parent < -1)
        tv_sample_builder_count_fault (self->builder, TV_WARNING_FRAME_UNKNOWN, offset);
      stacks[i] = tv_sample_builder_add_stack (
          self->builder,
          parent >= 0 && parent < (gint64) i ? stacks[parent] : TV_STACK_EMPTY,
          names[known]);
    }
  *n_stacks = n;
  return stacks;
}
