/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/window.h"

G_BEGIN_DECLS

/* Ids of the sample's methods, in order of their ranks. */
#define TV_SAMPLE_MAIN 4
#define TV_SAMPLE_RUN 8
#define TV_SAMPLE_OUTER 12
#define TV_SAMPLE_INNER 16
#define TV_SAMPLE_WRAPPER 20

TvWindow *tv_sample_open (char **folder);
void tv_sample_close (char **folder);
char *tv_sample_write (const char *folder, const char *name);
char *tv_sample_write_base (const char *folder, const char *name);
char *tv_sample_write_wall (const char *folder, const char *name);
char *tv_sample_write_cut (const char *folder, const char *name);
char *tv_sample_write_text (const char *folder, const char *name, const char *text);

G_END_DECLS
