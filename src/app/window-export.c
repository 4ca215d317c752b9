/* SPDX-License-Identifier: Apache-2.0 */

/* Writes the visible view to a file: a table, or the flame graph as a picture. */

#include "config.h"

#include "app/window-private.h"
#include "output/flame/flame-graph.h"
#include "ui/session/session-colors.h"
#include "ui/session/transform-text.h"

#include <glib/gi18n-lib.h>

/* The width of the picture in pixels. Viewers can zoom in. */
#define WIDTH 1600

typedef struct
{
  TvFlameAnswer *answer;
  TvMethodSet *hits; /* NULL without a search */
  gboolean icicle;
  char *title;
  GFile *file;
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  tv_flame_answer_unref (picture->answer);
  g_clear_pointer (&picture->hits, tv_method_set_unref);
  g_free (picture->title);
  g_object_unref (picture->file);
  g_free (picture);
}

/* Shares are of the visible root. */
static TvCallTreeOther
get_other (const TvFlameAnswer *answer)
{
  TvCallTreeOther other = { 0 };

  if (answer->other == NULL || answer->layout->n_levels == 0)
    return other;
  other = *answer->other;
  other.whole = tv_flame_answer_get_base_time (answer, answer->layout->root);
  return other;
}

static gboolean
write_picture (gconstpointer data, GOutputStream *out, GCancellable *cancellable,
               GError **error)
{
  const Picture *picture = data;
  const TvFlameLayout *layout = picture->answer->layout;
  const TvFlameQuestion *question = picture->answer->question;
  g_autoptr (TvFrameNames) names = tv_frame_names_new (layout->trace, TRUE);
  const TvCallTreeOther other = get_other (picture->answer);
  const TvFlameGraph graph
      = { .layout = layout,
          .names = names,
          .other = picture->answer->other != NULL ? &other : NULL,
          .other_trace
          = question->base != NULL ? tv_profile_get_trace (question->base) : NULL,
          .other_clock = question->base_clock,
          .change = TV_FLAME_CHANGE_INCLUSIVE,
          .hits = picture->hits,
          .icicle = picture->icicle,
          .width = WIDTH,
          .title = picture->title };

  return tv_flame_graph_write (&graph, out, cancellable, error);
}

/* Returns the file if it was written. */
static gpointer
save_picture (gpointer question, GCancellable *cancellable, GError **error)
{
  const Picture *picture = question;

  return tv_file_write_whole (picture->file, write_picture, picture, cancellable, error)
             ? g_object_ref (picture->file)
             : NULL;
}

static void
on_written (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvWindow *self = owner;
  const Picture *picture = question;
  g_autoptr (GFile) file = answer;
  g_autofree char *name = tv_window_dup_file_name (picture->file);
  g_autofree char *sentence = NULL;

  if (file != NULL)
    {
      sentence = g_strdup_printf (_ ("Wrote the flame graph to “%s”."), name);
      tv_notice_bar_show_done (self->notice, sentence);
      return;
    }
  sentence = g_strdup_printf (_ ("“%s” could not be written: %s"), name,
                              error != NULL ? error->message : "");
  tv_notice_bar_show_error (self->notice, sentence);
}

/* Writes the flame graph to a file. */
void
tv_window_save_flame_graph (TvWindow *self, GFile *file)
{
  static const TvJobType type = { .run = save_picture,
                                  .done = on_written,
                                  .free_question = picture_free,
                                  .free_answer = g_object_unref };
  TvFlameAnswer *answer = tv_flame_view_get_answer (self->flame_view);
  g_autofree char *name = NULL;
  g_autofree char *note = NULL;
  TvMethodSet *hits;
  Picture *picture;

  if (answer == NULL)
    return;
  hits = tv_session_colors_get_hits (tv_trace_session_get_colors (self->session));
  picture = g_new0 (Picture, 1);
  picture->answer = tv_flame_answer_ref (answer);
  picture->hits = hits != NULL ? tv_method_set_ref (hits) : NULL;
  g_object_get (self->flame_view, "icicle", &picture->icicle, NULL);
  name = tv_window_dup_file_name (self->file);
  note = tv_transforms_dup_note (self->session);
  picture->title
      = note != NULL ? g_strdup_printf ("%s. %s", name, note) : g_steal_pointer (&name);
  picture->file = g_object_ref (file);
  tv_job_start (&self->picture_job, &type, picture, self);
}

static void
save_in_chosen (TvWindow *self, GPtrArray *files)
{
  tv_window_save_flame_graph (self, g_ptr_array_index (files, 0));
}

/* Asks for the name of a picture. */
void
tv_window_choose_flame_graph (TvWindow *self)
{
  static const TvFileQuestion question = { .title = N_ ("Save Flame Graph"),
                                           .accept = N_ ("_Save"),
                                           .chosen = save_in_chosen };
  g_autofree char *base = tv_window_dup_file_name (self->file);
  g_autofree char *name = NULL;

  if (g_str_has_suffix (base, ".trace"))
    base[strlen (base) - strlen (".trace")] = '\0';
  name = g_strconcat (base, ".svg", NULL);
  tv_window_ask_for_files (self, &question, name);
}

/* Asks for a file for the visible view, and writes all of it, not only what fits on the
 * screen. A view that still waits for its data shows old data, so it is not exported.
 */
void
tv_window_export (TvWindow *self)
{
  GtkWidget *view = gtk_stack_get_visible_child (self->views);
  GtkStackPage *page = gtk_stack_get_page (self->views, view);
  g_autofree char *title = NULL;
  TvTakenRows taken;

  /* Translators: “Export Call Tree” */
  title = g_strdup_printf (_ ("Export %s"), gtk_stack_page_get_title (page));
  if (gtk_widget_has_css_class (view, "pending"))
    tv_notice_bar_show_hint (
        self->notice, _ ("The view is still updating. Export it when that is done."));
  else if (TV_IS_PROFILE_PANEL (view))
    (void) gtk_widget_activate_action (view, "profile.export", "s", "table");
  else if (TV_IS_FLAME_VIEW (view))
    tv_window_choose_flame_graph (self);
  else if (tv_view_take_rows (TV_VIEW (view), &taken))
    tv_table_copier_ask (self->copier, &taken, title, gtk_stack_page_get_name (page));
  else
    gtk_widget_error_bell (view);
}
