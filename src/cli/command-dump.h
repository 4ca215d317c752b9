/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "cli/command-line.h"

G_BEGIN_DECLS

TvExitStatus tv_command_dump (int argc, char **argv);

G_END_DECLS
