/* SPDX-License-Identifier: Apache-2.0 */

/* Profiles of pprof: one message. Samples refer to locations, these to functions, and
 * both to strings, which may come last, so the message is read twice. */

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

/* Fields of a profile. */
enum
{
  PROFILE_SAMPLE_TYPE = 1,
  PROFILE_SAMPLE,
  PROFILE_MAPPING,
  PROFILE_LOCATION,
  PROFILE_FUNCTION,
  PROFILE_STRING,
  PROFILE_PERIOD_TYPE = 11,
  PROFILE_DEFAULT_TYPE = 14
};

/* Samples between two looks at the cancellable. */
#define REPORT_EVERY 4096

typedef struct
{
  const guint8 *data;
  gsize size;
} Bytes;

typedef struct
{
  guint64 strings[2]; /* type, unit */
  guint32 event;
  gint64 scale; /* of values */
} SampleType;

typedef struct
{
  TvTrace *trace;
  const TvLoadOptions *options;
  TvSampleBuilder *builder;
  TvSliceNames *names;
  TvGrowth *growth;
  GArray *strings;   /* of Bytes */
  GArray *types;     /* of SampleType */
  GArray *functions; /* of Bytes: messages */
  GArray *locations;
  GArray *mappings;
  GArray *function_names; /* of guint32, by function */
  GArray *location_names; /* of guint32, by location that has one frame */
  TvIdMap function_index;
  TvIdMap location_index;
  TvIdMap mapping_index;
  guint64 default_type;
  GArray *values; /* of gint64 */
} Reader;

/* Strings */

static char *
dup_string (const Reader *self, guint64 index)
{
  const Bytes *string;

  if (index >= self->strings->len)
    return g_strdup ("?");
  string = &g_array_index (self->strings, Bytes, index);
  return tv_java_text_dup_utf8 ((const char *) string->data, string->size);
}

/* Tables */

/* Gets the numbers of a message by field; repeated ones are not among them. */
static void
get_numbers (const Bytes *message, guint64 *values, guint n)
{
  TvProto proto = tv_proto_new (message->data, message->size);
  TvProtoField field;

  memset (values, 0, n * sizeof *values);
  while (tv_proto_next (&proto, &field))
    if (field.wire == TV_PROTO_VARINT && field.number < n)
      values[field.number] = field.value;
}

static gboolean
add_entry (Reader *self, GArray *table, TvIdMap *index, const Bytes *entry)
{
  guint64 values[2];

  get_numbers (entry, values, G_N_ELEMENTS (values));
  if (!tv_growth_take (self->growth, 2 * sizeof values)
      || !tv_growth_append (self->growth, table, entry))
    return FALSE;
  if (tv_id_map_get (index, tv_id_map_spread (values[1])) == TV_ID_MAP_NONE)
    tv_id_map_set (index, tv_id_map_spread (values[1]), table->len - 1);
  return TRUE;
}

static gboolean
take_table (Reader *self, const TvProtoField *field)
{
  const Bytes entry = { field->data, field->size };
  const guint32 none = TV_METHOD_NONE;
  SampleType type = { 0 };
  guint64 values[3];

  if (field->wire != TV_PROTO_BYTES && field->number != PROFILE_DEFAULT_TYPE)
    return TRUE;
  switch (field->number)
    {
    case PROFILE_SAMPLE_TYPE:
      get_numbers (&entry, values, G_N_ELEMENTS (values));
      memcpy (type.strings, values + 1, sizeof type.strings);
      return tv_growth_append (self->growth, self->types, &type);
    case PROFILE_MAPPING:
      return add_entry (self, self->mappings, &self->mapping_index, &entry);
    case PROFILE_LOCATION:
      return add_entry (self, self->locations, &self->location_index, &entry)
             && tv_growth_append (self->growth, self->location_names, &none);
    case PROFILE_FUNCTION:
      return add_entry (self, self->functions, &self->function_index, &entry)
             && tv_growth_append (self->growth, self->function_names, &none);
    case PROFILE_STRING:
      return tv_growth_append (self->growth, self->strings, &entry);
    case PROFILE_DEFAULT_TYPE:
      self->default_type = field->value;
      return TRUE;
    default:
      return TRUE;
    }
}

/* Types of values */

static const struct
{
  const char *unit;
  TvQuantity quantity;
  gint64 scale;
} units[] = {
  { "nanoseconds", TV_QUANTITY_TIME, 1 },
  { "microseconds", TV_QUANTITY_TIME, 1000 },
  { "milliseconds", TV_QUANTITY_TIME, 1000 * 1000 },
  { "seconds", TV_QUANTITY_TIME, 1000 * 1000 * 1000 },
  { "bytes", TV_QUANTITY_BYTES, TV_WEIGHT_ONE },
  { "kilobytes", TV_QUANTITY_BYTES, 1024 * TV_WEIGHT_ONE },
};

static void
add_type (Reader *self, SampleType *type)
{
  g_autofree char *name = dup_string (self, type->strings[0]);
  g_autofree char *unit = dup_string (self, type->strings[1]);
  TvSampleEvent event = { .name = name, .quantity = TV_QUANTITY_COUNT };
  const guint n_before = tv_trace_get_n_sample_events (self->trace);

  type->scale = TV_WEIGHT_ONE;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (unit, units[i].unit))
      {
        event.quantity = units[i].quantity;
        type->scale = units[i].scale;
      }
  if (g_str_equal (name, "cpu"))
    event.title = N_ ("CPU");
  else if (g_str_equal (name, "samples"))
    event.title = N_ ("Samples");
  type->event = tv_sample_builder_add_event (self->builder, &event);
  if (type->event < n_before)
    {
      g_autofree char *longer = g_strconcat (name, "/", unit, NULL);

      event.name = longer;
      type->event = tv_sample_builder_add_event (self->builder, &event);
    }
}

/* The default is the last type, unless the file names one. */
static gboolean
add_types (Reader *self, GError **error)
{
  const guint n = self->types->len;

  for (guint i = 0; i < n; i++)
    {
      SampleType *type = &g_array_index (self->types, SampleType, i);

      add_type (self, type);
      if (i + 1 == n)
        tv_sample_builder_set_default_event (self->builder, type->event);
    }
  for (guint i = 0; i < n && self->default_type > 0; i++)
    {
      const SampleType *type = &g_array_index (self->types, SampleType, i);

      if (type->strings[0] == self->default_type)
        tv_sample_builder_set_default_event (self->builder, type->event);
    }
  if (n > 0)
    return TRUE;
  g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NO_DATA,
                       _ ("The profile does not say what its values are"));
  return FALSE;
}

/* Frames */

static guint32
find_function (Reader *self, guint64 id, const char *library)
{
  const guint32 index = tv_id_map_get (&self->function_index, tv_id_map_spread (id));
  g_autofree char *name = NULL;
  g_autofree char *file = NULL;
  TvFrameSpec frame = { .library = library };
  guint64 values[6];
  guint32 *known;

  if (index == TV_ID_MAP_NONE)
    return TV_METHOD_NONE;
  known = &g_array_index (self->function_names, guint32, index);
  if (*known != TV_METHOD_NONE)
    return *known;
  get_numbers (&g_array_index (self->functions, Bytes, index), values,
               G_N_ELEMENTS (values));
  frame.name = name = dup_string (self, values[2] > 0 ? values[2] : values[3]);
  file = values[4] > 0 ? dup_string (self, values[4]) : NULL;
  frame.file = file;
  frame.line = (gint32) CLAMP ((gint64) values[5], 0, G_MAXINT32);
  return *known = tv_slice_names_get_frame (self->names, &frame);
}

/* Returns the base name of the file of a mapping, or NULL. */
static char *
dup_library (const Reader *self, guint64 id)
{
  const guint32 index = tv_id_map_get (&self->mapping_index, tv_id_map_spread (id));
  g_autofree char *path = NULL;
  guint64 values[6];

  if (index == TV_ID_MAP_NONE)
    return NULL;
  get_numbers (&g_array_index (self->mappings, Bytes, index), values,
               G_N_ELEMENTS (values));
  if (values[5] == 0)
    return NULL;
  path = dup_string (self, values[5]);
  return g_path_get_basename (path);
}

static void
add_frame (Reader *self, guint32 name, guint64 offset)
{
  if (name != TV_METHOD_NONE)
    tv_sample_builder_push_frame (self->builder, name);
  else
    tv_sample_builder_count_fault (self->builder, TV_WARNING_FRAME_UNKNOWN, offset);
}

/* Returns the name of a location without functions. */
static guint32
find_address (Reader *self, const char *library, guint64 address)
{
  g_autofree char *name
      = library != NULL
            ? g_strdup_printf ("%s+0x%" G_GINT64_MODIFIER "x", library, address)
            : g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", address);
  const TvFrameSpec frame = { .name = name, .library = library };

  return tv_slice_names_get_frame (self->names, &frame);
}

/* Adds the functions of a location: those that are inlined come first. Returns the name
 * if it is one, or TV_METHOD_NONE. */
static guint32
add_functions (Reader *self, guint32 index, guint64 offset)
{
  const Bytes *location = &g_array_index (self->locations, Bytes, index);
  g_autofree char *library = NULL;
  TvProto message;
  TvProtoField field;
  guint64 values[4];
  guint32 name = TV_METHOD_NONE;
  guint32 last = TV_METHOD_NONE;
  gboolean has_lines = FALSE;
  guint n = 0;

  get_numbers (location, values, G_N_ELEMENTS (values));
  library = dup_library (self, values[2]);
  message = tv_proto_new (location->data, location->size);
  while (tv_proto_next (&message, &field))
    if (field.number == 4 && field.wire == TV_PROTO_BYTES)
      {
        const Bytes line = { field.data, field.size };
        guint64 of_line[2];

        get_numbers (&line, of_line, G_N_ELEMENTS (of_line));
        name = find_function (self, of_line[1], library);
        add_frame (self, name, offset);
        has_lines = TRUE;
        last = name != TV_METHOD_NONE ? name : last;
        n += name != TV_METHOD_NONE;
      }
  if (has_lines)
    return n == 1 ? last : TV_METHOD_NONE;
  name = find_address (self, library, values[3]);
  add_frame (self, name, offset);
  return name;
}

/* Most locations have one frame, which is found once. */
static void
add_location (Reader *self, guint64 id, guint64 offset)
{
  const guint32 index = tv_id_map_get (&self->location_index, tv_id_map_spread (id));
  guint32 *known;

  if (index == TV_ID_MAP_NONE)
    {
      add_frame (self, TV_METHOD_NONE, offset);
      return;
    }
  known = &g_array_index (self->location_names, guint32, index);
  if (*known == TV_METHOD_NONE)
    *known = add_functions (self, index, offset);
  else
    tv_sample_builder_push_frame (self->builder, *known);
}

/* Samples */

/* Returns the thread that a label names, or TV_THREAD_NONE if it names none. */
static guint32
find_thread (Reader *self, const TvProtoField *label)
{
  const Bytes message = { label->data, label->size };
  guint64 values[4]; /* key, text, number */
  g_autofree char *key = NULL;
  g_autofree char *name = NULL;

  get_numbers (&message, values, G_N_ELEMENTS (values));
  key = dup_string (self, values[1]);
  if (!g_str_equal (key, "thread") && !g_str_equal (key, "thread_id")
      && !g_str_equal (key, "tid") && !g_str_equal (key, "goroutine"))
    return TV_THREAD_NONE;
  if (values[2] == 0)
    return tv_sample_builder_add_thread (self->builder, TV_PROCESS_NONE,
                                         (gint64) values[3], NULL);
  name = dup_string (self, values[2]);
  return tv_sample_builder_add_labelled_thread (
      self->builder, -2 - (gint64) (values[2] & G_MAXINT32), name);
}

static gboolean
add_values (Reader *self, TvSampleSpec *sample)
{
  if (self->values->len != self->types->len)
    {
      tv_sample_builder_count_fault (self->builder, TV_WARNING_SAMPLE_UNREADABLE,
                                     sample->offset);
      return TRUE;
    }
  if (sample->thread == TV_THREAD_NONE)
    sample->thread
        = tv_sample_builder_add_thread (self->builder, TV_PROCESS_NONE, -1, NULL);
  for (guint i = 0; i < self->types->len; i++)
    {
      const SampleType *type = &g_array_index (self->types, SampleType, i);
      const gint64 value = g_array_index (self->values, gint64, i);

      sample->event = type->event;
      sample->weight = CLAMP (value, -1, G_MAXINT64 / type->scale) * type->scale;
      if (!tv_sample_builder_add_sample (self->builder, sample))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_sample (Reader *self, const TvProtoField *record, guint64 offset)
{
  TvProto message = tv_proto_enter (record);
  TvSampleSpec sample = { .thread = TV_THREAD_NONE, .offset = offset };
  TvProtoField field;

  g_array_set_size (self->values, 0);
  while (tv_proto_next (&message, &field))
    {
      TvProto packed = tv_proto_enter (&field);
      guint64 number;

      if (field.number == 1)
        while (tv_proto_next_number (&field, &packed, &number))
          add_location (self, number, offset);
      else if (field.number == 2)
        while (tv_proto_next_number (&field, &packed, &number))
          g_array_append_val (self->values, number);
      else if (field.number == 3 && sample.thread == TV_THREAD_NONE)
        sample.thread = find_thread (self, &field);
    }
  sample.stack = tv_sample_builder_take_stack (self->builder);
  return add_values (self, &sample);
}

/* The file */

static gboolean
read_tables (Reader *self, GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  TvProto profile = tv_proto_new (data, size);
  TvProtoField field;

  while (tv_proto_next (&profile, &field))
    if (!take_table (self, &field))
      return FALSE;
  if (profile.is_broken)
    tv_warnings_add (self->trace->warnings, TV_WARNING_EVENTS_CUT, TV_PLACE_OFFSET,
                     profile.position, NULL);
  return TRUE;
}

static gboolean
read_samples (Reader *self, GBytes *bytes, GError **error)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  TvProto profile = tv_proto_new (data, size);
  TvProtoField field;
  guint64 offset = 0;
  guint n = 0;

  for (; tv_proto_next (&profile, &field); offset = profile.position)
    {
      if (n++ % REPORT_EVERY == 0
          && g_cancellable_set_error_if_cancelled (self->options->cancellable, error))
        return FALSE;
      if (field.number == PROFILE_SAMPLE && field.wire == TV_PROTO_BYTES
          && !take_sample (self, &field, offset))
        break; /* the builder says why */
    }
  return TRUE;
}

static gboolean
read_all (Reader *self, GBytes *bytes, GError **error)
{
  /* When memory is exhausted, the builder says why at its end. */
  if (read_tables (self, bytes)
      && (!add_types (self, error) || !read_samples (self, bytes, error)))
    return FALSE;
  if (self->growth->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->growth->error));
      return FALSE;
    }
  return tv_sample_builder_finish (self->builder, FALSE, error);
}

static void
init_reader (Reader *self, TvTrace *trace, const TvLoadOptions *options)
{
  GArray **tables[]
      = { &self->strings, &self->functions, &self->locations, &self->mappings };

  *self = (Reader){ .trace = trace, .options = options };
  self->builder = tv_sample_builder_new (trace, options);
  self->names = tv_slice_names_new (tv_sample_builder_get_runs (self->builder));
  self->growth = tv_run_builder_get_growth (tv_sample_builder_get_runs (self->builder));
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    *tables[i] = g_array_new (FALSE, FALSE, sizeof (Bytes));
  self->types = g_array_new (FALSE, FALSE, sizeof (SampleType));
  self->function_names = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->location_names = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->values = g_array_new (FALSE, FALSE, sizeof (gint64));
  tv_id_map_init (&self->function_index);
  tv_id_map_init (&self->location_index);
  tv_id_map_init (&self->mapping_index);
}

static void
clear_reader (Reader *self)
{
  GArray *tables[]
      = { self->strings, self->functions,      self->locations,      self->mappings,
          self->types,   self->function_names, self->location_names, self->values };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    g_array_unref (tables[i]);
  tv_id_map_clear (&self->function_index);
  tv_id_map_clear (&self->location_index);
  tv_id_map_clear (&self->mapping_index);
  tv_slice_names_free (self->names);
  tv_sample_builder_free (self->builder);
}

static TvTrace *
read_profile (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  Reader reader;
  gboolean ok;

  init_reader (&reader, trace, options);
  ok = read_all (&reader, input->data, error);
  clear_reader (&reader);
  return ok ? g_steal_pointer (&trace) : NULL;
}

/* Whether a message is a type of value: fields 1 and 2 are indexes of strings. */
static gboolean
is_value_type (TvProto message)
{
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    if (field.wire != TV_PROTO_VARINT || (field.number != 1 && field.number != 2))
      return FALSE;
  return message.size > 0 && !message.is_broken;
}

/* A profile begins with its types of value, but for numbers of other fields. */
static gboolean
is_pprof (GBytes *start)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (start, &size);
  TvProto profile = tv_proto_new (data, size);
  TvProtoField field;

  while (tv_proto_next (&profile, &field))
    if (field.wire != TV_PROTO_VARINT || field.number <= PROFILE_STRING)
      return (field.number == PROFILE_SAMPLE_TYPE
              || field.number == PROFILE_PERIOD_TYPE)
             && field.wire == TV_PROTO_BYTES && is_value_type (tv_proto_enter (&field));
  return FALSE;
}

const TvTraceReader tv_pprof_reader = { .name = "pprof",
                                        .title = N_ ("pprof profile"),
                                        .probe = is_pprof,
                                        .layout = TV_LAYOUT_WHOLE,
                                        .read = read_profile };
