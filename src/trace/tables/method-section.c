/* SPDX-License-Identifier: Apache-2.0 */

/* A long list of methods. It is cut into pieces of whole lines, and the pieces are read
 * on all processors: their lines become rows, and their strings go where the worker
 * keeps some. Then the pieces are joined in the order of the text, and each row's id is
 * looked up.
 *
 * That goes for lines as all runtimes write them, about a method that is not known yet.
 * From the first other line of a piece on, the piece is read line by line when it is
 * joined, so that odd lines come to the same as in a short list, warnings and all. */

#include "trace/tables/method-section.h"

#include "trace/model/column-memory.h"
#include "trace/model/parallel.h"
#include "trace/tables/method-line.h"
#include "trace/tables/text-line.h"

#include <string.h>

#define USUAL_PIECE ((gsize) 128 * 1024)

/* So many pieces are read before they are joined: what a file makes us reserve for rows
 * that then turn out to be none is bounded by that. */
#define PIECES_AT_ONCE 64

/* The shortest line that is a method's, with its end: an id, a tab and no name. */
#define SHORTEST_LINE 3

/* Room for more rows than this is not made before they are there. */
#define MAX_EXPECTED_ROWS ((gsize) 4 * 1024 * 1024)

/* Names come again nearby, if at all: 512 KiB. */
#define REMEMBERED_SLOTS 32768

typedef struct
{
  gsize start; /* of its first line; all are in bytes from the start of the text */
  gsize limit; /* lines that begin from here on are of the next piece */
  gsize end;   /* of its last line */
  gsize n_lines;
  gsize n_possible; /* lines that are long enough for a method */
  gsize first_row;  /* of the wave's rows */
  gsize n_rows;     /* plain lines at its start became so many */
  gsize odd_from;   /* the first line that is not plain, or @end */
  gboolean has_end; /* at @end stands what is no line of the section */
} Piece;

/* What one worker has. */
typedef struct
{
  TvStringPool *strings;
  TvMethodLine line;
  TvMethod last; /* whose strings the next one probably has, too */
} Worker;

typedef struct
{
  TvMethodTable *table;
  const TvTableText *origin;
  const char *text;
  gsize size;
  GCancellable *cancellable;
  gsize piece_size;
  Worker *workers;
  guint n_workers;

  Piece pieces[PIECES_AT_ONCE];
  guint n_pieces;
  gint next_piece; /* atomic: the first that nobody took */
  gboolean has_end;
  guint64 line;      /* lines before the wave */
  TvMethod *rows;    /* behind the last method of the table */
  GArray *row_lines; /* of gsize: where the line of each row begins */
} Section;

static gboolean
begins_keyword (const Section *section, gsize position)
{
  return section->text[position] == '*'
         || tv_text_is_data_header (section->text + position, section->size - position);
}

/* Finds the lines that begin in a piece, without looking beyond it: a line may be
 * longer than many pieces. */
static void
count_lines (const Section *section, Piece *piece)
{
  const char *text = section->text;
  gsize position = piece->start;

  if (position > 0 && text[position - 1] != '\n')
    {
      const char *newline = memchr (text + position, '\n', piece->limit - position);

      position = newline != NULL ? (gsize) (newline + 1 - text) : piece->limit;
    }
  piece->start = position;
  while (position < piece->limit && !piece->has_end)
    {
      const char *newline = memchr (text + position, '\n', piece->limit - position);
      gsize next = newline != NULL ? (gsize) (newline + 1 - text) : piece->limit;

      piece->has_end = begins_keyword (section, position);
      if (piece->has_end)
        break;
      piece->n_lines++;
      piece->n_possible += next - position >= SHORTEST_LINE || newline == NULL;
      position = next;
    }
  piece->end = position;
}

static void
count_piece (guint task, gpointer data)
{
  Section *section = data;

  count_lines (section, &section->pieces[task]);
}

/* Drops what is behind the section, and numbers the rows. */
static void
settle_rows (Section *section)
{
  gsize n_rows = 0;
  guint n = 0;

  while (n < section->n_pieces)
    {
      Piece *piece = &section->pieces[n++];

      piece->first_row = n_rows;
      n_rows += piece->n_possible;
      if (piece->has_end)
        break;
    }
  section->has_end = section->pieces[n - 1].has_end;
  section->n_pieces = n;
}

/* The last line of a piece goes on to where the next one begins in which any does, or
 * behind the last piece. */
static void
settle_ends (Section *section)
{
  const Piece *last = &section->pieces[section->n_pieces - 1];
  gsize end = last->end;
  TvTextLine line;

  if (!last->has_end && end < section->size && section->text[end - 1] != '\n')
    {
      tv_text_line_find (&line, section->text, section->size, end);
      end = line.next;
    }
  for (guint i = section->n_pieces; i > 0; i--)
    {
      Piece *piece = &section->pieces[i - 1];

      piece->end = end;
      if (piece->n_lines == 0)
        piece->start = end;
      end = piece->start;
    }
}

static const char *
keep (Worker *worker, const char *text, const char *last)
{
  if (text == NULL || (last != NULL && strcmp (text, last) == 0))
    return text == NULL ? NULL : last;
  return tv_string_pool_add (worker->strings, text);
}

/* Whether a line is as all runtimes write them, about a method that records can name.
 */
static gboolean
is_plain (const TvTextLine *line, const TvMethodLine *parsed)
{
  return !line->is_cut && parsed->has_id && parsed->n_fields != 1
         && parsed->n_fields != 3 && parsed->n_fields <= TV_METHOD_LINE_MAX_FIELDS
         && parsed->method.id <= G_MAXUINT32 && (parsed->method.id & 3) == 0;
}

/* Whether the table has the method already, so that the line is of no use. */
static gboolean
is_known (const Section *section, const TvMethod *method)
{
  const TvMethodTable *table = section->table;
  const guint32 index = tv_id_map_get (&table->index, method->id);
  const TvMethod *known;

  if (!section->origin->fill_gaps || index == TV_ID_MAP_NONE)
    return FALSE;
  known = &g_array_index (table->methods, TvMethod, index);
  return known->named && tv_method_has_same_names (known, method);
}

static void
add_row (Section *section, Piece *piece, Worker *worker, gsize position)
{
  const gsize row = piece->first_row + piece->n_rows++;
  TvMethod method = worker->line.method;

  method.named = TRUE;
  method.class_name = keep (worker, method.class_name, worker->last.class_name);
  method.name = keep (worker, method.name, worker->last.name);
  method.signature = keep (worker, method.signature, worker->last.signature);
  method.file = keep (worker, method.file, worker->last.file);
  section->rows[row] = worker->last = method;
  g_array_index (section->row_lines, gsize, row) = position;
}

static void
read_piece (Section *section, Piece *piece, Worker *worker)
{
  gsize position = piece->start;

  piece->odd_from = piece->end;
  while (position < piece->end)
    {
      TvTextLine line;

      tv_text_line_find (&line, section->text, section->size, position);
      if (line.length > 0)
        {
          tv_method_line_parse (&worker->line, line.text, line.length);
          if (!is_plain (&line, &worker->line))
            {
              piece->odd_from = position;
              return;
            }
          if (!is_known (section, &worker->line.method))
            add_row (section, piece, worker, position);
        }
      position = line.next;
    }
}

static void
read_pieces (guint task, gpointer data)
{
  Section *section = data;
  gint piece;

  while (!g_cancellable_is_cancelled (section->cancellable)
         && (piece = g_atomic_int_add (&section->next_piece, 1))
                < (gint) section->n_pieces)
    read_piece (section, &section->pieces[piece], &section->workers[task]);
}

/* Room behind the methods of the table, for rows that are not yet its own. When there
 * is more room than the last time, it is for as many rows as the rest of the text can
 * be expected to have. */
static void
reserve_rows (Section *section)
{
  GArray *methods = section->table->methods;
  const Piece *last = &section->pieces[section->n_pieces - 1];
  const gsize n = last->first_row + last->n_possible;
  const gsize n_read = last->end - section->pieces[0].start;
  const gsize n_left = section->size - section->pieces[0].start;
  const guint n_methods = methods->len;
  gsize n_expected
      = MIN ((gsize) ((double) n * (double) n_left / (double) MAX (n_read, 1)),
             MAX_EXPECTED_ROWS);
  const gpointer before = methods->data;

  if (last->has_end)
    n_expected = n;
  g_array_set_size (methods, n_methods + (guint) MAX (n, n_expected));
  if (methods->data != before)
    tv_memory_ask_for_large_pages (methods->data
                                       + (gsize) n_methods * sizeof (TvMethod),
                                   (methods->len - n_methods) * sizeof (TvMethod));
  /* The room stays: an array never gives any back. */
  g_array_set_size (methods, n_methods);
  section->rows = (TvMethod *) (gpointer) methods->data + n_methods;
  g_array_set_size (section->row_lines, (guint) n);
}

static void
read_line_by_line (Section *section, const Piece *piece, gsize position, guint64 at)
{
  TvTableText origin = *section->origin;

  while (position < piece->end && !g_cancellable_is_cancelled (section->cancellable))
    {
      TvTextLine line;

      at++;
      origin.at = section->origin->place == TV_PLACE_LINE
                      ? section->origin->at + at
                      : section->origin->at + position;
      tv_text_line_find (&line, section->text, section->size, position);
      if (line.is_cut)
        tv_table_text_warn (&origin, TV_WARNING_LONG_LINE, NULL, 0);
      if (line.length > 0)
        tv_method_table_define_line (section->table, &origin, line.text, line.length,
                                     NULL);
      position = line.next;
    }
}

static guint64
count_newlines (const char *text, gsize length)
{
  guint64 n = 0;

  for (gsize i = 0; i < length; i++)
    n += text[i] == '\n';
  return n;
}

/* Takes rows up to the first whose id the table has by now. Returns how many. */
static gsize
take_rows (Section *section, const Piece *piece)
{
  TvMethodTable *table = section->table;
  const TvMethod *rows = section->rows + piece->first_row;
  const guint n_methods = table->methods->len;
  gsize n = 0;

  for (; n < piece->n_rows; n++)
    {
      if (tv_id_map_get (&table->index, rows[n].id) != TV_ID_MAP_NONE)
        break;
      tv_id_map_set (&table->index, rows[n].id, n_methods + (guint32) n);
    }
  g_array_set_size (table->methods, n_methods + (guint) n);
  if (&g_array_index (table->methods, TvMethod, n_methods) != rows)
    memmove (&g_array_index (table->methods, TvMethod, n_methods), rows,
             n * sizeof *rows);
  return n;
}

/* @lines_before are those of the section that stand before the piece. */
static void
join_piece (Section *section, const Piece *piece, guint64 lines_before)
{
  const gsize n = take_rows (section, piece);
  gsize position = piece->odd_from;

  if (n < piece->n_rows)
    position = g_array_index (section->row_lines, gsize, piece->first_row + n);
  if (position < piece->end)
    read_line_by_line (
        section, piece, position,
        lines_before
            + count_newlines (section->text + piece->start, position - piece->start));
}

/* Returns where the text goes on. */
static gsize
read_wave (Section *section, gsize position)
{
  section->n_pieces = 0;
  while (section->n_pieces < PIECES_AT_ONCE && position < section->size)
    {
      gsize limit = position + MIN (section->piece_size, section->size - position);

      section->pieces[section->n_pieces++]
          = (Piece){ .start = position, .limit = limit };
      position = limit;
    }
  tv_parallel_run (section->n_pieces, section->n_workers, count_piece, section);
  settle_rows (section);
  settle_ends (section);
  reserve_rows (section);
  section->next_piece = 0;
  tv_parallel_run (section->n_workers, section->n_workers, read_pieces, section);
  for (guint i = 0; i < section->n_pieces; i++)
    {
      const Piece *piece = &section->pieces[i];

      if (!g_cancellable_is_cancelled (section->cancellable))
        join_piece (section, piece, section->line);
      section->line += piece->n_lines;
    }
  return section->pieces[section->n_pieces - 1].end;
}

/* What follows the methods may be long, too. */
static gboolean
is_short (const Section *section)
{
  Piece beginning = { .limit = 2 * section->piece_size };

  if (section->size / 2 < section->piece_size)
    return TRUE;
  count_lines (section, &beginning);
  return beginning.has_end;
}

static void
start_workers (Section *section, guint n)
{
  section->n_workers = n > 0 ? n : tv_parallel_get_n_workers ();
  section->workers = g_new0 (Worker, section->n_workers);
  for (guint i = 0; i < section->n_workers; i++)
    section->workers[i].strings = tv_string_pool_new_forgetful (REMEMBERED_SLOTS);
  section->row_lines = g_array_new (FALSE, FALSE, sizeof (gsize));
}

static void
dismiss_workers (Section *section)
{
  for (guint i = 0; i < section->n_workers; i++)
    {
      tv_string_pool_adopt (section->table->strings, section->workers[i].strings);
      tv_method_line_clear (&section->workers[i].line);
    }
  g_free (section->workers);
  g_array_unref (section->row_lines);
}

/* Reads the lines of a `*methods` section, up to one that begins with an asterisk or
 * to where data begins. How many workers there are makes no difference to the
 * result. */
gsize
tv_method_section_read (TvMethodTable *table, const TvTableText *origin,
                        const char *text, gsize size, const TvSectionWorkers *workers,
                        guint64 *n_lines)
{
  g_autofree Section *section = g_new0 (Section, 1);
  gsize position = 0;

  section->table = table;
  section->origin = origin;
  section->text = text;
  section->size = size;
  section->cancellable = workers->cancellable;
  section->piece_size = workers->piece_size > 0 ? workers->piece_size : USUAL_PIECE;
  *n_lines = 0;
  if (is_short (section))
    return 0;
  start_workers (section, workers->n);
  while (position < size && !section->has_end
         && !g_cancellable_is_cancelled (section->cancellable))
    position = read_wave (section, position);
  dismiss_workers (section);
  *n_lines = section->line;
  return position;
}
