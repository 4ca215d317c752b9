/* SPDX-License-Identifier: Apache-2.0 */

/* The start of an app that does not exist: the tables of app-start-tables.c say which
 * methods there are, what they call and what each thread does; here it is played,
 * thread by thread, and put in order of time. The same bytes come out on every machine.
 */

#include "support/app-start.h"

#include <string.h>

#define SEED 20131021
#define FIRST_METHOD_ID 0
#define PID 14072
#define RECORD_CPU 1
#define PREEMPT_PER_MILLE 4
#define PREEMPT_MAX 3000

typedef struct
{
  GRand *random;
  GHashTable *methods;
  GArray *events;
  GArray *stack;
  guint *on_stack;
  guint32 thread;
  guint64 cpu;
  guint64 wall;
} Player;

/* The class without its package: what the rules call it. */
static const char *
short_class (const char *class_name)
{
  const char *dot = strrchr (class_name, '.');

  return dot != NULL ? dot + 1 : class_name;
}

static GHashTable *
index_methods (void)
{
  GHashTable *methods = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize i = 0; i < tv_app_n_methods; i++)
    {
      const TvAppMethod *method = &tv_app_methods[i];
      char *name
          = g_strdup_printf ("%s.%s", short_class (method->class_name), method->name);
      char *overload = g_strconcat (name, method->signature, NULL);

      g_hash_table_insert (methods, name, GSIZE_TO_POINTER (i));
      g_hash_table_insert (methods, overload, GSIZE_TO_POINTER (i));
    }
  return methods;
}

static guint
find_method (const Player *player, const char *name)
{
  gpointer index = NULL;

  if (!g_hash_table_lookup_extended (player->methods, name, NULL, &index))
    g_error ("no method %s", name);
  return GPOINTER_TO_UINT (index);
}

static void
emit (Player *player, guint method, TvWriterAction action)
{
  const TvWriterEvent event = { player->thread, FIRST_METHOD_ID + 4 * method, action,
                                player->cpu, player->wall };

  g_array_append_val (player->events, event);
  player->cpu += RECORD_CPU;
  player->wall += RECORD_CPU;
}

static void
work (Player *player, guint64 microseconds)
{
  player->cpu += microseconds;
  player->wall += microseconds;
  if (g_rand_int_range (player->random, 0, 1000) < PREEMPT_PER_MILLE)
    player->wall += (guint64) g_rand_int_range (player->random, 150, PREEMPT_MAX);
}

static void
enter (Player *player, guint method)
{
  emit (player, method, TV_WRITER_ENTER);
  g_array_append_val (player->stack, method);
  player->on_stack[method]++;
}

static void
leave (Player *player, guint method, TvWriterAction action)
{
  emit (player, method, action);
  if (player->stack->len == 0)
    return;

  g_assert (g_array_index (player->stack, guint, player->stack->len - 1) == method);
  g_array_set_size (player->stack, player->stack->len - 1);
  player->on_stack[method]--;
}

static void
wait_perhaps (Player *player, const TvAppMethod *method)
{
  if ((guint) g_rand_int_range (player->random, 0, 100) < method->wait_percent)
    player->wall += (guint64) g_rand_int_range (player->random, 120,
                                                (gint32) method->wait_max + 121);
}

static void play_call (Player *player, guint method);

/* Recursion is bounded by the limits in the rules. */
static void
play_rule (Player *player, const TvAppRule *rule, guint64 pause)
{
  guint callee = find_method (player, rule->callee);
  guint count = (guint) g_rand_int_range (player->random, (gint32) rule->min,
                                          (gint32) rule->max + 1);

  if ((guint) g_rand_int_range (player->random, 0, 100) >= rule->percent
      || player->on_stack[callee] >= rule->limit)
    return;

  for (guint i = 0; i < count; i++)
    {
      play_call (player, callee);
      work (player, pause);
    }
}

static void
play_call (Player *player, guint method)
{
  const TvAppMethod *body = &tv_app_methods[method];
  g_autofree char *name
      = g_strdup_printf ("%s.%s", short_class (body->class_name), body->name);
  guint64 self = (guint64) g_rand_int_range (player->random, (gint32) body->self_min,
                                             (gint32) body->self_max + 1);

  enter (player, method);
  work (player, self / 2);
  wait_perhaps (player, body);
  for (gsize i = 0; i < tv_app_n_rules; i++)
    if (g_str_equal (tv_app_rules[i].caller, name))
      play_rule (player, &tv_app_rules[i], self / 16);
  work (player, self - self / 2);
  leave (player, method, TV_WRITER_EXIT);
}

static void
play_step (Player *player, const TvAppStep *step)
{
  switch (step->op)
    {
    case TV_APP_IDLE:
      player->wall += 1000 * (guint64) step->amount
                      + (guint64) g_rand_int_range (player->random, 0, 400);
      break;
    case TV_APP_CALL:
      for (guint i = 0; i < step->amount; i++)
        {
          play_call (player, find_method (player, step->method));
          work (player, 12);
        }
      break;
    case TV_APP_ENTER:
      enter (player, find_method (player, step->method));
      work (player, 20);
      break;
    case TV_APP_WORK:
      work (player, 1000 * (guint64) step->amount);
      break;
    case TV_APP_LEAVE:
      leave (player, find_method (player, step->method), TV_WRITER_EXIT);
      break;
    case TV_APP_THROW:
      leave (player, find_method (player, step->method), TV_WRITER_UNWIND);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
play_thread (Player *player, const TvAppThread *thread)
{
  player->thread = thread->id;
  player->cpu = 0;
  player->wall = 9000;
  memset (player->on_stack, 0, tv_app_n_methods * sizeof *player->on_stack);
  g_array_set_size (player->stack, 0);
  for (gsize i = 0; i < thread->n_steps; i++)
    play_step (player, &thread->steps[i]);
}

/* The order of one thread's events must stay, also where times are equal: the position
 * decides then, and a thread's events stand in one run. */
static gint
compare_events (gconstpointer a, gconstpointer b)
{
  const TvWriterEvent *first = *(const TvWriterEvent *const *) a;
  const TvWriterEvent *second = *(const TvWriterEvent *const *) b;

  if (first->wall != second->wall)
    return first->wall < second->wall ? -1 : 1;
  return first < second ? -1 : first > second;
}

static guint64
end_of_main_thread (const GArray *events)
{
  guint64 end = 0;

  for (guint i = 0; i < events->len; i++)
    {
      const TvWriterEvent *event = &g_array_index (events, TvWriterEvent, i);

      if (event->thread == PID)
        end = MAX (end, event->wall);
    }
  return end;
}

/* Tracing is stopped by the main thread; what others do later is not in the file, and
 * leaves them with open calls. */
static void
write_events (TvTraceWriter *writer, const GArray *events)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  guint64 end = end_of_main_thread (events);

  for (guint i = 0; i < events->len; i++)
    g_ptr_array_add (order, &g_array_index (events, TvWriterEvent, i));
  g_ptr_array_sort (order, compare_events);
  for (guint i = 0; i < order->len; i++)
    {
      const TvWriterEvent *event = g_ptr_array_index (order, i);

      if (event->wall <= end)
        tv_trace_writer_event (writer, event);
    }
}

static void
add_number (TvTraceWriter *writer, const char *key, guint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, value);

  tv_trace_writer_add_property (writer, key, text);
}

static void
add_tables (TvTraceWriter *writer)
{
  for (gsize i = 0; i < tv_app_n_threads; i++)
    tv_trace_writer_add_thread (writer, tv_app_threads[i].id, tv_app_threads[i].name);

  for (gsize i = 0; i < tv_app_n_methods; i++)
    {
      const TvAppMethod *method = &tv_app_methods[i];
      g_auto (GStrv) outer = g_strsplit (short_class (method->class_name), "$", 2);
      g_autofree char *file = g_strconcat (outer[0], ".java", NULL);

      tv_trace_writer_add_method (writer, FIRST_METHOD_ID + 4 * (guint32) i,
                                  method->class_name, method->name, method->signature,
                                  file, 0);
    }
}

/**
 * tv_app_start_write:
 *
 * Plays the start of a picture app as ART would have traced it: version 3, dual clock,
 * about two and a half seconds, with calls that are open at both ends, exceptions,
 * waits and recursion.
 *
 * Returns: (transfer full): the whole trace
 */
TvTraceWriter *
tv_app_start_write (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED);
  g_autoptr (GHashTable) methods = index_methods ();
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (TvWriterEvent));
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *on_stack = g_new0 (guint, tv_app_n_methods);
  Player player = { .random = random,
                    .methods = methods,
                    .events = events,
                    .stack = stack,
                    .on_stack = on_stack };

  for (gsize i = 0; i < tv_app_n_threads; i++)
    play_thread (&player, &tv_app_threads[i]);
  add_tables (writer);
  write_events (writer, events);

  tv_trace_writer_set_field (writer, TV_WRITER_START_TIME, 81234567890);
  tv_trace_writer_add_property (writer, "data-file-overflow", "false");
  tv_trace_writer_add_property (writer, "clock", "dual");
  add_number (writer, "elapsed-time-usec", end_of_main_thread (events) + 41);
  add_number (writer, "num-method-calls", tv_trace_writer_get_n_records (writer));
  add_number (writer, "clock-call-overhead-nsec", 612);
  tv_trace_writer_add_property (writer, "vm", "art");
  add_number (writer, "pid", PID);
  return writer;
}
