/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/sidebar/side-section.h"

#include "ui/widgets/name-label.h"

/* The width of columns of numbers in digits; longer numbers get more room. */
#define VALUE_CHARS 10

struct _TvSideSection
{
  GtkWidget *box;
  GtkLabel *heading;
  TvSideFollow follow;
  gpointer data;
  GPtrArray *rows; /* of Row */
  guint n_rows;    /* number of rows in use */
};

typedef struct
{
  const TvSideSection *section;
  GtkWidget *box;
  GtkLabel *name;
  GtkWidget *link; /* shown instead of the name; NULL until needed */
  GtkLabel *values[2];
  TvSideTarget target;
} Row;

static void
on_clicked (Row *row)
{
  const TvSideTarget target = row->target;

  row->section->follow (row->section->data, &target);
}

static GtkLabel *
make_value (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");
  return GTK_LABEL (label);
}

static Row *
make_row (const TvSideSection *section)
{
  Row *row = g_new0 (Row, 1);
  GtkWidget *values = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  row->section = section;
  row->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  row->name = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (row->name, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (row->name), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (row->name), "dim-label");
  gtk_box_append (GTK_BOX (row->box), GTK_WIDGET (row->name));
  for (guint i = 0; i < G_N_ELEMENTS (row->values); i++)
    {
      row->values[i] = make_value ();
      gtk_box_append (GTK_BOX (values), GTK_WIDGET (row->values[i]));
    }
  gtk_widget_set_halign (values, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (row->box), values);
  gtk_box_append (GTK_BOX (section->box), row->box);
  return row;
}

static void
add_link (Row *row)
{
  row->link = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (row->link), tv_name_label_new ());
  gtk_widget_set_halign (row->link, GTK_ALIGN_START);
  gtk_widget_add_css_class (row->link, "link");
  g_signal_connect_swapped (row->link, "clicked", G_CALLBACK (on_clicked), row);
  gtk_box_insert_child_after (GTK_BOX (row->box), row->link, GTK_WIDGET (row->name));
}

/* Starts to write the rows again. */
void
tv_side_section_begin (TvSideSection *self, const char *heading)
{
  self->n_rows = 0;
  gtk_label_set_label (self->heading, heading);
  tv_side_section_explain (self, NULL);
}

/* Sets a tooltip that explains the numbers. */
void
tv_side_section_explain (TvSideSection *self, const char *tooltip)
{
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->heading), tooltip);
}

static Row *
next_row (TvSideSection *self, gboolean is_link)
{
  Row *row;

  if (self->n_rows == self->rows->len)
    g_ptr_array_add (self->rows, make_row (self));
  row = g_ptr_array_index (self->rows, self->n_rows++);
  gtk_widget_set_visible (row->box, TRUE);
  if (is_link && row->link == NULL)
    add_link (row);
  /* The name of a method needs a line of its own. */
  gtk_orientable_set_orientation (GTK_ORIENTABLE (row->box),
                                  is_link ? GTK_ORIENTATION_VERTICAL
                                          : GTK_ORIENTATION_HORIZONTAL);
  gtk_box_set_spacing (GTK_BOX (row->box), is_link ? 0 : 8);
  gtk_widget_set_visible (GTK_WIDGET (row->name), !is_link);
  if (row->link != NULL)
    gtk_widget_set_visible (row->link, is_link);
  return row;
}

/* Sets a number. Zeros are dimmed, as in tables. */
static void
set_value (GtkLabel *label, const char *text)
{
  const gboolean is_zero = text != NULL && strchr (text, '0') != NULL
                           && strpbrk (text, "123456789") == NULL;

  if (is_zero)
    gtk_widget_add_css_class (GTK_WIDGET (label), "dim-label");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (label), "dim-label");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL);
  gtk_label_set_label (label, text != NULL ? text : "");
  gtk_label_set_width_chars (label, VALUE_CHARS);
  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_NONE);
}

/* Adds a row of numbers, which are never shortened. */
void
tv_side_section_add (TvSideSection *self, const char *name, const char *value,
                     const char *second)
{
  Row *row = next_row (self, FALSE);

  gtk_label_set_label (row->name, name);
  set_value (row->values[0], value);
  set_value (row->values[1], second);
}

/* Adds a row with a text, which is shortened if it is too long. */
void
tv_side_section_add_text (TvSideSection *self, const char *name, const char *text)
{
  Row *row = next_row (self, FALSE);

  gtk_label_set_label (row->name, name);
  set_value (row->values[0], text);
  set_value (row->values[1], NULL);
  gtk_label_set_ellipsize (row->values[0], PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (GTK_WIDGET (row->values[0]), text);
}

/* Adds a row with a link to a call, or to the method, labelled with the name of
 * @method. */
void
tv_side_section_add_link (TvSideSection *self, const TvMethod *method,
                          const TvSideTarget *target, const char *value,
                          const char *second)
{
  Row *row = next_row (self, TRUE);
  TvNameText *name = tv_name_text_new (method);
  g_autofree char *text = tv_name_text_dup_short (name);
  g_autofree char *whole = tv_method_dup_display_name (method);
  g_autofree char *spoken = g_strdup_printf (
      "%s %s %s", text, value != NULL ? value : "", second != NULL ? second : "");

  row->target = *target;
  tv_name_label_set_name (TV_NAME_LABEL (gtk_button_get_child (GTK_BUTTON (row->link))),
                          name);
  gtk_widget_set_tooltip_text (row->link, whole);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->link),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, g_strchomp (spoken),
                                  -1);
  set_value (row->values[0], value);
  set_value (row->values[1], second);
}

/* Hides unused rows, and a section without rows. */
void
tv_side_section_end (TvSideSection *self)
{
  for (guint i = self->n_rows; i < self->rows->len; i++)
    gtk_widget_set_visible (((Row *) g_ptr_array_index (self->rows, i))->box, FALSE);
  gtk_widget_set_visible (self->box, self->n_rows > 0);
}

/* Appends the section as text, one line per row, with full names. */
void
tv_side_section_append_to (const TvSideSection *self, GString *text)
{
  if (self->n_rows == 0)
    return;
  g_string_append_printf (text, "\n%s\n", gtk_label_get_label (self->heading));
  for (guint i = 0; i < self->n_rows; i++)
    {
      const Row *row = g_ptr_array_index (self->rows, i);

      g_string_append (text, gtk_widget_get_visible (GTK_WIDGET (row->name))
                                 ? gtk_label_get_label (row->name)
                                 : gtk_widget_get_tooltip_text (row->link));
      for (guint k = 0; k < G_N_ELEMENTS (row->values); k++)
        if (gtk_widget_get_visible (GTK_WIDGET (row->values[k])))
          g_string_append_printf (text, "\t%s", gtk_label_get_label (row->values[k]));
      g_string_append_c (text, '\n');
    }
}

/* Adds a section to the end of @box. @follow handles its links. */
TvSideSection *
tv_side_section_new (GtkBox *box, TvSideFollow follow, gpointer data)
{
  TvSideSection *self = g_new0 (TvSideSection, 1);

  self->follow = follow;
  self->data = data;
  self->rows = g_ptr_array_new_with_free_func (g_free);
  self->box = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL,
                            "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, "visible",
                            FALSE, "margin-top", 12, NULL);
  self->heading = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->heading, 0);
  gtk_label_set_ellipsize (self->heading, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->heading), "heading");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->box),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, self->heading,
                                  NULL, -1);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->heading));
  gtk_box_append (box, self->box);
  return self;
}

/* The box owns the widgets. */
void
tv_side_section_free (TvSideSection *self)
{
  g_ptr_array_unref (self->rows);
  g_free (self);
}
