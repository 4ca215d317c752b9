/* SPDX-License-Identifier: Apache-2.0 */

/* Notes as a list and as a file: what is read from files that anybody may have written,
 * which trace they belong to, and what becomes of those of two windows. */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "ui/notes/note-file.h"
#include "ui/notes/note-store.h"
#include "ui/profile-sample.h"
#include "ui/session/trace-session.h"

#include <check.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD "{\"traceview-notes\": 1, \"trace\": {\"size\": 3, \"sha256\": \"ab\"}, "
#define GOOD                                                                           \
  "{\"id\": \"1\", \"changed\": 5, \"kind\": \"range\", \"start\": 10, \"end\": 20, "  \
  "\"text\": \"kept\"}"

static void
add (TvNotes *notes, TvNoteKind kind, gint64 start, gint64 end, const char *text)
{
  g_autoptr (TvNote) empty = tv_note_new (kind, start, end);
  g_autoptr (TvNote) note = tv_note_new_with_text (empty, text);

  tv_notes_put (notes, note);
}

static char *
dup_texts (TvNotes *notes)
{
  g_autoptr (GString) texts = g_string_new (NULL);

  for (guint i = 0; i < tv_notes_get_n (notes); i++)
    g_string_append_printf (texts, "%s%s", i > 0 ? ", " : "",
                            tv_notes_get (notes, i)->text);
  return g_string_free (g_steal_pointer (&texts), FALSE);
}

static void
assert_texts (TvNotes *notes, const char *expected)
{
  g_autofree char *texts = dup_texts (notes);

  ck_assert_str_eq (texts, expected);
}

static void
log_change (GListModel *model, guint position, guint removed, guint added, GString *log)
{
  g_string_append_printf (log, "%u-%u+%u ", position, removed, added);
}

START_TEST (test_notes_are_in_order_of_time)
{
  g_autoptr (TvNotes) notes = tv_notes_new ();
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (TvNote) edited = NULL;

  g_signal_connect (notes, "items-changed", G_CALLBACK (log_change), log);
  add (notes, TV_NOTE_TIME, 20, 20, "c");
  add (notes, TV_NOTE_RANGE, 10, 15, "b");
  add (notes, TV_NOTE_RANGE, 10, 30, "a");
  assert_texts (notes, "a, b, c");
  edited = tv_note_new_with_text (tv_notes_get (notes, 1), "B");
  tv_notes_put (notes, edited);
  assert_texts (notes, "a, B, c");
  tv_notes_remove (notes, edited->id);
  tv_notes_remove (notes, "nobody");
  assert_texts (notes, "a, c");
  ck_assert_str_eq (log->str, "0-0+1 0-0+1 0-0+1 1-1+1 1-1+0 ");
}
END_TEST

START_TEST (test_notes_of_one_moment_are_in_order_of_writing)
{
  g_autoptr (TvNotes) notes = tv_notes_new ();

  for (guint i = 0; i < 6; i++)
    {
      const char text[] = { (char) ('a' + i), '\0' };

      add (notes, TV_NOTE_TIME, 20, 20, text);
      g_usleep (10);
    }
  assert_texts (notes, "a, b, c, d, e, f");
}
END_TEST

START_TEST (test_a_note_finds_its_call)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  TvTrace *trace = tv_trace_session_get_trace (session);
  g_autoptr (TvNote) note = NULL;
  g_autoptr (TvNote) other = NULL;
  TvCallRef found;

  for (guint32 i = 0; i < tv_trace_get_n_threads (trace) && note == NULL; i++)
    if (tv_trace_get_calls (trace, i).n > 1)
      note = tv_note_new_for_call (trace, (TvCallRef){ i, 1 });
  ck_assert (tv_note_find_call (note, trace, &found));
  ck_assert_uint_eq (found.call, 1);
  ck_assert_uint_eq (tv_trace_get_thread (trace, found.thread)->id, note->thread);
  tv_trace_session_show_note (session, note);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).call, 1);
  /* In a trace where that call is another one. */
  note->start++;
  ck_assert (!tv_note_find_call (note, trace, &found));
  note->start--;
  note->call = G_MAXUINT32;
  ck_assert (!tv_note_find_call (note, trace, &found));
  other = tv_note_new (TV_NOTE_RANGE, note->start, note->end);
  ck_assert (!tv_note_find_call (other, trace, &found));
}
END_TEST

/* Files */

static GPtrArray *
read_text (const char *text, guint *n_bad)
{
  return tv_notes_from_json (text, strlen (text), NULL, n_bad, NULL);
}

START_TEST (test_json_keeps_everything)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_object_unref);
  const TvTraceIdentity identity = { 3, (char *) "ab" };
  g_autoptr (GPtrArray) read = NULL;
  g_autofree char *text = NULL;
  g_autofree char *sha256 = NULL;
  TvNote *call = tv_note_new (TV_NOTE_CALL, -5, 7000000000);
  const TvNote *found;
  guint n_bad;

  call->thread = G_MAXUINT32;
  call->call = 12;
  call->method = g_strdup ("a.B.c (I)V");
  g_free (call->text);
  call->text = g_strdup ("\"[[{'//\\ ä\n");
  g_ptr_array_add (notes, call);
  text = tv_notes_to_json (notes, &identity);
  read = tv_notes_from_json (text, strlen (text), &sha256, &n_bad, NULL);
  ck_assert_ptr_nonnull (read);
  ck_assert_uint_eq (n_bad, 0);
  ck_assert_uint_eq (read->len, 1);
  ck_assert_str_eq (sha256, "ab");
  found = g_ptr_array_index (read, 0);
  ck_assert_str_eq (found->id, call->id);
  ck_assert_int_eq (found->changed, call->changed);
  ck_assert_int_eq (found->kind, TV_NOTE_CALL);
  ck_assert_int_eq (found->start, -5);
  ck_assert_int_eq (found->end, 7000000000);
  ck_assert_uint_eq (found->thread, G_MAXUINT32);
  ck_assert_uint_eq (found->call, 12);
  ck_assert_str_eq (found->method, "a.B.c (I)V");
  ck_assert_str_eq (found->text, call->text);
}
END_TEST

START_TEST (test_what_is_no_file_of_notes)
{
  static const char *const texts[] = { "",
                                       " \n",
                                       "notes",
                                       "[]",
                                       "{}",
                                       HEAD "\"notes\": {}}",
                                       "{\"traceview-notes\": \"1\", \"notes\": []}",
                                       "{\"traceview-notes\": 2, \"notes\": []}",
                                       HEAD "\"notes\": [" GOOD "]",
                                       HEAD "\"notes\": ['" GOOD "']}",
                                       "/* [ */" HEAD "\"notes\": [" GOOD "]}",
                                       "{\"traceview-notes\": 1, \"notes\": [\xff]}" };
  g_autofree char *deep = g_strnfill (1 << 20, '[');
  guint n_bad;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    ck_assert_msg (read_text (texts[i], &n_bad) == NULL, "%s was read", texts[i]);
  ck_assert_ptr_null (read_text (deep, &n_bad));
}
END_TEST

START_TEST (test_notes_that_are_none)
{
  static const char *const notes[] = {
    "7",
    "[]",
    "{}",
    GOOD,
    "{\"id\": \"2\", \"changed\": 5, \"kind\": \"time\", \"start\": 10, \"end\": 9, "
    "\"text\": \"ends before\"}",
    "{\"id\": \"2\", \"changed\": 5, \"kind\": \"date\", \"start\": 1, \"end\": 9, "
    "\"text\": \"kind\"}",
    "{\"id\": \"2\", \"changed\": 5, \"kind\": \"time\", \"start\": 1e300, "
    "\"end\": 9, \"text\": \"no number\"}",
    "{\"id\": \"2\", \"changed\": 5, \"kind\": \"time\", \"start\": 1, "
    "\"end\": 9223372036854775807, \"text\": \"far away\"}",
    "{\"id\": \"2\", \"changed\": 5, \"kind\": \"range\", \"start\": 1, \"end\": 9, "
    "\"text\": \"\"}",
    "{\"id\": \"2\", \"changed\": 5, \"kind\": \"call\", \"start\": 1, \"end\": 9, "
    "\"thread\": -1, \"call\": 0, \"method\": \"m\", \"text\": \"thread\"}",
    "{\"id\": \"2\", \"changed\": 5, \"kind\": \"call\", \"start\": 1, \"end\": 9, "
    "\"text\": \"no call\"}"
  };

  for (guint i = 0; i < G_N_ELEMENTS (notes); i++)
    {
      g_autofree char *text
          = g_strconcat (HEAD "\"notes\": [" GOOD ", ", notes[i], "]}", NULL);
      g_autoptr (GPtrArray) read = NULL;
      guint n_bad;

      read = read_text (text, &n_bad);
      ck_assert_msg (read != NULL && read->len == 1 && n_bad == 1, "%s", notes[i]);
      ck_assert_str_eq (((TvNote *) read->pdata[0])->text, "kept");
    }
}
END_TEST

START_TEST (test_too_many_and_too_long)
{
  g_autoptr (GString) text = g_string_new (HEAD "\"notes\": [");
  g_autofree char *length = g_strnfill (TV_MAX_NOTE_LENGTH + 1, 'x');
  g_autoptr (GPtrArray) read = NULL;
  guint n_bad;

  for (guint i = 0; i < TV_MAX_NOTES + 5; i++)
    g_string_append_printf (text,
                            "{\"id\": \"%u\", \"changed\": 5, \"kind\": \"time\", "
                            "\"start\": 1, \"end\": 1, \"text\": \"%s\"}, ",
                            i, i == 0 ? length : "t");
  g_string_append (text, GOOD "]}");
  read = read_text (text->str, &n_bad);
  ck_assert_uint_eq (read->len, TV_MAX_NOTES);
  /* The long one, four more than there is room for, and the last. */
  ck_assert_uint_eq (n_bad, 6);
}
END_TEST

/* The store */

static char *folder;
static GString *told;

static void
set_up (void)
{
  folder = tv_test_folder_new ();
  told = g_string_new (NULL);
}

static void
tear_down (void)
{
  g_string_free (told, TRUE);
  tv_test_folder_remove (g_steal_pointer (&folder));
}

static GFile *
new_file (const char *name, const char *contents)
{
  GFile *file = g_file_new_build_filename (folder, name, NULL);

  if (contents != NULL)
    ck_assert (g_file_set_contents (g_file_peek_path (file), contents, -1, NULL));
  return file;
}

static void
wait_for (TvNoteStore *store)
{
  while (tv_note_store_is_busy (store))
    g_main_context_iteration (NULL, TRUE);
}

static void
on_told (TvNoteStore *store, const char *sentence, gpointer user_data)
{
  g_string_append_printf (told, "%s|", sentence);
}

static TvNoteStore *
open_store (GFile *trace)
{
  g_autofree char *notes = g_build_filename (folder, "data", "notes", NULL);
  TvNoteStore *store = tv_note_store_new (trace, NULL, notes);

  g_signal_connect (store, "failed", G_CALLBACK (on_told), NULL);
  g_signal_connect (store, "done", G_CALLBACK (on_told), NULL);
  wait_for (store);
  return store;
}

static void
add_to (TvNoteStore *store, gint64 time, const char *text)
{
  add (tv_note_store_get_notes (store), TV_NOTE_TIME, time, time, text);
}

static void
assert_kept (GFile *trace, const char *expected)
{
  g_autoptr (TvNoteStore) store = open_store (trace);

  assert_texts (tv_note_store_get_notes (store), expected);
}

/* Returns the only file in the folder of notes whose name has a part. */
static char *
find_file (const char *part)
{
  g_autofree char *notes = g_build_filename (folder, "data", "notes", NULL);
  g_autoptr (GDir) dir = g_dir_open (notes, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (strstr (name, part) != NULL)
      return g_build_filename (notes, name, NULL);
  return NULL;
}

START_TEST (test_notes_belong_to_the_contents)
{
  g_autoptr (GFile) trace = new_file ("a.trace", "abc");
  g_autoptr (GFile) copy = new_file ("copy.trace", "abc");
  g_autoptr (GFile) other = new_file ("other.trace", "abd");
  g_autoptr (TvNoteStore) store = open_store (trace);
  g_autofree char *path = NULL;

  /* Nothing is written for a trace without notes. */
  ck_assert_ptr_null (find_file ("3-"));
  add_to (store, 10, "first");
  add_to (store, 5, "zeroth");
  wait_for (store);
  /* From sha256sum. */
  path = find_file (
      "3-ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad.json");
  ck_assert_ptr_nonnull (path);
  assert_kept (trace, "zeroth, first");
  assert_kept (copy, "zeroth, first");
  assert_kept (other, "");
  ck_assert (g_file_set_contents (g_file_peek_path (trace), "abd", -1, NULL));
  assert_kept (trace, "");
  ck_assert_str_eq (told->str, "");
}
END_TEST

START_TEST (test_the_last_note_stays_deleted)
{
  g_autoptr (GFile) trace = new_file ("a.trace", "abc");
  g_autoptr (TvNoteStore) store = open_store (trace);
  TvNotes *notes = tv_note_store_get_notes (store);

  add_to (store, 10, "only");
  wait_for (store);
  assert_kept (trace, "only");
  tv_notes_remove (notes, tv_notes_get (notes, 0)->id);
  wait_for (store);
  assert_kept (trace, "");
}
END_TEST

START_TEST (test_a_trace_that_changed_has_no_notes_saved)
{
  g_autoptr (GFile) trace = new_file ("a.trace", "abc");
  g_autofree char *notes = g_build_filename (folder, "data", NULL);
  g_autoptr (TvNoteStore) store = tv_note_store_new (trace, "another version", notes);

  g_signal_connect (store, "failed", G_CALLBACK (on_told), NULL);
  wait_for (store);
  g_string_truncate (told, 0);
  add_to (store, 5, "kept in the window");
  wait_for (store);
  ck_assert_str_eq (told->str,
                    "The notes could not be saved: The trace has changed on disk.|");
  assert_texts (tv_note_store_get_notes (store), "kept in the window");
  ck_assert (!g_file_test (notes, G_FILE_TEST_EXISTS));
}
END_TEST

START_TEST (test_two_windows)
{
  g_autoptr (GFile) trace = new_file ("a.trace", "abc");
  g_autoptr (TvNoteStore) one = open_store (trace);
  g_autoptr (TvNoteStore) two = NULL;
  g_autoptr (TvNote) edited = NULL;
  g_autofree char *b = NULL;

  add_to (one, 1, "a");
  add_to (one, 2, "b");
  add_to (one, 3, "c");
  wait_for (one);
  two = open_store (trace);
  assert_texts (tv_note_store_get_notes (two), "a, b, c");
  b = g_strdup (tv_notes_get (tv_note_store_get_notes (two), 1)->id);
  /* One deletes a and edits c; the other, which knows nothing of that, adds d and
   * deletes b. */
  tv_notes_remove (tv_note_store_get_notes (one),
                   tv_notes_get (tv_note_store_get_notes (one), 0)->id);
  edited = tv_note_new_with_text (tv_notes_get (tv_note_store_get_notes (one), 1), "C");
  tv_notes_put (tv_note_store_get_notes (one), edited);
  wait_for (one);
  add_to (two, 4, "d");
  tv_notes_remove (tv_note_store_get_notes (two), b);
  wait_for (two);
  assert_texts (tv_note_store_get_notes (two), "C, d");
  assert_kept (trace, "C, d");
  add_to (one, 5, "e");
  wait_for (one);
  assert_texts (tv_note_store_get_notes (one), "C, d, e");
}
END_TEST

/* Closes a store, and waits until it is gone. */
static void
close_store (TvNoteStore *store)
{
  tv_note_store_close (store);
  g_object_add_weak_pointer (G_OBJECT (store), (gpointer *) &store);
  g_object_unref (store);
  while (store != NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* It writes in a worker, for which the application waits. */
START_TEST (test_a_window_that_closes_at_once)
{
  g_autoptr (GFile) trace = new_file ("a.trace", "abc");
  TvNoteStore *store = open_store (trace);
  g_autoptr (GApplication) application
      = g_application_new (NULL, G_APPLICATION_NON_UNIQUE);

  ck_assert (g_application_register (application, NULL, NULL));
  g_application_set_default (application);
  add_to (store, 5, "just in time");
  add_to (store, 6, "and this");
  tv_note_store_close (store);
  ck_assert (tv_note_store_is_busy (store));
  close_store (store);
  assert_kept (trace, "just in time, and this");
  g_application_set_default (NULL);
}
END_TEST

/* With nothing to write it goes at once. */
START_TEST (test_a_window_without_notes_closes)
{
  g_autoptr (GFile) trace = new_file ("a.trace", "abc");
  g_autofree char *notes = g_build_filename (folder, "data", "notes", NULL);
  TvNoteStore *store = tv_note_store_new (trace, NULL, notes);

  g_object_add_weak_pointer (G_OBJECT (store), (gpointer *) &store);
  tv_note_store_close (store);
  g_object_unref (store);
  ck_assert_ptr_null (store);
}
END_TEST

static gboolean
has_two (gpointer store)
{
  return tv_notes_get_n (tv_note_store_get_notes (store)) == 2;
}

/* What another window writes is soon seen. */
START_TEST (test_another_window_writes)
{
  g_autoptr (GFile) trace = new_file ("a.trace", "abc");
  g_autoptr (TvNoteStore) one = open_store (trace);
  TvNoteStore *two;
  g_autoptr (TvNoteStore) three = NULL;

  add_to (one, 1, "a");
  wait_for (one);
  two = open_store (trace);
  add_to (two, 2, "b");
  tv_note_store_close (two);
  g_object_unref (two);
  /* Before that is written. */
  three = open_store (trace);
  while (!has_two (one) || !has_two (three))
    g_main_context_iteration (NULL, TRUE);
  assert_texts (tv_note_store_get_notes (one), "a, b");
  assert_texts (tv_note_store_get_notes (three), "a, b");
  ck_assert_str_eq (told->str, "");
}
END_TEST

START_TEST (test_a_broken_file_is_kept)
{
  g_autoptr (GFile) trace = new_file ("a.trace", "abc");
  g_autoptr (TvNoteStore) store = open_store (trace);
  g_autofree char *path = NULL;
  g_autofree char *aside = NULL;
  g_autofree char *contents = NULL;
  g_autofree char *broken = g_strconcat (HEAD "\"notes\": [7, " GOOD "]}", NULL);

  add_to (store, 5, "lost");
  wait_for (store);
  g_clear_object (&store);
  path = find_file (".json");
  ck_assert (g_file_set_contents (path, broken, -1, NULL));
  store = open_store (trace);
  ck_assert (
      g_str_has_prefix (told->str, "Some notes of this trace could not be read"));
  assert_texts (tv_note_store_get_notes (store), "kept");
  add_to (store, 30, "new");
  wait_for (store);
  aside = find_file (".broken-");
  ck_assert_ptr_nonnull (aside);
  ck_assert (g_file_get_contents (aside, &contents, NULL, NULL));
  ck_assert_str_eq (contents, broken);
  assert_kept (trace, "kept, new");
}
END_TEST

START_TEST (test_a_file_of_a_newer_version_is_left_alone)
{
  static const char newer[] = "{\"traceview-notes\": 2, \"pages\": {}}";
  g_autoptr (GFile) trace = new_file ("a.trace", "abc");
  g_autoptr (TvNoteStore) store = open_store (trace);
  g_autofree char *path = NULL;
  g_autofree char *contents = NULL;

  add_to (store, 5, "old");
  wait_for (store);
  g_clear_object (&store);
  path = find_file (".json");
  ck_assert (g_file_set_contents (path, newer, -1, NULL));
  store = open_store (trace);
  ck_assert_str_eq (told->str, "The notes could not be read: These notes are from "
                               "a newer version of Traceview.|");
  g_string_truncate (told, 0);
  add_to (store, 30, "new");
  wait_for (store);
  ck_assert_str_eq (told->str, "The notes could not be saved: These notes are from "
                               "a newer version of Traceview.|");
  assert_texts (tv_note_store_get_notes (store), "new");
  ck_assert (g_file_get_contents (path, &contents, NULL, NULL));
  ck_assert_str_eq (contents, newer);
  ck_assert_ptr_null (find_file (".broken-"));
}
END_TEST

START_TEST (test_a_file_that_becomes_too_large)
{
  g_autoptr (GFile) trace = new_file ("a.trace", "abc");
  g_autoptr (TvNoteStore) store = open_store (trace);
  g_autofree char *path = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  struct rlimit limit;
  struct rlimit low;
  gboolean is_limited;
  gsize length;

  add_to (store, 5, "first");
  wait_for (store);
  path = find_file (".json");
  ck_assert (g_file_get_contents (path, &before, &length, NULL));
  ck_assert_int_eq (getrlimit (RLIMIT_FSIZE, &limit), 0);
  low = limit;
  low.rlim_cur = length + 1;
  signal (SIGXFSZ, SIG_IGN);
  /* Nothing is asserted below the limit: Check writes that to a file, too. */
  is_limited = setrlimit (RLIMIT_FSIZE, &low) == 0;
  add_to (store, 30, "second");
  wait_for (store);
  (void) setrlimit (RLIMIT_FSIZE, &limit);
  ck_assert (is_limited);
  ck_assert (g_str_has_prefix (told->str, "The notes could not be saved: "));
  ck_assert (g_str_has_suffix (told->str, ": File too large|"));
  ck_assert (g_file_get_contents (path, &after, NULL, NULL));
  ck_assert_str_eq (after, before);
}
END_TEST

START_TEST (test_a_folder_that_cannot_be_written)
{
  g_autoptr (GFile) trace = new_file ("a.trace", "abc");
  g_autoptr (GFile) in_the_way = new_file ("data", "a file");
  g_autoptr (TvNoteStore) store = open_store (trace);

  add_to (store, 5, "in memory");
  wait_for (store);
  ck_assert (g_str_has_prefix (told->str, "The notes could not be saved: "));
  assert_texts (tv_note_store_get_notes (store), "in memory");
  /* The next change saves all. */
  ck_assert (g_file_delete (in_the_way, NULL, NULL));
  add_to (store, 6, "and on disk");
  wait_for (store);
  assert_kept (trace, "in memory, and on disk");
}
END_TEST

static guint
get_mode (const char *path)
{
  GStatBuf info;

  ck_assert_int_eq (g_stat (path, &info), 0);
  return info.st_mode & 0777;
}

/* Whatever the user's mask, and what an earlier version wrote. */
START_TEST (test_notes_are_private)
{
  g_autoptr (GFile) trace = new_file ("a.trace", "abc");
  g_autoptr (TvNoteStore) store = open_store (trace);
  const mode_t mask = umask (0);
  g_autofree char *path = NULL;

  add_to (store, 5, "a secret");
  wait_for (store);
  umask (mask);
  path = find_file (".json");
  ck_assert_uint_eq (get_mode (path), 0600);
  ck_assert_int_eq (g_chmod (path, 0644), 0);
  add_to (store, 6, "another one");
  wait_for (store);
  ck_assert_uint_eq (get_mode (path), 0600);
}
END_TEST

/* A name that belongs to a file and to a pipe by turns. */
typedef struct
{
  char *name;
  char *names[2];
  gboolean stops; /* atomic */
} TurningName;

static gpointer
turn_name (gpointer data)
{
  TurningName *turning = data;
  g_autofree char *new_name = g_strconcat (turning->name, ".new", NULL);

  for (guint i = 0; !g_atomic_int_get (&turning->stops); i++)
    {
      ck_assert_int_eq (link (turning->names[i % 2], new_name), 0);
      ck_assert_int_eq (g_rename (new_name, turning->name), 0);
      g_unlink (new_name);
    }
  return NULL;
}

/* Nobody ever writes into the pipe: who opens it to wait for that waits for ever. */
START_TEST (test_a_pipe_in_place_of_notes)
{
  g_autoptr (GFile) notes = new_file ("notes.json", HEAD "\"notes\": [" GOOD "]}");
  g_autoptr (GFile) turned = new_file ("turned.json", NULL);
  TurningName turning = { .name = g_file_get_path (turned) };
  GThread *thread;

  turning.names[0] = g_file_get_path (notes);
  turning.names[1] = g_build_filename (folder, "pipe", NULL);
  ck_assert_int_eq (mkfifo (turning.names[1], 0600), 0);
  ck_assert_int_eq (link (turning.names[1], turning.name), 0);
  thread = g_thread_new ("names", turn_name, &turning);
  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (GError) error = NULL;
      guint n_bad;
      g_autoptr (GPtrArray) read
          = tv_notes_read (turned, NULL, &n_bad, NULL, NULL, &error);

      ck_assert (read != NULL
                     ? read->len == 1
                     : g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA));
    }
  g_atomic_int_set (&turning.stops, TRUE);
  g_thread_join (thread);
  g_free (turning.name);
  g_free (turning.names[0]);
  g_free (turning.names[1]);
}
END_TEST

START_TEST (test_what_is_not_read_as_notes)
{
  g_autoptr (GFile) large = new_file ("large.json", "{");
  g_autoptr (GFile) place = g_file_new_for_path (folder);
  GFile *const files[] = { large, place };
  guint n_bad;

  ck_assert_int_eq (truncate (g_file_peek_path (large), (16 << 20) + 1), 0);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;

      ck_assert_ptr_null (tv_notes_read (files[i], NULL, &n_bad, NULL, NULL, &error));
      ck_assert_str_eq (error->message, "This is not a file of notes.");
    }
}
END_TEST

START_TEST (test_export_and_import)
{
  g_autoptr (GFile) trace = new_file ("a.trace", "abc");
  g_autoptr (GFile) other = new_file ("other.trace", "abcd");
  g_autoptr (GFile) file = new_file ("out.json", NULL);
  g_autoptr (TvNoteStore) store = open_store (trace);
  g_autoptr (TvNoteStore) second = open_store (other);

  add_to (store, 5, "a");
  add_to (store, 6, "b");
  wait_for (store);
  tv_note_store_export (store, file);
  wait_for (store);
  ck_assert_str_eq (told->str, "The notes were exported.|");
  tv_notes_remove (tv_note_store_get_notes (store),
                   tv_notes_get (tv_note_store_get_notes (store), 0)->id);
  wait_for (store);
  g_string_truncate (told, 0);
  tv_note_store_import (store, file);
  wait_for (store);
  ck_assert_str_eq (told->str, "The notes were imported.|");
  assert_kept (trace, "a, b");
  g_string_truncate (told, 0);
  add_to (second, 1, "own");
  tv_note_store_import (second, file);
  wait_for (second);
  ck_assert_str_eq (told->str,
                    "The notes were imported.|The notes are about another trace.|");
  assert_kept (other, "own, a, b");
  g_string_truncate (told, 0);
  tv_note_store_import (second, trace);
  wait_for (second);
  ck_assert_str_eq (told->str,
                    "The notes could not be read: This is not a file of notes.|");
  assert_texts (tv_note_store_get_notes (second), "own, a, b");
}
END_TEST

TV_TESTS (set_up, tear_down)
