/* SPDX-License-Identifier: Apache-2.0 */

/* The storage of what system traces hold beside calls. */

#pragma once

#include "trace/model/column.h"
#include "trace/model/trace-details.h"
#include "trace/model/trace-extras.h"
#include "trace/model/trace-system.h"

G_BEGIN_DECLS

/* Flags of a state. */
#define TV_STATE_OPEN (1 << 0)
#define TV_STATE_IO_SHIFT 1 /* two bits of TvIoWait */

/**
 * TvBlockedFunction:
 * @state: index of a state, of those of all threads
 * @function: where it was blocked
 *
 * What only some states have.
 */
typedef struct
{
  gsize state;
  const char *function;
} TvBlockedFunction;

/**
 * TvSystemColumns:
 *
 * Counters, states of threads and clocks.
 */
typedef struct _TvSystemColumns TvSystemColumns;

struct _TvSystemColumns
{
  /*< private >*/
  GArray *counters;   /* of TvCounter */
  gsize *first_value; /* by counter, and one more at the end */
  TvTimeColumn value_time;
  double *value;

  gsize n_states;
  gsize *first_state; /* by thread, and one more at the end; NULL without states */
  TvTimeColumn state_start;
  TvTimeColumn state_end;
  guint8 *state_kind;
  guint8 *state_flags;
  guint8 *state_letters; /* of a thread that runs, those of its next state */
  guint16 *state_cpu;
  gint16 *state_priority;
  guint32 *state_waker;
  GPtrArray *letters;        /* strings; the first is NULL */
  GArray *blocked_functions; /* of TvBlockedFunction, by state */

  GArray *cpus;        /* of guint32: their numbers, ascending */
  gsize *first_on_cpu; /* by processor, and one more at the end */
  TvStateRef *on_cpu;  /* states of threads that run, by processor and time */

  TvSystemClock own_clock;
  gboolean has_clock_start[TV_N_SYSTEM_CLOCKS];
  gint64 clock_start[TV_N_SYSTEM_CLOCKS];
};

TvSystemColumns *tv_system_columns_new (void);
void tv_system_columns_free (TvSystemColumns *columns);
gsize tv_system_columns_get_size (const TvSystemColumns *columns);

/**
 * TvCallArgs:
 * @call: index of a call in its thread
 * @set: index of a set of arguments
 *
 * A call that has arguments.
 */
typedef struct
{
  guint32 call;
  guint32 set;
} TvCallArgs;

/**
 * TvDetailColumns:
 *
 * Arguments and flows of calls, and facts of processes, tracks and threads.
 */
typedef struct _TvDetailColumns TvDetailColumns;

/* No value, in an extra row. Texts are pointers. */
#define TV_EXTRA_NULL G_MININT64

#define TV_NO_PROCESS_FACTS                                                            \
  ((TvProcessFacts){ .parent = TV_PROCESS_NONE, .arg_set = TV_ARG_SET_NONE })
#define TV_NO_TRACK_FACTS ((TvTrackFacts){ .arg_set = TV_ARG_SET_NONE })

struct _TvDetailColumns
{
  /*< private >*/
  GArray *args;      /* of TvArg */
  GArray *first_arg; /* of guint32: by set, and one more at the end */
  GArray *flows;     /* of TvFlow, by the time at which they enter a call */
  GArray *calls;     /* of TvCallArgs, by thread and call */
  gsize *first_call; /* by thread, and one more at the end */
  GArray *processes; /* of TvProcessFacts, by process, up to the last with any */
  GArray *tracks;    /* of TvTrackFacts, by thread, up to the last with any */
  GArray *quiet;     /* of TvQuietThread */
  GArray *extras[TV_N_EXTRAS]; /* of gint64: rows of values; NULL without any */
};

guint tv_extra_get_n_columns (TvExtraKind kind);

TvDetailColumns *tv_detail_columns_new (void);
void tv_detail_columns_free (TvDetailColumns *columns);
gsize tv_detail_columns_get_size (const TvDetailColumns *columns);

/**
 * TvSampleColumns:
 *
 * The samples of one event, by thread and time, and the events of the file.
 */
typedef struct _TvSampleColumns TvSampleColumns;

struct _TvSampleColumns
{
  /*< private >*/
  GArray *events; /* of TvSampleEvent */
  guint chosen;   /* of the samples */
  GArray *stacks; /* of TvSampleStack; or NULL */
  gsize n;
  gsize *first; /* by thread, and one more at the end */
  gint64 *time; /* NULL without times */
  gint64 *weight;
  guint32 *leaf;
};

TvSampleColumns *tv_sample_columns_new (void);
void tv_sample_columns_free (TvSampleColumns *columns);
gsize tv_sample_columns_get_size (const TvSampleColumns *columns);

G_END_DECLS
