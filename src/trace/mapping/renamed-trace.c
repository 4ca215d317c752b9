/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/mapping/name-mapping.h"

#include "trace/mapping/mapping-table.h"
#include "trace/model/java-type.h"
#include "trace/model/trace-storage.h"

#include <string.h>

/* Finding the original method */

/* The most candidates that are named, and the most entries of a name that are searched,
 * so that no file makes each method of a trace search all of its lines. */
#define MAX_NAMES 4
#define MAX_ENTRIES 65536

/* A short type may become a very long class. Types stay as they are after so many bytes
 * of a signature, and methods after so many bytes of names. */
#define MAX_SIGNATURE (64 * 1024)
#define MAX_BYTES ((gsize) G_MAXINT32)

/* The entries of an obfuscated name, and the different methods among matching entries.
 */
typedef struct
{
  const TvMappedMethod *entries;
  guint n_entries;
  const TvMappedMethod *distinct[MAX_NAMES + 1];
  guint n_distinct;
} Candidates;

typedef enum
{
  ANY_LINES,
  LINES_THAT_HAVE_IT,
  NO_LINES
} LineChoice;

/* The criteria for a matching entry. */
typedef struct
{
  const char *signature; /* (nullable): as in the program */
  const char *mapped;    /* the same with the original classes */
  LineChoice lines;
  gint32 line;
} Choice;

void
tv_retrace_init (TvRetrace *retrace, const TvNameMapping *mapping,
                 gboolean with_slashes)
{
  *retrace = (TvRetrace){ .mapping = mapping,
                          .with_slashes = with_slashes,
                          .class_name = g_string_new (NULL),
                          .name = g_string_new (NULL),
                          .signature = g_string_new (NULL) };
}

void
tv_retrace_clear (TvRetrace *retrace)
{
  g_string_free (retrace->class_name, TRUE);
  g_string_free (retrace->name, TRUE);
  g_string_free (retrace->signature, TRUE);
}

/* Types */

static void
append_class (const TvRetrace *retrace, GString *text, const char *name, gsize length)
{
  g_autofree char *dotted = g_strndup (name, length);
  const TvMappedClass *class;

  g_strdelimit (dotted, "/", '.');
  class = tv_name_mapping_find_class (retrace->mapping, dotted);
  if (class != NULL)
    g_string_append (text, class->original);
  else
    g_string_append_len (text, name, (gssize) length);
}

/* Appends descriptors and brackets with the original classes. */
static void
append_descriptors (const TvRetrace *retrace, GString *text, const char *p)
{
  while (*p != '\0')
    {
      const gsize n_plain = strcspn (p, "L");
      const char *end = strchr (p + n_plain, ';');
      gsize start;

      if (p[n_plain] == '\0' || end == NULL || text->len > MAX_SIGNATURE)
        {
          g_string_append (text, p);
          return;
        }
      g_string_append_len (text, p, (gssize) n_plain + 1);
      start = text->len;
      append_class (retrace, text, p + n_plain + 1, (gsize) (end - p) - n_plain - 1);
      g_strdelimit (text->str + start, ".", '/');
      g_string_append_c (text, ';');
      p = end + 1;
    }
}

static void
append_signature (GString *text, const char *type, const char *p)
{
  g_string_append_c (text, '(');
  while (*p != '\0')
    {
      const gsize length = strcspn (p, ",");

      tv_java_type_append_descriptor (text, p, length);
      p += p[length] == ',' ? length + 1 : length;
    }
  g_string_append_c (text, ')');
  tv_java_type_append_descriptor (text, type, strlen (type));
}

/* Candidates */

static gboolean
has_line (const TvMappedMethod *method, gint32 line)
{
  return method->lines.is_given && line >= method->lines.from
         && line <= method->lines.to;
}

static gboolean
is_chosen (const TvMappedMethod *entry, const Choice *choice, GString *text)
{
  if ((choice->lines == LINES_THAT_HAVE_IT && !has_line (entry, choice->line))
      || (choice->lines == NO_LINES && entry->lines.is_given))
    return FALSE;
  if (choice->signature == NULL)
    return TRUE;
  if (entry->residual != NULL)
    return g_str_equal (entry->residual, choice->signature);
  g_string_truncate (text, 0);
  if (entry->frame_type != NULL)
    append_signature (text, entry->frame_type, entry->frame_parameters);
  else
    append_signature (text, entry->type, entry->parameters);
  return g_str_equal (text->str, choice->mapped);
}

/* Finds the methods of matching entries, up to one more than are named. */
static void
choose (Candidates *candidates, const Choice *choice)
{
  g_autoptr (GString) text = g_string_new (NULL);

  candidates->n_distinct = 0;
  for (guint i = 0; i < MIN (candidates->n_entries, MAX_ENTRIES); i++)
    {
      const TvMappedMethod *entry = &candidates->entries[i];
      guint known = 0;

      if (!is_chosen (entry, choice, text))
        continue;
      while (known < candidates->n_distinct
             && !tv_mapped_method_is_same (candidates->distinct[known], entry))
        known++;
      if (known < candidates->n_distinct)
        continue;
      candidates->distinct[candidates->n_distinct++] = entry;
      if (candidates->n_distinct > MAX_NAMES)
        return;
    }
}

/* Chooses entries by the signature first. If there is none, or if it matches no entry
 * and the mapping does not give all changed signatures, takes all entries of the name.
 * Then chooses by the line: entries that have it, or else entries without lines, if
 * there are any. */
static void
find_candidates (Candidates *candidates, const TvMethod *method, const char *mapped,
                 gboolean has_residuals)
{
  const gboolean has_signature = method->signature[0] == '(';
  Choice choice = { .signature = has_signature ? method->signature : NULL,
                    .mapped = mapped,
                    .line = method->line };

  choose (candidates, &choice);
  if (candidates->n_distinct == 0 && has_signature && !has_residuals)
    {
      choice.signature = NULL;
      choose (candidates, &choice);
    }
  if (candidates->n_distinct < 2 || method->line <= 0)
    return;
  for (choice.lines = LINES_THAT_HAVE_IT; choice.lines <= NO_LINES; choice.lines++)
    {
      Candidates by_line = *candidates;

      choose (&by_line, &choice);
      if (by_line.n_distinct == 0)
        continue;
      *candidates = by_line;
      return;
    }
}

/* Lines */

static gint32
map_line (const TvMappedMethod *entry, gint32 line)
{
  const TvLineRange *original = &entry->original_lines;
  gint64 mapped;

  if (!original->is_given)
    return line;
  if (!entry->lines.is_given || original->to <= original->from)
    return original->from;
  mapped = (gint64) original->from + line - entry->lines.from;
  return (gint32) MIN (mapped, original->to);
}

/* Returns the line in the source, or 0 if no entry of the method has @line. */
static gint32
find_line (const Candidates *candidates, gint32 line)
{
  const TvMappedMethod *general = NULL;

  for (guint i = 0; i < MIN (candidates->n_entries, MAX_ENTRIES); i++)
    {
      const TvMappedMethod *entry = &candidates->entries[i];

      if (!tv_mapped_method_is_same (entry, candidates->distinct[0]))
        continue;
      if (has_line (entry, line))
        return map_line (entry, line);
      if (general == NULL && !entry->lines.is_given)
        general = entry;
    }
  return general != NULL ? map_line (general, line) : 0;
}

/* Names */

static void
set_class (TvRetrace *retrace, const char *name)
{
  g_string_assign (retrace->class_name, name);
  if (retrace->with_slashes)
    g_strdelimit (retrace->class_name->str, ".", '/');
}

/* Sets the names of all candidates, separated by bars. */
static void
set_names (TvRetrace *retrace, const Candidates *candidates)
{
  const char *class_name = candidates->distinct[0]->class_name;

  g_string_truncate (retrace->name, 0);
  for (guint i = 0; i < MIN (candidates->n_distinct, MAX_NAMES); i++)
    {
      const TvMappedMethod *method = candidates->distinct[i];
      gboolean is_named = FALSE;

      for (guint j = 0; j < i; j++)
        is_named
            |= g_str_equal (candidates->distinct[j]->name, method->name)
               && g_str_equal (candidates->distinct[j]->class_name, method->class_name);
      if (is_named)
        continue;
      if (retrace->name->len > 0)
        g_string_append_c (retrace->name, '|');
      if (!g_str_equal (method->class_name, class_name))
        g_string_append_printf (retrace->name, "%s.", method->class_name);
      g_string_append (retrace->name, method->name);
    }
  if (candidates->n_distinct > MAX_NAMES)
    g_string_append (retrace->name, "|…");
}

static void
retrace_member (TvRetrace *retrace, const TvMappedClass *class, const TvMethod *method)
{
  Candidates candidates = { 0 };

  candidates.entries = tv_name_mapping_find_methods (
      retrace->mapping, class, method->name, &candidates.n_entries);
  if (candidates.n_entries == 0)
    return;
  find_candidates (&candidates, method, retrace->signature->str, class->has_residuals);
  if (candidates.n_distinct == 0)
    return;
  set_class (retrace, candidates.distinct[0]->class_name);
  set_names (retrace, &candidates);
  retrace->file = tv_name_mapping_find_file (retrace->mapping,
                                             candidates.distinct[0]->class_name);
  retrace->line = 0;
  if (candidates.n_distinct > 1)
    return;
  retrace->line = find_line (&candidates, method->line);
  if (method->signature[0] == '\0')
    return;
  g_string_truncate (retrace->signature, 0);
  append_signature (retrace->signature, candidates.distinct[0]->type,
                    candidates.distinct[0]->parameters);
}

/* Finds the original names of a method. Names that the mapping lacks stay. If methods
 * were inlined into each other, the outermost is taken. An ambiguous method gets the
 * names of all candidates, separated by bars. */
void
tv_retrace_method (TvRetrace *retrace, const TvMethod *method)
{
  g_autofree char *dotted = g_strdup (method->class_name);
  const TvMappedClass *class = NULL;

  g_string_truncate (retrace->class_name, 0);
  g_string_truncate (retrace->signature, 0);
  g_string_assign (retrace->name, method->name);
  append_descriptors (retrace, retrace->signature, method->signature);
  retrace->file = NULL;
  retrace->line = method->line;
  if (method->class_name[0] == '[')
    {
      append_descriptors (retrace, retrace->class_name, method->class_name);
      return;
    }
  g_strdelimit (dotted, "/", '.');
  class = tv_name_mapping_find_class (retrace->mapping, dotted);
  if (class == NULL)
    {
      g_string_assign (retrace->class_name, method->class_name);
      return;
    }
  set_class (retrace, class->original);
  retrace->file = class->file;
  retrace_member (retrace, class, method);
}

/* Renaming a trace
 *
 * All names are read from the table of methods, so a second table is enough. */

/* The number of methods between two checks for cancellation. */
#define METHODS_AT_ONCE 4096

/* Returns whether the file has classes with slashes. */
static gboolean
has_slashes (const GArray *methods)
{
  for (guint i = 0; i < methods->len; i++)
    {
      const char *name = g_array_index (methods, TvMethod, i).class_name;

      if (name[0] != '[' && strchr (name, '/') != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
rename_method (TvRetrace *retrace, TvStringPool *strings, TvMethod *method)
{
  tv_retrace_method (retrace, method);
  method->class_name = tv_string_pool_add (strings, retrace->class_name->str);
  method->name = tv_string_pool_add (strings, retrace->name->str);
  method->signature = tv_string_pool_add (strings, retrace->signature->str);
  method->line = retrace->line;
  if (retrace->file != NULL)
    method->file = tv_string_pool_add (strings, retrace->file);
}

/* The name of a proxy is `class.method signature` in one string. */
static void
rename_proxied (TvRetrace *retrace, TvStringPool *strings, TvMethod *method)
{
  g_auto (GStrv) words = g_strsplit (method->proxy_name, " ", 2);
  char *dot = words[0] != NULL ? strrchr (words[0], '.') : NULL;
  TvMethod interface_method = { .named = TRUE, .signature = "" };
  g_autofree char *name = NULL;

  if (dot == NULL)
    return;
  *dot = '\0';
  interface_method.class_name = words[0];
  interface_method.name = dot + 1;
  if (words[1] != NULL)
    interface_method.signature = words[1];
  rename_method (retrace, strings, &interface_method);
  name = tv_method_dup_display_name (&interface_method);
  method->proxy_name = tv_string_pool_add (strings, name);
}

static void
rename_methods (TvTrace *trace, const TvNameMapping *mapping, GCancellable *cancellable)
{
  g_auto (TvRetrace) retrace = { 0 };
  gsize n_bytes = 0;

  tv_retrace_init (&retrace, mapping, has_slashes (trace->methods));
  for (guint i = 0; i < trace->methods->len && n_bytes < MAX_BYTES; i++)
    {
      TvMethod *method = &g_array_index (trace->methods, TvMethod, i);

      if (i % METHODS_AT_ONCE == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (method->proxy_name != NULL)
        rename_proxied (&retrace, trace->strings, method);
      if (method->named)
        rename_method (&retrace, trace->strings, method);
      n_bytes += retrace.class_name->len + retrace.name->len + retrace.signature->len;
    }
}

/**
 * tv_trace_new_renamed:
 * @trace: a trace
 * @mapping: the original names
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Creates a trace whose methods have the classes, names, signatures, source files and
 * lines of @mapping. Indexes stay the same and columns are shared, so the time depends
 * only on the number of methods.
 *
 * Returns: (transfer full) (nullable): the trace, or %NULL if cancelled
 */
TvTrace *
tv_trace_new_renamed (TvTrace *trace, const TvNameMapping *mapping,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTrace) renamed = NULL;

  g_return_val_if_fail (trace != NULL && mapping != NULL, NULL);

  renamed = tv_trace_new_sharing (trace);
  rename_methods (renamed, mapping, cancellable);
  tv_string_pool_seal (renamed->strings);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&renamed);
}

static gboolean
have_same_names (const TvMethod *a, const TvMethod *b)
{
  return g_str_equal (a->class_name, b->class_name) && g_str_equal (a->name, b->name)
         && g_str_equal (a->signature, b->signature)
         && g_strcmp0 (a->proxy_name, b->proxy_name) == 0;
}

/**
 * tv_trace_count_renamed:
 * @renamed: a trace from tv_trace_new_renamed()
 *
 * Returns: number of methods with another class, name or signature than in the original
 *   trace
 */
guint
tv_trace_count_renamed (const TvTrace *renamed)
{
  guint n = 0;

  g_return_val_if_fail (renamed != NULL && renamed->base != NULL, 0);

  for (guint i = 0; i < renamed->methods->len; i++)
    n += !have_same_names (&g_array_index (renamed->methods, TvMethod, i),
                           &g_array_index (renamed->base->methods, TvMethod, i));
  return n;
}

/**
 * tv_trace_get_method_in_file:
 * @trace: a trace
 * @index: index of a method
 *
 * Returns: (transfer none): the method with its names in the file, also if @trace is
 * from tv_trace_new_renamed()
 */
const TvMethod *
tv_trace_get_method_in_file (const TvTrace *trace, guint index)
{
  const TvMethod *method = tv_trace_get_method (trace, index);
  const TvMethod *named = NULL;

  if (trace->base != NULL && index < trace->base->methods->len)
    named = tv_trace_get_method (trace->base, index);
  return named != NULL && named->id == method->id ? named : method;
}
