/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/trace-writer.h"

G_BEGIN_DECLS

/**
 * TvAppMethod:
 * @class_name: class, with dots
 * @name: method
 * @signature: JVM descriptor
 * @self_min: least time of its own in a call, in microseconds
 * @self_max: most
 * @wait_percent: how often a call waits off the CPU
 * @wait_max: longest wait in microseconds
 *
 * A method of the made-up app.
 */
typedef struct
{
  const char *class_name;
  const char *name;
  const char *signature;
  guint self_min;
  guint self_max;
  guint wait_percent;
  guint wait_max;
} TvAppMethod;

/**
 * TvAppRule:
 * @caller: a method as `Class.method`, without package; with the signature where there
 *   are overloads
 * @callee: what it calls
 * @min: least number of times
 * @max: most
 * @percent: how often it calls it at all
 * @limit: not if @callee is so often on the stack already
 *
 * What the body of a method does, in the order of the rules.
 */
typedef struct
{
  const char *caller;
  const char *callee;
  guint min;
  guint max;
  guint percent;
  guint limit;
} TvAppRule;

/**
 * TvAppOp:
 * @TV_APP_IDLE: time passes with no event, in milliseconds
 * @TV_APP_CALL: a method is called as often as the amount says, with everything it
 * calls
 * @TV_APP_ENTER: a method is entered
 * @TV_APP_WORK: time passes on the CPU, in milliseconds
 * @TV_APP_LEAVE: the method returns, also if it was entered before tracing began
 * @TV_APP_THROW: an exception leaves the method
 */
typedef enum
{
  TV_APP_IDLE,
  TV_APP_CALL,
  TV_APP_ENTER,
  TV_APP_WORK,
  TV_APP_LEAVE,
  TV_APP_THROW
} TvAppOp;

/**
 * TvAppStep:
 * @op: what happens
 * @method: to which method, as in #TvAppRule
 * @amount: how much of it
 */
typedef struct
{
  TvAppOp op;
  const char *method;
  guint amount;
} TvAppStep;

/**
 * TvAppThread:
 * @id: thread id
 * @name: name
 * @steps: (nullable): what it does
 * @n_steps: number of steps; none for a thread that only is in the table
 */
typedef struct
{
  guint32 id;
  const char *name;
  const TvAppStep *steps;
  gsize n_steps;
} TvAppThread;

extern const TvAppMethod tv_app_methods[];
extern const gsize tv_app_n_methods;
extern const TvAppRule tv_app_rules[];
extern const gsize tv_app_n_rules;
extern const TvAppThread tv_app_threads[];
extern const gsize tv_app_n_threads;

TvTraceWriter *tv_app_start_write (void);

G_END_DECLS
