/* SPDX-License-Identifier: Apache-2.0 */

/* What a window or a panel tells at its top, and goes on meanwhile. */

#include "ui/display.h"
#include "ui/widgets/notice-bar.h"

typedef struct
{
  GtkWidget *root;
  const char *start;
} Wait;

static TvNoticeBar *
find_bar (GtkWidget *root)
{
  GtkWidget *bar = tv_gui_find_type (root, "TvNoticeBar");

  return bar != NULL ? TV_NOTICE_BAR (bar) : NULL;
}

/**
 * tv_gui_get_notice:
 * @root: where to look, itself included
 *
 * Returns: (transfer none): the sentence that is told, empty if there is none
 */
const char *
tv_gui_get_notice (GtkWidget *root)
{
  TvNoticeBar *bar = find_bar (root);

  return bar != NULL ? tv_notice_bar_get_sentence (bar) : "";
}

static gboolean
is_told (gpointer data)
{
  const Wait *wait = data;
  const char *notice = tv_gui_get_notice (wait->root);

  return *notice != '\0' && g_str_has_prefix (notice, wait->start);
}

/**
 * tv_gui_wait_for_notice:
 * @root: where to look, itself included
 * @start: how the sentence begins
 *
 * Waits until it is told.
 */
void
tv_gui_wait_for_notice (GtkWidget *root, const char *start)
{
  Wait wait = { root, start };

  tv_gui_wait (is_told, &wait, start);
  tv_gui_settle ();
}

/**
 * tv_gui_hide_notice:
 * @root: where to look, itself included
 *
 * Takes back what is told, so that the same can be told again.
 */
void
tv_gui_hide_notice (GtkWidget *root)
{
  TvNoticeBar *bar = find_bar (root);

  ck_assert_ptr_nonnull (bar);
  tv_notice_bar_hide (bar);
}
