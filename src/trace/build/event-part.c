/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/event-part.h"

TvEventPart *
tv_event_part_new (guint64 start, guint64 end)
{
  TvEventPart *part = g_new0 (TvEventPart, 1);

  part->start = start;
  part->end = end;
  part->threads = g_array_new (FALSE, FALSE, sizeof (guint32));
  part->new_methods = g_array_new (FALSE, FALSE, sizeof (guint64));
  tv_id_map_init (&part->thread_index);
  tv_id_map_init (&part->new_method_index);
  part->warnings = tv_warnings_new ();
  return part;
}

void
tv_event_part_free (TvEventPart *part)
{
  if (part == NULL)
    return;
  g_array_unref (part->threads);
  g_array_unref (part->new_methods);
  tv_id_map_clear (&part->thread_index);
  tv_id_map_clear (&part->new_method_index);
  tv_warnings_free (part->warnings);
  g_free (part);
}

guint32
tv_event_part_add_thread (TvEventPart *part, guint32 id)
{
  g_array_append_val (part->threads, id);
  tv_id_map_set (&part->thread_index, id, part->threads->len - 1);
  return part->threads->len - 1;
}

guint32
tv_event_part_add_method (TvEventPart *part, guint64 id)
{
  guint32 index = tv_id_map_get (&part->new_method_index, id);

  if (index != TV_ID_MAP_NONE)
    return index;
  g_array_append_val (part->new_methods, id);
  tv_id_map_set (&part->new_method_index, id, part->new_methods->len - 1);
  return part->new_methods->len - 1;
}
