/* SPDX-License-Identifier: Apache-2.0 */

/* All of the library: traces, their names, and sums of them. */

#pragma once

#include "analysis/sums/profile-public.h"
#include "trace/formats/trace-loader.h"
