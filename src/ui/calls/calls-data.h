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
  TvProfile *base; /* what it is compared with, NULL for nothing */
} TvCallsQuestion;

/* The answer. Immutable and reference-counted. */
typedef struct
{
  TvCallsQuestion question;
  TvMethodCalls *calls;
  TvCallSample *sample;
  TvCallGroups *groups;      /* NULL without grouping */
  TvCallSample *grouped;     /* the sample by group, NULL without */
  TvMethodCalls *base_calls; /* those of the base, NULL without */
  TvCallSample *base;        /* of these */
} TvCallsData;

TvCallsData *tv_calls_data_new (const TvCallsQuestion *question,
                                GCancellable *cancellable, GError **error);
TvCallsData *tv_calls_data_ref (TvCallsData *data);
void tv_calls_data_unref (TvCallsData *data);
TvCallRef tv_calls_get_original (const TvMethodCalls *calls, guint call);
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

/* All calls, and not those of a group; all calls of the base. */
#define TV_CALLS_NO_GROUP G_MAXUINT
#define TV_CALLS_BASE (G_MAXUINT - 1)

void tv_calls_data_measure (const TvCallsData *data, guint group,
                            const TvCallsSpan *span, TvCallSpread *spread);

/* The columns of a list. */
typedef enum
{
  TV_CALLS_NAME, /* of the caller, or of the group */
  TV_CALLS_START,
  TV_CALLS_INCLUSIVE,
  TV_CALLS_EXCLUSIVE,
  TV_CALLS_WAITING,
  TV_CALLS_COUNT, /* of groups alone */
  TV_CALLS_MEAN,  /* likewise: of the time that is asked for */
  TV_CALLS_THREAD,
  TV_CALLS_N_COLUMNS
} TvCallsColumn;

gint64 tv_calls_data_get_number (const TvCallsData *data, guint call,
                                 TvCallsColumn column);

/* A group of a list. */
typedef struct
{
  guint group;
  guint first; /* place of its first call */
  guint n;
  double numbers[TV_CALLS_N_COLUMNS];
} TvCallsGroup;

/* Calls in the order of a list. Immutable and reference-counted. */
typedef struct
{
  TvCallsData *data;
  TvCallsSpan span;
  TvCallsColumn column;
  gboolean descending;
  guint n;
  guint32 *calls;            /* by group where there are groups */
  GArray *groups;            /* of TvCallsGroup; NULL without grouping */
  TvMethodSet *kept;         /* NULL while all calls are */
  TvMethodSet *kept_of_base; /* likewise, or without a base */
} TvCallsOrder;

TvCallsOrder *tv_calls_order_new (TvCallsData *data, const TvCallsSpan *span,
                                  TvCallsColumn column, gboolean descending,
                                  GCancellable *cancellable);
TvCallsOrder *tv_calls_order_ref (TvCallsOrder *order);
void tv_calls_order_unref (TvCallsOrder *order);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallsData, tv_calls_data_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallsOrder, tv_calls_order_unref)

G_END_DECLS
