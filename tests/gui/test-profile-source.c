/* SPDX-License-Identifier: Apache-2.0 */

/* Hiding packages, and opening the source of a method, in the whole window. */

#include "app/settings.h"
#include "gui/find-window.h"
#include "support/test-runner.h"

#include <check.h>
#include <glib/gstdio.h>
#include <string.h>

static TvFindWindow fixture;

static void
set_up (void)
{
  tv_find_window_init (&fixture);
}

static void
tear_down (void)
{
  tv_find_window_clear (&fixture);
}

static void
run_action (TvFindWindow *window, const char *name)
{
  ck_assert (gtk_widget_activate_action (window->rows, name, NULL));
  tv_gui_settle ();
}

static gboolean
says (TvFindWindow *window, const char *text)
{
  return tv_gui_find_text (window->profile, text) != NULL;
}

START_TEST (test_packages_are_hidden_by_keys)
{
  GtkWidget *button;

  tv_find_window_go_to_row (&fixture, 0);
  tv_find_window_press (&fixture, "ctrl+h");
  /* All are of one package. */
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 0);
  ck_assert (says (&fixture, "Hidden packages: app"));
  button = tv_gui_find_text (fixture.profile, "Show All Packages");
  tv_gui_click (button, 5, 5);
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 4);
  ck_assert (!says (&fixture, "Hidden packages: app"));
  tv_find_window_go_to_row (&fixture, 1);
  tv_find_window_press (&fixture, "ctrl+shift+h");
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 4);
  ck_assert (says (&fixture, "Only the package app is shown"));
  tv_find_window_press (&fixture, "ctrl+alt+h");
  ck_assert (!says (&fixture, "Only the package app is shown"));
}
END_TEST

START_TEST (test_groups_of_hidden_packages_go)
{
  ck_assert (
      gtk_widget_activate_action (fixture.rows, "profile.group-by", "s", "package"));
  tv_gui_settle ();
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 1);
  tv_find_window_go_to_row (&fixture, 0);
  run_action (&fixture, "profile.hide-package");
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 0);
  run_action (&fixture, "profile.show-all-packages");
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 1);
  ck_assert (
      gtk_widget_activate_action (fixture.rows, "profile.group-by", "s", "none"));
}
END_TEST

static gboolean
is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

START_TEST (test_a_command_opens_the_source)
{
  g_autoptr (GSettings) settings = tv_settings_new ();
  g_autofree char *source = NULL;
  g_autofree char *copy = NULL;
  g_autofree char *command = NULL;

  ck_assert_ptr_nonnull (settings);
  tv_find_window_go_to_row (&fixture, 1);
  /* No folder was chosen yet. */
  tv_find_window_press (&fixture, "ctrl+u");
  ck_assert_ptr_nonnull (
      strstr (tv_gui_get_notice (GTK_WIDGET (fixture.panel)), "“A.java”"));

  source = g_build_filename (fixture.folder, "A.java", NULL);
  copy = g_build_filename (fixture.folder, "app.Worker-1", NULL);
  command = g_strdup_printf ("cp {file} '%s/{class}-{line}'", fixture.folder);
  ck_assert (g_file_set_contents (source, "class", -1, NULL));
  g_settings_set_string (settings, "source-command", command);
  g_settings_set_strv (settings, "source-folders",
                       (const char *[]){ fixture.folder, NULL });
  tv_find_window_press (&fixture, "ctrl+u");
  tv_gui_wait (is_there, copy, "the command's file");

  /* A shell finds the same in its environment, and nothing in its script. */
  g_unlink (copy);
  g_free (command);
  command = g_strdup_printf ("sh -c 'cp \"$TRACEVIEW_FILE\" "
                             "\"%s/$TRACEVIEW_CLASS-$TRACEVIEW_LINE\"'",
                             fixture.folder);
  g_settings_set_string (settings, "source-command", command);
  tv_find_window_press (&fixture, "ctrl+u");
  tv_gui_wait (is_there, copy, "the shell's file");
  g_settings_set_string (settings, "source-command", "sh -c 'cp {file} /'");
  tv_find_window_press (&fixture, "ctrl+u");
  ck_assert_ptr_nonnull (
      strstr (tv_gui_get_notice (GTK_WIDGET (fixture.panel)), "\"$TRACEVIEW_FILE\""));

  tv_gui_hide_notice (GTK_WIDGET (fixture.panel));
  g_settings_set_string (settings, "source-command", "false {class}");
  tv_find_window_press (&fixture, "ctrl+u");
  tv_gui_wait_for_notice (GTK_WIDGET (fixture.panel), "The source command failed: ");
  g_settings_set_string (settings, "source-command", "/no/such/editor {line}");
  tv_find_window_press (&fixture, "ctrl+u");
  ck_assert_ptr_nonnull (
      strstr (tv_gui_get_notice (GTK_WIDGET (fixture.panel)), "/no/such/editor"));
  g_settings_reset (settings, "source-command");
  g_settings_reset (settings, "source-folders");
}
END_TEST

static GtkWindow *
find_settings_window (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (g_strcmp0 (gtk_window_get_title (window), "Preferences") == 0)
        return window;
    }
  return NULL;
}

static gboolean
has_settings_window (gpointer data)
{
  return find_settings_window () != NULL
         && gtk_widget_get_mapped (GTK_WIDGET (find_settings_window ()));
}

static gboolean
has_no_settings_window (gpointer data)
{
  return find_settings_window () == NULL;
}

START_TEST (test_settings_are_remembered)
{
  g_autoptr (GSettings) settings = tv_settings_new ();
  g_autofree char *command = NULL;
  g_auto (GStrv) folders = NULL;
  GtkWidget *button;

  g_settings_set_strv (settings, "source-folders", (const char *[]){ "/src", NULL });
  ck_assert (gtk_widget_grab_focus (fixture.rows));
  tv_find_window_press (&fixture, "ctrl+shift+u");
  tv_gui_wait (has_settings_window, NULL, "the settings");
  tv_gui_settle ();
  ck_assert_ptr_nonnull (
      tv_gui_find_text (GTK_WIDGET (find_settings_window ()), "/src"));
  gtk_editable_set_text (GTK_EDITABLE (tv_gui_find_type (
                             GTK_WIDGET (find_settings_window ()), "GtkEntry")),
                         "ed {file}");
  command = g_settings_get_string (settings, "source-command");
  ck_assert_str_eq (command, "ed {file}");
  button = tv_gui_find_text (GTK_WIDGET (find_settings_window ()), "/src");
  button = tv_gui_find_type (gtk_widget_get_ancestor (button, GTK_TYPE_LIST_BOX_ROW),
                             "GtkButton");
  g_signal_emit_by_name (button, "clicked");
  folders = g_settings_get_strv (settings, "source-folders");
  ck_assert_uint_eq (g_strv_length (folders), 0);
  tv_gui_keys (GTK_WIDGET (find_settings_window ()), "Escape");
  tv_gui_wait (has_no_settings_window, NULL, "the settings to close");
  g_settings_reset (settings, "source-command");
}
END_TEST

/* A choice of the preferences, by its title. */
static GtkDropDown *
find_choice (const char *title)
{
  GtkWidget *label = tv_gui_find_text (GTK_WIDGET (find_settings_window ()), title);

  ck_assert_msg (label != NULL, "no %s", title);
  return GTK_DROP_DOWN (gtk_label_get_mnemonic_widget (GTK_LABEL (label)));
}

/* Looks are chosen in the preferences, and follow what is chosen in the menus. */
START_TEST (test_looks_are_preferences)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (fixture.panel)));
  GActionGroup *program = G_ACTION_GROUP (g_application_get_default ());
  g_autoptr (GVariant) look = NULL;

  tv_find_window_press (&fixture, "ctrl+comma");
  tv_gui_wait (has_settings_window, NULL, "the settings");
  tv_gui_settle ();
  ck_assert_uint_eq (gtk_drop_down_get_selected (find_choice ("Time Unit")), 1);
  gtk_drop_down_set_selected (find_choice ("Time Unit"), 2);
  ck_assert_int_eq (
      tv_trace_session_get_time_unit (tv_window_get_session (TV_WINDOW (window))),
      TV_TIME_UNIT_S);
  gtk_widget_activate_action (window, "profile.time-unit", "s", "ms");
  ck_assert_uint_eq (gtk_drop_down_get_selected (find_choice ("Time Unit")), 1);
  gtk_drop_down_set_selected (find_choice ("Appearance"), 2);
  look = g_action_group_get_action_state (program, "appearance");
  ck_assert_str_eq (g_variant_get_string (look, NULL), "dark");
  g_action_group_change_action_state (program, "appearance",
                                      g_variant_new_string ("system"));
  ck_assert_uint_eq (gtk_drop_down_get_selected (find_choice ("Appearance")), 0);
  ck_assert_uint_eq (gtk_drop_down_get_selected (find_choice ("Color Palette")), 0);
  tv_gui_keys (GTK_WIDGET (find_settings_window ()), "Escape");
  tv_gui_wait (has_no_settings_window, NULL, "the settings to close");
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
