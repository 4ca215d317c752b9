/* SPDX-License-Identifier: Apache-2.0 */

/* Notes in the window, by keys and by mouse: written, shown in the timeline,
 * listed, gone to, edited, deleted, restored, exported, imported, and there
 * again the next time. */

#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"
#include "ui/pixels.h"
#include "ui/timeline/timeline.h"

#include <check.h>
#include <glib/gstdio.h>

#define MS G_GINT64_CONSTANT (1000000)

/* Of flags. */
#define NOTE_RGB 0xe66100

static TvApplication *application;
static char *folder;
static char *path;
static TvWindow *window;
static TvTraceSession *session;
static GtkWidget *timeline;

static TvNotes *
get_notes (void)
{
  return tv_trace_session_get_notes (session);
}

static char *
get_notes_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "traceview", "notes", NULL);
}

static void
forget_notes (void)
{
  g_autofree char *notes = get_notes_folder ();
  g_autoptr (GDir) dir = g_dir_open (notes, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (notes, name, NULL);

      ck_assert_int_eq (g_remove (file), 0);
    }
}

static void
open_window (void)
{
  window = tv_gui_open (application, path);
  session = tv_window_get_session (window);
  timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");
  tv_gui_settle ();
  tv_gui_focus (timeline);
  gtk_widget_grab_focus (timeline);
  tv_gui_settle ();
}

static void
set_up (void)
{
  application = tv_gui_start ();
  folder = tv_test_folder_new ();
  path = tv_sample_write (folder, "app.trace");
  forget_notes ();
  open_window ();
}

static void
tear_down (void)
{
  tv_gui_close_all (application);
  forget_notes ();
  g_clear_pointer (&path, g_free);
  tv_test_folder_remove (g_steal_pointer (&folder));
}

static void
press (const char *keys)
{
  tv_gui_input ("key", keys, NULL);
  tv_gui_settle ();
}

static char *
dup_texts (void)
{
  g_autoptr (GString) texts = g_string_new (NULL);

  for (guint i = 0; i < tv_notes_get_n (get_notes ()); i++)
    g_string_append_printf (texts, "%s%s", i > 0 ? ", " : "",
                            tv_notes_get (get_notes (), i)->text);
  return g_string_free (g_steal_pointer (&texts), FALSE);
}

static void
assert_texts (const char *expected)
{
  g_autofree char *texts = NULL;

  tv_gui_settle ();
  texts = dup_texts ();
  ck_assert_str_eq (texts, expected);
}

/* Of the entry, the list or the timeline, by the name of a type. */
static void
assert_focus (const char *type_name)
{
  GtkWidget *focus;

  tv_gui_settle ();
  focus = gtk_window_get_focus (GTK_WINDOW (window));
  ck_assert_ptr_nonnull (focus);
  ck_assert_str_eq (G_OBJECT_TYPE_NAME (focus), type_name);
}

/* In the entry, which is open. */
static void
type_note (const char *text)
{
  assert_focus ("GtkText");
  tv_gui_input ("type", text, NULL);
  press ("Return");
  assert_focus ("TvTimeline");
}

static void
write_note (const char *key, const char *text)
{
  press (key);
  type_note (text);
}

static void
open_list (void)
{
  press ("ctrl+b");
  assert_focus ("GtkListBoxRow");
}

static void
add_notes (void)
{
  tv_trace_session_set_mark (session, TV_MARK_A, 900 * MS);
  write_note ("n", "a moment");
  tv_trace_session_set_range (session, 200 * MS, 500 * MS);
  write_note ("n", "a range");
  tv_trace_session_select_call (session, (TvCallRef){ 0, 1 });
  write_note ("n", "a call");
  write_note ("shift+n", "the same moment");
  tv_trace_session_clear_selection (session);
  tv_trace_session_clear_range (session);
  tv_gui_settle ();
}

START_TEST (test_notes_by_keys)
{
  const TvNote *note;
  gint64 start;
  gint64 end;

  add_notes ();
  ck_assert_uint_eq (tv_notes_get_n (get_notes ()), 4);
  note = tv_notes_get (get_notes (), 0);
  ck_assert_str_eq (note->text, "a call");
  ck_assert_int_eq (note->kind, TV_NOTE_CALL);
  ck_assert_uint_eq (note->thread, 1);
  ck_assert_uint_eq (note->call, 1);
  ck_assert_str_eq (note->method, "app.Work.outer ()V");
  ck_assert_int_eq (note->start, 100 * MS);
  ck_assert_int_eq (note->end, 600 * MS);
  note = tv_notes_get (get_notes (), 1);
  ck_assert_str_eq (note->text, "a range");
  ck_assert_int_eq (note->kind, TV_NOTE_RANGE);
  ck_assert_int_eq (note->start, 200 * MS);
  ck_assert_int_eq (note->end, 500 * MS);
  for (guint i = 2; i < 4; i++)
    {
      ck_assert_int_eq (tv_notes_get (get_notes (), i)->kind, TV_NOTE_TIME);
      ck_assert_int_eq (tv_notes_get (get_notes (), i)->start, 900 * MS);
    }

  /* Each is gone to. */
  tv_trace_session_set_view (session, 700 * MS, 800 * MS);
  open_list ();
  press ("Return");
  assert_focus ("TvTimeline");
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).call, 1);
  tv_trace_session_get_view (session, &start, &end);
  ck_assert (start <= 100 * MS && end >= 600 * MS);
  open_list ();
  press ("Down");
  press ("Return");
  ck_assert (tv_trace_session_get_range (session, &start, &end));
  ck_assert_int_eq (start, 200 * MS);
  ck_assert_int_eq (end, 500 * MS);
}
END_TEST

START_TEST (test_escape_writes_nothing)
{
  static const char *const cases[][2] = { { "no", "Escape" }, { "  ", "Return" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      press ("n");
      assert_focus ("GtkText");
      tv_gui_input ("type", cases[i][0], NULL);
      press (cases[i][1]);
      assert_focus ("TvTimeline");
      ck_assert_msg (tv_notes_get_n (get_notes ()) == 0, "“%s”", cases[i][0]);
    }
}
END_TEST

/* Returns the middle of the flag of a note: they are numbered from the left. */
static graphene_point_t
find_flag (guint index)
{
  g_autoptr (TvPixels) pixels = NULL;
  GdkRectangle flag = { 0, 0, 8, 8 };
  guint n = 0;

  /* The time at the pointer may lie over it. There is nothing to tell of below. */
  tv_gui_move (timeline, gtk_widget_get_width (timeline) / 2.0,
               gtk_widget_get_height (timeline) + 500);
  tv_gui_settle ();
  pixels = tv_pixels_take (timeline);
  for (; n == 0 && flag.y + 8 < pixels->height; flag.y++)
    for (flag.x = 0; flag.x + 8 < pixels->width; flag.x++)
      if ((tv_pixels_get (pixels, flag.x, flag.y) & 0xffffff) == NOTE_RGB
          && tv_pixels_count (pixels, &flag, NOTE_RGB) == 64 && n++ == index)
        return GRAPHENE_POINT_INIT ((float) flag.x + 4, (float) flag.y + 4);
  ck_abort_msg ("there is no flag %u", index);
}

/* The entry points at its note, and not at where the note was chosen. */
static void
assert_entry_points_at (graphene_point_t flag)
{
  GtkWidget *popover = gtk_widget_get_ancestor (
      gtk_window_get_focus (GTK_WINDOW (window)), GTK_TYPE_POPOVER);
  GdkRectangle place;
  double x;
  double y;

  ck_assert (gtk_popover_get_pointing_to (GTK_POPOVER (popover), &place));
  ck_assert (gtk_widget_translate_coordinates (gtk_widget_get_parent (popover),
                                               timeline, place.x, place.y, &x, &y));
  ck_assert_double_eq_tol (x, flag.x, 6);
  ck_assert_double_le (y, flag.y);
  ck_assert_double_ge (y + place.height, flag.y);
}

START_TEST (test_edit_delete_undo_by_keys)
{
  graphene_point_t flag;

  add_notes ();
  flag = find_flag (1);
  open_list ();
  press ("Down");
  press ("F2");
  assert_focus ("GtkText");
  assert_entry_points_at (flag);
  press ("ctrl+a");
  tv_gui_input ("type", "edited", NULL);
  press ("Return");
  assert_texts ("a call, edited, a moment, the same moment");

  open_list ();
  press ("Down");
  press ("Delete");
  ck_assert_uint_eq (tv_notes_get_n (get_notes ()), 3);
  ck_assert_ptr_null (tv_gui_find_text (GTK_WIDGET (window), "edited"));
  press ("Escape");
  tv_gui_wait_for_notice (GTK_WIDGET (window), "The note was deleted");
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (window), "Undo"));
  assert_texts ("a call, edited, a moment, the same moment");
}
END_TEST

START_TEST (test_by_mouse)
{
  GtkWidget *button = tv_gui_find_button (GTK_WIDGET (window), "Notes");
  GtkWidget *list;

  add_notes ();
  tv_gui_click_middle (button);
  assert_focus ("GtkListBoxRow");
  list = tv_gui_find_type (GTK_WIDGET (window), "TvNotesPopover");
  tv_gui_wait_for_text (list, "a range");
  tv_gui_click_middle (tv_gui_find_button (list, "Delete Note"));
  assert_texts ("a range, a moment, the same moment");
  tv_gui_click_middle (tv_gui_find_button (list, "Edit Note"));
  assert_focus ("GtkText");
  press ("End");
  tv_gui_input ("type", " of time", NULL);
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (window), "Save"));
  assert_texts ("a range of time, a moment, the same moment");
  tv_trace_session_clear_range (session);
  tv_gui_click_middle (button);
  tv_gui_wait_for_text (list, "a range of time");
  tv_gui_click_middle (tv_gui_find_text (list, "a range of time"));
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 1);
}
END_TEST

static gboolean
is_flag (graphene_point_t place)
{
  const GdkRectangle area = { (int) place.x - 4, (int) place.y - 4, 8, 8 };
  g_autoptr (TvPixels) pixels = tv_pixels_take (timeline);

  return tv_pixels_count (pixels, &area, NOTE_RGB) == 64;
}

/* Flags of a call at 100 ms and of a moment at 900 ms. */
static void
add_flags (void)
{
  tv_trace_session_set_mark (session, TV_MARK_A, 900 * MS);
  write_note ("n", "a moment");
  tv_trace_session_clear_marks (session);
  tv_trace_session_select_call (session, (TvCallRef){ 0, 1 });
  write_note ("n", "a call");
  tv_trace_session_clear_selection (session);
  tv_gui_settle ();
}

/* The text of the entry. */
static const char *
get_draft (void)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  ck_assert (GTK_IS_TEXT (focus));
  return gtk_editable_get_text (GTK_EDITABLE (focus));
}

START_TEST (test_a_flag_is_clicked)
{
  graphene_point_t place;

  add_flags ();
  place = find_flag (0);
  tv_gui_click (timeline, place.x, place.y);
  assert_focus ("GtkText");
  ck_assert_str_eq (get_draft (), "a call");
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).call, 1);
  press ("End");
  tv_gui_input ("type", " and more", NULL);
  press ("Return");
  assert_texts ("a call and more, a moment");
  place = find_flag (1);
  /* Nor does it while the pointer is on the flag. */
  tv_gui_move (timeline, place.x, place.y);
  tv_gui_settle ();
  ck_assert (is_flag (place));
  tv_gui_click (timeline, place.x, place.y);
  assert_focus ("GtkText");
  ck_assert_str_eq (get_draft (), "a moment");
  /* A drag from there is still one. */
  press ("Escape");
  assert_focus ("TvTimeline");
  tv_gui_drag (timeline, place.x, place.y, place.x - 60, place.y);
  assert_focus ("TvTimeline");
}
END_TEST

/* Opens the menu of a place in the timeline, and chooses an item. */
static void
choose (graphene_point_t place, const char *item)
{
  tv_gui_click_secondary (timeline, place.x, place.y);
  tv_gui_choose (timeline, item);
}

START_TEST (test_menu_of_the_timeline)
{
  GdkRectangle area;
  graphene_point_t place;
  const TvNote *note;

  /* Of a call, which is wrapper. */
  ck_assert (
      tv_timeline_get_call_area (TV_TIMELINE (timeline), (TvCallRef){ 0, 4 }, &area));
  place = GRAPHENE_POINT_INIT ((float) area.x + (float) area.width / 2,
                               (float) area.y + (float) area.height / 2);
  choose (place, "Add Note…");
  type_note ("a call");
  note = tv_notes_get (get_notes (), 0);
  ck_assert_int_eq (note->kind, TV_NOTE_CALL);
  ck_assert_int_eq (note->start, 700 * MS);
  choose (place, "Add Note about a Time…");
  type_note ("its middle");
  note = tv_notes_get (get_notes (), 1);
  ck_assert_int_eq (note->kind, TV_NOTE_TIME);
  ck_assert_int_ge (note->start, 745 * MS);
  ck_assert_int_le (note->start, 755 * MS);

  /* Of the ruler. */
  tv_trace_session_clear_selection (session);
  tv_gui_settle ();
  place = find_flag (0);
  place.x -= (float) area.width;
  choose (place, "Add Note…");
  type_note ("before");
  note = tv_notes_get (get_notes (), 0);
  ck_assert_str_eq (note->text, "before");
  ck_assert_int_ge (note->start, 595 * MS);
  ck_assert_int_le (note->start, 610 * MS);

  /* Of a flag. */
  choose (find_flag (0), "Edit Note…");
  press ("End");
  type_note (" it");
  assert_texts ("before it, a call, its middle");
  choose (find_flag (0), "Delete Note");
  assert_texts ("a call, its middle");
}
END_TEST

/* A text that is being written is not lost. */
START_TEST (test_a_click_elsewhere_saves)
{
  tv_trace_session_set_mark (session, TV_MARK_A, 900 * MS);
  press ("n");
  assert_focus ("GtkText");
  tv_gui_input ("type", "a draft", NULL);
  tv_gui_click (timeline, 20, gtk_widget_get_height (timeline) - 20);
  assert_texts ("a draft");
  press ("n");
  assert_focus ("GtkText");
  tv_gui_input ("type", "another", NULL);
  tv_gui_close (window);
  open_window ();
  assert_texts ("a draft, another");
}
END_TEST

static guint
count_pixels (void)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (timeline);

  return tv_pixels_count (
      pixels, &(GdkRectangle){ 0, 0, pixels->width, pixels->height }, NOTE_RGB);
}

START_TEST (test_the_timeline_shows_them)
{
  guint moment;

  ck_assert_uint_eq (count_pixels (), 0);
  tv_trace_session_set_mark (session, TV_MARK_A, 900 * MS);
  write_note ("n", "a moment");
  tv_trace_session_clear_marks (session);
  tv_gui_settle ();
  moment = count_pixels ();
  /* A flag of 8 times 8, its pole, and a tick of 2 times 8 in the overview. */
  ck_assert_uint_ge (moment, 64 + 10 + 16);
  ck_assert_uint_le (moment, 64 + 40 + 16);
  tv_trace_session_select_call (session, (TvCallRef){ 0, 1 });
  write_note ("n", "a call");
  tv_gui_settle ();
  /* A bracket, and an outline, along half of the timeline. */
  ck_assert_uint_ge (count_pixels (),
                     moment + (guint) gtk_widget_get_width (timeline) * 2);
  tv_notes_remove (get_notes (), tv_notes_get (get_notes (), 0)->id);
  tv_notes_remove (get_notes (), tv_notes_get (get_notes (), 0)->id);
  tv_gui_settle ();
  ck_assert_uint_eq (count_pixels (), 0);
}
END_TEST

START_TEST (test_they_are_there_again)
{
  g_autofree char *moved = g_build_filename (folder, "moved.trace", NULL);

  add_notes ();
  press ("ctrl+r");
  tv_gui_wait_for_page (window, "trace");
  session = tv_window_get_session (window);
  assert_texts ("a call, a range, a moment, the same moment");
  tv_notes_remove (get_notes (), tv_notes_get (get_notes (), 2)->id);
  /* What is not written yet is written when the window closes. */
  tv_gui_close (window);
  ck_assert_int_eq (g_rename (path, moved), 0);
  g_free (path);
  path = g_steal_pointer (&moved);
  open_window ();
  assert_texts ("a call, a range, the same moment");
}
END_TEST

/* They stay in the window, which says why they are nowhere else, and are saved later.
 */
START_TEST (test_what_cannot_be_saved_is_said)
{
  g_autofree char *notes = get_notes_folder ();
  g_autofree char *moved = g_strconcat (notes, ".moved", NULL);

  ck_assert_int_eq (g_mkdir_with_parents (notes, 0700), 0);
  ck_assert_int_eq (g_rename (notes, moved), 0);
  ck_assert (g_file_set_contents (notes, "in the way", -1, NULL));
  tv_trace_session_set_mark (session, TV_MARK_A, 900 * MS);
  write_note ("n", "a moment");
  tv_gui_wait_for_notice (GTK_WIDGET (window), "The notes could not be saved: ");
  assert_texts ("a moment");
  ck_assert_int_eq (g_remove (notes), 0);
  ck_assert_int_eq (g_rename (moved, notes), 0);
  write_note ("n", "the same moment");
  tv_gui_close (window);
  open_window ();
  assert_texts ("a moment, the same moment");
}
END_TEST

/* Opens a dialog by a button of the list. */
static void
open_dialog (const char *button)
{
  GtkWidget *list;

  open_list ();
  list = tv_gui_find_type (GTK_WIDGET (window), "TvNotesPopover");
  tv_gui_wait_for_text (list, button);
  tv_gui_click_middle (tv_gui_find_text (list, button));
}

START_TEST (test_export_and_import)
{
  g_autoptr (GFile) file = g_file_new_build_filename (folder, "out.json", NULL);
  GtkWindow *dialog;

  add_notes ();
  open_dialog ("Export…");
  tv_gui_save_as (g_file_peek_path (file), "Export");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  tv_gui_wait_for_notice (GTK_WIDGET (window), "The notes were exported");
  while (tv_notes_get_n (get_notes ()) > 1)
    tv_notes_remove (get_notes (), tv_notes_get (get_notes (), 0)->id);
  tv_gui_hide_notice (GTK_WIDGET (window));
  open_dialog ("Import…");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  ck_assert (gtk_file_chooser_set_file (GTK_FILE_CHOOSER (dialog), file, NULL));
  tv_gui_settle ();
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  tv_gui_wait_for_notice (GTK_WIDGET (window), "The notes were imported");
  assert_texts ("a call, a range, a moment, the same moment");
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
