/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-labels.h"

#include "analysis/text/amount-text.h"
#include "analysis/text/kind-text.h"
#include "trace/model/trace-samples.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* Layouts that are kept, also for rows out of sight. */
#define MAX_LAYOUTS 512

/* Of the key of a thread's sums, which are smaller and paler than its name. */
#define SUMS 0x80000000u
#define SUMS_SCALE 0.83
#define SUMS_OPACITY 0.75f

struct _TvTimelineLabels
{
  GtkWidget *widget; /* owns the labels */
  TvTraceSession *session;
  GHashTable *layouts; /* key of a row, or of its sums, to PangoLayout */
};

TvTimelineLabels *
tv_timeline_labels_new (GtkWidget *widget)
{
  TvTimelineLabels *labels = g_new0 (TvTimelineLabels, 1);

  labels->widget = widget;
  labels->layouts = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  return labels;
}

void
tv_timeline_labels_free (TvTimelineLabels *labels)
{
  if (labels == NULL)
    return;
  g_hash_table_unref (labels->layouts);
  g_clear_object (&labels->session);
  g_free (labels);
}

void
tv_timeline_labels_set_session (TvTimelineLabels *labels, TvTraceSession *session)
{
  tv_timeline_labels_forget (labels);
  g_set_object (&labels->session, session);
}

/* Drops the layouts: the font, the text direction or the unit of times changed. */
void
tv_timeline_labels_forget (TvTimelineLabels *labels)
{
  g_hash_table_remove_all (labels->layouts);
}

/* The name matters more than the id, and the header of a group more than its rows. */
static PangoAttrList *
style_label (const char *text, gboolean is_header)
{
  const char *end = strchr (text, ']');
  PangoAttrList *attributes = pango_attr_list_new ();

  if (text[0] == '[' && end != NULL)
    {
      PangoAttribute *alpha = pango_attr_foreground_alpha_new (G_MAXUINT16 / 100 * 62);
      alpha->start_index = 0;
      alpha->end_index = (guint) (end + 1 - text);
      pango_attr_list_insert (attributes, alpha);
    }
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  if (is_header)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  return attributes;
}

static PangoLayout *
create_layout (TvTimelineLabels *labels, const char *text, PangoAttrList *attributes,
               PangoEllipsizeMode mode)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (labels->widget, text);

  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_ellipsize (layout, mode);
  return layout;
}

static PangoLayout *
create_name (TvTimelineLabels *labels, guint32 key)
{
  const gboolean is_header = tv_row_key_get_kind (key) == TV_TIMELINE_ROW_GROUP;
  g_autofree char *text
      = tv_row_key_dup_label (tv_trace_session_get_trace (labels->session), key);

  return create_layout (labels, text, style_label (text, is_header),
                        PANGO_ELLIPSIZE_MIDDLE);
}

static char *
dup_sums (TvTimelineLabels *labels, const TvTimelineThreads *threads, guint32 key,
          TvSumsSize size)
{
  return tv_row_key_get_kind (key) == TV_TIMELINE_ROW_THREAD
             ? tv_timeline_threads_dup_sums (
                 threads, key, tv_trace_session_get_time_unit (labels->session), size)
             : NULL;
}

static PangoLayout *
create_sums (TvTimelineLabels *labels, const TvTimelineThreads *threads, guint32 key)
{
  g_autofree char *text = dup_sums (labels, threads, key, TV_SUMS_ALL);
  PangoAttrList *attributes = style_label ("", FALSE);

  pango_attr_list_insert (attributes, pango_attr_scale_new (SUMS_SCALE));
  return create_layout (labels, text, attributes, PANGO_ELLIPSIZE_END);
}

/* Says as much as there is room for: a number is never cut. */
static void
fit_sums (TvTimelineLabels *labels, const TvTimelineThreads *threads, guint32 key,
          PangoLayout *layout, int width)
{
  int size;

  pango_layout_set_width (layout, -1);
  for (size = TV_SUMS_ALL; size < TV_N_SUMS_SIZES; size++)
    {
      g_autofree char *text = dup_sums (labels, threads, key, size);
      int needed;

      pango_layout_set_text (layout, text != NULL ? text : "", -1);
      pango_layout_get_pixel_size (layout, &needed, NULL);
      if (width < 0 || needed <= width)
        return;
    }
  pango_layout_set_text (layout, "", -1);
}

/* @width is in pixels, or -1 for the width that the label needs. */
static PangoLayout *
get_layout (TvTimelineLabels *labels, const TvTimelineThreads *threads, guint32 key,
            int width)
{
  PangoLayout *layout = g_hash_table_lookup (labels->layouts, GUINT_TO_POINTER (key));

  if (layout == NULL)
    {
      if (g_hash_table_size (labels->layouts) >= MAX_LAYOUTS)
        tv_timeline_labels_forget (labels);
      layout = (key & SUMS) != 0 ? create_sums (labels, threads, key & ~SUMS)
                                 : create_name (labels, key);
      g_hash_table_insert (labels->layouts, GUINT_TO_POINTER (key), layout);
    }
  if ((key & SUMS) == 0)
    pango_layout_set_width (layout, width > 0 ? width * PANGO_SCALE : -1);
  else if (GPOINTER_TO_INT (g_object_get_data (G_OBJECT (layout), "width")) != width)
    {
      fit_sums (labels, threads, key & ~SUMS, layout, width);
      g_object_set_data (G_OBJECT (layout), "width", GINT_TO_POINTER (width));
    }
  return layout;
}

/* Returns the height of a line in pixels. */
int
tv_timeline_labels_get_text_height (TvTimelineLabels *labels)
{
  g_autoptr (PangoLayout) layout = NULL;
  int height = 0;

  layout = gtk_widget_create_pango_layout (labels->widget, "[0]");
  pango_layout_get_pixel_size (layout, NULL, &height);
  return height;
}

/* Returns the width of the whole label with its margins, in pixels. */
int
tv_timeline_labels_measure (TvTimelineLabels *labels, const TvTimelineThreads *threads,
                            guint32 key)
{
  int width = 0;
  int of_sums = 0;

  pango_layout_get_pixel_size (get_layout (labels, threads, key, -1), &width, NULL);
  pango_layout_get_pixel_size (get_layout (labels, threads, key | SUMS, -1), &of_sums,
                               NULL);
  return MAX (width, of_sums) + 2 * TV_TIMELINE_LABEL_MARGIN;
}

/* Draws the name in the middle of @area, which is as high as the bar, and the sums
 * below if the row has room for both. */
void
tv_timeline_labels_snapshot (TvTimelineLabels *labels, const TvTimelineThreads *threads,
                             guint32 key, GtkSnapshot *snapshot,
                             const GdkRectangle *area, const GdkRGBA *color)
{
  GdkRGBA paler = *color;
  PangoLayout *layout;
  PangoLayout *sums;
  int height = 0;
  int of_sums = 0;
  int y;

  if (area->width <= 0)
    return;

  layout = get_layout (labels, threads, key, area->width);
  pango_layout_get_pixel_size (layout, NULL, &height);
  sums = get_layout (labels, threads, key | SUMS, area->width);
  pango_layout_get_pixel_size (sums, NULL, &of_sums);
  if (pango_layout_get_character_count (sums) == 0
      || area->height < TV_ROW_HEIGHT - TV_ROW_MARGIN
      || height + of_sums > area->height + TV_ROW_MARGIN)
    of_sums = 0;
  y = area->y + (area->height - height - of_sums) / 2;
  tv_timeline_paint_layout (snapshot, layout, (float) area->x, (float) y, color);
  paler.alpha *= SUMS_OPACITY;
  if (of_sums > 0)
    tv_timeline_paint_layout (snapshot, sums, (float) area->x, (float) (y + height),
                              &paler);
}

/* Returns the whole label, other names and sums of the thread. */
char *
tv_timeline_labels_dup_tooltip (TvTraceSession *session, guint32 thread, gint64 covered)
{
  const TvTrace *trace = tv_trace_session_get_trace (session);
  const TvThread *info;
  g_autofree char *label = NULL;
  g_autofree char *in_calls = NULL;
  GString *text;

  info = tv_trace_get_thread (trace, thread);
  label = tv_trace_dup_thread_label (trace, thread);
  in_calls = tv_trace_session_dup_duration (session, covered);
  text = g_string_new (label);

  for (guint i = 0; info->other_names != NULL && info->other_names[i] != NULL; i++)
    {
      g_string_append_c (text, '\n');
      /* Translators: a further name that the file gives to the same thread. */
      g_string_append_printf (text, _ ("Also named: %s"), info->other_names[i]);
    }
  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("Events: %'" PRIu64), info->n_events);
  g_string_append_c (text, '\n');
  g_string_append_printf (text, tv_kind_text (trace, N_ ("In calls: %s")), in_calls);
  if (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
      && !tv_amount_is_on_axis (tv_trace_session_get_trace (session)))
    {
      g_autofree char *cpu = tv_trace_session_dup_amount (
          session, TV_CLOCK_THREAD_CPU, info->root_inclusive[TV_CLOCK_THREAD_CPU]);
      g_string_append_c (text, '\n');
      if (tv_trace_get_clock_quantity (trace, TV_CLOCK_THREAD_CPU) == TV_QUANTITY_TIME)
        g_string_append_printf (text, _ ("CPU time: %s"), cpu);
      else
        /* Translators: what samples count, such as page faults, and their number. */
        g_string_append_printf (text, _ ("%s: %s"),
                                tv_trace_get_clock_title (trace, TV_CLOCK_THREAD_CPU),
                                cpu);
    }
  return g_string_free (text, FALSE);
}
