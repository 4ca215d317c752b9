/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/find/name-pattern-private.h"
#include "analysis/find/name-text-private.h"
#include "analysis/find/regex-machine-private.h"

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean tv_name_regex_match (const TvNamePattern *pattern,
                              const TvRegexMachine *machine, const TvNameColumn *names,
                              GCancellable *cancellable, guint64 *hits);

G_END_DECLS
