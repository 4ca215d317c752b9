/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/application.h"

#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>

int
main (int argc, char *argv[])
{
  g_autoptr (TvApplication) application = NULL;

  /* If a file becomes too large, the write fails and its error is shown. */
  signal (SIGXFSZ, SIG_IGN);
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  g_set_prgname ("traceview");
  g_set_application_name (_ ("Traceview"));

  application = tv_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
