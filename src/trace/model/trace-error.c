/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/trace-error.h"

/**
 * tv_trace_error_quark:
 *
 * Returns: the quark behind %TV_TRACE_ERROR
 */
G_DEFINE_QUARK (tv - trace - error - quark, tv_trace_error)
