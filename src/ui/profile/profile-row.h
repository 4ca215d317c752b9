/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/relatives/relatives.h"

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * TvProfileRowKind:
 * @TV_PROFILE_ROW_METHOD: a method, at the top level or in a class
 * @TV_PROFILE_ROW_CLASS: a class with its methods, at the top level or in a package
 * @TV_PROFILE_ROW_PACKAGE: a package with its classes
 * @TV_PROFILE_ROW_GROUP: the heading of one #TvRelation under a method
 * @TV_PROFILE_ROW_RELATIVE: a caller or callee in a group
 * @TV_PROFILE_ROW_SELF: the method's own time, among its callees
 * @TV_PROFILE_ROW_WAIT: the method's waiting, among its callees
 *
 * What a row of the profile panel stands for.
 */
typedef enum
{
  TV_PROFILE_ROW_METHOD,
  TV_PROFILE_ROW_CLASS,
  TV_PROFILE_ROW_PACKAGE,
  TV_PROFILE_ROW_GROUP,
  TV_PROFILE_ROW_RELATIVE,
  TV_PROFILE_ROW_SELF,
  TV_PROFILE_ROW_WAIT
} TvProfileRowKind;

/**
 * TvProfileRow:
 *
 * A row of the profile panel, made when a list asks for it: which row it is, not what
 * it shows. At the top level it is a method, or a place in an order of methods.
 */
#define TV_TYPE_PROFILE_ROW (tv_profile_row_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileRow, tv_profile_row, TV, PROFILE_ROW, GObject)

TvProfileRow *tv_profile_row_new_method (guint32 method);
TvProfileRow *tv_profile_row_new_place (gpointer methods, guint place);
TvProfileRow *tv_profile_row_new_outlined (TvProfileRowKind kind, guint32 group,
                                           gpointer outline);
TvProfileRow *tv_profile_row_new_sub (TvProfileRowKind kind, guint32 method,
                                      TvRelation relation, guint index, gpointer owner);

TvProfileRowKind tv_profile_row_get_kind (TvProfileRow *self);
gboolean tv_profile_row_is_sub (TvProfileRow *self);
guint32 tv_profile_row_get_method (TvProfileRow *self);
TvRelation tv_profile_row_get_relation (TvProfileRow *self);
guint tv_profile_row_get_index (TvProfileRow *self);
gpointer tv_profile_row_get_owner (TvProfileRow *self);

G_END_DECLS
