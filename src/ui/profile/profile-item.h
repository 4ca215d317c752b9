/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/relatives.h"
#include "analysis/sums/method-set.h"
#include "ui/profile/profile-order.h"
#include "ui/table/row-tree.h"

G_BEGIN_DECLS

/**
 * TvProfileItemKind:
 * @TV_PROFILE_ITEM_METHOD: a method, at the top level or in a class; %TV_METHOD_NONE
 *   for `(toplevel)`, which calls the roots of all threads
 * @TV_PROFILE_ITEM_CLASS: a class with its methods, at the top level or in a package
 * @TV_PROFILE_ITEM_PACKAGE: a package with its classes
 * @TV_PROFILE_ITEM_LIBRARY: a library with its methods
 * @TV_PROFILE_ITEM_GROUP: the heading of one #TvRelation under a method
 * @TV_PROFILE_ITEM_RELATIVE: a caller or callee in a group
 * @TV_PROFILE_ITEM_SELF: the method's own time, among its callees
 * @TV_PROFILE_ITEM_WAIT: the method's waiting, among its callees
 *
 * The kind of a row of the profile panel. Classes, packages and libraries are in the
 * order of #TvGrouping.
 */
typedef enum
{
  TV_PROFILE_ITEM_METHOD,
  TV_PROFILE_ITEM_CLASS,
  TV_PROFILE_ITEM_PACKAGE,
  TV_PROFILE_ITEM_LIBRARY,
  TV_PROFILE_ITEM_GROUP,
  TV_PROFILE_ITEM_RELATIVE,
  TV_PROFILE_ITEM_SELF,
  TV_PROFILE_ITEM_WAIT
} TvProfileItemKind;

/**
 * TvProfileItem:
 *
 * An item of the lists behind the profile panel, made on demand. It identifies a row,
 * does not contain its texts, and never changes.
 */
#define TV_TYPE_PROFILE_ITEM (tv_profile_item_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileItem, tv_profile_item, TV, PROFILE_ITEM, GObject)

typedef struct _TvRelativesQuery TvRelativesQuery;

struct _TvProfileItem
{
  GObject parent_instance;

  TvProfileItemKind kind;
  TvRelation relation;
  guint32 method;            /* the method or its parent; TV_METHOD_NONE for a group */
  guint32 index;             /* of the relative in @query, or of the group of methods */
  TvRelativesQuery *query;   /* of a row below a method */
  TvProfileOutline *outline; /* of a group of methods */
};

/* Whether rows of a kind are groups of methods. */
static inline gboolean
tv_profile_item_kind_is_group (guint kind)
{
  return kind >= TV_PROFILE_ITEM_CLASS && kind <= TV_PROFILE_ITEM_LIBRARY;
}

/* What the methods of such a row have in common. */
static inline TvGrouping
tv_profile_item_kind_get_grouping (guint kind)
{
  return (TvGrouping) (kind - TV_PROFILE_ITEM_CLASS);
}

TvProfileItem *tv_profile_item_new_method (guint32 method);
TvProfileItem *tv_profile_item_new_sub (TvProfileItemKind kind, TvRelation relation,
                                        guint index, TvRelativesQuery *query);

GArray *tv_profile_item_list_path (gpointer item);

/* Levels of the profile as lists of #TvProfileItem: the methods in their order, or the
 * top of a #TvProfileOutline, both with `(toplevel)` unless its position is %G_MAXUINT;
 * the classes of a package; the methods of a class or library. They never change, so
 * any thread may read them. */
TvItemList *tv_profile_list_new_methods (TvMethodSequence *methods, guint toplevel);
TvItemList *tv_profile_list_new_top (TvProfileOutline *outline, guint toplevel);
TvItemList *tv_profile_list_new_under (TvProfileItem *row);

G_END_DECLS
