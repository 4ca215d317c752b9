/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/kernel/binder.h"

/* The flag of a transaction that nobody waits for. */
#define ONE_WAY 1

/* The names that Perfetto gives, by which its users search. */
#define WAITING "binder transaction"
#define REPLYING "binder reply"
#define ASYNC "binder transaction async"

/* What is under way. */
typedef struct
{
  gboolean is_reply;
  gboolean is_one_way;
} Transaction;

struct _TvBinder
{
  TvRunBuilder *builder;
  TvSliceNames *names;
  TvSystemTasks *tasks;
  GHashTable *transactions; /* by number */
};

/**
 * tv_binder_new:
 * @builder: receives the slices
 * @names: knows their names
 * @tasks: knows the threads
 *
 * Returns: (transfer full): a binder, which all of these must outlive
 */
TvBinder *
tv_binder_new (TvRunBuilder *builder, TvSliceNames *names, TvSystemTasks *tasks)
{
  TvBinder *self = g_new0 (TvBinder, 1);

  self->builder = builder;
  self->names = names;
  self->tasks = tasks;
  self->transactions
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  return self;
}

void
tv_binder_free (TvBinder *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->transactions);
  g_free (self);
}

/* Returns the tag of a slice from which, or to which, the flow of a transaction goes.
 */
static guint32
add_tag (TvBinder *self, const TvBinderEvent *event, TvFlowPhase phase)
{
  TvDetailBuilder *details = tv_run_builder_get_details (self->builder);
  const TvFlowPoint point
      = { .id = (guint64) event->id,
          .phase = phase,
          .time = event->time,
          .tag = tv_detail_builder_add_tag (details, TV_ARG_SET_NONE) };

  if (point.tag > 0)
    (void) tv_detail_builder_add_flow_point (details, &point);
  return point.tag;
}

static gboolean
begin_run (TvBinder *self, const TvBinderEvent *event, const char *name,
           TvFlowPhase phase)
{
  const TvRun run = { .name = tv_slice_names_get (self->names, "binder", name),
                      .start = event->time,
                      .offset = event->offset,
                      .tag = add_tag (self, event, phase) };

  return tv_run_builder_begin_run (
      self->builder, tv_system_tasks_get_track (self->tasks, event->tid), &run);
}

static gboolean
end_run (TvBinder *self, const TvBinderEvent *event, const char *name)
{
  const TvRun run = { .name = tv_slice_names_get (self->names, "binder", name),
                      .end = event->time,
                      .offset = event->offset };

  return tv_run_builder_end_run (
      self->builder, tv_system_tasks_get_track (self->tasks, event->tid), &run);
}

static gboolean
add_instant (TvBinder *self, const TvBinderEvent *event)
{
  const TvRun run = { .name = tv_slice_names_get (self->names, "binder", ASYNC),
                      .start = event->time,
                      .end = event->time,
                      .offset = event->offset };

  return tv_run_builder_add_run (
      self->builder, tv_system_tasks_get_track (self->tasks, event->tid), &run);
}

/**
 * tv_binder_send:
 * @self: a binder
 * @event: a transaction that a thread sends
 * @is_reply: whether it is the reply to another one
 * @flags: its flags
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_binder_send (TvBinder *self, const TvBinderEvent *event, gboolean is_reply,
                guint64 flags)
{
  const Transaction transaction
      = { .is_reply = is_reply, .is_one_way = !is_reply && (flags & ONE_WAY) != 0 };

  if (!tv_growth_take (tv_run_builder_get_growth (self->builder), 128))
    return FALSE;
  g_hash_table_insert (self->transactions, g_memdup2 (&event->id, sizeof event->id),
                       g_memdup2 (&transaction, sizeof transaction));
  if (is_reply)
    return end_run (self, event, REPLYING);
  return transaction.is_one_way ? add_instant (self, event)
                                : begin_run (self, event, WAITING, TV_FLOW_BEGIN);
}

/**
 * tv_binder_receive:
 * @self: a binder
 * @event: a transaction that a thread receives
 *
 * A transaction that was sent before the trace began is left out.
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_binder_receive (TvBinder *self, const TvBinderEvent *event)
{
  const Transaction *found = g_hash_table_lookup (self->transactions, &event->id);
  gboolean ok = TRUE;

  if (found == NULL)
    return TRUE;
  if (found->is_reply)
    ok = end_run (self, event, WAITING);
  else if (!found->is_one_way)
    ok = begin_run (self, event, REPLYING, TV_FLOW_END);
  g_hash_table_remove (self->transactions, &event->id);
  return ok;
}

/**
 * tv_binder_fail:
 * @self: a binder
 * @event: a thread that gets no reply, whatever the number is
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_binder_fail (TvBinder *self, const TvBinderEvent *event)
{
  return end_run (self, event, WAITING);
}
