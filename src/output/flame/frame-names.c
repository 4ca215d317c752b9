/* SPDX-License-Identifier: Apache-2.0 */

#include "output/flame/frame-names.h"

#include "trace/model/string-pool.h"

#include <string.h>

struct _TvFrameNames
{
  TvStringPool *pool;
  GHashTable *by_name; /* text of the pool to the first method that has it */
  const char **texts;  /* by method, texts of the pool */
  guint32 *same;
};

/* A signature follows its method without a space, which would end a frame in some
 * formats, and has none. */
static void
set_name (GString *text, const TvMethod *method, gboolean signatures)
{
  TvMethod plain = *method;

  g_string_truncate (text, 0);
  plain.signature = "";
  tv_method_append_display_name (text, &plain);
  if (method->proxy_name != NULL && !signatures)
    {
      /* The method that a proxy stands for has its signature in its name. */
      const char *signature = strstr (text->str, " (");

      if (signature != NULL)
        g_string_truncate (text, (gsize) (signature - text->str));
    }
  for (const char *p = method->signature; method->named && signatures && *p != '\0';
       p++)
    if (*p != ' ')
      g_string_append_c (text, *p);
  if (text->len == 0)
    g_string_append_c (text, '?');
}

/**
 * tv_frame_names_new:
 * @trace: a trace
 * @signatures: whether overloaded methods are told apart by their signatures
 *
 * Takes time and memory for each method.
 *
 * Returns: (transfer full): the names of its methods
 */
TvFrameNames *
tv_frame_names_new (const TvTrace *trace, gboolean signatures)
{
  TvFrameNames *names = g_new0 (TvFrameNames, 1);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;

  g_return_val_if_fail (trace != NULL, NULL);

  n = tv_trace_get_n_methods (trace);
  names->pool = tv_string_pool_new ();
  names->by_name = g_hash_table_new (NULL, NULL);
  names->texts = g_new (const char *, MAX (n, 1));
  names->same = g_new (guint32, MAX (n, 1));
  for (guint32 method = 0; method < n; method++)
    {
      gpointer first;

      set_name (text, tv_trace_get_method (trace, method), signatures);
      names->texts[method] = tv_string_pool_add (names->pool, text->str);
      names->same[method] = method;
      if (g_hash_table_lookup_extended (names->by_name, names->texts[method], NULL,
                                        &first))
        names->same[method] = GPOINTER_TO_UINT (first);
      else
        g_hash_table_insert (names->by_name, (gpointer) names->texts[method],
                             GUINT_TO_POINTER (method));
    }
  return names;
}

void
tv_frame_names_free (TvFrameNames *names)
{
  if (names == NULL)
    return;
  g_hash_table_unref (names->by_name);
  tv_string_pool_free (names->pool);
  g_free (names->texts);
  g_free (names->same);
  g_free (names);
}

/**
 * tv_frame_names_get:
 * @names: names
 * @method: index of a method
 *
 * Returns: (transfer none): `package.Class.method`, with the signature behind it if
 *   overloaded methods are told apart; never empty
 */
const char *
tv_frame_names_get (const TvFrameNames *names, guint32 method)
{
  g_return_val_if_fail (names != NULL, NULL);

  return names->texts[method];
}

/**
 * tv_frame_names_get_same:
 * @names: names
 *
 * Returns: (transfer none) (array): by method, the first that has the same name
 */
const guint32 *
tv_frame_names_get_same (const TvFrameNames *names)
{
  g_return_val_if_fail (names != NULL, NULL);

  return names->same;
}

/**
 * tv_frame_names_find:
 * @names: names
 * @name: the name of a method of another trace
 *
 * Returns: the first method of that name, %TV_METHOD_NONE if there is none
 */
guint32
tv_frame_names_find (const TvFrameNames *names, const char *name)
{
  gpointer first;

  g_return_val_if_fail (names != NULL && name != NULL, TV_METHOD_NONE);

  if (!g_hash_table_lookup_extended (
          names->by_name, tv_string_pool_add (names->pool, name), NULL, &first))
    return TV_METHOD_NONE;
  return GPOINTER_TO_UINT (first);
}
