/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/palette.h"
#include "draw/time-scale.h"
#include "trace/model/trace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvReadOut:
 *
 * Three lines of text over the timeline: the time under the pointer and the range in
 * view, a method with its colour and where its call is, and the numbers of the call.
 * Its size does not follow its texts, so that it may change with every movement of the
 * pointer.
 */
#define TV_TYPE_READ_OUT (tv_read_out_get_type ())

G_DECLARE_FINAL_TYPE (TvReadOut, tv_read_out, TV, READ_OUT, GtkWidget)

GtkWidget *tv_read_out_new (void);

void tv_read_out_set_time (TvReadOut *self, const char *text);
void tv_read_out_set_range (TvReadOut *self, const char *text);
void tv_read_out_set_method (TvReadOut *self, const char *text, const TvColor *color);
void tv_read_out_set_place (TvReadOut *self, const char *text);
void tv_read_out_set_numbers (TvReadOut *self, const char *text);
void tv_read_out_announce (TvReadOut *self, const char *text);

char *tv_read_out_dup_range_text (const TvTrace *trace, const TvTimeScale *scale);

G_END_DECLS
