/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/find/regex-tree-private.h"

G_BEGIN_DECLS

GPtrArray *tv_regex_literals (const TvRegexTree *tree);

G_END_DECLS
