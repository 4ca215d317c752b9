/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/find-text.h"

#include "config.h"

#include <glib/gi18n-lib.h>

static char *
dup_count (guint position, guint n)
{
  if (position == 0)
    return g_strdup_printf (ngettext ("%u hit", "%u hits", n), n);
  /* Translators: the place of the selected hit, and how many there are. */
  return g_strdup_printf (_ ("%u of %u"), position, n);
}

static const char *
get_wrap_text (int wrapped)
{
  if (wrapped == 0)
    return "";
  /* Translators: these follow "1 of 17" when find went on at the other end. */
  return wrapped > 0 ? _ (", continued from the top") : _ (", continued from the end");
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
  g_autofree char *count = NULL;
  g_autofree char *uncalled = NULL;
  const guint n_uncalled = n_hits - n_listed;

  g_return_val_if_fail (n_listed <= n_hits, NULL);

  if (n_hits == 0)
    return g_strdup (_ ("Not found"));
  if (n_listed == 0)
    return g_strdup_printf (
        ngettext ("%u hit, not called", "%u hits, not called", n_hits), n_hits);
  count = dup_count (position, n_listed);
  if (n_uncalled > 0)
    /* Translators: this follows "3 of 17"; methods that were found, but never called.
     */
    uncalled = g_strdup_printf (
        ngettext (", %u more not called", ", %u more not called", n_uncalled),
        n_uncalled);
  return g_strconcat (count, get_wrap_text (wrapped), uncalled, NULL);
}
