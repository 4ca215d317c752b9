/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/application.h"
#include "app/window.h"

G_BEGIN_DECLS

/* Of the turns of the main loop since the last look, in seconds. */
typedef struct
{
  double length; /* of the longest turn */
  double waited; /* how long of it the main thread waited for a processor */
  double work;   /* the most that it computed in a turn, the longest or another */
} TvLoopStall;

/* A window whose frames and turns of the main loop are watched. Times are
 * tv_measure_now(), work is tv_window_watch_get_work(). */
typedef struct
{
  TvWindow *window;
  double frame;         /* when the last frame was ready */
  double frame_work;    /* the main thread's work until then */
  double snapshot_work; /* and until its snapshot was taken, before GTK rendered it */
  double first_frame;   /* when the first frame was ready */
  double opened;        /* when the program was given the file */
  double loaded;        /* when the trace was read, and its sums began */
  double first_trace;   /* when the first frame with the trace was ready */
  TvLoopStall stall_loading;
} TvWindowWatch;

void tv_window_watch_start (double begun);
gboolean tv_window_watch_open (TvApplication *application, const char *path,
                               TvWindowWatch *watch);
void tv_window_watch_turn (TvWindowWatch *watch);
void tv_window_watch_settle (TvWindowWatch *watch);
gboolean tv_window_watch_wait_for_frame (TvWindowWatch *watch);
double tv_window_watch_get_work (void);
void tv_window_watch_begin_turn (double now);
TvLoopStall tv_window_watch_take_stall (void);

G_END_DECLS
