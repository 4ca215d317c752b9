/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/warnings-bar.h"

#include <glib/gi18n-lib.h>

struct _TvWarningsBar
{
  GtkWidget parent_instance;

  /* Template children, borrowed */
  GtkInfoBar *bar;
  GtkLabel *summary;
  GtkMenuButton *details_button;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (TvWarningsBar, tv_warnings_bar, GTK_TYPE_WIDGET)

static GtkWidget *
build_row (const TvWarning *warning)
{
  GtkWidget *row = gtk_list_box_row_new ();
  g_autofree char *message = tv_warning_dup_message (warning);
  GtkWidget *label = gtk_label_new (message);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  return row;
}

static void
fill_list (TvWarningsBar *self, const TvWarnings *warnings, guint n)
{
  GtkWidget *row = NULL;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (self->list, build_row (tv_warnings_get (warnings, i)));
}

/* Shows the warnings of trace. The bar has the text of a single warning; more are
 * counted, and listed behind its button. */
void
tv_warnings_bar_set_trace (TvWarningsBar *self, TvTrace *trace)
{
  const TvWarnings *warnings = NULL;
  g_autofree char *text = NULL;
  guint n = 0;

  g_return_if_fail (TV_IS_WARNINGS_BAR (self));

  if (trace != NULL)
    {
      warnings = tv_trace_get_warnings (trace);
      n = tv_warnings_get_n (warnings);
    }
  fill_list (self, warnings, n);
  if (n == 1)
    text = tv_warning_dup_message (tv_warnings_get (warnings, 0));
  else if (n > 1)
    text = g_strdup_printf (ngettext ("%u problem in this file was repaired",
                                      "%u problems in this file were repaired", n),
                            n);
  gtk_label_set_label (self->summary, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->details_button), n > 1);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

static void
hide_on_close (TvWarningsBar *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
tv_warnings_bar_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TV_TYPE_WARNINGS_BAR);

  G_OBJECT_CLASS (tv_warnings_bar_parent_class)->dispose (object);
}

static void
tv_warnings_bar_class_init (TvWarningsBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = tv_warnings_bar_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/traceview/Traceview/warnings-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TvWarningsBar, bar);
  gtk_widget_class_bind_template_child (widget_class, TvWarningsBar, summary);
  gtk_widget_class_bind_template_child (widget_class, TvWarningsBar, details_button);
  gtk_widget_class_bind_template_child (widget_class, TvWarningsBar, list);
  gtk_widget_class_bind_template_callback (widget_class, hide_on_close);
}

static void
tv_warnings_bar_init (TvWarningsBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
