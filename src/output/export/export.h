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
 * @version: 1 to 5, or 0 for the one that runtimes write by default: 3 for two clocks,
 *   2 for one
 * @streaming: whether it is written as a stream; not in version 1
 * @one_clock: whether one of two clocks is left out
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
 * @part: the threads and the range of time
 * @clock: the clock of the times; the other one is written beside it where the file and
 *   the format have both
 * @clock_is_asked: whether only @clock is written
 * @for_spreadsheet: whether CSV must not contain what a spreadsheet takes for formulas
 * @through: (nullable): methods of which one must be on a stack, as in
 *   #TvCallTreeLimits; only for the formats that add up stacks, `pprof` and `collapsed`
 * @title: name of the trace, UTF-8
 * @date: when the file was written, in nanoseconds since 1970, or 0; for traces that
 *   don't tell when they began
 * @form: the form of a method trace
 * @notes: (nullable) (element-type utf8): gets sentences about what the format could
 * not hold; frees its elements
 *
 * What an export writes.
 */
typedef struct
{
  TvProfileRange part;
  TvClock clock;
  gboolean clock_is_asked;
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
