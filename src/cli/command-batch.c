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

/* How a line begins: the name of the trace, its identity, the digest of the query, and
 * whether the trace failed or must be queried again. */
#define LINE                                                                           \
  "(\\{\"trace\":\"(?:[^\"\\\\\n]++|\\\\.)*+\",(\"size\":[0-9]+,"                      \
  "\"sha256\":(?:\"[0-9a-f]{64}\"|null))),\"query\":\"([0-9a-f]{16})\""                \
  "(?=[,}])(,\"retry\":true)?(,\"errors?\":)?"

enum
{
  LINE_TRACE = 1,
  LINE_IDENTITY,
  LINE_QUERY,
  LINE_RETRY,
  LINE_FAILURE
};

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
  GPtrArray *names; /* of the files, below the folder */
  GOutputStream *out;
  GStatBuf out_status;
  GMutex lock;      /* protects the output and what follows */
  gsize out_end;    /* where the lines in the output file end */
  GHashTable *done; /* by identity: how many traces the output has; negative if they
                       failed */
  GString *stopped; /* lines of traces to query again, the last in the output */
  GError *error;
  guint n_read;
  guint n_failed;
  guint n_passed;
} Batch;

/* Files */

static gboolean
is_selected (const Batch *batch, const char *name, const GStatBuf *status)
{
  g_autofree char *base = g_path_get_basename (name);
  const gboolean is_output = status->st_ino == batch->out_status.st_ino
                             && status->st_dev == batch->out_status.st_dev;

  return S_ISREG (status->st_mode) && !is_output
         && (batch->name == NULL || g_pattern_match_simple (batch->name, base))
         && g_str_hash (name) % batch->n_shards == batch->shard_index;
}

/* Lists the contents of a subfolder. Links to folders are skipped, since they may form
 * a cycle. */
static gboolean
list_folder (Batch *batch, const char *folder, GPtrArray *folders)
{
  g_autofree char *given = g_build_filename (batch->line->files[0], folder, NULL);
  g_autofree char *path = g_canonicalize_filename (given, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, &error);
  const char *entry;

  if (dir == NULL)
    {
      tv_report_file_error (given, error->message);
      batch->n_failed++;
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
      else if (g_stat (full, &status) == 0 && is_selected (batch, name, &status))
        g_ptr_array_add (batch->names, g_steal_pointer (&name));
    }
  return TRUE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

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

/* Returns what is wrong with a line of an earlier batch, whose end may be missing, or
 * NULL. */
static const char *
check_line (const Batch *batch, const GRegex *regex, const char *line, gsize length,
            GMatchInfo **match)
{
  g_autofree char *digest = NULL;

  if (!g_regex_match_full (regex, line, (gssize) length, 0, 0, match, NULL))
    return line[length - 1] != '\n' && g_match_info_is_partial_match (*match)
               ? NULL
               : _ ("already exists and is not the output of a batch");
  digest = g_match_info_fetch (*match, LINE_QUERY);
  return g_str_equal (digest, batch->question.digest)
             ? NULL
             : _ ("already exists and has the results of another query");
}

static gboolean
has_part (const GMatchInfo *match, int part)
{
  int start = -1;
  int end = -1;

  return g_match_info_fetch_pos (match, part, &start, &end) && end > start;
}

static void
count_done (Batch *batch, const char *identity, int n)
{
  n += GPOINTER_TO_INT (g_hash_table_lookup (batch->done, identity));
  g_hash_table_insert (batch->done, g_strdup (identity), GINT_TO_POINTER (n));
}

/* Finds the traces that the output of an earlier batch has, and where to continue:
 * behind the last whole line, or at the first trace to query again. With a line for
 * each row, the lines of the last trace may be incomplete. Returns what is wrong with
 * the lines, or NULL. */
static const char *
read_lines (Batch *batch, const char *text, gsize length)
{
  g_autoptr (GRegex) regex
      = g_regex_new (LINE, G_REGEX_OPTIMIZE | G_REGEX_RAW | G_REGEX_ANCHORED,
                     G_REGEX_MATCH_PARTIAL, NULL);
  g_autofree char *last = NULL;
  g_autofree char *identity = NULL;
  gsize last_start = 0;
  gboolean stopped = FALSE;
  int n = 0;
  gsize size;

  for (gsize at = 0; at < length; at += size)
    {
      const char *eol = memchr (text + at, '\n', length - at);
      g_autoptr (GMatchInfo) match = NULL;
      g_autofree char *trace = NULL;
      const char *sentence;

      size = eol != NULL ? (gsize) (eol + 1 - text) - at : length - at;
      sentence = check_line (batch, regex, text + at, size, &match);
      if (sentence != NULL)
        return sentence;
      stopped |= eol != NULL && has_part (match, LINE_RETRY);
      if (eol == NULL || stopped)
        continue;
      batch->out_end = at + size;
      trace = g_match_info_fetch (match, LINE_TRACE);
      if (batch->question.by_row && g_strcmp0 (trace, last) == 0)
        continue;
      last_start = at;
      n = has_part (match, LINE_FAILURE) ? -1 : 1;
      g_free (last);
      last = g_steal_pointer (&trace);
      g_free (identity);
      identity = g_match_info_fetch (match, LINE_IDENTITY);
      count_done (batch, identity, n);
    }
  if (batch->question.by_row && last != NULL && !stopped)
    {
      count_done (batch, identity, -n);
      batch->out_end = last_start;
    }
  return NULL;
}

static gboolean
fail (const Batch *batch, const char *sentence)
{
  tv_report_file_error (batch->line->output, sentence);
  return FALSE;
}

/* Opens the output of an earlier batch to continue it. */
static gboolean
open_file (Batch *batch)
{
  const int fd = g_open (batch->line->output, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  g_autoptr (GMappedFile) map = NULL;
  const char *sentence = NULL;

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
                           g_mapped_file_get_length (map));
  if (sentence != NULL)
    return fail (batch, sentence);
  if (map == NULL || ftruncate (fd, (off_t) batch->out_end) != 0
      || lseek (fd, (off_t) batch->out_end, SEEK_SET) < 0)
    return fail (batch, g_strerror (errno));
  return TRUE;
}

/* Writes all of the lines, or none. */
static void
write_lines (Batch *batch, const char *text)
{
  const gsize length = strlen (text);

  if (batch->error != NULL)
    return;
  if (g_output_stream_write_all (batch->out, text, length, NULL, NULL, &batch->error))
    batch->out_end += length;
  else if (S_ISREG (batch->out_status.st_mode))
    (void) !ftruncate (g_unix_output_stream_get_fd (G_UNIX_OUTPUT_STREAM (batch->out)),
                       (off_t) batch->out_end);
}

/* Queries */

/* Whether to query a trace. A trace that the output already has is counted. */
static gboolean
begin_trace (Batch *batch, const char *identity)
{
  const int n = GPOINTER_TO_INT (g_hash_table_lookup (batch->done, identity));

  if (n > 0)
    batch->n_passed++;
  else if (n < 0)
    batch->n_failed++;
  else
    return batch->error == NULL;
  count_done (batch, identity, n > 0 ? -1 : 1);
  return FALSE;
}

static void
end_trace (Batch *batch, const char *text, const TvAnswerState *state)
{
  if (state->failed)
    batch->n_failed++;
  else
    batch->n_read++;
  if (state->stopped)
    g_string_append (batch->stopped, text);
  else
    write_lines (batch, text);
}

static void
ask_file (guint task, gpointer data)
{
  Batch *batch = data;
  const char *name = batch->names->pdata[task];
  g_autofree char *path = g_build_filename (batch->line->files[0], name, NULL);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *identity = tv_question_identify (path);
  g_autofree char *text = NULL;
  TvAnswerState state;
  gboolean begins;

  g_mutex_lock (&batch->lock);
  begins = begin_trace (batch, identity);
  g_mutex_unlock (&batch->lock);
  if (!begins)
    return;
  text = tv_question_answer (&batch->question, shown, path, identity, &state);
  g_mutex_lock (&batch->lock);
  end_trace (batch, text, &state);
  g_mutex_unlock (&batch->lock);
}

static TvExitStatus
ask_files (Batch *batch)
{
  batch->question.digest = tv_question_dup_digest (&batch->question);
  /* The output file may be in the folder. */
  if (batch->line->output != NULL)
    (void) g_stat (batch->line->output, &batch->out_status);
  if (!tv_question_check (&batch->question) || !list_files (batch))
    return TV_EXIT_FAILURE;
  if (batch->line->output == NULL)
    batch->out = tv_standard_output_new ();
  else if (!open_file (batch))
    return TV_EXIT_FAILURE;
  tv_parallel_run (batch->names->len, batch->question.n_at_once, ask_file, batch);
  write_lines (batch, batch->stopped->str);
  if (batch->error != NULL)
    return tv_report_write_error (batch->line->output, batch->error);
  /* Translators: numbers of traces */
  g_printerr (_ ("Read: %u, failed: %u, skipped: %u\n"), batch->n_read, batch->n_failed,
              batch->n_passed);
  return batch->n_failed > 0 ? TV_EXIT_FAILURE : TV_EXIT_OK;
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
  batch->done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  batch->stopped = g_string_new (NULL);
  batch->line = line;
  question->script = batch->file != NULL ? script : batch->sql;
  question->script_name = batch->file != NULL ? batch->file : "SQL";
  question->n_at_once
      = batch->jobs > 0 ? (guint) batch->jobs : tv_parallel_get_n_workers ();
  if (tv_question_prepare (question, line))
    line->status = ask_files (batch);
  tv_question_clear (question);
  g_hash_table_unref (batch->done);
  g_string_free (batch->stopped, TRUE);
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
    return _ ("--lines=row cannot be used with --metrics");
  if (!batch->metrics && line->settings != NULL)
    return _ ("--set needs --metrics");
  if (batch->jobs < 0)
    return _ ("--jobs must not be negative");
  return take_shard (batch) ? NULL
                            : _ ("--shard must be one part of several, such as 1/4");
}

static gboolean
check_options (TvCliLine *line)
{
  const char *sentence = find_mistake (line, line->values);

  return sentence == NULL || tv_cli_refuse (line, NULL, "%s", sentence);
}

static const GOptionEntry options[]
    = { { "query", 'q', 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Batch, sql),
          N_ ("Run these statements, which have one result, on each trace"),
          /* Translators: a placeholder for statements in this language */
          N_ ("SQL") },
        { "file", 'f', 0, G_OPTION_ARG_FILENAME, TV_OPTION_AT (Batch, file),
          N_ ("Run the statements in this file on each trace"), N_ ("FILE") },
        { "metrics", 0, 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Batch, metrics),
          N_ ("Compute the metrics of “tracedump metrics” for each trace"), NULL },
        { "lines", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Batch, lines),
          N_ ("Write a line for each trace or for each row of its result; the default "
              "is trace"),
          "trace|row" },
        { "name", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Batch, name),
          N_ ("Only files whose names match, such as *.trace"),
          /* Translators: a placeholder for a pattern with * and ? */
          N_ ("PATTERN") },
        { "shard", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Batch, shard),
          N_ ("Only part I of N parts of the files; each can run on another machine"),
          "I/N" },
        { "jobs", 'j', 0, G_OPTION_ARG_INT, TV_OPTION_AT (Batch, jobs),
          N_ ("Query this many traces at a time; the default is one per processor"),
          N_ ("N") } };

const TvCommand tv_command_batch
    = { .name = "batch",
        .title = N_ ("Query all traces in a folder"),
        .summary
        = N_ ("Query all traces in a folder and its subfolders, and write lines "
              "of JSON in the order in which the traces are done. The lines "
              "also report traces that cannot be read or queried. Traces "
              "that the output file already has are skipped."),
        .formats = "jsonl",
        .takes = TV_TAKES_FOLDER | TV_TAKES_METRICS,
        .options = options,
        .n_options = G_N_ELEMENTS (options),
        .size = sizeof (Batch),
        .check = check_options,
        .run = run_batch };
