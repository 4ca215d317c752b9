/* SPDX-License-Identifier: Apache-2.0 */

/* Chrome's trace event format as a stream of events. */

#pragma once

#include "trace/build/arg-tree.h"
#include "trace/build/load-options.h"
#include "trace/formats/text-lines.h"
#include "trace/input/data-window.h"
#include "trace/input/text-value.h"

G_BEGIN_DECLS

/* The values of an event that mean something to a trace. */
typedef enum
{
  TV_CHROME_PHASE,
  TV_CHROME_TIME,
  TV_CHROME_DURATION,
  TV_CHROME_CPU_TIME,
  TV_CHROME_CPU_DURATION,
  TV_CHROME_PROCESS,
  TV_CHROME_THREAD,
  TV_CHROME_NAME,
  TV_CHROME_CATEGORY,
  TV_CHROME_ID,
  TV_CHROME_LOCAL_ID,
  TV_CHROME_GLOBAL_ID,
  TV_CHROME_SCOPE,
  TV_CHROME_INSTANT_SCOPE,
  TV_CHROME_BIND_POINT,
  TV_CHROME_BIND_ID,
  TV_CHROME_FLOW_IN,
  TV_CHROME_FLOW_OUT,
  TV_CHROME_GIVEN_NAME, /* the argument "name", of metadata */
  TV_N_CHROME_FIELDS
} TvChromeField;

typedef struct
{
  guint64 offset; /* in the file */
  TvTextValue fields[TV_N_CHROME_FIELDS];
  const TvArg *args;
  guint n_args;
} TvChromeEvent;

/* What was wrong with the file, and what else it has. */
typedef struct
{
  gboolean has_events; /* whether a list of events was found, … */
  gboolean has_system; /* … or a text of the kernel's */
  guint64 n_strays;    /* elements of the list that are no events */
  guint64 first_stray;
  gboolean is_cut;
  guint64 cut_at;
  guint64 n_samples; /* in a list beside that of the events */
  guint64 n_system;  /* events of a system that are no text, such as those of Windows */
  guint64 n_cut_texts;
  guint64 first_cut_text;
  gboolean has_more; /* text behind the list, or the object that has it */
  guint64 more_at;
} TvChromeFaults;

/* What receives the parts of a file. All return FALSE to stop. */
typedef struct
{
  gboolean (*take_event) (const TvChromeEvent *event, gpointer data);
  TvTextLineFunc take_line; /* of the kernel's text that may be beside the events */
  /* The facts of a file, with keys that begin with "json_metadata". */
  gboolean (*take_facts) (const TvArg *facts, guint n, gpointer data);
} TvChromeReceiver;

gboolean tv_chrome_events_probe (const guint8 *data, gsize size);
gboolean tv_chrome_events_read (TvDataWindow *window, const TvLoadOptions *options,
                                const TvChromeReceiver *receiver, gpointer data,
                                TvChromeFaults *faults, GError **error);

G_END_DECLS
