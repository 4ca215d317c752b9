/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/application.h"
#include "app/window.h"

G_BEGIN_DECLS

/* The longest turn of the main loop, how long of it the thread waited for a processor,
 * and the most that it computed in a turn, this or another: seconds. */
typedef struct
{
  double length;
  double waited;
  double work;
} TvLoopStall;

/* A window whose frames and turns of the main loop are watched. */

typedef struct
{
  TvWindow *window;
  double frame;           /* when the last frame was ready */
  double first_frame;     /* when the first was */
  double opened;          /* when the program was told of the file */
  double loaded;          /* when the trace was read, and its sums were begun with */
  double first_trace;     /* when the first with the trace was */
  double first_trace_cpu; /* what all threads had computed by then */
  TvLoopStall stall_loading;
} TvWindowWatch;

void tv_window_watch_start (double begun);
gboolean tv_window_watch_open (TvApplication *application, const char *path,
                               TvWindowWatch *watch);
void tv_window_watch_turn (TvWindowWatch *watch);
void tv_window_watch_settle (TvWindowWatch *watch);
void tv_window_watch_wait_for_frame (TvWindowWatch *watch);
void tv_window_watch_begin_turn (double now);
TvLoopStall tv_window_watch_take_stall (void);

G_END_DECLS
