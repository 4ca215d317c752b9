/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/method-index.h"

G_BEGIN_DECLS

/**
 * TvMethodIndexer:
 *
 * Makes the index of a trace's methods when it is first asked for, in a worker, and
 * keeps it.
 */
typedef struct _TvMethodIndexer TvMethodIndexer;

/**
 * TvMethodIndexReady:
 * @index: (nullable): the index, %NULL if it could not be made
 * @error: (nullable): why not
 * @user_data: what was given with the function
 *
 * Answers who asked for an index.
 */
typedef void (*TvMethodIndexReady) (const TvMethodIndex *index, const GError *error,
                                    gpointer user_data);

TvMethodIndexer *tv_method_indexer_new (TvTrace *trace);
void tv_method_indexer_free (TvMethodIndexer *indexer);
void tv_method_indexer_ask (TvMethodIndexer *indexer, TvMethodIndexReady ready,
                            gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodIndexer, tv_method_indexer_free)

G_END_DECLS
