/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/relatives-list.h"

G_DEFINE_FINAL_TYPE (TvProfileItem, tv_profile_item, G_TYPE_OBJECT)

static void
tv_profile_item_dispose (GObject *object)
{
  TvProfileItem *self = TV_PROFILE_ITEM (object);

  g_clear_object (&self->query);
  g_clear_object (&self->outline);

  G_OBJECT_CLASS (tv_profile_item_parent_class)->dispose (object);
}

static void
tv_profile_item_class_init (TvProfileItemClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_profile_item_dispose;
}

static void
tv_profile_item_init (TvProfileItem *self)
{
}

TvProfileItem *
tv_profile_item_new_method (guint32 method)
{
  TvProfileItem *self = g_object_new (TV_TYPE_PROFILE_ITEM, NULL);

  self->kind = TV_PROFILE_ITEM_METHOD;
  self->method = method;
  return self;
}

static TvProfileItem *
item_new_outlined (TvProfileItemKind kind, guint32 group, TvProfileOutline *outline)
{
  TvProfileItem *self = g_object_new (TV_TYPE_PROFILE_ITEM, NULL);
  self->kind = kind;
  self->method = TV_METHOD_NONE;
  self->index = group;
  self->outline = g_object_ref (outline);
  return self;
}

TvProfileItem *
tv_profile_item_new_sub (TvProfileItemKind kind, TvRelation relation, guint index,
                         TvRelativesQuery *query)
{
  TvProfileItem *self = g_object_new (TV_TYPE_PROFILE_ITEM, NULL);
  self->kind = kind;
  self->relation = relation;
  self->method = query->method;
  self->index = index;
  self->query = g_object_ref (query);
  return self;
}

/* Returns the path of a row. It begins with a method or a group of methods, on whatever
 * level that is. */
GArray *
tv_profile_item_list_path (gpointer item)
{
  TvProfileItem *self = item;
  TvRelativesQuery *query = self->query;
  GArray *path = g_array_new (FALSE, FALSE, sizeof (TvRowStep));
  TvRowStep step = { 0, self->kind, self->index };

  if (query == NULL)
    {
      if (self->kind == TV_PROFILE_ITEM_METHOD)
        step.index = self->method;
      g_array_append_val (path, step);
      return path;
    }
  if (self->kind == TV_PROFILE_ITEM_RELATIVE)
    step.index = tv_relatives_query_get_pair (query, self->relation, self->index)
                     .of[TV_SIDE_SHOWN]
                     .method;
  if (self->kind != TV_PROFILE_ITEM_GROUP)
    g_array_append_val (path, step);
  for (; query->parent != NULL; query = query->parent)
    g_array_prepend_val (
        path, ((TvRowStep){ 0, TV_PROFILE_ITEM_RELATIVE, query->last_method }));
  g_array_prepend_val (path, ((TvRowStep){ 0, TV_PROFILE_ITEM_GROUP, self->relation }));
  g_array_prepend_val (path, ((TvRowStep){ 0, TV_PROFILE_ITEM_METHOD, query->method }));
  for (guint i = 0; i < path->len; i++)
    g_array_index (path, TvRowStep, i).depth = i;
  return path;
}

/* The data of a list. */
typedef struct
{
  TvMethodSequence *methods; /* NULL for a level of an outline */

  TvProfileOutline *outline;
  TvProfileItemKind kind;
  const guint32 *members; /* of the outline */
  guint toplevel;         /* its position; G_MAXUINT for none */
} Level;

static void
level_free (gpointer data)
{
  Level *level = data;

  g_clear_pointer (&level->methods, tv_method_sequence_unref);
  g_clear_object (&level->outline);
  g_free (level);
}

static gpointer
make_item (gpointer data, guint position)
{
  const Level *level = data;

  if (position == level->toplevel)
    return tv_profile_item_new_method (TV_METHOD_NONE);
  if (position > level->toplevel)
    position--;
  if (level->methods != NULL)
    return tv_profile_item_new_method (
        tv_method_sequence_get (level->methods, position));
  if (level->kind == TV_PROFILE_ITEM_METHOD)
    return tv_profile_item_new_method (level->members[position]);
  return item_new_outlined (level->kind, level->members[position], level->outline);
}

static TvItemList *
list_new (const Level *level, guint n_members)
{
  TvItemList *list = tv_item_list_new (TV_TYPE_PROFILE_ITEM, make_item,
                                       g_memdup2 (level, sizeof *level), level_free);

  tv_item_list_fill (list, n_members + (level->toplevel != G_MAXUINT ? 1 : 0));
  return list;
}

TvItemList *
tv_profile_list_new_methods (TvMethodSequence *methods, guint toplevel)
{
  const Level level = { .methods = tv_method_sequence_ref (methods),
                        .kind = TV_PROFILE_ITEM_METHOD,
                        .toplevel = toplevel };

  return list_new (&level, tv_method_sequence_get_n (methods));
}

static TvItemList *
list_new_outlined (TvProfileOutline *outline, TvOutlineLevel members, guint32 owner,
                   guint toplevel)
{
  static const TvProfileItemKind kinds[]
      = { [TV_OUTLINE_CLASSES] = TV_PROFILE_ITEM_CLASS,
          [TV_OUTLINE_PACKAGES] = TV_PROFILE_ITEM_PACKAGE,
          [TV_OUTLINE_LIBRARIES] = TV_PROFILE_ITEM_LIBRARY,
          [TV_OUTLINE_METHODS] = TV_PROFILE_ITEM_METHOD };
  guint n;
  const Level level
      = { .outline = g_object_ref (outline),
          .kind = kinds[members],
          .members = tv_profile_outline_get_members (outline, members, owner, &n),
          .toplevel = toplevel };

  return list_new (&level, n);
}

TvItemList *
tv_profile_list_new_top (TvProfileOutline *outline, guint toplevel)
{
  return list_new_outlined (outline, tv_profile_outline_get_top (outline), 0, toplevel);
}

/* Lists the children of a group. */
TvItemList *
tv_profile_list_new_under (TvProfileItem *row)
{
  const TvOutlineLevel level
      = (TvOutlineLevel) tv_profile_item_kind_get_grouping (row->kind);

  return list_new_outlined (row->outline,
                            tv_profile_outline_get_below (row->outline, level),
                            row->index, G_MAXUINT);
}
