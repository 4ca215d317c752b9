/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/event-source.h"
#include "trace/formats/classic-header.h"
#include "trace/input/data-window.h"

G_BEGIN_DECLS

/**
 * TvClassicReader:
 * @source: delivers the events
 * @data: (transfer none): the file with the records
 * @header: how they are laid out
 *
 * Reads the fixed-size records of versions 1 to 3.
 */
typedef struct
{
  TvEventSource source;
  TvDataWindow *data;
  TvClassicHeader header;
} TvClassicReader;

void tv_classic_reader_init (TvClassicReader *reader, TvDataWindow *data,
                             const TvClassicHeader *header, TvKeySection *tables);

G_END_DECLS
