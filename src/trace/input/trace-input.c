/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/input/trace-input.h"

#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

void
tv_trace_input_free (TvTraceInput *input)
{
  if (input == NULL)
    return;
  g_clear_pointer (&input->text, g_bytes_unref);
  g_clear_pointer (&input->data, g_bytes_unref);
  g_clear_pointer (&input->summary, g_bytes_unref);
  g_clear_pointer (&input->window, tv_data_window_free);
  for (guint i = 0; i < G_N_ELEMENTS (input->parts); i++)
    tv_file_bytes_clear (&input->parts[i]);
  g_free (input->damage);
  g_free (input);
}

static void
count_part (TvTraceInput *input, TvFileBytes *part)
{
  input->compressed |= part->packing != NULL;
  if (input->packing == NULL)
    input->packing = part->packing;
  if (input->damage == NULL)
    input->damage = g_steal_pointer (&part->damage);
  if (part->stream == NULL)
    input->n_read += part->size;
}

/* Reads a second file. Some bytes of junk may precede its records. */
static gboolean
load_other (TvTraceInput *input, GFile *file, gboolean whole,
            const TvReadOptions *options, GError **error)
{
  const TvReadOptions other = { .cancellable = options->cancellable,
                                .budget = options->budget,
                                .find_layout = options->find_layout,
                                .whole = whole };

  if (!tv_file_bytes_read (&input->parts[1], file, &other, error))
    return FALSE;
  count_part (input, &input->parts[1]);
  return TRUE;
}

/* Uses the file that has the records. */
static void
set_data (TvTraceInput *input, const TvFileBytes *part)
{
  g_clear_pointer (&input->data, g_bytes_unref);
  g_clear_pointer (&input->window, tv_data_window_free);
  input->data = g_bytes_ref (part->bytes);
  input->window = part->stream != NULL
                      ? tv_data_window_new_for_stream (part->stream, part->size)
                      : tv_data_window_new_for_bytes (part->bytes);
}

static gboolean
set_whole (TvTraceInput *input, GError **error)
{
  input->text = g_bytes_ref (input->parts[0].bytes);
  if (g_bytes_get_size (input->text) == 0)
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_EMPTY,
                           _ ("The file is empty"));
      return FALSE;
    }
  set_data (input, &input->parts[0]);
  return TRUE;
}

/* Returns the other half of a split trace, such as "calc.data" for "calc.key", or NULL.
 * Only reading shows whether an archive has it. */
static GFile *
find_sibling (GFile *file, gboolean is_in_archive, const char *ending,
              const char *other_ending)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *other_name = NULL;
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GFile) sibling = NULL;

  if (name == NULL || folder == NULL || !g_str_has_suffix (name, ending))
    return NULL;
  name[strlen (name) - strlen (ending)] = '\0';
  other_name = g_strconcat (name, other_ending, NULL);
  sibling = g_file_get_child (folder, other_name);
  return is_in_archive || g_file_query_exists (sibling, NULL)
             ? g_steal_pointer (&sibling)
             : NULL;
}

/* ART of 2015 and 2016 appends ".sec" to the whole name of the trace. A user may have
 * renamed both. */
static GFile *
find_side_file (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *side_name = NULL;
  g_autoptr (GFile) side = NULL;

  if (name == NULL || folder == NULL)
    return NULL;
  side_name = g_strconcat (name, ".sec", NULL);
  side = g_file_get_child (folder, side_name);
  if (g_file_query_exists (side, NULL))
    return g_steal_pointer (&side);
  return find_sibling (file, FALSE, ".trace", ".sec");
}

/* The side file is optional: one that cannot be read is ignored. */
static gboolean
add_side_file (TvTraceInput *input, GFile *file, const TvReadOptions *options,
               GError **error)
{
  g_autoptr (GFile) side = find_side_file (file);
  g_autoptr (GError) local_error = NULL;

  if (side == NULL)
    return TRUE;
  if (load_other (input, side, FALSE, options, &local_error))
    {
      input->summary = g_bytes_ref (input->parts[1].bytes);
      return TRUE;
    }
  tv_file_bytes_clear (&input->parts[1]);
  if (!g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

/* An error in the half that the user did not name has the name of that half. */
static gboolean
load_sibling (TvTraceInput *input, GFile *sibling, const TvReadOptions *options,
              GError **error)
{
  g_autofree char *name = g_file_get_basename (sibling);
  g_autofree char *shown = g_filename_display_name (name);

  if (load_other (input, sibling, TRUE, options, error))
    return TRUE;
  g_prefix_error (error, "%s: ", shown);
  return FALSE;
}

/* If an archive has a key section without its records, reading the trace reports what
 * is missing. */
static gboolean
load_if_there (TvTraceInput *input, GFile *sibling, const TvReadOptions *options,
               GError **error)
{
  g_autoptr (GError) local_error = NULL;

  if (load_sibling (input, sibling, options, &local_error))
    return TRUE;
  if (input->parts[0].member != NULL
      && g_error_matches (local_error, TV_TRACE_ERROR, TV_TRACE_ERROR_NO_MEMBER))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

static gboolean
add_sibling (TvTraceInput *input, GFile *file, const TvReadOptions *options,
             GError **error)
{
  const TvLayout layout = options->find_layout (input->text);
  GFile *const member = input->parts[0].member;
  GFile *const half = member != NULL ? member : file;
  g_autoptr (GFile) data_file = NULL;
  g_autoptr (GFile) key_file = NULL;

  if (layout == TV_LAYOUT_STREAM)
    return member != NULL || add_side_file (input, file, options, error);
  if (layout == TV_LAYOUT_KEY)
    data_file = find_sibling (half, member != NULL, ".key", ".data");
  else if (layout == TV_LAYOUT_RECORDS)
    key_file = find_sibling (half, member != NULL, ".data", ".key");
  if (data_file != NULL && !load_if_there (input, data_file, options, error))
    return FALSE;
  if (key_file != NULL && !load_if_there (input, key_file, options, error))
    return FALSE;
  if (input->parts[1].bytes == NULL)
    return TRUE;
  if (data_file != NULL)
    {
      set_data (input, &input->parts[1]);
      return TRUE;
    }
  g_clear_pointer (&input->text, g_bytes_unref);
  input->text = g_bytes_ref (input->parts[1].bytes);
  return TRUE;
}

/**
 * tv_trace_input_open:
 * @file: the file; either half of a `.key` and `.data` pair loads both
 * @options: how to read it
 * @error: %G_IO_ERROR or %G_FILE_ERROR of the file system, or %TV_TRACE_ERROR_EMPTY,
 *   %TV_TRACE_ERROR_TOO_LARGE and %TV_TRACE_ERROR_CHANGED
 *
 * Reads and unpacks the bytes of a trace, and finds the other half of a split one. Of a
 * big classic trace only the part before the records is read; the records are read
 * through the window of the input.
 *
 * Returns: (transfer full) (nullable): the bytes, or %NULL with @error set
 */
TvTraceInput *
tv_trace_input_open (GFile *file, const TvReadOptions *options, GError **error)
{
  g_autoptr (TvTraceInput) input = g_new0 (TvTraceInput, 1);

  if (!tv_file_bytes_read (&input->parts[0], file, options, error))
    return NULL;
  count_part (input, &input->parts[0]);
  if (!set_whole (input, error) || !add_sibling (input, file, options, error))
    return NULL;
  return g_steal_pointer (&input);
}

/**
 * tv_trace_input_new_for_bytes:
 * @bytes: the content of a file, packed or not
 * @options: how to read it
 * @error: %TV_TRACE_ERROR_EMPTY, %TV_TRACE_ERROR_TOO_LARGE or a %G_IO_ERROR
 *
 * Returns: (transfer full) (nullable): the bytes, unpacked, or %NULL with @error set
 */
TvTraceInput *
tv_trace_input_new_for_bytes (GBytes *bytes, const TvReadOptions *options,
                              GError **error)
{
  g_autoptr (TvTraceInput) input = g_new0 (TvTraceInput, 1);

  if (!tv_file_bytes_unpack (&input->parts[0], bytes, options, error))
    return NULL;
  count_part (input, &input->parts[0]);
  if (!set_whole (input, error))
    return NULL;
  return g_steal_pointer (&input);
}

/**
 * tv_trace_input_get_size:
 * @input: an input
 *
 * Returns: bytes of its files, unpacked; a side file does not count
 */
goffset
tv_trace_input_get_size (const TvTraceInput *input)
{
  const goffset size = (goffset) tv_data_window_get_size (input->window);

  return input->text != input->data ? size + (goffset) g_bytes_get_size (input->text)
                                    : size;
}

/**
 * tv_trace_input_check_unchanged:
 * @input: an input
 * @cancellable: (nullable): stops the check
 * @error: %TV_TRACE_ERROR_CHANGED
 *
 * Checks after the reading of all records that they come from the same state of the
 * file.
 *
 * Returns: whether no file changed since it was opened
 */
gboolean
tv_trace_input_check_unchanged (const TvTraceInput *input, GCancellable *cancellable,
                                GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (input->parts); i++)
    if (!tv_file_bytes_check_unchanged (&input->parts[i], cancellable, error))
      return FALSE;
  return TRUE;
}
