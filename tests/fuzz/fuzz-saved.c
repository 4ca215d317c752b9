/* SPDX-License-Identifier: Apache-2.0 */

/* What the program has written and reads again: notes, and the output of a batch that
 * goes on. */

#include "fuzzing.h"

#include "cli/commands.h"
#include "ui/notes/note-file.h"

#include <glib/gstdio.h>
#include <string.h>

/* How lines of a batch begin. */
#define LINE_BEGINNING "{\"trace\":"

/* Notes */

static GPtrArray *
read_notes (const char *text, gsize size, char **sha256)
{
  g_autoptr (GError) error = NULL;
  guint n_bad;
  GPtrArray *notes = tv_notes_from_json (text, size, sha256, &n_bad, &error);

  g_assert ((notes == NULL) == (error != NULL));
  g_assert (error == NULL || g_utf8_validate (error->message, -1, NULL));
  return notes;
}

/* What was read comes back as it was from what is written of it. */
static void
try_notes (const char *data, gsize size)
{
  g_autofree char *sha256 = NULL;
  g_autoptr (GPtrArray) notes = read_notes (data, size, &sha256);
  g_autofree char *text = NULL;
  g_autofree char *again = NULL;
  g_autoptr (GPtrArray) copies = NULL;
  g_autofree char *digits = g_strdup ("0");
  const TvTraceIdentity identity = { 1, digits };

  if (notes == NULL)
    return;
  for (guint i = 0; i < notes->len; i++)
    {
      const TvNote *note = notes->pdata[i];

      g_assert (note->start <= note->end && *note->text != '\0');
      g_assert (g_utf8_validate (note->text, -1, NULL));
      g_assert (note->kind != TV_NOTE_CALL || note->method != NULL);
    }
  text = tv_notes_to_json (notes, &identity);
  copies = read_notes (text, strlen (text), NULL);
  g_assert (copies != NULL && copies->len == notes->len);
  again = tv_notes_to_json (copies, &identity);
  g_assert_cmpstr (again, ==, text);
}

/* The output of a batch */

static char *folder;
static char *output;

/* Sentences about what cannot be read are no findings. */
static void
print_nothing (const char *text)
{
}

static void
prepare (void)
{
  g_autofree char *base = NULL;

  if (folder != NULL)
    return;
  base = g_dir_make_tmp ("traceview-fuzz-XXXXXX", NULL);
  g_assert (base != NULL);
  folder = g_build_filename (base, "traces", NULL);
  output = g_build_filename (base, "output", NULL);
  g_mkdir (folder, 0700);
  g_set_printerr_handler (print_nothing);
}

/* A batch over an empty folder: what is left is the beginning of what was there, up to
 * the beginning of a line. */
static void
try_batch (const char *data, gsize size, const char *lines)
{
  const char *words[] = { "batch", "--jobs=1", lines,  "--query=SELECT 1 AS one",
                          "-o",    output,     folder, NULL };
  const guint n_words = G_N_ELEMENTS (words) - 1;
  g_autofree char *kept = NULL;
  gsize length;

  g_assert (g_file_set_contents (output, data, (gssize) size, NULL));
  g_assert (tv_command_run (&tv_command_batch, (int) n_words, (char **) words)
            != TV_EXIT_USAGE);
  g_assert (g_file_get_contents (output, &kept, &length, NULL));
  g_assert (length <= size && memcmp (kept, data, length) == 0);
  g_assert (length == 0 || length == size || data[length - 1] == '\n');
  g_assert (memcmp (data + length, LINE_BEGINNING,
                    MIN (size - length, strlen (LINE_BEGINNING)))
            == 0);
}

/**
 * LLVMFuzzerTestOneInput:
 * @data: a letter that says what the file is, and the file
 * @size: how many
 *
 * Returns: 0, as libFuzzer wants it
 */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const char *text = (const char *) data + 1;

  if (size < 2)
    return 0;
  prepare ();
  if (*data == 'r')
    try_batch (text, size - 1, "--lines=row");
  else if (*data == 't')
    try_batch (text, size - 1, "--lines=trace");
  else
    try_notes (text, size - 1);
  return 0;
}
