/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/mapping/name-mapping.h"

G_BEGIN_DECLS

TvNameMapping *tv_mapping_option_load (char **files);

G_END_DECLS
