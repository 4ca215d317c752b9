/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void tv_background_run_task (GTask *task, GTaskThreadFunc run);

G_END_DECLS
