/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/text-writer.h"

G_BEGIN_DECLS

/**
 * TvProtobuf:
 *
 * A message in the wire format of Protocol Buffers.
 */
typedef GByteArray TvProtobuf;

void tv_protobuf_add_number (TvProtobuf *message, guint field, guint64 number);
void tv_protobuf_add_text (TvProtobuf *message, guint field, const char *text);
void tv_protobuf_add_message (TvProtobuf *message, guint field,
                              const TvProtobuf *inner);
void tv_protobuf_add_packed (TvProtobuf *packed, guint64 number);
void tv_protobuf_write (const TvProtobuf *message, guint field, TvTextWriter *writer);

G_END_DECLS
