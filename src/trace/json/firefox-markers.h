/* SPDX-License-Identifier: Apache-2.0 */

/* What Firefox profiles have beside samples: markers and counters. */

#pragma once

#include "trace/json/firefox-tables.h"

G_BEGIN_DECLS

/* What a marker says. */
typedef enum
{
  TV_FIREFOX_INSTANT,
  TV_FIREFOX_INTERVAL,
  TV_FIREFOX_BEGINS,
  TV_FIREFOX_ENDS
} TvFirefoxPhase;

/* Where the markers of a thread go. */
typedef struct
{
  TvRunBuilder *builder;
  TvSliceNames *names;
  TvWarnings *warnings;
  const GPtrArray *categories; /* of const char * */
  guint32 track;
  gboolean is_beside_samples;
  gint64 shift;   /* of times */
  guint64 offset; /* of the thread in the file */
} TvFirefoxMarkers;

/* A counter. */
typedef struct
{
  const char *name;
  const char *category; /* or NULL */
  guint32 process;
  gint64 number;
  gint64 cpu_unit; /* nanoseconds that a step of CPU time is, or 0 */
  gint64 shift;
} TvFirefoxCounter;

gboolean tv_firefox_markers_add (const TvFirefoxMarkers *self,
                                 const TvFirefoxTables *tables);
gboolean tv_firefox_counter_add (const TvFirefoxCounter *counter,
                                 const TvFirefoxTables *tables,
                                 TvSystemBuilder *builder);

G_END_DECLS
