/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/memory-budget.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TV_FILE_BYTES_WINDOW_FROM:
 *
 * A local classic trace of at least this size is read twice in windows instead of into
 * memory.
 */
#define TV_FILE_BYTES_WINDOW_FROM (32 * 1024 * 1024)

/**
 * TV_FILE_BYTES_PASSES:
 *
 * The number of times that the bytes of a file are read: once into memory, and twice as
 * records. The total of the first reading's progress is this many times the file's
 * size.
 */
#define TV_FILE_BYTES_PASSES 3

/**
 * TV_FILE_BYTES_MAX_RATIO:
 *
 * A compressed file or an archive that grows by more than this factor, and to over 64
 * MiB, is refused.
 */
#define TV_FILE_BYTES_MAX_RATIO 200

/**
 * TvLayout:
 * @TV_LAYOUT_UNREADABLE: only the beginning of a file is read, to say what it is
 * @TV_LAYOUT_UNCLEAR: the same, but more is read first: it may say more
 * @TV_LAYOUT_WHOLE: a file is read into memory
 * @TV_LAYOUT_STREAM: the same, and a side file may have the names
 * @TV_LAYOUT_WINDOWS: all of a file can be read in windows
 * @TV_LAYOUT_KEY: a key section; the records after it or in another file can be read in
 *   windows
 * @TV_LAYOUT_RECORDS: records that can be read in windows; another file has the key
 *   section
 *
 * How the files of a format are read.
 */
typedef enum
{
  TV_LAYOUT_UNREADABLE,
  TV_LAYOUT_UNCLEAR,
  TV_LAYOUT_WHOLE,
  TV_LAYOUT_STREAM,
  TV_LAYOUT_WINDOWS,
  TV_LAYOUT_KEY,
  TV_LAYOUT_RECORDS
} TvLayout;

/**
 * TvReadOptions:
 * @progress: (nullable): receives the number of bytes read, out of
 *   %TV_FILE_BYTES_PASSES times the size of the file, or of 0 while that is unknown
 * @progress_data: for @progress
 * @cancellable: (nullable): stops the reading
 * @budget: (nullable): the limit of memory
 * @find_layout: tells the layout of a file by its first bytes, unpacked
 * @whole: whether to read the whole of a file that does not begin like a trace
 * @on_member: (nullable): is called for each trace of an archive with its shown name,
 *   its size or -1, and its first bytes; no trace is then read further
 * @member_data: for @on_member
 *
 * How to read a file.
 */
typedef struct
{
  GFileProgressCallback progress;
  gpointer progress_data;
  GCancellable *cancellable;
  TvMemoryBudget *budget;
  TvLayout (*find_layout) (GBytes *start);
  gboolean whole;
  void (*on_member) (const char *name, gint64 size, GBytes *start, gpointer data);
  gpointer member_data;
} TvReadOptions;

/**
 * TvFileBytes:
 * @bytes: the whole file, unpacked; or the beginning of one that is read in windows or
 *   is not a trace; %NULL if the traces of an archive are listed
 * @stream: (nullable): the open file, if it is read in windows
 * @size: number of bytes of the whole file
 * @modified: modification time at opening, in microseconds
 * @packing: (nullable): how the file is compressed or archived, for programs
 * @damage: (nullable): why unpacking stopped early
 * @member: (nullable): the member of an archive that was read
 *
 * A file that was read.
 */
typedef struct
{
  GBytes *bytes;
  GFileInputStream *stream;
  goffset size;
  gint64 modified;
  const char *packing;
  char *damage;
  GFile *member;
} TvFileBytes;

gboolean tv_file_bytes_read (TvFileBytes *file_bytes, GFile *file,
                             const TvReadOptions *options, GError **error);
gboolean tv_file_bytes_unpack (TvFileBytes *file_bytes, GBytes *bytes,
                               const TvReadOptions *options, GError **error);
gboolean tv_file_bytes_check_unchanged (const TvFileBytes *file_bytes,
                                        GCancellable *cancellable, GError **error);
void tv_file_bytes_clear (TvFileBytes *file_bytes);

G_END_DECLS
