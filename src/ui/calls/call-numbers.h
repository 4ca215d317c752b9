/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/calls/calls-data.h"
#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The columns of numbers. In a comparison, the first is of the selection. */
typedef enum
{
  TV_NUMBERS_ALL,
  TV_NUMBERS_OTHER, /* of the selection, or of the base */
  TV_NUMBERS_DIFFERENCE,
  TV_NUMBERS_GROUP,
  TV_N_NUMBERS
} TvNumbersColumn;

#define TV_N_NUMBER_ROWS 12

/* A table of the spread of the times of calls. */
typedef struct
{
  GtkLabel *titles[TV_N_NUMBERS];
  GtkLabel *labels[TV_N_NUMBERS][TV_N_NUMBER_ROWS];
  GtkLabel *names[TV_N_NUMBER_ROWS]; /* mean length: only if calls are nested */
} TvCallNumbers;

GtkWidget *tv_call_numbers_init (TvCallNumbers *self);
guint tv_call_numbers_count (const TvCallNumbers *self);
void tv_call_numbers_show (TvCallNumbers *self, TvTraceSession *session,
                           const TvCallsData *data, const TvCallsSpan *span,
                           guint group);

G_END_DECLS
