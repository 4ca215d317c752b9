/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/name-layout.h"

#include <string.h>

/* The strength of a rank and a package relative to the name: readable in a box */
#define DIMMED (0.85 * 65535)

/* The fewest characters of a class that are shown */
#define MIN_CLASS_PART 3

/* The forms of the text, from the longest to the shortest; the last ones are shortened
 * further. */
enum
{
  FORM_WHOLE,
  FORM_NO_PACKAGE,
  FORM_NO_PARAMETERS,
  FORM_METHOD,
  N_FORMS
};

typedef struct
{
  PangoLayout *layout; /* NULL until needed */
  int width;           /* pixels */
} Form;

struct _TvNameLayout
{
  TvNameText *name;
  PangoLayout *style;
  Form forms[N_FORMS];
  Form class_cut;
  gsize cut_end; /* bytes of the name between which @class_cut has an ellipsis */
  gsize cut_start;
  PangoLayout *method_cut;
};

static void
dim (PangoAttrList *attributes, gsize start, gsize end)
{
  PangoAttribute *attribute;

  if (start == end)
    return;
  attribute = pango_attr_foreground_alpha_new ((guint16) DIMMED);
  attribute->start_index = (guint) start;
  attribute->end_index = (guint) end;
  pango_attr_list_insert (attributes, attribute);
}

/**
 * tv_name_attributes_new:
 * @name: a name
 *
 * Returns: (transfer full): attributes that dim the rank and the package in its text
 */
PangoAttrList *
tv_name_attributes_new (const TvNameText *name)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  g_return_val_if_fail (name != NULL, attributes);

  dim (attributes, 0, name->name_start);
  dim (attributes, name->parameters_end, strlen (name->text));
  return attributes;
}

/**
 * tv_name_layout_new:
 * @name: (transfer full): a name
 * @style: a layout whose font to use
 *
 * Returns: (transfer full): the name, without layouts
 */
TvNameLayout *
tv_name_layout_new (TvNameText *name, PangoLayout *style)
{
  TvNameLayout *self;

  g_return_val_if_fail (name != NULL && PANGO_IS_LAYOUT (style), NULL);

  self = g_new0 (TvNameLayout, 1);
  self->name = name;
  self->style = g_object_ref (style);
  return self;
}

static void
clear_forms (TvNameLayout *self)
{
  for (guint i = 0; i < N_FORMS; i++)
    g_clear_object (&self->forms[i].layout);
  g_clear_object (&self->class_cut.layout);
  g_clear_object (&self->method_cut);
  self->cut_start = 0;
}

/**
 * tv_name_layout_set_style:
 * @self: a name
 * @style: a layout whose font to use
 *
 * Lays the name out again.
 */
void
tv_name_layout_set_style (TvNameLayout *self, PangoLayout *style)
{
  g_return_if_fail (self != NULL && PANGO_IS_LAYOUT (style));

  clear_forms (self);
  g_set_object (&self->style, style);
}

void
tv_name_layout_free (TvNameLayout *self)
{
  if (self == NULL)
    return;
  clear_forms (self);
  g_object_unref (self->style);
  tv_name_text_free (self->name);
  g_free (self);
}

/**
 * tv_name_layout_get_name:
 * @self: a name
 *
 * Returns: (transfer none): the name itself
 */
const TvNameText *
tv_name_layout_get_name (TvNameLayout *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name;
}

/* Lays out the prefix of the name, @mark and the text from @start to @end. */
static void
lay_out (TvNameLayout *self, Form *form, const char *mark, gsize start, gsize end)
{
  const char *text = self->name->text;
  g_autoptr (GString) left = g_string_new_len (text, (gssize) self->name->name_start);
  PangoAttrList *inherited = pango_layout_get_attributes (self->style);
  g_autoptr (PangoAttrList) attributes
      = inherited != NULL ? pango_attr_list_copy (inherited) : pango_attr_list_new ();

  dim (attributes, 0, left->len);
  g_string_append (left, mark);
  if (end > self->name->parameters_end)
    dim (attributes, left->len + self->name->parameters_end - start,
         left->len + end - start);
  g_string_append_len (left, text + start, (gssize) (end - start));
  if (form->layout == NULL)
    form->layout = pango_layout_copy (self->style);
  pango_layout_set_text (form->layout, left->str, (int) left->len);
  pango_layout_set_attributes (form->layout, attributes);
  pango_layout_get_pixel_size (form->layout, &form->width, NULL);
}

static gsize
get_start (TvNameLayout *self, guint form)
{
  return form == FORM_METHOD ? self->name->method_start : self->name->name_start;
}

static gsize
get_end (TvNameLayout *self, guint form)
{
  if (form == FORM_WHOLE)
    return strlen (self->name->text);
  return form == FORM_NO_PACKAGE ? self->name->parameters_end : self->name->method_end;
}

static const Form *
ensure_form (TvNameLayout *self, guint i)
{
  if (self->forms[i].layout == NULL)
    lay_out (self, &self->forms[i], "", get_start (self, i), get_end (self, i));
  return &self->forms[i];
}

/* Returns the x of a byte in Pango units. */
static int
find_x (TvNameLayout *self, gsize byte)
{
  PangoRectangle position;

  pango_layout_index_to_pos (ensure_form (self, FORM_WHOLE)->layout, (int) byte,
                             &position);
  return position.x;
}

/* Returns the width of a form in pixels, without laying it out. */
static int
estimate (TvNameLayout *self, guint form)
{
  return PANGO_PIXELS_CEIL (find_x (self, self->name->name_start)
                            + find_x (self, get_end (self, form))
                            - find_x (self, get_start (self, form)));
}

/* Returns the layout of a form, or NULL if it does not fit. */
static PangoLayout *
fit_form (TvNameLayout *self, guint i, int width)
{
  return estimate (self, i) <= width && ensure_form (self, i)->width <= width
             ? self->forms[i].layout
             : NULL;
}

/**
 * tv_name_layout_get_width:
 * @self: a name
 *
 * Returns: pixels of the whole text
 */
int
tv_name_layout_get_width (TvNameLayout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ensure_form (self, FORM_WHOLE)->width;
}

/**
 * tv_name_layout_get_needed_width:
 * @self: a name
 *
 * Returns: pixels of the text without the package
 */
int
tv_name_layout_get_needed_width (TvNameLayout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  /* The layout of this form alone may be rounded up. */
  return estimate (self, FORM_NO_PACKAGE) + 1;
}

/* Returns the byte whose letter is @pixels behind the start of the name. */
static gsize
find_byte (TvNameLayout *self, int pixels)
{
  int index;
  int trailing;

  pango_layout_xy_to_index (ensure_form (self, FORM_WHOLE)->layout,
                            find_x (self, self->name->name_start)
                                + pixels * PANGO_SCALE,
                            0, &index, &trailing);
  return (gsize) index;
}

/* Returns the byte of the next letter. */
static gsize
find_next (TvNameLayout *self, int pixels)
{
  const char *text = self->name->text;

  return (gsize) (g_utf8_next_char (text + find_byte (self, pixels)) - text);
}

/* Lays out the name without its bytes from @end to @start. */
static void
lay_out_cut (TvNameLayout *self, gsize end, gsize start)
{
  const TvNameText *name = self->name;
  g_autofree char *head = NULL;

  if (start == self->cut_start && end == self->cut_end)
    return;
  head = g_strdup_printf ("%.*s…", (int) (end - name->name_start),
                          name->text + name->name_start);
  lay_out (self, &self->class_cut, head, start, name->method_end);
  self->cut_start = start;
  self->cut_end = end;
}

/* Shortens the class in its middle: what it begins with says where it is from, its end
 * what it is. The end goes last. Returns NULL if too little of it would remain, or if
 * the class runs from right to left, so that its start has the greatest x. */
static PangoLayout *
cut_class (TvNameLayout *self, int width)
{
  const TvNameText *name = self->name;
  const int x = find_x (self, name->name_start);
  const int room = PANGO_PIXELS (find_x (self, name->method_start) - x);
  int kept = room + width - estimate (self, FORM_NO_PARAMETERS);
  gsize last;
  int least;

  if (name->method_start <= name->name_start + MIN_CLASS_PART + 1)
    return NULL;
  last = (gsize) (g_utf8_offset_to_pointer (name->text + name->method_start,
                                            -MIN_CLASS_PART - 1)
                  - name->text);
  least = room - PANGO_PIXELS (find_x (self, last) - x);
  for (; least > 0; kept -= self->class_cut.width - width)
    {
      const gboolean is_last = kept <= least;
      const int tail = is_last ? least : MAX (kept - kept / 2, least);
      const gsize start = is_last ? last : MIN (find_next (self, room - tail), last);
      const gsize end = is_last ? name->name_start : find_byte (self, kept - tail);

      if (end < name->name_start || end >= start)
        return NULL;
      lay_out_cut (self, end, start);
      if (self->class_cut.width <= width)
        return self->class_cut.layout;
      if (is_last)
        return NULL;
    }
  return NULL;
}

/* Shortens the method at its end. */
static PangoLayout *
cut_method (TvNameLayout *self, int width)
{
  if (self->method_cut == NULL)
    {
      self->method_cut = pango_layout_copy (ensure_form (self, FORM_METHOD)->layout);
      pango_layout_set_ellipsize (self->method_cut, PANGO_ELLIPSIZE_END);
    }
  pango_layout_set_width (self->method_cut, MAX (width, 0) * PANGO_SCALE);
  return self->method_cut;
}

/**
 * tv_name_layout_fit:
 * @self: a name
 * @width: the available width in pixels
 *
 * Finds the longest form that fits: the whole name, without the package, without
 * parameters, with a part of the class, without the class. If not even the method fits,
 * it is shortened at the end.
 *
 * Returns: (transfer none): the layout to draw, valid until the next call
 */
PangoLayout *
tv_name_layout_fit (TvNameLayout *self, int width)
{
  PangoLayout *layout = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < FORM_METHOD && layout == NULL; i++)
    layout = fit_form (self, i, width);
  if (layout == NULL)
    layout = cut_class (self, width);
  if (layout == NULL)
    layout = fit_form (self, FORM_METHOD, width);
  return layout != NULL ? layout : cut_method (self, width);
}
