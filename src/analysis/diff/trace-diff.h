/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvDiffSide:
 * @TV_DIFF_OLD: the trace that is compared with
 * @TV_DIFF_NEW: the trace that is compared
 *
 * One of the two traces of a comparison.
 */
typedef enum
{
  TV_DIFF_OLD,
  TV_DIFF_NEW
} TvDiffSide;

#define TV_N_DIFF_SIDES 2

/**
 * TvDiffTotals:
 * @calls: all calls, recursive ones too
 * @inclusive: nanoseconds by #TvClock; recursion counts once
 * @exclusive: nanoseconds by #TvClock without callees
 * @waiting: wall nanoseconds of @exclusive off the CPU
 *
 * What a method took in one of the traces.
 */
typedef struct
{
  guint64 calls;
  gint64 inclusive[TV_N_CLOCKS];
  gint64 exclusive[TV_N_CLOCKS];
  gint64 waiting;
} TvDiffTotals;

/**
 * TvDiffRow:
 * @name: for people: class, name and signature
 * @class_name: class as the file writes it, or `(unknown)`
 * @method_name: name of the method, empty for those that no table names
 * @signature: JVM descriptor, may be empty
 * @of: what it took, by #TvDiffSide; without calls in a trace that has none of it
 *
 * A method that was called in at least one of the traces.
 */
typedef struct
{
  char *name;
  const char *class_name;
  const char *method_name;
  const char *signature;
  TvDiffTotals of[TV_N_DIFF_SIDES];
} TvDiffRow;

/**
 * TvTraceDiff:
 *
 * The methods of two traces side by side. They are the same where class, name and
 * signature are, whichever way the class is written: not by ids, which are others in
 * every run, nor by source files, which move. Ids that no table names mean nothing in
 * another trace: all of them are one row, and so are the proxies that stand for the
 * same method of an interface.
 *
 * Immutable: any thread may read it.
 */
typedef struct _TvTraceDiff TvTraceDiff;

TvTraceDiff *tv_trace_diff_new (TvProfile *old_profile, TvProfile *new_profile,
                                const GRegex *filter, gboolean exact);
void tv_trace_diff_free (TvTraceDiff *diff);

guint tv_trace_diff_get_n (const TvTraceDiff *diff);
const TvDiffRow *tv_trace_diff_get_row (const TvTraceDiff *diff, guint row);
gboolean tv_trace_diff_has_clock (const TvTraceDiff *diff, TvClock clock);
gboolean tv_trace_diff_has_waits (const TvTraceDiff *diff);
gint64 tv_trace_diff_get_total (const TvTraceDiff *diff, TvDiffSide side,
                                TvClock clock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTraceDiff, tv_trace_diff_free)

G_END_DECLS
