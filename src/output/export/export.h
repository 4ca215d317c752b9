/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "analysis/sums/profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* For --help. */
#define TV_TRACE_VERSIONS "1|2|3|4|5"
#define TV_EXPORT_NAMES "chrome|perfetto|speedscope|firefox|pprof|collapsed|csv|trace"

/**
 * TvTraceForm:
 * @version: 1 to 5, or 0 for the default of the runtimes: 3 for two clocks, 2 for one
 * @streaming: whether it is written as a stream; not with version 1
 * @one_clock: whether one of two clocks is left out
 *
 * The form in which a method trace is written. Versions 1 to 3 have microseconds in 32
 * bits; versions 4 and 5 are packets in nanoseconds. Versions 1, 2 and 4 have one
 * clock, versions 3 and 5 have two.
 */
typedef struct
{
  guint version;
  gboolean streaming;
  gboolean one_clock;
} TvTraceForm;

/**
 * TvExportSpec:
 * @part: the threads and the range of time
 * @clock: the clock of the times; the other clock is written beside it if the file and
 *   the format have both
 * @only_clock: whether only @clock is written
 * @for_spreadsheet: whether CSV must have no cell that a spreadsheet takes for a
 * formula
 * @through: (nullable): methods of which one must be on a stack, as in
 *   #TvCallTreeLimits; only for the formats that add up stacks, `pprof` and `collapsed`
 * @title: name of the trace, UTF-8
 * @date: when the file was written, in nanoseconds since 1970, or 0; used if the trace
 *   does not say when it began
 * @form: the form of a method trace
 * @notes: (nullable) (element-type utf8): receives sentences about what the format
 *   could not hold; frees its elements
 *
 * What an export writes.
 */
typedef struct
{
  TvProfileRange part;
  TvClock clock;
  gboolean only_clock;
  gboolean for_spreadsheet;
  const TvMethodSet *through;
  const char *title;
  gint64 date;
  TvTraceForm form;
  GPtrArray *notes;
} TvExportSpec;

/**
 * TvExportFunc:
 * @trace: a trace
 * @spec: what to write of it
 * @out: where it goes; stays open
 * @cancellable: (nullable): a #GCancellable
 * @error: a #GIOErrorEnum
 *
 * Writes a trace in some format.
 *
 * Returns: whether everything was written
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
