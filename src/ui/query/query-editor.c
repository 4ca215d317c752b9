/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/query/query-editor.h"

#include <glib/gi18n-lib.h>

#define MISTAKE "mistake"

/* Spaces that a level is indented by. */
#define INDENT 2

/* Pixels to the left of the text. */
#define MARGIN 6

static GtkTextBuffer *
get_buffer (GtkSourceView *editor)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (editor));
}

/* What is typed is no mistake yet. */
static void
unmark (GtkTextBuffer *buffer)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag_by_name (buffer, MISTAKE, &start, &end);
}

GtkSourceView *
tv_query_editor_new (TvQueryCompletion *completion)
{
  g_autoptr (GtkSourceBuffer) buffer = NULL;
  GtkWidget *editor;

  gtk_source_init ();
  buffer = gtk_source_buffer_new (NULL);
  gtk_source_buffer_set_language (
      buffer, gtk_source_language_manager_get_language (
                  gtk_source_language_manager_get_default (), "sql"));
  gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (buffer), MISTAKE, "underline",
                              PANGO_UNDERLINE_ERROR, "weight", PANGO_WEIGHT_BOLD, NULL);
  g_signal_connect (buffer, "changed", G_CALLBACK (unmark), NULL);
  editor = gtk_source_view_new_with_buffer (buffer);
  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (editor), TRUE);
  gtk_source_view_set_auto_indent (GTK_SOURCE_VIEW (editor), TRUE);
  gtk_source_view_set_tab_width (GTK_SOURCE_VIEW (editor), INDENT);
  gtk_source_view_set_insert_spaces_instead_of_tabs (GTK_SOURCE_VIEW (editor), TRUE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (editor), MARGIN);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (editor), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (editor), GTK_WRAP_WORD_CHAR);
  /* Tab leads out, as everywhere in the window. */
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (editor), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (editor),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("SQL"), -1);
  gtk_source_completion_add_provider (
      gtk_source_view_get_completion (GTK_SOURCE_VIEW (editor)),
      GTK_SOURCE_COMPLETION_PROVIDER (completion));
  return GTK_SOURCE_VIEW (editor);
}

char *
tv_query_editor_dup_text (GtkSourceView *editor)
{
  char *text;

  g_object_get (get_buffer (editor), "text", &text, NULL);
  return text;
}

/* Replaces the text, which can be undone. */
void
tv_query_editor_set_text (GtkSourceView *editor, const char *text)
{
  GtkTextBuffer *buffer = get_buffer (editor);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, text, -1);
  gtk_text_buffer_end_user_action (buffer);
}

void
tv_query_editor_set_dark (GtkSourceView *editor, gboolean dark)
{
  gtk_source_buffer_set_style_scheme (
      GTK_SOURCE_BUFFER (get_buffer (editor)),
      gtk_source_style_scheme_manager_get_scheme (
          gtk_source_style_scheme_manager_get_default (),
          dark ? "Adwaita-dark" : "Adwaita"));
}

static gboolean
is_part_of_word (gunichar letter)
{
  return letter == '_' || g_unichar_isalnum (letter);
}

/* Marks the word at a byte of a script, and goes there, if it is still the text. */
void
tv_query_editor_mark (GtkSourceView *editor, const char *script, gsize offset)
{
  GtkTextBuffer *buffer = get_buffer (editor);
  g_autofree char *text = tv_query_editor_dup_text (editor);
  GtkTextIter start;
  GtkTextIter end;

  if (!g_str_equal (text, script))
    return;
  gtk_text_buffer_get_iter_at_offset (
      buffer, &start,
      (int) g_utf8_pointer_to_offset (text, text + MIN (offset, strlen (text))));
  gtk_text_buffer_place_cursor (buffer, &start);
  /* Nothing can be seen behind the last letter. */
  while (gtk_text_iter_is_end (&start) || gtk_text_iter_ends_line (&start))
    if (!gtk_text_iter_backward_char (&start))
      break;
  end = start;
  do
    gtk_text_iter_forward_char (&end);
  while (is_part_of_word (gtk_text_iter_get_char (&end)));
  gtk_text_buffer_apply_tag_by_name (buffer, MISTAKE, &start, &end);
  gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (editor), &start, 0.1, FALSE, 0, 0);
}
