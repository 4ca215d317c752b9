/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvThreadMatch:
 * @process: index of the process in the system trace, or %TV_PROCESS_NONE
 * @system: (array): by thread of the method trace: the thread of the system trace, or
 *   %TV_THREAD_NONE
 * @owner: (array): by row of the system trace: the first row of the same thread, which
 *   has its states
 * @n: number of threads of the method trace that were found
 *
 * Which threads of a method trace and of a system trace are the same.
 */
typedef struct
{
  guint32 process;
  guint32 *system;
  guint32 *owner;
  guint n;
} TvThreadMatch;

void tv_thread_match_init (TvThreadMatch *match, const TvTrace *calls,
                           const TvTrace *system);
void tv_thread_match_clear (TvThreadMatch *match);

G_END_DECLS
