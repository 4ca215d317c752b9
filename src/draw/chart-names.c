/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/chart-names.h"

#include "draw/method-label.h"

/* Of the font of the labels. */
#define FONT_SCALE 0.83

/* A name that is cut shorter than this says nothing. */
#define MIN_CUT_WIDTH 34

/* Whole, without the package, without the outer class, the method alone. */
#define N_STEPS 4

/* Methods whose layouts are kept. */
#define MAX_METHODS 2048

typedef struct
{
  PangoLayout *layout; /* NULL until it is wanted */
  int width;           /* pixels */
} Step;

typedef struct
{
  char *label;
  const char *texts[N_STEPS]; /* ends of the label, NULL if there are fewer */
  Step steps[N_STEPS];
  PangoLayout *cut;
} Name;

struct _TvChartNames
{
  TvTrace *trace;
  PangoContext *context;
  PangoFontDescription *font;
  GHashTable *names; /* method to Name */
  int height;
};

static void
name_free (Name *name)
{
  for (guint i = 0; i < N_STEPS; i++)
    g_clear_object (&name->steps[i].layout);
  g_clear_object (&name->cut);
  g_free (name->label);
  g_free (name);
}

/**
 * tv_chart_names_new:
 * @trace: whose methods are named
 * @context: (transfer full): where fonts come from. Names run from left to right in it,
 *   whatever the interface does
 *
 * Returns: (transfer full): names, none of which is laid out yet
 */
TvChartNames *
tv_chart_names_new (TvTrace *trace, PangoContext *context)
{
  TvChartNames *names;
  const PangoFontDescription *font;

  g_return_val_if_fail (trace != NULL && PANGO_IS_CONTEXT (context), NULL);

  names = g_new0 (TvChartNames, 1);
  names->trace = tv_trace_ref (trace);
  names->context = context;
  pango_context_set_base_dir (context, PANGO_DIRECTION_LTR);
  font = pango_context_get_font_description (context);
  names->font = pango_font_description_copy (font);
  pango_font_description_set_size (
      names->font, (int) (pango_font_description_get_size (font) * FONT_SCALE));
  if (pango_font_description_get_size_is_absolute (font))
    pango_font_description_set_absolute_size (
        names->font, pango_font_description_get_size (font) * FONT_SCALE);
  names->names = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) name_free);
  return names;
}

/**
 * tv_chart_names_free:
 * @names: (transfer full) (nullable): names to free
 */
void
tv_chart_names_free (TvChartNames *names)
{
  if (names == NULL)
    return;
  g_hash_table_unref (names->names);
  pango_font_description_free (names->font);
  g_object_unref (names->context);
  tv_trace_unref (names->trace);
  g_free (names);
}

static PangoLayout *
create_layout (TvChartNames *names, const char *text)
{
  PangoLayout *layout = pango_layout_new (names->context);

  pango_layout_set_font_description (layout, names->font);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_auto_dir (layout, FALSE);
  pango_layout_set_text (layout, text, -1);
  return layout;
}

/**
 * tv_chart_names_get_height:
 * @names: names
 *
 * Returns: pixels that a name is high
 */
int
tv_chart_names_get_height (TvChartNames *names)
{
  g_return_val_if_fail (names != NULL, 0);

  if (names->height == 0)
    {
      g_autoptr (PangoLayout) layout = create_layout (names, "Ag");
      pango_layout_get_pixel_size (layout, NULL, &names->height);
    }
  return names->height;
}

static Name *
ensure_name (TvChartNames *names, guint32 method)
{
  Name *name = g_hash_table_lookup (names->names, GUINT_TO_POINTER (method));
  const char *text;

  if (name != NULL)
    return name;
  if (g_hash_table_size (names->names) >= MAX_METHODS)
    g_hash_table_remove_all (names->names);
  name = g_new0 (Name, 1);
  name->label = tv_method_label_dup (tv_trace_get_method (names->trace, method));
  text = name->label;
  for (guint i = 0; i < N_STEPS && text != NULL; i++)
    {
      name->texts[i] = text;
      text = tv_method_label_shorten (text);
    }
  g_hash_table_insert (names->names, GUINT_TO_POINTER (method), name);
  return name;
}

static const Step *
ensure_step (TvChartNames *names, Name *name, guint i)
{
  Step *step = &name->steps[i];

  if (step->layout == NULL)
    {
      step->layout = create_layout (names, name->texts[i]);
      pango_layout_get_pixel_size (step->layout, &step->width, NULL);
    }
  return step;
}

static PangoLayout *
cut (TvChartNames *names, Name *name, const char *text, int width)
{
  if (width < MIN_CUT_WIDTH)
    return NULL;
  if (name->cut == NULL)
    {
      name->cut = create_layout (names, text);
      pango_layout_set_ellipsize (name->cut, PANGO_ELLIPSIZE_END);
    }
  pango_layout_set_width (name->cut, width * PANGO_SCALE);
  return name->cut;
}

/**
 * tv_chart_names_get:
 * @names: names
 * @method: index of a method
 * @width: pixels that there are
 *
 * Finds the longest form of a name that fits (see tv_method_label_shorten()). The
 * shortest one is cut if it must be.
 *
 * Returns: (transfer none) (nullable): what to draw, valid until the next call, or
 *   %NULL if there is no room for anything that can be read
 */
PangoLayout *
tv_chart_names_get (TvChartNames *names, guint32 method, int width)
{
  const char *shortest = NULL;
  Name *name;

  g_return_val_if_fail (names != NULL, NULL);
  g_return_val_if_fail (method < tv_trace_get_n_methods (names->trace), NULL);

  if (width <= 0)
    return NULL;
  name = ensure_name (names, method);
  for (guint i = 0; i < N_STEPS && name->texts[i] != NULL; i++)
    {
      const Step *step = ensure_step (names, name, i);
      if (step->width <= width)
        return step->layout;
      shortest = name->texts[i];
    }
  return cut (names, name, shortest, width);
}
