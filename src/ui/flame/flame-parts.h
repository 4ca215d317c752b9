/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/text/name-text.h"
#include "draw/palette.h"
#include "ui/flame/flame-question.h"
#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The scrollable frames. It knows the frame under the pointer, and the current frame
 * for keys, which is selected in the session.
 *
 * Signals: "described" when tv_flame_picture_get_described() has changed, "opened"
 * (guint frame) when the user opens a frame. */
#define TV_TYPE_FLAME_PICTURE (tv_flame_picture_get_type ())

G_DECLARE_FINAL_TYPE (TvFlamePicture, tv_flame_picture, TV, FLAME_PICTURE, GtkWidget)

GtkWidget *tv_flame_picture_new (void);
void tv_flame_picture_set_session (TvFlamePicture *self, TvTraceSession *session);
void tv_flame_picture_set_answer (TvFlamePicture *self, TvFlameAnswer *answer);
void tv_flame_picture_set_options (TvFlamePicture *self, gboolean icicle,
                                   gboolean by_share);
const TvDrawColors *tv_flame_picture_get_colors (TvFlamePicture *self);

guint32 tv_flame_picture_get_current (TvFlamePicture *self);
guint32 tv_flame_picture_get_described (TvFlamePicture *self);
void tv_flame_picture_select (TvFlamePicture *self, guint32 frame);
guint32 tv_flame_picture_find (TvFlamePicture *self, double x, double y);
gboolean tv_flame_picture_get_area (TvFlamePicture *self, guint32 frame,
                                    graphene_rect_t *area);

/* The frames that keys, the search and the selection go to; TV_FRAME_NONE for none. */

guint32 tv_flame_find_selected (const TvFlameLayout *layout, TvTraceSession *session);
guint32 tv_flame_find_widest_callee (const TvFlameLayout *layout, guint32 frame);
guint32 tv_flame_find_beside (const TvFlameLayout *layout, guint32 frame, int step,
                              gint64 least_time);
guint32 tv_flame_find_narrower (const TvFlameLayout *layout, guint32 frame);
guint32 tv_flame_find_wider (const TvFlameLayout *layout);
GArray *tv_flame_list_hits (const TvFlameLayout *layout, TvMethodSet *hits,
                            guint32 current, guint *n_before);

/* The description of a frame: its name, and its numbers in one line. */

TvNameText *tv_flame_make_name (const TvFlameAnswer *answer, guint32 frame);
char *tv_flame_dup_numbers (const TvFlameAnswer *answer, TvTraceSession *session,
                            guint32 frame);
char *tv_flame_dup_legend (const TvFlameAnswer *answer, TvTraceSession *session,
                           gboolean by_share, const TvDrawColors *colors);

G_END_DECLS
