/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/number-glyphs.h"

#define ELLIPSIS 0x2026

/* The glyph of a letter and its font. Widths are in Pango's units. */
typedef struct
{
  PangoFont *font; /* NULL if no font has it */
  PangoGlyphString *glyphs;
  int width;
} LetterGlyphs;

struct _TvNumberGlyphs
{
  PangoFontDescription *font;
  PangoLayout *layout;
  GHashTable *letters; /* gunichar to LetterGlyphs */
  int ascent;
  int descent;
};

/* The letters of a row in one font. Letters of other fonts are gaps between them. */
typedef struct
{
  PangoFont *font;
  PangoGlyphString *glyphs;
  int start;
  int end;
} FontRun;

struct _TvNumberRow
{
  TvNumberGlyphs *glyphs;
  GArray *runs; /* nearly always only one */
};

static void
free_letter (gpointer data)
{
  LetterGlyphs *letter = data;

  g_clear_object (&letter->font);
  g_clear_pointer (&letter->glyphs, pango_glyph_string_free);
  g_free (letter);
}

/* Makes the glyphs of the current font of @context. */
TvNumberGlyphs *
tv_number_glyphs_new (PangoContext *context)
{
  TvNumberGlyphs *self = g_rc_box_new0 (TvNumberGlyphs);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);

  self->font
      = pango_font_description_copy (pango_context_get_font_description (context));
  self->ascent = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (metrics));
  self->descent = PANGO_PIXELS_CEIL (pango_font_metrics_get_descent (metrics));
  pango_font_metrics_unref (metrics);
  self->layout = pango_layout_new (context);
  /* The font of the context may change; that of the layout stays. */
  pango_layout_set_font_description (self->layout, self->font);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  pango_layout_set_attributes (self->layout, attributes);
  self->letters = g_hash_table_new_full (NULL, NULL, NULL, free_letter);
  return self;
}

TvNumberGlyphs *
tv_number_glyphs_ref (TvNumberGlyphs *self)
{
  return g_rc_box_acquire (self);
}

static void
clear_glyphs (gpointer data)
{
  TvNumberGlyphs *self = data;

  g_clear_pointer (&self->letters, g_hash_table_unref);
  g_clear_object (&self->layout);
  g_clear_pointer (&self->font, pango_font_description_free);
}

void
tv_number_glyphs_unref (TvNumberGlyphs *self)
{
  g_rc_box_release_full (self, clear_glyphs);
}

/* Returns whether the glyphs are still of the font of @context. */
gboolean
tv_number_glyphs_match (TvNumberGlyphs *self, PangoContext *context)
{
  return pango_font_description_equal (self->font,
                                       pango_context_get_font_description (context));
}

int
tv_number_glyphs_get_ascent (TvNumberGlyphs *self)
{
  return self->ascent;
}

int
tv_number_glyphs_get_descent (TvNumberGlyphs *self)
{
  return self->descent;
}

static LetterGlyphs *
lay_out_letter (TvNumberGlyphs *self, gunichar letter)
{
  LetterGlyphs *glyphs = g_new0 (LetterGlyphs, 1);
  PangoLayoutLine *line;
  char text[6];

  pango_layout_set_text (self->layout, text, g_unichar_to_utf8 (letter, text));
  line = pango_layout_get_line_readonly (self->layout, 0);
  if (line != NULL && line->runs != NULL)
    {
      PangoGlyphItem *run = line->runs->data;

      glyphs->font = g_object_ref (run->item->analysis.font);
      glyphs->glyphs = pango_glyph_string_copy (run->glyphs);
      glyphs->width = pango_glyph_string_get_width (run->glyphs);
    }
  g_hash_table_insert (self->letters, GUINT_TO_POINTER (letter), glyphs);
  return glyphs;
}

static const LetterGlyphs *
find_letter (TvNumberGlyphs *self, gunichar letter)
{
  const LetterGlyphs *known
      = g_hash_table_lookup (self->letters, GUINT_TO_POINTER (letter));

  return known != NULL ? known : lay_out_letter (self, letter);
}

static int
measure (TvNumberGlyphs *self, const char *text)
{
  int width = 0;

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    width += find_letter (self, g_utf8_get_char (c))->width;
  return width;
}

static void
clear_run (gpointer data)
{
  FontRun *run = data;

  g_clear_object (&run->font);
  g_clear_pointer (&run->glyphs, pango_glyph_string_free);
}

TvNumberRow *
tv_number_row_new (TvNumberGlyphs *glyphs)
{
  TvNumberRow *self = g_new0 (TvNumberRow, 1);

  self->glyphs = tv_number_glyphs_ref (glyphs);
  self->runs = g_array_new (FALSE, TRUE, sizeof (FontRun));
  g_array_set_clear_func (self->runs, clear_run);
  return self;
}

void
tv_number_row_free (TvNumberRow *self)
{
  g_array_unref (self->runs);
  tv_number_glyphs_unref (self->glyphs);
  g_free (self);
}

static FontRun *
find_run (TvNumberRow *self, PangoFont *font)
{
  FontRun *run;

  for (guint i = 0; i < self->runs->len; i++)
    {
      run = &g_array_index (self->runs, FontRun, i);
      if (run->font == font)
        return run;
    }
  g_array_set_size (self->runs, self->runs->len + 1);
  run = &g_array_index (self->runs, FontRun, self->runs->len - 1);
  run->font = g_object_ref (font);
  run->glyphs = pango_glyph_string_new ();
  return run;
}

/* Returns the end of the letter. */
static int
add_letter (TvNumberRow *self, const LetterGlyphs *letter, int x)
{
  FontRun *run;
  int n;

  if (letter->font == NULL)
    return x;
  run = find_run (self, letter->font);
  n = run->glyphs->num_glyphs;
  if (n == 0)
    run->start = x;
  else
    run->glyphs->glyphs[n - 1].geometry.width += x - run->end;
  pango_glyph_string_set_size (run->glyphs, n + letter->glyphs->num_glyphs);
  memcpy (run->glyphs->glyphs + n, letter->glyphs->glyphs,
          (gsize) letter->glyphs->num_glyphs * sizeof (PangoGlyphInfo));
  run->end = x + letter->width;
  return run->end;
}

/* Adds as many letters as fit, and an ellipsis, because a number without some of its
 * digits must not look like a smaller one. */
static int
add_cut (TvNumberRow *self, const char *text, int x, int room)
{
  const LetterGlyphs *ellipsis = find_letter (self->glyphs, ELLIPSIS);

  room -= ellipsis->width;
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      const LetterGlyphs *letter = find_letter (self->glyphs, g_utf8_get_char (c));

      room -= letter->width;
      if (room < 0)
        break;
      x = add_letter (self, letter, x);
    }
  return add_letter (self, ellipsis, x);
}

/* Adds a number at the right end of its cell, or a text at the left end, from left to
 * right. @bounds gets its place and width, not its height. */
void
tv_number_row_add (TvNumberRow *self, const char *text, gboolean at_left, int x,
                   int width, graphene_rect_t *bounds)
{
  const int room = MAX (width, 0) * PANGO_SCALE;
  const int natural = measure (self->glyphs, text);
  int start = x * PANGO_SCALE;
  int end;

  if (natural <= room)
    {
      start += at_left ? 0 : room - natural;
      end = start;
      for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
        end = add_letter (self, find_letter (self->glyphs, g_utf8_get_char (c)), end);
    }
  else
    end = add_cut (self, text, start, room);
  *bounds = GRAPHENE_RECT_INIT ((float) start / PANGO_SCALE, 0,
                                (float) (end - start) / PANGO_SCALE, 0);
}

/* Draws the numbers with one node for each font. */
void
tv_number_row_snapshot (TvNumberRow *self, GtkSnapshot *snapshot, const GdkRGBA *color,
                        int baseline)
{
  for (guint i = 0; i < self->runs->len; i++)
    {
      const FontRun *run = &g_array_index (self->runs, FontRun, i);
      GskRenderNode *node = gsk_text_node_new (
          run->font, run->glyphs, color,
          &GRAPHENE_POINT_INIT ((float) run->start / PANGO_SCALE, (float) baseline));

      if (node != NULL)
        gtk_snapshot_append_node (snapshot, node);
      g_clear_pointer (&node, gsk_render_node_unref);
    }
}
