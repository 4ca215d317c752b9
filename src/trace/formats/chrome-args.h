/* SPDX-License-Identifier: Apache-2.0 */

/* The arguments of an event of Chrome's JSON: a tree that becomes a list of paths. */

#pragma once

#include "trace/model/trace-details.h"

G_BEGIN_DECLS

typedef struct _TvChromeArgs TvChromeArgs;

TvChromeArgs *tv_chrome_args_new (void);
void tv_chrome_args_free (TvChromeArgs *self);
void tv_chrome_args_clear (TvChromeArgs *self);
void tv_chrome_args_enter (TvChromeArgs *self, gboolean is_list);
void tv_chrome_args_leave (TvChromeArgs *self);
gboolean tv_chrome_args_is_inside (const TvChromeArgs *self);
void tv_chrome_args_set_key (TvChromeArgs *self, const char *key, gsize length);
void tv_chrome_args_add_text (TvChromeArgs *self, const char *text, gsize length);
void tv_chrome_args_add_number (TvChromeArgs *self, const char *text, gsize length);
void tv_chrome_args_add_boolean (TvChromeArgs *self, gboolean value);
void tv_chrome_args_skip (TvChromeArgs *self);
gboolean tv_chrome_arg_get_number (const TvArg *arg, double *value);
const TvArg *tv_chrome_args_get (TvChromeArgs *self, guint *n);

G_END_DECLS
