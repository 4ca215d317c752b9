/* SPDX-License-Identifier: Apache-2.0 */

/* Events that rules find, worked out by hand from the trace of query-text.c. */

#include "query-text.h"

#include "query/event-rules.h"
#include "support/test-runner.h"

#include <string.h>

static TvTrace *trace;
static TvEventRules *rules;

static void
set_up (void)
{
  trace = tv_test_make_shop ();
  rules = tv_event_rules_new (TRUE);
}

static void
tear_down (void)
{
  g_clear_pointer (&rules, tv_event_rules_free);
  g_clear_pointer (&trace, tv_trace_unref);
}

static void
read_rules (const char *text)
{
  GError *error = NULL;

  tv_event_rules_read (rules, text, strlen (text), &error);
  ck_assert_msg (error == NULL, "%s", error != NULL ? error->message : "");
}

static void
assert_mistake (const char *text, const char *expected)
{
  g_autoptr (GError) error = NULL;

  ck_assert (!tv_event_rules_read (rules, text, strlen (text), &error));
  ck_assert_str_eq (error->message, expected);
}

/* Writes the events as `label start-end thread.call`, in order. */
static char *
dup_events (GError **error)
{
  g_autoptr (TvEventRow) row
      = tv_event_rules_find (rules, trace, "Events", NULL, error);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < row->events->len; i++)
    {
      const TvEvent *event = tv_event_row_get (row, i);

      g_string_append_printf (text, "%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                              event->label, event->start, event->end);
      if (event->call.thread != TV_THREAD_NONE)
        g_string_append_printf (text, " %u.%u", event->call.thread, event->call.call);
      g_string_append (text, "; ");
    }
  return g_string_free (text, FALSE);
}

static void
assert_events (const char *expected)
{
  g_autofree char *events = dup_events (NULL);

  ck_assert_str_eq (events, expected);
}

/* The call inside another of the rule is none, the one after it is. */
START_TEST (test_methods)
{
  read_rules ("# a comment\n[shop]\nLabel=Shop\nMethods=p.Shop.a;\n");
  assert_events ("Shop 0-1000000 0.0; ");
  read_rules ("[carts]\nMethods=*.Cart.?;\nExplanation=Carts.\n");
  assert_events ("Shop 0-1000000 0.0; carts 0-220000 1.0; carts 100000-500000 0.1; "
                 "carts 500000-600000 0.3; ");
}
END_TEST

START_TEST (test_meanings)
{
  g_autoptr (TvEventRow) row = NULL;
  TvEvent meaning = { 0 };
  guint n = 0;

  read_rules ("[carts]\nLabel=Cart\nMethods=p.Cart.b\nExplanation=Carts.\n");
  row = tv_event_rules_find (rules, trace, "Events", NULL, NULL);
  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    if (tv_event_row_get_meaning (row, i, &meaning))
      {
        ck_assert_str_eq (tv_trace_get_method (trace, i)->class_name, "p.Cart");
        n++;
      }
  /* b() and b(int). */
  ck_assert_uint_eq (n, 2);
  ck_assert_str_eq (meaning.label, "Cart");
  ck_assert_str_eq (meaning.explanation, "Carts.");
}
END_TEST

/* A label is another in another language, what gives the event its colour is not. */
START_TEST (test_kinds)
{
  static const char text[] = "[a]\nLabel=Shop\nLabel[de]=Laden\nMethods=p.Shop.a;\n"
                             "[q]\nLabel=Short\nLabel[de]=Kurz\n"
                             "Query=SELECT ts, dur FROM slice WHERE dur = 220000\n";
  g_autoptr (TvEventRules) plain = tv_event_rules_new (FALSE);
  g_autoptr (TvEventRow) row = NULL;
  g_autoptr (TvEventRow) other = NULL;

  g_setenv ("LANGUAGE", "de", TRUE);
  read_rules (text);
  g_unsetenv ("LANGUAGE");
  assert_events ("Laden 0-1000000 0.0; Kurz 0-220000; ");
  row = tv_event_rules_find (rules, trace, "Events", NULL, NULL);
  ck_assert (tv_event_rules_read (plain, text, strlen (text), NULL));
  other = tv_event_rules_find (plain, trace, "Events", NULL, NULL);
  for (guint i = 0; i < 2; i++)
    {
      ck_assert_str_ne (tv_event_row_get (row, i)->label,
                        tv_event_row_get (other, i)->label);
      ck_assert_uint_eq (tv_event_row_get (row, i)->kind,
                         tv_event_row_get (other, i)->kind);
    }
  ck_assert_uint_ne (tv_event_row_get (row, 0)->kind, tv_event_row_get (row, 1)->kind);
}
END_TEST

START_TEST (test_queries)
{
  read_rules ("[q]\nLabel=Short\nQuery=SELECT ts, dur FROM slice WHERE dur = 100000\n");
  assert_events ("Short 200000-300000; Short 500000-600000; ");
  read_rules ("[q]\nQuery=SELECT dur, ts, id AS name, 9223372036854775807 AS ts2"
              " FROM slice WHERE id = 5\n");
  assert_events ("5 220000-220000; ");
  read_rules ("[q]\nQuery=SELECT 9 AS ts, 9223372036854775807 AS dur, NULL AS name\n");
  assert_events ("q 9-2305843009213693951; ");
  read_rules ("[q]\nQuery=SELECT -9223372036854775807 AS ts, -9 AS dur\n");
  assert_events ("q -2305843009213693951--2305843009213693951; ");
}
END_TEST

START_TEST (test_a_rule_replaces_another)
{
  read_rules ("[shop]\nMethods=p.Shop.a\n");
  read_rules ("[shop]\nMethods=\n");
  assert_events ("");
  read_rules ("");
  assert_events ("");
}
END_TEST

START_TEST (test_mistakes_have_lines)
{
  assert_mistake ("[a]\nLabel=x\n",
                  "line 1: this rule has neither Methods nor a Query");
  assert_mistake ("[a]\nMethods=x\n\n[b]\nMethods=x\nColour=red\n",
                  "line 6: there is no key “Colour”");
  assert_mistake (
      "[a]\nMethods=x\nLabel=\xff\n",
      "line 3: Key file contains key “Label” with value “\uFFFD” which is not "
      "UTF-8");
  assert_mistake ("[a]\nMethods=x\nLabel=a\\qb\n",
                  "line 3: Key file contains key “Label” which has a value that cannot "
                  "be interpreted.");
  assert_mistake (
      "[a]\nLabel=x\nMethods=a\\q;b\n",
      "line 3: Key file contains key “Methods” which has a value that cannot "
      "be interpreted.");
  assert_mistake ("[a]\nMethods=x\n\nnonsense\n",
                  "line 4: Key file contains line “nonsense” which is not a key-value "
                  "pair, group, or comment");
  /* The rules before the mistake are there. */
  read_rules ("[q]\nMethods=q.Shop.a\n");
  assert_mistake ("[shop]\nMethods=p.Shop.a\n[wrong]\nMethod=x\n",
                  "line 4: there is no key “Method”");
  assert_events ("shop 0-1000000 0.0; q 220000-220000 1.1; ");
}
END_TEST

START_TEST (test_mistakes_of_queries)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *events = NULL;

  read_rules ("[wrong]\nQuery=SELECT nothing FROM slice\n"
              "[other]\nQuery=SELECT 1\n[shop]\nMethods=p.Shop.a\n");
  events = dup_events (&error);
  ck_assert_str_eq (events, "shop 0-1000000 0.0; ");
  ck_assert_msg (g_str_has_prefix (error->message, "[wrong]: "), "%s", error->message);
  ck_assert_ptr_nonnull (strstr (error->message, "nothing"));
}
END_TEST

/**
 * main:
 *
 * Returns: 0 if all tests passed
 */
TV_TESTS (set_up, tear_down)
