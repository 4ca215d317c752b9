/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvNameText:
 * @text: the whole text, `Class.method(int, String[])  package`
 * @name_start: byte at which the name begins, behind a rank perhaps
 * @method_start: byte at which the method begins, behind its class
 * @method_end: byte behind the method
 * @parameters_end: byte behind the parameters; what follows is two blanks and the
 *   package, or nothing
 *
 * The name of a method, class or package as people read it. Where there is no room for
 * all of it, the package goes first, then the parameters, then the class from its
 * front.
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
