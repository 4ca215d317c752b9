/* SPDX-License-Identifier: Apache-2.0 */

/* An archive is read once from its beginning to its end, so that it may come through a
 * pipe. The first trace is kept in memory until there is another one. */

#include "config.h"

#include "trace/input/container.h"

#include "trace/input/member-name.h"
#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The most members of an archive and the archives in it. */
#define MAX_MEMBERS 100000

/* The longest name of a member, in bytes. */
#define MAX_NAME 4096

/* The bytes of a member by which its format is recognized. */
#define FIRST_BLOCK (64 * 1024)

/* The most names in a message. */
#define MAX_LISTED 20

static gboolean walk (TvContainer *self, TvArchive *archive, const char *outer,
                      GError **error);

/* Whether an error ends the reading even if a trace was found. Other errors come from
 * damaged files. */
static gboolean
is_final (const GError *error)
{
  return error->domain == TV_TRACE_ERROR
         || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static gboolean
is_below (const char *name, const char *outer)
{
  const gsize length = strlen (outer);

  return strncmp (name, outer, length) == 0
         && g_str_has_prefix (name + length, TV_MEMBER_SEPARATOR);
}

/* Whether a member is the wanted one, is in it, or contains it. */
static gboolean
is_on_the_way (const TvContainer *self, const char *name)
{
  return self->wanted == NULL || g_str_equal (name, self->wanted)
         || is_below (name, self->wanted) || is_below (self->wanted, name);
}

static GInputStream *
begin_data (TvArchive *archive, GCancellable *cancellable)
{
  g_autoptr (GInputStream) data = tv_archive_read (archive);
  GInputStream *stream = g_buffered_input_stream_new_sized (data, FIRST_BLOCK);
  GBufferedInputStream *buffered = G_BUFFERED_INPUT_STREAM (stream);

  /* Reading reports the error again. */
  while (g_buffered_input_stream_get_available (buffered) < FIRST_BLOCK
         && g_buffered_input_stream_fill (buffered, -1, cancellable, NULL) > 0)
    ;
  return stream;
}

static GBytes *
peek (GInputStream *data)
{
  gsize size;
  const void *start
      = g_buffered_input_stream_peek_buffer (G_BUFFERED_INPUT_STREAM (data), &size);

  return g_bytes_new (start, size);
}

/* A member of which more than the beginning is read. */
static gboolean
take_trace (TvContainer *self, const char *name, GInputStream *data, GError **error)
{
  g_ptr_array_add (self->names, g_strdup (name));
  g_clear_pointer (&self->bytes, g_bytes_unref);
  if (self->names->len > 1)
    return TRUE;
  self->bytes = self->keep (data, self->user_data, error);
  return self->bytes != NULL;
}

static gboolean
take_file (TvContainer *self, const char *name, gint64 size, GInputStream *data,
           GError **error)
{
  g_autoptr (GBytes) start = peek (data);
  const TvLayout layout = g_bytes_get_size (start) > 0
                              ? self->options->find_layout (start)
                              : TV_LAYOUT_UNREADABLE;
  const gboolean is_wanted = g_strcmp0 (name, self->wanted) == 0;

  /* Records are read with the key section that another member has. */
  if (!is_wanted
      && (layout == TV_LAYOUT_UNREADABLE || layout == TV_LAYOUT_UNCLEAR
          || layout == TV_LAYOUT_RECORDS))
    return TRUE;
  if (!g_hash_table_add (self->seen, g_strdup (name)))
    return TRUE;
  self->is_done = is_wanted;
  if (self->options->on_member == NULL)
    return take_trace (self, name, data, error);
  self->options->on_member (name, size, start, self->options->member_data);
  g_ptr_array_add (self->names, g_strdup (name));
  return TRUE;
}

/* Opens a member that is an archive or compressed. A damaged one is ignored. */
static gboolean
open_member (TvContainer *self, const char *name, GInputStream *data, GError **error)
{
  GCancellable *cancellable = self->options->cancellable;
  g_autoptr (GError) local_error = NULL;
  g_autoptr (TvArchive) inner
      = tv_archive_new (data, self->limit, cancellable, &local_error);
  gboolean ok = FALSE;

  if (inner != NULL && tv_archive_next (inner, &local_error))
    {
      if (tv_archive_is_one_file (inner))
        {
          g_autoptr (GInputStream) unpacked = begin_data (inner, cancellable);

          ok = take_file (self, name, -1, unpacked, &local_error);
        }
      else
        ok = walk (self, inner, name, &local_error);
    }
  if (ok || local_error == NULL
      || (!is_final (local_error) && g_strcmp0 (name, self->wanted) != 0))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

static gboolean
look_at_member (TvContainer *self, TvArchive *archive, const char *outer,
                GError **error)
{
  const char *raw = tv_archive_get_name (archive);
  g_autofree char *plain = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GInputStream) data = NULL;
  g_autoptr (GBytes) start = NULL;

  if (!tv_archive_is_file (archive) || raw == NULL || strlen (raw) > MAX_NAME)
    return TRUE;
  plain = tv_member_name_new (raw);
  name = outer == NULL ? g_steal_pointer (&plain)
                       : g_strconcat (outer, TV_MEMBER_SEPARATOR, plain, NULL);
  if (!is_on_the_way (self, name))
    return TRUE;
  if (tv_archive_is_encrypted (archive))
    {
      self->n_encrypted++;
      return TRUE;
    }
  data = begin_data (archive, self->options->cancellable);
  start = peek (data);
  if (outer == NULL && tv_is_packed (start))
    return open_member (self, name, data, error);
  return take_file (self, name, tv_archive_get_size (archive), data, error);
}

/* Visits all members, from the current one on. */
static gboolean
walk (TvContainer *self, TvArchive *archive, const char *outer, GError **error)
{
  g_autoptr (GError) local_error = NULL;

  do
    {
      if (++self->n_members > MAX_MEMBERS)
        {
          g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
                       _ ("The archive has more than %d members"), MAX_MEMBERS);
          return FALSE;
        }
      if (!look_at_member (self, archive, outer, error))
        return FALSE;
    }
  while (!self->is_done && tv_archive_next (archive, &local_error));
  if (local_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

static void
set_several (const TvContainer *self, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < MIN (self->names->len, MAX_LISTED); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            (const char *) self->names->pdata[i]);
  if (self->names->len > MAX_LISTED)
    g_string_append_printf (names, _ (" and %u others"), self->names->len - MAX_LISTED);
  /* Translators: the last part is a list of files; users type FILE!/MEMBER as it is */
  g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_SEVERAL,
               _ ("The archive has several traces; name one of them, as in "
                  "“FILE!/MEMBER”: %s"),
               names->str);
}

static void
set_none (const TvContainer *self, GError **error)
{
  if (self->n_encrypted > 0)
    g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NO_MEMBER,
                         _ ("The archive is encrypted: unpack it first"));
  else if (self->wanted != NULL)
    g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NO_MEMBER,
                 _ ("The archive has no trace “%s”"), self->wanted);
  else
    g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NO_MEMBER,
                         _ ("There is no trace in the archive"));
}

/* Reads the only trace of an archive, or the wanted one. The archive is at its first
 * member. */
gboolean
tv_container_read (TvContainer *self, TvArchive *archive, GError **error)
{
  g_autoptr (GError) local_error = NULL;

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!walk (self, archive, NULL, &local_error))
    {
      if (self->names->len == 0 || is_final (local_error))
        {
          g_propagate_error (error, g_steal_pointer (&local_error));
          return FALSE;
        }
      self->damage = g_strdup (local_error->message);
    }
  if (self->names->len == 0)
    set_none (self, error);
  else if (self->options->on_member != NULL)
    return TRUE;
  else if (self->names->len > 1)
    set_several (self, error);
  else
    self->name = g_strdup (self->names->pdata[0]);
  return self->name != NULL;
}

void
tv_container_clear (TvContainer *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->damage, g_free);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->seen, g_hash_table_unref);
}
