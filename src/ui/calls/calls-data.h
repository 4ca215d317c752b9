/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/call-sample.h"

G_BEGIN_DECLS

/* What is asked: the calls of a method that a profile counts, and a time of them. */
typedef struct
{
  TvProfile *profile;
  guint32 method;
  TvCallNumber number;
  TvClock clock;
  TvCallGrouping grouping;
} TvCallsQuestion;

/* The answer. Immutable and reference-counted. */
typedef struct
{
  TvCallsQuestion question;
  TvMethodCalls *calls;
  TvCallSample *sample;
  TvCallGroups *groups;  /* NULL without grouping */
  TvCallSample *grouped; /* the sample by group, NULL without */
  guint32 *members;      /* a call of each group */
} TvCallsData;

TvCallsData *tv_calls_data_new (const TvCallsQuestion *question,
                                GCancellable *cancellable, GError **error);
TvCallsData *tv_calls_data_ref (TvCallsData *data);
void tv_calls_data_unref (TvCallsData *data);
TvCallRef tv_calls_data_get_original (const TvCallsData *data, guint call);
guint tv_calls_data_find_original (const TvCallsData *data, TvCallRef call);

/* The times from `low` up to below `high`. */
typedef struct
{
  gint64 low;
  gint64 high;
} TvCallsSpan;

#define TV_CALLS_ALL ((TvCallsSpan){ G_MININT64, G_MAXINT64 })

gboolean tv_calls_span_is_all (const TvCallsSpan *span);
gboolean tv_calls_span_equal (const TvCallsSpan *a, const TvCallsSpan *b);

/* What the rows of a list are sorted by: its columns, the widest last. */
typedef enum
{
  TV_CALLS_SORT_NAME, /* of the caller, or of the group */
  TV_CALLS_SORT_START,
  TV_CALLS_SORT_INCLUSIVE,
  TV_CALLS_SORT_EXCLUSIVE,
  TV_CALLS_SORT_WAITING,
  TV_CALLS_SORT_COUNT, /* of groups alone */
  TV_CALLS_SORT_MEAN,  /* likewise */
  TV_CALLS_SORT_THREAD
} TvCallsSort;

/* A group of a list, with the sums of its calls. */
typedef struct
{
  guint group;
  guint rank;  /* the place of its first call among all that are sorted */
  guint first; /* the same with the calls of each group together */
  guint n;
  gint64 start; /* of the first one */
  gint64 inclusive;
  gint64 exclusive;
  gint64 waiting;
  double mean; /* of the time that is asked for */
} TvCallsGroup;

/* Calls in the order of a list. Immutable and reference-counted. */
typedef struct
{
  TvCallsData *data;
  TvCallsSpan span;
  TvCallsSort sort;
  gboolean descending;
  guint n;
  guint32 *order;    /* the calls; by group where there are groups */
  GArray *groups;    /* of TvCallsGroup; NULL without grouping */
  TvMethodSet *kept; /* NULL while all calls are */
} TvCallsOrder;

TvCallsOrder *tv_calls_order_new (TvCallsData *data, const TvCallsSpan *span,
                                  TvCallsSort sort, gboolean descending);
TvCallsOrder *tv_calls_order_ref (TvCallsOrder *order);
void tv_calls_order_unref (TvCallsOrder *order);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallsData, tv_calls_data_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallsOrder, tv_calls_order_unref)

G_END_DECLS
