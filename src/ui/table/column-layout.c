/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/column-layout.h"

/* Saved widths may have been edited by hand. */
#define MAX_WIDTH 4000

typedef struct
{
  guint order[TV_TABLE_MAX_COLUMNS];
  guint views[TV_TABLE_MAX_COLUMNS]; /* by column: the views that show it, as bits */
  int widths[TV_TABLE_MAX_COLUMNS];  /* by column */
} Wish;

struct _TvColumnLayout
{
  GObject parent_instance;

  const TvTableColumn *columns;
  guint n_columns;
  guint view;
  Wish wish;
};

G_DEFINE_FINAL_TYPE (TvColumnLayout, tv_column_layout, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
tv_column_layout_class_init (TvColumnLayoutClass *klass)
{
  signals[SIGNAL_CHANGED]
      = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
wish_init (Wish *wish, TvColumnLayout *self)
{
  memset (wish, 0, sizeof *wish);
  for (guint i = 0; i < self->n_columns; i++)
    {
      wish->order[i] = i;
      wish->views[i] = self->columns[i].views;
    }
}

static void
tv_column_layout_init (TvColumnLayout *self)
{
}

static gboolean
wish_equal (const Wish *a, const Wish *b)
{
  return memcmp (a->order, b->order, sizeof a->order) == 0
         && memcmp (a->views, b->views, sizeof a->views) == 0
         && memcmp (a->widths, b->widths, sizeof a->widths) == 0;
}

static void
set_wish (TvColumnLayout *self, const Wish *wish)
{
  if (wish_equal (wish, &self->wish))
    return;
  self->wish = *wish;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/**
 * tv_column_layout_new:
 * @columns: (array length=n_columns): all columns, that of names first; must stay valid
 * @n_columns: their number, less than %TV_TABLE_MAX_COLUMNS
 *
 * Returns: (transfer full): the default layout
 */
TvColumnLayout *
tv_column_layout_new (const TvTableColumn *columns, guint n_columns)
{
  TvColumnLayout *self;

  g_return_val_if_fail (n_columns > 0 && n_columns < TV_TABLE_MAX_COLUMNS, NULL);

  self = g_object_new (TV_TYPE_COLUMN_LAYOUT, NULL);
  self->columns = columns;
  self->n_columns = n_columns;
  wish_init (&self->wish, self);
  return self;
}

const TvTableColumn *
tv_column_layout_get_column (TvColumnLayout *self, guint column)
{
  g_return_val_if_fail (TV_IS_COLUMN_LAYOUT (self), NULL);
  g_return_val_if_fail (column < self->n_columns, NULL);

  return &self->columns[column];
}

/* Returns the number of columns, shown or not. */
guint
tv_column_layout_get_n (TvColumnLayout *self)
{
  g_return_val_if_fail (TV_IS_COLUMN_LAYOUT (self), 0);

  return self->n_columns;
}

static gboolean
find_column (TvColumnLayout *self, const char *nick, guint *column)
{
  for (*column = 0; *column < self->n_columns; (*column)++)
    if (g_str_equal (nick, self->columns[*column].nick))
      return TRUE;
  return FALSE;
}

/**
 * tv_column_layout_reset:
 * @self: a layout
 *
 * Restores the default layout.
 */
void
tv_column_layout_reset (TvColumnLayout *self)
{
  Wish wish;

  g_return_if_fail (TV_IS_COLUMN_LAYOUT (self));

  wish_init (&wish, self);
  set_wish (self, &wish);
}

/**
 * tv_column_layout_set_view:
 * @self: a layout
 * @view: number of a view, less than 32
 *
 * Shows the columns of another view. Columns that are shown or hidden from now on
 * change in that view only.
 */
void
tv_column_layout_set_view (TvColumnLayout *self, guint view)
{
  g_return_if_fail (TV_IS_COLUMN_LAYOUT (self));
  g_return_if_fail (view < 32);

  if (view == self->view)
    return;
  self->view = view;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* Returns the column at a place. Hidden columns count. */
guint
tv_column_layout_get (TvColumnLayout *self, guint place)
{
  g_return_val_if_fail (TV_IS_COLUMN_LAYOUT (self), TV_TABLE_MAX_COLUMNS);
  g_return_val_if_fail (place < self->n_columns, TV_TABLE_MAX_COLUMNS);

  return self->wish.order[place];
}

/**
 * tv_column_layout_arrange:
 * @self: a layout
 * @columns: (array length=n_columns): some columns in order
 * @n_columns: their number
 *
 * Puts some columns in order. They exchange their places; all others keep theirs.
 */
void
tv_column_layout_arrange (TvColumnLayout *self, const guint *columns, guint n_columns)
{
  gboolean moves[TV_TABLE_MAX_COLUMNS] = { FALSE };
  guint next = 0;
  Wish wish;

  g_return_if_fail (TV_IS_COLUMN_LAYOUT (self));

  for (guint i = 0; i < n_columns; i++)
    {
      g_return_if_fail (columns[i] < self->n_columns && !moves[columns[i]]);
      moves[columns[i]] = TRUE;
    }
  wish = self->wish;
  for (guint place = 0; place < self->n_columns; place++)
    if (moves[wish.order[place]])
      wish.order[place] = columns[next++];
  set_wish (self, &wish);
}

/**
 * tv_column_layout_is_shown:
 * @self: a layout
 * @column: a column
 *
 * Returns: whether the view shows the column if the model has it
 */
gboolean
tv_column_layout_is_shown (TvColumnLayout *self, guint column)
{
  g_return_val_if_fail (TV_IS_COLUMN_LAYOUT (self), FALSE);
  g_return_val_if_fail (column < self->n_columns, FALSE);

  return (self->wish.views[column] & 1u << self->view) != 0;
}

/**
 * tv_column_layout_set_shown:
 * @self: a layout
 * @column: a column
 * @shown: whether the view shows it; the name is always shown
 */
void
tv_column_layout_set_shown (TvColumnLayout *self, guint column, gboolean shown)
{
  Wish wish;

  g_return_if_fail (TV_IS_COLUMN_LAYOUT (self));
  g_return_if_fail (column < self->n_columns);

  wish = self->wish;
  if (shown || column == TV_TABLE_NAME_COLUMN)
    wish.views[column] |= 1u << self->view;
  else
    wish.views[column] &= ~(1u << self->view);
  set_wish (self, &wish);
}

/* Returns pixels, or 0 for the width that its title and its numbers need. */
int
tv_column_layout_get_width (TvColumnLayout *self, guint column)
{
  g_return_val_if_fail (TV_IS_COLUMN_LAYOUT (self), 0);
  g_return_val_if_fail (column < self->n_columns, 0);

  return self->wish.widths[column];
}

void
tv_column_layout_set_width (TvColumnLayout *self, guint column, int width)
{
  Wish wish;

  g_return_if_fail (TV_IS_COLUMN_LAYOUT (self));
  g_return_if_fail (column < self->n_columns);

  wish = self->wish;
  wish.widths[column] = CLAMP (width, 0, MAX_WIDTH);
  set_wish (self, &wish);
}

/* Returns a variant of TV_COLUMN_LAYOUT_TYPE. The default is saved as an empty one, so
 * that a later version may have another default. */
GVariant *
tv_column_layout_save (TvColumnLayout *self)
{
  GVariantBuilder builder;
  Wish nothing;

  g_return_val_if_fail (TV_IS_COLUMN_LAYOUT (self), NULL);

  wish_init (&nothing, self);
  g_variant_builder_init (&builder, G_VARIANT_TYPE (TV_COLUMN_LAYOUT_TYPE));
  if (!wish_equal (&self->wish, &nothing))
    for (guint i = 0; i < self->n_columns; i++)
      {
        const guint column = self->wish.order[i];

        g_variant_builder_add (&builder, "(sui)", self->columns[column].nick,
                               self->wish.views[column], self->wish.widths[column]);
      }
  return g_variant_builder_end (&builder);
}

/* A column that was not saved is newer than the file. It is put after the column that
 * it follows in the default. */
static void
insert_column (Wish *wish, guint n, guint column)
{
  guint place = 0;

  for (guint i = 0; i < n; i++)
    if (column > 0 && wish->order[i] == column - 1)
      place = i + 1;
  memmove (&wish->order[place + 1], &wish->order[place],
           (n - place) * sizeof *wish->order);
  wish->order[place] = column;
}

/* Restores a saved layout. Columns that this version does not know are ignored, and a
 * view that has none but the name is newer than the file. */
void
tv_column_layout_restore (TvColumnLayout *self, GVariant *state)
{
  gboolean known[TV_TABLE_MAX_COLUMNS] = { FALSE };
  GVariantIter iter;
  const char *nick;
  guint views;
  int width;
  guint all_views = 0;
  guint n = 0;
  Wish wish;

  g_return_if_fail (TV_IS_COLUMN_LAYOUT (self));
  g_return_if_fail (
      g_variant_is_of_type (state, G_VARIANT_TYPE (TV_COLUMN_LAYOUT_TYPE)));

  wish_init (&wish, self);
  g_variant_iter_init (&iter, state);
  while (g_variant_iter_next (&iter, "(&sui)", &nick, &views, &width))
    {
      guint column;

      if (!find_column (self, nick, &column) || known[column])
        continue;
      known[column] = TRUE;
      wish.order[n++] = column;
      wish.views[column]
          = column == TV_TABLE_NAME_COLUMN ? self->columns[column].views : views;
      if (column != TV_TABLE_NAME_COLUMN)
        all_views |= views;
      wish.widths[column] = CLAMP (width, 0, MAX_WIDTH);
    }
  for (guint i = 0; i < self->n_columns; i++)
    if (!known[i])
      insert_column (&wish, n++, i);
    else
      wish.views[i] |= self->columns[i].views & ~all_views;
  set_wish (self, &wish);
}
