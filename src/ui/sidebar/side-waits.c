/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/sidebar/side-waits.h"

#include "analysis/text/time-text.h"

#include <glib/gi18n-lib.h>

/* The wakers of a list; the others are only counted. */
#define MOST_WAKERS 5

static const char *
get_reason_name (TvWaitReason reason)
{
  static const char *const names[TV_N_WAIT_REASONS] = {
    [TV_WAIT_RUNNING] = N_ ("Running"),
    [TV_WAIT_RUNNABLE] = N_ ("Waiting for a CPU"),
    [TV_WAIT_BINDER] = N_ ("Blocked in Binder"),
    [TV_WAIT_LOCK] = N_ ("Blocked on a Lock"),
    [TV_WAIT_IO] = N_ ("Blocked on I/O"),
    [TV_WAIT_KERNEL] = N_ ("Blocked in the Kernel"),
    [TV_WAIT_ASLEEP] = N_ ("Asleep"),
    [TV_WAIT_STOPPED] = N_ ("Stopped"),
    [TV_WAIT_UNKNOWN] = N_ ("Not Recorded"),
  };

  return _ (names[reason]);
}

static void
write_wakers (TvTraceSession *session, const GArray *wakers, TvSideSection *section)
{
  TvTrace *trace = tv_trace_session_get_trace (session);

  if (wakers->len == 0)
    return;
  /* Translators: a heading; the threads that woke the one of a call follow. */
  tv_side_section_begin (section, _ ("Woken By"));
  tv_side_section_explain (
      section, _ ("How often a thread woke this one, and how long that had waited"));
  for (guint i = 0; i < MIN (wakers->len, MOST_WAKERS); i++)
    {
      const TvWaker *waker = &g_array_index (wakers, TvWaker, i);
      g_autofree char *label = tv_trace_dup_thread_label (trace, waker->thread);
      g_autofree char *waited = tv_trace_session_dup_duration (session, waker->waited);
      g_autofree char *count = g_strdup_printf ("%u×", waker->n);

      tv_side_section_add (section, label, waited, count);
    }
  if (wakers->len > MOST_WAKERS)
    {
      const guint n = wakers->len - MOST_WAKERS;
      g_autofree char *rest
          = g_strdup_printf (ngettext ("… and %u more", "… and %u more", n), n);

      tv_side_section_add (section, rest, NULL, NULL);
    }
}

/* Writes what became of a call's time, and who woke its thread. */
void
tv_side_waits_write (TvTraceSession *session, const TvCallWaits *waits,
                     TvSideSection *reasons, TvSideSection *wakers)
{
  gint64 whole = 0;

  for (guint i = 0; i < TV_N_WAIT_REASONS; i++)
    whole += waits->time[i];
  tv_side_section_begin (reasons, _ ("Why It Waited"));
  tv_side_section_explain (
      reasons, _ ("What the thread did during the call, as the scheduler tells"));
  for (guint i = 0; i < TV_N_WAIT_REASONS; i++)
    {
      g_autofree char *time = tv_trace_session_dup_duration (session, waits->time[i]);
      g_autofree char *share = tv_percent_format (waits->time[i], whole);

      if (waits->time[i] > 0)
        tv_side_section_add (reasons, get_reason_name (i), time, share);
    }
  write_wakers (session, waits->wakers, wakers);
}
