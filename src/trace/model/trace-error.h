/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvTraceError:
 * @TV_TRACE_ERROR_EMPTY: the file has no bytes
 * @TV_TRACE_ERROR_NOT_A_TRACE: the format is unknown
 * @TV_TRACE_ERROR_OTHER_FORMAT: the format is known and is no readable method trace
 * @TV_TRACE_ERROR_UNSUPPORTED_VERSION: a method trace of an unsupported version
 * @TV_TRACE_ERROR_NO_DATA: there is a key section but no event data
 * @TV_TRACE_ERROR_KEY_SECTION: the text part is incomplete or cannot be read
 * @TV_TRACE_ERROR_HEADER: the header of the event data is cut or contradicts itself
 * @TV_TRACE_ERROR_TOO_LARGE: a limit on size or on unpacking was passed
 * @TV_TRACE_ERROR_CHANGED: the file changed while it was being read
 * @TV_TRACE_ERROR_SEVERAL: an archive has several traces, see tv_trace_list_members()
 * @TV_TRACE_ERROR_NO_MEMBER: an archive has no trace, or not the wanted one
 *
 * Why a file could not be loaded. Faults that could be repaired are a #TvWarning
 * instead. Errors of the file system keep their %G_IO_ERROR codes.
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
  TV_TRACE_ERROR_CHANGED,
  TV_TRACE_ERROR_SEVERAL,
  TV_TRACE_ERROR_NO_MEMBER
} TvTraceError;

/**
 * TV_TRACE_ERROR:
 *
 * The error domain of loading traces, with codes of #TvTraceError.
 */
#define TV_TRACE_ERROR (tv_trace_error_quark ())

GQuark tv_trace_error_quark (void);

G_END_DECLS
