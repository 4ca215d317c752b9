/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvStringPool:
 *
 * Strings that live as long as the pool. Names repeat in every line of a method table,
 * so equal strings are stored once. A #GStringChunk has a hash without a seed: a file
 * could choose a hundred thousand names that collide.
 */
typedef struct _TvStringPool TvStringPool;

TvStringPool *tv_string_pool_new (void);
void tv_string_pool_free (TvStringPool *pool);

const char *tv_string_pool_add (TvStringPool *pool, const char *text);
const char *tv_string_pool_add_length (TvStringPool *pool, const char *text,
                                       gsize length);
const char *tv_string_pool_store (TvStringPool *pool, const char *text);
void tv_string_pool_seal (TvStringPool *pool);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvStringPool, tv_string_pool_free)

G_END_DECLS
