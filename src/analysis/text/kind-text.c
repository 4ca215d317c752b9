/* SPDX-License-Identifier: Apache-2.0 */

/* Texts about calls of methods, and what they are where a trace has something else. */

#include "config.h"

#include "analysis/text/kind-text.h"

#include "trace/model/trace-samples.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* A text of each kind, %NULL where that of calls will do. */
typedef const char *Texts[TV_TRACE_KIND_SAMPLES + 1];

static const Texts texts[] = {
  /* Views, headings and titles */
  { N_ ("Methods"), N_ ("Names"), NULL },
  { N_ ("Calls"), N_ ("Slices"), NULL },
  { N_ ("Callers & Callees"), N_ ("Parents & Children"), NULL },
  { N_ ("Calls+Recur"), N_ ("Slices+Recur"), NULL },
  { N_ ("Recursive Calls"), N_ ("Recursive Slices"), NULL },
  { N_ ("Of All Calls"), N_ ("Of All Slices"), NULL },
  { N_ ("CPU/Call"), N_ ("CPU/Slice"), NULL },
  { N_ ("Real/Call"), N_ ("Real/Slice"), NULL },
  { N_ ("First Call"), N_ ("First Slice"), NULL },
  { N_ ("Longest Call"), N_ ("Longest Slice"), NULL },
  { N_ ("Shortest Call"), N_ ("Shortest Slice"), NULL },
  { N_ ("Base Calls"), N_ ("Base Slices"), NULL },
  { N_ ("Δ Calls"), N_ ("Δ Slices"), NULL },
  { N_ ("Caller"), N_ ("Parent"), NULL },
  { N_ ("This Call"), N_ ("This Slice"), NULL },
  { N_ ("Callers"), N_ ("Parents"), NULL },
  { N_ ("Callees"), N_ ("Children"), NULL },
  { N_ ("Without Calls"), N_ ("Without Slices"), N_ ("Without Samples") },
  { N_ ("By Caller"), N_ ("By Parent"), NULL },
  { N_ ("By Call Path"), N_ ("By Path"), NULL },
  { N_ ("In calls: %s"), N_ ("In slices: %s"), NULL },
  { N_ ("%s of its caller"), N_ ("%s of its parent"), NULL },
  { N_ ("Find methods"), N_ ("Find names"), NULL },
  { N_ ("Find Methods"), N_ ("Find Names"), NULL },
  { N_ ("Back to the Previous Method"), N_ ("Back to the Previous Name"), NULL },
  { N_ ("Forward to the Next Method"), N_ ("Forward to the Next Name"), NULL },
  { N_ ("%s, open row %u of %u, outer calls folded"),
    N_ ("%s, open row %u of %u, outer slices folded"), NULL },

  /* Reports */
  { N_ ("Method"), N_ ("Name"), NULL },
  { N_ ("In Methods"), N_ ("In Slices"), N_ ("Weight") },
  { N_ ("Calls Old"), N_ ("Slices Old"), NULL },
  { N_ ("Calls: %u"), N_ ("Slices: %u"), NULL },
  { N_ ("Calls: %u, of which recursive: %u"), N_ ("Slices: %u, of which recursive: %u"),
    NULL },
  { N_ ("Calls of %s in %s"), N_ ("Slices of %s in %s"), NULL },
  { N_ ("Callers of %s in %s"), N_ ("Parents of %s in %s"), NULL },
  { N_ ("Callees of %s in %s"), N_ ("Children of %s in %s"), NULL },
  { N_ ("All methods: %s, now %s (%s, %s)"), N_ ("All names: %s, now %s (%s, %s)"),
    NULL },
  { N_ ("Methods: %u, of which new: %u, gone: %u, not listed: %u"),
    N_ ("Names: %u, of which new: %u, gone: %u, not listed: %u"), NULL },
  { N_ ("Percentages of the time in the method"),
    N_ ("Percentages of the time in the slices of the name"), NULL },
  { N_ ("Nested calls of the method are counted, and their time counts once"),
    N_ ("Nested slices of the name are counted, and their time counts once"), NULL },
  { N_ ("There is no method “%s” in the file"),
    N_ ("There is no name “%s” in the file"), NULL },
  { N_ ("“%s” does not name a single method; it could be %s"),
    N_ ("“%s” is the name of several kinds of slices; it could be %s"), NULL },
  { N_ ("“%s” does not name a single method; it could be %s or one of %u others"),
    N_ ("“%s” is the name of several kinds of slices; it could be %s or one of %u "
        "others"),
    NULL },

  /* Menus */
  { N_ ("_Methods"), N_ ("Na_mes"), NULL },
  { N_ ("_Calls"), N_ ("_Slices"), NULL },
  { N_ ("C_allers & Callees"), N_ ("P_arents & Children"), NULL },
  { N_ ("_Find Methods"), N_ ("_Find Names"), NULL },
  { N_ ("_Zoom to Call"), N_ ("_Zoom to Slice"), NULL },
  { N_ ("Pre_vious Method"), N_ ("Pre_vious Name"), NULL },
  { N_ ("Ne_xt Method"), N_ ("Ne_xt Name"), NULL },
  { N_ ("_Call"), N_ ("_Slice"), NULL },
  { N_ ("_Next Call of Method"), N_ ("_Next Slice of Name"), NULL },
  { N_ ("_Previous Call of Method"), N_ ("_Previous Slice of Name"), NULL },
  { N_ ("_Caller"), N_ ("Par_ent"), NULL },
  { N_ ("_First Callee"), N_ ("_First Child"), NULL },
  { N_ ("Select Call’s _Extent"), N_ ("Select Slice’s _Extent"), NULL },
  { N_ ("Call _Charts"), N_ ("Slice _Charts"), NULL },
  { N_ ("Fold or Unfold _Outer Calls"), N_ ("Fold or Unfold _Outer Slices"), NULL },
  { N_ ("_Next Call"), N_ ("_Next Slice"), NULL },
  { N_ ("_Previous Call"), N_ ("_Previous Slice"), NULL },
  { N_ ("Show Ca_llers"), N_ ("Show Pa_rents"), NULL },
  { N_ ("_Go to Caller"), N_ ("_Go to Parent"), NULL },
  { N_ ("Show Longest Call in _Timeline"), N_ ("Show Longest Slice in _Timeline"),
    NULL },
  { N_ ("_Keep These Calls"), N_ ("_Keep These Slices"), NULL },
  { N_ ("_Merge Method"), N_ ("_Merge Name"), NULL },
  { N_ ("_Focus on Method"), N_ ("_Focus on Name"), NULL },
  { N_ ("_Drop Method"), N_ ("_Drop Name"), NULL },
  { N_ ("Collapse _Library"), N_ ("Collapse Cate_gory"), NULL },
  { N_ ("_Library"), N_ ("Cate_gory"), NULL },
  { N_ ("By Libr_ary"), N_ ("By Cate_gory"), NULL },
  { N_ ("(no library)"), N_ ("(no category)"), NULL },

  /* Sentences */
  { N_ ("Click a call in the timeline or a method in the table to see where its time "
        "went."),
    N_ ("Click a slice in the timeline or a name in the table to see where its time "
        "went."),
    NULL },
  { N_ ("Drag to zoom, click to select a call, arrow keys to move"),
    N_ ("Drag to zoom, click to select a slice, arrow keys to move"), NULL },
  { N_ ("Transforms leave no calls in this range of time and these threads."),
    N_ ("Transforms leave no slices in this range of time and these threads."), NULL },
  { N_ ("There are no calls in this range of time and these threads."),
    N_ ("There are no slices in this range of time and these threads."), NULL },
  { N_ ("Select a method to see its callers and callees."),
    N_ ("Select a name to see its parents and children."), NULL },
  { N_ ("Transforms leave no call of the selected method in this range of time and "
        "these threads."),
    N_ ("Transforms leave no slice of the selected name in this range of time and "
        "these "
        "threads."),
    NULL },
  { N_ ("The selected method is not called in this range of time and these threads."),
    N_ ("There is no slice of the selected name in this range of time and these "
        "threads."),
    NULL },
  { N_ ("The selected method is called only in the base."),
    N_ ("There are slices of the selected name only in the base."), NULL },
  { N_ ("Select a method to see its calls."), N_ ("Select a name to see its slices."),
    NULL },
  { N_ ("Adding up calls…"), N_ ("Adding up slices…"), NULL },
  { N_ ("Listing calls…"), N_ ("Listing slices…"), NULL },
  { N_ ("Nothing was called here."), N_ ("There are no slices here."), NULL },

  /* Tooltips */
  { N_ ("All calls of the method; nested time counts once"),
    N_ ("All slices of the name; nested time counts once"), NULL },
  { N_ ("The count includes all calls, and the exclusive time is their own time; the "
        "total counts nested time once"),
    N_ ("The count includes all slices, and the exclusive time is their own time; the "
        "total counts nested time once"),
    NULL },
  { N_ ("What all calls of the method took themselves"),
    N_ ("What all slices of the name took themselves"), NULL },
  { N_ ("Nested calls are counted here, and their time counts once"),
    N_ ("Nested slices are counted here, and their time counts once"), NULL },
  { N_ ("All calls, nested ones included"), N_ ("All slices, nested ones included"),
    NULL },
  { N_ ("Time of all calls; nested time counts once"),
    N_ ("Time of all slices; nested time counts once"), NULL },
  { N_ ("The total, divided by the number of calls"),
    N_ ("The total, divided by the number of slices"), NULL },
  { N_ ("The mean of what each call took, nested calls included"),
    N_ ("The mean of what each slice took, nested slices included"), NULL },
  { N_ ("What called the method, or what calls have in common"),
    N_ ("What the slice is in, or what slices have in common"), NULL },
  { N_ ("When the call began"), N_ ("When the slice began"), NULL },
  { N_ ("Time of the call with its callees; in a group, nested time counts once"),
    N_ ("Time of the slice with its children; in a group, nested time counts once"),
    NULL },
  { N_ ("Time of the call without its callees"),
    N_ ("Time of the slice without its children"), NULL },
  { N_ ("Number of calls of the group"), N_ ("Number of slices of the group"), NULL },
  { N_ ("The time of the group, divided by its calls"),
    N_ ("The time of the group, divided by its slices"), NULL },
  { N_ ("The thread of the call"), N_ ("The thread of the slice"), NULL },
  { N_ ("Rank and name of the method"), N_ ("Rank and name of the slices"), NULL },
  { N_ ("Share of total CPU time, callees included"),
    N_ ("Share of total CPU time, children included"), NULL },
  { N_ ("CPU time, callees included; nested calls count once"),
    N_ ("CPU time, children included; nested slices count once"), NULL },
  { N_ ("Share of total CPU time, callees excluded"),
    N_ ("Share of total CPU time, children excluded"), NULL },
  { N_ ("CPU time of all calls, callees excluded"),
    N_ ("CPU time of all slices, children excluded"), NULL },
  { N_ ("Share of total real time, callees included"),
    N_ ("Share of total real time, children included"), NULL },
  { N_ ("Real time, callees included; nested calls count once"),
    N_ ("Real time, children included; nested slices count once"), NULL },
  { N_ ("Share of total real time, callees excluded"),
    N_ ("Share of total real time, children excluded"), NULL },
  { N_ ("Real time of all calls, callees excluded"),
    N_ ("Real time of all slices, children excluded"), NULL },
  { N_ ("Share of total real time spent off the CPU, callees excluded"),
    N_ ("Share of total real time spent off the CPU, children excluded"), NULL },
  { N_ ("Time spent off the CPU, callees excluded"),
    N_ ("Time spent off the CPU, children excluded"), NULL },
  { N_ ("Inclusive CPU time, divided by all calls"),
    N_ ("Inclusive CPU time, divided by all slices"), NULL },
  { N_ ("Inclusive real time, divided by all calls"),
    N_ ("Inclusive real time, divided by all slices"), NULL },
  { N_ ("Start of the first call"), N_ ("Start of the first slice"), NULL },
  { N_ ("Inclusive time of the longest call, on the ranking clock"),
    N_ ("Inclusive time of the longest slice, on the ranking clock"), NULL },
  { N_ ("Inclusive time of the shortest call, on the ranking clock"),
    N_ ("Inclusive time of the shortest slice, on the ranking clock"), NULL },
};

/**
 * tv_kind_text:
 * @trace: (nullable): a trace, %NULL for the words of calls
 * @text: a text about calls of methods, marked to be translated
 *
 * Says the same of what the trace has: slices are no calls, and have names rather than
 * methods.
 *
 * Returns: (transfer none): the text of the trace's kind, translated; @text itself
 *   translated where that will do
 */
const char *
tv_kind_text (const TvTrace *trace, const char *text)
{
  const TvTraceKind kind
      = trace != NULL ? tv_trace_get_info (trace)->kind : TV_TRACE_KIND_CALLS;

  for (guint i = 0; kind != TV_TRACE_KIND_CALLS && i < G_N_ELEMENTS (texts); i++)
    if (g_str_equal (texts[i][TV_TRACE_KIND_CALLS], text) && texts[i][kind] != NULL)
      return _ (texts[i][kind]);
  return _ (text);
}

/**
 * tv_kind_dup_refusal:
 * @trace: a trace that does not hold calls
 * @what: a command or an option that is about calls
 *
 * Returns: (transfer full): a sentence that says why there is no answer
 */
char *
tv_kind_dup_refusal (const TvTrace *trace, const char *what)
{
  if (tv_trace_has_samples (trace))
    return g_strdup_printf (
        _ ("This trace has samples, which do not tell single calls of methods, which "
           "“%s” is about"),
        what);
  return g_strdup_printf (
      _ ("This trace has slices and no calls of methods, which “%s” is about"), what);
}

/**
 * tv_kind_dup_count:
 * @trace: a trace
 * @n: a number of its calls
 *
 * Returns: (transfer full): the number with what is counted, such as "3 calls"
 */
char *
tv_kind_dup_count (const TvTrace *trace, guint64 n)
{
  const gulong number = (gulong) MIN (n, G_MAXULONG);

  switch (tv_trace_get_info (trace)->kind)
    {
    case TV_TRACE_KIND_SLICES:
      return g_strdup_printf (
          ngettext ("%'" PRIu64 " slice", "%'" PRIu64 " slices", number), n);
    case TV_TRACE_KIND_CALLS:
    case TV_TRACE_KIND_SAMPLES:
    default:
      return g_strdup_printf (
          ngettext ("%'" PRIu64 " call", "%'" PRIu64 " calls", number), n);
    }
}
