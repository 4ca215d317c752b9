/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvMetric:
 * @name: name of its file without `.sql`
 * @title: the first line of the comment that the file begins with
 * @description: the lines after it; may be empty
 * @script: all of the file: statements with one result
 * @file: (nullable): path of a file of the user's
 *
 * Statements that are worth running on many traces.
 */
typedef struct
{
  char *name;
  char *title;
  char *description;
  char *script;
  char *file;
} TvMetric;

GPtrArray *tv_metrics_load (const char *folder, GError **error);
char *tv_metrics_dup_folder (void);
char *tv_metric_dup_default (const TvMetric *metric, const char *setting);
void tv_metric_append_setting (GString *script, const char *setting, const char *value);

G_END_DECLS
