/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "cli/messages.h"

G_BEGIN_DECLS

TvExitStatus tv_command_convert (int argc, char **argv);

G_END_DECLS
