/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/method-lookup.h"

#include "analysis/sums/ranking.h"

#include <string.h>

/* How well a method matches a name, the best last. */
typedef enum
{
  FIT_NOT,
  FIT_ENDING,
  FIT_NAME,
  FIT_ALL
} Fit;

typedef struct
{
  const char *text;      /* as given */
  char *name;            /* with dots between packages, without the signature */
  const char *signature; /* empty if none was given */
} Pattern;

static void
pattern_init (Pattern *pattern, const char *text)
{
  const gsize length = strcspn (text, " (:");

  pattern->text = text;
  pattern->name = g_strdelimit (g_strndup (text, length), "/", '.');
  pattern->signature = text + length + strspn (text + length, " :");
}

/* The return type of a signature may be left out. */
static gboolean
fits_signature (const Pattern *pattern, const TvMethod *method)
{
  return pattern->signature[0] == '\0'
         || g_str_equal (method->signature, pattern->signature)
         || (g_str_has_suffix (pattern->signature, ")")
             && g_str_has_prefix (method->signature, pattern->signature));
}

/* Whether @name ends with @end, starting at a package, a class, an inner
 * class or the method. */
static gboolean
ends_with (const GString *name, const char *end)
{
  const gsize length = strlen (end);

  return length > 0 && name->len > length && g_str_has_suffix (name->str, end)
         && strchr (".$", name->str[name->len - length - 1]) != NULL;
}

static Fit
find_fit (const Pattern *pattern, const TvMethod *method, GString *name)
{
  g_string_truncate (name, 0);
  tv_method_append_display_name (name, method);
  if (g_str_equal (name->str, pattern->text)
      || (!method->named && g_str_equal (method->name, pattern->text)))
    return FIT_ALL;
  if (!method->named || !fits_signature (pattern, method))
    return FIT_NOT;
  if (method->signature[0] != '\0')
    g_string_truncate (name, name->len - strlen (method->signature) - 1);
  if (g_str_equal (name->str, pattern->name))
    return FIT_NAME;
  return ends_with (name, pattern->name) ? FIT_ENDING : FIT_NOT;
}

static GArray *
find_best (const TvTrace *trace, const char *text, Fit *best)
{
  g_autoptr (GString) name = g_string_new (NULL);
  GArray *methods = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint n = tv_trace_get_n_methods (trace);
  Pattern pattern;

  *best = FIT_ENDING;
  pattern_init (&pattern, text);
  for (guint32 i = 0; i < n; i++)
    {
      const Fit fit = find_fit (&pattern, tv_trace_get_method (trace, i), name);

      if (fit > *best)
        {
          *best = fit;
          g_array_set_size (methods, 0);
        }
      if (fit == *best)
        g_array_append_val (methods, i);
    }
  g_free (pattern.name);
  return methods;
}

/* Returns the methods whose name contains the text, ignoring case. */
static GArray *
find_like (const TvTrace *trace, const char *text)
{
  g_autofree char *pattern = g_regex_escape_string (text, -1);
  GArray *methods = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GRegex) regex = NULL;
  g_autoptr (TvMethodSet) set = NULL;
  TvMethodFilter filter = { 0 };

  if (*text != '\0' && g_utf8_validate (text, -1, NULL))
    regex = g_regex_new (pattern, G_REGEX_CASELESS, G_REGEX_MATCH_DEFAULT, NULL);
  filter.name = regex;
  set = tv_method_set_new_matching (trace, &filter);
  for (guint32 i = 0; set != NULL && i < tv_trace_get_n_methods (trace); i++)
    if (tv_method_set_contains (set, i))
      g_array_append_val (methods, i);
  return methods;
}

/* Drops methods that were not called: a table may have every method of an app, and
 * these should not make a name ambiguous. */
static void
keep_called (const TvTrace *trace, GArray *methods)
{
  g_autofree gboolean *called
      = g_new0 (gboolean, MAX (tv_trace_get_n_methods (trace), 1));
  guint n = 0;

  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      const TvCalls calls = tv_trace_get_calls (trace, thread);

      for (gsize i = 0; i < calls.n; i++)
        called[tv_calls_method (&calls, i)] = TRUE;
    }
  for (guint i = 0; i < methods->len; i++)
    if (called[g_array_index (methods, guint32, i)])
      g_array_index (methods, guint32, n++) = g_array_index (methods, guint32, i);
  if (n > 0)
    g_array_set_size (methods, n);
}

/* Lists the methods by name, only one of those that differ in nothing but their
 * signatures. */
static GArray *
list_names (const TvTrace *trace, const GArray *methods)
{
  GArray *names = g_array_sized_new (FALSE, FALSE, sizeof (guint32), methods->len);
  guint n = 0;

  g_array_append_vals (names, methods->data, methods->len);
  tv_methods_sort_by_name (trace, (guint32 *) (gpointer) names->data, names->len);
  for (guint i = 0; i < names->len; i++)
    {
      const guint32 index = g_array_index (names, guint32, i);
      const TvMethod *method = tv_trace_get_method (trace, index);
      const TvMethod *last
          = n > 0 ? tv_trace_get_method (trace, g_array_index (names, guint32, n - 1))
                  : NULL;

      if (last == NULL || !g_str_equal (last->name, method->name)
          || !g_str_equal (last->class_name, method->class_name))
        g_array_index (names, guint32, n++) = index;
    }
  g_array_set_size (names, n);
  return names;
}

static TvMethodSet *
make_set (const TvTrace *trace, const GArray *methods)
{
  const guint n = tv_trace_get_n_methods (trace);
  guint64 *words = g_new0 (guint64, n / 64 + 1);

  for (guint i = 0; i < methods->len; i++)
    {
      const guint32 method = g_array_index (methods, guint32, i);

      words[method / 64] |= G_GUINT64_CONSTANT (1) << method % 64;
    }
  return tv_method_set_new (words, n);
}

/**
 * tv_method_set_new_named:
 * @trace: a trace
 * @name: `Class.method`, or the last part of it from a package, a class or the method
 * on, or the id of a method without a name; the signature may follow
 * @candidates: (out) (element-type guint32): methods that @name may mean, by name, one
 *   of each that differ only in their signatures; at most one if a method was found
 *
 * Finds the method that a user means. Its overloads count as one method unless @name
 * has a signature. A whole name wins over the last part of one, and methods that were
 * called win over others. If nothing matches, the names of @candidates contain @name,
 * ignoring case.
 *
 * Returns: (transfer full) (nullable): the method and its overloads, %NULL if @name
 *   matches several methods or none
 */
TvMethodSet *
tv_method_set_new_named (const TvTrace *trace, const char *name, GArray **candidates)
{
  g_autoptr (GArray) methods = NULL;
  Fit fit;

  g_return_val_if_fail (trace != NULL && name != NULL && candidates != NULL, NULL);

  methods = find_best (trace, name, &fit);
  *candidates = list_names (trace, methods);
  if ((*candidates)->len > 1 && fit == FIT_ENDING)
    {
      g_array_unref (*candidates);
      keep_called (trace, methods);
      *candidates = list_names (trace, methods);
    }
  if ((*candidates)->len == 1 || fit > FIT_ENDING)
    return make_set (trace, methods);
  if ((*candidates)->len == 0)
    {
      g_autoptr (GArray) like = find_like (trace, name);

      g_array_unref (*candidates);
      *candidates = list_names (trace, like);
    }
  return NULL;
}
