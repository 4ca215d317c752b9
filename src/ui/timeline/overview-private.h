/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/overview.h"
#include "draw/time-scale.h"
#include "ui/timeline/overview.h"
#include "ui/timeline/view-history.h"

G_BEGIN_DECLS

/**
 * TvOverviewPart:
 * @TV_OVERVIEW_PART_OUTSIDE: what is not in view; everything, where all is in view
 * @TV_OVERVIEW_PART_WINDOW: what is in view
 * @TV_OVERVIEW_PART_START: the window's left edge
 * @TV_OVERVIEW_PART_END: its right edge
 *
 * What the pointer can take hold of.
 */
typedef enum
{
  TV_OVERVIEW_PART_OUTSIDE,
  TV_OVERVIEW_PART_WINDOW,
  TV_OVERVIEW_PART_START,
  TV_OVERVIEW_PART_END
} TvOverviewPart;

/**
 * TvOverviewColors:
 * @background: behind everything, and over what is not in view
 * @text: lines
 * @accent: the main thread, and what is being chosen
 *
 * The colours that an overview has from the theme.
 */
typedef struct
{
  GdkRGBA background;
  GdkRGBA text;
  GdkRGBA accent;
} TvOverviewColors;

struct _TvOverview
{
  GtkWidget parent_instance;

  TvTraceSession *session;
  GSignalGroup *session_signals;

  /* what was worked out for so many columns, and is drawn stretched until there is what
     is wanted for the present width */
  TvOverviewColumn *columns;
  guint n_columns;
  guint n_wanted;
  GCancellable *job;

  gboolean styled;
  TvOverviewColors colors;
  GskRenderNode *picture; /* of the columns, or NULL */

  /* pointer, in pixels from the left edge */
  double pointer_x;
  gboolean dragging;
  TvOverviewPart drag_part;
  double drag_start_x;
  double drag_x;
  gint64 drag_start; /* what was in view */
  gint64 drag_end;
};

/* overview.c */
void tv_overview_get_scale (TvOverview *self, TvTimeScale *scale);

/* overview-input.c */
void tv_overview_class_init_input (TvOverviewClass *klass);
void tv_overview_init_input (TvOverview *self);

G_END_DECLS
