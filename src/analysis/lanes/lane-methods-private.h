/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvLaneMethods:
 * @narrow: (nullable): methods in 16 bits, if the trace's are
 * @wide: (nullable): the same in 32 bits otherwise
 *
 * The methods that blocks or parts name, as many for each as it has shares.
 */
typedef struct
{
  guint16 *narrow;
  guint32 *wide;
} TvLaneMethods;

static inline guint32
tv_lane_methods_get (const TvLaneMethods *methods, gsize place)
{
  return methods->narrow != NULL ? methods->narrow[place] : methods->wide[place];
}

static inline void
tv_lane_methods_set (TvLaneMethods *methods, gsize place, guint32 method)
{
  if (methods->narrow != NULL)
    methods->narrow[place] = (guint16) method;
  else
    methods->wide[place] = method;
}

static inline void
tv_lane_methods_init (TvLaneMethods *methods, gboolean narrow, gsize n)
{
  methods->narrow = narrow ? g_new0 (guint16, n) : NULL;
  methods->wide = narrow ? NULL : g_new0 (guint32, n);
}

static inline void
tv_lane_methods_clear (TvLaneMethods *methods)
{
  g_free (methods->narrow);
  g_free (methods->wide);
}

static inline gsize
tv_lane_methods_get_size (const TvLaneMethods *methods, gsize n)
{
  return n * (methods->narrow != NULL ? sizeof (guint16) : sizeof (guint32));
}

G_END_DECLS
