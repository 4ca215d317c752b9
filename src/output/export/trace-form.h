/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* For the help of programs. */
#define TV_TRACE_VERSIONS "1|2|3|4|5"

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

gboolean tv_trace_form_check (const TvTraceForm *form, GError **error);
gboolean tv_trace_form_settle (TvTraceForm *form, guint n_clocks, GError **error);

gboolean tv_trace_form_has_packets (const TvTraceForm *form);
guint tv_trace_form_get_thread_bits (const TvTraceForm *form);

G_END_DECLS
