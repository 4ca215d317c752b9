/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/transforms.h"

#include "analysis/sums/method-groups.h"
#include "trace/transform/transform.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *option;
  TvTransformKind kind;
} kinds[] = {
  { "merge", TV_TRANSFORM_MERGE },
  { "focus", TV_TRANSFORM_FOCUS },
  { "focus-subtree", TV_TRANSFORM_FOCUS_SUBTREE },
  { "collapse-package", TV_TRANSFORM_COLLAPSE_PACKAGE },
  { "collapse-recursion", TV_TRANSFORM_COLLAPSE_RECURSION },
  { "drop", TV_TRANSFORM_DROP },
};

static TvTransformKind
find_kind (const char *option)
{
  guint i = 0;

  while (i + 1 < G_N_ELEMENTS (kinds) && !g_str_equal (kinds[i].option, option))
    i++;
  return kinds[i].kind;
}

/* Returns the methods of a name. The old trace of a comparison may have none. */
static GArray *
list_methods (const TvCommandLine *line, const TvTrace *trace, const char *name,
              char **sentence)
{
  g_autoptr (TvMethodSet) set = tv_method_find_named (trace, name, sentence);
  GArray *methods;

  if (set == NULL && !line->is_old)
    return NULL;
  g_clear_pointer (sentence, g_free);
  methods = g_array_sized_new (FALSE, FALSE, sizeof (guint32), 1);
  for (guint32 i = 0; set != NULL && i < tv_trace_get_n_methods (trace); i++)
    if (tv_method_set_contains (set, i))
      g_array_append_val (methods, i);
  return methods;
}

static TvTransform *
make_subtree (const TvCommandLine *line, const TvTrace *trace, const char *path,
              char **sentence)
{
  g_auto (GStrv) names = g_strsplit (path, ";", -1);
  g_autoptr (GPtrArray) steps
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; names[i] != NULL; i++)
    {
      GArray *step = list_methods (line, trace, names[i], sentence);

      if (step == NULL)
        return NULL;
      g_ptr_array_add (steps, step);
    }
  if (steps->len > 0)
    return tv_transform_new_subtree (TV_THREAD_NONE,
                                     (const GArray *const *) steps->pdata, steps->len);
  *sentence = g_strdup (_ ("The path of --focus-subtree is empty"));
  return NULL;
}

static TvTransform *
make_transform (const TvCommandLine *line, const TvTrace *trace, const char *option,
                const char *value, char **sentence)
{
  const TvTransformKind kind = find_kind (option);
  g_autoptr (GArray) methods = NULL;

  if (kind == TV_TRANSFORM_FOCUS_SUBTREE)
    return make_subtree (line, trace, value, sentence);
  if (kind == TV_TRANSFORM_COLLAPSE_RECURSION && g_str_equal (value, "*"))
    return tv_transform_new (kind, NULL, 0);
  if (kind != TV_TRANSFORM_COLLAPSE_PACKAGE)
    {
      methods = list_methods (line, trace, value, sentence);
      return methods != NULL ? tv_transform_new (
                 kind, (const guint32 *) (gpointer) methods->data, methods->len)
                             : NULL;
    }
  methods = tv_trace_list_package_methods (trace, value);
  if (methods->len > 0)
    return tv_transform_new_package (value, (const guint32 *) (gpointer) methods->data,
                                     methods->len);
  if (line->is_old)
    return tv_transform_new (TV_TRANSFORM_MERGE, &(guint32){ 0 }, 0);
  *sentence = g_strdup_printf (_ ("There is no package “%s” in the file"), value);
  return NULL;
}

/* Applies the transforms of a command line to a trace, which it takes. Each finds its
 * methods among those that the one before has left. Errors are reported. */
TvTrace *
tv_transforms_apply (const TvCommandLine *line, const char *file, TvTrace *trace)
{
  for (guint i = 0; line->transforms != NULL && i < line->transforms->len; i += 2)
    {
      const char *option = line->transforms->pdata[i];
      const char *value = line->transforms->pdata[i + 1];
      g_autofree char *sentence = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) before = trace;
      g_autoptr (TvTransform) transform
          = make_transform (line, before, option, value, &sentence);

      trace = transform != NULL ? tv_trace_new_transformed (
                  before, transform, line->memory_limit, NULL, &error)
                                : NULL;
      if (trace == NULL)
        {
          tv_report_file_error (file, sentence != NULL ? sentence : error->message);
          return NULL;
        }
    }
  return trace;
}
