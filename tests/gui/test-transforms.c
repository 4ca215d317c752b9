/* SPDX-License-Identifier: Apache-2.0 */

/* Transforms in the window: by the letters and by the menu of a row, the bar that leads
 * back, and the timeline, which they leave alone. */

#include "gui/shop-window.h"
#include "support/test-runner.h"

#include <check.h>

#define MS G_GINT64_CONSTANT (1000000)

static TvFindWindow shop;

static void
set_up (void)
{
  tv_find_window_init_with (&shop, tv_shop_write);
}

/* The view is remembered. */
static void
tear_down (void)
{
  tv_find_window_press (&shop, "alt+1");
  tv_find_window_clear (&shop);
}

/* Returns NULL while it is hidden. */
static GtkWidget *
find_bar (void)
{
  return tv_gui_find_type (GTK_WIDGET (shop.window), "TvTransformBar");
}

/* A trace that is transformed may have more methods. */
static guint32
find_method (const TvTrace *trace, guint32 id)
{
  for (guint32 i = 0; i < tv_trace_get_n_methods (trace); i++)
    if (tv_trace_get_method (trace, i)->id == id)
      return i;
  ck_abort_msg ("there is no method %u", id);
}

/* The calls and the inclusive wall time of a method in the profile that is shown. */
static void
assert_method (guint32 id, guint64 calls, gint64 ms)
{
  const TvProfile *profile;
  const TvMethodTotals *totals;

  tv_gui_settle ();
  profile = tv_trace_session_get_profile (shop.session);
  totals = tv_profile_get_totals (profile,
                                  find_method (tv_profile_get_trace (profile), id));
  ck_assert_uint_eq (totals->calls, calls);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], ms * MS);
}

static void
select_row (const char *name)
{
  GtkWidget *row = tv_gui_find_part (shop.rows, name);

  ck_assert_msg (row != NULL, "there is no row %s", name);
  tv_gui_click_middle (row);
}

static void
assert_steps (const char *expected)
{
  GtkWidget *bar = find_bar ();
  g_autoptr (GString) found = g_string_new (NULL);
  static const char *const known[]
      = { "All Stacks",      "Drop: Cart.add",   "Merge: Cart.add",
          "Focus: Cart.add", "Collapse: shop.*", "Drop: shop.*" };

  for (guint i = 0; bar != NULL && i < G_N_ELEMENTS (known); i++)
    if (tv_gui_find_text (bar, known[i]) != NULL)
      g_string_append_printf (found, "%s%s", found->len > 0 ? " > " : "", known[i]);
  ck_assert_str_eq (found->str, expected);
}

START_TEST (test_letters)
{
  assert_steps ("");
  select_row ("Cart.add");
  tv_find_window_press (&shop, "d");
  assert_method (TV_SHOP_MAIN, 1, 800);
  assert_method (TV_SHOP_ADD, 0, 0);
  assert_method (TV_SHOP_SEND, 0, 0);
  assert_steps ("All Stacks > Drop: Cart.add");
  ck_assert_ptr_null (tv_gui_find_part (shop.rows, "Cart.add"));
  tv_find_window_press (&shop, "ctrl+z");
  assert_method (TV_SHOP_MAIN, 1, 1000);
  assert_steps ("");

  select_row ("Cart.add");
  tv_find_window_press (&shop, "m");
  assert_method (TV_SHOP_ADD, 0, 0);
  assert_method (TV_SHOP_SEND, 1, 60);
  assert_steps ("All Stacks > Merge: Cart.add");
  tv_find_window_press (&shop, "ctrl+z");
  select_row ("Cart.add");
  tv_find_window_press (&shop, "f");
  assert_method (TV_SHOP_MAIN, 0, 0);
  assert_method (TV_SHOP_ADD, 2, 200);
  tv_find_window_press (&shop, "ctrl+z");
}
END_TEST

/* It is not the range that the method is missing in. */
START_TEST (test_views_of_a_dropped_method)
{
  static const char *const keys[] = { "alt+4", "alt+5" };

  select_row ("Cart.add");
  tv_find_window_press (&shop, "d");
  assert_method (TV_SHOP_ADD, 0, 0);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      tv_gui_keys (GTK_WIDGET (shop.window), keys[i]);
      tv_gui_wait_for_text (GTK_WIDGET (shop.window),
                            "Transforms leave no call of the selected method in this "
                            "range of time and these threads.");
    }
}
END_TEST

START_TEST (test_package_becomes_a_row)
{
  select_row ("Cart.sum");
  tv_find_window_press (&shop, "shift+c");
  assert_steps ("All Stacks > Collapse: shop.*");
  assert_method (TV_SHOP_ADD, 3, 600);
  /* The package below is part of it. */
  assert_method (TV_SHOP_SEND, 0, 0);
  ck_assert_ptr_nonnull (tv_gui_find_part (shop.rows, "shop.*"));
  ck_assert_ptr_null (tv_gui_find_part (shop.rows, "Cart"));
  /* It is a method from then on. */
  tv_find_window_press (&shop, "d");
  assert_method (TV_SHOP_MAIN, 1, 400);
  assert_steps ("All Stacks > Collapse: shop.* > Drop: shop.*");
  tv_gui_click_middle (tv_gui_find_text (find_bar (), "Collapse: shop.*"));
  assert_method (TV_SHOP_MAIN, 1, 1000);
  assert_steps ("All Stacks > Collapse: shop.*");
  tv_gui_click_middle (tv_gui_find_text (find_bar (), "All Stacks"));
  assert_steps ("");
  ck_assert_ptr_nonnull (tv_gui_find_part (shop.rows, "Cart.sum"));
}
END_TEST

START_TEST (test_menu_of_a_row)
{
  tv_shop_choose (&shop, TV_SHOP_ADD_ROW, "Transform/Merge Method");
  assert_method (TV_SHOP_ADD, 0, 0);
  assert_steps ("All Stacks > Merge: Cart.add");
}
END_TEST

START_TEST (test_letters_of_the_timeline_stay)
{
  select_row ("Cart.add");
  gtk_widget_grab_focus (shop.timeline);
  tv_gui_settle ();
  tv_gui_keys (shop.timeline, "m");
  tv_gui_keys (shop.timeline, "f");
  ck_assert_ptr_null (tv_trace_session_get_transforms (shop.session));
}
END_TEST

/* The list has other numbers for calls than the timeline. */
START_TEST (test_calls_lead_to_the_timeline)
{
  select_row ("Main.main");
  tv_find_window_press (&shop, "m");
  assert_method (TV_SHOP_SEND, 1, 60);
  select_row ("Net.send");
  tv_find_window_press (&shop, "alt+5");
  tv_gui_click_middle (tv_gui_find_type (
      tv_gui_find_type (GTK_WIDGET (shop.window), "TvCallsView"), "TvTableRow"));
  tv_find_window_press (&shop, "Home");
  ck_assert_uint_eq (tv_find_window_get_selected (&shop), TV_SHOP_SEND);
  ck_assert_int_eq (tv_find_window_get_start_of_call (&shop), 320 * MS);
}
END_TEST

START_TEST (test_path_in_the_flame_graph)
{
  guint32 methods[2];
  g_autoptr (TvCallPath) path = NULL;
  const guint32 *left;
  guint n;

  methods[0] = tv_find_window_find_method (&shop, TV_SHOP_MAIN);
  methods[1] = tv_find_window_find_method (&shop, TV_SHOP_ADD);
  path = tv_call_path_new (TV_THREAD_NONE, methods, 2);
  tv_find_window_press (&shop, "alt+3");
  tv_gui_click_middle (tv_gui_find_type (GTK_WIDGET (shop.window), "TvFlamePicture"));
  tv_trace_session_select_path (shop.session, path);
  tv_gui_settle ();
  tv_find_window_press (&shop, "shift+f");
  assert_method (TV_SHOP_MAIN, 0, 0);
  assert_method (TV_SHOP_ADD, 2, 200);
  assert_method (TV_SHOP_SEND, 1, 60);
  left = tv_call_path_get_methods (tv_trace_session_get_selected_path (shop.session),
                                   &n);
  ck_assert_uint_eq (n, 1);
  ck_assert_uint_eq (left[0], methods[1]);
  tv_find_window_press (&shop, "ctrl+z");
  assert_method (TV_SHOP_MAIN, 1, 1000);
}
END_TEST

/* The flame graph has no frame of it, and selects none of what was called after it. */
START_TEST (test_a_dropped_call_in_the_flame_graph)
{
  static const struct
  {
    const char *row;
    guint32 id;
    guint32 call;
  } drops[] = { { "Cart.add", TV_SHOP_ADD, 1 }, { "Cart.sum", TV_SHOP_SUM, 4 } };

  for (guint i = 0; i < G_N_ELEMENTS (drops); i++)
    {
      GtkWidget *flame;

      select_row (drops[i].row);
      tv_find_window_press (&shop, "d");
      assert_method (drops[i].id, 0, 0);
      tv_find_window_press (&shop, "alt+3");
      flame = tv_gui_find_type (GTK_WIDGET (shop.window), "TvFlameView");
      tv_gui_wait_for_text (flame, "All threads");
      tv_trace_session_select_call (shop.session, (TvCallRef){ 0, drops[i].call });
      tv_gui_settle ();
      ck_assert_msg (tv_gui_find_text (flame, "All threads") != NULL, "%s",
                     drops[i].row);
      tear_down ();
      set_up ();
    }
}
END_TEST

static gboolean
has_told (void)
{
  return find_bar () != NULL
         && tv_gui_find_part (find_bar (), "could not be changed: ") != NULL
         && tv_gui_find_part (find_bar (), "and the limit is 1") != NULL;
}

/* In each view by its letter, seen in the sums of all, and taken back there. */
START_TEST (test_every_view)
{
  static const char *const views[] = { "TvProfilePanel", "TvCallTreeView",
                                       "TvFlameView", "TvCallTreeView", "TvCallsView" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autofree char *key = g_strdup_printf ("alt+%u", i + 1);
      GtkWidget *focus;

      tv_trace_session_select_method (shop.session,
                                      tv_find_window_find_method (&shop, TV_SHOP_ADD));
      tv_find_window_press (&shop, key);
      focus = gtk_window_get_focus (GTK_WINDOW (shop.window));
      ck_assert_msg (focus != NULL
                         && gtk_widget_get_ancestor (focus, g_type_from_name (views[i]))
                                != NULL,
                     "the focus is not in %s", views[i]);
      tv_find_window_press (&shop, "d");
      ck_assert_msg (tv_trace_session_get_transforms (shop.session) != NULL, "%s",
                     views[i]);
      assert_method (TV_SHOP_ADD, 0, 0);
      assert_method (TV_SHOP_MAIN, 1, 800);
      assert_steps ("All Stacks > Drop: Cart.add");
      tv_find_window_press (&shop, "ctrl+z");
      ck_assert_msg (tv_trace_session_get_transforms (shop.session) == NULL, "%s",
                     views[i]);
      assert_method (TV_SHOP_MAIN, 1, 1000);
    }
}
END_TEST

/* The names of the selected path. */
static char *
dup_path (void)
{
  TvCallPath *path = tv_trace_session_get_selected_path (shop.session);
  GString *text = g_string_new (NULL);
  const guint32 *methods;
  guint n;

  if (path == NULL)
    return g_string_free (text, FALSE);
  methods = tv_call_path_get_methods (path, &n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (
        text, "%s%s", i > 0 ? " " : "",
        tv_trace_get_method (tv_trace_session_get_trace (shop.session), methods[i])
            ->name);
  return g_string_free (text, FALSE);
}

/* What a step takes from the call tree comes back with its undoing: also the selected
 * row, also if nothing was left, and whichever way the step is taken back. */
START_TEST (test_open_rows_stay)
{
  static const char *const keys[] = { "d", "f", "m", "shift+f", "shift+c" };
  GtkWidget *view;
  TvTableRows *rows;

  tv_find_window_press (&shop, "alt+2");
  view = tv_gui_find_type (GTK_WIDGET (shop.window), "TvCallTreeView");
  rows = tv_table_view_get_rows (tv_view_get_table (TV_VIEW (view)));
  for (guint at = 0; at < 4; at++)
    for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
      {
        g_autofree char *before = NULL;
        g_autofree char *after = NULL;
        guint n;

        tv_gui_focus (GTK_WIDGET (rows));
        tv_find_window_press (&shop, "Home");
        tv_find_window_press (&shop, "asterisk");
        for (guint step = 0; step < at; step++)
          tv_find_window_press (&shop, "Down");
        n = tv_table_rows_get_n (rows);
        before = dup_path ();
        tv_find_window_press (&shop, keys[i]);
        ck_assert_ptr_nonnull (tv_trace_session_get_transforms (shop.session));
        tv_find_window_press (&shop, "ctrl+z");
        ck_assert_ptr_null (tv_trace_session_get_transforms (shop.session));
        after = dup_path ();
        ck_assert_msg (g_strcmp0 (before, after) == 0, "%u %s: %s, not %s", at, keys[i],
                       after, before);
        ck_assert_msg (tv_table_rows_get_n (rows) == n, "%u %s: %u rows, not %u", at,
                       keys[i], tv_table_rows_get_n (rows), n);
        ck_assert_msg (tv_table_rows_get_selected (rows) == at, "%u %s: %u", at,
                       keys[i], tv_table_rows_get_selected (rows));
      }
}
END_TEST

/* It is told where the way back would be, and the next attempt takes it away. */
START_TEST (test_too_little_memory)
{
  tv_trace_session_set_memory_limit (shop.session, 1);
  select_row ("Cart.add");
  tv_find_window_press (&shop, "d");
  ck_assert (has_told ());
  assert_steps ("");
  assert_method (TV_SHOP_MAIN, 1, 1000);
  ck_assert_ptr_null (tv_trace_session_get_transforms (shop.session));

  tv_trace_session_set_memory_limit (shop.session, 0);
  tv_find_window_press (&shop, "d");
  assert_method (TV_SHOP_MAIN, 1, 800);
  assert_steps ("All Stacks > Drop: Cart.add");
  ck_assert (!has_told ());
}
END_TEST

/* The window does not grow with them, and the last one is in sight. */
START_TEST (test_many_steps)
{
  guint32 method;
  GtkWidget *last;
  graphene_rect_t bounds;
  int width;

  width = gtk_widget_get_width (GTK_WIDGET (shop.window));
  method = tv_find_window_find_method (&shop, TV_SHOP_SEND);
  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (TvTransform) transform
          = tv_transform_new (TV_TRANSFORM_COLLAPSE_RECURSION, &method, 1);

      tv_trace_session_add_transform (shop.session, transform);
    }
  method = tv_find_window_find_method (&shop, TV_SHOP_ADD);
  tv_trace_session_select_method (shop.session, method);
  tv_gui_settle ();
  select_row ("Cart.add");
  tv_find_window_press (&shop, "d");
  assert_method (TV_SHOP_MAIN, 1, 800);
  ck_assert_int_eq (gtk_widget_get_width (GTK_WIDGET (shop.window)), width);
  last = tv_gui_find_text (find_bar (), "Drop: Cart.add");
  ck_assert (gtk_widget_compute_bounds (last, GTK_WIDGET (shop.window), &bounds));
  ck_assert (bounds.origin.x > 0 && bounds.origin.x + bounds.size.width < width);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
