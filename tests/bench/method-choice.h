/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

guint32 tv_method_choice_heaviest (const TvProfile *profile);
guint32 tv_method_choice_widest (const TvTrace *trace);

G_END_DECLS
