/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/query.h"

G_BEGIN_DECLS

TvTrace *tv_test_make_shop (void);
char *tv_test_ask (TvQuery *query, const char *script);
void tv_test_assert_answer (TvQuery *query, const char *script, const char *expected);

G_END_DECLS
