/* SPDX-License-Identifier: Apache-2.0 */

/* The values of a file of JSON that a format names by their path. */

#pragma once

#include "trace/build/arg-tree.h"
#include "trace/build/load-options.h"
#include "trace/input/data-window.h"
#include "trace/input/text-value.h"

G_BEGIN_DECLS

/* The id of what is left out, even if there is a star for it. */
#define TV_JSON_NOTHING (-1)

/* A path such as "profiles.*.name": keys, and stars for the elements of lists and for
 * all other keys. The empty path is the whole file. "a.b=c" says that a.b has the same
 * parts as c, a path that is listed before it. "a.b{}" says that all that is in an
 * object at a.b comes at once, as arguments whose keys begin with "data". */
typedef struct
{
  const char *path;
  int id;
} TvJsonPath;

typedef struct
{
  const TvJsonPath *paths;
  guint n_paths;

  /* A list or an object of a path begins and ends. Its key has no text in a list. May
   * be NULL. */
  void (*enter) (gpointer data, int id, const TvTextValue *key);
  void (*leave) (gpointer data, int id);
  /* A value, of which null has no text; @index is its place in its list. Returns FALSE
   * to stop. */
  gboolean (*take) (gpointer data, int id, const TvTextValue *value, guint32 index);
  /* The end of an object of arguments. May be NULL if no path has such. */
  void (*take_args) (gpointer data, int id, const TvArg *args, guint n, guint32 index);
} TvJsonForm;

gboolean tv_json_paths_read (TvDataWindow *window, const TvLoadOptions *options,
                             const TvJsonForm *form, gpointer data, guint64 *offset,
                             TvWarnings *warnings, GError **error);
guint64 tv_json_paths_see (GBytes *start, const TvJsonForm *form, gpointer data);

G_END_DECLS
