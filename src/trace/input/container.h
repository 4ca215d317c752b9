/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/input/archive-reader.h"
#include "trace/input/file-bytes.h"

G_BEGIN_DECLS

/**
 * TvKeepFunc:
 * @data: the bytes of a member
 * @user_data: of the #TvContainer
 * @error: return location for an error
 *
 * Reads a member to its end, as far as it can be read.
 *
 * Returns: (nullable): the bytes, or %NULL with @error set
 */
typedef GBytes *(*TvKeepFunc) (GInputStream *data, gpointer user_data, GError **error);

/**
 * TvContainer:
 * @wanted: (nullable): the shown name of a member, or of an archive within
 * @options: how to read
 * @limit: the limit of the size of all members together
 * @keep: reads the member
 * @user_data: for @keep
 * @bytes: (nullable): the bytes that @keep read of the only trace
 * @name: (nullable): the shown name of this trace
 * @damage: (nullable): why reading stopped early
 *
 * An archive, of which one member is read.
 */
typedef struct
{
  const char *wanted;
  const TvReadOptions *options;
  TvPackedLimit *limit;
  TvKeepFunc keep;
  gpointer user_data;

  GBytes *bytes;
  char *name;
  char *damage;

  /*< private >*/
  GPtrArray *names; /* of traces */
  GHashTable *seen;
  guint n_members;
  guint n_encrypted;
  gboolean is_done;
} TvContainer;

gboolean tv_container_read (TvContainer *self, TvArchive *archive, GError **error);
void tv_container_clear (TvContainer *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvContainer, tv_container_clear)

G_END_DECLS
