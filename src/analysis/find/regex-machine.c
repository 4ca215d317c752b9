/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/regex-machine-private.h"

/* A processor waits for each look-up before it does the next one of the same name, so
 * that some names at a time take little longer than one. */
typedef struct
{
  const guchar *place;
  guint state;
  guint name;
} Lane;

typedef struct
{
  const TvRegexMachine *machine;
  const guchar *bytes;
  const guint32 *starts;
  guint n;
  guint n_taken;
  guint8 *verdicts;
} Names;

void
tv_regex_machine_free (TvRegexMachine *machine)
{
  if (machine == NULL)
    return;
  g_free (machine->next);
  g_free (machine);
}

static inline void
take_name (Names *names, Lane *lane)
{
  lane->name = names->n_taken++;
  lane->place = names->bytes + names->starts[lane->name];
  lane->state = names->machine->start;
}

static inline gboolean
step (const TvRegexMachine *machine, Lane *lane)
{
  lane->state = machine->next[lane->state + machine->symbols[*lane->place++]];
  return lane->state <= TV_REGEX_UNSURE;
}

/* Returns %FALSE if there is no other name. */
static inline gboolean
end_name (Names *names, Lane *lane)
{
  names->verdicts[lane->name] = (guint8) lane->state;
  if (names->n_taken >= names->n)
    return FALSE;
  take_name (names, lane);
  return TRUE;
}

static void
finish_name (Names *names, Lane *lane)
{
  while (lane->state > TV_REGEX_UNSURE)
    step (names->machine, lane);
  names->verdicts[lane->name] = (guint8) lane->state;
}

/* Until there is no name left for one of the lanes. */
static void
match_four (Names *names)
{
  const TvRegexMachine *machine = names->machine;
  Lane a;
  Lane b;
  Lane c;
  Lane d;

  take_name (names, &a);
  take_name (names, &b);
  take_name (names, &c);
  take_name (names, &d);
  for (;;)
    {
      if (step (machine, &a) && !end_name (names, &a))
        break;
      if (step (machine, &b) && !end_name (names, &b))
        break;
      if (step (machine, &c) && !end_name (names, &c))
        break;
      if (step (machine, &d) && !end_name (names, &d))
        break;
    }
  finish_name (names, &a);
  finish_name (names, &b);
  finish_name (names, &c);
  finish_name (names, &d);
}

void
tv_regex_machine_match (const TvRegexMachine *machine, const char *bytes,
                        const guint32 *starts, guint n, guint8 *verdicts)
{
  Names names = { .machine = machine,
                  .bytes = (const guchar *) bytes,
                  .starts = starts,
                  .n = n,
                  .verdicts = verdicts };

  g_return_if_fail (machine != NULL);

  if (n >= 4)
    match_four (&names);
  while (names.n_taken < n)
    {
      Lane lane;

      take_name (&names, &lane);
      finish_name (&names, &lane);
    }
}
