/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/application.h"

#include "app/appearance.h"
#include "app/command-line.h"
#include "app/window.h"
#include "trace/formats/trace-loader.h"

#include <glib/gi18n-lib.h>
#include <malloc.h>
#include <sys/resource.h>

struct _TvApplication
{
  GtkApplication parent_instance;

  /* Owned */
  GtkCssProvider *style;
  TvAppearance *appearance;

  guint64 memory_limit; /* in bytes, or 0 to use the setting */
};

G_DEFINE_FINAL_TYPE (TvApplication, tv_application, GTK_TYPE_APPLICATION)

/* glibc reserves 128 MiB for each thread that allocates. If the address space is
 * limited, as by `ulimit -v`, threads share one heap: then a window needs 450 MiB, and
 * not twice as much. */
static void
save_address_space (void)
{
#ifdef M_ARENA_MAX
  struct rlimit space;

  if (getrlimit (RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
    mallopt (M_ARENA_MAX, 1);
#endif
}

/* Returns the program, not yet registered. Needs no display. */
TvApplication *
tv_application_new (void)
{
  save_address_space ();
  return g_object_new (TV_TYPE_APPLICATION, "application-id", APP_ID,
                       "resource-base-path", "/org/traceview/Traceview", "flags",
                       G_APPLICATION_HANDLES_OPEN, NULL);
}

/* Returns the value of `--memory-limit` in bytes, or 0. */
guint64
tv_application_get_memory_limit (TvApplication *self)
{
  g_return_val_if_fail (TV_IS_APPLICATION (self), 0);

  return self->memory_limit;
}

static TvWindow *
find_empty_window (TvApplication *self)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (self));

  for (GList *link = windows; link != NULL; link = link->next)
    if (TV_IS_WINDOW (link->data) && tv_window_is_empty (link->data))
      return link->data;
  return NULL;
}

/* Opens a file in an empty window if there is one, or else in a new one. Returns the
 * window. */
TvWindow *
tv_application_open_file (TvApplication *self, GFile *file, GPtrArray *mappings)
{
  TvWindow *window = NULL;

  g_return_val_if_fail (TV_IS_APPLICATION (self), NULL);
  g_return_val_if_fail (G_IS_FILE (file), NULL);

  window = find_empty_window (self);
  if (window == NULL)
    window = tv_window_new (self);
  tv_window_open_file_with (window, file, mappings);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

/* A running process gets the mappings, the base and the file to add in the hint, as a
 * list of URIs. These words precede the URIs of the latter, and the offset of the file.
 */
#define BASE_WORD "base "
#define WITH_WORD "with "
#define OFFSET_WORD "offset "

static char *
make_hint (GFile *base, GFile *with, const gint64 *offset, GPtrArray *mappings)
{
  GString *text = g_string_new (NULL);
  g_autofree char *base_uri = base != NULL ? g_file_get_uri (base) : NULL;
  g_autofree char *with_uri = with != NULL ? g_file_get_uri (with) : NULL;

  if (base_uri != NULL)
    g_string_append_printf (text, BASE_WORD "%s\n", base_uri);
  if (with_uri != NULL)
    g_string_append_printf (text, WITH_WORD "%s\n", with_uri);
  if (offset != NULL)
    g_string_append_printf (text, OFFSET_WORD "%" G_GINT64_FORMAT "\n", *offset);
  for (guint i = 0; i < mappings->len; i++)
    {
      g_autofree char *uri = g_file_get_uri (g_ptr_array_index (mappings, i));

      g_string_append_printf (text, "%s\n", uri);
    }
  return g_string_free (text, FALSE);
}

static void
tv_application_open (GApplication *application, GFile **files, int n_files,
                     const char *hint)
{
  g_autoptr (GPtrArray) mappings = g_ptr_array_new_with_free_func (g_object_unref);
  g_auto (GStrv) uris = g_strsplit (hint, "\n", -1);
  g_autoptr (GFile) base = NULL;
  g_autoptr (GFile) with = NULL;
  const char *offset = NULL;

  for (guint i = 0; uris[i] != NULL; i++)
    if (g_str_has_prefix (uris[i], BASE_WORD))
      {
        g_clear_object (&base);
        base = g_file_new_for_uri (uris[i] + strlen (BASE_WORD));
      }
    else if (g_str_has_prefix (uris[i], WITH_WORD))
      {
        g_clear_object (&with);
        with = g_file_new_for_uri (uris[i] + strlen (WITH_WORD));
      }
    else if (g_str_has_prefix (uris[i], OFFSET_WORD))
      offset = uris[i] + strlen (OFFSET_WORD);
    else if (*uris[i] != '\0')
      g_ptr_array_add (mappings, g_file_new_for_uri (uris[i]));
  for (int i = 0; i < n_files; i++)
    {
      TvWindow *window
          = tv_application_open_file (TV_APPLICATION (application), files[i], mappings);

      if (base != NULL)
        tv_window_compare_with (window, base);
      if (with != NULL && offset != NULL)
        tv_window_add_file_at (window, with, g_ascii_strtoll (offset, NULL, 10));
      else if (with != NULL)
        tv_window_add_file (window, with);
    }
}

static void
tv_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    window = GTK_WINDOW (tv_window_new (TV_APPLICATION (application)));
  gtk_window_present (window);
}

/* Opens a file even if it does not exist: the window shows the error and can try again.
 */
static GFile *
find_file (const char *argument)
{
  GFile *file = tv_command_line_find_file (argument, NULL);

  return file != NULL ? file : g_file_new_for_commandline_arg (argument);
}

static int
start (GApplication *application, const TvCommandLine *line)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) mappings = NULL;
  g_autoptr (GFile) base = NULL;
  g_autoptr (GFile) with = NULL;
  g_autofree char *hint = NULL;
  g_autoptr (GError) error = NULL;

  if (!gtk_init_check ())
    {
      g_printerr ("%s\n", _ ("traceview: no display was found; “-r FILE” prints a "
                             "report without a window"));
      return 1;
    }
  if (tv_command_line_has_stdin (line))
    g_application_set_flags (application, g_application_get_flags (application)
                                              | G_APPLICATION_NON_UNIQUE);
  if (!g_application_register (application, NULL, &error))
    {
      g_printerr (_ ("traceview: %s\n"), error->message);
      return 1;
    }
  TV_APPLICATION (application)->memory_limit = line->memory_limit;
  for (guint i = 0; line->files[i] != NULL; i++)
    g_ptr_array_add (files, find_file (line->files[i]));
  base = line->base != NULL ? find_file (line->base) : NULL;
  mappings = tv_command_line_list_mappings (line);
  with = line->with != NULL ? find_file (line->with) : NULL;
  hint = make_hint (base, with, line->has_with_offset ? &line->with_offset : NULL,
                    mappings);
  if (files->len == 0)
    g_application_activate (application);
  else
    g_application_open (application, (GFile **) files->pdata, (int) files->len, hint);
  return 0;
}

/* `-r`, `--help` and `--version` must work without a display, so they run before
 * GtkApplication opens one. */
static gboolean
tv_application_local_command_line (GApplication *application, char ***arguments,
                                   int *exit_status)
{
  GApplicationClass *parent = G_APPLICATION_CLASS (tv_application_parent_class);
  const char *const *words = (const char *const *) *arguments;
  g_autoptr (TvCommandLine) line = NULL;
  g_autoptr (GError) error = NULL;

  if (g_strv_contains (words, "--gapplication-service"))
    return parent->local_command_line (application, arguments, exit_status);

  line = tv_command_line_parse (words, &error);
  *exit_status = 0;
  if (line == NULL)
    {
      g_printerr (_ ("traceview: %s\nTry “traceview --help”.\n"), error->message);
      *exit_status = 2;
    }
  else if (line->help != NULL)
    g_print ("%s", line->help);
  else if (line->version)
    g_print ("traceview %s\n", PACKAGE_VERSION);
  else if (line->report)
    *exit_status = tv_command_line_report (line);
  else
    *exit_status = start (application, line);
  return TRUE;
}

static void
open_new_window (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (tv_window_new (user_data)));
}

/* GTK reports errors to the user. */
static void
show_help (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GFile) file = g_file_new_for_path (HELP_FILE);
  g_autofree char *uri = g_file_get_uri (file);

  gtk_show_uri (gtk_application_get_active_window (user_data), uri, GDK_CURRENT_TIME);
}

static void
show_about (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_show_about_dialog (
      gtk_application_get_active_window (user_data), "program-name", _ ("Traceview"),
      "logo-icon-name", APP_ID, "version", PACKAGE_VERSION, "comments",
      _ ("Views Android method traces: a timeline of each thread, and a profile of all "
         "methods with their callers and callees."),
      "copyright", _ ("Copyright © The Traceview authors"), "license-type",
      GTK_LICENSE_APACHE_2_0, "translator-credits", _ ("translator-credits"), NULL);
}

/* Closes every window, which cancels its load. The application ends when all notes are
 * written. */
static void
quit (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (user_data));
  GList *others;

  for (GList *link = windows; link != NULL; link = link->next)
    if (TV_IS_WINDOW (link->data))
      gtk_window_close (link->data);
  while ((others = gtk_application_get_windows (user_data)) != NULL)
    gtk_window_destroy (others->data);
}

static void
set_accelerators (GtkApplication *application)
{
  static const struct
  {
    const char *action;
    const char *keys[4];
  } accelerators[] = {
    { "app.new-window", { "<Control>n", NULL } },
    { "app.quit", { "<Control>q", NULL } },
    { "window.close", { "<Control>w", NULL } },
    { "win.open", { "<Control>o", NULL } },
    { "win.open-mapping", { "<Shift><Control>o", NULL } },
    { "win.remove-mapping", { "<Shift><Control>m", NULL } },
    { "win.reload", { "<Control>r", "F5", NULL } },
    { "win.compare", { "<Control>d", NULL } },
    { "win.compare-by-share", { "<Control><Shift>d", NULL } },
    { "win.one-scale", { "<Control><Shift>s", NULL } },
    { "timeline.zoom-in",
      { "<Control>plus", "<Control>equal", "<Control>KP_Add", NULL } },
    { "timeline.zoom-out", { "<Control>minus", "<Control>KP_Subtract", NULL } },
    { "timeline.zoom-all", { "<Control>0", "<Control>KP_0", NULL } },
    { "find.show", { "<Control>f", NULL } },
    { "find.next", { "F3", "<Control>g", NULL } },
    { "find.previous", { "<Shift>F3", "<Shift><Control>g", NULL } },
    { "scope.time::trace", { "<Control>1", NULL } },
    { "scope.time::range", { "<Control>2", NULL } },
    { "scope.choose-threads", { "<Control>t", NULL } },
    { "scope.all-threads", { "<Shift><Control>t", NULL } },
    { "columns.choose-columns", { "<Control>l", NULL } },
    { "columns.reset-columns", { "<Shift><Control>l", NULL } },
    { "columns.sort-next", { "<Control>Page_Down", NULL } },
    { "columns.sort-previous", { "<Control>Page_Up", NULL } },
    { "columns.sort-reverse", { "<Control>i", NULL } },
    { "profile.next-time-unit", { "<Control>k", NULL } },
    { "win.export", { "<Control>e", NULL } },
    { "win.open-source", { "<Control>u", NULL } },
    { "win.source-settings", { "<Control>comma", "<Control><Shift>u", NULL } },
    { "win.properties", { "<Alt>Return", NULL } },
    { "win.notes", { "<Control>b", NULL } },
    { "win.color-legend", { "<Control><Shift>k", NULL } },
    { "win.side-bar", { "F4", NULL } },
    { "win.maximize-part", { "F11", NULL } },
    { "win.view::methods", { "<Alt>1", NULL } },
    { "win.view::call-tree", { "<Alt>2", NULL } },
    { "win.view::flame-graph", { "<Alt>3", NULL } },
    { "win.view::callers-callees", { "<Alt>4", NULL } },
    { "win.view::calls", { "<Alt>5", NULL } },
    { "win.view::query", { "<Alt>6", NULL } },
    { "win.jvm-names", { "<Control><Shift>n", NULL } },
    { "win.view-menu", { "F9", NULL } },
    { "win.show-help-overlay", { "<Control>question", NULL } },
    { "app.help", { "F1", NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (application, accelerators[i].action,
                                           accelerators[i].keys);
}

static void
tv_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
    { "new-window", open_new_window, NULL, NULL, NULL, { 0 } },
    { "help", show_help, NULL, NULL, NULL, { 0 } },
    { "about", show_about, NULL, NULL, NULL, { 0 } },
    { "quit", quit, NULL, NULL, NULL, { 0 } },
  };
  TvApplication *self = TV_APPLICATION (application);

  G_APPLICATION_CLASS (tv_application_parent_class)->startup (application);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries),
                                   self);
  set_accelerators (GTK_APPLICATION (self));
  self->appearance = tv_appearance_new (G_ACTION_MAP (self));

  self->style = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (self->style,
                                       "/org/traceview/Traceview/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (self->style),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_window_set_default_icon_name (APP_ID);
}

static void
tv_application_dispose (GObject *object)
{
  TvApplication *self = TV_APPLICATION (object);

  g_clear_object (&self->style);
  g_clear_pointer (&self->appearance, tv_appearance_free);

  G_OBJECT_CLASS (tv_application_parent_class)->dispose (object);
}

static void
tv_application_class_init (TvApplicationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  object_class->dispose = tv_application_dispose;
  application_class->local_command_line = tv_application_local_command_line;
  application_class->startup = tv_application_startup;
  application_class->activate = tv_application_activate;
  application_class->open = tv_application_open;
}

static void
tv_application_init (TvApplication *self)
{
}
