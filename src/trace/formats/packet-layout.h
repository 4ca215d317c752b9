/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/formats/packet-record.h"
#include "trace/formats/packet-survey.h"

G_BEGIN_DECLS

TvPacketLayout tv_packet_layout_detect (const TvPacketSurvey *survey, GBytes *data,
                                        const TvMethodTable *methods);
gboolean tv_packet_layout_continues (const TvPacketDecoder *anew,
                                     const TvPacketDecoder *continued,
                                     const TvMethodTable *methods, guint count,
                                     guint64 n_before);

G_END_DECLS
