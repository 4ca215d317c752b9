/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/thread-range.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The target of a link: a call, or a method if the call's thread is TV_THREAD_NONE */
typedef struct
{
  TvCallRef call;
  guint32 method;
} TvSideTarget;

typedef void (*TvSideFollow) (gpointer data, const TvSideTarget *target);

/* A heading and rows of names with one or two values. Rows are written from first to
 * last; their widgets are reused, so that they keep the focus. */
typedef struct _TvSideSection TvSideSection;

TvSideSection *tv_side_section_new (GtkBox *box, TvSideFollow follow, gpointer data);
void tv_side_section_free (TvSideSection *self);

void tv_side_section_begin (TvSideSection *self, const char *heading);
void tv_side_section_explain (TvSideSection *self, const char *tooltip);
void tv_side_section_add (TvSideSection *self, const char *name, const char *value,
                          const char *second);
void tv_side_section_add_text (TvSideSection *self, const char *name, const char *text);
void tv_side_section_add_link (TvSideSection *self, const TvMethod *method,
                               const TvSideTarget *target, const char *value,
                               const char *second);
void tv_side_section_end (TvSideSection *self);

void tv_side_section_append_to (const TvSideSection *self, GString *text);

G_END_DECLS
