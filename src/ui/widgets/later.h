/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvLater:
 *
 * A delayed action. The owner keeps it in a field, which is %NULL while none is
 * pending; the functions set and clear it. The owner must call tv_later_cancel() before
 * it is freed. All functions belong to the main thread.
 */
typedef struct _TvLater TvLater;

/**
 * tv_later_add:
 * @field: the owner's field. A pending action in it is cancelled first
 * @milliseconds: the delay
 * @function: the action; the field is %NULL when it is called
 * @data: passed to @function
 *
 * Runs a function once, after a delay.
 */
#define tv_later_add(field, milliseconds, function, data)                              \
  tv_later_add_named ((field), (milliseconds), (function), (data), #function)

void tv_later_add_named (TvLater **field, guint milliseconds, GSourceOnceFunc function,
                         gpointer data, const char *name);
void tv_later_cancel (TvLater **field);

gint64 tv_later_get_time (void);
void tv_later_set_clock (gboolean runs);
gboolean tv_later_skip (void);
char *tv_later_dup_names (void);

G_END_DECLS
