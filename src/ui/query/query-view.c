/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/query/query-view.h"

#include "query/metrics.h"
#include "ui/query/query-editor.h"
#include "ui/query/query-events.h"
#include "ui/query/query-list.h"
#include "ui/session/range-text.h"
#include "ui/widgets/speaker.h"

#include <glib/gi18n-lib.h>

/* The most scripts in the history, their most bytes, and the most letters of a title in
 * its menu. */
#define MAX_HISTORY 30
#define MAX_HISTORY_BYTES 65536
#define TITLE_LETTERS 60

/* The editor's default share of the width. */
#define EDITOR_SHARE 0.4

/* If the editor and the table have fewer pixels, there is no layout yet. */
#define LEAST_ROOM 100

struct _TvQueryView
{
  TvView parent_instance;

  GtkWidget *options;
  GtkWidget *run_button;
  GtkWidget *stop_button;
  GtkMenuButton *history_button;
  GtkLabel *sight; /* what statements see */
  GtkLabel *status;
  GtkWidget *speaker;
  GtkWidget *editor_place;
  GtkSourceView *editor; /* NULL until the view is first visible */
  TvColumnLayout *layout;

  TvTraceSession *session; /* borrowed */
  TvQuery *query;          /* NULL before the first script, and while a script runs */
  TvQuery *lent;           /* while a whole result is written; or NULL */
  TvQueryList *list;       /* NULL without a result */
  gboolean has_tables;     /* whether the list is that of all tables */
  gboolean is_old;         /* whether the list is of other traces or names */
  gboolean in_scope;       /* whether statements see what the other views show */
  TvProfile *scope;        /* what they see then; NULL for all */
  GStrv history;
  gboolean has_words; /* whether the editor knows those of the traces */
  TvJob *job;         /* runs statements, or finds words */
  TvJob *event_job;
};

enum
{
  PROP_HISTORY = 1,
  PROP_IN_SCOPE
};

G_DEFINE_FINAL_TYPE (TvQueryView, tv_query_view, TV_TYPE_VIEW)

/* Results */

static void
say (TvQueryView *self, const char *text)
{
  gtk_label_set_text (self->status, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status), *text != '\0' ? text : NULL);
  tv_speaker_say (self->speaker, text);
}

static void
clear_result (TvQueryView *self)
{
  tv_table_view_set_model (tv_view_get_table (TV_VIEW (self)), NULL);
  g_clear_object (&self->list);
}

/* Says why there is no table. */
static void
show_sentence (TvQueryView *self, const char *sentence)
{
  clear_result (self);
  say (self, "");
  tv_speaker_say (self->speaker, sentence);
  tv_view_say (TV_VIEW (self), sentence);
}

static char *
dup_status (const TvQueryOrder *order)
{
  const TvQueryResult *result = order->result;
  const double ms = (double) result->microseconds / 1000;
  GString *text = g_string_new (NULL);

  if (result->is_cut)
    g_string_append_printf (text, _ ("The first %'u rows, %.0f ms"), result->n_rows,
                            ms);
  else
    g_string_append_printf (
        text, ngettext ("%'u row, %.0f ms", "%'u rows, %.0f ms", result->n_rows),
        result->n_rows, ms);
  if (result->n_columns > TV_QUERY_MAX_SHOWN)
    g_string_append_printf (text, _ (" · the first %u of %u columns"),
                            TV_QUERY_MAX_SHOWN, result->n_columns);
  /* Only the statement's own order is of all rows. */
  if (result->is_cut && order->column != TV_QUERY_NO_COLUMN)
    g_string_append (text, _ (" · sorted among these alone"));
  if (result->note != NULL)
    g_string_append_printf (text, " · %s", result->note);
  return g_string_free (text, FALSE);
}

static void
say_status (TvQueryView *self)
{
  g_autofree char *status = dup_status (tv_query_list_get_order (self->list));

  if (!self->is_old && !self->has_tables)
    say (self, status);
}

static void
show_result (TvQueryView *self, TvQueryResult *result)
{
  if (result->n_columns == 0)
    {
      show_sentence (self, result->note != NULL ? result->note
                                                : _ ("The statements have no result."));
      return;
    }
  clear_result (self);
  self->is_old = self->has_tables = FALSE;
  self->list = tv_query_list_new (result, self->session);
  tv_query_list_arrange (self->list, self->layout);
  tv_table_view_set_model (tv_view_get_table (TV_VIEW (self)),
                           TV_TABLE_MODEL (self->list));
  say_status (self);
  g_signal_connect_object (self->list, "settled", G_CALLBACK (say_status), self,
                           G_CONNECT_SWAPPED);
  tv_view_say (TV_VIEW (self), NULL);
}

/* Questions */

/* Returns the script that runs, or NULL. A job without a script finds words. */
static const char *
get_running (TvQueryView *self)
{
  const TvQueryQuestion *question = tv_job_get_question (self->job);

  return question != NULL ? question->script : NULL;
}

static void
update_running (TvQueryView *self)
{
  const gboolean is_running = get_running (self) != NULL;

  tv_view_set_asking (TV_VIEW (self), is_running);
  gtk_widget_set_visible (self->run_button, !is_running);
  gtk_widget_set_visible (self->stop_button, is_running);
  gtk_widget_set_sensitive (self->run_button, self->lent == NULL);
}

/* Takes the query and the words back from the question. Without a result, the table
 * lists all tables. */
static void
end_question (TvQueryView *self, TvQueryQuestion *question)
{
  self->query = g_steal_pointer (&question->query);
  if (question->words != NULL)
    {
      tv_query_editor_set_words (self->editor, question->words);
      self->has_words = TRUE;
    }
  if (question->tables != NULL && (self->list == NULL || self->has_tables))
    {
      show_result (self, question->tables);
      self->has_tables = TRUE;
      say (self, _ ("Tables and columns: a double click reads a table"));
    }
}

static void
on_answered (gpointer owner, gpointer data, gpointer answer, const GError *error)
{
  TvQueryView *self = TV_QUERY_VIEW (owner);
  TvQueryQuestion *question = data;
  g_autoptr (TvQueryResult) result = answer;

  end_question (self, question);
  update_running (self);
  if (result != NULL)
    show_result (self, result);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_sentence (self, _ ("The query was stopped."));
  else if (error != NULL && question->script != NULL)
    show_sentence (self, error->message);
  if (question->mistake != G_MAXSIZE)
    tv_query_editor_mark (self->editor, question->script, question->mistake);
}

/* @script: (transfer full) */
static TvQueryQuestion *
new_question (TvQueryView *self, char *script)
{
  TvQueryQuestion *question
      = tv_query_question_new (self->session, self->in_scope, script);

  question->query = g_steal_pointer (&self->query);
  return question;
}

/* @script: (transfer full) (nullable): NULL to find the words */
static void
ask (TvQueryView *self, char *script)
{
  static const TvJobType type
      = { .run = tv_query_question_answer,
          .done = on_answered,
          .free_question = tv_query_question_free,
          .free_answer = (GDestroyNotify) tv_query_result_unref };

  tv_job_start (&self->job, &type, new_question (self, script), self);
  update_running (self);
}

/* Finds the words before the user types. They are the same in all parts of the traces.
 */
static void
ensure_words (TvQueryView *self)
{
  if (self->session != NULL && !self->has_words && self->query == NULL
      && self->lent == NULL && self->job == NULL && tv_view_is_seen (TV_VIEW (self)))
    ask (self, NULL);
}

/* Scripts of menus */

static void
append_script (GMenu *menu, const char *title, const char *script)
{
  g_autofree char *start
      = g_utf8_substring (title, 0, MIN (g_utf8_strlen (title, -1), TITLE_LETTERS));
  /* A single underscore would be a mnemonic. */
  g_auto (GStrv) words = g_strsplit (start, "_", -1);
  g_autofree char *label = g_strjoinv ("__", words);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "query.load", "s", script);
  g_menu_append_item (menu, item);
}

static void
update_history (TvQueryView *self)
{
  GMenu *menu = G_MENU (gtk_menu_button_get_menu_model (self->history_button));

  g_menu_remove_all (menu);
  for (guint i = 0; self->history != NULL && self->history[i] != NULL; i++)
    {
      g_autofree char *line = g_strdelimit (g_strdup (self->history[i]), "\r\n\t", ' ');

      append_script (menu, line, self->history[i]);
    }
  gtk_widget_set_sensitive (GTK_WIDGET (self->history_button),
                            g_menu_model_get_n_items (G_MENU_MODEL (menu)) > 0);
}

static void
remember (TvQueryView *self, const char *script)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gsize size = strlen (script);
  guint n = 1;

  if (size > MAX_HISTORY_BYTES)
    return;
  g_strv_builder_add (builder, script);
  for (guint i = 0; self->history != NULL && self->history[i] != NULL; i++)
    if (!g_str_equal (self->history[i], script))
      {
        size += strlen (self->history[i]);
        if (size > MAX_HISTORY_BYTES || n++ == MAX_HISTORY)
          break;
        g_strv_builder_add (builder, self->history[i]);
      }
  g_strfreev (self->history);
  self->history = g_strv_builder_end (builder);
  update_history (self);
  g_object_notify (G_OBJECT (self), "history");
}

/* Actions */

static void
run (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvQueryView *self = TV_QUERY_VIEW (user_data);
  char *script = tv_query_editor_dup_text (self->editor);
  g_autofree char *stripped = g_strstrip (g_strdup (script));

  if (*stripped == '\0' || self->session == NULL || get_running (self) != NULL
      || self->lent != NULL)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      g_free (script);
      return;
    }
  gtk_source_completion_hide (gtk_source_view_get_completion (self->editor));
  remember (self, stripped);
  say (self, "");
  ask (self, script);
  tv_view_say_soon (TV_VIEW (self), _ ("Running…"));
}

/* The job reports when it has stopped. */
static void
stop (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvQueryView *self = TV_QUERY_VIEW (user_data);

  if (get_running (self) != NULL)
    g_cancellable_cancel (tv_job_get_cancellable (self->job));
}

static void
load (GSimpleAction *action, GVariant *script, gpointer user_data)
{
  TvQueryView *self = TV_QUERY_VIEW (user_data);

  tv_query_editor_set_text (self->editor, g_variant_get_string (script, NULL));
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
}

static void
show_in_timeline (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvQueryView *self = TV_QUERY_VIEW (user_data);

  if (self->list != NULL)
    tv_query_list_show_in_timeline (self->list, user_data);
}

/* Says what the result has become, after its own status. */
static void
say_more (gpointer view, const char *text)
{
  TvQueryView *self = view;
  g_autofree char *status = self->list != NULL
                                ? dup_status (tv_query_list_get_order (self->list))
                                : g_strdup ("");
  g_autofree char *more = g_strdup_printf ("%s · %s", status, text);

  say (self, more);
}

/* Puts all rows with times into the timeline. */
static void
add_row (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvQueryView *self = TV_QUERY_VIEW (user_data);

  if (self->list == NULL || self->has_tables)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else
    tv_query_show_events (tv_query_list_get_order (self->list)->result, self->session,
                          GTK_WIDGET (self), say_more, &self->event_job);
}

static void
copy_rows (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvQueryView *self = TV_QUERY_VIEW (user_data);
  TvTakenRows taken;

  if (self->list == NULL)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  taken = tv_query_order_take_rows (tv_query_list_get_order (self->list));
  tv_table_copier_copy (tv_view_get_copier (user_data), &taken, TV_TABLE_TSV);
}

/* If the traces have changed meanwhile, the query is freed. */
static void
take_back (gpointer view, TvQuery *query)
{
  g_autoptr (TvQueryView) self = view;

  if (query != self->lent)
    {
      tv_query_unref (query);
      return;
    }
  self->query = query;
  self->lent = NULL;
  update_running (self);
}

/* Takes all rows of the result, even if the table has only the first ones. No other
 * statement can be run until they are freed. */
static gboolean
take_rows (TvView *view, TvTakenRows *taken)
{
  TvQueryView *self = TV_QUERY_VIEW (view);
  TvQueryOrder *order;

  if (self->list == NULL || self->has_tables)
    return FALSE;
  order = tv_query_list_get_order (self->list);
  if (!order->result->is_cut)
    {
      *taken = tv_query_order_take_rows (order);
      return TRUE;
    }
  if (self->query == NULL || self->is_old)
    return FALSE;
  self->lent = g_steal_pointer (&self->query);
  *taken = tv_query_result_take_whole (order->result, self->lent, take_back,
                                       g_object_ref (self));
  update_running (self);
  return TRUE;
}

static const TvRowShortcut shortcuts[] = {
  { "query.row-menu", "Menu|<Shift>F10" },
  { "query.show-in-timeline", "<Control>Return|<Control>KP_Enter" },
  { "query.copy-row", "<Control>c|<Control>Insert" },
  { "query.copy-rows", "<Shift><Control>c" },
};

static GMenuModel *new_menu (GtkWidget *view);

static const TvRowMenu row_menu = { shortcuts, G_N_ELEMENTS (shortcuts), new_menu };

static GMenuModel *
new_menu (GtkWidget *view)
{
  GMenu *menu = g_menu_new ();

  tv_row_menu_append (&row_menu, menu, _ ("_Show in Timeline"),
                      "query.show-in-timeline");
  tv_row_menu_append (&row_menu, menu, _ ("_Rows as Events in Timeline"),
                      "query.add-row");
  tv_row_menu_append (&row_menu, menu, _ ("_Copy Row"), "query.copy-row");
  tv_row_menu_append (&row_menu, menu, _ ("Copy Ta_ble"), "query.copy-rows");
  tv_row_menu_append (&row_menu, menu, _ ("_Export…"), "win.export");
  tv_row_menu_append (&row_menu, menu, _ ("C_hoose Columns…"), "query.choose-columns");
  return G_MENU_MODEL (menu);
}

/* Runs a statement that reads a table of the list of all. */
static void
read_table (TvQueryView *self, guint position)
{
  const TvQueryOrder *order = tv_query_list_get_order (self->list);
  const char *name
      = tv_query_result_get (order->result, order->rows[position], 0)->text;
  g_autofree char *script = g_strdup_printf ("SELECT * FROM %s LIMIT 100", name);

  tv_query_editor_set_text (self->editor, script);
  run (NULL, NULL, self);
}

static void
activate_row (TvView *view, guint position)
{
  TvQueryView *self = TV_QUERY_VIEW (view);

  TV_TABLE_MODEL_GET_IFACE (self->list)->select (TV_TABLE_MODEL (self->list), position);
  if (self->has_tables)
    read_table (self, position);
  else
    show_in_timeline (NULL, NULL, self);
}

/* The session */

/* Whether two profiles cover the same. */
static gboolean
is_same_scope (TvProfile *a, TvProfile *b)
{
  const TvProfileRange *first = tv_profile_get_range (a);
  const TvProfileRange *second = tv_profile_get_range (b);

  return tv_profile_get_trace (a) == tv_profile_get_trace (b)
         && first->start == second->start && first->end == second->end
         && tv_thread_set_equal (first->threads, second->threads);
}

/* Says what statements see. */
static void
update_sight (TvQueryView *self)
{
  g_autofree char *scope
      = self->session != NULL ? tv_scope_dup_text (self->session) : NULL;
  const gboolean has_base
      = scope != NULL && tv_trace_session_get_base (self->session) != NULL;
  /* Translators: what statements see of a trace; the base is what it is compared with
   */
  g_autofree char *text = scope == NULL     ? g_strdup ("")
                          : !self->in_scope ? g_strdup (_ ("The whole trace"))
                          : has_base
                              ? g_strdup_printf (_ ("%s · the whole base"), scope)
                              : g_steal_pointer (&scope);

  gtk_label_set_text (self->sight, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sight), text);
}

/* The names, the base or what statements see have changed: restarts a running script.
 */
static void
restart (TvQueryView *self, const char *sentence)
{
  char *script = g_strdup (get_running (self));

  tv_job_cancel (&self->job);
  g_clear_pointer (&self->query, tv_query_unref);
  self->lent = NULL;
  self->is_old = !self->has_tables;
  if (script != NULL)
    ask (self, script);
  else if (self->list != NULL && !self->has_tables)
    say (self, sentence);
  ensure_words (self);
}

static void
on_traces_changed (TvQueryView *self)
{
  self->has_words = FALSE;
  update_sight (self);
  restart (self,
           _ ("Names or traces have changed: run the statements again, also those "
              "that create tables."));
}

static void
on_scope_changed (TvQueryView *self)
{
  TvProfile *scope = self->in_scope && self->session != NULL
                         ? tv_trace_session_get_profile (self->session)
                         : NULL;
  const gboolean is_same = scope != NULL && self->scope != NULL
                               ? is_same_scope (scope, self->scope)
                               : scope == self->scope;

  g_clear_pointer (&self->scope, tv_profile_unref);
  self->scope = scope != NULL ? tv_profile_ref (scope) : NULL;
  update_sight (self);
  if (!is_same)
    restart (self, _ ("Statements see another part of the trace now: run them again, "
                      "also those that create tables."));
}

static void
session_changed (TvView *view)
{
  TvQueryView *self = TV_QUERY_VIEW (view);

  self->session = tv_view_get_session (view);
  tv_job_cancel (&self->job);
  tv_job_cancel (&self->event_job);
  g_clear_pointer (&self->query, tv_query_unref);
  self->lent = NULL;
  self->has_words = FALSE;
  show_sentence (self, "");
  on_scope_changed (self);
  update_running (self);
  ensure_words (self);
}

/* The widget */

/* Puts the latest script into the editor. */
static void
begin_with_latest (TvQueryView *self)
{
  g_autofree char *text = NULL;

  if (self->editor == NULL || self->history == NULL || self->history[0] == NULL)
    return;
  text = tv_query_editor_dup_text (self->editor);
  if (*text == '\0')
    tv_query_editor_set_text (self->editor, self->history[0]);
}

/* Makes the editor only when it is needed, because it reads files of languages and
 * styles. */
static void
ensure_editor (TvQueryView *self)
{
  if (self->editor != NULL)
    return;
  self->editor = tv_query_editor_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->editor_place),
                                 GTK_WIDGET (self->editor));
  tv_view_set_focus (TV_VIEW (self), GTK_WIDGET (self->editor));
  tv_query_editor_set_dark (self->editor, tv_table_row_is_dark (GTK_WIDGET (self)));
  begin_with_latest (self);
}

static void
seen_changed (TvView *view)
{
  if (!tv_view_is_seen (view))
    return;
  ensure_editor (TV_QUERY_VIEW (view));
  ensure_words (TV_QUERY_VIEW (view));
}

static void
tv_query_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TvQueryView *self = TV_QUERY_VIEW (widget);

  GTK_WIDGET_CLASS (tv_query_view_parent_class)->css_changed (widget, change);
  if (self->editor != NULL)
    tv_query_editor_set_dark (self->editor, tv_table_row_is_dark (widget));
}

static void
tv_query_view_get_property (GObject *object, guint prop_id, GValue *value,
                            GParamSpec *pspec)
{
  TvQueryView *self = TV_QUERY_VIEW (object);

  if (prop_id == PROP_IN_SCOPE)
    g_value_set_boolean (value, self->in_scope);
  else
    g_value_set_boxed (value, self->history);
}

static void
tv_query_view_set_property (GObject *object, guint prop_id, const GValue *value,
                            GParamSpec *pspec)
{
  TvQueryView *self = TV_QUERY_VIEW (object);

  if (prop_id == PROP_IN_SCOPE)
    {
      self->in_scope = g_value_get_boolean (value);
      on_scope_changed (self);
      return;
    }
  g_strfreev (self->history);
  self->history = g_value_dup_boxed (value);
  begin_with_latest (self);
  update_history (self);
}

static void
tv_query_view_finalize (GObject *object)
{
  TvQueryView *self = TV_QUERY_VIEW (object);

  g_clear_pointer (&self->scope, tv_profile_unref);
  g_object_unref (self->layout);
  g_strfreev (self->history);

  G_OBJECT_CLASS (tv_query_view_parent_class)->finalize (object);
}

static void
tv_query_view_class_init (TvQueryViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  object_class->finalize = tv_query_view_finalize;
  object_class->get_property = tv_query_view_get_property;
  object_class->set_property = tv_query_view_set_property;
  g_object_class_install_property (
      object_class, PROP_HISTORY,
      g_param_spec_boxed ("history", NULL, NULL, G_TYPE_STRV,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (
      object_class, PROP_IN_SCOPE,
      g_param_spec_boolean ("in-scope", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  widget_class->css_changed = tv_query_view_css_changed;
  view_class->prefix = "query";
  view_class->row_menu = &row_menu;
  view_class->session_changed = session_changed;
  view_class->seen_changed = seen_changed;
  view_class->activate_row = activate_row;
  view_class->take_rows = take_rows;
  gtk_widget_class_set_css_name (widget_class, "query");
}

static GtkWidget *
add_button (TvQueryView *self, GtkWidget *button)
{
  gtk_box_append (GTK_BOX (self->options), button);
  return button;
}

/* The examples are the metrics of the terminal. A file that cannot be read is skipped:
 * the terminal reports it. */
static GMenuModel *
new_examples (void)
{
  g_autofree char *folder = tv_metrics_dup_folder ();
  g_autoptr (GPtrArray) metrics = tv_metrics_load (folder, NULL);
  GMenu *menu = g_menu_new ();

  if (metrics == NULL)
    metrics = tv_metrics_load (NULL, NULL);
  for (guint i = 0; metrics != NULL && i < metrics->len; i++)
    {
      const TvMetric *metric = g_ptr_array_index (metrics, i);

      append_script (menu, metric->title, metric->script);
    }
  return G_MENU_MODEL (menu);
}

static GtkWidget *
add_menu_button (TvQueryView *self, const char *label, GMenuModel *menu)
{
  return add_button (self,
                     g_object_new (GTK_TYPE_MENU_BUTTON, "label", label,
                                   "use-underline", TRUE, "menu-model", menu, NULL));
}

static void
add_options (TvQueryView *self)
{
  g_autoptr (GMenuModel) examples = new_examples ();
  g_autoptr (GMenu) history = g_menu_new ();
  GMenu *menu;

  self->options = tv_view_add_options (TV_VIEW (self));
  menu = tv_view_get_menu (TV_VIEW (self));
  self->run_button = add_button (self, gtk_button_new_with_mnemonic (_ ("_Run")));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->run_button), "query.run");
  gtk_widget_set_tooltip_text (self->run_button, _ ("Run the statements (Ctrl+Enter)"));
  self->stop_button = add_button (self, gtk_button_new_with_mnemonic (_ ("_Stop")));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->stop_button), "query.stop");
  (void) add_menu_button (self, _ ("_Examples"), examples);
  g_menu_append (menu, _ ("_Run"), "query.run");
  g_menu_append (menu, _ ("_Stop"), "query.stop");
  g_menu_append_submenu (menu, _ ("_Examples"), examples);
  g_menu_append_submenu (menu, _ ("_History"), G_MENU_MODEL (history));
  self->history_button = GTK_MENU_BUTTON (
      add_menu_button (self, _ ("_History"), G_MENU_MODEL (history)));
  (void) tv_view_add_toggle (TV_VIEW (self), _ ("Only What Is in _View"),
                             _ ("Ask the range, threads and changed stacks that the "
                                "other views show. Threads, "
                                "tracks and the base of a comparison are still whole."),
                             "in-scope");
}

/* Makes the line below the result: what it is, or why there is none, in as many lines
 * as that takes, and what the statements saw. */
static GtkWidget *
make_status (TvQueryView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->status
      = g_object_new (GTK_TYPE_LABEL, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR,
                      "xalign", 0.0, "hexpand", TRUE, NULL);
  self->sight = g_object_new (GTK_TYPE_LABEL, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->sight), "dim-label");
  gtk_widget_add_css_class (box, "status");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->status));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->sight));
  return box;
}

static GtkWidget *
make_editor_place (TvQueryView *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  self->editor_place = gtk_scrolled_window_new ();
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (
          gtk_shortcut_trigger_parse_string ("<Control>Return|<Control>KP_Enter"),
          gtk_named_action_new ("query.run")));
  /* Ctrl+Enter must come here before the editor inserts a line break. */
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->editor_place, controller);
  return self->editor_place;
}

static GtkWidget *
make_table (TvQueryView *self)
{
  TvView *view = TV_VIEW (self);
  /* The table has the style of the profile. */
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "css-name", "profile", "orientation",
                                 GTK_ORIENTATION_VERTICAL, NULL);
  TvTableView *table;
  GtkWidget *header;

  gtk_box_append (GTK_BOX (box), tv_view_make_table (view));
  gtk_box_append (GTK_BOX (box), make_status (self));
  table = tv_view_get_table (view);
  header
      = gtk_widget_get_first_child (GTK_WIDGET (tv_table_view_get_column_view (table)));
  self->layout = tv_query_list_new_layout ();
  tv_table_view_set_layout (table, self->layout,
                            G_ACTION_MAP (tv_view_get_action_group (view)), "query");
  gtk_accessible_update_property (GTK_ACCESSIBLE (table), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Result"), -1);
  /* The header needs a name even without titles. */
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (header), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Column titles"), -1);
  return box;
}

static void
place_split (GtkPaned *paned)
{
  int room;

  g_object_get (paned, "max-position", &room, NULL);
  if (room < LEAST_ROOM)
    return;
  g_signal_handlers_disconnect_by_func (paned, place_split, NULL);
  gtk_paned_set_position (paned, (int) (room * EDITOR_SHARE));
}

static void
add_actions (TvQueryView *self)
{
  static const GActionEntry entries[] = {
    { "run", run, NULL, NULL, NULL, { 0 } },
    { "stop", stop, NULL, NULL, NULL, { 0 } },
    { "load", load, "s", NULL, NULL, { 0 } },
    { "show-in-timeline", show_in_timeline, NULL, NULL, NULL, { 0 } },
    { "add-row", add_row, NULL, NULL, NULL, { 0 } },
    { "copy-rows", copy_rows, NULL, NULL, NULL, { 0 } },
  };

  tv_view_add_actions (TV_VIEW (self), entries, G_N_ELEMENTS (entries));
}

static void
tv_query_view_init (TvQueryView *self)
{
  TvView *view = TV_VIEW (self);
  GtkWidget *table;
  GtkWidget *rows;

  tv_view_listen (view, "notify::trace", G_CALLBACK (on_traces_changed));
  tv_view_listen (view, "notify::base", G_CALLBACK (on_traces_changed));
  tv_view_listen (view, "notify::ranking", G_CALLBACK (on_scope_changed));
  tv_view_listen (view, "notify::time-unit", G_CALLBACK (update_sight));
  add_actions (self);
  add_options (self);
  table = make_table (self);
  rows = GTK_WIDGET (tv_table_view_get_rows (tv_view_get_table (view)));
  tv_view_set_content (view,
                       tv_view_make_split (make_editor_place (self),
                                           tv_view_make_placeholder (view, table, rows),
                                           place_split));
  self->speaker = tv_speaker_new (self->options);
  update_history (self);
  update_running (self);
  show_sentence (self, "");
}

GtkWidget *
tv_query_view_new (void)
{
  return g_object_new (TV_TYPE_QUERY_VIEW, NULL);
}
