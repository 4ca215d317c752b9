/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/bars/transform-bar.h"

#include "ui/session/transform-text.h"

#include <glib/gi18n-lib.h>

struct _TvTransformBar
{
  GtkBox parent_instance;

  /* children */
  GtkWidget *steps; /* box of buttons, from the stacks of the trace on */
  GtkWidget *error;

  TvTraceSession *session;
  GSignalGroup *session_signals;
  GSimpleActionGroup *actions;
  guint n_steps;
  GPtrArray *paths; /* by transform: the path that it was applied to, or NULL */
};

G_DEFINE_FINAL_TYPE (TvTransformBar, tv_transform_bar, GTK_TYPE_BOX)

/* The letters of the Firefox Profiler */
static const struct
{
  const char *key;
  const char *action;
} shortcuts[] = {
  { "m", "transform.merge" },
  { "f", "transform.focus" },
  { "<Shift>f", "transform.focus-subtree" },
  { "<Shift>c", "transform.collapse-package" },
  { "<Shift>l", "transform.collapse-library" },
  { "r", "transform.collapse-recursion" },
  { "d", "transform.drop" },
  { "<Control>z", "transform.undo" },
};

static guint
count_transforms (TvTransformBar *self)
{
  GPtrArray *transforms
      = self->session != NULL ? tv_trace_session_get_transforms (self->session) : NULL;

  return transforms != NULL ? transforms->len : 0;
}

/* Actions */

static void
free_path (gpointer path)
{
  if (path != NULL)
    tv_call_path_unref (path);
}

static void
add (TvTransformBar *self, TvTransform *transform)
{
  TvCallPath *path = tv_trace_session_get_selected_path (self->session);
  const guint n = count_transforms (self);

  g_ptr_array_set_size (self->paths, (int) n);
  g_ptr_array_add (self->paths, path != NULL ? tv_call_path_ref (path) : NULL);
  tv_trace_session_add_transform (self->session, transform);
  tv_transform_unref (transform);
}

/* Selects the path that the selected one is below @before, the focus that is undone. */
static void
lengthen_path (TvTransformBar *self, const TvCallPath *before)
{
  TvCallPath *path = tv_trace_session_get_selected_path (self->session);
  g_autoptr (GArray) methods = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (TvCallPath) whole = NULL;
  const guint32 *own;
  guint n;

  if (path == NULL || before == NULL)
    return;
  own = tv_call_path_get_methods (before, &n);
  g_array_append_vals (methods, own, n);
  own = tv_call_path_get_methods (path, &n);
  if (n > 1)
    g_array_append_vals (methods, own + 1, n - 1);
  whole = tv_call_path_new (
      path->thread, (const guint32 *) (gconstpointer) methods->data, methods->len);
  tv_trace_session_select_path (self->session, whole);
}

/* Undoes all transforms but the first ones. What they changed of the selection comes
 * back. */
static void
keep (TvTransformBar *self, guint n)
{
  GPtrArray *transforms = tv_trace_session_get_transforms (self->session);
  g_autoptr (GArray) kinds = g_array_new (FALSE, FALSE, sizeof (TvTransformKind));

  for (guint i = n; i < transforms->len; i++)
    g_array_append_val (kinds, ((const TvTransform *) transforms->pdata[i])->kind);
  tv_trace_session_keep_transforms (self->session, n);
  for (guint i = n + kinds->len; i-- > n;)
    {
      TvCallPath *path
          = i < self->paths->len ? g_ptr_array_index (self->paths, i) : NULL;
      const TvTransformKind kind = g_array_index (kinds, TvTransformKind, i - n);

      if (kind == TV_TRANSFORM_FOCUS_SUBTREE)
        lengthen_path (self, path);
      else if ((kind == TV_TRANSFORM_COLLAPSE_PACKAGE
                || kind == TV_TRANSFORM_COLLAPSE_LIBRARY)
               && path != NULL)
        tv_trace_session_select_path (self->session, path);
    }
}

/* Applies the transform of the action to the selected method. */
static void
change_method (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  static const struct
  {
    const char *action;
    TvTransformKind kind;
  } kinds[] = {
    { "merge", TV_TRANSFORM_MERGE },
    { "focus", TV_TRANSFORM_FOCUS },
    { "collapse-recursion", TV_TRANSFORM_COLLAPSE_RECURSION },
    { "drop", TV_TRANSFORM_DROP },
  };
  TvTransformBar *self = user_data;
  const guint32 method = tv_trace_session_get_selected_method (self->session);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (g_action_get_name (G_ACTION (action)), kinds[i].action))
      add (self, tv_transform_new (kinds[i].kind, &method, 1));
}

/* Focuses on a call path. The new path starts with the method at which the old one
 * ended. */
static void
focus_subtree (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvTransformBar *self = user_data;
  TvCallPath *path = tv_trace_session_get_selected_path (self->session);
  const guint32 method = tv_call_path_get_method (path);
  const guint32 thread = path->thread;
  g_autoptr (TvCallPath) left = tv_call_path_new (thread, &method, 1);
  g_autoptr (GPtrArray) steps
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guint n;
  const guint32 *methods = tv_call_path_get_methods (path, &n);

  for (guint i = 0; i < n; i++)
    {
      GArray *step = g_array_new (FALSE, FALSE, sizeof (guint32));

      g_array_append_val (step, methods[i]);
      g_ptr_array_add (steps, step);
    }
  add (self,
       tv_transform_new_subtree (thread, (const GArray *const *) steps->pdata, n));
  tv_trace_session_select_path (self->session, left);
}

static TvTrace *
get_profile_trace (TvTransformBar *self)
{
  return tv_profile_get_trace (tv_trace_session_get_profile (self->session));
}

/* Collapses a package with the packages below it, as in "com.example.*". */
static void
collapse_package (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvTransformBar *self = user_data;
  TvTrace *trace = get_profile_trace (self);
  g_autofree char *own = tv_method_dup_package (tv_trace_get_method (
      trace, tv_trace_session_get_selected_method (self->session)));
  g_autofree char *package = g_strconcat (own, *own != '\0' ? ".*" : "", NULL);
  g_autoptr (GArray) methods = tv_trace_list_package_methods (trace, package);

  add (self, tv_transform_new_package (
                 package, (const guint32 *) (gpointer) methods->data, methods->len));
  /* Select the method that all of its calls belong to now. */
  tv_trace_session_select_method (self->session, g_array_index (methods, guint32, 0));
}

/* Collapses the library of the selected method. */
static void
collapse_library (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvTransformBar *self = user_data;
  TvTrace *trace = get_profile_trace (self);
  const TvMethod *method = tv_trace_get_method (
      trace, tv_trace_session_get_selected_method (self->session));
  g_autoptr (GArray) methods = tv_trace_list_library_methods (trace, method->category);

  add (self, tv_transform_new_library (method->category,
                                       (const guint32 *) (gpointer) methods->data,
                                       methods->len));
  tv_trace_session_select_method (self->session, g_array_index (methods, guint32, 0));
}

static void
undo (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvTransformBar *self = user_data;

  keep (self, count_transforms (self) - 1);
}

static void
go_back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvTransformBar *self = user_data;

  keep (self, g_variant_get_uint32 (parameter));
}

static void
enable (TvTransformBar *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name)),
      enabled);
}

static void
update_actions (TvTransformBar *self)
{
  static const TvMethodTotals none = { 0 };
  const TvMethodTotals *totals = &none;
  guint32 method = TV_METHOD_NONE;
  gboolean has_path = FALSE;
  const char *library = NULL;

  if (self->session != NULL)
    {
      method = tv_trace_session_get_selected_method (self->session);
      has_path = tv_trace_session_get_selected_path (self->session) != NULL;
    }
  if (method != TV_METHOD_NONE)
    {
      totals = tv_profile_get_totals (tv_trace_session_get_profile (self->session),
                                      method);
      library = tv_trace_get_method (get_profile_trace (self), method)->category;
    }
  enable (self, "merge", totals->calls > 0);
  enable (self, "focus", totals->calls > 0);
  enable (self, "focus-subtree", has_path && totals->calls > 0);
  enable (self, "collapse-package", totals->calls > 0);
  enable (self, "collapse-library",
          totals->calls > 0 && library != NULL && *library != '\0');
  enable (self, "collapse-recursion", totals->recursive_calls > 0);
  enable (self, "drop", totals->calls > 0);
  enable (self, "undo", count_transforms (self) > 0);
  enable (self, "go-back", count_transforms (self) > 0);
}

/* Steps */

static GtkWidget *
build_step (guint depth)
{
  GtkWidget *step = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *label = gtk_label_new ("");
  GtkWidget *button = gtk_button_new ();

  if (depth > 0)
    {
      GtkWidget *arrow = gtk_image_new_from_icon_name ("pan-end-symbolic");

      gtk_widget_add_css_class (arrow, "dim-label");
      gtk_box_append (GTK_BOX (step), arrow);
    }
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), 6);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 48);
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "flat");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", depth);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "transform.go-back");
  gtk_box_append (GTK_BOX (step), button);
  return step;
}

static void
show_step (TvTransformBar *self, GtkWidget *step, guint depth)
{
  g_autofree char *text = depth == 0 ? g_strdup (_ ("All Stacks"))
                                     : tv_transform_dup_text (self->session, depth - 1);
  GtkWidget *button = gtk_widget_get_last_child (step);
  GtkWidget *label = gtk_button_get_child (GTK_BUTTON (button));
  /* Translators: a change to the stacks, to which a click goes back */
  g_autofree char *tooltip = g_strdup_printf (_ ("Go Back to “%s”"), text);

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (button,
                               depth == count_transforms (self) ? text : tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* Keeps existing buttons, so that a focused one keeps the focus. */
static void
update (TvTransformBar *self)
{
  const guint n = count_transforms (self);
  const char *error = self->session != NULL
                          ? tv_trace_session_get_transform_error (self->session)
                          : NULL;
  const guint n_steps = n > 0 ? n + 1 : 0;
  GtkWidget *step;
  guint i = 0;

  for (; self->n_steps < n_steps; self->n_steps++)
    gtk_box_append (GTK_BOX (self->steps), build_step (self->n_steps));
  for (; self->n_steps > n_steps; self->n_steps--)
    gtk_box_remove (GTK_BOX (self->steps), gtk_widget_get_last_child (self->steps));
  for (step = gtk_widget_get_first_child (self->steps); step != NULL;
       step = gtk_widget_get_next_sibling (step))
    show_step (self, step, i++);
  if (error != NULL)
    {
      /* Translators: the reason, a sentence, follows. */
      g_autofree char *text
          = g_strdup_printf (_ ("The stacks could not be changed: %s"), error);

      gtk_label_set_text (GTK_LABEL (self->error), text);
      gtk_widget_set_tooltip_text (self->error, text);
    }
  gtk_widget_set_visible (self->error, error != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0 || error != NULL);
  update_actions (self);
}

/* Keeps the last step visible if there is not enough room for all. */
static void
show_last_step (GtkAdjustment *across)
{
  gtk_adjustment_set_value (across, gtk_adjustment_get_upper (across));
}

/* Scrolls the steps, since the window may be narrow. */
static GtkWidget *
build_scroller (GtkWidget *steps)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), steps);
  gtk_widget_set_focusable (scroller, FALSE);
  gtk_widget_set_hexpand (scroller, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (scroller),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Changes to stacks"), -1);
  g_signal_connect (
      gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scroller)), "changed",
      G_CALLBACK (show_last_step), NULL);
  return scroller;
}

/* The widget */

static void
tv_transform_bar_dispose (GObject *object)
{
  TvTransformBar *self = TV_TRANSFORM_BAR (object);

  g_clear_object (&self->session_signals);
  g_clear_object (&self->session);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->paths, g_ptr_array_unref);

  G_OBJECT_CLASS (tv_transform_bar_parent_class)->dispose (object);
}

static void
tv_transform_bar_class_init (TvTransformBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_transform_bar_dispose;

  gtk_widget_class_set_css_name (widget_class, "transformbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
init_actions (TvTransformBar *self)
{
  static const GActionEntry entries[] = {
    { "merge", change_method, NULL, NULL, NULL, { 0 } },
    { "focus", change_method, NULL, NULL, NULL, { 0 } },
    { "focus-subtree", focus_subtree, NULL, NULL, NULL, { 0 } },
    { "collapse-package", collapse_package, NULL, NULL, NULL, { 0 } },
    { "collapse-library", collapse_library, NULL, NULL, NULL, { 0 } },
    { "collapse-recursion", change_method, NULL, NULL, NULL, { 0 } },
    { "drop", change_method, NULL, NULL, NULL, { 0 } },
    { "undo", undo, NULL, NULL, NULL, { 0 } },
    { "go-back", go_back, "u", NULL, NULL, { 0 } },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries,
                                   G_N_ELEMENTS (entries), self);
}

static void
tv_transform_bar_init (TvTransformBar *self)
{
  static const char *const shown[] = { "notify::transforms", "notify::trace" };
  static const char *const enabling[] = { "selection-changed", "notify::ranking" };

  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->steps = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->error = gtk_label_new ("");
  gtk_label_set_ellipsize (GTK_LABEL (self->error), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->error, "error");
  gtk_box_append (GTK_BOX (self), build_scroller (self->steps));
  gtk_box_append (GTK_BOX (self), self->error);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Changes to stacks"), -1);
  init_actions (self);

  self->paths = g_ptr_array_new_with_free_func (free_path);
  self->session_signals = g_signal_group_new (TV_TYPE_TRACE_SESSION);
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    g_signal_group_connect_swapped (self->session_signals, shown[i],
                                    G_CALLBACK (update), self);
  for (guint i = 0; i < G_N_ELEMENTS (enabling); i++)
    g_signal_group_connect_swapped (self->session_signals, enabling[i],
                                    G_CALLBACK (update_actions), self);
  update (self);
}

/**
 * tv_transform_bar_set_session:
 * @self: a bar
 * @session: (nullable): the session whose transforms it shows, %NULL for none
 */
void
tv_transform_bar_set_session (TvTransformBar *self, TvTraceSession *session)
{
  g_return_if_fail (TV_IS_TRANSFORM_BAR (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  g_signal_group_set_target (self->session_signals, session);
  g_set_object (&self->session, session);
  g_ptr_array_set_size (self->paths, 0);
  update (self);
}

/**
 * tv_transform_bar_get_action_group:
 * @self: a bar
 *
 * Returns: (transfer none): the transforms of the selected method and path, to be
 *   inserted as `transform`
 */
GActionGroup *
tv_transform_bar_get_action_group (TvTransformBar *self)
{
  g_return_val_if_fail (TV_IS_TRANSFORM_BAR (self), NULL);

  return G_ACTION_GROUP (self->actions);
}

/**
 * tv_transform_bar_add_keys:
 * @views: the parent widget of the views, which has the actions as `transform`
 *
 * Adds the keys of transforms to the views. They must not contain text entries.
 */
void
tv_transform_bar_add_keys (GtkWidget *views)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (keys),
        gtk_shortcut_new (gtk_shortcut_trigger_parse_string (shortcuts[i].key),
                          gtk_named_action_new (shortcuts[i].action)));
  gtk_widget_add_controller (views, keys);
}

/**
 * tv_transform_bar_has_key:
 * @key: a key value
 *
 * Returns: whether it is the letter of a transform, which views must not use otherwise
 */
gboolean
tv_transform_bar_has_key (guint key)
{
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    {
      GdkModifierType modifiers;
      guint letter;

      gtk_accelerator_parse (shortcuts[i].key, &letter, &modifiers);
      if ((modifiers & GDK_SHIFT_MASK) != 0)
        letter = gdk_keyval_to_upper (letter);
      if ((modifiers & GDK_CONTROL_MASK) == 0 && key == letter)
        return TRUE;
    }
  return FALSE;
}
