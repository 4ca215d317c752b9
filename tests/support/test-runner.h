/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <check.h>
#include <glib.h>

G_BEGIN_DECLS

int tv_test_run_with (const char *name, SFun set_up, SFun tear_down,
                      const TTest *const *tests, gsize n_tests);
int tv_test_run (const char *name, const TTest *const *tests, gsize n_tests);

G_END_DECLS
