/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "bench/samples.h"

G_BEGIN_DECLS

gboolean tv_baseline_run (const char *path, TvSamples *samples, GError **error);

G_END_DECLS
