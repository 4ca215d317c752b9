/* SPDX-License-Identifier: Apache-2.0 */

/* All of the library: traces, their names, sums of them, and SQL. */

#pragma once

#include "analysis/sums/profile-public.h"
#include "query/query-public.h"
#include "trace/formats/trace-loader.h"
