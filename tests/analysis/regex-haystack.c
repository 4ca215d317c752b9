/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/regex-haystack.h"

#include <check.h>

/* Expressions that take forever are not waited for. */
#define LIMIT "(*LIMIT_MATCH=100000)"

/* Not of what the search does: an escape says nothing of case. */
static gboolean
has_capital (const char *regex)
{
  g_autoptr (GRegex) escapes
      = g_regex_new ("\\\\(?:[pPxk]\\{[^}]*\\}|.)|\\(\\*\\w+\\)", 0, 0, NULL);
  g_autofree char *plain = g_regex_replace (escapes, regex, -1, 0, "", 0, NULL);
  g_autofree char *lower = g_utf8_strdown (plain, -1);

  return !g_str_has_prefix (regex, "(?i)") && !g_str_equal (lower, plain);
}

/**
 * tv_haystack_fill:
 * @haystack: an empty one
 * @writer: (transfer none): methods
 *
 * Takes the names of methods.
 */
void
tv_haystack_fill (TvHaystack *haystack, TvTraceWriter *writer)
{
  g_autoptr (GError) error = NULL;

  haystack->trace = tv_test_load (writer);
  haystack->text = tv_name_text_new (haystack->trace, NULL, &error);
  ck_assert_msg (haystack->text != NULL, "%s", error != NULL ? error->message : "");
  haystack->full = g_ptr_array_new_with_free_func (g_free);
  haystack->classes = g_ptr_array_new_with_free_func (g_free);
  for (guint32 i = 0; i < tv_trace_get_n_methods (haystack->trace); i++)
    {
      const TvMethod *method = tv_trace_get_method (haystack->trace, i);

      g_ptr_array_add (haystack->full, tv_method_dup_display_name (method));
      g_ptr_array_add (haystack->classes, g_strdup (method->class_name));
    }
}

/**
 * tv_haystack_clear:
 * @haystack: names
 *
 * Frees what is in @haystack.
 */
void
tv_haystack_clear (TvHaystack *haystack)
{
  g_clear_pointer (&haystack->text, tv_name_text_unref);
  g_clear_pointer (&haystack->trace, tv_trace_unref);
  g_clear_pointer (&haystack->full, g_ptr_array_unref);
  g_clear_pointer (&haystack->classes, g_ptr_array_unref);
}

static void
compare_hits (TvHaystack *haystack, const GPtrArray *names, const TvMethodSet *set,
              GRegex *regex)
{
  for (guint32 i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autoptr (GError) error = NULL;
      const gboolean expected
          = g_regex_match_full (regex, name, -1, 0, 0, NULL, &error);

      if (error == NULL)
        ck_assert_msg (tv_method_set_contains (set, i) == expected,
                       "%s: \"%s\" %s found", g_regex_get_pattern (regex), name,
                       expected ? "is not" : "is");
      haystack->n_unknown += error != NULL;
      haystack->n_hits += expected;
    }
}

/**
 * tv_haystack_check:
 * @haystack: names
 * @query: an expression
 * @class_only: whether to look in classes alone
 *
 * Asserts that a search finds the same as #GRegex does in one name after the other,
 * unless the search says that it takes too long.
 *
 * Returns: %FALSE if the expression has an error, by both
 */
gboolean
tv_haystack_check (TvHaystack *haystack, const char *query, gboolean class_only)
{
  const GRegexCompileFlags flags = has_capital (query) ? 0 : G_REGEX_CASELESS;
  g_autofree char *limited = g_strconcat (LIMIT, query, NULL);
  g_autoptr (GRegex) regex = g_regex_new (limited, flags, 0, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvNamePattern) pattern
      = tv_name_pattern_new (query, TV_NAME_MATCH_REGEX, class_only, &error);
  g_autoptr (TvMethodSet) set = NULL;

  if (regex == NULL)
    {
      ck_assert_ptr_null (pattern);
      return FALSE;
    }
  ck_assert_msg (pattern != NULL, "%s: %s", query, error != NULL ? error->message : "");
  set = tv_name_search (haystack->text, pattern, NULL, &error);
  if (set != NULL)
    compare_hits (haystack, class_only ? haystack->classes : haystack->full, set,
                  regex);
  else
    ck_assert_msg (g_error_matches (error, G_REGEX_ERROR, G_REGEX_ERROR_MATCH), "%s",
                   query);
  haystack->n_unanswered += set == NULL;
  return TRUE;
}
