/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/formats/trace-loader.h"

#include "trace/formats/trace-reader.h"
#include "trace/input/member-name.h"
#include "trace/model/parallel.h"
#include "trace/model/trace-samples.h"
#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>

static TvTrace *
read_input (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  const TvTraceReader *reader = tv_trace_reader_find (input->text);
  TvTrace *trace;

  tv_memory_budget_settle (options->budget);
  if (reader == NULL)
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NOT_A_TRACE,
                           _ ("This is not a trace or profile of a known format"));
      return NULL;
    }
  if (reader->read == NULL)
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_OTHER_FORMAT,
                           _ (reader->sentence));
      return NULL;
    }
  trace = reader->read (input, options, error);
  if (trace != NULL && options->event != NULL
      && tv_trace_get_n_sample_events (trace) == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   _ ("There are no samples of the event “%s” in the file: it has no "
                      "samples"),
                   options->event);
      g_clear_pointer (&trace, tv_trace_unref);
    }
  if (trace != NULL)
    {
      if (input->damage != NULL)
        tv_warnings_add (trace->warnings, TV_WARNING_GZIP_CUT, TV_PLACE_NOWHERE, 0,
                         input->damage);
      trace->info.file_size = tv_trace_input_get_size (input);
      trace->info.compressed = input->compressed;
      trace->info.packing = input->packing;
      trace->info.format = reader->name;
      trace->info.format_title = reader->title;
    }
  return trace;
}

static TvLayout
find_layout (GBytes *start)
{
  const TvTraceReader *reader = tv_trace_reader_find (start);

  return reader != NULL ? reader->layout : TV_LAYOUT_UNREADABLE;
}

static TvReadOptions
get_read_options (const TvLoadOptions *options)
{
  return (TvReadOptions){ .progress = options->progress,
                          .progress_data = options->progress_data,
                          .cancellable = options->cancellable,
                          .budget = options->budget,
                          .find_layout = find_layout };
}

static TvTrace *
load_file (GFile *file, const TvLoadOptions *options, GError **error)
{
  const TvReadOptions read_options = get_read_options (options);
  g_autoptr (TvTraceInput) input = NULL;
  g_autoptr (TvTrace) trace = NULL;

  input = tv_trace_input_open (file, &read_options, error);
  if (input == NULL)
    return NULL;
  trace = read_input (input, options, error);
  if (trace == NULL
      || !tv_trace_input_check_unchanged (input, options->cancellable, error))
    return NULL;
  return g_steal_pointer (&trace);
}

/**
 * tv_trace_load:
 * @file: the file
 * @memory_limit: bytes of memory that the program may take while it loads the trace, or
 *   0 for half of what the machine has
 * @mapping: (nullable): the original names of methods, see tv_trace_new_renamed()
 * @progress: (nullable) (scope call) (closure progress_data): receives the number of
 *   bytes read and their total, which is 0 while unknown
 * @progress_data: for @progress
 * @cancellable: (nullable): stops the loading
 * @error: a #TvTraceError, or a %G_IO_ERROR of the file system or of cancelling
 *
 * Loads a trace in the calling thread. Faults of the file that could be repaired are
 * listed by tv_trace_get_warnings(). A file that changes during the loading is refused
 * with %TV_TRACE_ERROR_CHANGED, and one that needs too much memory with
 * %TV_TRACE_ERROR_TOO_LARGE.
 *
 * Returns: (transfer full) (nullable): the trace, or %NULL with @error set
 */
TvTrace *
tv_trace_load (GFile *file, guint64 memory_limit, const TvNameMapping *mapping,
               GFileProgressCallback progress, gpointer progress_data,
               GCancellable *cancellable, GError **error)
{
  return tv_trace_load_event (file, memory_limit, NULL, mapping, progress,
                              progress_data, cancellable, error);
}

/**
 * tv_trace_load_event: (skip)
 * @file: the file
 * @memory_limit: as in tv_trace_load()
 * @event: (nullable): the event whose samples are wanted, if the file holds samples;
 *   %NULL for the one that the file offers first
 * @mapping: (nullable): the original names of methods, see tv_trace_new_renamed()
 * @progress: (nullable) (scope call) (closure progress_data): as in tv_trace_load()
 * @progress_data: for @progress
 * @cancellable: (nullable): stops the loading
 * @error: as tv_trace_load() sets it; %G_IO_ERROR_NOT_FOUND if the file has no such
 *   event
 *
 * Loads a trace as tv_trace_load(). Weights of different events are never added up, so
 * a trace of samples has those of one event.
 *
 * Returns: (transfer full) (nullable): the trace, or %NULL with @error set
 */
TvTrace *
tv_trace_load_event (GFile *file, guint64 memory_limit, const char *event,
                     const TvNameMapping *mapping, GFileProgressCallback progress,
                     gpointer progress_data, GCancellable *cancellable, GError **error)
{
  TvMemoryBudget budget;
  const TvLoadOptions options = { .progress = progress,
                                  .progress_data = progress_data,
                                  .cancellable = cancellable,
                                  .budget = &budget,
                                  .event = event };
  g_autoptr (TvTrace) trace = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  tv_memory_budget_init (&budget, memory_limit);
  trace = load_file (file, &options, error);
  if (trace == NULL || mapping == NULL)
    return g_steal_pointer (&trace);
  return tv_trace_new_renamed (trace, mapping, cancellable, error);
}

/* The receiver of records, and the trace that it gets, which has its names. */
typedef struct
{
  TvRecordFunc func;
  gpointer user_data;
  const TvNameMapping *mapping;
  TvTrace *trace;
} RecordListener;

static void
give_names (RecordListener *listener, TvTrace *trace)
{
  if (listener->trace != NULL)
    return;
  listener->trace = listener->mapping != NULL
                        ? tv_trace_new_renamed (trace, listener->mapping, NULL, NULL)
                        : tv_trace_ref (trace);
}

static gboolean
pass_records (TvTrace *trace, const TvRecord *records, gsize n, gpointer user_data,
              GError **error)
{
  RecordListener *listener = user_data;

  give_names (listener, trace);
  return listener->func (listener->trace, records, n, listener->user_data, error);
}

/**
 * tv_trace_load_with_records: (skip)
 * @file: the file
 * @memory_limit: as in tv_trace_load()
 * @mapping: (nullable): the original names of methods, see tv_trace_new_renamed()
 * @func: (scope call): receives every record in the order of the file, in the calling
 *   thread
 * @user_data: for @func
 * @error: as tv_trace_load() sets it, or as @func sets it
 *
 * Loads a trace and then reads the file once more to report the records themselves,
 * including those that belong to no call.
 *
 * Returns: (transfer full) (nullable): the trace, or %NULL with @error set
 */
TvTrace *
tv_trace_load_with_records (GFile *file, guint64 memory_limit,
                            const TvNameMapping *mapping, TvRecordFunc func,
                            gpointer user_data, GError **error)
{
  TvMemoryBudget budget;
  RecordListener listener
      = { .func = func, .user_data = user_data, .mapping = mapping };
  const TvLoadOptions options
      = { .record_func = pass_records, .record_data = &listener, .budget = &budget };
  g_autoptr (TvTrace) trace = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);
  g_return_val_if_fail (func != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  tv_memory_budget_init (&budget, memory_limit);
  trace = load_file (file, &options, error);
  if (trace != NULL)
    give_names (&listener, trace);
  else
    g_clear_pointer (&listener.trace, tv_trace_unref);
  return listener.trace;
}

/**
 * tv_trace_load_bytes:
 * @bytes: the content of a file
 * @cancellable: (nullable): stops the loading
 * @error: as tv_trace_load() sets it
 *
 * Loads a trace from memory in the calling thread.
 *
 * Returns: (transfer full) (nullable): the trace, or %NULL with @error set
 */
TvTrace *
tv_trace_load_bytes (GBytes *bytes, GCancellable *cancellable, GError **error)
{
  return tv_trace_load_bytes_in_parts (bytes, 0, 0, cancellable, error);
}

/**
 * tv_trace_load_bytes_in_parts: (skip)
 * @bytes: the content of a file
 * @n_workers: number of threads that read, 0 for as many as the machine has
 * @part_size: bytes that are worth a part of their own, 0 for the usual
 * @cancellable: (nullable): stops the loading
 * @error: as tv_trace_load() sets it
 *
 * Loads a trace from memory with a given number of threads. The result does not depend
 * on the number of parts. For tests.
 *
 * Returns: (transfer full) (nullable): the trace, or %NULL with @error set
 */
TvTrace *
tv_trace_load_bytes_in_parts (GBytes *bytes, guint n_workers, gsize part_size,
                              GCancellable *cancellable, GError **error)
{
  TvMemoryBudget budget;
  const TvLoadOptions options = { .cancellable = cancellable,
                                  .n_workers = n_workers,
                                  .part_size = (goffset) part_size,
                                  .budget = &budget };
  const TvReadOptions read_options = get_read_options (&options);
  g_autoptr (TvTraceInput) input = NULL;

  g_return_val_if_fail (bytes != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  tv_memory_budget_init (&budget, 0);
  input = tv_trace_input_new_for_bytes (bytes, &read_options, error);
  if (input == NULL)
    return NULL;
  return read_input (input, &options, error);
}

typedef struct
{
  GFile *file;
  guint64 memory_limit;
  char *event;
  GMainContext *context;
  GFileProgressCallback progress;
  gpointer progress_data;
  GCancellable *cancellable;
  gint64 last_report;
} LoadJob;

typedef struct
{
  GTask *task;
  goffset current;
  goffset total;
} ProgressReport;

/* Often enough to look smooth, rarely enough to keep the main loop idle. */
#define REPORT_INTERVAL_US 16000

static void
free_job (gpointer data)
{
  LoadJob *job = data;

  g_object_unref (job->file);
  g_free (job->event);
  g_main_context_unref (job->context);
  g_clear_object (&job->cancellable);
  g_free (job);
}

static void
free_report (gpointer data)
{
  ProgressReport *report = data;

  g_object_unref (report->task);
  g_free (report);
}

static gboolean
deliver_report (gpointer data)
{
  ProgressReport *report = data;
  LoadJob *job = g_task_get_task_data (report->task);

  /* When the task has returned, its caller may have freed the callback's data. */
  if (!g_task_get_completed (report->task)
      && !g_cancellable_is_cancelled (job->cancellable))
    job->progress (report->current, report->total, job->progress_data);
  return G_SOURCE_REMOVE;
}

/* Runs in the worker. */
static void
send_report (goffset current, goffset total, gpointer data)
{
  GTask *task = data;
  LoadJob *job = g_task_get_task_data (task);
  gint64 now = g_get_monotonic_time ();
  g_autoptr (GSource) source = NULL;
  ProgressReport *report;

  if (job->progress == NULL
      || (current != total && now - job->last_report < REPORT_INTERVAL_US))
    return;
  job->last_report = now;
  report = g_new (ProgressReport, 1);
  report->task = g_object_ref (task);
  report->current = current;
  report->total = total;
  /* g_main_context_invoke() would call it in the worker if the caller's main loop does
   * not run at this moment. */
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, deliver_report, report, free_report);
  g_source_attach (source, job->context);
}

static void
load_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  LoadJob *job = data;
  GError *error = NULL;
  TvTrace *trace = tv_trace_load_event (job->file, job->memory_limit, job->event, NULL,
                                        send_report, task, cancellable, &error);

  if (job->event != NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_clear_error (&error);
      trace = tv_trace_load_event (job->file, job->memory_limit, NULL, NULL,
                                   send_report, task, cancellable, &error);
    }
  if (trace != NULL)
    g_task_return_pointer (task, trace, (GDestroyNotify) tv_trace_unref);
  else
    g_task_return_error (task, error);
}

/**
 * tv_trace_load_async:
 * @file: the file
 * @memory_limit: as in tv_trace_load()
 * @progress: (nullable) (scope notified) (closure progress_data): receives the number
 *   of bytes read and their total, in the thread-default main context of the caller;
 *   never after @callback or after cancelling
 * @progress_data: for @progress
 * @cancellable: (nullable): stops the loading; @callback is then called at once
 * @callback: (scope async) (closure user_data): called in the caller's context when the
 *   trace is loaded or could not be
 * @user_data: for @callback
 *
 * Loads a trace in a worker thread.
 */
void
tv_trace_load_async (GFile *file, guint64 memory_limit, GFileProgressCallback progress,
                     gpointer progress_data, GCancellable *cancellable,
                     GAsyncReadyCallback callback, gpointer user_data)
{
  tv_trace_load_event_async (file, memory_limit, NULL, progress, progress_data,
                             cancellable, callback, user_data);
}

/**
 * tv_trace_load_event_async: (skip)
 * @file: the file
 * @memory_limit: as in tv_trace_load()
 * @event: (nullable): the event whose samples are preferred
 * @progress: (nullable) (scope notified) (closure progress_data): as in
 *   tv_trace_load_async()
 * @progress_data: for @progress
 * @cancellable: (nullable): stops the loading
 * @callback: (scope async) (closure user_data): as in tv_trace_load_async()
 * @user_data: for @callback
 *
 * Loads a trace of one event in a worker thread, or of another one if the file does not
 * have that. tv_trace_load_finish() has the result.
 */
void
tv_trace_load_event_async (GFile *file, guint64 memory_limit, const char *event,
                           GFileProgressCallback progress, gpointer progress_data,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  LoadJob *job;

  g_return_if_fail (G_IS_FILE (file));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, tv_trace_load_async);
  /* Opening a pipe or a file on a dead network mount can block forever. */
  g_task_set_return_on_cancel (task, TRUE);
  job = g_new0 (LoadJob, 1);
  job->file = g_object_ref (file);
  job->memory_limit = memory_limit;
  job->event = g_strdup (event);
  job->context = g_main_context_ref_thread_default ();
  job->progress = progress;
  job->progress_data = progress_data;
  job->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  g_task_set_task_data (task, job, free_job);
  tv_background_run_task (task, TV_BACKGROUND_SOON, load_in_worker);
}

/**
 * tv_trace_load_finish:
 * @result: the result that the callback received
 * @error: as tv_trace_load() sets it
 *
 * Returns: (transfer full) (nullable): the trace, or %NULL with @error set
 */
TvTrace *
tv_trace_load_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, tv_trace_load_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Members of archives */

static void
clear_member (gpointer data)
{
  TvTraceMember *member = data;

  g_free (member->name);
  g_object_unref (member->file);
  g_free (member);
}

/* What lists the members of an archive. */
typedef struct
{
  GFile *container;
  GPtrArray *members;
} MemberList;

static void
list_member (const char *name, gint64 size, GBytes *start, gpointer data)
{
  MemberList *list = data;
  TvTraceMember *member = g_new0 (TvTraceMember, 1);

  member->file = tv_member_file_new (list->container, name);
  member->name = g_strdup (name);
  member->size = size;
  member->format_title = tv_trace_reader_find (start)->title;
  g_ptr_array_add (list->members, member);
}

static void
list_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (clear_member);
  MemberList list = { .container = data, .members = members };
  TvMemoryBudget budget;
  const TvReadOptions options = { .cancellable = cancellable,
                                  .budget = &budget,
                                  .find_layout = find_layout,
                                  .on_member = list_member,
                                  .member_data = &list };
  TvFileBytes file = { 0 };
  GError *error = NULL;

  tv_memory_budget_init (&budget, 0);
  if (tv_file_bytes_read (&file, data, &options, &error))
    g_task_return_pointer (task, g_steal_pointer (&members),
                           (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
  tv_file_bytes_clear (&file);
}

/**
 * tv_trace_list_members_async: (skip)
 * @file: an archive
 * @cancellable: (nullable): stops the listing
 * @callback: (scope async) (closure user_data): called in the caller's context
 * @user_data: for @callback
 *
 * Lists the traces of an archive, of which tv_trace_load() has said that there are
 * several.
 */
void
tv_trace_list_members_async (GFile *file, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (G_IS_FILE (file));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, tv_trace_list_members_async);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  tv_background_run_task (task, TV_BACKGROUND_SOON, list_in_worker);
}

/**
 * tv_trace_list_members_finish: (skip)
 * @result: the result that the callback received
 * @error: a #TvTraceError, or a %G_IO_ERROR of the file system or of cancelling
 *
 * Returns: (transfer full) (nullable): the traces, each a #TvTraceMember, in the order
 *   of the archive; or %NULL with @error set
 */
GPtrArray *
tv_trace_list_members_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, tv_trace_list_members_async),
                        NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static GFile *
find_with_ending (GFile *file, const char *ending)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *longer = g_strconcat (uri, ending, NULL);
  g_autoptr (GFile) found = g_file_new_for_uri (longer);

  return g_file_query_exists (found, NULL) ? g_steal_pointer (&found) : NULL;
}

/**
 * tv_trace_find_file:
 * @argument: a path or URI as typed by the user
 * @error: %G_IO_ERROR_NOT_FOUND
 *
 * Finds the trace that the user means: `calc` is the file of that name, or
 * `calc.trace`, or the pair `calc.key` and `calc.data`; `a.zip!/calc.trace` is a member
 * of an archive.
 *
 * Returns: (transfer full) (nullable): the file to load, or %NULL with @error set
 */
GFile *
tv_trace_find_file (const char *argument, GError **error)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFile) trace = NULL;
  g_autoptr (GFile) key = NULL;
  g_autoptr (GFile) data = NULL;
  g_autoptr (GFile) container = NULL;
  g_autofree char *member = NULL;
  GFileType type;

  g_return_val_if_fail (argument != NULL, NULL);

  if (*argument == '\0')
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                           _ ("The file name is empty"));
      return NULL;
    }
  file = g_file_new_for_commandline_arg (argument);
  /* The folder may also have a subfolder of the trace's name. */
  type = g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL);
  if (type != G_FILE_TYPE_UNKNOWN && type != G_FILE_TYPE_DIRECTORY)
    return g_steal_pointer (&file);
  container = tv_member_file_split (file, &member);
  if (member != NULL)
    return g_steal_pointer (&file);
  trace = find_with_ending (file, ".trace");
  if (trace != NULL)
    return g_steal_pointer (&trace);
  key = find_with_ending (file, ".key");
  data = find_with_ending (file, ".data");
  if (key != NULL && data != NULL)
    return g_steal_pointer (&key);
  if (type == G_FILE_TYPE_DIRECTORY)
    return g_steal_pointer (&file); /* loading it reports what it is */
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                       _ ("There is no such file"));
  return NULL;
}
