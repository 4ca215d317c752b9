/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *tv_test_put_message (GByteArray *bytes, const char *text);

G_END_DECLS
