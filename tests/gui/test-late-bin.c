/* SPDX-License-Identifier: Apache-2.0 */

/* What comes a frame late does come, and each time it is shown anew. */

#include "driver.h"
#include "ui/widgets/late-bin.h"

#include <check.h>

#define N_NOTED 2

typedef struct
{
  GtkWidget *child;
  int widths[N_NOTED]; /* of the child in the first frames */
  guint n_frames;
} Frames;

static void
note_frame (GdkFrameClock *clock, gpointer user_data)
{
  Frames *frames = user_data;

  if (frames->n_frames < N_NOTED)
    frames->widths[frames->n_frames] = gtk_widget_get_width (frames->child);
  frames->n_frames++;
}

static gboolean
are_noted (gpointer frames)
{
  return ((Frames *) frames)->n_frames >= N_NOTED;
}

START_TEST (comes_a_frame_late)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *bin = g_object_new (TV_TYPE_LATE_BIN, NULL);
  Frames frames = { gtk_label_new ("what is late"), { -1, -1 }, 0 };
  int least;

  gtk_widget_set_size_request (frames.child, 200, 100);
  tv_late_bin_set_child (TV_LATE_BIN (bin), frames.child);
  gtk_window_set_child (GTK_WINDOW (window), bin);
  gtk_widget_realize (window);
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint",
                    G_CALLBACK (note_frame), &frames);
  gtk_window_present (GTK_WINDOW (window));
  tv_gui_wait (are_noted, &frames, "two frames");
  ck_assert_int_eq (frames.widths[0], 0);
  ck_assert_int_ge (frames.widths[1], 200);

  /* There is room for it from the beginning. */
  gtk_widget_measure (bin, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
  ck_assert_int_eq (least, 100);

  gtk_widget_set_visible (bin, FALSE);
  tv_gui_settle ();
  gtk_widget_set_size_request (frames.child, 300, 100);
  frames.n_frames = 0;
  gtk_widget_set_visible (bin, TRUE);
  tv_gui_wait (are_noted, &frames, "two frames after it was hidden");
  ck_assert_int_lt (frames.widths[0], 300);
  ck_assert_int_ge (frames.widths[1], 300);
  gtk_window_destroy (GTK_WINDOW (window));
}
END_TEST

static Suite *
make_suite (void)
{
  Suite *suite = suite_create ("late-bin");
  TCase *tcase = tcase_create ("late-bin");

  tcase_add_test (tcase, comes_a_frame_late);
  suite_add_tcase (suite, tcase);
  return suite;
}

int
main (void)
{
  return tv_gui_run (make_suite);
}
