/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/proxy-methods.h"

#include "trace/model/trace-storage.h"
#include "trace/model/trace.h"

/* What a method was seen to call. */
#define CALLS_INVOKE 1
#define CALLS_OTHERS 2

static gboolean
is_proxy_invoke (const TvMethod *method)
{
  return method->named && g_str_equal (method->name, "invoke")
         && (g_str_equal (method->class_name, "java.lang.reflect.Proxy")
             || g_str_equal (method->class_name, "java/lang/reflect/Proxy"));
}

static void
note_children (const TvCalls *calls, const GArray *methods, const guint8 *invokes,
               guint8 *signs)
{
  for (gsize i = 0; i < calls->n; i++)
    {
      guint32 caller;

      if (calls->parent[i] == TV_CALL_NONE)
        continue;
      caller = tv_calls_method (calls, calls->parent[i]);
      if (G_UNLIKELY (!g_array_index (methods, TvMethod, caller).named))
        signs[caller]
            |= invokes[tv_calls_method (calls, i)] ? CALLS_INVOKE : CALLS_OTHERS;
    }
}

/* Marks the methods without a name whose every call is one of Proxy.invoke: ART of 2015
 * to 2022 lists no names for methods of dynamic proxies, and such a method does nothing
 * else. Walks over the calls only if the trace has both. */
void
tv_trace_mark_proxies (TvTrace *trace)
{
  GArray *methods = trace->methods;
  g_autofree guint8 *invokes = g_malloc0 (MAX (methods->len, 1));
  g_autofree guint8 *signs = g_malloc0 (MAX (methods->len, 1));
  gboolean any_invoke = FALSE;
  gboolean any_unnamed = FALSE;

  for (guint i = 0; i < methods->len; i++)
    {
      const TvMethod *method = &g_array_index (methods, TvMethod, i);

      invokes[i] = is_proxy_invoke (method);
      any_invoke |= invokes[i];
      any_unnamed |= !method->named;
    }
  if (!any_invoke || !any_unnamed)
    return;
  for (guint thread = 0; thread < trace->n_threads; thread++)
    {
      TvCalls calls = tv_trace_get_calls (trace, thread);

      note_children (&calls, methods, invokes, signs);
    }
  for (guint i = 0; i < methods->len; i++)
    if (signs[i] == CALLS_INVOKE)
      g_array_index (methods, TvMethod, i).is_proxy = TRUE;
}
