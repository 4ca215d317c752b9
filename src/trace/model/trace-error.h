/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvTraceError:
 * @TV_TRACE_ERROR_EMPTY: the file has no bytes
 * @TV_TRACE_ERROR_NOT_A_TRACE: the bytes are of no format that is known here
 * @TV_TRACE_ERROR_OTHER_FORMAT: the bytes are of a known format that holds no method
 *   trace, or of one that this program cannot read
 * @TV_TRACE_ERROR_UNSUPPORTED_VERSION: a method trace of a version that is not read
 * @TV_TRACE_ERROR_NO_DATA: there is a key section but no event data
 * @TV_TRACE_ERROR_KEY_SECTION: the text part is incomplete or cannot be read
 * @TV_TRACE_ERROR_HEADER: the header of the event data is cut or contradicts itself
 * @TV_TRACE_ERROR_TOO_LARGE: a limit on size or on gzip expansion was passed
 * @TV_TRACE_ERROR_CHANGED: the file changed while it was being read
 *
 * Why a file could not be shown at all. What could be repaired is a #TvWarning instead.
 * Errors of the file system keep their %G_IO_ERROR codes.
 */
typedef enum
{
  TV_TRACE_ERROR_EMPTY,
  TV_TRACE_ERROR_NOT_A_TRACE,
  TV_TRACE_ERROR_OTHER_FORMAT,
  TV_TRACE_ERROR_UNSUPPORTED_VERSION,
  TV_TRACE_ERROR_NO_DATA,
  TV_TRACE_ERROR_KEY_SECTION,
  TV_TRACE_ERROR_HEADER,
  TV_TRACE_ERROR_TOO_LARGE,
  TV_TRACE_ERROR_CHANGED
} TvTraceError;

/**
 * TV_TRACE_ERROR:
 *
 * Error domain of everything that reads a trace; codes are #TvTraceError.
 */
#define TV_TRACE_ERROR (tv_trace_error_quark ())

GQuark tv_trace_error_quark (void);

G_END_DECLS
