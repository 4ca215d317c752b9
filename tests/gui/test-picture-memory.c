/* SPDX-License-Identifier: Apache-2.0 */

/* The memory that the first pictures of a window are drawn in is there when they are
 * drawn, and is that of the later ones. */

#include "app/page-touch.h"
#include "app/picture-pool.h"
#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"

#include <cairo-xlib.h>
#include <gdk/x11/gdkx.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

#define N_PAGES 400
/* Of a window as it opens. */
#define WIDTH 1400
#define HEIGHT 900
#define LARGE (WIDTH * HEIGHT * 4)
/* Two blocks of Cairo's, the next power of two. */
#define TOUCHED (2 * 8 * 1024 * 1024)

static gsize page;

typedef struct
{
  guchar *start;
  guint n_pages;
} Pages;

static guint
count_present (const Pages *pages)
{
  g_autofree guchar *present = g_malloc0 (pages->n_pages);
  guint n_present = 0;

  ck_assert_int_eq (mincore (pages->start, pages->n_pages * page, present), 0);
  for (guint i = 0; i < pages->n_pages; i++)
    n_present += present[i] & 1;
  return n_present;
}

static gboolean
are_present (gpointer data)
{
  const Pages *pages = data;

  return count_present (pages) == pages->n_pages;
}

static guchar *
map_pages (void)
{
  guchar *start = mmap (NULL, N_PAGES * page, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  ck_assert_ptr_ne (start, MAP_FAILED);
  /* Or a large page is found for many small ones at once. */
  (void) madvise (start, N_PAGES * page, MADV_NOHUGEPAGE);
  return start;
}

/* Old kernels cannot; then a range stays as it is, and nothing is to be seen here. */
static gboolean
can_touch (void)
{
#ifdef MADV_POPULATE_WRITE
  guchar *start = map_pages ();
  const gboolean can = madvise (start, page, MADV_POPULATE_WRITE) == 0;

  ck_assert_int_eq (munmap (start, N_PAGES * page), 0);
  return can;
#else
  return FALSE;
#endif
}

START_TEST (finds_pages_and_leaves_what_is_in_them)
{
  guchar *start = map_pages ();
  TvPageRange ranges[2];

  if (!can_touch ())
    {
      g_print ("skipped: this system cannot find pages ahead\n");
      return;
    }
  start[3 * page + 5] = 7;
  ck_assert_uint_eq (count_present (&(Pages){ start, N_PAGES }), 1);
  /* Whole pages only: the first and the last here are cut. */
  ranges[0] = (TvPageRange){ (guintptr) start + 1, 20 * page };
  ranges[1] = (TvPageRange){ (guintptr) start + 50 * page, 300 * page };
  tv_page_touch (ranges, G_N_ELEMENTS (ranges));

  tv_gui_wait (are_present, &(Pages){ start + 50 * page, 300 }, "pages of the second");
  ck_assert_uint_eq (count_present (&(Pages){ start, N_PAGES }), 19 + 300);
  ck_assert_uint_eq (start[3 * page + 5], 7);
  for (gsize i = 0; i < N_PAGES * page; i++)
    ck_assert (start[i] == 0 || i == 3 * page + 5);
  ck_assert_int_eq (munmap (start, N_PAGES * page), 0);
}
END_TEST

START_TEST (leaves_alone_what_is_gone)
{
  guchar *start = map_pages ();
  TvPageRange ranges[2];

  if (!can_touch ())
    {
      g_print ("skipped: this system cannot find pages ahead\n");
      return;
    }
  ck_assert_int_eq (munmap (start, 10 * page), 0);
  ranges[0] = (TvPageRange){ (guintptr) start, 20 * page };
  ranges[1] = (TvPageRange){ (guintptr) start + 30 * page, 10 * page };
  tv_page_touch (ranges, G_N_ELEMENTS (ranges));
  tv_gui_wait (are_present, &(Pages){ start + 30 * page, 10 }, "pages of the second");
  tv_page_touch (NULL, 0);
  ck_assert_int_eq (munmap (start + 10 * page, (N_PAGES - 10) * page), 0);
}
END_TEST

typedef struct
{
  guintptr start;
  guintptr end;
  guint64 number; /* as the system counts what processes share */
} Shared;

/* The large parts of memory that this process shares. */
static GArray *
list_shared (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Shared));

  ck_assert (g_file_get_contents ("/proc/self/maps", &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      Shared shared = { 0, 0, 0 };
      int n = sscanf (lines[i],
                      "%" G_GINTPTR_MODIFIER "x-%" G_GINTPTR_MODIFIER "x"
                      " %*s %*s %*s %" G_GUINT64_FORMAT,
                      &shared.start, &shared.end, &shared.number);

      if (n == 3 && shared.end - shared.start > LARGE
          && strstr (lines[i], "SYSV") != NULL)
        g_array_append_val (list, shared);
    }
  return list;
}

/* Where the system has no shared memory, Cairo sends pictures to the display, and there
 * is none to keep. */
static gboolean
can_share (void)
{
  const int segment = shmget (IPC_PRIVATE, page, IPC_CREAT | 0600);

  if (segment == -1)
    {
      g_print ("skipped: this system has no shared memory\n");
      return FALSE;
    }
  ck_assert_int_eq (shmctl (segment, IPC_RMID, NULL), 0);
  return TRUE;
}

static void
assert_shares_only (Shared first)
{
  g_autoptr (GArray) list = list_shared ();

  ck_assert_uint_eq (list->len, 1);
  ck_assert_uint_eq (g_array_index (list, Shared, 0).number, first.number);
}

static cairo_surface_t *
make_picture (GdkDisplay *display, int width, int height)
{
  Display *x_display = gdk_x11_display_get_xdisplay (display);
  cairo_surface_t *root = cairo_xlib_surface_create (
      x_display, DefaultRootWindow (x_display),
      DefaultVisual (x_display, DefaultScreen (x_display)), 1, 1);
  cairo_surface_t *picture
      = cairo_surface_create_similar_image (root, CAIRO_FORMAT_ARGB32, width, height);

  ck_assert_int_eq (cairo_surface_status (picture), CAIRO_STATUS_SUCCESS);
  cairo_surface_destroy (root);
  return picture;
}

/* Makes and drops a small picture: that is when Cairo gives back what nothing is in. */
static void
tidy_up (void)
{
  cairo_surface_destroy (make_picture (gdk_display_get_default (), 20, 20));
}

static void
draw_all (TvWindow *window)
{
  tidy_up ();
  gtk_widget_queue_draw (GTK_WIDGET (window));
  tv_gui_settle ();
}

/* More than the one that Cairo clears, and what was drawn. */
static gboolean
is_touched (gpointer data)
{
  const Shared *shared = data;
  const Pages pages
      = { (guchar *) shared->start, (guint) ((shared->end - shared->start) / page) };

  return count_present (&pages) * page >= TOUCHED;
}

START_TEST (draws_every_picture_into_the_same_memory)
{
  TvApplication *application = NULL;
  TvWindow *window = NULL;
  char *folder = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GArray) first = NULL;

  if (!can_share ())
    return;
  application = tv_gui_start ();
  folder = tv_test_folder_new ();
  path = tv_sample_write (folder, "one.trace");
  window = tv_gui_open (application, path);
  first = list_shared ();
  ck_assert_uint_eq (first->len, 1);
  if (can_touch ())
    tv_gui_wait (is_touched, first->data, "pages of pictures");
  for (guint i = 0; i < 6; i++)
    {
      draw_all (window);
      assert_shares_only (g_array_index (first, Shared, 0));
      if (i != 2)
        continue;
      tv_gui_close (window);
      window = tv_gui_open (application, path);
    }
  tv_gui_close (window);
  tv_gui_close_all (application);
  tv_test_folder_remove (folder);
}
END_TEST

/* The one that holds an address, or one of no size. */
static Shared
find_shared (guintptr address)
{
  g_autoptr (GArray) list = list_shared ();

  for (guint i = 0; i < list->len; i++)
    {
      const Shared shared = g_array_index (list, Shared, i);

      if (address >= shared.start && address < shared.end)
        return shared;
    }
  return (Shared){ 0, 0, 0 };
}

static void
assert_is_inside (GdkDisplay *display, int width, int height, const TvPageRange *range)
{
  cairo_surface_t *picture = make_picture (display, width, height);
  const guintptr start = (guintptr) cairo_image_surface_get_data (picture);

  ck_assert_uint_ge (start, range->start);
  ck_assert_uint_le (start + (gsize) width * (gsize) height * 4,
                     range->start + range->size);
  cairo_surface_destroy (picture);
}

/* Of another display, as the first window asked for that of this one. */
START_TEST (has_the_next_pictures_in_that_memory)
{
  GdkDisplay *display = NULL;
  TvPageRange next = { 0, 0 };

  if (!can_share ())
    return;
  display = gdk_display_open (NULL);
  ck_assert_ptr_nonnull (display);
  ck_assert (tv_picture_pool_keep (display, WIDTH, HEIGHT, &next));
  ck_assert_uint_gt (find_shared (next.start).number, 0);
  ck_assert_uint_le (next.start + next.size, find_shared (next.start).end);
  assert_is_inside (display, WIDTH, HEIGHT, &next);
  assert_is_inside (display, WIDTH, HEIGHT / 2, &next);
  assert_is_inside (display, WIDTH, HEIGHT / 4, &next);
  ck_assert (!tv_picture_pool_keep (display, 2 * WIDTH, HEIGHT, &next));
  gdk_display_close (display);
}
END_TEST

static Suite *
make_suite (void)
{
  Suite *suite = suite_create ("picture-memory");
  TCase *cases = tcase_create ("picture-memory");

  page = (gsize) sysconf (_SC_PAGESIZE);
  tcase_set_timeout (cases, 60);
  tcase_add_test (cases, finds_pages_and_leaves_what_is_in_them);
  tcase_add_test (cases, leaves_alone_what_is_gone);
  tcase_add_test (cases, draws_every_picture_into_the_same_memory);
  tcase_add_test (cases, has_the_next_pictures_in_that_memory);
  suite_add_tcase (suite, cases);
  return suite;
}

int
main (void)
{
  return tv_gui_run (make_suite);
}
