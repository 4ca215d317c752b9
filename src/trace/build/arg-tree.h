/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/input/text-value.h"
#include "trace/model/trace-details.h"

G_BEGIN_DECLS

/**
 * TvArgTree:
 *
 * Collects the arguments of an event: values in lists and objects, which become one
 * list of arguments whose keys are paths, such as `args.list[2].name`.
 */
typedef struct _TvArgTree TvArgTree;

TvArgTree *tv_arg_tree_new (const char *root);
void tv_arg_tree_free (TvArgTree *self);
void tv_arg_tree_clear (TvArgTree *self);
void tv_arg_tree_enter (TvArgTree *self, gboolean is_list);
void tv_arg_tree_leave (TvArgTree *self);
gboolean tv_arg_tree_is_inside (const TvArgTree *self);
void tv_arg_tree_set_path (TvArgTree *self, const char *path);
void tv_arg_tree_set_key (TvArgTree *self, const char *key, gsize length);
void tv_arg_tree_add_text (TvArgTree *self, const char *text, gsize length);
void tv_arg_tree_add_boolean (TvArgTree *self, gboolean value);
void tv_arg_tree_add_value (TvArgTree *self, TvArgType type, guint64 bits);
void tv_arg_tree_add_real (TvArgTree *self, double value);
void tv_arg_tree_add_json (TvArgTree *self, const char *text, gsize length);
void tv_arg_tree_add_text_value (TvArgTree *self, const TvTextValue *value);
gboolean tv_arg_get_number (const TvArg *arg, double *value);
const TvArg *tv_arg_tree_get (TvArgTree *self, guint *n);

G_END_DECLS
