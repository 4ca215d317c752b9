/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/model/memory-budget.h"

#include "trace/model/trace-error.h"

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static guint64
subtract (guint64 a, guint64 b)
{
  return a - MIN (a, b);
}

/* Memory of this process in bytes. */
typedef struct
{
  guint64 address_space;
  guint64 data;      /* the part of it that can be written */
  guint64 anonymous; /* memory that is no part of a file */
} Use;

/* Called for each few MiB of a file: without a buffer and without an allocation. Where
 * the system does not say, only what is wanted at once counts. */
static Use
measure (void)
{
  const guint64 page = (guint64) sysconf (_SC_PAGESIZE);
  char text[128];
  guint64 size;
  guint64 resident;
  guint64 shared;
  guint64 data;
  gssize n = 0;
  int fd = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);

  if (fd >= 0)
    {
      n = read (fd, text, sizeof text - 1);
      close (fd);
    }
  text[MAX (n, 0)] = '\0';
  if (sscanf (text, "%" SCNu64 " %" SCNu64 " %" SCNu64 " %*u %*u %" SCNu64, &size,
              &resident, &shared, &data)
      != 4)
    return (Use){ 0 };
  return (Use){ size * page, data * page, subtract (resident, shared) * page };
}

/* Returns the memory of the machine, or of the container. */
static guint64
get_machine_memory (void)
{
  guint64 memory
      = (guint64) sysconf (_SC_PHYS_PAGES) * (guint64) sysconf (_SC_PAGESIZE);
  g_autofree char *text = NULL;
  guint64 limit;

  if (g_file_get_contents ("/sys/fs/cgroup/memory.max", &text, NULL, NULL)
      && g_ascii_string_to_unsigned (g_strchomp (text), 10, 1, G_MAXUINT64, &limit,
                                     NULL))
    memory = MIN (memory, limit);
  return memory;
}

/**
 * tv_memory_budget_init:
 * @budget: (out caller-allocates): becomes a budget
 * @limit: bytes of memory, or 0 for half of what the machine has
 *
 * Sets the limit of memory. Where the address space is limited, as by `ulimit -v`, a
 * trace may take half of what is left. The rest is for what is added up of it, which is
 * no larger, and for the program.
 */
void
tv_memory_budget_init (TvMemoryBudget *budget, guint64 limit)
{
  struct rlimit space = { RLIM_INFINITY, RLIM_INFINITY };
  const Use use = measure ();

  budget->limit = limit > 0 ? limit : get_machine_memory () / 2;
  budget->address_start = use.address_space;
  budget->data_start = use.data;
  budget->address_room = G_MAXUINT64;
  atomic_init (&budget->exact, 0);
  atomic_init (&budget->refused, 0);
  if (getrlimit (RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
    budget->address_room = subtract (space.rlim_cur, use.address_space) / 2;
}

static gboolean
refuse (TvMemoryBudget *budget, guint64 needed, GError **error)
{
  const guint64 limit = needed > budget->limit ? budget->limit : budget->address_room;
  g_autofree char *needed_text = g_format_size_full (needed, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *limit_text = g_format_size_full (limit, G_FORMAT_SIZE_IEC_UNITS);

  atomic_store (&budget->refused, needed);
  g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
               _ ("The trace needs at least %s of memory, and the limit is %s"),
               needed_text, limit_text);
  return FALSE;
}

/**
 * tv_memory_budget_check:
 * @budget: (nullable): a budget, or %NULL for no limit
 * @wanted: bytes that are about to be allocated and will not grow
 * @error: %TV_TRACE_ERROR_TOO_LARGE
 *
 * Compares the memory that the program has taken with the budget. A budget that was
 * exceeded once stays so, whatever is freed: what was read by then is not whole. Any
 * thread may ask.
 *
 * Returns: whether there is room for @wanted
 */
gboolean
tv_memory_budget_check (TvMemoryBudget *budget, guint64 wanted, GError **error)
{
  Use use;
  guint64 taken;
  guint64 growing;

  if (budget == NULL)
    return TRUE;
  if (atomic_load (&budget->refused) > 0)
    return refuse (budget, atomic_load (&budget->refused), error);
  use = measure ();
  if (use.anonymous > budget->limit || wanted > budget->limit - use.anonymous)
    return refuse (budget, use.anonymous + wanted, error);
  taken = subtract (use.address_space, budget->address_start);
  growing = subtract (subtract (use.data, budget->data_start),
                      atomic_load (&budget->exact));
  if (taken + growing + wanted > budget->address_room)
    return refuse (budget, taken + growing + wanted, error);
  atomic_fetch_add (&budget->exact, wanted);
  return TRUE;
}

/**
 * tv_memory_budget_settle:
 * @budget: a budget
 *
 * Marks what is allocated so far as no longer growing. What grows needs twice
 * its size of address space, since arrays double.
 */
void
tv_memory_budget_settle (TvMemoryBudget *budget)
{
  atomic_store (&budget->exact, subtract (measure ().data, budget->data_start));
}

/**
 * tv_memory_size_parse:
 * @text: a number of bytes with or without a unit, such as `800M` or `1.5 GiB`
 * @size: (out): the number of bytes
 *
 * Units are powers of 1024, whether they are written `G`, `GB` or `GiB`.
 *
 * Returns: whether @text is a size of at least one byte
 */
gboolean
tv_memory_size_parse (const char *text, guint64 *size)
{
  static const char units[] = "KMGT";
  char *end;
  double number = g_ascii_strtod (text, &end);
  const char *unit;

  if (end == text)
    return FALSE;
  while (*end == ' ')
    end++;
  unit = *end != '\0' ? strchr (units, g_ascii_toupper (*end)) : NULL;
  if (unit != NULL)
    {
      end++;
      for (const char *i = units; i <= unit; i++)
        number *= 1024;
    }
  if (unit != NULL && *end == 'i')
    end++;
  if (g_ascii_toupper (*end) == 'B')
    end++;
  if (*end != '\0' || !(number >= 1) || number >= 0x1p63)
    return FALSE;
  *size = (guint64) number;
  return TRUE;
}
