/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/table-model.h"

G_DEFINE_INTERFACE (TvTableModel, tv_table_model, G_TYPE_OBJECT)

static void
tv_table_model_default_init (TvTableModelInterface *iface)
{
  const GType type = G_TYPE_FROM_INTERFACE (iface);
  static const char *const plain[]
      = { "reordering", "settled", "texts-changed", "looks-changed" };

  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    g_signal_new (plain[i], type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                  0);
  g_signal_new ("show-row", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                2, G_TYPE_UINT, G_TYPE_DOUBLE);
}
