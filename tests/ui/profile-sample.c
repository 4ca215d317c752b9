/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-sample.h"

#include "support/trace-fixtures.h"
#include "trace/mapping/shared-methods.h"
#include "ui/profile/row-values.h"
#include "ui/sample-trace.h"

#include <check.h>

static TvTraceSession *
new_session (TvTraceWriter *writer)
{
  return tv_sample_session_new (tv_test_load (writer));
}

/**
 * tv_profile_sample_new:
 *
 * Makes a session of one thread with recursion and one wait. Times in milliseconds, CPU
 * and wall the same up to 8:
 *
 * - `a.Main.main` 0 to 10 CPU, 0 to 20 wall; inside it
 *   - `a.Main.walk` 1 to 7, which calls itself 2 to 5, and there `a.Leaf.end` 3 to 4
 *   - `a.Leaf.end` 8 to 9 CPU, 8 to 19 wall, of which 10 off the CPU
 *
 * `a.Unused.no` is never called.
 *
 * Returns: (transfer full): the session
 */
TvTraceSession *
tv_profile_sample_new (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_set_flavour (writer, TV_WRITER_DALVIK);
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 0x10, "a.Main", "main", "()V", "Main.java", 7);
  tv_trace_writer_add_method (writer, 0x20, "a.Main", "walk", "()V", "Main.java", 0);
  tv_trace_writer_add_method (writer, 0x30, "a.Leaf", "end", "()V", "Leaf.java", 1);
  tv_trace_writer_add_method (writer, 0x40, "a.Unused", "no", "()V", "No.java", 1);

  tv_trace_writer_enter (writer, 1, 0x10, 0, 0);
  tv_trace_writer_enter (writer, 1, 0x20, 1000, 1000);
  tv_trace_writer_enter (writer, 1, 0x20, 2000, 2000);
  tv_trace_writer_enter (writer, 1, 0x30, 3000, 3000);
  tv_trace_writer_exit (writer, 1, 0x30, 4000, 4000);
  tv_trace_writer_exit (writer, 1, 0x20, 5000, 5000);
  tv_trace_writer_exit (writer, 1, 0x20, 7000, 7000);
  tv_trace_writer_enter (writer, 1, 0x30, 8000, 8000);
  tv_trace_writer_exit (writer, 1, 0x30, 9000, 19000);
  tv_trace_writer_exit (writer, 1, 0x10, 10000, 20000);
  return new_session (writer);
}

/**
 * tv_profile_sample_new_ties:
 *
 * Makes a wall-clock session of three methods that take the same time, `a.C.x`, `a.A.x`
 * and `a.B.x`, one after the other, and `a.Z.x`, which takes twice as long.
 *
 * Returns: (transfer full): the session
 */
TvTraceSession *
tv_profile_sample_new_ties (void)
{
  static const char *const classes[] = { "a.C", "a.A", "a.B", "a.Z" };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "main");
  for (guint32 i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      const guint32 id = (i + 1) * 4;
      const guint64 start = i * 100;

      tv_trace_writer_add_method (writer, id, classes[i], "x", "()V", "A.java", 1);
      tv_trace_writer_enter (writer, 1, id, 0, start);
      tv_trace_writer_exit (writer, 1, id, 0, start + (i == 3 ? 20 : 10));
    }
  return new_session (writer);
}

/**
 * tv_profile_sample_new_many:
 * @n_methods: how many
 *
 * Makes a dual-clock session of methods `m.C0.x`, `m.C1.x` and so on that are called
 * once, each for a microsecond less than the one before: their number is their rank.
 *
 * Returns: (transfer full): the session
 */
TvTraceSession *
tv_profile_sample_new_many (guint n_methods)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  guint64 time = 0;

  tv_trace_writer_add_thread (writer, 1, "main");
  for (guint32 i = 0; i < n_methods; i++)
    {
      const guint32 id = (i + 1) * 4;
      g_autofree char *class_name = g_strdup_printf ("m.C%u", i);

      tv_trace_writer_add_method (writer, id, class_name, "x", "()V", "M.java", 1);
      tv_trace_writer_enter (writer, 1, id, time, time);
      time += n_methods - i;
      tv_trace_writer_exit (writer, 1, id, time, time);
    }
  return new_session (writer);
}

/**
 * tv_profile_sample_new_long:
 * @n_calls: how many
 *
 * Makes a wall-clock session of `l.Loop.run`, which calls `l.Step.take` so many times,
 * a microsecond each.
 *
 * Returns: (transfer full): the session
 */
TvTraceSession *
tv_profile_sample_new_long (guint n_calls)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 4, "l.Loop", "run", "()V", "L.java", 1);
  tv_trace_writer_add_method (writer, 8, "l.Step", "take", "()V", "L.java", 2);
  tv_trace_writer_enter (writer, 1, 4, 0, 0);
  for (guint i = 0; i < n_calls; i++)
    {
      tv_trace_writer_enter (writer, 1, 8, 0, i);
      tv_trace_writer_exit (writer, 1, 8, 0, i + 1);
    }
  tv_trace_writer_exit (writer, 1, 4, 0, n_calls);
  return new_session (writer);
}

/**
 * tv_profile_sample_new_recursive:
 * @depth: how many
 *
 * Makes a wall-clock session of so many calls of `r.Deep.dive` inside of each other.
 *
 * Returns: (transfer full): the session
 */
TvTraceSession *
tv_profile_sample_new_recursive (guint depth)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 4, "r.Deep", "dive", "()V", "R.java", 1);
  for (guint i = 0; i < depth; i++)
    tv_trace_writer_enter (writer, 1, 4, 0, i);
  for (guint i = depth; i > 0; i--)
    tv_trace_writer_exit (writer, 1, 4, 0, 2 * depth - i);
  return new_session (writer);
}

static TvTrace *
load_compared (gboolean is_base)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  const guint32 a = 0x4, b = is_base ? 0xc : 0x8, inner = is_base ? 0x10 : 0xc;

  tv_trace_writer_add_method (writer, a, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, b, "q.Q", "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, inner, "q.R", is_base ? "d" : "c", "()V",
                              "R.java", 1);
  tv_trace_writer_add_thread (writer, 1, "one");
  tv_trace_writer_enter (writer, 1, a, 0, 0);
  tv_trace_writer_enter (writer, 1, b, 0, 10);
  if (is_base)
    tv_trace_writer_exit (writer, 1, b, 0, 20);
  tv_trace_writer_enter (writer, 1, inner, 0, is_base ? 30 : 20);
  tv_trace_writer_exit (writer, 1, inner, 0, is_base ? 70 : 30);
  if (!is_base)
    {
      tv_trace_writer_add_thread (writer, 2, "two");
      tv_trace_writer_exit (writer, 1, b, 0, 50);
      tv_trace_writer_enter (writer, 2, b, 0, 50);
      tv_trace_writer_exit (writer, 2, b, 0, 90);
    }
  tv_trace_writer_exit (writer, 1, a, 0, is_base ? 80 : 100);
  return tv_test_load (writer);
}

/**
 * tv_profile_sample_new_pair:
 * @base: (out) (transfer full): the session of a base, which is to be set
 *
 * Two traces to be compared, in microseconds. The trace: a 0-100 { b 10-50 { c 20-30 }
 * } in thread `one`, b 50-90 in `two`. The base: a 0-80 { b 10-20 d 30-70 } in `one`.
 * The ids differ. Classes are `p.Q`, `q.Q` (of b) and `q.R` (of c and d).
 */
TvTraceSession *
tv_profile_sample_new_pair (TvTraceSession **base)
{
  g_autoptr (TvTrace) first = load_compared (FALSE);
  g_autoptr (TvTrace) second = load_compared (TRUE);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTrace) base_trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvProfile) base_profile = NULL;

  g_assert_true (
      tv_traces_share_methods (first, second, 0, &trace, &base_trace, NULL, NULL));
  profile = tv_profile_new (trace, NULL, NULL);
  base_profile = tv_profile_new (base_trace, NULL, NULL);
  *base = tv_trace_session_new (base_trace, base_profile);
  return tv_trace_session_new (trace, profile);
}

/**
 * tv_profile_sample_find:
 * @session: a session
 * @full_name: class and method
 *
 * Returns: index of that method, which must be there
 */
guint32
tv_profile_sample_find (TvTraceSession *session, const char *full_name)
{
  const guint32 method
      = tv_test_find_method (tv_trace_session_get_trace (session), full_name);

  ck_assert_uint_ne (method, TV_METHOD_NONE);
  return method;
}

/**
 * tv_profile_sample_dup_text:
 * @row: a row
 * @session: its session
 * @column: a column
 *
 * Returns: (transfer full) (nullable): what the cell shows
 */
char *
tv_profile_sample_dup_text (TvProfileItem *row, TvTraceSession *session,
                            TvProfileColumn column)
{
  g_autoptr (TvProfileSnapshot) snapshot = tv_profile_snapshot_new (session);

  return tv_profile_item_dup_text (row, snapshot, column);
}

/**
 * tv_profile_sample_row_to_string:
 * @row: a row
 * @session: its session
 *
 * Returns: (transfer full): what the shown columns show, between bars
 */
char *
tv_profile_sample_row_to_string (TvProfileItem *row, TvTraceSession *session)
{
  GString *string = g_string_new (NULL);

  for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (tv_profile_columns_get ()[i].views != 0
        && tv_profile_column_exists (i, session))
      {
        g_autofree char *text = tv_profile_sample_dup_text (row, session, i);

        g_string_append_printf (string, "%s%s", i > 0 ? "|" : "", text ? text : "");
      }
  return g_string_free (string, FALSE);
}

/**
 * tv_profile_sample_names_to_string:
 * @model: a list of rows
 * @session: their session
 *
 * Returns: (transfer full): the names, with commas between them
 */
char *
tv_profile_sample_names_to_string (GListModel *model, TvTraceSession *session)
{
  GString *string = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (TvProfileItem) row = g_list_model_get_item (model, i);
      g_autofree char *name
          = tv_profile_sample_dup_text (row, session, TV_PROFILE_COLUMN_NAME);

      g_string_append_printf (string, "%s%s", i > 0 ? ", " : "", name);
    }
  return g_string_free (string, FALSE);
}

/**
 * tv_profile_sample_tree_to_string:
 * @tree: a tree
 *
 * Writes a line for each visible row: a dot for each level, `*` before the name if the
 * row is selected, the name without rank and signature.
 *
 * Returns: (transfer full): the lines
 */
char *
tv_profile_sample_tree_to_string (TvProfileTree *tree)
{
  GtkSingleSelection *selection = tv_profile_tree_get_selection (tree);
  TvTraceSession *session = tv_profile_tree_get_session (tree);
  GString *string = g_string_new ("\n");

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (selection)); i++)
    {
      g_autoptr (GtkTreeListRow) tree_row
          = g_list_model_get_item (G_LIST_MODEL (selection), i);
      g_autoptr (TvProfileItem) row = gtk_tree_list_row_get_item (tree_row);
      g_autofree char *name
          = tv_profile_sample_dup_text (row, session, TV_PROFILE_COLUMN_NAME);
      const char *shown = g_ascii_isdigit (name[0]) ? strchr (name, ' ') + 1 : name;

      for (guint depth = gtk_tree_list_row_get_depth (tree_row); depth > 0; depth--)
        g_string_append_c (string, '.');
      if (gtk_single_selection_get_selected (selection) == i)
        g_string_append_c (string, '*');
      g_string_append_len (string, shown, (gssize) strcspn (shown, "("));
      if (shown[0] == '(')
        g_string_append (string, shown);
      g_string_truncate (string,
                         string->len - (string->str[string->len - 1] == ' ' ? 1 : 0));
      g_string_append_c (string, '\n');
    }
  return g_string_free (string, FALSE);
}
