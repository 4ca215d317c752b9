/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/sidebar/call-survey.h"

#include "analysis/lookup/call-query.h"
#include "trace/model/memory-budget.h"
#include "trace/transform/transform.h"

/* The most memory to list a call, while the list grows, and to sort it */
#define BYTES_PER_CALL 96

TvSurveyQuestion *
tv_survey_question_new (TvProfile *profile, guint32 method, TvCallRef call,
                        TvCallPath *path, TvClock clock)
{
  TvSurveyQuestion *question = g_new0 (TvSurveyQuestion, 1);

  *question
      = (TvSurveyQuestion){ tv_profile_ref (profile), method, call,
                            path != NULL ? tv_call_path_ref (path) : NULL, clock };
  return question;
}

void
tv_survey_question_free (TvSurveyQuestion *question)
{
  tv_profile_unref (question->profile);
  g_clear_pointer (&question->path, tv_call_path_unref);
  g_free (question);
}

/* Whether there is memory for all calls of the method. */
static gboolean
can_list (const TvSurveyQuestion *question)
{
  const TvMethodTotals *totals
      = tv_profile_get_totals (question->profile, question->method);
  TvMemoryBudget budget;

  tv_memory_budget_init (&budget, 0);
  return tv_memory_budget_check (&budget, totals->calls * BYTES_PER_CALL, NULL);
}

static gboolean
measure_calls (TvSurvey *survey, const TvSurveyQuestion *question,
               GCancellable *cancellable, GError **error)
{
  TvTrace *trace = tv_profile_get_trace (question->profile);
  g_autoptr (TvMethodSet) methods = tv_method_set_new_single (trace, question->method);
  g_autoptr (TvMethodCalls) calls = tv_method_calls_new (
      trace, tv_profile_get_range (question->profile), methods, cancellable, error);

  if (calls == NULL)
    return FALSE;
  tv_method_calls_measure (calls, TV_CALL_NUMBER_INCLUSIVE, question->clock,
                           &survey->spread);
  survey->has_spread = TRUE;
  return TRUE;
}

static gboolean
measure_path (TvSurvey *survey, const TvSurveyQuestion *question,
              GCancellable *cancellable, GError **error)
{
  const TvCallTreeLimits limits
      = { .clock = question->clock,
          .per_thread = question->path->thread != TV_THREAD_NONE };
  g_autoptr (TvCallTree) tree = tv_call_tree_new_closed (
      tv_profile_get_trace (question->profile),
      tv_profile_get_range (question->profile), &limits, cancellable, error);
  gboolean found;
  guint32 node;

  if (tree == NULL
      || !tv_call_tree_grow_path (tree, question->path, &node, &found, cancellable,
                                  error))
    return FALSE;
  if (found)
    survey->path = *tv_call_tree_get_node (tree, node);
  return TRUE;
}

/* Adds the calls that the callers of a method do not account for: those as a root. */
static void
add_toplevel (GArray *callers, TvCallTreeNode rest, TvClock clock)
{
  guint place = 0;

  rest.method = TV_METHOD_NONE;
  for (guint i = 0; i < callers->len; i++)
    {
      const TvCallTreeNode *caller = &g_array_index (callers, TvCallTreeNode, i);

      rest.calls -= caller->calls;
      for (guint j = 0; j < TV_N_CLOCKS; j++)
        rest.inclusive[j] -= caller->inclusive[j];
    }
  while (place < callers->len
         && g_array_index (callers, TvCallTreeNode, place).inclusive[clock]
                > rest.inclusive[clock])
    place++;
  if (rest.calls > 0)
    g_array_insert_val (callers, place, rest);
}

/* Lists the callers or the callees of all calls of the method, like the view Callers
 * and Callees. Returns NULL with @error set if it was cancelled. */
static GArray *
list_relatives (const TvSurveyQuestion *question, gboolean upward,
                GCancellable *cancellable, GError **error)
{
  TvTrace *trace = tv_profile_get_trace (question->profile);
  g_autoptr (TvMethodSet) from = tv_method_set_new_single (trace, question->method);
  const TvCallTreeLimits limits = {
    .bottom_up = upward, .nested = !upward, .clock = question->clock, .from = from
  };
  const TvCallTreeGrowth growth = { .max_depth = 2, .complete = TRUE };
  g_autoptr (TvCallTree) tree = tv_call_tree_new_closed (
      trace, tv_profile_get_range (question->profile), &limits, cancellable, error);
  GArray *relatives;
  guint32 method;
  guint32 first;
  guint n;

  if (tree == NULL
      || !tv_call_tree_grow (tree, TV_NODE_NONE, &growth, cancellable, error))
    return NULL;
  relatives = g_array_new (FALSE, FALSE, sizeof (TvCallTreeNode));
  first = tv_call_tree_get_children (tree, TV_NODE_NONE, &n);
  if (n == 0)
    return relatives;
  method = tv_call_tree_get_children (tree, first, &n);
  first = tv_call_tree_get_children (tree, method, &n);
  for (guint i = 0; i < n; i++)
    g_array_append_vals (relatives, tv_call_tree_get_node (tree, first + i), 1);
  if (upward)
    add_toplevel (relatives, *tv_call_tree_get_node (tree, method), question->clock);
  return relatives;
}

static gboolean
survey_call (TvSurvey *survey, const TvSurveyQuestion *question,
             GCancellable *cancellable, GError **error)
{
  const TvTrace *trace
      = tv_trace_get_original (tv_profile_get_trace (question->profile));
  g_autoptr (GError) wait_error = NULL;

  survey->shares
      = tv_call_share_out (trace, question->call, question->clock, cancellable, error);
  if (survey->shares == NULL)
    return FALSE;
  survey->waits = tv_call_waits_new (trace, question->call, cancellable, &wait_error);
  if (wait_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&wait_error));
  return FALSE;
}

static gboolean
survey_method (TvSurvey *survey, const TvSurveyQuestion *question,
               GCancellable *cancellable, GError **error)
{
  survey->callers = list_relatives (question, TRUE, cancellable, error);
  if (survey->callers != NULL)
    survey->callees = list_relatives (question, FALSE, cancellable, error);
  return survey->callees != NULL;
}

/* Surveys a call and a method. Returns NULL with @error set if it was cancelled. */
TvSurvey *
tv_survey_new (const TvSurveyQuestion *question, GCancellable *cancellable,
               GError **error)
{
  g_autoptr (TvSurvey) survey = g_new0 (TvSurvey, 1);

  if (!(question->call.thread != TV_THREAD_NONE
            ? survey_call (survey, question, cancellable, error)
            : survey_method (survey, question, cancellable, error)))
    return NULL;
  if (question->path != NULL && !measure_path (survey, question, cancellable, error))
    return NULL;
  if (can_list (question) && !measure_calls (survey, question, cancellable, error))
    return NULL;
  return g_steal_pointer (&survey);
}

void
tv_survey_free (TvSurvey *survey)
{
  if (survey == NULL)
    return;
  g_clear_pointer (&survey->shares, g_array_unref);
  g_clear_pointer (&survey->waits, tv_call_waits_free);
  g_clear_pointer (&survey->callers, g_array_unref);
  g_clear_pointer (&survey->callees, g_array_unref);
  g_free (survey);
}
