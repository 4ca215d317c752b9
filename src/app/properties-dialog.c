/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/properties-dialog.h"

#include "output/report/trace-facts.h"

#include <glib/gi18n-lib.h>

static const char *
group_title (TvFactGroup group)
{
  switch (group)
    {
    case TV_FACT_FILE:
      return _ ("File");
    case TV_FACT_NAMES:
      return _ ("Method Names");
    case TV_FACT_RECORDING:
      return _ ("Recording");
    case TV_FACT_PROPERTY:
      return _ ("Properties in the File");
    case TV_FACT_WARNING:
      return _ ("Warnings");
    case TV_N_FACT_GROUPS:
    default:
      g_assert_not_reached ();
    }
}

static GtkWidget *
build_value (const TvFact *fact)
{
  GtkWidget *label = gtk_label_new (fact->shown);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  return label;
}

static GtkWidget *
build_label (const TvFact *fact)
{
  GtkWidget *label = gtk_label_new (fact->title);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_yalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), 24);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  gtk_widget_set_tooltip_text (label, fact->title);
  gtk_widget_add_css_class (label, "dim-label");
  return label;
}

static GtkWidget *
build_row (const TvFact *fact)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *value = build_value (fact);

  if (*fact->title != '\0')
    {
      GtkWidget *label = build_label (fact);

      gtk_box_append (GTK_BOX (box), label);
      gtk_accessible_update_relation (
          GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
    }
  gtk_box_append (GTK_BOX (box), value);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  return row;
}

static GtkWidget *
append_group (GtkBox *groups, TvFactGroup group)
{
  GtkWidget *title = gtk_label_new (group_title (group));
  GtkWidget *frame = gtk_frame_new (NULL);
  GtkWidget *list = gtk_list_box_new ();

  gtk_label_set_xalign (GTK_LABEL (title), 0.0f);
  gtk_widget_add_css_class (title, "heading");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_list_box_set_show_separators (GTK_LIST_BOX (list), TRUE);
  gtk_widget_add_css_class (list, "facts");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (list),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, title, NULL, -1);
  gtk_frame_set_child (GTK_FRAME (frame), list);
  gtk_box_append (groups, title);
  gtk_box_append (groups, frame);
  return list;
}

static void
fill (GtkBox *groups, GPtrArray *facts)
{
  for (guint group = 0; group < TV_N_FACT_GROUPS; group++)
    {
      GtkWidget *list = NULL;

      for (guint i = 0; i < facts->len; i++)
        {
          const TvFact *fact = g_ptr_array_index (facts, i);

          if (fact->group != group || fact->title == NULL)
            continue;
          if (list == NULL)
            list = append_group (groups, group);
          gtk_list_box_append (GTK_LIST_BOX (list), build_row (fact));
        }
    }
}

/* Opens a dialog that lists the facts about a trace. */
void
tv_properties_dialog_show (GtkWindow *parent, TvTraceSession *session, GFile *file,
                           GPtrArray *mappings, guint n_renamed)
{
  g_autoptr (GPtrArray) facts = NULL;
  g_autoptr (GtkBuilder) builder = NULL;
  GtkWindow *dialog = NULL;
  GtkWidget *focus = NULL;

  g_return_if_fail (GTK_IS_WINDOW (parent));
  g_return_if_fail (TV_IS_TRACE_SESSION (session));

  facts = tv_trace_facts_new (tv_trace_session_get_whole_profile (session), file,
                              mappings, n_renamed,
                              tv_trace_session_get_time_unit (session));
  builder
      = gtk_builder_new_from_resource ("/org/traceview/Traceview/properties-dialog.ui");
  dialog = GTK_WINDOW (gtk_builder_get_object (builder, "dialog"));
  fill (GTK_BOX (gtk_builder_get_object (builder, "groups")), facts);
  gtk_window_set_transient_for (dialog, parent);
  gtk_window_present (dialog);
  /* The first value gets the focus, which selects its text. */
  focus = gtk_window_get_focus (dialog);
  if (GTK_IS_LABEL (focus))
    gtk_label_select_region (GTK_LABEL (focus), 0, 0);
}
