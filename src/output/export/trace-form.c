/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/export/trace-form.h"

#include <glib/gi18n-lib.h>

#define LATEST_VERSION 5
#define FIRST_OF_PACKETS 4

/**
 * tv_trace_form_check:
 * @form: what somebody asks for
 * @error: a #GIOErrorEnum
 *
 * Returns: whether there is such a form
 */
gboolean
tv_trace_form_check (const TvTraceForm *form, GError **error)
{
  g_return_val_if_fail (form != NULL, FALSE);

  if (form->version > LATEST_VERSION)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 _ ("There is no version %u of traces"), form->version);
  else if (form->version == 1 && form->streaming)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                         _ ("Traces of version 1 cannot be streamed"));
  else
    return TRUE;
  return FALSE;
}

/* Chooses a version if none was asked for, and whether it has one clock. That one
 * clock is in version 3 is foreseen where it is not streamed. */
gboolean
tv_trace_form_settle (TvTraceForm *form, guint n_clocks, GError **error)
{
  gboolean dual;

  g_return_val_if_fail (form != NULL && tv_trace_form_check (form, NULL), FALSE);

  dual = n_clocks > 1 && !form->one_clock;
  if (form->version == 0)
    form->version = dual ? 3 : 2;
  if (!dual && (form->version == 5 || (form->version == 3 && form->streaming)))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   form->streaming
                       ? _ ("Streamed traces of version %u have two clocks, and there "
                            "is one: version %u has it")
                       : _ ("Traces of version %u have two clocks, and there is one: "
                            "version %u has it"),
                   form->version, form->version - 1);
      return FALSE;
    }
  form->one_clock = !dual || (form->version != 3 && form->version != 5);
  return TRUE;
}

/* Returns whether it is made of packets, which have nanoseconds and wide ids. */
gboolean
tv_trace_form_has_packets (const TvTraceForm *form)
{
  g_return_val_if_fail (form != NULL, FALSE);

  return form->version >= FIRST_OF_PACKETS;
}

/* Returns how many bits of a thread's id a record has. */
guint
tv_trace_form_get_thread_bits (const TvTraceForm *form)
{
  g_return_val_if_fail (form != NULL, 0);

  if (tv_trace_form_has_packets (form))
    return 32;
  return form->version == 1 ? 8 : 16;
}
