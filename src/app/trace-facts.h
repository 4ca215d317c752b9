/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvFactGroup:
 * @TV_FACT_FILE: how the file is laid out
 * @TV_FACT_NAMES: where names are from that are not those of the file
 * @TV_FACT_RECORDING: what was recorded, added up
 * @TV_FACT_PROPERTY: a property that the file itself gives
 * @TV_FACT_WARNING: what was wrong with the file; has no label
 *
 * The heading that a fact stands under.
 */
typedef enum
{
  TV_FACT_FILE,
  TV_FACT_NAMES,
  TV_FACT_RECORDING,
  TV_FACT_PROPERTY,
  TV_FACT_WARNING
} TvFactGroup;

/**
 * TvFact:
 * @group: its heading
 * @label: what it is about, in the reader's language; empty for a warning
 * @value: what it is, in the reader's language
 *
 * One thing to know about a trace.
 */
typedef struct
{
  TvFactGroup group;
  char *label;
  char *value;
} TvFact;

GPtrArray *tv_trace_facts_new (TvProfile *profile, GFile *file, GPtrArray *mappings,
                               guint n_renamed);

G_END_DECLS
