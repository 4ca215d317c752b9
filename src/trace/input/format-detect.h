/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvContent:
 * @TV_CONTENT_UNKNOWN: no method trace
 * @TV_CONTENT_CLASSIC: a key section, normally with data behind it
 * @TV_CONTENT_BARE_DATA: the data half of a split classic trace
 * @TV_CONTENT_STREAMING: ART streaming
 * @TV_CONTENT_PACKETS: ART packets
 * @TV_CONTENT_LONG_RUNNING: ART's trace of long-running methods
 * @TV_CONTENT_OTHER_VERSION: a method trace of an unknown version
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
  TV_CONTENT_OTHER_VERSION
} TvContent;

TvContent tv_content_detect (GBytes *bytes);
gboolean tv_content_is_readable (TvContent content);
void tv_content_set_version_error (guint version, gsize offset, GError **error);
void tv_content_set_error (GBytes *bytes, GError **error);

G_END_DECLS
