/* SPDX-License-Identifier: Apache-2.0 */

/* Reports of simpleperf: samples as records of protocol buffers. Files and threads come
 * behind the samples that refer to them, so the records are read twice. */

#include "config.h"

#include "trace/build/sample-builder.h"
#include "trace/build/slice-names.h"
#include "trace/formats/trace-reader.h"
#include "trace/input/proto-reader.h"
#include "trace/model/id-map.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAGIC "SIMPLEPERF"
#define HEADER_SIZE 12
#define VERSION 1
#define MAX_RECORD (64 * 1024 * 1024)
#define REPORT_EVERY (1024 * 1024)

/* Fields of a record. */
enum
{
  RECORD_SAMPLE = 1,
  RECORD_LOST,
  RECORD_FILE,
  RECORD_THREAD,
  RECORD_META,
  RECORD_SWITCH
};

#define N_UNWIND_CODES 9

/* How code runs: interpreted and compiled methods of Java. */
#define EXECUTION_INTERPRETED 1
#define EXECUTION_JIT 2

typedef struct
{
  char *library;
  gboolean is_java;
  GPtrArray *symbols; /* strings */
  GArray *names;      /* of guint32, by symbol: names of the builder */
} CodeFile;

/* What is known of a thread. */
typedef struct
{
  guint32 thread; /* of the builder */
  guint64 last;   /* time of its last record */
  gboolean is_off;
  TvSampleSpec off; /* the sample that was taken when it left its processor */
} Thread;

typedef struct
{
  TvTrace *trace;
  const TvLoadOptions *options;
  TvSampleBuilder *builder;
  TvSliceNames *names;
  GPtrArray *files; /* of CodeFile, or NULL */
  TvIdMap file_index;
  GHashTable *threads; /* ids to Thread */
  GArray *events;      /* of guint32: events of the builder */
  guint32 off_event;   /* what is weighed by the time off the processor, or -1 */
  gboolean traces_off;
  GString *text;
  guint64 n_samples;
  guint64 n_announced;
  guint64 n_unwound[N_UNWIND_CODES];
} Reader;

typedef gboolean (*RecordFunc) (Reader *self, const TvProtoField *record,
                                guint64 offset);

static void
free_file (gpointer data)
{
  CodeFile *file = data;

  g_free (file->library);
  g_ptr_array_unref (file->symbols);
  g_array_unref (file->names);
  g_free (file);
}

static char *
dup_bytes (const TvProtoField *field)
{
  return tv_java_text_dup_utf8 ((const char *) field->data, field->size);
}

/* Files */

static gboolean
take_file (Reader *self, const TvProtoField *record)
{
  CodeFile *file = g_new0 (CodeFile, 1);
  TvProto message = tv_proto_enter (record);
  TvProtoField field;
  guint64 id = 0;
  const guint32 none = TV_METHOD_NONE;

  file->symbols = g_ptr_array_new_with_free_func (g_free);
  file->names = g_array_new (FALSE, FALSE, sizeof (guint32));
  while (tv_proto_next (&message, &field))
    if (field.number == 1)
      id = field.value;
    else if (field.number == 2 && file->library == NULL)
      {
        g_autofree char *path = dup_bytes (&field);
        const char *slash = strrchr (path, '/');

        file->is_java = tv_is_java_file (path);
        file->library = g_strdup (slash != NULL ? slash + 1 : path);
      }
    else if (field.number == 3)
      {
        g_ptr_array_add (file->symbols, dup_bytes (&field));
        g_array_append_val (file->names, none);
      }
  if (file->library == NULL)
    file->library = g_strdup ("?");
  tv_id_map_set (&self->file_index, tv_id_map_spread (id), self->files->len);
  g_ptr_array_add (self->files, file);
  return tv_growth_take (
      tv_run_builder_get_growth (tv_sample_builder_get_runs (self->builder)),
      2 * record->size);
}

/* Threads */

static Thread *
find_thread (Reader *self, guint64 id)
{
  Thread *thread = g_hash_table_lookup (self->threads, GUINT_TO_POINTER ((guint) id));

  if (thread != NULL)
    return thread;
  thread = g_new0 (Thread, 1);
  thread->thread = tv_sample_builder_add_thread (self->builder, TV_PROCESS_NONE,
                                                 (gint64) (guint32) id, NULL);
  g_hash_table_insert (self->threads, GUINT_TO_POINTER ((guint) id), thread);
  return thread;
}

static gboolean
take_thread (Reader *self, const TvProtoField *record)
{
  TvRunBuilder *runs = tv_sample_builder_get_runs (self->builder);
  TvProto message = tv_proto_enter (record);
  g_autofree char *name = NULL;
  guint64 ids[3] = { 0 };
  guint32 process;
  TvProtoField field;
  TvTrackSpec spec = { .kind = TV_TRACK_THREAD, .process = TV_PROCESS_NONE };
  Thread *thread;

  while (tv_proto_next (&message, &field))
    if (field.number == 1 || field.number == 2)
      ids[field.number] = field.value;
    else if (field.number == 3 && name == NULL)
      name = dup_bytes (&field);
  process = tv_run_builder_add_process (runs, (gint64) (guint32) ids[2],
                                        ids[1] == ids[2] ? name : NULL);
  thread = find_thread (self, ids[1]);
  if (process == TV_PROCESS_NONE || thread->thread == TV_THREAD_NONE)
    return FALSE;
  spec.number = (gint64) (guint32) ids[1];
  spec.name = name;
  if (tv_run_builder_add_track (runs, &spec) != thread->thread)
    return TRUE; /* it came before */
  tv_run_builder_set_process (runs, thread->thread, process);
  return TRUE;
}

/* Facts */

static void
add_event (Reader *self, const TvProtoField *field)
{
  g_autofree char *name = dup_bytes (field);
  const gsize length = strcspn (name, ":");
  TvSampleEvent event = { .name = name, .quantity = TV_QUANTITY_COUNT };
  guint32 index;

  if ((length == 9 && memcmp (name, "cpu-clock", 9) == 0)
      || (length == 10 && memcmp (name, "task-clock", 10) == 0))
    {
      event.quantity = TV_QUANTITY_TIME;
      event.title = N_ ("CPU");
    }
  index = tv_sample_builder_add_event (self->builder, &event);
  g_array_append_val (self->events, index);
}

static gboolean
take_meta (Reader *self, const TvProtoField *record)
{
  static const char *const keys[] = { [2] = "app_package_name",
                                      [3] = "app_type",
                                      [4] = "android_sdk_version",
                                      [5] = "android_build_type" };
  TvProto message = tv_proto_enter (record);
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    if (field.number == 1)
      add_event (self, &field);
    else if (field.number < G_N_ELEMENTS (keys))
      {
        g_autofree char *value = dup_bytes (&field);

        tv_trace_add_property (self->trace, keys[field.number], value);
      }
    else if (field.number == 6)
      {
        self->traces_off = field.value != 0;
        tv_trace_add_property (self->trace, "trace_offcpu",
                               self->traces_off ? "true" : "false");
      }
  return TRUE;
}

static gboolean
take_lost (Reader *self, const TvProtoField *record)
{
  TvProto message = tv_proto_enter (record);
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    if (field.number == 1)
      self->n_announced = field.value;
    else if (field.number == 2 && field.value > 0)
      {
        g_string_printf (self->text, "%" G_GUINT64_FORMAT, field.value);
        tv_trace_add_property (self->trace, "lost-samples", self->text->str);
      }
  return TRUE;
}

static gboolean
take_table (Reader *self, const TvProtoField *record, guint64 offset)
{
  switch (record->number)
    {
    case RECORD_LOST:
      return take_lost (self, record);
    case RECORD_FILE:
      return take_file (self, record);
    case RECORD_THREAD:
      return take_thread (self, record);
    case RECORD_META:
      return take_meta (self, record);
    default:
      return TRUE;
    }
}

/* Samples */

/* Returns the name of a frame whose function is unknown. */
static guint32
find_address (Reader *self, const CodeFile *file, guint64 address)
{
  TvFrameSpec frame = { 0 };

  if (file != NULL)
    g_string_printf (self->text, "%s+0x%" G_GINT64_MODIFIER "x", file->library,
                     address);
  else
    g_string_printf (self->text, "0x%" G_GINT64_MODIFIER "x", address);
  frame.name = self->text->str;
  frame.library = file != NULL ? file->library : NULL;
  return tv_slice_names_get_frame (self->names, &frame);
}

static guint32
find_symbol (Reader *self, const CodeFile *file, guint32 symbol, guint64 execution)
{
  guint32 *name = &g_array_index (file->names, guint32, symbol);
  const TvFrameSpec frame
      = { .name = file->symbols->pdata[symbol],
          .library = file->library,
          .is_java = file->is_java || execution == EXECUTION_INTERPRETED
                     || execution == EXECUTION_JIT };

  if (*name == TV_METHOD_NONE)
    *name = tv_slice_names_get_frame (self->names, &frame);
  return *name;
}

static void
add_frame (Reader *self, const TvProtoField *entry, guint64 offset)
{
  TvProto message = tv_proto_enter (entry);
  guint64 values[5] = { 0 }; /* by field: address, file, symbol, execution */
  const CodeFile *file = NULL;
  TvProtoField field;
  guint32 index;
  guint32 name;

  while (tv_proto_next (&message, &field))
    if (field.number < G_N_ELEMENTS (values))
      values[field.number] = field.value;
  index = tv_id_map_get (&self->file_index, tv_id_map_spread (values[2]));
  if (index != TV_ID_MAP_NONE)
    file = self->files->pdata[index];
  if (file != NULL && values[3] < file->symbols->len)
    name = find_symbol (self, file, (guint32) values[3], values[4]);
  else
    name = find_address (self, file, values[1]);
  if (file == NULL || (values[3] >= file->symbols->len && (gint32) values[3] != -1))
    tv_sample_builder_count_fault (self->builder, TV_WARNING_FRAME_UNKNOWN, offset);
  tv_sample_builder_push_frame (self->builder, name);
}

static void
count_unwinding (Reader *self, const TvProtoField *result)
{
  TvProto message = tv_proto_enter (result);
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    if (field.number == 3 && field.value < N_UNWIND_CODES)
      self->n_unwound[field.value]++;
}

/* Ends the time off the processor of a thread. */
static gboolean
end_off (Reader *self, Thread *thread, guint64 time)
{
  if (!thread->is_off)
    return TRUE;
  thread->is_off = FALSE;
  thread->off.weight = (gint64) time - thread->off.time;
  return tv_sample_builder_add_sample (self->builder, &thread->off);
}

static gboolean
add_sample (Reader *self, TvSampleSpec *sample, guint64 id, guint64 event)
{
  Thread *thread = find_thread (self, id);
  const guint64 time = (guint64) sample->time;

  sample->thread = thread->thread;
  if (event >= self->events->len)
    {
      tv_sample_builder_count_fault (self->builder, TV_WARNING_SAMPLE_UNREADABLE,
                                     sample->offset);
      return TRUE;
    }
  sample->event = g_array_index (self->events, guint32, event);
  thread->last = time;
  if (!end_off (self, thread, time))
    return FALSE;
  if (sample->event != self->off_event)
    {
      if (tv_trace_get_sample_event (self->trace, sample->event)->quantity
          == TV_QUANTITY_COUNT)
        sample->weight
            = (gint64) MIN ((guint64) sample->weight, G_MAXINT64 / TV_WEIGHT_ONE)
              * TV_WEIGHT_ONE;
      return tv_sample_builder_add_sample (self->builder, sample);
    }
  thread->is_off = TRUE;
  thread->off = *sample;
  return TRUE;
}

static gboolean
take_sample (Reader *self, const TvProtoField *record, guint64 offset)
{
  TvProto message = tv_proto_enter (record);
  TvSampleSpec sample = { .offset = offset };
  guint64 values[6] = { 0 }; /* by field: time, thread, -, weight, event */
  TvProtoField field;

  self->n_samples++;
  while (tv_proto_next (&message, &field))
    if (field.number == 3)
      add_frame (self, &field, offset);
    else if (field.number == 6)
      count_unwinding (self, &field);
    else if (field.number < G_N_ELEMENTS (values))
      values[field.number] = field.value;
  sample.stack = tv_sample_builder_take_stack (self->builder);
  if (message.is_broken)
    {
      tv_sample_builder_count_fault (self->builder, TV_WARNING_SAMPLE_UNREADABLE,
                                     offset);
      return TRUE;
    }
  sample.time = (gint64) values[1];
  sample.weight = (gint64) MIN (values[4], G_MAXINT64);
  return add_sample (self, &sample, values[2], values[5]);
}

static gboolean
take_switch (Reader *self, const TvProtoField *record)
{
  TvProto message = tv_proto_enter (record);
  guint64 values[4] = { 0 }; /* by field: on, time, thread */
  TvProtoField field;
  Thread *thread;

  while (tv_proto_next (&message, &field))
    if (field.number < G_N_ELEMENTS (values))
      values[field.number] = field.value;
  thread = find_thread (self, values[3]);
  thread->last = values[2];
  return values[1] == 0 || end_off (self, thread, values[2]);
}

static gboolean
take_event (Reader *self, const TvProtoField *record, guint64 offset)
{
  if (record->number == RECORD_SAMPLE)
    return take_sample (self, record, offset);
  return record->number != RECORD_SWITCH || take_switch (self, record);
}

/* Records */

/* Gets the size of the record at an offset: 0 at the end, -1 if the file has been cut
 * or cannot be read on. */
static gint64
get_record_size (TvDataWindow *window, guint64 offset, GError **error)
{
  const guint64 left = tv_data_window_get_size (window) - offset;
  const guint8 *data;
  guint32 size;

  if (left < sizeof size)
    return -1;
  data = tv_data_window_get (window, offset, sizeof size, error);
  if (data == NULL)
    return -1;
  memcpy (&size, data, sizeof size);
  size = GUINT32_FROM_LE (size);
  return size <= left - sizeof size && size <= MAX_RECORD ? (gint64) size : -1;
}

/* Calls a function for each record. Returns FALSE with an error, or if the builder
 * takes nothing more. @end is where the file stops making sense, or 0. */
static gboolean
read_records (Reader *self, TvDataWindow *window, RecordFunc func, guint64 *end,
              GError **error)
{
  const guint64 total = tv_data_window_get_size (window);
  guint64 offset = HEADER_SIZE;
  guint64 next_report = 0;
  GError *local_error = NULL;
  gint64 size;

  *end = 0;
  while ((size = get_record_size (window, offset, &local_error)) > 0)
    {
      const guint8 *data
          = tv_data_window_get (window, offset + 4, (gsize) size, &local_error);
      TvProto message = tv_proto_new (data, (gsize) size);
      TvProtoField record;

      if (data == NULL
          || (offset >= next_report
              && !tv_load_options_report (self->options, offset, total, &local_error)))
        break;
      next_report = offset >= next_report ? offset + REPORT_EVERY : next_report;
      if (tv_proto_next (&message, &record) && record.wire == TV_PROTO_BYTES
          && !func (self, &record, offset))
        break; /* the builder says why */
      offset += 4 + (guint64) size;
    }
  if (size < 0)
    *end = offset;
  if (local_error == NULL)
    return TRUE;
  g_propagate_error (error, local_error);
  return FALSE;
}

/* The file */

/* Samples at switches are weighed by the time off the processor if that was traced. */
static void
choose_off_event (Reader *self)
{
  for (guint i = 0; self->traces_off && i < self->events->len; i++)
    {
      const guint32 index = g_array_index (self->events, guint32, i);
      TvSampleEvent *event
          = &g_array_index (self->trace->samples->events, TvSampleEvent, index);

      if (!g_str_equal (event->name, "sched:sched_switch"))
        continue;
      event->quantity = TV_QUANTITY_TIME;
      /* Translators: the time that a thread is not on a processor */
      event->title = N_ ("Off CPU");
      self->off_event = index;
    }
}

static void
finish_off (Reader *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    end_off (self, value, ((const Thread *) value)->last);
}

static void
add_unwinding (Reader *self)
{
  static const char *const codes[N_UNWIND_CODES] = { NULL,
                                                     "unknown",
                                                     "not enough stack",
                                                     "memory invalid",
                                                     "unwind info",
                                                     "invalid map",
                                                     "too many frames",
                                                     "repeated frame",
                                                     "invalid ELF file" };

  g_string_truncate (self->text, 0);
  for (guint i = 1; i < N_UNWIND_CODES; i++)
    if (self->n_unwound[i] > 0)
      g_string_append_printf (self->text, "%s%s %" G_GUINT64_FORMAT,
                              self->text->len > 0 ? ", " : "", codes[i],
                              self->n_unwound[i]);
  if (self->text->len > 0)
    tv_trace_add_property (self->trace, "unwinding-errors", self->text->str);
}

static gboolean
read_all (Reader *self, TvDataWindow *window, GError **error)
{
  const TvSampleEvent unknown
      = { .name = "samples", .title = N_ ("Samples"), .quantity = TV_QUANTITY_COUNT };
  guint64 end;

  if (!read_records (self, window, take_table, &end, error))
    return FALSE;
  if (self->events->len == 0)
    {
      const guint32 index = tv_sample_builder_add_event (self->builder, &unknown);

      g_array_append_val (self->events, index);
    }
  choose_off_event (self);
  if (!read_records (self, window, take_event, &end, error))
    return FALSE;
  finish_off (self);
  add_unwinding (self);
  if (end > 0)
    tv_warnings_add (self->trace->warnings, TV_WARNING_EVENTS_CUT, TV_PLACE_OFFSET, end,
                     NULL);
  tv_system_builder_set_own_clock (
      tv_run_builder_get_system (tv_sample_builder_get_runs (self->builder)),
      TV_SYSTEM_CLOCK_MONOTONIC);
  return tv_sample_builder_finish (self->builder, TRUE, error);
}

static gboolean
check_version (TvTrace *trace, TvDataWindow *window, GError **error)
{
  const guint8 *data = NULL;

  if (tv_data_window_get_size (window) >= HEADER_SIZE)
    data = tv_data_window_get (window, 0, HEADER_SIZE, error);
  if (data != NULL)
    {
      trace->info.version = data[10] | (guint) data[11] << 8;
      if (trace->info.version == VERSION)
        return TRUE;
      g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_UNSUPPORTED_VERSION,
                   _ ("simpleperf reports of version %u are not supported"),
                   trace->info.version);
    }
  else if (error == NULL || *error == NULL)
    g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NOT_A_TRACE,
                         _ ("The file ends inside its header"));
  return FALSE;
}

static TvTrace *
read_report (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  Reader reader = { .trace = trace, .options = options, .off_event = G_MAXUINT32 };
  gboolean ok;

  if (!check_version (trace, input->window, error))
    return NULL;
  reader.builder = tv_sample_builder_new (trace, options);
  reader.names = tv_slice_names_new (tv_sample_builder_get_runs (reader.builder));
  reader.files = g_ptr_array_new_with_free_func (free_file);
  reader.threads = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  reader.events = g_array_new (FALSE, FALSE, sizeof (guint32));
  reader.text = g_string_new (NULL);
  tv_id_map_init (&reader.file_index);
  ok = read_all (&reader, input->window, error);
  tv_id_map_clear (&reader.file_index);
  g_string_free (reader.text, TRUE);
  g_array_unref (reader.events);
  g_hash_table_unref (reader.threads);
  g_ptr_array_unref (reader.files);
  tv_slice_names_free (reader.names);
  tv_sample_builder_free (reader.builder);
  return ok ? g_steal_pointer (&trace) : NULL;
}

const TvTraceReader tv_simpleperf_reader = { .name = "simpleperf",
                                             .title = N_ ("simpleperf report"),
                                             .magic = MAGIC,
                                             .magic_length = sizeof MAGIC - 1,
                                             .layout = TV_LAYOUT_WINDOWS,
                                             .read = read_report };
