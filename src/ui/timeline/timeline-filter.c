/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-filter.h"

#include "analysis/text/amount-text.h"

#include <glib/gi18n-lib.h>

struct _TvTimelineFilter
{
  const TvTimelineContext *context;
  TvTimelineRows *rows;
  GtkWidget *entry;
  GtkWidget *count; /* a label with the number of threads, in its place */
  guint closing;    /* source, or 0 */
};

static gboolean
is_open (TvTimelineFilter *self)
{
  return gtk_widget_get_visible (self->entry);
}

/* Opens the entry and gives it the focus. */
void
tv_timeline_filter_open (TvTimelineFilter *self)
{
  gtk_widget_set_visible (self->entry, TRUE);
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
  gtk_widget_queue_allocate (self->context->widget);
  tv_timeline_redraw (self->context);
}

/* Shows the filter in the entry, or hides the entry if there is none. */
void
tv_timeline_filter_sync (TvTimelineFilter *self)
{
  const char *filter = tv_timeline_rows_get_choice (self->rows)->filter;
  GtkEditable *editable = GTK_EDITABLE (self->entry);

  if (g_strcmp0 (gtk_editable_get_text (editable), filter != NULL ? filter : "") != 0)
    gtk_editable_set_text (editable, filter != NULL ? filter : "");
  gtk_widget_set_visible (self->entry, filter != NULL);
  tv_timeline_redraw (self->context);
}

static void
on_text_changed (GtkEditable *entry, TvTimelineFilter *self)
{
  if (!tv_row_choice_set_filter (tv_timeline_rows_get_choice (self->rows),
                                 gtk_editable_get_text (entry)))
    return;
  tv_timeline_rows_rearrange (self->rows);
}

/* Escape clears the filter. */
static void
on_search_stopped (GtkSearchEntry *entry, TvTimelineFilter *self)
{
  gboolean changed
      = tv_row_choice_set_filter (tv_timeline_rows_get_choice (self->rows), NULL);

  gtk_widget_grab_focus (self->context->widget);
  tv_timeline_rows_keep_current_in_sight (self->rows);
  tv_timeline_filter_sync (self);
  if (changed)
    tv_timeline_rows_rearrange (self->rows);
}

/* An empty entry would only hide the number of threads. */
static void
close_empty_filter (gpointer data)
{
  TvTimelineFilter *self = data;
  GtkRoot *root = gtk_widget_get_root (self->context->widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  self->closing = 0;
  if (tv_timeline_rows_get_choice (self->rows)->filter == NULL
      && (focus == NULL || !gtk_widget_is_ancestor (focus, self->entry)))
    tv_timeline_filter_sync (self);
}

/* GTK reports that the focus leaves before the new focus is known, and also when the
 * window loses it or a menu closes. */
static void
on_focus_left (GtkEventControllerFocus *focus, TvTimelineFilter *self)
{
  if (self->closing == 0)
    self->closing = g_idle_add_once (close_empty_filter, self);
}

/* Enter keeps the filter and makes the first match the current row. */
static void
on_activated (GtkSearchEntry *entry, TvTimelineFilter *self)
{
  const guint n_pinned = tv_timeline_rows_get_n_pinned (self->rows);

  gtk_widget_grab_focus (self->context->widget);
  if (tv_timeline_rows_get_n (self->rows) > n_pinned)
    tv_timeline_rows_set_current (self->rows, n_pinned);
  tv_timeline_filter_sync (self);
}

/* Says what the numbers on the axis count. */
static void
add_axis_title (TvTimelineFilter *self, const char *text)
{
  const TvTrace *trace = tv_trace_session_get_trace (self->context->session);
  g_autofree char *label = g_strdup_printf (
      "%s · %s", text,
      tv_trace_get_clock_title (trace, tv_amount_get_axis_clock (trace)));

  gtk_label_set_label (GTK_LABEL (self->count), label);
}

/* Shows the number of threads while the entry is hidden. */
void
tv_timeline_filter_update_count (TvTimelineFilter *self)
{
  const guint n_shown = tv_timeline_rows_get_list (self->rows)->n_shown;
  const guint n_all = tv_timeline_rows_get_list (self->rows)->n_all;
  const TvTimelineThreads *threads = tv_timeline_rows_get_threads (self->rows);
  g_autofree char *text = NULL;

  if (threads != NULL && threads->grouped)
    text = n_shown == n_all
               ? g_strdup_printf (ngettext ("%u track", "%u tracks", n_all), n_all)
               /* Translators: how many tracks are shown, and how many there are. */
               : g_strdup_printf (ngettext ("%u of %u track", "%u of %u tracks", n_all),
                                  n_shown, n_all);
  else
    text = n_shown == n_all
               ? g_strdup_printf (ngettext ("%u thread", "%u threads", n_all), n_all)
               /* Translators: how many threads are shown, and how many there are. */
               : g_strdup_printf (
                   ngettext ("%u of %u thread", "%u of %u threads", n_all), n_shown,
                   n_all);
  gtk_label_set_label (GTK_LABEL (self->count), text);
  if (self->context->session != NULL
      && tv_amount_is_on_axis (tv_trace_session_get_trace (self->context->session)))
    add_axis_title (self, text);
}

static void
allocate_count (TvTimelineFilter *self)
{
  const GdkRectangle *labels = &self->context->label_area;

  tv_timeline_place_child (
      self->count, labels->x + TV_TIMELINE_LABEL_MARGIN, self->context->ruler_area.y,
      labels->width - 2 * TV_TIMELINE_LABEL_MARGIN, self->context->ruler_area.height);
}

void
tv_timeline_filter_allocate (TvTimelineFilter *self)
{
  GtkAllocation corner;
  int minimum = 0;

  allocate_count (self);
  if (!is_open (self))
    return;
  gtk_widget_measure (self->entry, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                      NULL);
  corner = (GtkAllocation){ self->context->label_area.x, self->context->ruler_area.y,
                            MAX (self->context->label_area.width - 1, minimum),
                            self->context->ruler_area.height - 1 };
  if (tv_timeline_is_mirrored (self->context))
    corner.x
        = self->context->label_area.x + self->context->label_area.width - corner.width;
  gtk_widget_size_allocate (self->entry, &corner, -1);
}

void
tv_timeline_filter_snapshot (TvTimelineFilter *self, GtkSnapshot *snapshot)
{
  if (is_open (self))
    gtk_widget_snapshot_child (self->context->widget, self->entry, snapshot);
  else if (tv_timeline_rows_get_layout (self->rows) != NULL)
    gtk_widget_snapshot_child (self->context->widget, self->count, snapshot);
}

TvTimelineFilter *
tv_timeline_filter_new (const TvTimelineContext *context, TvTimelineRows *rows)
{
  TvTimelineFilter *self = g_new0 (TvTimelineFilter, 1);
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkWidget *entry = gtk_search_entry_new ();

  self->context = context;
  self->rows = rows;
  self->entry = entry;
  g_object_set (entry, "placeholder-text", _ ("Name or ID"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Filter threads by name"), -1);
  gtk_widget_set_visible (entry, FALSE);
  gtk_widget_set_parent (entry, context->widget);
  g_signal_connect (entry, "changed", G_CALLBACK (on_text_changed), self);
  g_signal_connect (entry, "stop-search", G_CALLBACK (on_search_stopped), self);
  g_signal_connect (entry, "activate", G_CALLBACK (on_activated), self);
  g_signal_connect (focus, "leave", G_CALLBACK (on_focus_left), self);
  gtk_widget_add_controller (entry, focus);
  self->count = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize",
                              PANGO_ELLIPSIZE_END, "can-target", FALSE, NULL);
  gtk_widget_set_parent (self->count, context->widget);
  return self;
}

void
tv_timeline_filter_free (TvTimelineFilter *self)
{
  g_signal_handlers_disconnect_by_data (self->entry, self);
  gtk_widget_unparent (self->entry);
  gtk_widget_unparent (self->count);
  /* The focus may have left with the entry. */
  g_clear_handle_id (&self->closing, g_source_remove);
  g_free (self);
}
