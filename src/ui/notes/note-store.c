/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/notes/note-store.h"

#include "trace/input/member-name.h"
#include "trace/input/small-file.h"
#include "ui/notes/note-file.h"
#include "ui/widgets/job.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

/* Bytes of a trace to read at once */
#define BLOCK_SIZE (1 << 20)

/* How often to merge again if another program writes the file in between */
#define MAX_TRIES 5

struct _TvNoteStore
{
  GObject parent_instance;

  GFile *trace_file;
  char *etag; /* version of the trace; NULL if unknown */
  char *folder;
  TvNotes *notes;
  TvTraceIdentity identity;
  GHashTable *known; /* by TvNote.id, as last in the file */
  TvJob *job;        /* synchronizes notes and file */
  TvJob *file_job;   /* imports or exports */
  GFileMonitor *monitor;
  gboolean waits;   /* whether another job must follow */
  gboolean closes;  /* whether the store ends after its jobs */
  gboolean merging; /* whether changes of the notes come from the file */
};

enum
{
  FAILED,
  DONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TvNoteStore, tv_note_store, G_TYPE_OBJECT)

/* A question to the worker: to synchronize notes and file, or to import or export a
 * file */
typedef struct
{
  GFile *trace_file;
  char *etag;
  char *folder;
  TvTraceIdentity identity;
  GHashTable *known;
  GPtrArray *notes;
  GFile *exported; /* NULL for none */
  GFile *imported; /* NULL for none */
} Question;

typedef struct
{
  TvTraceIdentity identity;
  GPtrArray *notes; /* as in the file */
  char *sentence;   /* a message for the user, or NULL */
} Answer;

static GHashTable *
index_notes (GPtrArray *notes)
{
  GHashTable *index
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);

  for (guint i = 0; i < notes->len; i++)
    {
      TvNote *note = g_ptr_array_index (notes, i);

      g_hash_table_replace (index, note->id, g_object_ref (note));
    }
  return index;
}

/* Whether an index has the same note, unedited. */
static gboolean
has_same (GHashTable *index, const TvNote *note)
{
  const TvNote *other = g_hash_table_lookup (index, note->id);

  return other != NULL && other->changed == note->changed;
}

/* Merges two lists that have @base in common. An edit wins over a deletion, and a later
 * edit over an earlier one. */
static GPtrArray *
merge (GHashTable *base, GPtrArray *ours, GPtrArray *theirs)
{
  g_autoptr (GHashTable) our_index = index_notes (ours);
  g_autoptr (GHashTable) their_index = index_notes (theirs);
  GPtrArray *merged = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < theirs->len; i++)
    {
      TvNote *their = g_ptr_array_index (theirs, i);
      TvNote *our = g_hash_table_lookup (our_index, their->id);

      if (our != NULL && our->changed >= their->changed)
        g_ptr_array_add (merged, g_object_ref (our));
      else if (our != NULL || !has_same (base, their))
        g_ptr_array_add (merged, g_object_ref (their));
    }
  for (guint i = 0; i < ours->len; i++)
    {
      TvNote *our = g_ptr_array_index (ours, i);

      if (!g_hash_table_contains (their_index, our->id) && !has_same (base, our))
        g_ptr_array_add (merged, g_object_ref (our));
    }
  return merged;
}

static gboolean
are_same (GPtrArray *notes, GPtrArray *others)
{
  g_autoptr (GHashTable) index = index_notes (others);

  for (guint i = 0; i < notes->len; i++)
    if (!has_same (index, g_ptr_array_index (notes, i)))
      return FALSE;
  return notes->len == others->len;
}

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->trace_file);
  g_free (question->etag);
  g_free (question->folder);
  g_free (question->identity.sha256);
  g_hash_table_unref (question->known);
  g_ptr_array_unref (question->notes);
  g_clear_object (&question->exported);
  g_clear_object (&question->imported);
  g_free (question);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_free (answer->identity.sha256);
  g_clear_pointer (&answer->notes, g_ptr_array_unref);
  g_free (answer->sentence);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

/* The worker */

/* Whether a trace of that size has notes. */
static gboolean
has_candidate (const char *folder, guint64 size)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *start = g_strdup_printf ("%" G_GUINT64_FORMAT "-", size);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, start))
      return TRUE;
  return FALSE;
}

static char *
compute_sha256 (GFile *file, const char *member, GCancellable *cancellable,
                GError **error)
{
  g_autoptr (GInputStream) in = tv_regular_file_open (file, cancellable, error);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guint8 *block = g_malloc (BLOCK_SIZE);
  gssize n = in != NULL ? 1 : -1;

  while (n > 0)
    {
      n = g_input_stream_read (in, block, BLOCK_SIZE, cancellable, error);
      if (n > 0)
        g_checksum_update (checksum, block, n);
    }
  if (member != NULL)
    {
      g_checksum_update (checksum, (const guint8 *) TV_MEMBER_SEPARATOR, -1);
      g_checksum_update (checksum, (const guint8 *) member, -1);
    }
  return n == 0 ? g_strdup (g_checksum_get_string (checksum)) : NULL;
}

/* Finds the identity of the trace, unless it is known; that of a member of an archive
 * is of the archive and the name. The checksum stays unknown if
 * there is nothing to write and no trace of its size has notes. */
static gboolean
identify (const Question *question, TvTraceIdentity *identity,
          GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileInfo) info = NULL;
  g_autofree char *member = NULL;
  g_autoptr (GFile) file = NULL;

  *identity = (TvTraceIdentity){ question->identity.size,
                                 g_strdup (question->identity.sha256) };
  if (identity->sha256 != NULL)
    return TRUE;
  file = tv_member_file_split (question->trace_file, &member);
  info = g_file_query_info (
      file, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_ETAG_VALUE,
      G_FILE_QUERY_INFO_NONE, cancellable, error);
  if (info == NULL)
    return FALSE;
  if (question->etag != NULL
      && g_strcmp0 (g_file_info_get_etag (info), question->etag) != 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                           _ ("The trace has changed on disk."));
      return FALSE;
    }
  identity->size = (guint64) g_file_info_get_size (info);
  if (question->notes->len == 0 && question->exported == NULL
      && question->imported == NULL
      && !has_candidate (question->folder, identity->size))
    return TRUE;
  identity->sha256 = compute_sha256 (file, member, cancellable, error);
  return identity->sha256 != NULL;
}

static gboolean
write_notes (GFile *file, GPtrArray *notes, const TvTraceIdentity *identity,
             const char *etag, GFileCreateFlags flags, GCancellable *cancellable,
             GError **error)
{
  g_autofree char *text = tv_notes_to_json (notes, identity);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  const gboolean is_new = !g_file_query_exists (file, NULL);
  g_autoptr (GFileOutputStream) out
      = g_file_replace (file, etag, FALSE, flags, cancellable, error);

  if (out == NULL)
    return FALSE;
  if (g_output_stream_write_all (G_OUTPUT_STREAM (out), text, strlen (text), NULL,
                                 cancellable, error))
    return g_output_stream_close (G_OUTPUT_STREAM (out), cancellable, error);
  /* Close with a cancelled cancellable, so that the incomplete text does not replace
   * the file. */
  g_cancellable_cancel (cancelled);
  (void) g_output_stream_close (G_OUTPUT_STREAM (out), cancelled, NULL);
  if (is_new)
    (void) g_file_delete (file, NULL, NULL);
  return FALSE;
}

static gboolean
set_errno (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno),
                       g_strerror (errno));
  return FALSE;
}

/* Renames a file that cannot be read completely, so that it is not lost. */
static gboolean
put_aside (GFile *file, GError **error)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *aside
      = g_strdup_printf ("%s.broken-%" G_GINT64_FORMAT, path, g_get_real_time ());

  if (g_rename (path, aside) == 0)
    return TRUE;
  return set_errno (error);
}

/* Reads the file. If it cannot be read completely, sets the sentence of @answer. */
static GPtrArray *
read_file (GFile *file, Answer *answer, char **etag, GCancellable *cancellable,
           GError **error)
{
  g_autoptr (GError) local = NULL;
  guint n_bad = 0;
  GPtrArray *notes = tv_notes_read (file, NULL, &n_bad, etag, cancellable, &local);

  if (notes != NULL && n_bad == 0)
    return notes;
  if (notes == NULL && g_error_matches (local, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return g_ptr_array_new_with_free_func (g_object_unref);
  /* Other files, such as those of a newer version, must not be renamed. */
  if (notes == NULL && !g_error_matches (local, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  g_free (answer->sentence);
  answer->sentence = g_strdup_printf (
      _ ("Some notes of this trace could not be read. They stay in “%s”."),
      g_file_peek_path (file));
  return notes != NULL ? notes : g_ptr_array_new_with_free_func (g_object_unref);
}

static gboolean
sync_file (const Question *question, GFile *file, Answer *answer,
           GCancellable *cancellable, GError **error)
{
  for (guint try = 0; try < MAX_TRIES; try++)
    {
      g_autofree char *etag = NULL;
      g_autoptr (GError) local = NULL;
      g_autoptr (GPtrArray) theirs
          = read_file (file, answer, &etag, cancellable, error);

      if (theirs == NULL)
        return FALSE;
      g_clear_pointer (&answer->notes, g_ptr_array_unref);
      answer->notes = merge (question->known, question->notes, theirs);
      if (are_same (answer->notes, theirs))
        return TRUE;
      if (g_mkdir_with_parents (question->folder, 0700) != 0)
        return set_errno (error);
      if (answer->sentence != NULL)
        {
          if (!put_aside (file, error))
            return FALSE;
          g_clear_pointer (&answer->sentence, g_free);
          g_clear_pointer (&etag, g_free);
        }
      if (write_notes (file, answer->notes, &answer->identity, etag,
                       G_FILE_CREATE_PRIVATE | G_FILE_CREATE_REPLACE_DESTINATION,
                       cancellable, &local))
        return TRUE;
      if (!g_error_matches (local, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG)
          || try == MAX_TRIES - 1)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
    }
  return FALSE;
}

/* Adds the notes of another file to those of the question. */
static gboolean
import_file (Question *question, Answer *answer, GCancellable *cancellable,
             GError **error)
{
  g_autofree char *sha256 = NULL;
  g_autoptr (GHashTable) nothing = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) imported = NULL;
  guint n_bad = 0;

  imported
      = tv_notes_read (question->imported, &sha256, &n_bad, NULL, cancellable, error);
  if (imported == NULL)
    return FALSE;
  answer->notes = merge (nothing, question->notes, imported);
  if (n_bad > 0)
    answer->sentence = g_strdup_printf (
        ngettext ("%u note could not be read.", "%u notes could not be read.", n_bad),
        n_bad);
  else if (g_strcmp0 (sha256, answer->identity.sha256) != 0)
    answer->sentence = g_strdup (_ ("The notes are about another trace."));
  return TRUE;
}

static gpointer
run (gpointer data, GCancellable *cancellable, GError **error)
{
  Question *question = data;
  g_autoptr (Answer) answer = g_new0 (Answer, 1);
  g_autoptr (GFile) file = NULL;
  g_autofree char *name = NULL;

  if (!identify (question, &answer->identity, cancellable, error))
    return NULL;
  if (answer->identity.sha256 == NULL)
    return g_steal_pointer (&answer);
  if (question->exported != NULL)
    return write_notes (question->exported, question->notes, &answer->identity, NULL,
                        G_FILE_CREATE_NONE, cancellable, error)
               ? g_steal_pointer (&answer)
               : NULL;
  if (question->imported != NULL)
    return import_file (question, answer, cancellable, error)
               ? g_steal_pointer (&answer)
               : NULL;
  name = g_strdup_printf ("%" G_GUINT64_FORMAT "-%s.json", answer->identity.size,
                          answer->identity.sha256);
  file = g_file_new_build_filename (question->folder, name, NULL);
  return sync_file (question, file, answer, cancellable, error)
             ? g_steal_pointer (&answer)
             : NULL;
}

/* The main thread */

static void start (TvNoteStore *self);

/* Takes over the notes that the worker has read or imported. Notes that are not in the
 * file, because they were imported or changed meanwhile, are written next. */
static void
take_over (TvNoteStore *self, const Question *question, Answer *answer)
{
  const gboolean imported = question->imported != NULL;
  g_autoptr (GPtrArray) ours = tv_notes_dup_all (self->notes);
  g_autoptr (GHashTable) asked = index_notes (question->notes);
  g_autoptr (GPtrArray) merged = merge (asked, ours, answer->notes);

  if (!imported)
    {
      g_hash_table_unref (self->known);
      self->known = index_notes (answer->notes);
    }
  self->merging = TRUE;
  tv_notes_set_all (self->notes, merged);
  self->merging = FALSE;
  self->waits = self->waits || imported || !are_same (merged, answer->notes);
}

/* Reports a failure: by a notification if the window has closed. */
static void
fail (TvNoteStore *self, const char *sentence)
{
  GApplication *application = g_application_get_default ();

  if (g_signal_has_handler_pending (self, signals[FAILED], 0, FALSE))
    g_signal_emit (self, signals[FAILED], 0, sentence);
  else if (application != NULL)
    {
      g_autoptr (GNotification) notification = g_notification_new (sentence);

      g_application_send_notification (application, NULL, notification);
    }
}

static void
take_answer (TvNoteStore *self, const Question *question, Answer *answer)
{
  g_free (self->identity.sha256);
  self->identity = answer->identity;
  answer->identity.sha256 = NULL;
  if (answer->notes != NULL)
    take_over (self, question, answer);
  if (question->imported != NULL)
    g_signal_emit (self, signals[DONE], 0, _ ("The notes were imported."));
  else if (question->exported != NULL)
    g_signal_emit (self, signals[DONE], 0, _ ("The notes were exported."));
  if (answer->sentence != NULL)
    fail (self, answer->sentence);
}

static void
let_go (TvNoteStore *self)
{
  GApplication *application = g_application_get_default ();

  if (application != NULL)
    g_application_release (application);
  g_object_unref (self);
}

static void
on_done (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvNoteStore *self = owner;
  const Question *question = data;
  g_autoptr (Answer) answer = result;
  g_autofree char *sentence = NULL;

  if (answer != NULL)
    take_answer (self, question, answer);
  else if (question->imported != NULL
           || (question->notes->len == 0 && question->exported == NULL))
    sentence = g_strdup_printf (_ ("The notes could not be read: %s"), error->message);
  else
    sentence = g_strdup_printf (_ ("The notes could not be saved: %s"), error->message);
  if (sentence != NULL)
    fail (self, sentence);
  if (self->waits && self->job == NULL)
    start (self);
  if (self->closes && !tv_note_store_is_busy (self))
    let_go (self);
}

static Question *
question_new (TvNoteStore *self, GFile *imported, GFile *exported)
{
  Question *question = g_new0 (Question, 1);

  question->trace_file = g_object_ref (self->trace_file);
  question->etag = g_strdup (self->etag);
  question->folder = g_strdup (self->folder);
  question->identity.size = self->identity.size;
  question->identity.sha256 = g_strdup (self->identity.sha256);
  question->known = g_hash_table_ref (self->known);
  question->notes = tv_notes_dup_all (self->notes);
  g_set_object (&question->imported, imported);
  g_set_object (&question->exported, exported);
  return question;
}

static const TvJobType job_type = { .run = run,
                                    .done = on_done,
                                    .free_question = question_free,
                                    .free_answer = answer_free };

static void
start (TvNoteStore *self)
{
  self->waits = FALSE;
  tv_job_start (&self->job, &job_type, question_new (self, NULL, NULL), self);
}

/* Never cancels a write: the content of the file would be unknown. */
static void
on_notes_changed (TvNoteStore *self)
{
  if (self->merging)
    return;
  if (self->job != NULL)
    self->waits = TRUE;
  else
    start (self);
}

static void
tv_note_store_dispose (GObject *object)
{
  TvNoteStore *self = TV_NOTE_STORE (object);

  if (self->notes != NULL)
    g_signal_handlers_disconnect_by_data (self->notes, self);
  g_clear_object (&self->monitor);
  tv_job_cancel (&self->job);
  tv_job_cancel (&self->file_job);

  G_OBJECT_CLASS (tv_note_store_parent_class)->dispose (object);
}

static void
tv_note_store_finalize (GObject *object)
{
  TvNoteStore *self = TV_NOTE_STORE (object);

  g_clear_object (&self->trace_file);
  g_clear_object (&self->notes);
  g_free (self->etag);
  g_free (self->folder);
  g_free (self->identity.sha256);
  g_hash_table_unref (self->known);

  G_OBJECT_CLASS (tv_note_store_parent_class)->finalize (object);
}

static void
tv_note_store_class_init (TvNoteStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_note_store_dispose;
  G_OBJECT_CLASS (klass)->finalize = tv_note_store_finalize;
  signals[FAILED] = g_signal_new ("failed", TV_TYPE_NOTE_STORE, G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[DONE] = g_signal_new ("done", TV_TYPE_NOTE_STORE, G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
tv_note_store_init (TvNoteStore *self)
{
  self->notes = tv_notes_new ();
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
  g_signal_connect_swapped (self->notes, "items-changed", G_CALLBACK (on_notes_changed),
                            self);
}

/**
 * tv_note_store_new:
 * @trace_file: the file of a trace
 * @etag: (nullable): the version that is shown
 * @folder: the folder of notes; need not exist
 *
 * Starts to read the notes of the trace. They are read again when another window writes
 * them.
 *
 * Returns: (transfer full): the store
 */
TvNoteStore *
tv_note_store_new (GFile *trace_file, const char *etag, const char *folder)
{
  g_autoptr (GFile) place = NULL;
  TvNoteStore *self;

  g_return_val_if_fail (G_IS_FILE (trace_file) && folder != NULL, NULL);

  place = g_file_new_for_path (folder);
  self = g_object_new (TV_TYPE_NOTE_STORE, NULL);
  self->trace_file = g_object_ref (trace_file);
  self->etag = g_strdup (etag);
  self->folder = g_strdup (folder);
  self->monitor = g_file_monitor_directory (place, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_swapped (self->monitor, "changed", G_CALLBACK (on_notes_changed),
                              self);
  start (self);
  return self;
}

/**
 * tv_note_store_get_notes:
 * @self: a store
 *
 * Returns: (transfer none): the notes; changes are written to the file
 */
TvNotes *
tv_note_store_get_notes (TvNoteStore *self)
{
  g_return_val_if_fail (TV_IS_NOTE_STORE (self), NULL);

  return self->notes;
}

/**
 * tv_note_store_is_for:
 * @self: a store
 * @trace_file: the file of a trace
 * @etag: (nullable): the version that is shown
 *
 * Returns: whether the store has the notes of that version of the file
 */
gboolean
tv_note_store_is_for (TvNoteStore *self, GFile *trace_file, const char *etag)
{
  g_return_val_if_fail (TV_IS_NOTE_STORE (self), FALSE);

  return etag != NULL && g_strcmp0 (etag, self->etag) == 0
         && g_file_equal (trace_file, self->trace_file);
}

gboolean
tv_note_store_is_busy (TvNoteStore *self)
{
  g_return_val_if_fail (TV_IS_NOTE_STORE (self), FALSE);

  return self->job != NULL || self->file_job != NULL;
}

/**
 * tv_note_store_close:
 * @self: a store whose window closes
 *
 * Keeps the store and the application alive until the notes are written.
 */
void
tv_note_store_close (TvNoteStore *self)
{
  GApplication *application = g_application_get_default ();

  g_return_if_fail (TV_IS_NOTE_STORE (self));

  if (tv_notes_get_n (self->notes) == 0 && g_hash_table_size (self->known) == 0)
    tv_job_cancel (&self->job);
  if (self->closes || !tv_note_store_is_busy (self))
    return;
  self->closes = TRUE;
  g_object_ref (self);
  if (application != NULL)
    g_application_hold (application);
}

/**
 * tv_note_store_import:
 * @self: a store
 * @file: a file of notes, unchecked
 *
 * Adds the notes of a file. Of two notes with the same id, the newer one wins.
 */
void
tv_note_store_import (TvNoteStore *self, GFile *file)
{
  g_return_if_fail (TV_IS_NOTE_STORE (self) && G_IS_FILE (file));

  tv_job_start (&self->file_job, &job_type, question_new (self, file, NULL), self);
}

/**
 * tv_note_store_export:
 * @self: a store
 * @file: the file to write
 *
 * Writes all notes to a file.
 */
void
tv_note_store_export (TvNoteStore *self, GFile *file)
{
  g_return_if_fail (TV_IS_NOTE_STORE (self) && G_IS_FILE (file));

  tv_job_start (&self->file_job, &job_type, question_new (self, NULL, file), self);
}
