/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/session/transform-text.h"

#include "analysis/text/kind-text.h"
#include "analysis/text/name-text.h"

#include <glib/gi18n-lib.h>

#define LIBRARY "transform.collapse-library"

/* Returns the name of the package or library that a transform collapses, or NULL. */
static char *
dup_group (const TvTransform *transform)
{
  if (transform->group == NULL)
    return NULL;
  if (transform->kind == TV_TRANSFORM_COLLAPSE_LIBRARY)
    return g_path_get_basename (transform->group);
  return g_strconcat (transform->group, *transform->group != '\0' ? ".*" : "*", NULL);
}

/* After a group was collapsed, it is a method of the transformed trace. */
static char *
dup_name (TvTraceSession *session, guint index, guint32 method)
{
  GPtrArray *transforms = tv_trace_session_get_transforms (session);
  g_autoptr (TvNameText) text = NULL;

  for (guint i = index; i-- > 0;)
    {
      g_autofree char *group = dup_group (transforms->pdata[i]);
      guint n;

      if (group != NULL
          && *tv_transform_get_step (transforms->pdata[i], 0, &n) == method)
        return g_steal_pointer (&group);
    }
  text = tv_name_text_new (
      tv_trace_get_method (tv_trace_session_get_trace (session), method));
  return tv_name_text_dup_short (text);
}

/**
 * tv_transform_dup_text:
 * @session: a session
 * @index: number of one of its transforms
 *
 * Returns: (transfer full): a short description
 */
char *
tv_transform_dup_text (TvTraceSession *session, guint index)
{
  GPtrArray *transforms = tv_trace_session_get_transforms (session);
  const TvTransform *transform;
  g_autofree char *name = NULL;
  g_autofree char *group = NULL;
  guint n_steps;

  g_return_val_if_fail (transforms != NULL && index < transforms->len, NULL);

  transform = transforms->pdata[index];
  n_steps = transform->steps->len;
  group = dup_group (transform);
  if (n_steps > 0)
    {
      guint n;

      name = dup_name (session, index,
                       *tv_transform_get_step (transform, n_steps - 1, &n));
    }
  switch (transform->kind)
    {
    case TV_TRANSFORM_FOCUS:
      return g_strdup_printf (_ ("Focus: %s"), name);
    case TV_TRANSFORM_FOCUS_SUBTREE:
      return g_strdup_printf (_ ("Focus on Subtree: %s"), name);
    case TV_TRANSFORM_COLLAPSE_PACKAGE:
      return g_strdup_printf (_ ("Collapse: %s.*"), transform->group);
    case TV_TRANSFORM_COLLAPSE_LIBRARY:
      return g_strdup_printf (_ ("Collapse: %s"), group);
    case TV_TRANSFORM_COLLAPSE_RECURSION:
      return g_strdup_printf (_ ("Collapse Recursion: %s"), name);
    case TV_TRANSFORM_DROP:
      return g_strdup_printf (_ ("Drop: %s"), name);
    case TV_TRANSFORM_MERGE:
    default:
      return g_strdup_printf (_ ("Merge: %s"), name);
    }
}

/**
 * tv_transforms_dup_note:
 * @session: a session
 *
 * Returns: (transfer full) (nullable): a line that lists the transforms, %NULL if there
 *   are none
 */
char *
tv_transforms_dup_note (TvTraceSession *session)
{
  GPtrArray *transforms = tv_trace_session_get_transforms (session);
  g_autoptr (GString) text = NULL;

  if (transforms == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < transforms->len; i++)
    {
      g_autofree char *step = tv_transform_dup_text (session, i);

      g_string_append_printf (text, i > 0 ? ", %s" : "%s", step);
    }
  /* Translators: changes such as “Focus: Foo.bar, Drop: Bar.baz” */
  return g_strdup_printf (_ ("Stacks changed by %s"), text->str);
}

/**
 * tv_transform_menu_new:
 * @trace: what is shown
 *
 * Makes the menu that transforms the selected method or path, for the menus of the
 * views. All views have its actions, see #TvTransformBar.
 *
 * Returns: (transfer full): the items
 */
GMenuModel *
tv_transform_menu_new (const TvTrace *trace)
{
  static const struct
  {
    const char *label;
    const char *action;
  } items[] = {
    { N_ ("_Merge Method"), "transform.merge" },
    { N_ ("_Focus on Method"), "transform.focus" },
    { N_ ("Focus on _Subtree"), "transform.focus-subtree" },
    { N_ ("Collapse _Package"), "transform.collapse-package" },
    { N_ ("Collapse _Library"), LIBRARY },
    { N_ ("Collapse _Recursion"), "transform.collapse-recursion" },
    { N_ ("_Drop Method"), "transform.drop" },
    { N_ ("_Undo Last"), "transform.undo" },
  };
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    if (!g_str_equal (items[i].action, LIBRARY)
        || tv_grouping_exists (TV_GROUPING_LIBRARY, trace))
      g_menu_append (menu, tv_kind_text (trace, items[i].label), items[i].action);
  return G_MENU_MODEL (menu);
}
