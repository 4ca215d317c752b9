/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/json/firefox-tables.h"

G_BEGIN_DECLS

/* What samples of a thread become. */
typedef struct
{
  TvSampleBuilder *builder;
  const TvTrace *trace;
  const char *weight_type; /* or NULL */
  const guint32 *stacks;   /* by their places in the file */
  guint n_stacks;
  guint32 track;
  gint64 shift;   /* how much later the process started than the first one */
  guint64 offset; /* of the thread in the file */
} TvFirefoxSamples;

gboolean tv_firefox_samples_add (const TvFirefoxSamples *self,
                                 const TvFirefoxTables *tables);

G_END_DECLS
