/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"
#include "output/export/trace-form.h"

G_BEGIN_DECLS

/* For the help of programs. */
#define TV_EXPORT_NAMES "chrome|perfetto|speedscope|firefox|pprof|collapsed|csv|trace"

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
gboolean tv_export_collapsed (TvTrace *trace, const TvExportSpec *spec,
                              GOutputStream *out, GCancellable *cancellable,
                              GError **error);
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

G_END_DECLS
