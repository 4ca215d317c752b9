/* SPDX-License-Identifier: Apache-2.0 */

/* Transforms in the window: by the letters and by the menu of a row, the bar that leads
 * back, and the timeline, which they leave alone. */

#include "gui/shop-window.h"
#include "support/test-runner.h"

#include <check.h>

#define MS G_GINT64_CONSTANT (1000000)

/* Returns NULL while it is hidden. */
static GtkWidget *
find_bar (TvFindWindow *window)
{
  return tv_gui_find_type (GTK_WIDGET (window->window), "TvTransformBar");
}

static gboolean
has_sums (gpointer data)
{
  return !tv_trace_session_is_summing (data);
}

typedef struct
{
  TvTraceSession *session;
  guint32 id;
  guint64 calls;
  gint64 ms;
} Expected;

/* A key may be under way when nothing is being summed yet. */
static gboolean
has_expected (gpointer data)
{
  const Expected *expected = data;
  const TvProfile *profile = tv_trace_session_get_profile (expected->session);
  const TvTrace *trace = tv_profile_get_trace (profile);

  if (!has_sums (expected->session))
    return FALSE;
  for (guint32 i = 0; i < tv_trace_get_n_methods (trace); i++)
    if (tv_trace_get_method (trace, i)->id == expected->id)
      {
        const TvMethodTotals *totals = tv_profile_get_totals (profile, i);

        return totals->calls == expected->calls
               && totals->inclusive[TV_CLOCK_WALL] == expected->ms * MS;
      }
  return FALSE;
}

/* The calls and the inclusive wall time of a method in the profile that is shown. */
static void
assert_method (TvFindWindow *window, guint32 id, guint64 calls, gint64 ms)
{
  Expected expected = { window->session, id, calls, ms };

  tv_gui_wait (has_expected, &expected, "the sums of the method");
  tv_gui_settle ();
}

static void
select_row (TvFindWindow *window, const char *name)
{
  GtkWidget *row = tv_gui_find_part (window->rows, name);

  ck_assert_msg (row != NULL, "there is no row %s", name);
  tv_gui_click_middle (row);
  tv_gui_settle ();
}

static void
assert_steps (TvFindWindow *window, const char *expected)
{
  GtkWidget *bar = find_bar (window);
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
  TvFindWindow window;

  tv_find_window_init_with (&window, tv_shop_write);
  assert_steps (&window, "");
  select_row (&window, "Cart.add");
  tv_find_window_press (&window, "d");
  assert_method (&window, TV_SHOP_MAIN, 1, 800);
  assert_method (&window, TV_SHOP_ADD, 0, 0);
  assert_method (&window, TV_SHOP_SEND, 0, 0);
  assert_steps (&window, "All Stacks > Drop: Cart.add");
  ck_assert_ptr_null (tv_gui_find_part (window.rows, "Cart.add"));
  tv_find_window_press (&window, "ctrl+z");
  assert_method (&window, TV_SHOP_MAIN, 1, 1000);
  assert_steps (&window, "");

  select_row (&window, "Cart.add");
  tv_find_window_press (&window, "m");
  assert_method (&window, TV_SHOP_ADD, 0, 0);
  assert_method (&window, TV_SHOP_SEND, 1, 60);
  assert_steps (&window, "All Stacks > Merge: Cart.add");
  tv_find_window_press (&window, "ctrl+z");
  select_row (&window, "Cart.add");
  tv_find_window_press (&window, "f");
  assert_method (&window, TV_SHOP_MAIN, 0, 0);
  assert_method (&window, TV_SHOP_ADD, 2, 200);
  tv_find_window_press (&window, "ctrl+z");
  tv_find_window_clear (&window);
}
END_TEST

/* It is not the range that the method is missing in. */
START_TEST (test_views_of_a_dropped_method)
{
  static const char *const keys[] = { "alt+4", "alt+5" };
  TvFindWindow window;

  tv_find_window_init_with (&window, tv_shop_write);
  select_row (&window, "Cart.add");
  tv_find_window_press (&window, "d");
  assert_method (&window, TV_SHOP_ADD, 0, 0);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      tv_gui_keys (GTK_WIDGET (window.window), keys[i]);
      tv_gui_wait_for_text (GTK_WIDGET (window.window),
                            "Transforms leave no call of the selected method in this "
                            "range of time and these threads.");
    }
  tv_gui_keys (GTK_WIDGET (window.window), "alt+1");
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_package_becomes_a_row)
{
  TvFindWindow window;

  tv_find_window_init_with (&window, tv_shop_write);
  select_row (&window, "Cart.sum");
  tv_find_window_press (&window, "shift+c");
  assert_steps (&window, "All Stacks > Collapse: shop.*");
  assert_method (&window, TV_SHOP_ADD, 3, 600);
  /* The package below is part of it. */
  assert_method (&window, TV_SHOP_SEND, 0, 0);
  ck_assert_ptr_nonnull (tv_gui_find_part (window.rows, "shop.*"));
  ck_assert_ptr_null (tv_gui_find_part (window.rows, "Cart"));
  /* It is a method from then on. */
  tv_find_window_press (&window, "d");
  assert_method (&window, TV_SHOP_MAIN, 1, 400);
  assert_steps (&window, "All Stacks > Collapse: shop.* > Drop: shop.*");
  tv_gui_click_middle (tv_gui_find_text (find_bar (&window), "Collapse: shop.*"));
  assert_method (&window, TV_SHOP_MAIN, 1, 1000);
  assert_steps (&window, "All Stacks > Collapse: shop.*");
  tv_gui_click_middle (tv_gui_find_text (find_bar (&window), "All Stacks"));
  assert_steps (&window, "");
  ck_assert_ptr_nonnull (tv_gui_find_part (window.rows, "Cart.sum"));
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_menu_of_a_row)
{
  TvFindWindow window;

  tv_find_window_init_with (&window, tv_shop_write);
  tv_shop_choose (&window, TV_SHOP_ADD_ROW, "Transform/Merge Method");
  assert_method (&window, TV_SHOP_ADD, 0, 0);
  assert_steps (&window, "All Stacks > Merge: Cart.add");
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_letters_of_the_timeline_stay)
{
  TvFindWindow window;

  tv_find_window_init_with (&window, tv_shop_write);
  select_row (&window, "Cart.add");
  gtk_widget_grab_focus (window.timeline);
  tv_gui_settle ();
  tv_gui_keys (window.timeline, "m");
  tv_gui_keys (window.timeline, "f");
  ck_assert_ptr_null (tv_trace_session_get_transforms (window.session));
  tv_find_window_clear (&window);
}
END_TEST

/* A row of the view of calls. */
static GtkWidget *
find_call (TvFindWindow *window)
{
  GtkWidget *view = tv_gui_find_type (GTK_WIDGET (window->window), "TvCallsView");

  return view != NULL ? tv_gui_find_type (view, "TvTableRow") : NULL;
}

static gboolean
has_call (gpointer data)
{
  return find_call (data) != NULL;
}

/* The list has other numbers for calls than the timeline. */
START_TEST (test_calls_lead_to_the_timeline)
{
  TvFindWindow window;

  tv_find_window_init_with (&window, tv_shop_write);
  select_row (&window, "Main.main");
  tv_find_window_press (&window, "m");
  assert_method (&window, TV_SHOP_SEND, 1, 60);
  select_row (&window, "Net.send");
  tv_find_window_press (&window, "alt+5");
  tv_gui_wait (has_call, &window, "the calls");
  tv_gui_click_middle (find_call (&window));
  tv_gui_settle ();
  tv_find_window_press (&window, "Home");
  tv_gui_settle ();
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_SHOP_SEND);
  ck_assert_int_eq (tv_find_window_get_start_of_call (&window), 320 * MS);
  /* It is remembered. */
  tv_find_window_press (&window, "alt+1");
  tv_find_window_clear (&window);
}
END_TEST

static guint32
find_method (TvFindWindow *window, guint32 id)
{
  const TvTrace *trace = tv_trace_session_get_trace (window->session);

  for (guint32 i = 0; i < tv_trace_get_n_methods (trace); i++)
    if (tv_trace_get_method (trace, i)->id == id)
      return i;
  ck_abort_msg ("there is no method %u", id);
}

START_TEST (test_path_in_the_flame_graph)
{
  TvFindWindow window;
  guint32 methods[2];
  g_autoptr (TvCallPath) path = NULL;
  const guint32 *left;
  guint n;

  tv_find_window_init_with (&window, tv_shop_write);
  methods[0] = find_method (&window, TV_SHOP_MAIN);
  methods[1] = find_method (&window, TV_SHOP_ADD);
  path = tv_call_path_new (TV_THREAD_NONE, methods, 2);
  tv_find_window_press (&window, "alt+3");
  tv_gui_click_middle (tv_gui_find_type (GTK_WIDGET (window.window), "TvFlamePicture"));
  tv_trace_session_select_path (window.session, path);
  tv_gui_settle ();
  tv_find_window_press (&window, "shift+f");
  assert_method (&window, TV_SHOP_MAIN, 0, 0);
  assert_method (&window, TV_SHOP_ADD, 2, 200);
  assert_method (&window, TV_SHOP_SEND, 1, 60);
  left = tv_call_path_get_methods (tv_trace_session_get_selected_path (window.session),
                                   &n);
  ck_assert_uint_eq (n, 1);
  ck_assert_uint_eq (left[0], methods[1]);
  tv_find_window_press (&window, "ctrl+z");
  assert_method (&window, TV_SHOP_MAIN, 1, 1000);
  tv_find_window_press (&window, "alt+1");
  tv_find_window_clear (&window);
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
      TvFindWindow window;
      GtkWidget *flame;

      tv_find_window_init_with (&window, tv_shop_write);
      select_row (&window, drops[i].row);
      tv_find_window_press (&window, "d");
      assert_method (&window, drops[i].id, 0, 0);
      tv_find_window_press (&window, "alt+3");
      flame = tv_gui_find_type (GTK_WIDGET (window.window), "TvFlameView");
      tv_gui_wait_for_text (flame, "All threads");
      tv_trace_session_select_call (window.session, (TvCallRef){ 0, drops[i].call });
      tv_gui_settle ();
      ck_assert_ptr_nonnull (tv_gui_find_text (flame, "All threads"));
      tv_find_window_press (&window, "alt+1");
      tv_find_window_clear (&window);
    }
}
END_TEST

static gboolean
has_transform (gpointer session)
{
  return tv_trace_session_get_transforms (session) != NULL;
}

static gboolean
has_no_transform (gpointer session)
{
  return !has_transform (session);
}

static gboolean
has_told (gpointer window)
{
  GtkWidget *bar = find_bar (window);

  return bar != NULL && tv_gui_find_part (bar, "could not be changed: ") != NULL
         && tv_gui_find_part (bar, "and the limit is 1") != NULL;
}

/* In each view by its letter, seen in the sums of all, and taken back there. */
START_TEST (test_every_view)
{
  static const char *const views[] = { "TvProfilePanel", "TvCallTreeView",
                                       "TvFlameView", "TvCallTreeView", "TvCallsView" };
  TvFindWindow window;

  tv_find_window_init_with (&window, tv_shop_write);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autofree char *key = g_strdup_printf ("alt+%u", i + 1);
      GtkWidget *focus;

      tv_trace_session_select_method (window.session,
                                      find_method (&window, TV_SHOP_ADD));
      tv_find_window_press (&window, key);
      tv_gui_settle ();
      focus = gtk_window_get_focus (GTK_WINDOW (window.window));
      ck_assert_msg (focus != NULL
                         && gtk_widget_get_ancestor (focus, g_type_from_name (views[i]))
                                != NULL,
                     "the focus is not in %s", views[i]);
      tv_find_window_press (&window, "d");
      tv_gui_wait (has_transform, window.session, views[i]);
      assert_method (&window, TV_SHOP_ADD, 0, 0);
      assert_method (&window, TV_SHOP_MAIN, 1, 800);
      assert_steps (&window, "All Stacks > Drop: Cart.add");
      tv_find_window_press (&window, "ctrl+z");
      tv_gui_wait (has_no_transform, window.session, views[i]);
      assert_method (&window, TV_SHOP_MAIN, 1, 1000);
    }
  tv_find_window_press (&window, "alt+1");
  tv_find_window_clear (&window);
}
END_TEST

/* It is told where the way back would be, and the next attempt takes it away. */
START_TEST (test_too_little_memory)
{
  TvFindWindow window;

  tv_find_window_init_with (&window, tv_shop_write);
  tv_trace_session_set_memory_limit (window.session, 1);
  select_row (&window, "Cart.add");
  tv_find_window_press (&window, "d");
  tv_gui_wait (has_told, &window, "the sentence");
  assert_steps (&window, "");
  assert_method (&window, TV_SHOP_MAIN, 1, 1000);
  ck_assert_ptr_null (tv_trace_session_get_transforms (window.session));

  tv_trace_session_set_memory_limit (window.session, 0);
  tv_find_window_press (&window, "d");
  assert_method (&window, TV_SHOP_MAIN, 1, 800);
  assert_steps (&window, "All Stacks > Drop: Cart.add");
  ck_assert (!has_told (&window));
  tv_find_window_clear (&window);
}
END_TEST

/* The window does not grow with them, and the last one is in sight. */
START_TEST (test_many_steps)
{
  TvFindWindow window;
  guint32 method;
  GtkWidget *last;
  graphene_rect_t bounds;
  int width;

  tv_find_window_init_with (&window, tv_shop_write);
  width = gtk_widget_get_width (GTK_WIDGET (window.window));
  method = find_method (&window, TV_SHOP_SEND);
  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (TvTransform) transform
          = tv_transform_new (TV_TRANSFORM_COLLAPSE_RECURSION, &method, 1);

      tv_trace_session_add_transform (window.session, transform);
    }
  method = find_method (&window, TV_SHOP_ADD);
  tv_trace_session_select_method (window.session, method);
  tv_gui_wait (has_sums, window.session, "the sums");
  select_row (&window, "Cart.add");
  tv_find_window_press (&window, "d");
  assert_method (&window, TV_SHOP_MAIN, 1, 800);
  ck_assert_int_eq (gtk_widget_get_width (GTK_WIDGET (window.window)), width);
  last = tv_gui_find_text (find_bar (&window), "Drop: Cart.add");
  ck_assert (gtk_widget_compute_bounds (last, GTK_WIDGET (window.window), &bounds));
  ck_assert (bounds.origin.x > 0 && bounds.origin.x + bounds.size.width < width);
  tv_find_window_clear (&window);
}
END_TEST

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = {
    test_letters,
    test_views_of_a_dropped_method,
    test_package_becomes_a_row,
    test_menu_of_a_row,
    test_letters_of_the_timeline_stay,
    test_calls_lead_to_the_timeline,
    test_path_in_the_flame_graph,
    test_a_dropped_call_in_the_flame_graph,
    test_every_view,
    test_too_little_memory,
    test_many_steps,
  };

  return tv_gui_run ("transforms", NULL, NULL, tests, G_N_ELEMENTS (tests));
}
