/* SPDX-License-Identifier: Apache-2.0 */

/* GTK 4.8 shows the title of a column as one line at its start, and has no way to say
 * otherwise. The widgets are there, though: a header row with a button for each
 * column, in it a box with a label and the sort indicator. Where they should be
 * otherwise one day, the titles stay as GTK makes them. */

#include "ui/profile/column-titles.h"

/* Returns the title of the column, which is its as long as the column is in view. */
GtkWidget *
tv_column_titles_find (GtkColumnView *view, guint position)
{
  GtkWidget *header;
  GtkWidget *title;

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (view), NULL);

  header = gtk_widget_get_first_child (GTK_WIDGET (view));
  title = header != NULL ? gtk_widget_get_first_child (header) : NULL;
  for (; title != NULL && position > 0; position--)
    title = gtk_widget_get_next_sibling (title);
  return title;
}

/* Breaks a text at spaces into lines of so many letters, where there are spaces. */
static char *
dup_wrapped (const char *text, guint max_chars)
{
  char *wrapped = g_strdup (text);
  char *line = wrapped;
  char *space = NULL;

  for (char *c = wrapped; *c != '\0'; c = g_utf8_next_char (c))
    {
      if (*c == ' ')
        space = c;
      else if (*c == '\n')
        {
          line = c + 1;
          space = NULL;
        }
      if (space != NULL && g_utf8_pointer_to_offset (line, c) >= (glong) max_chars)
        {
          *space = '\n';
          line = space + 1;
          space = NULL;
        }
    }
  return wrapped;
}

/* What a label is to say, in lines and as it is read out. */
typedef struct
{
  char *wrapped;
  char *text;
} TitleText;

static void
title_text_free (TitleText *text)
{
  g_free (text->wrapped);
  g_free (text->text);
  g_free (text);
}

static void
write_label (GtkLabel *label, const TitleText *text)
{
  if (g_str_equal (gtk_label_get_label (label), text->wrapped))
    return;
  gtk_label_set_text (label, text->wrapped);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text->text, -1);
}

/* GTK writes a title anew whenever its column is sorted by, or no longer is. */
static void
write_label_again (GtkLabel *label, GParamSpec *pspec, gpointer user_data)
{
  write_label (label, g_object_get_data (G_OBJECT (label), "tv-title-text"));
}

static void
set_label (GtkLabel *label, const char *text, guint max_chars)
{
  TitleText *title_text = g_new0 (TitleText, 1);
  const gboolean is_first
      = g_object_get_data (G_OBJECT (label), "tv-title-text") == NULL;

  title_text->wrapped = dup_wrapped (text, max_chars);
  title_text->text = g_strdup (text);
  g_object_set_data_full (G_OBJECT (label), "tv-title-text", title_text,
                          (GDestroyNotify) title_text_free);
  write_label (label, title_text);
  if (is_first)
    g_signal_connect (label, "notify::label", G_CALLBACK (write_label_again), NULL);
}

/* Breaks a long title into lines. The label could wrap its text itself, but it takes
 * half a millisecond to find out how wide that makes it, each time the window is laid
 * out. */
void
tv_column_title_set_text (GtkWidget *title, const char *text, guint max_chars,
                          gboolean at_end)
{
  GtkWidget *box = title != NULL ? gtk_widget_get_first_child (title) : NULL;
  GtkWidget *label = box != NULL ? gtk_widget_get_first_child (box) : NULL;

  if (!GTK_IS_BOX (box) || !GTK_IS_LABEL (label))
    return;
  set_label (GTK_LABEL (label), text, max_chars);
  if (at_end)
    {
      gtk_widget_set_halign (box, GTK_ALIGN_END);
      gtk_label_set_xalign (GTK_LABEL (label), 1);
      gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_RIGHT);
    }
}

/* Returns the pixels that the whole title needs, with room for the sort indicator. */
int
tv_column_title_get_width (GtkWidget *title)
{
  int natural = 0;

  if (title != NULL)
    gtk_widget_measure (title, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL,
                        NULL);
  return natural;
}
