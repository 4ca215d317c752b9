/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvNameText:
 * @text: the whole text, `Class.method(int, String[])  package`
 * @name_start: byte at which the name begins, after the rank if there is one
 * @method_start: byte at which the method begins, after its class
 * @method_end: byte after the method
 * @parameters_end: byte after the parameters; two blanks and the package may follow
 *
 * The name of a method, class or package for people. If it does not fit, the package is
 * dropped first, then the parameters, then the start of the class.
 */
typedef struct
{
  char *text;
  gsize name_start;
  gsize method_start;
  gsize method_end;
  gsize parameters_end;
} TvNameText;

TvNameText *tv_name_text_new (const TvMethod *method);
TvNameText *tv_name_text_new_in_package (const char *name, const char *package);
void tv_name_text_free (TvNameText *self);

void tv_name_text_prepend (TvNameText *self, const char *before);
char *tv_name_text_dup (const TvMethod *method);
char *tv_name_text_dup_short (const TvNameText *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNameText, tv_name_text_free)

G_END_DECLS
