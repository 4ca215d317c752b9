/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-tree.h"

G_BEGIN_DECLS

void tv_profile_step_out (TvProfileTree *tree);
void tv_profile_step_in (TvProfileTree *tree);

G_END_DECLS
