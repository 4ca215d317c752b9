/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/widgets/still-box.h"

#include "ui/widgets/still-picture.h"

struct _TvStillBox
{
  GtkBox parent_instance;

  TvStillPicture picture;
};

G_DEFINE_FINAL_TYPE (TvStillBox, tv_still_box, GTK_TYPE_BOX)

static void
tv_still_box_finalize (GObject *object)
{
  tv_still_picture_clear (&TV_STILL_BOX (object)->picture);

  G_OBJECT_CLASS (tv_still_box_parent_class)->finalize (object);
}

static void
tv_still_box_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GtkSnapshot *drawing = gtk_snapshot_new ();

  GTK_WIDGET_CLASS (tv_still_box_parent_class)->snapshot (widget, drawing);
  tv_still_picture_append (&TV_STILL_BOX (widget)->picture, widget, drawing, snapshot);
}

static void
tv_still_box_class_init (TvStillBoxClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_still_box_finalize;
  GTK_WIDGET_CLASS (klass)->snapshot = tv_still_box_snapshot;
}

static void
tv_still_box_init (TvStillBox *self)
{
}

/* A box whose children seldom change. While they do not, a frame takes no longer for
 * them, and one in which any of them changes draws all of them: it is for what is
 * small. */
GtkWidget *
tv_still_box_new (void)
{
  return g_object_new (TV_TYPE_STILL_BOX, NULL);
}
