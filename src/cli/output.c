/* SPDX-License-Identifier: Apache-2.0 */

#include "cli/command-line.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names of outputs */

/* The limit of Linux. */
#define MAX_LINKS 40

/* Returns the file descriptor of a name such as `/dev/stdout`, or -1. Opening the name
 * would truncate the file that standard output is redirected to. */
static int
find_descriptor (const char *path)
{
  static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };

  if (g_str_equal (path, "/dev/stdout"))
    return STDOUT_FILENO;
  if (g_str_equal (path, "/dev/stderr"))
    return STDERR_FILENO;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      guint64 number;

      if (g_str_has_prefix (path, folders[i])
          && g_ascii_string_to_unsigned (path + strlen (folders[i]), 10, 0, G_MAXINT,
                                         &number, NULL))
        return (int) number;
    }
  return -1;
}

/* Whether the path is a pipe, a device or the like, which must not be replaced. */
static gboolean
is_device (const char *path)
{
  GStatBuf status;

  return g_stat (path, &status) == 0 && !S_ISREG (status.st_mode)
         && !S_ISDIR (status.st_mode);
}

/* Follows symbolic links, so that the target is replaced and not the link. The target
 * need not exist. */
static char *
resolve_links (const char *path)
{
  char *file = g_strdup (path);

  for (guint i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *target = g_file_read_link (file, NULL);
      g_autofree char *folder = NULL;

      if (target == NULL)
        return file;
      folder = g_path_get_dirname (file);
      g_free (file);
      file = g_path_is_absolute (target) ? g_steal_pointer (&target)
                                         : g_build_filename (folder, target, NULL);
    }
  return file;
}

/* A file is written without a name if the file system supports that, and gets its name
 * when it is complete. Even SIGKILL leaves the previous file intact and no temporary
 * file behind. */

/* Without a buffer, each small write would be a system call. */
#define BUFFER_BYTES (64 * 1024)

/* How often to look for an unused name. */
#define NAME_TRIES 100

typedef struct
{
  GOutputStream *target; /* the file or standard output */
  GOutputStream *stream; /* a buffer in front of @target */
  char *path;            /* (nullable): the final name of the file */
  char *temporary;       /* (nullable): its name until then */
} Output;

/* Returns a stream to standard output, which it does not close. */
GOutputStream *
tv_standard_output_new (void)
{
  return g_unix_output_stream_new (STDOUT_FILENO, FALSE);
}

static gboolean
set_error (int code, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code),
                       g_strerror (code));
  return FALSE;
}

static GOutputStream *
make_stream (int fd, GError **error)
{
  if (fd >= 0)
    return g_unix_output_stream_new (fd, TRUE);
  set_error (errno, error);
  return NULL;
}

/* Files */

static char *
make_temporary_name (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name
      = g_strdup_printf (".tracedump-%08x%08x", g_random_int (), g_random_int ());

  return g_build_filename (folder, name, NULL);
}

static int
open_named (Output *output)
{
  int fd = -1;

  for (guint i = 0; i < NAME_TRIES && fd < 0; i++)
    {
      g_free (output->temporary);
      output->temporary = make_temporary_name (output->path);
      fd = g_open (output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (fd < 0 && errno != EEXIST)
        break;
    }
  if (fd < 0)
    g_clear_pointer (&output->temporary, g_free);
  return fd;
}

/* Opens a temporary file, without a name if possible: not every file system supports
 * that, and naming the file later needs /proc. */
static int
open_temporary (Output *output)
{
#ifdef O_TMPFILE
  g_autofree char *folder = g_path_get_dirname (output->path);
  const int fd = g_open (folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);

  if (fd >= 0 && g_file_test ("/proc/self/fd", G_FILE_TEST_IS_DIR))
    return fd;
  if (fd >= 0)
    close (fd);
#endif
  return open_named (output);
}

/* Keeps the permissions, and the owner if the user may change it. If the group cannot
 * be kept, the new group gets no permissions. */
static void
keep_owner_and_mode (int fd, const struct stat *status)
{
  mode_t mode = status->st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);

  if (fchown (fd, status->st_uid, status->st_gid) != 0
      && fchown (fd, (uid_t) -1, status->st_gid) != 0)
    mode &= ~(mode_t) S_IRWXG;
  (void) fchmod (fd, mode);
}

static GOutputStream *
open_file (Output *output, GError **error)
{
  struct stat status;
  const gboolean is_there = stat (output->path, &status) == 0;
  const gboolean is_loop = !is_there && errno == ELOOP;
  int fd = -1;

  if (*output->path == '\0')
    errno = ENOENT;
  else if (is_there && S_ISDIR (status.st_mode))
    errno = EISDIR;
  else if (is_loop)
    errno = ELOOP;
  else if (!is_there || access (output->path, W_OK) == 0)
    fd = open_temporary (output);
  if (fd >= 0 && is_there)
    keep_owner_and_mode (fd, &status);
  return make_stream (fd, error);
}

/* Gives a file without a name a temporary name. */
static gboolean
link_file (Output *output)
{
  const int fd = g_unix_output_stream_get_fd (G_UNIX_OUTPUT_STREAM (output->target));
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);

  for (guint i = 0; i < NAME_TRIES; i++)
    {
      g_autofree char *name = make_temporary_name (output->path);

      if (linkat (AT_FDCWD, link, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0)
        {
          output->temporary = g_steal_pointer (&name);
          return TRUE;
        }
      if (errno != EEXIST)
        return FALSE;
    }
  return FALSE;
}

static gboolean
put_in_place (Output *output, GError **error)
{
  if (output->temporary == NULL && !link_file (output))
    return set_error (errno, error);
  if (!g_output_stream_close (output->target, NULL, error))
    return FALSE;
  if (g_rename (output->temporary, output->path) != 0)
    return set_error (errno, error);
  g_clear_pointer (&output->temporary, g_free);
  return TRUE;
}

/* Outputs */

static GOutputStream *
open_target (Output *output, const char *path, GError **error)
{
  int fd;

  if (path == NULL)
    return tv_standard_output_new ();
  fd = find_descriptor (path);
  if (fd >= 0)
    return make_stream (fcntl (fd, F_DUPFD_CLOEXEC, 0), error);
  if (is_device (path))
    return make_stream (g_open (path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0), error);
  output->path = resolve_links (path);
  return open_file (output, error);
}

/* Flushes the buffer and moves a file to its name. */
static gboolean
finish (Output *output, GError **error)
{
  return g_output_stream_flush (output->stream, NULL, error)
         && (output->path != NULL
                 ? put_in_place (output, error)
                 : g_output_stream_close (output->target, NULL, error));
}

/* Closes the output. An unfinished file is dropped, and an existing one keeps its
 * content. */
static void
clear (Output *output)
{
  if (output->target != NULL)
    (void) g_output_stream_close (output->target, NULL, NULL);
  if (output->temporary != NULL)
    (void) g_unlink (output->temporary);
  g_clear_object (&output->stream);
  g_clear_object (&output->target);
  g_free (output->path);
  g_free (output->temporary);
}

/* Writes to the output of the command line. Devices, pipes and open streams such as
 * `/dev/stdout` are written to directly. Errors are reported. */
TvExitStatus
tv_cli_write (const TvCliLine *line, TvCommandWriteFunc write)
{
  g_autoptr (GError) error = NULL;
  Output output = { 0 };
  TvExitStatus status = TV_EXIT_FAILURE;

  output.target = open_target (&output, line->output, &error);
  if (output.target != NULL)
    {
      output.stream = g_buffered_output_stream_new_sized (output.target, BUFFER_BYTES);
      g_filter_output_stream_set_close_base_stream (
          G_FILTER_OUTPUT_STREAM (output.stream), FALSE);
      if (write (line, output.stream, &error) && finish (&output, &error))
        status = TV_EXIT_OK;
    }
  if (error != NULL)
    status = tv_report_write_error (line->output, error);
  clear (&output);
  return status;
}
