/* SPDX-License-Identifier: Apache-2.0 */

/* Uses sorted arrays instead of hash tables, so that no choice of names in a file makes
 * it slow. */

#include "trace/mapping/mapping-table.h"

#include <string.h>

/* Much more than any program has. */
#define MAX_CLASSES (8 * 1024 * 1024)
#define MAX_METHODS (16 * 1024 * 1024)

G_DEFINE_BOXED_TYPE (TvNameMapping, tv_name_mapping, tv_name_mapping_ref,
                     tv_name_mapping_unref)

/**
 * tv_name_mapping_new:
 *
 * Returns: (transfer full): a mapping without names
 */
TvNameMapping *
tv_name_mapping_new (void)
{
  TvNameMapping *mapping = g_new0 (TvNameMapping, 1);

  g_atomic_ref_count_init (&mapping->references);
  mapping->strings = tv_string_pool_new ();
  mapping->classes = g_array_new (FALSE, FALSE, sizeof (TvMappedClass));
  mapping->by_original = g_array_new (FALSE, FALSE, sizeof (guint32));
  mapping->methods = g_array_new (FALSE, FALSE, sizeof (TvMappedMethod));
  return mapping;
}

/**
 * tv_name_mapping_ref:
 * @mapping: a mapping
 *
 * Returns: (transfer full): @mapping
 */
TvNameMapping *
tv_name_mapping_ref (TvNameMapping *mapping)
{
  g_return_val_if_fail (mapping != NULL, NULL);

  g_atomic_ref_count_inc (&mapping->references);
  return mapping;
}

/**
 * tv_name_mapping_unref:
 * @mapping: (transfer full): a mapping
 *
 * Drops a reference. The last one frees the mapping.
 */
void
tv_name_mapping_unref (TvNameMapping *mapping)
{
  g_return_if_fail (mapping != NULL);

  if (!g_atomic_ref_count_dec (&mapping->references))
    return;
  g_array_unref (mapping->methods);
  g_array_unref (mapping->by_original);
  g_array_unref (mapping->classes);
  tv_string_pool_free (mapping->strings);
  g_free (mapping);
}

/* Adds a class. The following methods belong to it. */
gboolean
tv_name_mapping_add_class (TvNameMapping *mapping, const TvMappingLine *line,
                           gboolean has_residuals)
{
  const TvMappedClass added
      = { .obfuscated = tv_string_pool_add (mapping->strings, line->obfuscated),
          .original = tv_string_pool_add (mapping->strings, line->original),
          .first = mapping->methods->len,
          .has_residuals = has_residuals };

  if (mapping->classes->len >= MAX_CLASSES)
    return FALSE;
  g_array_append_val (mapping->classes, added);
  mapping->inlined = mapping->synthesized = (TvMappedMethod){ 0 };
  return TRUE;
}

/* Returns the method of a line, which may name another class than the current one. */
static TvMappedMethod
make_method (TvNameMapping *mapping, const TvMappedClass *class,
             const TvMappingLine *line)
{
  const char *dot = strrchr (line->original, '.');
  const char *name = dot != NULL ? dot + 1 : line->original;
  TvMappedMethod method
      = { .obfuscated = tv_string_pool_add (mapping->strings, line->obfuscated),
          .class_name = class->original,
          .name = tv_string_pool_add (mapping->strings, name),
          .type = tv_string_pool_add (mapping->strings, line->type),
          .parameters = tv_string_pool_add (mapping->strings, line->parameters),
          .lines = line->lines,
          .original_lines = line->original_lines };

  if (dot != NULL)
    {
      g_autofree char *class_name
          = g_strndup (line->original, (gsize) (dot - line->original));

      method.class_name = tv_string_pool_add (mapping->strings, class_name);
    }
  return method;
}

static gboolean
is_caller (const TvMappedMethod *inner, const TvMappedMethod *method)
{
  return inner->lines.is_given && method->lines.is_given
         && inner->lines.from == method->lines.from
         && inner->lines.to == method->lines.to
         && g_str_equal (inner->obfuscated, method->obfuscated);
}

static TvMappedMethod *
get_last_method (const TvNameMapping *mapping)
{
  return &g_array_index (mapping->methods, TvMappedMethod, mapping->methods->len - 1);
}

static void
show_inlined (TvNameMapping *mapping)
{
  const TvMappedMethod frame = mapping->synthesized;
  TvMappedMethod *last = get_last_method (mapping);

  if (mapping->inlined.name == NULL)
    return;
  mapping->inlined.residual = last->residual;
  mapping->inlined.frame_type = frame.type;
  mapping->inlined.frame_parameters = frame.parameters;
  *last = mapping->inlined;
  mapping->inlined = (TvMappedMethod){ 0 };
}

/* Adds a method of the last class. Consecutive methods with the same lines were inlined
 * into each other; only the last of them is kept. */
gboolean
tv_name_mapping_add_method (TvNameMapping *mapping, const TvMappingLine *line,
                            gboolean goes_on)
{
  TvMappedClass *class = &g_array_index (mapping->classes, TvMappedClass,
                                         mapping->classes->len - 1);
  TvMappedMethod method = make_method (mapping, class, line);
  TvMappedMethod *last = goes_on && class->n > 0 ? get_last_method (mapping) : NULL;

  if (last != NULL && is_caller (last, &method))
    {
      method.residual = last->residual;
      mapping->inlined = *last;
      *last = method;
      /* R8 marks a synthesized method only once, at its first lines. */
      if (mapping->synthesized.name != NULL
          && g_str_equal (mapping->synthesized.obfuscated, method.obfuscated)
          && tv_mapped_method_is_same (&mapping->synthesized, &method))
        show_inlined (mapping);
      return TRUE;
    }
  if (mapping->methods->len >= MAX_METHODS)
    return FALSE;
  mapping->inlined = (TvMappedMethod){ 0 };
  g_array_append_val (mapping->methods, method);
  class->n++;
  return TRUE;
}

/* Marks the last method as synthesized by the compiler. It then has the name of the
 * method that was inlined into it. */
void
tv_name_mapping_set_synthesized (TvNameMapping *mapping)
{
  mapping->synthesized = *get_last_method (mapping);
  show_inlined (mapping);
}

gboolean
tv_mapped_method_is_same (const TvMappedMethod *a, const TvMappedMethod *b)
{
  return g_str_equal (a->name, b->name) && g_str_equal (a->parameters, b->parameters)
         && g_str_equal (a->type, b->type)
         && g_str_equal (a->class_name, b->class_name);
}

/* Order */

static int
compare_classes (gconstpointer a, gconstpointer b)
{
  const TvMappedClass *left = a;
  const TvMappedClass *right = b;

  return strcmp (left->obfuscated, right->obfuscated);
}

static int
compare_originals (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvMappedClass *classes = data;
  const guint32 *left = a;
  const guint32 *right = b;

  return strcmp (classes[*left].original, classes[*right].original);
}

static int
compare_methods (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvMappedMethod *left = a;
  const TvMappedMethod *right = b;

  return strcmp (left->obfuscated, right->obfuscated);
}

/* Returns whether two entries of the same obfuscated name are lines of one method. */
static gboolean
have_same_frame (const TvMappedMethod *a, const TvMappedMethod *b)
{
  if (a->frame_type == NULL || b->frame_type == NULL)
    return a->frame_type == b->frame_type && tv_mapped_method_is_same (a, b);
  return g_str_equal (a->frame_type, b->frame_type)
         && g_str_equal (a->frame_parameters, b->frame_parameters);
}

/* Copies residual signatures: R8 gives them only at the first lines of a method. */
static void
pass_residuals_on (TvMappedMethod *methods, guint n)
{
  for (guint i = 1; i < n; i++)
    if (methods[i].residual == NULL
        && g_str_equal (methods[i].obfuscated, methods[i - 1].obfuscated)
        && have_same_frame (&methods[i], &methods[i - 1]))
      methods[i].residual = methods[i - 1].residual;
}

/* Sorts classes and methods. Equal names stay in the order of the files. */
void
tv_name_mapping_sort (TvNameMapping *mapping)
{
  const guint n = mapping->classes->len;

  g_array_sort (mapping->classes, compare_classes);
  g_array_set_size (mapping->by_original, n);
  for (guint32 i = 0; i < n; i++)
    {
      const TvMappedClass *class = &g_array_index (mapping->classes, TvMappedClass, i);
      TvMappedMethod *methods = NULL;

      g_array_index (mapping->by_original, guint32, i) = i;
      /* Without methods the array may be NULL. */
      if (class->n < 2)
        continue;
      methods = &g_array_index (mapping->methods, TvMappedMethod, class->first);
      g_qsort_with_data (methods, (int) class->n, sizeof (TvMappedMethod),
                         compare_methods, NULL);
      pass_residuals_on (methods, class->n);
    }
  g_array_sort_with_data (mapping->by_original, compare_originals,
                          mapping->classes->data);
}

const TvMappedClass *
tv_name_mapping_find_class (const TvNameMapping *mapping, const char *obfuscated)
{
  const TvMappedClass *classes
      = (const TvMappedClass *) (gpointer) mapping->classes->data;
  guint low = 0;
  guint high = mapping->classes->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (strcmp (classes[middle].obfuscated, obfuscated) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0 || !g_str_equal (classes[low - 1].obfuscated, obfuscated))
    return NULL;
  return &classes[low - 1];
}

const char *
tv_name_mapping_find_file (const TvNameMapping *mapping, const char *original)
{
  const TvMappedClass *classes
      = (const TvMappedClass *) (gpointer) mapping->classes->data;
  const guint32 *order = (const guint32 *) (gpointer) mapping->by_original->data;
  guint low = 0;
  guint high = mapping->by_original->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (strcmp (classes[order[middle]].original, original) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0 || !g_str_equal (classes[order[low - 1]].original, original))
    return NULL;
  return classes[order[low - 1]].file;
}

/* Returns all entries of a name, in the order of the file. */
const TvMappedMethod *
tv_name_mapping_find_methods (const TvNameMapping *mapping, const TvMappedClass *class,
                              const char *obfuscated, guint *n)
{
  const TvMappedMethod *methods
      = (const TvMappedMethod *) (gpointer) mapping->methods->data + class->first;
  guint low = 0;
  guint high = class->n;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (strcmp (methods[middle].obfuscated, obfuscated) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  for (*n = 0; low + *n < class->n; (*n)++)
    if (!g_str_equal (methods[low + *n].obfuscated, obfuscated))
      break;
  return methods + low;
}
