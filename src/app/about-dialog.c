/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/about-dialog.h"

#include <glib/gi18n-lib.h>

/* Shows what the program is, its version and its licence. */
void
tv_about_dialog_show (GtkWindow *parent)
{
  gtk_show_about_dialog (
      parent, "program-name", _ ("Traceview"), "logo-icon-name", APP_ID, "version",
      PACKAGE_VERSION, "comments",
      _ ("Views Android method traces: a timeline of each thread, and a profile of all "
         "methods with their callers and callees."),
      "copyright", _ ("Copyright © The Traceview authors"), "license-type",
      GTK_LICENSE_APACHE_2_0, "translator-credits", _ ("translator-credits"), NULL);
}
