/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvBackground:
 * @TV_BACKGROUND_SOON: a picture lacks it
 * @TV_BACKGROUND_LATER: it makes what comes later quick
 *
 * How far a task stands back: one that is for later also lets the others go first.
 */
typedef enum
{
  TV_BACKGROUND_SOON,
  TV_BACKGROUND_LATER,
} TvBackground;

void tv_background_run_task (GTask *task, TvBackground background, GTaskThreadFunc run);

G_END_DECLS
