/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* For the help of programs. */
#define TV_TRACE_VERSIONS "1|2|3|4|5"
#define TV_EXPORT_NAMES "chrome|perfetto|speedscope|firefox|pprof|collapsed|csv|trace"

/**
 * TvTraceForm:
 * @version: 1 to 5, or 0 for the one that runtimes write by default: 3 for two clocks,
 *   2 for one
 * @streaming: whether as a runtime writes it that keeps nothing back until the end; not
 *   in version 1
 * @one_clock: whether one clock is written where there are two
 *
 * The forms in which a method trace can be written. Versions 1 and 2 have one clock and
 * version 3 has two, in microseconds of 32 bits; versions 4 and 5 are packets with one
 * and two clocks in nanoseconds.
 */
typedef struct
{
  guint version;
  gboolean streaming;
  gboolean one_clock;
} TvTraceForm;

/**
 * TvExportSpec:
 * @part: which threads and which range of time
 * @clock: which clock the times are of, where the format has but one
 * @clock_is_asked: whether somebody asked for that clock, and so for no other
 * @title: what the trace is called, UTF-8
 * @form: the form of a method trace
 * @notes: (nullable) (element-type utf8): told in sentences what the format could not
 *   hold; frees its elements
 *
 * What is written of a trace in the format of another program.
 */
typedef struct
{
  TvProfileRange part;
  TvClock clock;
  gboolean clock_is_asked;
  const char *title;
  TvTraceForm form;
  GPtrArray *notes;
} TvExportSpec;

/**
 * TvExportFunc:
 * @trace: a trace
 * @spec: what of it
 * @out: where to; stays open
 * @cancellable: (nullable): ends it early
 * @error: a #GIOErrorEnum
 *
 * Writes a trace in some format.
 *
 * Returns: whether all was written
 */
typedef gboolean (*TvExportFunc) (TvTrace *trace, const TvExportSpec *spec,
                                  GOutputStream *out, GCancellable *cancellable,
                                  GError **error);

gboolean tv_export_chrome (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                           GCancellable *cancellable, GError **error);
gboolean tv_export_firefox (TvTrace *trace, const TvExportSpec *spec,
                            GOutputStream *out, GCancellable *cancellable,
                            GError **error);
gboolean tv_export_perfetto (TvTrace *trace, const TvExportSpec *spec,
                             GOutputStream *out, GCancellable *cancellable,
                             GError **error);
gboolean tv_export_pprof (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                          GCancellable *cancellable, GError **error);
gboolean tv_export_csv (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                        GCancellable *cancellable, GError **error);
gboolean tv_export_speedscope (TvTrace *trace, const TvExportSpec *spec,
                               GOutputStream *out, GCancellable *cancellable,
                               GError **error);

gboolean tv_export_trace (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                          GCancellable *cancellable, GError **error);

TvExportFunc tv_export_find (const char *name);
gboolean tv_trace_form_check (const TvTraceForm *form, GError **error);

G_END_DECLS
