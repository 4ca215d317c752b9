/* SPDX-License-Identifier: Apache-2.0 */

/* Clocks of traces in microseconds, from the text part */

#include "trace/formats/clock-choice.h"

#include "trace/model/trace-storage.h"

/* A wrap needs 2^32 µs of tracing. The second allows for a clock that was read late. */
#define WRAP_POSSIBLE_FROM ((G_GUINT64_CONSTANT (1) << 32) - 1000000)

/* Returns a static copy of the name, or NULL if no runtime uses it. */
const char *
tv_clock_find_known (const char *name)
{
  static const char *const known[] = { "thread-cpu", "wall", "dual", "global" };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_strcmp0 (name, known[i]) == 0)
      return known[i];
  return NULL;
}

void
tv_clock_name_to_clocks (const char *name, gboolean has_clock[TV_N_CLOCKS])
{
  gboolean dual = g_str_equal (name, "dual");

  has_clock[TV_CLOCK_THREAD_CPU] = dual || g_str_equal (name, "thread-cpu");
  has_clock[TV_CLOCK_WALL] = dual || !has_clock[TV_CLOCK_THREAD_CPU];
}

/* Returns how 32-bit times are read, by the duration of tracing. */
TvClockRules
tv_clock_choose_rules (const gboolean has_clock[TV_N_CLOCKS], const TvKeySection *key,
                       TvWarnings *warnings)
{
  TvClockRules rules
      = { .unit = 1000, .latest = TV_CLOCK_LATEST_NS / 1000, .stated = G_MAXINT64 };
  TvWrapRule rule = TV_WRAP_PER_THREAD;
  const char *text = tv_key_section_lookup (key, "elapsed-time-usec");
  guint64 elapsed;

  if (tv_key_section_lookup_number (key, "elapsed-time-usec", &elapsed))
    {
      if (elapsed < WRAP_POSSIBLE_FROM)
        {
          rule = TV_WRAP_NEVER;
          rules.stated = (gint64) elapsed;
        }
    }
  else if (text != NULL)
    tv_warnings_add (warnings, TV_WARNING_NUMBER, TV_PLACE_NOWHERE, 0, text);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      rules.has[clock] = has_clock[clock];
      rules.wrap[clock] = rule;
    }
  return rules;
}

/* Since 2023, ART writes the events of each thread in large batches, so there is no
 * common order to compute the axis of all threads from. It also numbers threads from 1;
 * before, the id of the main thread was the process id. */
static gboolean
is_in_batches (const TvKeySection *key)
{
  guint64 pid;

  if (g_strcmp0 (tv_key_section_lookup (key, "vm"), "art") != 0
      || !tv_key_section_lookup_number (key, "pid", &pid))
    return FALSE;
  return tv_id_map_get (&key->threads.index, pid) == TV_ID_MAP_NONE;
}

TvAxis
tv_clock_choose_axis (const gboolean has_clock[TV_N_CLOCKS], const TvKeySection *key)
{
  if (has_clock[TV_CLOCK_WALL])
    return TV_AXIS_WALL;
  return is_in_batches (key) ? TV_AXIS_CPU_PER_THREAD : TV_AXIS_CPU_ALL_THREADS;
}
