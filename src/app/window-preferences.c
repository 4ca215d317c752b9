/* SPDX-License-Identifier: Apache-2.0 */

/* The preferences: lists of rows, each with a title and what sets it. They are saved
 * with every change, so there is no button to save. */

#include "config.h"

#include "app/settings.h"
#include "app/window-private.h"
#include "ui/widgets/speaker.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define FOLDERS "source-folders"

#define MAX_CHOICES 3

/* Lists */

/* Adds a list with a heading. */
static GtkListBox *
add_list (GtkBox *box, const char *title)
{
  GtkWidget *heading = gtk_label_new (title);
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *frame = gtk_frame_new (NULL);

  g_object_set (heading, "xalign", 0.0, "margin-top", 12, NULL);
  gtk_widget_add_css_class (heading, "heading");
  gtk_widget_add_css_class (list, "rich-list");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_list_box_set_show_separators (GTK_LIST_BOX (list), TRUE);
  gtk_accessible_update_relation (
      GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_RELATION_LABELLED_BY, heading, NULL, -1);
  gtk_frame_set_child (GTK_FRAME (frame), list);
  gtk_box_append (box, heading);
  gtk_box_append (box, frame);
  return GTK_LIST_BOX (list);
}

/* Adds a row in which only @widget takes the focus. */
static void
append_row (GtkListBox *list, GtkWidget *label, GtkWidget *widget)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), widget);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  gtk_list_box_append (list, row);
}

/* Adds a row with a title that names its widget. */
static void
add_row (GtkListBox *list, const char *title, GtkWidget *widget)
{
  GtkWidget *label
      = g_object_new (GTK_TYPE_LABEL, "label", title, "xalign", 0.0, "wrap", TRUE,
                      "use-underline", TRUE, "mnemonic-widget", widget, NULL);

  gtk_accessible_update_relation (GTK_ACCESSIBLE (widget),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  append_row (list, label, widget);
}

/* Choices */

/* An action with a state, and the values that it can have. */
typedef struct
{
  const char *title;
  const char *action;
  const char *values[MAX_CHOICES];
  const char *labels[MAX_CHOICES];
} Choice;

static void
on_chosen (GtkDropDown *menu, GParamSpec *pspec, GActionGroup *actions)
{
  const Choice *choice = g_object_get_data (G_OBJECT (menu), "choice");
  const guint selected = gtk_drop_down_get_selected (menu);

  if (selected < MAX_CHOICES)
    g_action_group_change_action_state (
        actions, choice->action, g_variant_new_string (choice->values[selected]));
}

static void
show_choice (GtkDropDown *menu, const char *name, GVariant *state,
             GActionGroup *actions)
{
  const Choice *choice = g_object_get_data (G_OBJECT (menu), "choice");

  for (guint i = 0; i < MAX_CHOICES; i++)
    if (g_str_equal (g_variant_get_string (state, NULL), choice->values[i]))
      gtk_drop_down_set_selected (menu, i);
}

static void
add_choice (GtkListBox *list, const Choice *choice, GActionGroup *actions)
{
  g_autoptr (GtkStringList) labels = gtk_string_list_new (NULL);
  g_autoptr (GVariant) state
      = g_action_group_get_action_state (actions, choice->action);
  g_autofree char *signal
      = g_strconcat ("action-state-changed::", choice->action, NULL);
  GtkWidget *menu;

  for (guint i = 0; i < MAX_CHOICES; i++)
    {
      g_auto (GStrv) parts = g_strsplit (_ (choice->labels[i]), "_", -1);
      g_autofree char *label = g_strjoinv ("", parts);

      gtk_string_list_append (labels, label);
    }
  menu = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&labels)), NULL);
  g_object_set_data (G_OBJECT (menu), "choice", (gpointer) choice);
  show_choice (GTK_DROP_DOWN (menu), choice->action, state, actions);
  g_signal_connect_object (menu, "notify::selected", G_CALLBACK (on_chosen), actions,
                           0);
  g_signal_connect_object (actions, signal, G_CALLBACK (show_choice), menu,
                           G_CONNECT_SWAPPED);
  add_row (list, _ (choice->title), menu);
}

static void
add_looks (TvWindow *self, GtkBox *box)
{
  static const Choice appearance = { N_ ("_Appearance"),
                                     "appearance",
                                     { "system", "light", "dark" },
                                     { N_ ("_System"), N_ ("_Light"), N_ ("_Dark") } };
  static const Choice palette
      = { N_ ("Color _Palette"),
          "palette",
          { "soft", "classic", "accessible" },
          { N_ ("_Soft"), N_ ("C_lassic"), N_ ("Color-_Blind Safe") } };
  static const Choice unit
      = { N_ ("Time _Unit"),
          "time-unit",
          { "us", "ms", "s" },
          { N_ ("M_icroseconds"), N_ ("_Milliseconds"), N_ ("_Seconds") } };
  GtkListBox *list = add_list (box, _ ("Looks"));

  add_choice (list, &appearance,
              G_ACTION_GROUP (gtk_window_get_application (GTK_WINDOW (self))));
  add_choice (list, &palette, tv_timeline_get_action_group (self->timeline));
  add_choice (list, &unit, tv_view_get_action_group (TV_VIEW (self->profile_panel)));
}

/* Folders */

static void
set_folder (GSettings *settings, const char *folder, gboolean wanted)
{
  g_auto (GStrv) before = g_settings_get_strv (settings, FOLDERS);
  g_autoptr (GPtrArray) after = g_ptr_array_new ();

  if (wanted && g_strv_contains ((const char *const *) before, folder))
    return;
  for (guint i = 0; before[i] != NULL; i++)
    if (!g_str_equal (before[i], folder))
      g_ptr_array_add (after, before[i]);
  if (wanted)
    g_ptr_array_add (after, (gpointer) folder);
  g_ptr_array_add (after, NULL);
  g_settings_set_strv (settings, FOLDERS, (const char *const *) after->pdata);
}

static void
remove_folder (GSettings *settings, GtkButton *button)
{
  set_folder (settings, g_object_get_data (G_OBJECT (button), "folder"), FALSE);
}

static void
append_folder (GtkListBox *list, GSettings *settings, const char *folder)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
  g_autofree char *name = g_filename_display_name (folder);
  g_autofree char *text = g_strdup_printf (_ ("Remove Folder %s"), name);

  g_object_set_data_full (G_OBJECT (button), "folder", g_strdup (folder), g_free);
  gtk_widget_set_tooltip_text (button, _ ("Remove Folder"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_folder), settings,
                           G_CONNECT_SWAPPED);
  append_row (list,
              g_object_new (GTK_TYPE_LABEL, "label", name, "xalign", 0.0, "ellipsize",
                            PANGO_ELLIPSIZE_START, NULL),
              button);
}

static void
add_chosen_folder (GtkNativeDialog *chooser, int response, GSettings *settings)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  path = file != NULL ? g_file_get_path (file) : NULL;
  if (path != NULL && g_utf8_validate (path, -1, NULL))
    set_folder (settings, path, TRUE);
  gtk_native_dialog_destroy (chooser);
  g_object_unref (chooser);
}

static void
choose_folder (GSettings *settings, GtkWidget *button)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ ("Add Source Folder"), GTK_WINDOW (gtk_widget_get_root (button)),
      GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Add"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (add_chosen_folder),
                           settings, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* The last row adds a folder. */
static void
fill_folders (GtkListBox *list, const char *key, GSettings *settings)
{
  g_auto (GStrv) folders = g_settings_get_strv (settings, FOLDERS);
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Add Folder…"));
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
  for (guint i = 0; folders[i] != NULL; i++)
    append_folder (list, settings, folders[i]);
  g_signal_connect_object (button, "clicked", G_CALLBACK (choose_folder), settings,
                           G_CONNECT_SWAPPED);
  append_row (list, gtk_label_new (NULL), button);
}

/* The other lists */

static void
add_command (GSettings *settings, GtkBox *box)
{
  GtkListBox *list = add_list (box, _ ("Source"));
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *hint = g_object_new (
      GTK_TYPE_LABEL, "label",
      _ ("{file}, {line} and {class} stand for those of the method, each in an "
         "argument "
         "of its own. A script of a shell finds them in $TRACEVIEW_FILE, "
         "$TRACEVIEW_LINE and $TRACEVIEW_CLASS."),
      "xalign", 0.0, "wrap", TRUE, NULL);

  g_settings_bind (settings, "source-command", entry, "text", G_SETTINGS_BIND_DEFAULT);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), "kate --line {line} {file}");
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_widget_add_css_class (hint, "dim-label");
  add_row (list, _ ("Source _Command"), entry);
  gtk_box_append (box, hint);
}

static void
add_folders (GSettings *settings, GtkBox *box)
{
  GtkListBox *list = add_list (box, _ ("Source Folders"));

  g_signal_connect_object (settings, "changed::" FOLDERS, G_CALLBACK (fill_folders),
                           list, G_CONNECT_SWAPPED);
  fill_folders (list, FOLDERS, settings);
}

static void
add_memory_limit (GSettings *settings, GtkBox *box)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (0, G_MAXINT, 256);

  g_settings_bind (settings, "memory-limit", spin, "value", G_SETTINGS_BIND_DEFAULT);
  add_row (add_list (box, _ ("Memory")),
           _ ("Memory Limit per Trace in MiB (0: Half of RAM)"), spin);
}

static GtkWidget *
make_content (TvWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  g_object_set (box, "margin-start", 18, "margin-end", 18, "margin-top", 6,
                "margin-bottom", 18, NULL);
  add_looks (self, GTK_BOX (box));
  add_command (self->settings, GTK_BOX (box));
  add_folders (self->settings, GTK_BOX (box));
  if (tv_settings_has_key (self->settings, "memory-limit"))
    add_memory_limit (self->settings, GTK_BOX (box));
  return box;
}

static void
show_preferences (TvWindow *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkWidget *scrolled;
  GtkWidget *window;

  if (!tv_settings_has_key (self->settings, "source-command"))
    return;
  scrolled = g_object_new (GTK_TYPE_SCROLLED_WINDOW, "hscrollbar-policy",
                           GTK_POLICY_NEVER, "child", make_content (self), NULL);
  window = g_object_new (GTK_TYPE_WINDOW, "title", _ ("Preferences"), "transient-for",
                         self, "modal", TRUE, "destroy-with-parent", TRUE,
                         "default-width", 520, "default-height", 560, "titlebar",
                         gtk_header_bar_new (), "child", scrolled, NULL);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
  tv_speaker_name_buttons (window);
  gtk_window_present (GTK_WINDOW (window));
}

/* Adds the action `source-settings`. */
void
tv_window_init_preferences (TvWindow *self)
{
  static const TvWindowAction actions[]
      = { { "source-settings", G_CALLBACK (show_preferences), NULL, NULL } };

  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
}
