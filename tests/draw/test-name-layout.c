/* SPDX-License-Identifier: Apache-2.0 */

/* Names in less and less room. */

#include "draw/name-layout.h"
#include "support/test-runner.h"

#include <pango/pangocairo.h>
#include <string.h>

static TvNameLayout *
lay_out (const char *class_name, const char *name, const char *before)
{
  const TvMethod method
      = { .named = TRUE, .class_name = class_name, .name = name, .signature = "(I)V" };
  PangoContext *context
      = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (PangoLayout) style = pango_layout_new (context);
  TvNameText *text = tv_name_text_new (&method);

  g_object_unref (context);
  tv_name_text_prepend (text, before);
  return tv_name_layout_new (text, style);
}

static int
get_width (PangoLayout *layout)
{
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

static gboolean
has_text (PangoLayout *layout, const char *text)
{
  return g_str_equal (pango_layout_get_text (layout), text);
}

/* Makes the room smaller by pixels until the text is @text. What comes before is one of
 * @old and cuts of it, and never wider than the room. Returns the least room. */
static int
shrink_to (TvNameLayout *name, int width, const char *old, const char *text)
{
  for (; width > 0; width--)
    {
      PangoLayout *layout = tv_name_layout_fit (name, width);

      ck_assert_int_le (get_width (layout), width);
      ck_assert_int_eq (pango_layout_is_ellipsized (layout), FALSE);
      if (has_text (layout, text))
        return get_width (layout);
      if (old != NULL && !has_text (layout, old))
        {
          const char *cut = strstr (pango_layout_get_text (layout), "…");

          ck_assert_ptr_nonnull (cut);
          ck_assert (g_str_has_suffix (old, cut + strlen ("…")));
        }
    }
  ck_abort_msg ("%s never came", text);
}

START_TEST (what_says_least_goes_first)
{
  g_autoptr (TvNameLayout) name = lay_out ("a.v.View$Info", "run", "7 ");
  int width = tv_name_layout_get_width (name);

  ck_assert (has_text (tv_name_layout_fit (name, width), "7 View$Info.run(int)  a.v"));
  width = shrink_to (name, width - 1, NULL, "7 View$Info.run(int)");
  ck_assert_int_ge (tv_name_layout_get_needed_width (name), width);
  ck_assert_int_le (tv_name_layout_get_needed_width (name), width + 2);
  width = shrink_to (name, width, "7 View$Info.run(int)", "7 View$Info.run");
  width = shrink_to (name, width, "7 View$Info.run", "7 …nfo.run");
  width = shrink_to (name, width, "7 …nfo.run", "7 run");
  ck_assert (pango_layout_is_ellipsized (tv_name_layout_fit (name, width - 1)));
  ck_assert (pango_layout_is_ellipsized (tv_name_layout_fit (name, 0)));
  /* There and back. */
  ck_assert (has_text (tv_name_layout_fit (name, 1000), "7 View$Info.run(int)  a.v"));
}
END_TEST

/* Both classes can be told. */
START_TEST (a_class_gives_way_in_its_middle)
{
  g_autoptr (TvNameLayout) name
      = lay_out ("a.ViewRootImpl$ViewRootHandler", "handleMessage", "7 ");
  const int width = tv_name_layout_get_needed_width (name);
  const char *text = pango_layout_get_text (tv_name_layout_fit (name, width * 6 / 10));

  ck_assert_msg (g_str_has_prefix (text, "7 View") && strstr (text, "…") != NULL
                     && g_str_has_suffix (text, "ler.handleMessage"),
                 "%s", text);
}
END_TEST

START_TEST (without_class_or_package)
{
  g_autoptr (TvNameLayout) alone = lay_out ("", "native_call", "");
  g_autoptr (TvNameLayout) small = lay_out ("Ab", "go", "");
  int width
      = shrink_to (alone, tv_name_layout_get_width (alone), NULL, "native_call(int)");

  width = shrink_to (alone, width, "native_call(int)", "native_call");
  ck_assert (pango_layout_is_ellipsized (tv_name_layout_fit (alone, width - 1)));
  width = shrink_to (small, tv_name_layout_get_width (small), NULL, "Ab.go(int)");
  width = shrink_to (small, width, "Ab.go(int)", "Ab.go");
  (void) shrink_to (small, width, "Ab.go", "go");
}
END_TEST

/* A text that runs to the left has its parts elsewhere. */
START_TEST (a_class_in_hebrew)
{
  g_autoptr (TvNameLayout) name
      = lay_out ("a.\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d", "run", "");

  for (int width = 0; width < tv_name_layout_get_width (name); width++)
    {
      PangoLayout *layout = tv_name_layout_fit (name, width);

      if (!pango_layout_is_ellipsized (layout))
        ck_assert_int_le (get_width (layout), width);
    }
}
END_TEST

static char *
dup_dimmed (const PangoAttrList *attributes)
{
  g_autoptr (GString) ranges = g_string_new (NULL);
  GSList *list = pango_attr_list_get_attributes ((PangoAttrList *) attributes);

  for (GSList *link = list; link != NULL; link = link->next)
    {
      PangoAttribute *attribute = link->data;

      ck_assert_int_eq (attribute->klass->type, PANGO_ATTR_FOREGROUND_ALPHA);
      g_string_append_printf (ranges, "%u-%u ", attribute->start_index,
                              attribute->end_index);
    }
  g_slist_free_full (list, (GDestroyNotify) pango_attribute_destroy);
  return g_string_free (g_steal_pointer (&ranges), FALSE);
}

START_TEST (rank_and_package_are_dimmed)
{
  /* 7 B.c(int)  a */
  g_autoptr (TvNameLayout) name = lay_out ("a.B", "c", "7 ");
  g_autoptr (PangoAttrList) all
      = tv_name_attributes_new (tv_name_layout_get_name (name));
  g_autofree char *in_all = dup_dimmed (all);
  g_autofree char *in_whole
      = dup_dimmed (pango_layout_get_attributes (tv_name_layout_fit (name, 1000)));
  g_autofree char *in_short = dup_dimmed (pango_layout_get_attributes (
      tv_name_layout_fit (name, shrink_to (name, 1000, NULL, "7 B.c"))));

  ck_assert_str_eq (in_all, "0-2 10-13 ");
  ck_assert_str_eq (in_whole, "0-2 10-13 ");
  ck_assert_str_eq (in_short, "0-2 ");
}
END_TEST

TV_TESTS (NULL, NULL)
