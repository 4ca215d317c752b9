/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/method-filter.h"

#define WORD_BITS 64

/**
 * tv_method_filter_new:
 * @trace: a trace
 * @regex: a regular expression
 *
 * Finds the methods whose tv_method_dup_display_name() matches somewhere.
 *
 * Returns: (transfer full): them
 */
TvMethodSet *
tv_method_filter_new (const TvTrace *trace, const GRegex *regex)
{
  g_autoptr (GString) name = g_string_new (NULL);
  guint n;
  guint64 *words;

  g_return_val_if_fail (trace != NULL && regex != NULL, NULL);

  n = tv_trace_get_n_methods (trace);
  words = g_new0 (guint64, n / WORD_BITS + 1);
  for (guint i = 0; i < n; i++)
    {
      g_string_truncate (name, 0);
      tv_method_append_display_name (name, tv_trace_get_method (trace, i));
      if (g_regex_match (regex, name->str, G_REGEX_MATCH_DEFAULT, NULL))
        words[i / WORD_BITS] |= G_GUINT64_CONSTANT (1) << i % WORD_BITS;
    }
  return tv_method_set_new (words, n);
}

/**
 * tv_method_filter_new_optional:
 * @trace: a trace
 * @regex: (nullable): a regular expression
 *
 * Does what tv_method_filter_new() does where there is something to match.
 *
 * Returns: (transfer full) (nullable): the methods that match, %NULL without @regex
 */
TvMethodSet *
tv_method_filter_new_optional (const TvTrace *trace, const GRegex *regex)
{
  return regex != NULL ? tv_method_filter_new (trace, regex) : NULL;
}
