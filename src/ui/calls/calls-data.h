/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/call-sample.h"

G_BEGIN_DECLS

/* A request for the calls of a method in a profile, and for one of their times. */
typedef struct
{
  TvProfile *profile;
  guint32 method;
  TvCallNumber number;
  TvClock clock;
  TvCallGrouping grouping;
  TvProfile *base; /* of the base, or NULL */
} TvCallsQuestion;

/* The calls. Immutable and reference-counted. */
typedef struct
{
  TvCallsQuestion question;
  TvMethodCalls *calls;
  TvCallSample *sample;
  TvCallGroups *groups;      /* NULL without grouping */
  TvCallSample *grouped;     /* the sample by group, NULL without grouping */
  TvMethodCalls *base_calls; /* of the base, or NULL */
  TvCallSample *base;        /* of @base_calls, or NULL */
} TvCallsData;

TvCallsData *tv_calls_data_new (const TvCallsQuestion *question,
                                GCancellable *cancellable, GError **error);
TvCallsData *tv_calls_data_ref (TvCallsData *data);
void tv_calls_data_unref (TvCallsData *data);
TvCallRef tv_calls_get_original (const TvMethodCalls *calls, guint call);
guint tv_calls_data_find_original (const TvCallsData *data, TvCallRef call);

/* The times from @low up to but without @high. */
typedef struct
{
  gint64 low;
  gint64 high;
} TvCallsSpan;

#define TV_CALLS_ALL ((TvCallsSpan){ G_MININT64, G_MAXINT64 })

gboolean tv_calls_span_is_all (const TvCallsSpan *span);
gboolean tv_calls_span_equal (const TvCallsSpan *a, const TvCallsSpan *b);

/* Instead of a group: all calls, or all calls of the base. */
#define TV_CALLS_NO_GROUP G_MAXUINT
#define TV_CALLS_BASE (G_MAXUINT - 1)

void tv_calls_data_measure (const TvCallsData *data, guint group,
                            const TvCallsSpan *span, TvCallSpread *spread);

/* The columns of a list. */
typedef enum
{
  TV_CALLS_NAME,  /* of the caller, or of the group */
  TV_CALLS_COUNT, /* of groups only */
  TV_CALLS_MEAN,  /* of groups only: the mean of the chosen time */
  TV_CALLS_START,
  TV_CALLS_INCLUSIVE,
  TV_CALLS_EXCLUSIVE,
  TV_CALLS_WAITING,
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
  guint32 *calls;            /* grouped if there are groups */
  GArray *groups;            /* of TvCallsGroup; NULL without grouping */
  TvMethodSet *kept;         /* the calls in the span; NULL if all are */
  TvMethodSet *kept_of_base; /* the same of the base; NULL also without a base */
} TvCallsOrder;

TvCallsOrder *tv_calls_order_new (TvCallsData *data, const TvCallsSpan *span,
                                  TvCallsColumn column, gboolean descending,
                                  GCancellable *cancellable);
TvCallsOrder *tv_calls_order_ref (TvCallsOrder *order);
void tv_calls_order_unref (TvCallsOrder *order);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallsData, tv_calls_data_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallsOrder, tv_calls_order_unref)

G_END_DECLS
