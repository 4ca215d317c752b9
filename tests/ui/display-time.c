/* SPDX-License-Identifier: Apache-2.0 */

/* The program's clock, which a test can have run fast: what is done in steps of some
 * milliseconds then takes many steps, on the fastest machine, too. */

#include "ui/display.h"

#include <time.h>

/* Longer than any step. */
#define HURRY_US 100000

static gint hurries;
static gint n_hurried; /* readings */

/**
 * tv_gui_set_hurry:
 * @hurry: whether each reading of the clock is a tenth of a second later than the last
 *
 * Has the time fly for what looks at the clock to end its step.
 */
void
tv_gui_set_hurry (gboolean hurry)
{
  g_atomic_int_set (&hurries, hurry);
}

/* Takes the place of GLib's function. */
gint64
g_get_monotonic_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  if (g_atomic_int_get (&hurries))
    g_atomic_int_inc (&n_hurried);
  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000
         + (gint64) g_atomic_int_get (&n_hurried) * HURRY_US;
}
