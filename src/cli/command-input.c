/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/command-line.h"

#include "analysis/find/method-lookup.h"
#include "analysis/sums/method-groups.h"
#include "analysis/text/kind-text.h"
#include "trace/formats/trace-loader.h"
#include "trace/model/trace-samples.h"
#include "trace/transform/joined-trace.h"
#include "trace/transform/transform.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The most methods to suggest for an ambiguous name. */
#define MAX_CANDIDATES 10

/* Methods */

/* Returns a sentence about a name that no method or several methods have. */
static char *
describe_candidates (const TvTrace *trace, const char *name, const GArray *candidates)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (candidates->len == 0)
    return g_strdup_printf (
        tv_kind_text (trace, N_ ("There is no method “%s” in the file")), name);
  for (guint i = 0; i < MIN (candidates->len, MAX_CANDIDATES); i++)
    {
      const guint32 index = g_array_index (candidates, guint32, i);
      TvMethod method = *tv_trace_get_method (trace, index);

      method.signature = "";
      if (i > 0)
        g_string_append (names, ", ");
      tv_method_append_display_name (names, &method);
    }
  if (candidates->len > MAX_CANDIDATES)
    /* Translators: names of methods, and the number of other methods */
    return g_strdup_printf (
        tv_kind_text (trace, N_ ("“%s” does not name a single method; it could be %s "
                                 "or one of %u others")),
        name, names->str, candidates->len - MAX_CANDIDATES);
  /* Translators: names of methods */
  return g_strdup_printf (
      tv_kind_text (trace, N_ ("“%s” does not name a single method; it could be %s")),
      name, names->str);
}

/* Finds a method by name. If there is none or more than one, sets @sentence. */
static TvMethodSet *
find_method (const TvTrace *trace, const char *name, char **sentence)
{
  g_autoptr (GArray) candidates = NULL;
  TvMethodSet *methods = tv_method_set_new_named (trace, name, &candidates);

  if (methods == NULL)
    *sentence = describe_candidates (trace, name, candidates);
  return methods;
}

/* Transforms */

static const struct
{
  const char *option;
  TvTransformKind kind;
} kinds[] = {
  { "merge", TV_TRANSFORM_MERGE },
  { "focus", TV_TRANSFORM_FOCUS },
  { "focus-subtree", TV_TRANSFORM_FOCUS_SUBTREE },
  { "collapse-package", TV_TRANSFORM_COLLAPSE_PACKAGE },
  { "collapse-library", TV_TRANSFORM_COLLAPSE_LIBRARY },
  { "collapse-recursion", TV_TRANSFORM_COLLAPSE_RECURSION },
  { "drop", TV_TRANSFORM_DROP },
};

static TvTransformKind
find_kind (const char *option)
{
  guint i = 0;

  while (i + 1 < G_N_ELEMENTS (kinds) && !g_str_equal (kinds[i].option, option))
    i++;
  return kinds[i].kind;
}

/* Returns the methods with a name. The old trace of a comparison may have none. */
static GArray *
list_methods (const TvTrace *trace, gboolean is_old, const char *name, char **sentence)
{
  g_autoptr (TvMethodSet) set = find_method (trace, name, sentence);
  GArray *methods;

  if (set == NULL && !is_old)
    return NULL;
  g_clear_pointer (sentence, g_free);
  methods = g_array_sized_new (FALSE, FALSE, sizeof (guint32), 1);
  for (guint32 i = 0; set != NULL && i < tv_trace_get_n_methods (trace); i++)
    if (tv_method_set_contains (set, i))
      g_array_append_val (methods, i);
  return methods;
}

static TvTransform *
make_subtree (const TvTrace *trace, gboolean is_old, const char *path, char **sentence)
{
  g_auto (GStrv) names = g_strsplit (path, ";", -1);
  g_autoptr (GPtrArray) steps
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; names[i] != NULL; i++)
    {
      GArray *step = list_methods (trace, is_old, names[i], sentence);

      if (step == NULL)
        return NULL;
      g_ptr_array_add (steps, step);
    }
  if (steps->len > 0)
    return tv_transform_new_subtree (TV_THREAD_NONE,
                                     (const GArray *const *) steps->pdata, steps->len);
  *sentence = g_strdup (_ ("The path of --focus-subtree is empty"));
  return NULL;
}

/* The old trace of a comparison may lack the group, and stays as it is. */
static TvTransform *
make_collapse (const TvTrace *trace, gboolean is_old, gboolean is_library,
               const char *name, char **sentence)
{
  g_autoptr (GArray) methods = is_library ? tv_trace_list_library_methods (trace, name)
                                          : tv_trace_list_package_methods (trace, name);
  const guint32 *first = (const guint32 *) (gpointer) methods->data;

  if (methods->len > 0 && is_library && *name != '\0')
    return tv_transform_new_library (name, first, methods->len);
  if (methods->len > 0 && !is_library)
    return tv_transform_new_package (name, first, methods->len);
  if (is_old)
    return tv_transform_new (TV_TRANSFORM_MERGE, &(guint32){ 0 }, 0);
  *sentence = g_strdup_printf (is_library ? _ ("There is no library “%s” in the file")
                                          : _ ("There is no package “%s” in the file"),
                               name);
  return NULL;
}

static TvTransform *
make_transform (const TvTrace *trace, gboolean is_old, const char *option,
                const char *value, char **sentence)
{
  const TvTransformKind kind = find_kind (option);
  g_autoptr (GArray) methods = NULL;

  if (kind == TV_TRANSFORM_FOCUS_SUBTREE)
    return make_subtree (trace, is_old, value, sentence);
  if (kind == TV_TRANSFORM_COLLAPSE_RECURSION && g_str_equal (value, "*"))
    return tv_transform_new (kind, NULL, 0);
  if (kind == TV_TRANSFORM_COLLAPSE_PACKAGE || kind == TV_TRANSFORM_COLLAPSE_LIBRARY)
    return make_collapse (trace, is_old, kind == TV_TRANSFORM_COLLAPSE_LIBRARY, value,
                          sentence);
  methods = list_methods (trace, is_old, value, sentence);
  return methods != NULL ? tv_transform_new (
             kind, (const guint32 *) (gpointer) methods->data, methods->len)
                         : NULL;
}

/* Applies the transforms of a command line to a trace, which it takes. Each one finds
 * its methods among those that are left after the one before. */
static TvTrace *
apply_transforms (const TvCliLine *line, gboolean is_old, TvTrace *trace,
                  GError **error)
{
  for (guint i = 0;
       trace != NULL && line->transforms != NULL && i < line->transforms->len; i += 2)
    {
      g_autofree char *sentence = NULL;
      g_autoptr (TvTrace) before = trace;
      g_autoptr (TvTransform) transform
          = make_transform (before, is_old, line->transforms->pdata[i],
                            line->transforms->pdata[i + 1], &sentence);

      trace = NULL;
      if (transform != NULL)
        trace = tv_trace_new_transformed (before, transform, line->memory_limit, NULL,
                                          error);
      else
        g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, sentence);
    }
  return trace;
}

/* Traces */

static void
print_warnings (const char *file, const TvWarnings *warnings)
{
  for (guint index = 0; index < tv_warnings_get_n (warnings); index++)
    {
      g_autofree char *message
          = tv_warning_dup_message (tv_warnings_get (warnings, index));

      tv_report_file_warning (file, message);
    }
}

GFile *
tv_cli_find_file (const char *argument, GError **error)
{
  if (g_str_equal (argument, "-"))
    return g_file_new_for_path ("/dev/stdin");
  return tv_trace_find_file (argument, error);
}

static TvTrace *
load_file (const TvCliLine *line, const char *path, const TvNameMapping *mapping,
           GError **error)
{
  g_autoptr (GFile) file = tv_cli_find_file (path, error);

  return file != NULL ? tv_trace_load_event (file, line->memory_limit, line->event,
                                             mapping, NULL, NULL, NULL, error)
                      : NULL;
}

/* Joins a trace with that of `--with`. */
static TvTrace *
add_file (const TvCliLine *line, TvTrace *trace, GError **error)
{
  g_autoptr (TvTrace) added = load_file (line, line->with, line->mapping, error);

  if (added == NULL)
    g_prefix_error (error, "%s: ", line->with);
  return added != NULL ? tv_trace_new_joined (trace, added, line->with_offset,
                                              line->memory_limit, NULL, error)
                       : NULL;
}

/* Loads a file with the requested names and transforms, and the one of `--with` beside
 * it. Warnings go to standard error. */
TvTrace *
tv_cli_load (const TvCliLine *line, const char *path, gboolean is_old, GError **error)
{
  const TvNameMapping *mapping
      = is_old && line->old_mapping != NULL ? line->old_mapping : line->mapping;
  g_autoptr (TvTrace) trace = load_file (line, path, mapping, error);

  if (trace != NULL && line->with != NULL && !is_old)
    {
      g_autoptr (TvTrace) first = g_steal_pointer (&trace);

      trace = add_file (line, first, error);
    }
  if (trace == NULL)
    return NULL;
  print_warnings (path, tv_trace_get_warnings (trace));
  return apply_transforms (line, is_old, tv_trace_new_styled (trace, line->names),
                           error);
}

/* Loads the file of the command line with tv_trace_load_with_records(). Warnings go to
 * standard error. */
TvTrace *
tv_cli_load_with_records (const TvCliLine *line, TvRecordFunc func, gpointer user_data,
                          GError **error)
{
  g_autoptr (GFile) file = tv_cli_find_file (line->files[0], error);
  TvTrace *trace = NULL;

  if (file != NULL)
    trace = tv_trace_load_with_records (file, line->memory_limit, line->mapping, func,
                                        user_data, error);
  if (trace != NULL)
    print_warnings (line->files[0], tv_trace_get_warnings (trace));
  return trace;
}

/* Adds the threads with an id or a name. A name may consist of digits; ids come first,
 * since they identify threads in a file. */
static gboolean
add_threads (GArray *threads, const TvTrace *trace, const char *text)
{
  const guint n_before = threads->len;
  const guint n = tv_trace_get_n_threads (trace);
  guint64 id;
  const gboolean has_id
      = g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &id, NULL);

  for (guint32 i = 0; i < n && has_id; i++)
    if (tv_trace_get_thread (trace, i)->id == id)
      g_array_append_val (threads, i);
  if (threads->len > n_before)
    return TRUE;
  for (guint32 i = 0; i < n; i++)
    if (g_strcmp0 (tv_trace_get_thread (trace, i)->name, text) == 0)
      g_array_append_val (threads, i);
  return threads->len > n_before;
}

/* Resolves `--thread` and `--range` in a trace. A range refers to the times that are
 * printed. A missing thread is reported. */
gboolean
tv_cli_find_part (const TvCliLine *line, const char *file, const TvTrace *trace,
                  TvProfileRange *part)
{
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint32));

  *part
      = (TvProfileRange){ .start = line->start,
                          .end = line->end,
                          .on_thread_cpu = !tv_trace_has_clock (trace, TV_CLOCK_WALL) };
  for (guint i = 0; line->threads != NULL && line->threads[i] != NULL; i++)
    if (!add_threads (threads, trace, line->threads[i]))
      {
        g_autofree char *sentence
            = g_strdup_printf (_ ("There is no thread with the id or name “%s” in the "
                                  "file"),
                               line->threads[i]);

        tv_report_file_error (file, sentence);
        return FALSE;
      }
  if (threads->len > 0)
    part->threads
        = tv_thread_set_new ((const guint32 *) (gpointer) threads->data, threads->len);
  return TRUE;
}

/* Resolves `--clock` in a trace. A missing clock is reported. */
static gboolean
find_clock (const TvCliLine *line, const char *file, const TvTrace *trace,
            TvClock *clock)
{
  *clock = line->has_clock ? line->clock : tv_trace_get_primary_clock (trace);
  if (!line->has_clock && (line->command->takes & TV_TAKES_WALL_CLOCK)
      && tv_trace_has_clock (trace, TV_CLOCK_WALL))
    *clock = TV_CLOCK_WALL;
  if (!line->has_clock || tv_trace_has_clock (trace, *clock))
    return TRUE;
  tv_report_file_error (file, *clock == TV_CLOCK_WALL
                                  ? _ ("The file has no wall clock")
                                  : _ ("The file has no CPU clock"));
  return FALSE;
}

/* Whether a trace is one of methods, which something is for. Others are reported. */
gboolean
tv_cli_check_calls (const char *file, const TvTrace *trace, const char *what)
{
  g_autofree char *sentence = NULL;

  if (tv_trace_get_info (trace)->kind == TV_TRACE_KIND_CALLS)
    return TRUE;
  sentence = tv_kind_dup_refusal (trace, what);
  tv_report_file_error (file, sentence);
  return FALSE;
}

/* Loads a file and resolves the command line in it. Errors are reported. */
gboolean
tv_input_open (TvInput *input, const TvCliLine *line, const char *file, gboolean is_old)
{
  g_autofree char *sentence = NULL;
  g_autoptr (GError) error = NULL;

  input->title = tv_file_title_dup (file);
  input->trace = tv_cli_load (line, file, is_old, &error);
  if (input->trace == NULL)
    tv_report_file_error (file, error->message);
  if (input->trace == NULL
      || (((line->command->takes & TV_TAKES_CALLS)
           || ((line->command->takes & TV_TAKES_RUNS)
               && tv_trace_has_samples (input->trace)))
          && !tv_cli_check_calls (file, input->trace, line->command->name))
      || !find_clock (line, file, input->trace, &input->clock)
      || !tv_cli_find_part (line, file, input->trace, &input->part))
    return FALSE;
  input->matching = tv_method_set_new_matching (input->trace, &line->filter);
  if (line->method == NULL)
    return TRUE;
  input->method = find_method (input->trace, line->method, &sentence);
  if (input->method == NULL)
    tv_report_file_error (file, sentence);
  return input->method != NULL;
}

void
tv_input_clear (TvInput *input)
{
  g_clear_pointer (&input->trace, tv_trace_unref);
  g_clear_pointer (&input->part.threads, tv_thread_set_unref);
  g_clear_pointer (&input->matching, tv_method_set_unref);
  g_clear_pointer (&input->method, tv_method_set_unref);
  g_clear_pointer (&input->title, g_free);
}
