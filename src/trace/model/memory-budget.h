/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvMemoryBudget:
 *
 * How much memory the program may take while it loads a trace. It is measured and not
 * added up: the system knows what files, tables, stacks and columns really take, and
 * who reads need not know who else allocates.
 */
typedef struct
{
  /*< private >*/
  guint64 limit;           /* bytes of memory */
  guint64 address_start;   /* bytes of address space at the beginning */
  guint64 data_start;      /* the part of them that can be written */
  guint64 address_room;    /* how much address space is left */
  _Atomic guint64 exact;   /* bytes that were allocated in the size that they keep */
  _Atomic guint64 refused; /* bytes that were too much, or 0 */
} TvMemoryBudget;

void tv_memory_budget_init (TvMemoryBudget *budget, guint64 limit);
gboolean tv_memory_budget_check (TvMemoryBudget *budget, guint64 wanted,
                                 GError **error);
void tv_memory_budget_settle (TvMemoryBudget *budget);
gboolean tv_memory_size_parse (const char *text, guint64 *size);

G_END_DECLS
