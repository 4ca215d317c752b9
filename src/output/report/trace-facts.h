/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"
#include "analysis/text/time-text.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvFactGroup:
 * @TV_FACT_FILE: how the file is laid out
 * @TV_FACT_NAMES: names that come from mapping files
 * @TV_FACT_RECORDING: what was recorded, added up
 * @TV_FACT_PROPERTY: a property that the file gives
 * @TV_FACT_WARNING: what is wrong with the file; has no title
 * @TV_N_FACT_GROUPS: number of groups
 *
 * The heading of a fact in the window.
 */
typedef enum
{
  TV_FACT_FILE,
  TV_FACT_NAMES,
  TV_FACT_RECORDING,
  TV_FACT_PROPERTY,
  TV_FACT_WARNING,
  TV_N_FACT_GROUPS
} TvFactGroup;

/**
 * TvFactKind:
 * @TV_FACT_TEXT: a word
 * @TV_FACT_COUNT: a number
 * @TV_FACT_TIME: nanoseconds
 * @TV_FACT_START: microseconds since 1970, or since the device was started
 * @TV_FACT_VERSION: the version of a format
 *
 * The type of a fact for programs.
 */
typedef enum
{
  TV_FACT_TEXT,
  TV_FACT_COUNT,
  TV_FACT_TIME,
  TV_FACT_START,
  TV_FACT_VERSION
} TvFactKind;

/**
 * TvFact:
 * @group: the heading in the window
 * @kind: its type; says which of @text and @number is its value
 * @key: (nullable): name for programs, %NULL if only the window has the fact
 * @label: (nullable): title in the terminal
 * @text: (nullable): a word, not translated
 * @number: a number or a time
 * @title: (nullable): title in the window, %NULL if only the terminal has the fact
 * @shown: (nullable): value in the window
 *
 * One fact about a trace.
 */
typedef struct
{
  TvFactGroup group;
  TvFactKind kind;
  const char *key;
  const char *label;
  const char *text;
  guint64 number;
  char *title;
  char *shown;
} TvFact;

GPtrArray *tv_trace_facts_count (const TvProfile *profile, GCancellable *cancellable,
                                 GError **error);
GPtrArray *tv_trace_facts_new (const TvProfile *profile, GFile *file,
                               GPtrArray *mappings, guint n_renamed, TvTimeUnit unit);
char *tv_fact_dup_text (const TvFact *fact);

G_END_DECLS
