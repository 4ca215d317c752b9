/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/number-glyphs.h"

#define ELLIPSIS 0x2026

/* A letter in the font that has it. */
typedef struct
{
  PangoFont *font;
  PangoGlyphString *glyphs;
  int width; /* in Pango's units, as all here */
} LetterGlyphs;

struct _TvNumberGlyphs
{
  grefcount references;
  PangoLayout *layout;
  GHashTable *letters; /* gunichar to LetterGlyphs */
};

/* What a row has in one font. Letters of other fonts are gaps in it. */
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
  GArray *runs; /* nearly always one */
};

static void
free_letter (gpointer data)
{
  LetterGlyphs *letter = data;

  g_clear_object (&letter->font);
  g_clear_pointer (&letter->glyphs, pango_glyph_string_free);
  g_free (letter);
}

static void
clear_run (gpointer data)
{
  FontRun *run = data;

  g_clear_object (&run->font);
  g_clear_pointer (&run->glyphs, pango_glyph_string_free);
}

/* Returns the letters of the font that context has now. */
TvNumberGlyphs *
tv_number_glyphs_new (PangoContext *context)
{
  TvNumberGlyphs *self;
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  g_return_val_if_fail (PANGO_IS_CONTEXT (context), NULL);

  self = g_new0 (TvNumberGlyphs, 1);
  g_ref_count_init (&self->references);
  self->layout = pango_layout_new (context);
  /* The context may get another font: this one stays. */
  pango_layout_set_font_description (self->layout,
                                     pango_context_get_font_description (context));
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  /* Only digits of one width can be compared. */
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  pango_layout_set_attributes (self->layout, attributes);
  self->letters = g_hash_table_new_full (NULL, NULL, NULL, free_letter);
  return self;
}

TvNumberGlyphs *
tv_number_glyphs_ref (TvNumberGlyphs *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_ref_count_inc (&self->references);
  return self;
}

void
tv_number_glyphs_unref (TvNumberGlyphs *self)
{
  g_return_if_fail (self != NULL);

  if (!g_ref_count_dec (&self->references))
    return;
  g_clear_pointer (&self->letters, g_hash_table_unref);
  g_clear_object (&self->layout);
  g_free (self);
}

static LetterGlyphs *
learn_letter (TvNumberGlyphs *self, gunichar letter)
{
  LetterGlyphs *learnt = g_new0 (LetterGlyphs, 1);
  PangoLayoutLine *line;
  char text[6];

  pango_layout_set_text (self->layout, text, g_unichar_to_utf8 (letter, text));
  line = pango_layout_get_line_readonly (self->layout, 0);
  if (line != NULL && line->runs != NULL)
    {
      PangoGlyphItem *run = line->runs->data;

      learnt->font = g_object_ref (run->item->analysis.font);
      learnt->glyphs = pango_glyph_string_copy (run->glyphs);
      learnt->width = pango_glyph_string_get_width (run->glyphs);
    }
  g_hash_table_insert (self->letters, GUINT_TO_POINTER (letter), learnt);
  return learnt;
}

static const LetterGlyphs *
find_letter (TvNumberGlyphs *self, gunichar letter)
{
  const LetterGlyphs *known
      = g_hash_table_lookup (self->letters, GUINT_TO_POINTER (letter));

  return known != NULL ? known : learn_letter (self, letter);
}

static int
measure (TvNumberGlyphs *self, const char *text)
{
  int width = 0;

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    width += find_letter (self, g_utf8_get_char (c))->width;
  return width;
}

int
tv_number_glyphs_measure (TvNumberGlyphs *self, const char *text)
{
  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (text != NULL, 0);

  return PANGO_PIXELS_CEIL (measure (self, text));
}

TvNumberRow *
tv_number_row_new (TvNumberGlyphs *glyphs)
{
  TvNumberRow *self;

  g_return_val_if_fail (glyphs != NULL, NULL);

  self = g_new0 (TvNumberRow, 1);
  self->glyphs = tv_number_glyphs_ref (glyphs);
  self->runs = g_array_new (FALSE, TRUE, sizeof (FontRun));
  g_array_set_clear_func (self->runs, clear_run);
  return self;
}

void
tv_number_row_free (TvNumberRow *self)
{
  g_clear_pointer (&self->runs, g_array_unref);
  g_clear_pointer (&self->glyphs, tv_number_glyphs_unref);
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

/* Returns where the letter ends. */
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

/* As many letters as there is room for, and an ellipsis: a number that misses some must
 * not look like a smaller one. */
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

void
tv_number_row_add (TvNumberRow *self, const char *text, int x, int width,
                   graphene_rect_t *bounds)
{
  const int room = MAX (width, 0) * PANGO_SCALE;
  int natural;
  int start;
  int end;

  g_return_if_fail (self != NULL);
  g_return_if_fail (text != NULL);

  natural = measure (self->glyphs, text);
  start = x * PANGO_SCALE;
  if (natural <= room)
    {
      start += room - natural;
      end = start;
      for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
        end = add_letter (self, find_letter (self->glyphs, g_utf8_get_char (c)), end);
    }
  else
    end = add_cut (self, text, start, room);
  if (bounds != NULL)
    *bounds = GRAPHENE_RECT_INIT ((float) start / PANGO_SCALE, 0,
                                  (float) (end - start) / PANGO_SCALE, 0);
}

/* Draws the numbers: one node for each font that they need. */
void
tv_number_row_snapshot (TvNumberRow *self, GtkSnapshot *snapshot, const GdkRGBA *color,
                        int baseline)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (GTK_IS_SNAPSHOT (snapshot));
  g_return_if_fail (color != NULL);

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
