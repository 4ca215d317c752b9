/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/member-dialog.h"

#include "trace/formats/trace-loader.h"

#include <glib/gi18n-lib.h>

/* Each row has widgets of its own. */
#define MAX_ROWS 1000

/* What the dialog lists, and who wants one of it. */
typedef struct
{
  GtkWindow *dialog;
  GtkListBox *list;
  GPtrArray *members;
  TvMemberChosen chosen;
  gpointer user_data;
  GDestroyNotify destroy;
} Choice;

static void
free_choice (gpointer data)
{
  Choice *choice = data;

  g_ptr_array_unref (choice->members);
  choice->destroy (choice->user_data);
  g_free (choice);
}

static GtkWidget *
build_label (const char *text, PangoEllipsizeMode ellipsize)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  return label;
}

static char *
describe (const TvTraceMember *member)
{
  g_autofree char *size = NULL;

  if (member->size < 0)
    return g_strdup (_ (member->format_title));
  size = g_format_size_full ((guint64) member->size, G_FORMAT_SIZE_IEC_UNITS);
  /* Translators: the format of a trace, and its size */
  return g_strdup_printf (_ ("%s, %s"), _ (member->format_title), size);
}

static GtkWidget *
build_row (const TvTraceMember *member)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *description = describe (member);
  GtkWidget *format = build_label (description, PANGO_ELLIPSIZE_END);

  gtk_widget_add_css_class (format, "dim-label");
  gtk_widget_add_css_class (format, "caption");
  gtk_box_append (GTK_BOX (box), build_label (member->name, PANGO_ELLIPSIZE_MIDDLE));
  gtk_box_append (GTK_BOX (box), format);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, member->name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  member->name, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description, -1);
  return row;
}

static void
open_selected (Choice *choice)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (choice->list);
  const TvTraceMember *member = NULL;
  g_autoptr (GFile) file = NULL;

  if (row == NULL)
    return;
  member
      = g_ptr_array_index (choice->members, (guint) gtk_list_box_row_get_index (row));
  file = g_object_ref (member->file);
  choice->chosen (file, choice->user_data);
  gtk_window_destroy (choice->dialog);
}

static void
fill (Choice *choice, GtkLabel *rest)
{
  const guint n = choice->members->len;

  for (guint i = 0; i < MIN (n, MAX_ROWS); i++)
    gtk_list_box_append (choice->list,
                         build_row (g_ptr_array_index (choice->members, i)));
  gtk_list_box_select_row (choice->list,
                           gtk_list_box_get_row_at_index (choice->list, 0));
  if (n > MAX_ROWS)
    {
      g_autofree char *text = g_strdup_printf (
          _ ("%u more are opened by name, as in “FILE!/MEMBER”"), n - MAX_ROWS);

      gtk_label_set_label (rest, text);
      gtk_widget_set_visible (GTK_WIDGET (rest), TRUE);
    }
}

/* Opens a dialog that asks for one of the traces of an archive. */
void
tv_member_dialog_show (GtkWindow *parent, const char *archive, GPtrArray *members,
                       TvMemberChosen chosen, gpointer user_data,
                       GDestroyNotify destroy)
{
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_resource ("/org/traceview/Traceview/member-dialog.ui");
  GtkWindow *dialog = GTK_WINDOW (gtk_builder_get_object (builder, "dialog"));
  g_autofree char *title = g_strdup_printf (_ ("“%s” has several traces"), archive);
  Choice *choice = g_new0 (Choice, 1);

  *choice = (Choice){ .dialog = dialog,
                      .list = GTK_LIST_BOX (gtk_builder_get_object (builder, "list")),
                      .members = g_ptr_array_ref (members),
                      .chosen = chosen,
                      .user_data = user_data,
                      .destroy = destroy };
  g_object_set_data_full (G_OBJECT (dialog), "choice", choice, free_choice);
  gtk_label_set_label (GTK_LABEL (gtk_builder_get_object (builder, "title")), title);
  fill (choice, GTK_LABEL (gtk_builder_get_object (builder, "rest")));
  g_signal_connect_swapped (choice->list, "row-activated", G_CALLBACK (open_selected),
                            choice);
  g_signal_connect_swapped (gtk_builder_get_object (builder, "open"), "clicked",
                            G_CALLBACK (open_selected), choice);
  gtk_window_set_transient_for (dialog, parent);
  gtk_window_present (dialog);
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (choice->list, 0)));
}
