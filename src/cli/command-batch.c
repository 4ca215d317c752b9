/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "cli/query-session.h"
#include "trace/model/parallel.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* What of a line the digits come behind that tell what was asked. */
#define QUERY_MARK ",\"query\":\""

typedef struct
{
  char *sql;
  char *file;
  gboolean metrics;
  char *lines;
  char *name;
  char *shard;
  int jobs;

  const TvCliLine *line;
  TvQuestion question;
  guint64 shard_index;
  guint64 n_shards;
  GHashTable *answered; /* how the lines of traces begin that are in the output */
  GPtrArray *names;     /* of the files to ask, below the folder */
  GOutputStream *out;
  GStatBuf out_status;
  GMutex lock; /* of what follows, and of the output */
  GError *error;
  gboolean has_failed;
} Batch;

/* Files */

static gboolean
is_wanted (const Batch *batch, const char *name, const GStatBuf *status)
{
  g_autofree char *base = g_path_get_basename (name);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *begin = tv_question_begin_line (shown, (guint64) status->st_size);
  const gboolean is_output = status->st_ino == batch->out_status.st_ino
                             && status->st_dev == batch->out_status.st_dev;

  return S_ISREG (status->st_mode) && !is_output
         && (batch->name == NULL || g_pattern_match_simple (batch->name, base))
         && g_str_hash (name) % batch->n_shards == batch->shard_index
         && !g_hash_table_contains (batch->answered, begin);
}

/* Lists what is in a folder below the one that was given. Links to folders are not
 * followed, for they may lead back. */
static gboolean
list_folder (Batch *batch, const char *folder, GPtrArray *folders)
{
  g_autofree char *path = g_build_filename (batch->line->files[0], folder, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, &error);
  const char *entry;

  if (dir == NULL)
    {
      tv_report_file_error (path, error->message);
      batch->has_failed = TRUE;
      return FALSE;
    }
  while ((entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *name
          = *folder != '\0' ? g_build_filename (folder, entry, NULL) : g_strdup (entry);
      g_autofree char *full = g_build_filename (path, entry, NULL);
      GStatBuf status;

      if (*entry == '.' || g_lstat (full, &status) != 0)
        continue;
      if (S_ISDIR (status.st_mode))
        g_ptr_array_add (folders, g_steal_pointer (&name));
      else if (g_stat (full, &status) == 0 && is_wanted (batch, name, &status))
        g_ptr_array_add (batch->names, g_steal_pointer (&name));
    }
  return TRUE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Lists all files that are to be asked. */
static gboolean
list_files (Batch *batch)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);

  batch->names = g_ptr_array_new_with_free_func (g_free);
  if (!list_folder (batch, "", folders))
    return FALSE;
  for (guint i = 0; i < folders->len; i++)
    list_folder (batch, folders->pdata[i], folders);
  g_ptr_array_sort (batch->names, compare_names);
  return TRUE;
}

/* The output */

/* Finds what traces the lines of an earlier batch are of, and where the next ones go.
 * The last line may not be whole, nor the lines of the last trace be all. Returns what
 * is wrong with the lines, or NULL. */
static const char *
read_lines (Batch *batch, const char *text, gsize length, gsize *end)
{
  g_autofree char *last = NULL;
  gsize last_start = 0;
  const char *eol;

  for (*end = 0; (eol = memchr (text + *end, '\n', length - *end)) != NULL;
       *end = (gsize) (eol + 1 - text))
    {
      const char *at = text + *end;
      const char *mark = g_strstr_len (at, eol - at, ",\"sha256\":");
      const char *query
          = mark != NULL ? g_strstr_len (mark, eol - mark, QUERY_MARK) : NULL;
      g_autofree char *begin
          = mark != NULL ? g_strndup (at, (gsize) (mark - at)) : NULL;

      if (query == NULL || !g_str_has_prefix (begin, "{\"trace\":"))
        return _ ("is there already, and is not the output of a batch");
      if (!g_str_has_prefix (query + strlen (QUERY_MARK), batch->question.digest))
        return _ ("is there already, and has the answers to another query");
      if (g_strcmp0 (begin, last) != 0)
        last_start = *end;
      g_free (last);
      last = g_strdup (begin);
      g_hash_table_add (batch->answered, g_steal_pointer (&begin));
    }
  if (batch->question.by_row && last != NULL)
    {
      g_hash_table_remove (batch->answered, last);
      *end = last_start;
    }
  return NULL;
}

static gboolean
fail (const Batch *batch, const char *sentence)
{
  tv_report_file_error (batch->line->output, sentence);
  return FALSE;
}

/* Opens the output of an earlier batch, to go on with it. */
static gboolean
open_file (Batch *batch)
{
  const int fd = g_open (batch->line->output, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  g_autoptr (GMappedFile) map = NULL;
  const char *sentence = NULL;
  gsize end = 0;

  if (fd < 0 || fstat (fd, &batch->out_status) != 0)
    return fail (batch, g_strerror (errno));
  batch->out = g_unix_output_stream_new (fd, TRUE);
  if (!S_ISREG (batch->out_status.st_mode))
    return TRUE;
  if (flock (fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return fail (batch, _ ("is being written by another batch"));
  map = g_mapped_file_new_from_fd (fd, FALSE, NULL);
  if (map != NULL && g_mapped_file_get_length (map) > 0)
    sentence = read_lines (batch, g_mapped_file_get_contents (map),
                           g_mapped_file_get_length (map), &end);
  if (sentence != NULL)
    return fail (batch, sentence);
  if (map == NULL || ftruncate (fd, (off_t) end) != 0
      || lseek (fd, (off_t) end, SEEK_SET) < 0)
    return fail (batch, g_strerror (errno));
  return TRUE;
}

/* Asking */

static void
ask_file (guint task, gpointer data)
{
  Batch *batch = data;
  const char *name = batch->names->pdata[task];
  g_autofree char *path = g_build_filename (batch->line->files[0], name, NULL);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *text = NULL;
  gboolean succeeded;

  g_mutex_lock (&batch->lock);
  succeeded = batch->error == NULL;
  g_mutex_unlock (&batch->lock);
  if (!succeeded)
    return;
  text = tv_question_answer (&batch->question, shown, path, &succeeded);
  g_mutex_lock (&batch->lock);
  if (batch->error == NULL)
    g_output_stream_write_all (batch->out, text, strlen (text), NULL, NULL,
                               &batch->error);
  batch->has_failed |= !succeeded;
  g_mutex_unlock (&batch->lock);
}

static TvExitStatus
ask_files (Batch *batch)
{
  batch->question.digest = tv_question_dup_digest (&batch->question);
  if (!tv_question_check (&batch->question))
    return TV_EXIT_FAILURE;
  if (batch->line->output == NULL)
    batch->out = tv_standard_output_new ();
  else if (!open_file (batch))
    return TV_EXIT_FAILURE;
  if (!list_files (batch))
    return TV_EXIT_FAILURE;
  tv_parallel_run (batch->names->len, batch->question.n_at_once, ask_file, batch);
  if (batch->error != NULL)
    return tv_report_write_error (batch->line->output, batch->error);
  return batch->has_failed ? TV_EXIT_FAILURE : TV_EXIT_OK;
}

static TvExitStatus
run_batch (TvCliLine *line)
{
  Batch *batch = line->values;
  TvQuestion *question = &batch->question;
  g_autofree char *script
      = batch->file != NULL ? tv_query_script_read (batch->file) : NULL;

  if (batch->file != NULL && script == NULL)
    return TV_EXIT_FAILURE;
  g_mutex_init (&batch->lock);
  batch->answered = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  batch->line = line;
  question->script = batch->file != NULL ? script : batch->sql;
  question->script_name = batch->file != NULL ? batch->file : "SQL";
  question->n_at_once
      = batch->jobs > 0 ? (guint) batch->jobs : tv_parallel_get_n_workers ();
  if (tv_question_prepare (question, line))
    line->status = ask_files (batch);
  tv_question_clear (question);
  g_hash_table_unref (batch->answered);
  g_clear_pointer (&batch->names, g_ptr_array_unref);
  g_clear_object (&batch->out);
  g_clear_error (&batch->error);
  g_mutex_clear (&batch->lock);
  return line->status;
}

/* Options */

static gboolean
take_shard (Batch *batch)
{
  g_auto (GStrv) parts
      = g_strsplit (batch->shard != NULL ? batch->shard : "1/1", "/", 2);

  if (parts[0] == NULL || parts[1] == NULL
      || !g_ascii_string_to_unsigned (parts[1], 10, 1, 1000000, &batch->n_shards, NULL)
      || !g_ascii_string_to_unsigned (parts[0], 10, 1, batch->n_shards,
                                      &batch->shard_index, NULL))
    return FALSE;
  batch->shard_index--;
  return TRUE;
}

/* Returns what is wrong with the options, or NULL. */
static const char *
find_mistake (const TvCliLine *line, Batch *batch)
{
  batch->metrics |= line->metrics != NULL;
  batch->question.by_row = g_strcmp0 (batch->lines, "row") == 0;
  if (batch->metrics + (batch->sql != NULL) + (batch->file != NULL) != 1)
    return _ ("Either --query, --file or --metrics is needed");
  if (batch->question.by_row && batch->metrics)
    return _ ("--lines=row does not go with --metrics");
  if (!batch->metrics && line->settings != NULL)
    return _ ("--set goes with --metrics only");
  if (batch->jobs < 0)
    return _ ("--jobs must not be negative");
  return take_shard (batch) ? NULL : _ ("--shard must be one of several, such as 1/4");
}

static gboolean
check_options (TvCliLine *line)
{
  const char *sentence = find_mistake (line, line->values);

  return sentence == NULL || tv_cli_refuse (line, NULL, "%s", sentence);
}

static const GOptionEntry options[]
    = { { "query", 'q', 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Batch, sql),
          N_ ("Ask each trace these statements, which have one result"),
          /* Translators: a placeholder for statements in this language */
          N_ ("SQL") },
        { "file", 'f', 0, G_OPTION_ARG_FILENAME, TV_OPTION_AT (Batch, file),
          N_ ("Ask each trace the statements in this file"), N_ ("FILE") },
        { "metrics", 0, 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Batch, metrics),
          N_ ("Ask each trace the metrics of “tracedump metrics”"), NULL },
        { "lines", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Batch, lines),
          N_ ("Whether each trace or each row of its result is a line; the default "
              "is trace"),
          "trace|row" },
        { "name", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Batch, name),
          N_ ("Only files whose names match, such as *.trace"),
          /* Translators: a placeholder for a pattern with * and ? */
          N_ ("PATTERN") },
        { "shard", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Batch, shard),
          N_ ("Only part I of N parts of the files, each of which can run elsewhere"),
          "I/N" },
        { "jobs", 'j', 0, G_OPTION_ARG_INT, TV_OPTION_AT (Batch, jobs),
          N_ ("Ask this many traces at a time; the default is one a processor"),
          N_ ("N") } };

const TvCommand tv_command_batch
    = { .name = "batch",
        .title = N_ ("Ask all traces in a folder"),
        .summary = N_ ("Ask all traces in a folder and its subfolders, and write lines "
                       "of JSON, in the order in which they are done. Files that are "
                       "no traces are reported and passed over. What the output file "
                       "has already is not asked again."),
        .formats = "jsonl",
        .takes = TV_TAKES_FOLDER | TV_TAKES_METRICS,
        .options = options,
        .n_options = G_N_ELEMENTS (options),
        .size = sizeof (Batch),
        .check = check_options,
        .run = run_batch };
