/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/event-row.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvEventRules:
 *
 * Rules that say which calls of a trace are events, and what they mean. They come from
 * key files. Each group is a rule with these keys:
 *
 * - `Label`: what its events are called; its name if it has none
 * - `Explanation`: a sentence on what they mean
 * - `Methods`: patterns with `*` and `?` of `package.Class.method`, separated by `;`.
 *   Calls of these are its events, but for those inside another of the same rule and
 *   thread
 * - `Query`: SQL with the columns `ts` and `dur`, and perhaps `name` and `explanation`
 *   in place of the others. Its rows are events, too
 *
 * `Label` and `Explanation` may be translated, as in a desktop file.
 */
typedef struct _TvEventRules TvEventRules;

/**
 * TvEventRulesError:
 * @TV_EVENT_RULES_ERROR_INVALID: a file with a mistake
 *
 * What can be wrong with rules.
 */
typedef enum
{
  TV_EVENT_RULES_ERROR_INVALID
} TvEventRulesError;

#define TV_EVENT_RULES_ERROR (tv_event_rules_error_quark ())

GQuark tv_event_rules_error_quark (void);

TvEventRules *tv_event_rules_new (gboolean translated);
void tv_event_rules_free (TvEventRules *rules);

void tv_event_rules_add_own (TvEventRules *rules);
gboolean tv_event_rules_read (TvEventRules *rules, const char *text, gsize length,
                              GError **error);
TvEventRow *tv_event_rules_find (const TvEventRules *rules, TvTrace *trace,
                                 const char *name, GCancellable *cancellable,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvEventRules, tv_event_rules_free)

G_END_DECLS
