/* SPDX-License-Identifier: Apache-2.0 */

/* CPU profiles of V8: nodes of trees of calls, and samples that are at one of them. A
 * file has one, or brings several in pieces. */

#pragma once

#include "trace/build/sample-builder.h"
#include "trace/input/text-value.h"

G_BEGIN_DECLS

/* The values of a profile, as the ids of a TvJsonForm. */
typedef enum
{
  TV_V8_NODE,
  TV_V8_HEAD, /* a node that has its callees in it */
  TV_V8_NODE_ID,
  TV_V8_NODE_PARENT,
  TV_V8_NODE_CHILD,
  TV_V8_NODE_HITS,
  TV_V8_FUNCTION_NAME,
  TV_V8_URL,
  TV_V8_LINE,
  TV_V8_START_TIME,
  TV_V8_END_TIME,
  TV_V8_SAMPLE,
  TV_V8_DELTA,
  TV_V8_TIME_STAMP,
  TV_N_V8_VALUES
} TvV8Value;

/* Of a stack that is made of its callers', which may be a loop. */
typedef enum
{
  TV_STACK_UNKNOWN,
  TV_STACK_OPEN, /* it is on the way to its outermost caller */
  TV_STACK_MADE
} TvStackState;

typedef struct _TvV8Profiles TvV8Profiles;

TvV8Profiles *tv_v8_profiles_new (TvTrace *trace, TvSampleBuilder *builder);
void tv_v8_profiles_free (TvV8Profiles *self);

void tv_v8_profiles_enter (TvV8Profiles *self, int id, guint64 offset);
void tv_v8_profiles_leave (TvV8Profiles *self, int id);
void tv_v8_profiles_take (TvV8Profiles *self, int id, const TvTextValue *value,
                          guint64 offset);

guint32 tv_v8_profiles_add (TvV8Profiles *self);
void tv_v8_profiles_set_thread (TvV8Profiles *self, guint32 profile, guint32 thread);
void tv_v8_profiles_set_start (TvV8Profiles *self, guint32 profile, gint64 start);
void tv_v8_profiles_keep (TvV8Profiles *self, guint32 profile, gint64 time);
void tv_v8_profiles_forget (TvV8Profiles *self);
gboolean tv_v8_profiles_have_samples (const TvV8Profiles *self);
gboolean tv_v8_profiles_build (TvV8Profiles *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvV8Profiles, tv_v8_profiles_free)

G_END_DECLS
