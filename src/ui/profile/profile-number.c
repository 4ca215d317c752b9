/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-number.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <langinfo.h>
#include <math.h>

typedef struct
{
  const char *nick;
  const char *symbol;
  guint decimals;
} UnitKind;

static const UnitKind kinds[TV_N_PROFILE_UNITS] = {
  [TV_PROFILE_UNIT_US] = { "us", N_ ("µs"), 0 },
  [TV_PROFILE_UNIT_MS] = { "ms", N_ ("ms"), 3 },
  [TV_PROFILE_UNIT_S] = { "s", N_ ("s"), 6 },
};

const char *
tv_profile_unit_get_nick (TvProfileUnit unit)
{
  g_return_val_if_fail (unit < TV_N_PROFILE_UNITS, NULL);

  return kinds[unit].nick;
}

const char *
tv_profile_unit_get_symbol (TvProfileUnit unit)
{
  g_return_val_if_fail (unit < TV_N_PROFILE_UNITS, NULL);

  return _ (kinds[unit].symbol);
}

gboolean
tv_profile_unit_parse (const char *nick, TvProfileUnit *unit)
{
  g_return_val_if_fail (nick != NULL && unit != NULL, FALSE);

  for (guint i = 0; i < TV_N_PROFILE_UNITS; i++)
    if (g_str_equal (nick, kinds[i].nick))
      {
        *unit = (TvProfileUnit) i;
        return TRUE;
      }
  return FALSE;
}

/* Writes a number of @decimals places that is given in units of its last place. */
static char *
format_places (double units, guint decimals, const char *suffix)
{
  const char *sign = units < 0 ? "-" : "";
  const gint64 places = (gint64) fabs (units);
  gint64 scale = 1;

  if (decimals == 0)
    return g_strdup_printf ("%s%" G_GINT64_FORMAT "%s", sign, places, suffix);
  for (guint i = 0; i < decimals; i++)
    scale *= 10;
  return g_strdup_printf ("%s%" G_GINT64_FORMAT "%s%0*" G_GINT64_FORMAT "%s", sign,
                          places / scale, nl_langinfo (RADIXCHAR), (int) decimals,
                          places % scale, suffix);
}

/* Writes a time down to a microsecond, halves rounded up as Traceview does (0.0005 ms
 * is 0.001). There is no symbol. */
char *
tv_profile_unit_format (TvProfileUnit unit, double nanoseconds)
{
  g_return_val_if_fail (unit < TV_N_PROFILE_UNITS, NULL);

  return format_places (floor (nanoseconds / 1000 + 0.5), kinds[unit].decimals, "");
}

/* Writes a share with one decimal, halves rounded up. A share of nothing is 0 %. */
char *
tv_profile_format_percent (gint64 part, gint64 whole)
{
  const double share = whole > 0 ? (double) part * 1000 / (double) whole : 0;

  return format_places (floor (share + 0.5), 1, "%");
}
