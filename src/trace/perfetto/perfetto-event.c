/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/perfetto/perfetto-event.h"

#include <string.h>

#define NS_PER_US 1000

/* Annotations in annotations, at most. */
#define MAX_LEVELS 64

enum
{
  EVENT_TIME_DELTA = 1,
  EVENT_CPU_TIME_DELTA = 2,
  EVENT_CATEGORY_NUMBERS = 3,
  EVENT_ANNOTATION = 4,
  EVENT_TASK = 5,
  EVENT_LEGACY = 6,
  EVENT_INSTRUCTIONS_DELTA = 8,
  EVENT_TYPE = 9,
  EVENT_NAME_NUMBER = 10,
  EVENT_TRACK = 11,
  EVENT_MORE_VALUES = 12,
  EVENT_TIME = 16,
  EVENT_CPU_TIME = 17,
  EVENT_INSTRUCTIONS = 20,
  EVENT_CATEGORIES = 22,
  EVENT_NAME = 23,
  EVENT_VALUE = 30,
  EVENT_MORE_COUNTERS = 31,
  EVENT_LOCATION = 33,
  EVENT_LOCATION_NUMBER = 34,
  EVENT_OLD_FLOWS = 36,
  EVENT_OLD_ENDING_FLOWS = 42,
  EVENT_REAL_VALUE = 44,
  EVENT_MORE_REAL_COUNTERS = 45,
  EVENT_MORE_REAL_VALUES = 46,
  EVENT_FLOWS = 47,
  EVENT_ENDING_FLOWS = 48
};

/* A double from its bits. */
static double
get_real (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

void
tv_perfetto_event_init (TvPerfettoEvent *event)
{
  *event = (TvPerfettoEvent){ 0 };
  for (guint i = 0; i < G_N_ELEMENTS (event->counters); i++)
    event->counters[i] = g_array_new (FALSE, FALSE, sizeof (guint64));
  event->values = g_array_new (FALSE, FALSE, sizeof (double));
  event->flows = g_array_new (FALSE, FALSE, sizeof (TvPerfettoFlow));
  event->args = tv_arg_tree_new ("debug");
  event->own_category = g_string_new (NULL);
  event->own_name = g_string_new (NULL);
}

void
tv_perfetto_event_clear (TvPerfettoEvent *event)
{
  for (guint i = 0; i < G_N_ELEMENTS (event->counters); i++)
    g_array_unref (event->counters[i]);
  g_array_unref (event->values);
  g_array_unref (event->flows);
  tv_arg_tree_free (event->args);
  g_string_free (event->own_category, TRUE);
  g_string_free (event->own_name, TRUE);
}

/* Most are empty. */
static void
empty_array (GArray *array)
{
  if (array->len > 0)
    g_array_set_size (array, 0);
}

/* Forgets the last event, but keeps its memory. */
static void
reset (TvPerfettoEvent *event)
{
  TvPerfettoEvent empty = { .values = event->values,
                            .flows = event->flows,
                            .args = event->args,
                            .own_category = event->own_category,
                            .own_name = event->own_name,
                            .pid = -1,
                            .tid = -1,
                            .offset = event->offset };

  memcpy (empty.counters, event->counters, sizeof empty.counters);
  *event = empty;
  for (guint i = 0; i < G_N_ELEMENTS (event->counters); i++)
    empty_array (event->counters[i]);
  empty_array (event->values);
  empty_array (event->flows);
  tv_arg_tree_clear (event->args);
}

static const char *
set_own_text (GString *text, const TvProtoField *field)
{
  g_string_truncate (text, 0);
  g_string_append_len (text, (const char *) field->data, (gssize) field->size);
  return text->str;
}

/* Only the first category counts. */
static void
set_category (TvPerfettoEvent *event, const TvPerfettoSequence *sequence,
              const TvProtoField *field)
{
  TvProto packed = { 0 };
  guint64 number;

  if (event->category != NULL)
    return;
  if (field->number == EVENT_CATEGORIES)
    event->category = set_own_text (event->own_category, field);
  else if (tv_proto_next_number (field, &packed, &number))
    {
      event->category
          = tv_perfetto_sequence_get_text (sequence, TV_INTERNED_CATEGORIES, number);
      event->category_number = number;
    }
}

/* Gives an event the name that has a number in its sequence. */
void
tv_perfetto_event_set_name (TvPerfettoEvent *event, const TvPerfettoSequence *sequence,
                            guint64 number)
{
  event->name = tv_perfetto_sequence_get_text (sequence, TV_INTERNED_NAMES, number);
  event->name_number = event->name != NULL ? number : 0;
}

/* Sets a time that is given in microseconds, as it is or as a step. */
static void
set_time (gint64 *time, gboolean *is_set, gint64 *base, gboolean is_step, guint64 value)
{
  gint64 given;

  *is_set = !__builtin_mul_overflow ((gint64) value, NS_PER_US, &given)
            && (!is_step || !__builtin_add_overflow (given, *base, &given));
  if (!*is_set)
    return;
  *time = given;
  if (is_step)
    *base = given;
}

/* Annotations */

enum
{
  ANNOTATION_NAME_NUMBER = 1,
  ANNOTATION_BOOLEAN = 2,
  ANNOTATION_UNSIGNED = 3,
  ANNOTATION_SIGNED = 4,
  ANNOTATION_REAL = 5,
  ANNOTATION_TEXT = 6,
  ANNOTATION_POINTER = 7,
  ANNOTATION_NESTED = 8,
  ANNOTATION_JSON = 9,
  ANNOTATION_NAME = 10,
  ANNOTATION_ENTRY = 11,
  ANNOTATION_ELEMENT = 12,
  ANNOTATION_TEXT_NUMBER = 17
};

/* Of a nested value of old writers. */
enum
{
  NESTED_KEY = 2,
  NESTED_ENTRY = 3,
  NESTED_ELEMENT = 4,
  NESTED_SIGNED = 5,
  NESTED_REAL = 6,
  NESTED_BOOLEAN = 7,
  NESTED_TEXT = 8
};

/* A name has no points and brackets, which paths are made of. */
static void
set_name (TvArgTree *args, const char *name, gsize length)
{
  g_autofree char *plain = g_strndup (name, length);

  g_strdelimit (plain, ".[]", '_');
  tv_arg_tree_set_key (args, plain, strlen (plain));
}

static void
find_name (TvArgTree *args, const TvPerfettoSequence *sequence, TvProto annotation)
{
  TvProtoField field;

  while (tv_proto_next (&annotation, &field))
    if (field.number == ANNOTATION_NAME && field.wire == TV_PROTO_BYTES)
      set_name (args, (const char *) field.data, field.size);
    else if (field.number == ANNOTATION_NAME_NUMBER)
      {
        const char *name = tv_perfetto_sequence_get_text (
            sequence, TV_INTERNED_ARG_NAMES, field.value);

        if (name != NULL)
          set_name (args, name, strlen (name));
      }
}

/* The keys and values of a dictionary are lists of their own. */
static void
add_nested (TvArgTree *args, TvProto nested, guint level)
{
  TvProto keys = nested;
  TvProtoField field;
  TvProtoField key = { 0 };
  gboolean is_list = FALSE;
  gboolean is_inside = FALSE;

  if (level > MAX_LEVELS)
    return;
  while (tv_proto_next (&nested, &field))
    switch (field.number)
      {
      case NESTED_ENTRY:
      case NESTED_ELEMENT:
        if (!is_inside)
          {
            is_list = field.number == NESTED_ELEMENT;
            tv_arg_tree_enter (args, is_list);
            is_inside = TRUE;
          }
        while (!is_list && tv_proto_next (&keys, &key))
          if (key.number == NESTED_KEY && key.wire == TV_PROTO_BYTES)
            {
              set_name (args, (const char *) key.data, key.size);
              break;
            }
        add_nested (args, tv_proto_enter (&field), level + 1);
        break;
      case NESTED_SIGNED:
        tv_arg_tree_add_value (args, TV_ARG_INT, field.value);
        break;
      case NESTED_REAL:
        tv_arg_tree_add_real (args, get_real (field.value));
        break;
      case NESTED_BOOLEAN:
        tv_arg_tree_add_boolean (args, field.value != 0);
        break;
      case NESTED_TEXT:
        tv_arg_tree_add_text (args, (const char *) field.data, field.size);
        break;
      default:
        break;
      }
  if (is_inside)
    tv_arg_tree_leave (args);
}

static void
add_number (TvArgTree *args, const TvPerfettoSequence *sequence,
            const TvProtoField *field)
{
  const char *text;

  switch (field->number)
    {
    case ANNOTATION_BOOLEAN:
      tv_arg_tree_add_boolean (args, field->value != 0);
      break;
    case ANNOTATION_UNSIGNED:
      tv_arg_tree_add_value (args, TV_ARG_UINT, field->value);
      break;
    case ANNOTATION_SIGNED:
      tv_arg_tree_add_value (args, TV_ARG_INT, field->value);
      break;
    case ANNOTATION_REAL:
      tv_arg_tree_add_real (args, get_real (field->value));
      break;
    case ANNOTATION_POINTER:
      tv_arg_tree_add_value (args, TV_ARG_POINTER, field->value);
      break;
    case ANNOTATION_TEXT_NUMBER:
      text = tv_perfetto_sequence_get_text (sequence, TV_INTERNED_ARG_TEXTS,
                                            field->value);
      if (text != NULL)
        tv_arg_tree_add_text (args, text, strlen (text));
      break;
    default:
      break;
    }
}

/* Adds what an annotation has, or what is in it. */
static void
add_annotation (TvArgTree *args, const TvPerfettoSequence *sequence, TvProto annotation,
                guint level)
{
  TvProtoField field;
  gboolean is_inside = FALSE;

  if (level > MAX_LEVELS)
    return;
  while (tv_proto_next (&annotation, &field))
    if (field.wire != TV_PROTO_BYTES)
      add_number (args, sequence, &field);
    else if (field.number == ANNOTATION_TEXT)
      tv_arg_tree_add_text (args, (const char *) field.data, field.size);
    else if (field.number == ANNOTATION_JSON)
      tv_arg_tree_add_json (args, (const char *) field.data, field.size);
    else if (field.number == ANNOTATION_NESTED)
      add_nested (args, tv_proto_enter (&field), level + 1);
    else if (field.number == ANNOTATION_ENTRY || field.number == ANNOTATION_ELEMENT)
      {
        if (!is_inside)
          tv_arg_tree_enter (args, field.number == ANNOTATION_ELEMENT);
        is_inside = TRUE;
        if (field.number == ANNOTATION_ENTRY)
          find_name (args, sequence, tv_proto_enter (&field));
        add_annotation (args, sequence, tv_proto_enter (&field), level + 1);
      }
  if (is_inside)
    tv_arg_tree_leave (args);
}

static void
read_annotation (TvPerfettoEvent *event, const TvPerfettoSequence *sequence,
                 const TvProtoField *field)
{
  TvArgTree *args = event->args;

  tv_arg_tree_set_path (args, "debug");
  tv_arg_tree_enter (args, FALSE);
  find_name (args, sequence, tv_proto_enter (field));
  add_annotation (args, sequence, tv_proto_enter (field), 0);
  tv_arg_tree_leave (args);
}

/* Where something is in the source */

/* A location: file 2, function 3, line 4. */
static void
add_location (TvArgTree *args, const char *path, TvProto location)
{
  TvProtoField field;

  tv_arg_tree_set_path (args, path);
  tv_arg_tree_enter (args, FALSE);
  while (tv_proto_next (&location, &field))
    if ((field.number == 2 || field.number == 3) && field.wire == TV_PROTO_BYTES)
      {
        const char *key = field.number == 2 ? "file_name" : "function_name";

        tv_arg_tree_set_key (args, key, strlen (key));
        tv_arg_tree_add_text (args, (const char *) field.data, field.size);
      }
    else if (field.number == 4 && field.wire == TV_PROTO_VARINT)
      {
        tv_arg_tree_set_key (args, "line_number", strlen ("line_number"));
        tv_arg_tree_add_value (args, TV_ARG_INT, field.value);
      }
  tv_arg_tree_leave (args);
}

/* Reads where a slice is in the source, or in a message, where its task was posted: 1.
 */
static void
read_location (TvPerfettoEvent *event, const TvPerfettoSequence *sequence,
               const TvProtoField *field)
{
  const gboolean is_task = field->number == EVENT_TASK;
  const char *path = is_task ? "task.posted_from" : "source";
  TvProto message = tv_proto_enter (field);
  TvProtoField number = *field;

  if (field->number == EVENT_LOCATION)
    add_location (event->args, path, message);
  else if (!is_task || (tv_proto_next (&message, &number) && number.number == 1))
    add_location (event->args, path,
                  tv_perfetto_sequence_get_location (sequence, number.value));
}

/* Counters and flows */

static void
read_values (TvPerfettoEvent *event, const TvProtoField *field)
{
  const gboolean is_real = field->number == EVENT_MORE_REAL_VALUES;
  TvProto packed = { 0 };
  guint64 bits;

  /* Doubles are packed as they are. */
  if (is_real && field->wire == TV_PROTO_BYTES)
    for (gsize i = 0; i + sizeof bits <= field->size; i += sizeof bits)
      {
        double value;

        memcpy (&bits, field->data + i, sizeof bits);
        value = get_real (GUINT64_FROM_LE (bits));
        g_array_append_val (event->values, value);
      }
  else
    while (tv_proto_next_number (field, &packed, &bits))
      {
        const double value = is_real ? get_real (bits) : (double) (gint64) bits;

        if (is_real)
          g_array_append_val (event->values, value);
        else
          g_array_insert_val (event->values, event->n_whole++, value);
      }
}

static void
read_numbers (GArray *numbers, const TvProtoField *field)
{
  TvProto packed = { 0 };
  guint64 number;

  while (tv_proto_next_number (field, &packed, &number))
    g_array_append_val (numbers, number);
}

static void
read_flows (TvPerfettoEvent *event, const TvProtoField *field, gboolean ends)
{
  const gboolean is_fixed
      = field->number == EVENT_FLOWS || field->number == EVENT_ENDING_FLOWS;
  TvPerfettoFlow flow = { .ends = ends };
  TvProto packed = { 0 };

  if (is_fixed && field->wire == TV_PROTO_BYTES)
    for (gsize i = 0; i + sizeof flow.id <= field->size; i += sizeof flow.id)
      {
        memcpy (&flow.id, field->data + i, sizeof flow.id);
        flow.id = GUINT64_FROM_LE (flow.id);
        g_array_append_val (event->flows, flow);
      }
  else
    while (tv_proto_next_number (field, &packed, &flow.id))
      g_array_append_val (event->flows, flow);
}

static void
read_time (TvPerfettoEvent *event, TvPerfettoSequence *sequence,
           const TvProtoField *field)
{
  if (field->number == EVENT_TIME || field->number == EVENT_TIME_DELTA)
    {
      set_time (&event->time, &event->has_time, &sequence->time,
                field->number == EVENT_TIME_DELTA, field->value);
      event->has_bad_time = !event->has_time;
    }
  else
    set_time (&event->cpu_time, &event->has_cpu_time, &sequence->cpu_time,
              field->number == EVENT_CPU_TIME_DELTA, field->value);
}

static void
read_counter_field (TvPerfettoEvent *event, const TvProtoField *field)
{
  switch (field->number)
    {
    case EVENT_VALUE:
      event->has_value = TRUE;
      event->value = (double) (gint64) field->value;
      break;
    case EVENT_REAL_VALUE:
      event->has_value = TRUE;
      event->value = get_real (field->value);
      break;
    case EVENT_MORE_COUNTERS:
    case EVENT_MORE_REAL_COUNTERS:
      read_numbers (event->counters[field->number == EVENT_MORE_REAL_COUNTERS], field);
      break;
    case EVENT_MORE_VALUES:
    case EVENT_MORE_REAL_VALUES:
      read_values (event, field);
      break;
    case EVENT_FLOWS:
    case EVENT_OLD_FLOWS:
      read_flows (event, field, FALSE);
      break;
    case EVENT_ENDING_FLOWS:
    case EVENT_OLD_ENDING_FLOWS:
      read_flows (event, field, TRUE);
      break;
    default:
      break;
    }
}

static void
read_field (TvPerfettoEvent *event, TvPerfettoSequence *sequence,
            const TvProtoField *field)
{
  switch (field->number)
    {
    case EVENT_TYPE:
      event->type = (TvPerfettoEventType) field->value;
      break;
    case EVENT_TRACK:
      event->has_track = TRUE;
      event->track = field->value;
      break;
    case EVENT_CATEGORIES:
    case EVENT_CATEGORY_NUMBERS:
      set_category (event, sequence, field);
      break;
    case EVENT_NAME:
      event->name = set_own_text (event->own_name, field);
      event->name_number = 0;
      break;
    case EVENT_NAME_NUMBER:
      tv_perfetto_event_set_name (event, sequence, field->value);
      break;
    case EVENT_TIME:
    case EVENT_TIME_DELTA:
    case EVENT_CPU_TIME:
    case EVENT_CPU_TIME_DELTA:
      read_time (event, sequence, field);
      break;
    case EVENT_INSTRUCTIONS:
    case EVENT_INSTRUCTIONS_DELTA:
      event->has_instructions = TRUE;
      if (field->number == EVENT_INSTRUCTIONS)
        event->instructions = (gint64) field->value;
      else
        event->instructions = sequence->instructions += (gint64) field->value;
      break;
    case EVENT_TASK:
    case EVENT_LOCATION:
    case EVENT_LOCATION_NUMBER:
      read_location (event, sequence, field);
      break;
    case EVENT_LEGACY:
      event->legacy = *field;
      break;
    case EVENT_ANNOTATION:
      read_annotation (event, sequence, field);
      break;
    default:
      read_counter_field (event, field);
      break;
    }
}

/* Reads an event, which replaces the last one. */
void
tv_perfetto_event_read (TvPerfettoEvent *event, TvPerfettoSequence *sequence,
                        TvProto message)
{
  TvProtoField field;

  reset (event);
  while (tv_proto_next (&message, &field))
    read_field (event, sequence, &field);
}
