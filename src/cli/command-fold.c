/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/flame/folded-stacks.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  gboolean per_thread;
  gboolean signatures;
  char *unit;
} Options;

static gboolean
write_stacks (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Options *options = line->values;
  const TvInput *input = &line->input;
  TvFoldedSpec spec = { .part = input->part,
                        .clock = input->clock,
                        .through = input->matching,
                        .max_depth = line->depth,
                        .per_thread = options->per_thread,
                        .signatures = options->signatures };
  g_autofree char *note = NULL;
  gboolean written;

  if (options->unit == NULL)
    spec.unit = tv_folded_unit_choose (input->trace);
  else
    spec.unit = g_str_equal (options->unit, "ns") ? TV_FOLDED_NANOSECONDS
                                                  : TV_FOLDED_MICROSECONDS;
  written = tv_folded_stacks_write (input->trace, &spec, &note, out, NULL, error);
  if (note != NULL)
    tv_report_file_error (line->files[0], note);
  return written;
}

static const GOptionEntry options[]
    = { { "per-thread", 0, 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Options, per_thread),
          N_ ("Keep threads apart, each below a frame of its own"), NULL },
        { "signatures", 0, 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Options, signatures),
          N_ ("Keep overloaded methods apart by their signatures"), NULL },
        { "unit", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, unit),
          N_ ("Unit of the numbers; the default is microseconds, or nanoseconds for "
              "files with such times"),
          "us|ns" } };

const TvCommand tv_command_fold
    = { .name = "fold",
        .title = N_ ("Write folded stacks"),
        .summary = N_ ("Write folded stacks, the time of each stack, for flame graph "
                       "tools."),
        .formats = "collapsed",
        .takes = TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_STACK_FILTER | TV_TAKES_NAMES
                 | TV_TAKES_DEPTH | TV_TAKES_TRANSFORMS | TV_TAKES_WITH,
        .options = options,
        .n_options = G_N_ELEMENTS (options),
        .size = sizeof (Options),
        .write = write_stacks };
