/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/table.h"
#include "ui/profile/profile-column.h"
#include "ui/profile/profile-item.h"
#include "ui/session/trace-session.h"

G_BEGIN_DECLS

/**
 * TvShownFields:
 *
 * What a table that is copied or exported holds of a row: for people the columns that
 * are shown, as texts; for programs the same as numbers, with what the row is about.
 */
typedef struct _TvShownFields TvShownFields;

TvShownFields *tv_shown_fields_new (const TvProfileColumn *columns, guint n_columns,
                                    TvTimeUnit unit, TvTableFormat format);
void tv_shown_fields_free (TvShownFields *self);

const TvColumn *tv_shown_fields_get_columns (const TvShownFields *self, guint *n);
void tv_shown_fields_make_cell (const TvColumn *field, TvProfileItem *row, guint level,
                                TvTraceSession *session, TvCell *cell);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvShownFields, tv_shown_fields_free)

G_END_DECLS
