/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/export/export.h"

G_BEGIN_DECLS

void tv_export_note (const TvExportSpec *spec, char *sentence);

gboolean tv_export_loses_clock (const TvExportSpec *spec, const TvTrace *trace);
void tv_export_note_clock (const TvExportSpec *spec, const TvTrace *trace);

G_END_DECLS
