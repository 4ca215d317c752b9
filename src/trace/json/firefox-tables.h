/* SPDX-License-Identifier: Apache-2.0 */

/* The tables of Firefox profiles: columns of numbers, which refer to each other. */

#pragma once

#include "trace/build/sample-builder.h"
#include "trace/build/slice-names.h"

G_BEGIN_DECLS

/* Columns of tables. Each table has its own, one after another. */
typedef enum
{
  TV_FIREFOX_STACK_FRAME,
  TV_FIREFOX_STACK_PREFIX,
  TV_FIREFOX_FRAME_FUNC,
  TV_FIREFOX_FRAME_LOCATION,
  TV_FIREFOX_FRAME_LIB,
  TV_FIREFOX_FUNC_NAME,
  TV_FIREFOX_FUNC_RESOURCE,
  TV_FIREFOX_FUNC_FILE,
  TV_FIREFOX_FUNC_SOURCE,
  TV_FIREFOX_FUNC_LINE,
  TV_FIREFOX_RESOURCE_NAME,
  TV_FIREFOX_SAMPLE_STACK,
  TV_FIREFOX_SAMPLE_TIME,
  TV_FIREFOX_SAMPLE_DELTA,
  TV_FIREFOX_SAMPLE_WEIGHT,
  TV_FIREFOX_STRING,
  TV_FIREFOX_STACK_OFFSET, /* instead of a prefix */
  TV_FIREFOX_SOURCE_FILE,
  TV_FIREFOX_LIB_NAME,
  TV_FIREFOX_LIB_START, /* where it is in the memory of its process */
  TV_FIREFOX_LIB_END,
  TV_FIREFOX_LIB_SCOPE, /* the process in the file */
  TV_FIREFOX_MARKER_NAME,
  TV_FIREFOX_MARKER_START, /* G_MAXINT64 where it is missing, as the other times */
  TV_FIREFOX_MARKER_END,
  TV_FIREFOX_MARKER_TIME, /* instead of both */
  TV_FIREFOX_MARKER_PHASE,
  TV_FIREFOX_MARKER_CATEGORY,
  TV_FIREFOX_MARKER_ARGS,      /* sets of arguments … */
  TV_FIREFOX_MARKER_OWN_START, /* … and what they say themselves in old files */
  TV_FIREFOX_MARKER_OWN_END,
  TV_FIREFOX_MARKER_OWN_PHASE,
  TV_FIREFOX_COUNTER_TIME,
  TV_FIREFOX_COUNTER_DELTA,
  TV_FIREFOX_COUNTER_COUNT, /* thousandths */
  TV_FIREFOX_N_COLUMNS
} TvFirefoxColumn;

/* Columns of stacks, frames, functions and resources. Those of no row are NULL. */
typedef struct
{
  GArray *columns[TV_FIREFOX_N_COLUMNS]; /* of gint64: -1 for null */
  GPtrArray *strings;                    /* of const char *, NULL for null */
} TvFirefoxTables;

/* What frames become. */
typedef struct
{
  TvSampleBuilder *builder;
  TvSliceNames *names;
  const TvFirefoxTables *libs;
  const GArray *sorted_libs; /* as tv_firefox_sort_libs() returns it */
  guint scope;               /* whose frames they are */
  GString *name;             /* of a frame */
} TvFirefoxFrames;

void tv_firefox_tables_clear (TvFirefoxTables *tables);
void tv_firefox_add_cell (TvFirefoxTables *tables, TvFirefoxColumn column,
                          gint64 value);
void tv_firefox_add_empty_cells (TvFirefoxTables *tables, TvFirefoxColumn first,
                                 TvFirefoxColumn last);
gboolean tv_firefox_column_is_time (TvFirefoxColumn column);
guint tv_firefox_get_length (const TvFirefoxTables *tables, TvFirefoxColumn column);
gint64 tv_firefox_get_cell (const TvFirefoxTables *tables, TvFirefoxColumn column,
                            gint64 row);
const char *tv_firefox_get_string (const TvFirefoxTables *tables, gint64 string);
GArray *tv_firefox_sort_libs (const TvFirefoxTables *libs);
guint32 *tv_firefox_make_stacks (const TvFirefoxTables *tables,
                                 const TvFirefoxFrames *frames, guint64 offset,
                                 guint *n_stacks);

G_END_DECLS
