/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/window.h"

G_BEGIN_DECLS

void tv_open_dialog_show (TvWindow *window);
void tv_open_dialog_show_for_mapping (TvWindow *window);

G_END_DECLS
