/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/bars/find-text.h"

#include "config.h"

#include <glib/gi18n-lib.h>

static void
append_count (GString *status, guint position, guint n)
{
  if (position == 0)
    g_string_append_printf (status, ngettext ("%u hit", "%u hits", n), n);
  else
    /* Translators: the place of the selected hit, and how many there are. */
    g_string_append_printf (status, _ ("%u of %u"), position, n);
}

/* Every part of the status is whole in itself. */
static void
append_part (GString *status, const char *part)
{
  g_string_append (status, ", ");
  g_string_append (status, part);
}

/**
 * tv_find_text_dup_status:
 * @position: which of the listed hits is selected, from 1; 0 for none
 * @n_listed: how many hits are listed
 * @n_hits: how many there are, those that were never called included
 * @wrapped: whether the last step went on from the top (1) or the end (-1)
 *
 * Returns: (transfer full): how many hits there are and which is selected, for people
 */
char *
tv_find_text_dup_status (guint position, guint n_listed, guint n_hits, int wrapped)
{
  GString *status;
  const guint n_uncalled = n_hits - n_listed;

  g_return_val_if_fail (n_listed <= n_hits, NULL);

  if (n_hits == 0)
    return g_strdup (_ ("Not found"));
  if (n_listed == 0)
    return g_strdup_printf (
        ngettext ("%u hit, not called", "%u hits, not called", n_hits), n_hits);
  status = g_string_new (NULL);
  append_count (status, position, n_listed);
  if (wrapped != 0)
    /* Translators: find went on at the other end of the list. */
    append_part (status, wrapped > 0 ? _ ("continued from the top")
                                     : _ ("continued from the end"));
  if (n_uncalled > 0)
    {
      g_autofree char *uncalled = g_strdup_printf (
          /* Translators: methods that were found as well, but were never called. */
          ngettext ("%u more not called", "%u more not called", n_uncalled),
          n_uncalled);
      append_part (status, uncalled);
    }
  return g_string_free (status, FALSE);
}
