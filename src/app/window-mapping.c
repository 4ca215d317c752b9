/* SPDX-License-Identifier: Apache-2.0 */

/* Mapping files: the names that the methods of an obfuscated program have in its
 * source.
 */

#include "config.h"

#include "app/settings.h"
#include "app/window-private.h"
#include "trace/mapping/name-mapping.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvTrace *trace;
  GPtrArray *files; /* of GFile */
} Question;

typedef struct
{
  TvTrace *renamed;
  guint n_renamed; /* number of methods with other names */
  char *warning;   /* about the first faulty file, or NULL */
} Answer;

static void
question_free (gpointer data)
{
  Question *question = data;

  tv_trace_unref (question->trace);
  g_ptr_array_unref (question->files);
  g_free (question);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->renamed, tv_trace_unref);
  g_free (answer->warning);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

static char *
dup_quoted_name (GPtrArray *files, guint index)
{
  g_autofree char *name = tv_window_dup_file_name (g_ptr_array_index (files, index));

  return g_strdup_printf (_ ("“%s”"), name);
}

/* The work */

static char *
dup_sentence (GPtrArray *files, guint index, const char *sentence)
{
  g_autofree char *name = dup_quoted_name (files, index);

  /* Translators: a file's name in quotes, and a sentence about the file */
  return g_strdup_printf (_ ("%s: %s"), name, sentence);
}

typedef struct
{
  GPtrArray *files;
  char *warning;
} Listener;

static void
on_warning (guint index, const char *sentence, gpointer user_data)
{
  Listener *listener = user_data;

  if (listener->warning == NULL)
    listener->warning = dup_sentence (listener->files, index, sentence);
}

static gpointer
rename_methods (gpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  Listener listener = { question->files, NULL };
  g_autoptr (Answer) answer = g_new0 (Answer, 1);
  g_autoptr (TvNameMapping) mapping = NULL;
  guint failed = 0;

  mapping = tv_name_mapping_load (question->files, on_warning, &listener, &failed,
                                  cancellable, error);
  answer->warning = listener.warning;
  if (mapping == NULL)
    {
      g_autofree char *sentence
          = dup_sentence (question->files, failed, (*error)->message);

      g_free ((*error)->message);
      (*error)->message = g_steal_pointer (&sentence);
      return NULL;
    }
  answer->renamed = tv_trace_new_renamed (question->trace, mapping, cancellable, error);
  if (answer->renamed == NULL)
    return NULL;
  answer->n_renamed = tv_trace_count_renamed (answer->renamed);
  return g_steal_pointer (&answer);
}

/* The window */

/* Shows the methods under their names in @trace, in the chosen style. NULL means no
 * trace. */
static void
show_names (TvWindow *self, TvTrace *trace)
{
  g_autoptr (GVariant) is_jvm
      = g_action_group_get_action_state (G_ACTION_GROUP (self), "jvm-names");
  g_autoptr (TvTrace) named = trace != NULL ? tv_trace_ref (trace) : NULL;
  g_autoptr (TvTrace) styled = NULL;

  g_clear_pointer (&self->named_trace, tv_trace_unref);
  self->named_trace = g_steal_pointer (&named);
  if (trace == NULL)
    return;
  styled = tv_trace_new_styled (
      trace, g_variant_get_boolean (is_jvm) ? TV_NAME_STYLE_JVM : TV_NAME_STYLE_PLAIN);
  tv_trace_session_set_names (self->session, styled);
}

static void
set_files (TvWindow *self, GPtrArray *files)
{
  g_clear_pointer (&self->mappings, g_ptr_array_unref);
  if (files != NULL)
    self->mappings = g_ptr_array_ref (files);
  tv_window_update_subtitle (self);
  tv_window_update_actions (self);
}

/* Says how many methods have other names, or which file is faulty. */
static void
show_notice (TvWindow *self, GPtrArray *files, const Answer *answer)
{
  g_autofree char *name = dup_quoted_name (files, files->len - 1);
  g_autofree char *sentence = NULL;

  if (answer->warning != NULL)
    {
      tv_notice_bar_show_error (self->notice, answer->warning);
      return;
    }
  if (answer->n_renamed == 0)
    {
      sentence = g_strdup_printf (_ ("%s renames no method of this trace"), name);
      tv_notice_bar_show_error (self->notice, sentence);
      return;
    }
  sentence = g_strdup_printf (ngettext ("%'u method has its original name now",
                                        "%'u methods have their original names now",
                                        answer->n_renamed),
                              answer->n_renamed);
  tv_notice_bar_show_done (self->notice, sentence);
  tv_notice_bar_set_action (self->notice, _ ("_Undo"), "win.remove-mapping");
}

static void
on_renamed (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvWindow *self = TV_WINDOW (owner);
  const Question *question = data;
  g_autoptr (Answer) answer = result;

  tv_notice_bar_hide (self->notice);
  if (answer != NULL)
    {
      set_files (self, question->files);
      self->n_renamed = answer->n_renamed;
      show_names (self, answer->renamed);
      show_notice (self, question->files, answer);
      return;
    }
  tv_window_update_actions (self);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    tv_notice_bar_show_error (self->notice, error->message);
}

/* A file that is added again moves to the end, where it overrides the others. */
static GPtrArray *
join_files (GPtrArray *before, GPtrArray *added)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; before != NULL && i < before->len; i++)
    {
      GFile *file = g_ptr_array_index (before, i);

      if (!g_ptr_array_find_with_equal_func (added, file, (GEqualFunc) g_file_equal,
                                             NULL))
        g_ptr_array_add (files, g_object_ref (file));
    }
  for (guint i = 0; i < added->len; i++)
    g_ptr_array_add (files, g_object_ref (g_ptr_array_index (added, i)));
  return files;
}

static void
start_naming (TvWindow *self, GPtrArray *files)
{
  static const TvJobType type = { .run = rename_methods,
                                  .done = on_renamed,
                                  .free_question = question_free,
                                  .free_answer = answer_free,
                                  .pace = TV_JOB_SOON };
  g_autofree char *name = dup_quoted_name (files, files->len - 1);
  g_autofree char *sentence = g_strdup_printf (_ ("Reading names from %s…"), name);
  Question *question = g_new (Question, 1);

  *question = (Question){ tv_trace_ref (self->plain_trace), g_ptr_array_ref (files) };
  tv_job_start (&self->naming_job, &type, question, self);
  tv_notice_bar_show_busy (self->notice, sentence,
                           tv_job_get_cancellable (self->naming_job));
  tv_window_update_actions (self);
}

/* Stops reading mapping files. Returns FALSE if none was being read. */
gboolean
tv_window_stop_naming (TvWindow *self)
{
  if (self->naming_job == NULL)
    return FALSE;
  tv_job_cancel (&self->naming_job);
  tv_notice_bar_hide (self->notice);
  return TRUE;
}

/* Returns the mapping files whose names the methods have, or get as soon as the files
 * are read. */
static GPtrArray *
get_files (TvWindow *self)
{
  const Question *question
      = self->naming_job != NULL ? tv_job_get_question (self->naming_job) : NULL;

  return question != NULL ? question->files : self->mappings;
}

/* Adds mapping files. A trace that is being loaded gets the names afterwards. */
void
tv_window_add_mappings (TvWindow *self, GPtrArray *files)
{
  g_autoptr (GPtrArray) joined = NULL;

  g_return_if_fail (TV_IS_WINDOW (self));
  g_return_if_fail (files != NULL);

  if (files->len == 0)
    return;
  joined = join_files (get_files (self), files);
  if (self->session != NULL)
    start_naming (self, joined);
  else
    set_files (self, joined);
}

/* Gives the methods the names in the trace's file back. */
static void
remove_mappings (TvWindow *self)
{
  (void) tv_window_stop_naming (self);
  set_files (self, NULL);
  if (self->session != NULL)
    show_names (self, self->plain_trace);
}

/* Gives a new trace the names of its mapping files. */
void
tv_window_on_trace_changed (TvWindow *self)
{
  GPtrArray *current = get_files (self);
  g_autoptr (GPtrArray) files = current != NULL ? g_ptr_array_ref (current) : NULL;

  g_clear_pointer (&self->mappings, g_ptr_array_unref);
  (void) tv_window_stop_naming (self);
  g_clear_pointer (&self->plain_trace, tv_trace_unref);
  if (self->session == NULL)
    {
      show_names (self, NULL);
      self->mappings = g_steal_pointer (&files);
      return;
    }
  self->plain_trace = tv_trace_ref (tv_trace_session_get_trace (self->session));
  show_names (self, self->plain_trace);
  if (files != NULL)
    start_naming (self, files);
}

/* Returns where the names of methods come from, for the title, or NULL if they come
 * from the trace's file. */
char *
tv_window_dup_names_text (TvWindow *self)
{
  g_autofree char *name = NULL;
  guint n_others;

  if (self->mappings == NULL)
    return NULL;
  name = dup_quoted_name (self->mappings, 0);
  n_others = self->mappings->len - 1;
  if (n_others == 0)
    return g_strdup_printf (_ ("names from %s"), name);
  return g_strdup_printf (ngettext ("names from %s and %u other file",
                                    "names from %s and %u other files", n_others),
                          name, n_others);
}

static void
change_jvm_names (TvWindow *self, GVariant *state, GSimpleAction *action)
{
  g_simple_action_set_state (action, state);
  if (self->session != NULL)
    show_names (self, self->named_trace);
}

/* Adds the actions about names of methods. */
void
tv_window_init_mapping (TvWindow *self)
{
  static const TvWindowAction actions[] = {
    { "open-mapping", G_CALLBACK (tv_window_choose_mapping), NULL, NULL },
    { "remove-mapping", G_CALLBACK (remove_mappings), NULL, NULL },
    { "jvm-names", G_CALLBACK (change_jvm_names), NULL, "false" },
  };

  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
  tv_settings_bind_action (self->settings, "jvm-names", G_ACTION_GROUP (self),
                           "jvm-names");
}
