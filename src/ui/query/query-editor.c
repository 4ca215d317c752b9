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

/* The words are those of a text that nobody sees. */
static void
add_completion (GtkSourceView *editor)
{
  GtkSourceCompletion *completion = gtk_source_view_get_completion (editor);
  g_autoptr (GtkSourceCompletionWords) provider
      = gtk_source_completion_words_new (NULL);
  g_autoptr (GtkTextBuffer) words = gtk_text_buffer_new (NULL);

  gtk_source_completion_words_register (provider, words);
  gtk_source_completion_add_provider (completion,
                                      GTK_SOURCE_COMPLETION_PROVIDER (provider));
  g_object_set_data_full (G_OBJECT (editor), "tv-words", g_steal_pointer (&words),
                          g_object_unref);
}

GtkSourceView *
tv_query_editor_new (void)
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
  add_completion (GTK_SOURCE_VIEW (editor));
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

/* Sets the words that are offered while one is typed, separated by anything. */
void
tv_query_editor_set_words (GtkSourceView *editor, const char *words)
{
  GtkTextBuffer *buffer = g_object_get_data (G_OBJECT (editor), "tv-words");
  g_autofree char *known = NULL;

  g_object_get (buffer, "text", &known, NULL);
  /* Other words are read some seconds later. */
  if (!g_str_equal (words, known))
    gtk_text_buffer_set_text (buffer, words, -1);
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

/* Marks the word at a byte of the text, and goes there. */
void
tv_query_editor_mark (GtkSourceView *editor, gsize offset)
{
  GtkTextBuffer *buffer = get_buffer (editor);
  g_autofree char *text = tv_query_editor_dup_text (editor);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_offset (
      buffer, &start,
      (int) g_utf8_pointer_to_offset (text, text + MIN (offset, strlen (text))));
  gtk_text_buffer_place_cursor (buffer, &start);
  /* Nothing can be seen behind the last letter. */
  while (gtk_text_iter_is_end (&start) || gtk_text_iter_ends_line (&start))
    if (!gtk_text_iter_backward_char (&start))
      break;
  end = start;
  if (!gtk_text_iter_forward_word_end (&end))
    gtk_text_iter_forward_char (&end);
  gtk_text_buffer_apply_tag_by_name (buffer, MISTAKE, &start, &end);
  gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (editor), &start, 0.1, FALSE, 0, 0);
}
