/* SPDX-License-Identifier: Apache-2.0 */

/* Rows are computed in the frame where that is quick, by a job where it is not. Until
 * then the last picture stands in, stretched to the range in view. */

#include "support/test-runner.h"
#include "ui/timeline/row-pictures.h"

#include <math.h>
#include <string.h>

#define MS G_GINT64_CONSTANT (1000000)
#define DEADLINE_SECONDS 60
#define RED 0xffff0000u

/* All rows of the tests are red from here to there. */
#define RED_START (4 * MS)
#define RED_END (6 * MS)

#define QUICK 10
#define SLOW 1000

/* The owner of the rows, which all have one version and cost as much. */
typedef struct
{
  gsize cost;
  guint version;
  guint n_drawn;
  guint n_freed;
  guint n_ready;
} Owner;

typedef struct
{
  TvRowData row;
  Owner *owner;
  guint version;
  double left; /* columns */
  double right;
} Band;

static TvRowData *
ask (gpointer owner, const TvRowData *wanted)
{
  Band *band = g_new0 (Band, 1);

  *band = (Band){ *wanted, owner, ((Owner *) owner)->version, 0, 0 };
  return &band->row;
}

static gsize
get_cost (const TvRowData *row)
{
  return ((const Band *) row)->owner->cost;
}

static void
compute (TvRowData *row)
{
  Band *band = (Band *) row;
  const double column
      = (double) (row->span.end - row->span.start) / row->span.n_columns;

  band->left
      = CLAMP ((double) (RED_START - row->span.start) / column, 0, row->span.n_columns);
  band->right
      = CLAMP ((double) (RED_END - row->span.start) / column, 0, row->span.n_columns);
}

static gboolean
is_current (gpointer owner, const TvRowData *row, const TvRowData *wanted)
{
  return ((const Band *) row)->version == ((const Owner *) owner)->version;
}

static GskRenderNode *
draw (gpointer owner, TvRowData *row, const TvRowWish *wish)
{
  const Band *band = (const Band *) row;
  const double scale = row->span.scale;

  ((Owner *) owner)->n_drawn++;
  return gsk_color_node_new (
      &(GdkRGBA){ 1, 0, 0, 1 },
      &GRAPHENE_RECT_INIT ((float) (band->left / scale), 0,
                           (float) ((band->right - band->left) / scale), 10));
}

static void
band_free (TvRowData *row)
{
  ((Band *) row)->owner->n_freed++;
  g_free (row);
}

static const TvRowKind band_kind = {
  .ask = ask,
  .get_cost = get_cost,
  .compute = compute,
  .is_current = is_current,
  .draw = draw,
  .free = band_free,
  .most_cost = QUICK,
  .n_kept = 1,
};

static void
count_ready (gpointer data)
{
  ((Owner *) data)->n_ready++;
}

static TvRowPictures *
make_rows (Owner *owner)
{
  /* Makes the types of render nodes known; no display is needed. */
  gtk_init_check ();
  *owner = (Owner){ .cost = QUICK };
  return tv_row_pictures_new (&band_kind, owner, count_ready, owner);
}

static void
look_at (TvRowPictures *rows, gint64 start, gint64 end, guint n_columns)
{
  const TvRowSpan span = { start, end, n_columns, 1 };
  const TvRowWish wish = { 7, 0, 0 };

  tv_row_pictures_prepare (rows, &span, &wish, 1);
}

static GskRenderNode *
snapshot (TvRowPictures *rows)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  tv_row_pictures_snapshot (rows, &(TvRowWish){ 7, 0, 0 }, snapshot, 0, 0);
  return gtk_snapshot_free_to_node (snapshot);
}

/* Returns a letter a column, from two before the first to two after the last: R where
 * it is red, a dot where there is nothing. */
static char *
draw_columns (TvRowPictures *rows, guint n_columns)
{
  GskRenderNode *node = snapshot (rows);
  GString *text = g_string_new (NULL);

  for (int x = -2; node != NULL && x < (int) n_columns + 2; x++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1, 1);
      cairo_t *cr = cairo_create (surface);
      guint32 pixel;

      cairo_translate (cr, -x, -5);
      gsk_render_node_draw (node, cr);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      memcpy (&pixel, cairo_image_surface_get_data (surface), sizeof pixel);
      cairo_surface_destroy (surface);
      g_string_append_c (text, pixel == RED ? 'R' : pixel == 0 ? '.' : '?');
    }
  g_clear_pointer (&node, gsk_render_node_unref);
  return g_string_free (text, FALSE);
}

static void
assert_columns (TvRowPictures *rows, guint n_columns, const char *expected)
{
  g_autofree char *columns = draw_columns (rows, n_columns);

  ck_assert_str_eq (columns, expected);
}

static void
wait_until_ready (const Owner *owner, guint n_times)
{
  const gint64 deadline = g_get_monotonic_time () + DEADLINE_SECONDS * G_USEC_PER_SEC;

  while (owner->n_ready < n_times && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, FALSE);
  ck_assert_uint_eq (owner->n_ready, n_times);
}

START_TEST (test_quick_rows_come_at_once)
{
  Owner owner;
  TvRowPictures *rows = make_rows (&owner);

  ck_assert_ptr_null (snapshot (rows));
  look_at (rows, 0, 12 * MS, 12);
  ck_assert (!tv_row_pictures_is_working (rows));
  ck_assert_ptr_nonnull (tv_row_pictures_get (rows, 7, NULL));
  ck_assert_ptr_null (tv_row_pictures_get (rows, 8, NULL));
  assert_columns (rows, 12, "......RR........");
  tv_row_pictures_free (rows);
  ck_assert_uint_eq (owner.n_freed, 1);
}
END_TEST

START_TEST (test_slow_rows_come_from_a_job)
{
  Owner owner;
  TvRowPictures *rows = make_rows (&owner);

  owner.cost = SLOW;
  look_at (rows, 0, 12 * MS, 12);
  ck_assert (tv_row_pictures_is_working (rows));
  ck_assert_ptr_null (snapshot (rows));
  wait_until_ready (&owner, 1);
  assert_columns (rows, 12, "......RR........");
  look_at (rows, 0, 12 * MS, 12);
  ck_assert (!tv_row_pictures_is_working (rows));
  tv_row_pictures_free (rows);
}
END_TEST

/* Looks at a range that is known, then at one that is not. */
static TvRowPictures *
look_twice (Owner *owner, gint64 start, gint64 end, guint n_columns, gint64 next_start,
            gint64 next_end, guint next_n_columns)
{
  TvRowPictures *rows = make_rows (owner);

  look_at (rows, start, end, n_columns);
  owner->cost = SLOW;
  look_at (rows, next_start, next_end, next_n_columns);
  ck_assert (tv_row_pictures_is_working (rows));
  ck_assert_ptr_null (tv_row_pictures_get (rows, 7, NULL));
  return rows;
}

START_TEST (test_detail_is_stretched)
{
  Owner owner;
  TvRowPictures *rows = look_twice (&owner, 0, 12 * MS, 24, 3 * MS, 7 * MS, 8);
  TvRowStretch stretch;

  assert_columns (rows, 8, "....RRRR....");
  /* Two columns then are two now, six columns to the left. */
  ck_assert_ptr_nonnull (tv_row_pictures_get (rows, 7, &stretch));
  ck_assert_double_eq_tol (stretch.factor, 1, 1e-9);
  ck_assert_double_eq_tol (stretch.shift, -6, 1e-9);
  tv_row_pictures_free (rows);

  /* All that is in view is red, and nothing is outside of it. */
  rows = look_twice (&owner, 0, 12 * MS, 24, 4 * MS, 5 * MS, 10);
  assert_columns (rows, 10, "..RRRRRRRRRR..");
  tv_row_pictures_free (rows);
}
END_TEST

START_TEST (test_beyond_what_is_known_is_nothing)
{
  Owner owner;
  TvRowPictures *rows = look_twice (&owner, 2 * MS, 5 * MS, 3, 0, 10 * MS, 10);

  assert_columns (rows, 10, "......R.......");
  tv_row_pictures_free (rows);

  rows = look_twice (&owner, 2 * MS, 6 * MS, 4, 7 * MS, 9 * MS, 10);
  ck_assert_ptr_null (snapshot (rows));
  tv_row_pictures_free (rows);
}
END_TEST

/* Such a picture of the whole would be ten million pixels wide. */
START_TEST (test_nothing_is_stretched_too_far)
{
  Owner owner;
  TvRowPictures *rows
      = look_twice (&owner, 0, 10 * MS, 1000, 4 * MS, 4 * MS + MS / 1000, 1000);

  ck_assert_ptr_null (snapshot (rows));
  wait_until_ready (&owner, 1);
  ck_assert_ptr_nonnull (tv_row_pictures_get (rows, 7, NULL));
  tv_row_pictures_free (rows);
}
END_TEST

/* A picture at a scale of 2 has half as many pixels as columns. */
START_TEST (test_another_scale)
{
  const TvRowSpan fine = { 0, 12 * MS, 24, 2 };
  const TvRowWish wish = { 7, 0, 0 };
  Owner owner;
  TvRowPictures *rows = make_rows (&owner);

  tv_row_pictures_prepare (rows, &fine, &wish, 1);
  assert_columns (rows, 12, "......RR........");
  owner.cost = SLOW;
  look_at (rows, 0, 12 * MS, 12);
  assert_columns (rows, 12, "......RR........");
  tv_row_pictures_free (rows);
}
END_TEST

START_TEST (test_rows_are_computed_again_once_more_is_known)
{
  Owner owner;
  TvRowPictures *rows = make_rows (&owner);

  look_at (rows, 0, 12 * MS, 12);
  assert_columns (rows, 12, "......RR........");
  assert_columns (rows, 12, "......RR........");
  ck_assert_uint_eq (owner.n_drawn, 1);
  ck_assert (tv_row_pictures_are_current (rows));
  owner.version = 2;
  ck_assert (!tv_row_pictures_are_current (rows));
  look_at (rows, 0, 12 * MS, 12);
  ck_assert_uint_eq (owner.n_freed, 1);
  ck_assert (tv_row_pictures_are_current (rows));

  /* Other colours need no other data. */
  tv_row_pictures_redraw (rows);
  look_at (rows, 0, 12 * MS, 12);
  assert_columns (rows, 12, "......RR........");
  ck_assert_uint_eq (owner.n_drawn, 2);
  ck_assert_uint_eq (owner.n_freed, 1);
  tv_row_pictures_free (rows);
}
END_TEST

/* One row out of sight is kept, but not two. */
START_TEST (test_rows_out_of_sight_are_forgotten)
{
  const TvRowSpan span = { 0, 12 * MS, 12, 1 };
  const TvRowWish wishes[] = { { 1, 0, 0 }, { 2, 0, 0 }, { 3, 0, 0 } };
  Owner owner;
  TvRowPictures *rows = make_rows (&owner);

  owner.cost = QUICK / 2;
  tv_row_pictures_prepare (rows, &span, wishes, 2);
  tv_row_pictures_prepare (rows, &span, wishes, 1);
  ck_assert_uint_eq (owner.n_freed, 0);
  ck_assert_ptr_nonnull (tv_row_pictures_get (rows, 2, NULL));
  tv_row_pictures_prepare (rows, &span, wishes + 2, 1);
  ck_assert_uint_eq (owner.n_freed, 2);
  ck_assert_ptr_null (tv_row_pictures_get (rows, 2, NULL));
  tv_row_pictures_free (rows);
}
END_TEST

TV_TESTS (NULL, NULL)
