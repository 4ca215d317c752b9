/* SPDX-License-Identifier: Apache-2.0 */

/* The ways to open files: a dialog, the list of recent files, drag and drop. */

#include "config.h"

#include "app/window-private.h"
#include "trace/input/member-name.h"
#include "trace/mapping/name-mapping.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>

#define MAX_RECENT_FILES 10
#define MIME_TYPE "application/x-android-method-trace"

/* All programs share the desktop's list. Our entries are under this name, which is not
 * translated, unlike the application's name. */
#define OWNER "traceview"

/* File dialogs */

static GPtrArray *
file_array_new (void)
{
  return g_ptr_array_new_with_free_func (g_object_unref);
}

static void
on_response (GtkNativeDialog *dialog, int response, TvWindow *self)
{
  const TvFileQuestion *question = g_object_get_data (G_OBJECT (dialog), "question");
  g_autoptr (GPtrArray) chosen = file_array_new ();
  g_autoptr (GListModel) files = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  for (guint i = 0; files != NULL && i < g_list_model_get_n_items (files); i++)
    g_ptr_array_add (chosen, g_list_model_get_item (files, i));
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
  if (chosen->len > 0)
    question->chosen (self, chosen);
}

static void
add_filter (GtkFileChooser *chooser, const TvFileQuestion *question)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  g_auto (GStrv) suffixes = g_strsplit (question->suffixes, " ", -1);

  gtk_file_filter_set_name (filter, _ (question->filter));
  for (guint i = 0; suffixes[i] != NULL; i++)
    gtk_file_filter_add_suffix (filter, suffixes[i]);
  gtk_file_chooser_add_filter (chooser, filter);
  gtk_file_filter_set_name (all, _ ("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, all);
}

/* Opens a dialog that asks for files and starts in the folder of the window's file.
 * @name is the suggested name of a file to write, or NULL. The dialog closes with the
 * window. */
void
tv_window_ask_for_files (TvWindow *self, const TvFileQuestion *question,
                         const char *name)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ (question->title), GTK_WINDOW (self),
      name != NULL ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN,
      _ (question->accept), _ ("_Cancel"));
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  g_autoptr (GFile) file
      = self->file != NULL ? tv_member_file_split (self->file, NULL) : NULL;
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_select_multiple (chooser, question->several);
  if (question->filter != NULL)
    add_filter (chooser, question);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
  if (name != NULL)
    gtk_file_chooser_set_current_name (chooser, name);
  g_object_set_data (G_OBJECT (dialog), "question", (gpointer) question);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
open_files (TvWindow *self, GPtrArray *files)
{
  for (guint i = 0; i < files->len; i++)
    tv_window_open_file (self, g_ptr_array_index (files, i));
}

static void
compare_with_first (TvWindow *self, GPtrArray *files)
{
  tv_window_compare_with (self, g_ptr_array_index (files, 0));
}

static void
add_first (TvWindow *self, GPtrArray *files)
{
  tv_window_add_file (self, g_ptr_array_index (files, 0));
}

#define TRACES                                                                         \
  N_ ("Android Method Traces"), "trace trace.gz key zip tar tar.gz tgz tar.xz xz zst"

/* Asks for traces to open. */
void
tv_window_choose_trace (TvWindow *self)
{
  static const TvFileQuestion question
      = { N_ ("Open Trace"), N_ ("_Open"), TRACES, TRUE, open_files };

  tv_window_ask_for_files (self, &question, NULL);
}

/* Asks for a trace to compare with. */
void
tv_window_choose_base (TvWindow *self)
{
  static const TvFileQuestion question
      = { N_ ("Compare With"), N_ ("_Open"), TRACES, FALSE, compare_with_first };

  tv_window_ask_for_files (self, &question, NULL);
}

/* Asks for a second file of the same run. */
void
tv_window_choose_added (TvWindow *self)
{
  static const TvFileQuestion question
      = { N_ ("Add Trace"), N_ ("_Add"), NULL, NULL, FALSE, add_first };

  tv_window_ask_for_files (self, &question, NULL);
}

/* Asks for mapping files. */
void
tv_window_choose_mapping (TvWindow *self)
{
  static const TvFileQuestion question
      = { N_ ("Open Mapping"), N_ ("_Open"), N_ ("ProGuard and R8 Mappings"),
          "txt map txt.gz",    TRUE,         tv_window_add_mappings };

  tv_window_ask_for_files (self, &question, NULL);
}

/* Recent files */

/* Returns whether a file can be read only once, as standard input or a pipe. */
static gboolean
is_fleeting (GFile *file)
{
  const char *path = g_file_is_native (file) ? g_file_peek_path (file) : NULL;

  return path != NULL
         && (g_str_has_prefix (path, "/dev/") || g_str_has_prefix (path, "/proc/")
             || g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL)
                    == G_FILE_TYPE_SPECIAL);
}

/* Puts a file at the top of the desktop's list of recent files, unless it cannot be
 * opened again. */
void
tv_window_remember_file (GFile *file)
{
  g_autofree char *uri = NULL;
  GtkRecentData data = { 0 };

  if (is_fleeting (file))
    return;
  uri = g_file_get_uri (file);
  data.mime_type = (char *) MIME_TYPE;
  data.app_name = (char *) OWNER;
  data.app_exec = (char *) "traceview %u";
  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

/* Takes a file from that list that is no longer there. */
void
tv_window_forget_file (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  (void) gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), uri, NULL);
}

/* Returns when this program last opened the file. The desktop's time of a visit is the
 * time of the first visit. */
static GDateTime *
get_last_use (GtkRecentInfo *info)
{
  const char *command = NULL;
  GDateTime *stamp = NULL;
  guint count = 0;

  (void) gtk_recent_info_get_application_info (info, OWNER, &command, &count, &stamp);
  return stamp;
}

static int
compare_newest_first (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (get_last_use (*(GtkRecentInfo *const *) b),
                              get_last_use (*(GtkRecentInfo *const *) a));
}

/* Lists the traces that this program opened recently. Some may no longer exist. */
static GPtrArray *
list_recent_files (void)
{
  GPtrArray *files
      = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  for (GList *link = items; link != NULL; link = link->next)
    {
      GtkRecentInfo *info = link->data;

      if (gtk_recent_info_has_application (info, OWNER))
        g_ptr_array_add (files, info);
      else
        gtk_recent_info_unref (info);
    }
  g_list_free (items);
  g_ptr_array_sort (files, compare_newest_first);
  if (files->len > MAX_RECENT_FILES)
    g_ptr_array_set_size (files, MAX_RECENT_FILES);
  return files;
}

static char *
dup_folder_name (GtkRecentInfo *info)
{
  g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));

  return tv_window_dup_folder_name (file);
}

/* GMenu takes an underscore for a mnemonic, so each is doubled. */
static char *
escape_underscores (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "_", -1);

  return g_strjoinv ("__", parts);
}

static GMenuModel *
build_menu (GPtrArray *files)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < files->len; i++)
    {
      GtkRecentInfo *info = g_ptr_array_index (files, i);
      g_autofree char *folder = dup_folder_name (info);
      g_autofree char *name
          = tv_text_dup_shown (gtk_recent_info_get_display_name (info));
      g_autofree char *text = g_strdup_printf ("%s — %s", name, folder);
      g_autofree char *label = escape_underscores (text);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "win.open-recent", "s",
                                         gtk_recent_info_get_uri (info));
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

static GtkWidget *
build_row (GtkRecentInfo *info)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *file_name
      = tv_text_dup_shown (gtk_recent_info_get_display_name (info));
  GtkWidget *name = gtk_label_new (file_name);
  g_autofree char *folder_name = dup_folder_name (info);
  GtkWidget *folder = gtk_label_new (folder_name);

  gtk_label_set_xalign (GTK_LABEL (name), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (folder), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (folder), PANGO_ELLIPSIZE_START);
  gtk_widget_add_css_class (folder, "dim-label");
  gtk_widget_add_css_class (folder, "caption");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), folder);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  file_name, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  folder_name, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-recent");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s",
                                    gtk_recent_info_get_uri (info));
  return row;
}

static void
fill_list (TvWindow *self, GPtrArray *files)
{
  GtkWidget *row = NULL;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->recent_list))) != NULL)
    gtk_list_box_remove (self->recent_list, row);
  for (guint i = 0; i < files->len; i++)
    gtk_list_box_append (self->recent_list, build_row (g_ptr_array_index (files, i)));
}

static char *
join_uris (GPtrArray *files)
{
  GString *uris = g_string_new (NULL);

  for (guint i = 0; i < files->len; i++)
    g_string_append_printf (uris, "%s\n",
                            gtk_recent_info_get_uri (g_ptr_array_index (files, i)));
  return g_string_free (uris, FALSE);
}

/* Every program on the desktop changes the list. Keeps our rows and the focus unless
 * our entries have changed. */
/* A narrow window leaves the room to the name of the file. */
void
tv_window_show_recent_button (TvWindow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->recent_button),
                          gtk_widget_get_visible (self->recent_box)
                              && (self->is_roomy || self->session == NULL));
}

static void
update_recent_files (TvWindow *self)
{
  g_autoptr (GPtrArray) files = list_recent_files ();
  g_autofree char *uris = join_uris (files);
  g_autoptr (GMenuModel) menu = NULL;

  if (g_strcmp0 (uris, self->recent_uris) == 0)
    return;
  g_free (self->recent_uris);
  self->recent_uris = g_steal_pointer (&uris);

  menu = build_menu (files);
  gtk_menu_button_set_menu_model (self->recent_button, menu);
  fill_list (self, files);
  gtk_widget_set_visible (self->recent_box, files->len > 0);
  tv_window_show_recent_button (self);
}

/* Dropped files */

/* Dropped files by kind. */
typedef struct
{
  GPtrArray *traces;
  GPtrArray *mappings;
} Drop;

static void
drop_free (gpointer data)
{
  Drop *drop = data;

  g_ptr_array_unref (drop->traces);
  g_ptr_array_unref (drop->mappings);
  g_free (drop);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Drop, drop_free)

static gpointer
sort_files (gpointer question, GCancellable *cancellable, GError **error)
{
  const GPtrArray *files = question;
  Drop *drop = g_new (Drop, 1);

  *drop = (Drop){ file_array_new (), file_array_new () };
  for (guint i = 0; i < files->len; i++)
    {
      GFile *file = g_ptr_array_index (files, i);

      g_ptr_array_add (tv_file_looks_like_mapping (file, cancellable) ? drop->mappings
                                                                      : drop->traces,
                       g_object_ref (file));
    }
  return drop;
}

/* Mappings are for the traces that they come with, or else for the trace in the window.
 */
static void
on_files_sorted (gpointer owner, gpointer question, gpointer answer,
                 const GError *error)
{
  TvWindow *self = TV_WINDOW (owner);
  g_autoptr (Drop) drop = answer;

  for (guint i = 0; i < drop->traces->len; i++)
    tv_window_open_file_with (self, g_ptr_array_index (drop->traces, i),
                              drop->mappings);
  if (drop->traces->len > 0 || drop->mappings->len == 0)
    return;
  if (tv_window_is_empty (self))
    tv_window_refuse_file (self, g_ptr_array_index (drop->mappings, 0),
                           _ ("This is a mapping file, which restores the method names "
                              "of a trace: open the trace first."));
  else
    tv_window_add_mappings (self, drop->mappings);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y,
         gpointer user_data)
{
  static const TvJobType type = { .run = sort_files,
                                  .done = on_files_sorted,
                                  .free_question = (GDestroyNotify) g_ptr_array_unref,
                                  .free_answer = drop_free };
  TvWindow *self = TV_WINDOW (user_data);
  g_autoptr (GPtrArray) files = file_array_new ();
  GPtrArray *before = tv_job_get_question (self->drop_job);

  if (G_VALUE_HOLDS (value, G_TYPE_FILE) && g_value_get_object (value) != NULL)
    g_ptr_array_add (files, g_value_dup_object (value));
  if (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    {
      g_autoptr (GSList) list = gdk_file_list_get_files (g_value_get_boxed (value));

      for (GSList *link = list; link != NULL; link = link->next)
        g_ptr_array_add (files, g_object_ref (link->data));
    }
  if (files->len == 0)
    return FALSE;
  /* If earlier files are still being sorted, the new question has them too. */
  for (guint i = 0; before != NULL && i < before->len; i++)
    g_ptr_array_insert (files, (int) i, g_object_ref (g_ptr_array_index (before, i)));
  tv_job_start (&self->drop_job, &type, g_steal_pointer (&files), self);
  return TRUE;
}

static void
accept_drops (TvWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_FILE };

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

/* Sets up the list of recent files and lets files be dropped anywhere on the window.
 * The first dropped trace opens in this window if it is empty, each other trace in a
 * window of its own. */
void
tv_window_init_open (TvWindow *self)
{
  update_recent_files (self);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed",
                           G_CALLBACK (update_recent_files), self, G_CONNECT_SWAPPED);
  accept_drops (self);
}
