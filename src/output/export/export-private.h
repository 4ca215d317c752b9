/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"
#include "output/export/export.h"
#include "output/table/text-writer.h"
#include "trace/model/trace-details.h"
#include "trace/model/trace-system.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/* Names of methods, made once. */
typedef struct
{
  const TvTrace *trace;
  char **methods; /* by method, NULL until it is asked for */
} TvExportNames;

void tv_export_names_init (TvExportNames *names, const TvTrace *trace);
void tv_export_names_clear (TvExportNames *names);
const char *tv_export_names_get_method (TvExportNames *names, guint32 method);
char *tv_export_names_dup_thread (const TvTrace *trace, guint32 thread);
char *tv_export_dup_thread_label (const TvTrace *trace, guint32 thread);

guint64 tv_export_find_process (const TvTrace *trace);
gint64 tv_export_get_pid (const TvTrace *trace, guint32 process);
const char *tv_export_get_arg_name (const TvArg *arg);
char *tv_export_dup_counter_name (const TvCounter *counter);
gboolean tv_export_has_counter (const TvExportSpec *spec, const TvCounter *counter);
gboolean tv_export_has_call (const TvExportSpec *spec, const TvTrace *trace,
                             TvCallRef call);
gboolean tv_export_find_start (const TvTrace *trace, gint64 *start);
void tv_export_add_microseconds (TvTextWriter *writer, gint64 nanoseconds);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvExportNames, tv_export_names_clear)

/* The libraries of frames, each once. */
typedef struct
{
  GPtrArray *names;   /* of const char * */
  guint32 *by_method; /* indexes, or G_MAXUINT32 */
} TvExportLibraries;

void tv_export_libraries_init (TvExportLibraries *libraries, const TvTrace *trace);
void tv_export_libraries_clear (TvExportLibraries *libraries);

/* What writes arguments: the beginning and the end of a list or an object, and values.
 * Names are not terminated; what is in a list has none. */
typedef struct
{
  void (*open) (gpointer data, const char *name, gsize length, gboolean is_list);
  void (*close) (gpointer data, gboolean is_list, gboolean has_name);
  void (*add) (gpointer data, const char *name, gsize length, const TvArg *arg);
} TvExportArgs;

void tv_export_args_write (const TvArg *args, guint n, const TvExportArgs *to,
                           gpointer data);

void tv_export_note (const TvExportSpec *spec, char *sentence);
void tv_export_note_states (const TvExportSpec *spec, const TvTrace *trace);

gboolean tv_export_has_clock (const TvExportSpec *spec, const TvTrace *trace,
                              TvClock clock);
gboolean tv_export_has_weights (const TvExportSpec *spec, const TvTrace *trace);
gboolean tv_export_has_thread (const TvExportSpec *spec, const TvTrace *trace,
                               guint32 thread);
gboolean tv_export_has_both_clocks (const TvExportSpec *spec, const TvTrace *trace);

#define TV_ROW_NONE G_MAXSIZE

/**
 * TvExportStep:
 * @enters: whether the call is entered or left
 * @row: number of the call among those of its thread that are exported, in order of
 *   entry
 * @parent_row: @row of its parent, %TV_ROW_NONE for a root; set on entry only
 * @depth: number of its ancestors
 * @call: index into the thread's #TvCalls
 * @method: index of its method
 * @flags: #TvCallFlags
 * @times: by #TvClock, clipped to the range, 0 on a clock that the file lacks
 *
 * An entry or an exit.
 */
typedef struct
{
  gboolean enters;
  gsize row;
  gsize parent_row;
  gsize depth;
  guint32 call;
  guint32 method;
  guint8 flags;
  gint64 times[TV_N_CLOCKS];
} TvExportStep;

/**
 * TvExportWalk:
 *
 * A walk over the entries and exits in a part of a trace: thread by thread, in order of
 * time. Each entry has its exit, and pairs nest.
 */
typedef struct _TvExportWalk TvExportWalk;

TvExportWalk *tv_export_walk_new (TvTrace *trace, const TvProfileRange *part,
                                  GCancellable *cancellable);
void tv_export_walk_free (TvExportWalk *walk);

gboolean tv_export_walk_next_thread (TvExportWalk *walk, guint32 *thread);
gsize tv_export_walk_get_n_rows (const TvExportWalk *walk);
void tv_export_walk_rewind (TvExportWalk *walk);
gboolean tv_export_walk_next (TvExportWalk *walk, TvExportStep *step);
gint64 tv_export_walk_get_length (const TvExportWalk *walk, const TvExportStep *step,
                                  TvClock clock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvExportWalk, tv_export_walk_free)

/**
 * TvExportPath:
 * @method: index of the method of the last call
 * @caller: index of the path without that call
 *
 * The start of an element of #TvExportPaths.
 */
typedef struct
{
  guint32 method;
  guint32 caller;
} TvExportPath;

/**
 * TvExportPaths:
 * @paths: the first path is empty; a path comes after that of its caller
 * @size: size of a path in bytes
 * @slots: (array): a hash table of paths: the upper half of the hash, and the index; 0
 *   is free
 * @n_slots: a power of two
 *
 * Paths of calls, looked up by the caller's path and the method.
 */
typedef struct
{
  GArray *paths;
  gsize size;
  guint64 *slots;
  gsize n_slots;
} TvExportPaths;

void tv_export_paths_init (TvExportPaths *self, gsize size);
void tv_export_paths_clear (TvExportPaths *self);
void tv_export_paths_reset (TvExportPaths *self);
guint32 tv_export_paths_find (TvExportPaths *self, guint32 caller, guint32 method);
guint32 tv_export_paths_go (TvExportPaths *self, guint32 path,
                            const TvExportStep *step);

/* Returns a path. The pointer is valid until a path is added. */
static inline TvExportPath *
tv_export_paths_get (const TvExportPaths *self, guint32 path)
{
  return (TvExportPath *) (gpointer) (self->paths->data + path * self->size);
}

/**
 * TvExportMerge:
 *
 * A walk over all threads at once, in order of time.
 */
typedef struct _TvExportMerge TvExportMerge;

TvExportMerge *tv_export_merge_new (TvTrace *trace, const TvProfileRange *part,
                                    GCancellable *cancellable);
void tv_export_merge_free (TvExportMerge *merge);

gboolean tv_export_merge_next (TvExportMerge *merge, guint32 *thread,
                               TvExportStep *step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvExportMerge, tv_export_merge_free)

G_END_DECLS
