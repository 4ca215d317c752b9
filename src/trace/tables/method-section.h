/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/tables/method-definition.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvSectionWorkers:
 * @n: how many threads may read, 0 for as many as the machine has
 * @piece_size: bytes of text that are worth a piece of their own, 0 for the usual
 * @cancellable: (transfer none) (nullable): ends the reading early; whoever gave it has
 * to ask it
 *
 * Who reads a long section.
 */
typedef struct
{
  guint n;
  gsize piece_size;
  GCancellable *cancellable;
} TvSectionWorkers;

gsize tv_method_section_read (TvMethodTable *table, const TvTableText *origin,
                              const char *text, gsize size,
                              const TvSectionWorkers *workers, guint64 *n_lines);

G_END_DECLS
