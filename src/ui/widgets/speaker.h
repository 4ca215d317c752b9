/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *tv_speaker_new (GtkWidget *parent);
void tv_speaker_name_buttons (GtkWidget *root);
void tv_speaker_say (GtkWidget *speaker, const char *text);

G_END_DECLS
