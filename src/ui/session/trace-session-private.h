/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-match.h"
#include "ui/widgets/job.h"

G_BEGIN_DECLS

/* Nanoseconds on the timeline's axis. */
typedef struct
{
  gint64 start;
  gint64 end;
} TvAxisRange;

/* A request for the profile and the ranking. */
typedef struct
{
  TvTrace *trace; /* with the requested names */
  TvClock clock;  /* of the ranking */
  gboolean in_range;
  TvAxisRange range;     /* if @in_range */
  TvThreadSet *threads;  /* NULL for all */
  GPtrArray *transforms; /* of TvTransform; NULL for none; never changed */
  gboolean lengths;      /* whether calls are measured too */
} TvProfileRequest;

/* A request for the heaviest path. */
typedef struct
{
  TvProfile *profile; /* NULL for nothing */
  guint32 method;
  TvClock clock;
} TvHeaviestQuestion;

/* The sums of one request. */
typedef struct
{
  TvProfile *whole;
  TvRanking *whole_ranking;
  TvProfile *profile;     /* of the scope, may be @whole */
  TvRanking *ranking;     /* of @profile; NULL if it is @whole_ranking */
  TvCallLengths *lengths; /* of @profile; NULL if not requested */
} TvSessionSums;

struct _TvTraceSession
{
  GObject parent_instance;

  TvTrace *trace;
  TvCallStacks *stacks;
  TvTimeUnit time_unit;

  TvTraceMatch *match;      /* NULL unless the file was reloaded */
  TvTraceSession *compared; /* the session whose base this is, borrowed; or NULL */
  TvTraceSession *base;     /* or NULL */
  gboolean by_share;        /* whether shares of both are to be compared */
  gboolean own_scale;       /* whether its view is not that of the base */
  gboolean changes_scale;   /* now: the views do not follow one another */
  guint32 *base_threads;    /* by thread: the thread of the base */
  GHashTable
      *base_transforms; /* TvTransform with a thread to TvTransform of the base */

  TvSelection selection;
  TvHeaviestQuestion heaviest_asked; /* the last question, perhaps still unanswered */
  TvCallPath *heaviest_path;         /* NULL while it is unknown */
  TvJob *heaviest_job;
  TvCallRef pointed_call;

  TvMethodSet *method_filter; /* NULL if all are listed */
  TvPackageFilter *packages;  /* NULL if none are hidden */

  TvAxisRange widest;
  TvAxisRange view;

  gboolean has_mark[TV_N_MARKS];
  gint64 marks[TV_N_MARKS];
  TvNotes *notes;
  GPtrArray *event_rows; /* of TvEventRow */

  /* session-range.c */
  gboolean has_range;
  TvAxisRange range;
  GArray *entered;     /* TvAxisRange, each inside the one before */
  TvAxisRange counted; /* the range whose calls were counted last, or empty */
  guint64 n_counted;

  /* session-profile.c */
  TvProfileRequest asked;
  TvProfileRequest answered;
  TvSessionSums sums;            /* of @answered */
  TvMethodSequence *first_order; /* the order of the first ranking, for colours */
  TvJob *profile_job;
  gboolean searching;
  gboolean pending;      /* the value that was notified last */
  guint64 memory_limit;  /* of a transform in bytes, or 0 for the default */
  char *transform_error; /* why the last transform failed, or NULL */
};

enum
{
  TV_SESSION_PROP_TRACE = 1,
  TV_SESSION_PROP_HEAVIEST_PATH,
  TV_SESSION_PROP_POINTED_CALL,
  TV_SESSION_PROP_VIEW_START,
  TV_SESSION_PROP_VIEW_END,
  TV_SESSION_PROP_PRIMARY_CLOCK,
  TV_SESSION_PROP_RANKING,
  TV_SESSION_PROP_WHOLE_RANKING,
  TV_SESSION_PROP_RANGE_START,
  TV_SESSION_PROP_RANGE_END,
  TV_SESSION_PROP_TIME_UNIT,
  TV_SESSION_PROP_MARKS,
  TV_SESSION_PROP_NOTES,
  TV_SESSION_PROP_BASE,
  TV_SESSION_PROP_BY_SHARE,
  TV_SESSION_PROP_SCOPE,
  TV_SESSION_PROP_METHOD_FILTER,
  TV_SESSION_PROP_PACKAGES,
  TV_SESSION_PROP_TRANSFORMS,
  TV_SESSION_PROP_EVENT_ROWS,
  TV_SESSION_PROP_PENDING,
  TV_SESSION_N_PROPERTIES
};

void tv_trace_session_notify (TvTraceSession *self, guint property);

TvAxisRange tv_trace_session_find_widest (const TvTrace *trace);
void tv_trace_session_drop_base (TvTraceSession *self);
void tv_trace_session_get_wholes (TvTraceSession *self, TvProfile **whole,
                                  TvProfile **base);

void tv_trace_session_init_overlays (TvTraceSession *self);

void tv_trace_session_init_profile (TvTraceSession *self, TvProfile *whole,
                                    TvRanking *ranking);
void tv_trace_session_clear_profile (TvTraceSession *self);
void tv_trace_session_update_pending (TvTraceSession *self);
void tv_trace_session_set_searching (TvTraceSession *self, gboolean searching);
void tv_trace_session_scope_to_range (TvTraceSession *self, gboolean restricted,
                                      gboolean passing);

G_END_DECLS
