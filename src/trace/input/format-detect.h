/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvContent:
 * @TV_CONTENT_UNKNOWN: none of the others
 * @TV_CONTENT_CLASSIC: a key section, normally with data behind it
 * @TV_CONTENT_BARE_DATA: the data half of a split classic trace
 * @TV_CONTENT_STREAMING: ART streaming
 * @TV_CONTENT_PACKETS: ART packets
 * @TV_CONTENT_LONG_RUNNING: ART's trace of long-running methods
 * @TV_CONTENT_OTHER_VERSION: a method trace of an unknown version
 * @TV_CONTENT_SIMPLEPERF: a simpleperf report
 * @TV_CONTENT_PERF_DATA: a perf.data file
 * @TV_CONTENT_ZIP: a zip archive
 * @TV_CONTENT_PERFETTO: a Perfetto trace
 * @TV_CONTENT_JSON: JSON text
 *
 * The kind of a file, by its first bytes and never by its name.
 */
typedef enum
{
  TV_CONTENT_UNKNOWN,
  TV_CONTENT_CLASSIC,
  TV_CONTENT_BARE_DATA,
  TV_CONTENT_STREAMING,
  TV_CONTENT_PACKETS,
  TV_CONTENT_LONG_RUNNING,
  TV_CONTENT_OTHER_VERSION,
  TV_CONTENT_SIMPLEPERF,
  TV_CONTENT_PERF_DATA,
  TV_CONTENT_ZIP,
  TV_CONTENT_PERFETTO,
  TV_CONTENT_JSON
} TvContent;

TvContent tv_content_detect (GBytes *bytes);
void tv_content_set_version_error (guint version, gsize offset, GError **error);
void tv_content_set_error (TvContent content, GBytes *bytes, GError **error);

G_END_DECLS
