/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/regex-machine-private.h"

#include "analysis/find/regex-program-private.h"

#include <string.h>

/* More are not worth the time, nor do they fit in the cache of a processor. */
#define MAX_STATES 1000

/* The end of a name, and all that is not from space to tilde. */
#define SYMBOL_END 0
#define SYMBOL_OTHER 1
#define N_FIXED_SYMBOLS 2

#define WORD_BITS 64
#define MAX_STEP_WORDS (TV_REGEX_MAX_STEPS / WORD_BITS)

/* What was before a place, and what is after it: #Side. */
typedef enum
{
  SIDE_NONE, /* the start of the name or its end */
  SIDE_WORD,
  SIDE_OTHER
} Side;

#define N_SIDES 3

/* A state is the steps that are at work, and what was before: words of bits of the
 * steps, and one more for the #Side. */
typedef struct
{
  const TvRegexProgram *program;
  guint8 symbols[256];
  guint n_symbols;
  guchar samples[256]; /* a letter of each symbol */
  gboolean has_edges;
  gboolean is_anchored; /* whether no match begins behind the start */
  guint n_words;
  guint64 *takers;      /* for each symbol, bits of the steps that take it */
  guint64 *closures;    /* for each side that may come next, bits of steps */
  guint *stack;         /* steps that are to be gone on from */
  GHashTable *by_state; /* of states as GBytes, their numbers from 1 on */
  GPtrArray *states;    /* the same */
  GArray *next;
} Builder;

static gboolean
has_bit (const guint64 *bits, guint at)
{
  return bits[at / WORD_BITS] >> at % WORD_BITS & 1;
}

static void
set_bit (guint64 *bits, guint at)
{
  bits[at / WORD_BITS] |= G_GUINT64_CONSTANT (1) << at % WORD_BITS;
}

static Side
get_side (guchar letter)
{
  return g_ascii_isalnum (letter) || letter == '_' ? SIDE_WORD : SIDE_OTHER;
}

static gboolean
are_alike (const Builder *builder, guchar letter, guchar other)
{
  const GArray *steps = builder->program->steps;

  if (builder->has_edges && get_side (letter) != get_side (other))
    return FALSE;
  for (guint i = 0; i < steps->len; i++)
    {
      const TvRegexStep *step = tv_regex_program_get (builder->program, i);

      if (step->kind == TV_REGEX_STEP_LETTER
          && tv_regex_letters_have (&step->letters, letter)
                 != tv_regex_letters_have (&step->letters, other))
        return FALSE;
    }
  return TRUE;
}

/* Letters that no step tells from each other are one symbol. */
static void
find_symbols (Builder *builder)
{
  memset (builder->symbols, SYMBOL_OTHER, sizeof builder->symbols);
  builder->symbols[0] = SYMBOL_END;
  builder->n_symbols = N_FIXED_SYMBOLS;
  for (guchar letter = ' '; letter <= '~'; letter++)
    {
      guint symbol = N_FIXED_SYMBOLS;

      while (symbol < builder->n_symbols
             && !are_alike (builder, builder->samples[symbol], letter))
        symbol++;
      builder->symbols[letter] = (guint8) symbol;
      builder->samples[symbol] = letter;
      builder->n_symbols = MAX (builder->n_symbols, symbol + 1);
    }
}

static void
find_takers (Builder *builder)
{
  builder->takers = g_new0 (guint64, (gsize) builder->n_symbols * builder->n_words);
  for (guint i = 0; i < builder->program->steps->len; i++)
    {
      const TvRegexStep *step = tv_regex_program_get (builder->program, i);

      for (guint symbol = N_FIXED_SYMBOLS;
           step->kind == TV_REGEX_STEP_LETTER && symbol < builder->n_symbols; symbol++)
        if (tv_regex_letters_have (&step->letters, builder->samples[symbol]))
          set_bit (builder->takers + (gsize) symbol * builder->n_words, i);
    }
}

static gboolean
is_there (TvRegexKind place, Side before, Side after)
{
  const gboolean is_edge = (before == SIDE_WORD) != (after == SIDE_WORD);

  if (place == TV_REGEX_START)
    return before == SIDE_NONE;
  if (place == TV_REGEX_END)
    return after == SIDE_NONE;
  return is_edge == (place == TV_REGEX_WORD_EDGE);
}

static void
reach (Builder *builder, guint64 *reached, guint step, guint *n_open)
{
  if (has_bit (reached, step))
    return;
  set_bit (reached, step);
  builder->stack[(*n_open)++] = step;
}

/* All steps that those of @state lead to without a letter, between two sides. */
static void
close_state (Builder *builder, const guint64 *state, Side after, guint64 *reached)
{
  const Side before = (Side) state[builder->n_words];
  guint n_open = 0;

  memset (reached, 0, builder->n_words * sizeof *reached);
  for (guint i = 0; i < builder->program->steps->len; i++)
    if (has_bit (state, i))
      reach (builder, reached, i, &n_open);
  while (n_open > 0)
    {
      const TvRegexStep *step
          = tv_regex_program_get (builder->program, builder->stack[--n_open]);

      if (step->kind == TV_REGEX_STEP_FORK)
        reach (builder, reached, step->other, &n_open);
      if (step->kind == TV_REGEX_STEP_FORK
          || (step->kind == TV_REGEX_STEP_PLACE
              && is_there (step->place, before, after)))
        reach (builder, reached, step->next, &n_open);
    }
}

/* The step of a match is the first of a program. */
static gboolean
has_match (const guint64 *reached)
{
  return has_bit (reached, 0);
}

static gboolean
has_steps (const Builder *builder, const guint64 *steps)
{
  guint64 any = 0;

  for (guint i = 0; i < builder->n_words; i++)
    any |= steps[i];
  return any != 0;
}

/* Whether there is nothing to begin a match with behind the start of a name. */
static gboolean
find_anchor (Builder *builder)
{
  g_autofree guint64 *state = g_new0 (guint64, builder->n_words + 1);

  set_bit (state, builder->program->start);
  for (Side before = SIDE_WORD; before <= SIDE_OTHER; before++)
    for (Side after = SIDE_NONE; after <= SIDE_OTHER; after++)
      {
        state[builder->n_words] = before;
        close_state (builder, state, after, builder->closures);
        for (guint i = 0; i < builder->program->steps->len; i++)
          if (has_bit (builder->closures, i)
              && (tv_regex_program_get (builder->program, i)->kind
                      == TV_REGEX_STEP_LETTER
                  || has_match (builder->closures)))
            return FALSE;
      }
  return TRUE;
}

/* Returns: the number of the state, a new one if there was none. */
static guint
get_state (Builder *builder, const guint64 *state)
{
  GBytes *key = g_bytes_new (state, (builder->n_words + 1) * sizeof *state);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (builder->by_state, key));

  if (number > 0)
    {
      g_bytes_unref (key);
      return number;
    }
  g_ptr_array_add (builder->states, key);
  number = builder->states->len;
  g_hash_table_insert (builder->by_state, key, GUINT_TO_POINTER (number));
  return number;
}

/* Where @symbol leads to from a state of which the closures are known. */
static guint
follow (Builder *builder, guint symbol)
{
  const Side after
      = symbol == SYMBOL_END ? SIDE_NONE : get_side (builder->samples[symbol]);
  const guint64 *reached = builder->closures + (gsize) after * builder->n_words;
  const guint64 *takers = builder->takers + (gsize) symbol * builder->n_words;
  guint64 state[MAX_STEP_WORDS + 1] = { 0 };

  if (symbol == SYMBOL_OTHER)
    return TV_REGEX_UNSURE;
  if (has_match (reached))
    return TV_REGEX_HIT;
  if (symbol == SYMBOL_END)
    return TV_REGEX_MISS;
  for (guint i = 0; i < builder->n_words; i++)
    for (guint64 left = reached[i] & takers[i]; left != 0; left &= left - 1)
      {
        const guint at = i * WORD_BITS + (guint) __builtin_ctzll (left);

        set_bit (state, tv_regex_program_get (builder->program, at)->next);
      }
  if (!builder->is_anchored)
    set_bit (state, builder->program->start);
  if (!has_steps (builder, state))
    return TV_REGEX_MISS;
  state[builder->n_words] = builder->has_edges ? after : SIDE_OTHER;
  return get_state (builder, state) * builder->n_symbols;
}

/* States come up on the way. Returns %FALSE if they are too many. */
static gboolean
find_states (Builder *builder)
{
  guint64 start[MAX_STEP_WORDS + 1] = { 0 };

  set_bit (start, builder->program->start);
  start[builder->n_words] = SIDE_NONE;
  get_state (builder, start);
  g_array_set_size (builder->next, builder->n_symbols);
  for (guint i = 0; i < builder->states->len; i++)
    {
      const guint64 *state
          = g_bytes_get_data (g_ptr_array_index (builder->states, i), NULL);

      for (Side after = SIDE_NONE; after < N_SIDES; after++)
        close_state (builder, state, after,
                     builder->closures + (gsize) after * builder->n_words);
      for (guint symbol = 0; symbol < builder->n_symbols; symbol++)
        {
          const guint next = follow (builder, symbol);
          const guint16 narrow = (guint16) next;

          if (next > G_MAXUINT16)
            return FALSE;
          g_array_append_val (builder->next, narrow);
        }
      if (builder->states->len > MAX_STATES)
        return FALSE;
    }
  return TRUE;
}

static void
start_builder (Builder *builder, const TvRegexProgram *program)
{
  const guint n_steps = program->steps->len;

  builder->program = program;
  for (guint i = 0; i < n_steps; i++)
    {
      const TvRegexStep *step = tv_regex_program_get (program, i);

      if (step->kind == TV_REGEX_STEP_PLACE && step->place != TV_REGEX_START
          && step->place != TV_REGEX_END)
        builder->has_edges = TRUE;
    }
  builder->n_words = (n_steps + WORD_BITS - 1) / WORD_BITS;
  builder->closures = g_new0 (guint64, (gsize) N_SIDES * builder->n_words);
  builder->stack = g_new (guint, n_steps);
  builder->by_state = g_hash_table_new (g_bytes_hash, g_bytes_equal);
  builder->states = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  builder->next = g_array_new (FALSE, TRUE, sizeof (guint16));
  find_symbols (builder);
  find_takers (builder);
  builder->is_anchored = find_anchor (builder);
}

static void
clear_builder (Builder *builder)
{
  g_free (builder->takers);
  g_free (builder->closures);
  g_free (builder->stack);
  g_hash_table_unref (builder->by_state);
  g_ptr_array_unref (builder->states);
  g_clear_pointer (&builder->next, g_array_unref);
}

/* Takes up to some milliseconds: call it in a worker. */
TvRegexMachine *
tv_regex_machine_new (const TvRegexTree *tree)
{
  g_autoptr (TvRegexProgram) program = NULL;
  TvRegexMachine *machine = NULL;
  Builder builder = { 0 };

  g_return_val_if_fail (tree != NULL, NULL);

  program = tree->is_plain ? tv_regex_program_new (tree) : NULL;
  if (program == NULL)
    return NULL;
  start_builder (&builder, program);
  if (find_states (&builder))
    {
      machine = g_new0 (TvRegexMachine, 1);
      memcpy (machine->symbols, builder.symbols, sizeof machine->symbols);
      machine->start = builder.n_symbols;
      machine->next
          = (guint16 *) (void *) g_array_free (g_steal_pointer (&builder.next), FALSE);
    }
  clear_builder (&builder);
  return machine;
}
