/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/method-lookup.h"

#include "analysis/sums/ranking.h"

#include <string.h>

/* How well a method fits a name, the best last. */
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
} Wanted;

static void
wanted_init (Wanted *wanted, const char *text)
{
  const gsize length = strcspn (text, " (:");

  wanted->text = text;
  wanted->name = g_strdelimit (g_strndup (text, length), "/", '.');
  wanted->signature = text + length + strspn (text + length, " :");
}

/* What a signature returns may be left out. */
static gboolean
fits_signature (const Wanted *wanted, const TvMethod *method)
{
  return wanted->signature[0] == '\0'
         || g_str_equal (method->signature, wanted->signature)
         || (g_str_has_suffix (wanted->signature, ")")
             && g_str_has_prefix (method->signature, wanted->signature));
}

/* Returns whether @name ends with the one that is wanted, from a package, a class, an
 * inner class or the method on. */
static gboolean
ends_with (const GString *name, const char *wanted)
{
  const gsize length = strlen (wanted);

  return length > 0 && name->len > length && g_str_has_suffix (name->str, wanted)
         && strchr (".$", name->str[name->len - length - 1]) != NULL;
}

static Fit
find_fit (const Wanted *wanted, const TvMethod *method, GString *name)
{
  g_string_truncate (name, 0);
  tv_method_append_display_name (name, method);
  if (g_str_equal (name->str, wanted->text)
      || (!method->named && g_str_equal (method->name, wanted->text)))
    return FIT_ALL;
  if (!method->named || !fits_signature (wanted, method))
    return FIT_NOT;
  if (method->signature[0] != '\0')
    g_string_truncate (name, name->len - strlen (method->signature) - 1);
  if (g_str_equal (name->str, wanted->name))
    return FIT_NAME;
  return ends_with (name, wanted->name) ? FIT_ENDING : FIT_NOT;
}

/* Finds the methods that fit best. */
static GArray *
find_best (const TvTrace *trace, const char *text, Fit *best)
{
  g_autoptr (GString) name = g_string_new (NULL);
  GArray *methods = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint n = tv_trace_get_n_methods (trace);
  Wanted wanted;

  *best = FIT_ENDING;
  wanted_init (&wanted, text);
  for (guint32 i = 0; i < n; i++)
    {
      const Fit fit = find_fit (&wanted, tv_trace_get_method (trace, i), name);

      if (fit > *best)
        {
          *best = fit;
          g_array_set_size (methods, 0);
        }
      if (fit == *best)
        g_array_append_val (methods, i);
    }
  g_free (wanted.name);
  return methods;
}

/* Finds the methods whose name contains the text in any case. */
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

/* A table may have every method of an app: those that were not called don't make a name
 * ambiguous. */
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

/* Returns the methods by name, one of those that differ in their signatures alone. */
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
 * @name: `Class.method`, an end of it that begins with the name of a package, a class
 *   or the method, or the id of a method without a name; behind it may be the signature
 * @candidates: (out) (element-type guint32): methods that @name may have meant, by
 *   name, without those that differ in their signatures alone; not several if a method
 *   was found
 *
 * Finds the method that a person means. Its overloads are one method, unless @name has
 * a signature. A whole name goes before an end of one, and an end of the name of one
 * method that was called is not that of others that were not. If nothing fits,
 * @candidates contain @name in any case.
 *
 * Returns: (transfer full) (nullable): the method and its overloads, %NULL if @name is
 *   that of several methods or none
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
