/* SPDX-License-Identifier: Apache-2.0 */

/* From a method to a command: what hostile names must not do, and where files are. */

#include "support/test-runner.h"
#include "ui/profile/source-command.h"

#include <check.h>
#include <glib/gstdio.h>

static TvMethod
make_method (const char *class_name, const char *file, gint32 line)
{
  return (TvMethod){ .named = TRUE,
                     .class_name = class_name,
                     .name = "go",
                     .signature = "()V",
                     .file = file,
                     .line = line };
}

static void
assert_words (const char *command, const TvMethod *method, const char *expected)
{
  g_auto (GStrv) words = tv_source_command_expand (command, method, "/s/A.java", NULL);
  g_autofree char *joined = words != NULL ? g_strjoinv ("|", words) : NULL;

  ck_assert_msg (g_strcmp0 (joined, expected) == 0, "%s: %s", command, joined);
}

START_TEST (test_names_are_one_argument)
{
  const TvMethod plain = make_method ("a/Main$In", "A.java", 7);
  const TvMethod hostile = make_method ("a' \"; rm -rf {file} $(x)", "A.java", 0);
  const TvMethod option = make_method ("--exec", "A.java", 1);

  assert_words ("code -g {file}:{line}", &plain, "code|-g|/s/A.java:7");
  assert_words ("'my editor' -e \"{class}:{lines}\"", &plain,
                "my editor|-e|a.Main$In:{lines}");
  assert_words ("ed {class} {line}", &hostile, "ed|a' \"; rm -rf {file} $(x)|1");
  assert_words ("ed --class={class}", &option, "ed|--class=--exec");
  assert_words ("ed {class}", &option, NULL);
  assert_words ("{class} {file}", &plain, NULL);
  assert_words ("ed 'open", &plain, NULL);
  assert_words ("", &plain, NULL);
  ck_assert (tv_source_command_needs_file ("a +{line} {file}"));
  ck_assert (!tv_source_command_needs_file ("a {class}"));
}
END_TEST

/* Every form in which a shell, or another language, may get a name as a script. */
START_TEST (test_names_are_no_scripts)
{
  static const char *const refused[] = {
    "sh -c 'vi {file}'",
    "sh -c \"vi '{class}'\"",
    "sh -c 'vi +{line}'",
    "sh -c {class}",
    "/bin/bash -ec {class}",
    "bash -o pipefail -c {class}",
    "env LANG=C dash -c -- {class}",
    "fish --command {class}",
    "zsh {class}",
    "sh -c 'a;{class}'",
    "xterm -e 'vi {file}'",
    "ssh host vi {class}",
    "python3 -c open('{class}')",
    "emacs --eval '(find-file \"{file}\")'",
  };
  const TvMethod method = make_method ("x", "A.java", 3);

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    assert_words (refused[i], &method, NULL);
  assert_words ("sh -c 'vi \"$1\"' sh {file}", &method, "sh|-c|vi \"$1\"|sh|/s/A.java");
  assert_words ("bash -x open.sh {file} {line} {class}", &method,
                "bash|-x|open.sh|/s/A.java|3|x");
  assert_words ("emacsclient -c +{line} {file}", &method,
                "emacsclient|-c|+3|/s/A.java");
  assert_words ("sh -c 'vi \"$TRACEVIEW_FILE\"'", &method,
                "sh|-c|vi \"$TRACEVIEW_FILE\"");
  ck_assert (tv_source_command_needs_file ("sh -c 'vi \"$TRACEVIEW_FILE\"'"));
  ck_assert (!tv_source_command_needs_file ("sh -c 'vi \"$TRACEVIEW_CLASS\"'"));
}
END_TEST

/* A shell prints names that would each make a file, had it run them. */
START_TEST (test_a_shell_has_names_as_values)
{
  static const char *const names[]
      = { "$(touch x)",      "`touch x`",    "; touch x",      "'; touch x; '",
          "\"; touch x; \"", "a\ntouch x\n", "a && touch x #", "-n",
          "${x}\\" };
  static const char *const commands[] = { "sh -c 'printf %s \"$TRACEVIEW_CLASS\"'",
                                          "sh -c 'printf %s \"$1\"' sh {class}" };
  g_autofree char *folder = g_dir_make_tmp ("source-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names) * G_N_ELEMENTS (commands); i++)
    {
      const char *name = names[i / G_N_ELEMENTS (commands)];
      const TvMethod method = make_method (name, "A.java", 3);
      g_auto (GStrv) words = tv_source_command_expand (
          commands[i % G_N_ELEMENTS (commands)], &method, "/s/A.java", NULL);
      g_auto (GStrv) environment
          = tv_source_command_dup_environment (&method, "/s/A.java");
      g_autofree char *out = NULL;

      /* An argument that begins like an option is none. */
      ck_assert (words != NULL || (*name == '-' && i % 2 == 1));
      if (words == NULL)
        continue;
      ck_assert (g_spawn_sync (folder, words, environment, G_SPAWN_SEARCH_PATH, NULL,
                               NULL, &out, NULL, NULL, NULL));
      ck_assert_str_eq (out, name);
    }
  /* Nothing was made. */
  ck_assert_int_eq (g_rmdir (folder), 0);
}
END_TEST

static void
assert_found (const char *folder, const char *class_name, const char *file,
              const char *expected)
{
  const TvMethod method = make_method (class_name, file, 1);
  const char *folders[] = { "/nowhere", "relative", folder, NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *path = tv_source_find_file (&method, folders, &error);
  g_autofree char *whole
      = expected != NULL ? g_build_filename (folder, expected, NULL) : NULL;

  ck_assert_msg (g_strcmp0 (path, whole) == 0, "%s %s: %s", class_name, file, path);
  ck_assert ((path == NULL) == (error != NULL));
}

START_TEST (test_files_are_found_below_the_folders)
{
  g_autofree char *folder = g_dir_make_tmp ("source-XXXXXX", NULL);
  g_autofree char *package = g_build_filename (folder, "a", "b", NULL);
  g_autofree char *deep = g_build_filename (package, "A.java", NULL);
  g_autofree char *top = g_build_filename (folder, "K.kt", NULL);
  g_autofree char *parent = g_build_filename (folder, "a", NULL);

  ck_assert_int_eq (g_mkdir_with_parents (package, 0700), 0);
  ck_assert (g_file_set_contents (deep, "", 0, NULL));
  ck_assert (g_file_set_contents (top, "", 0, NULL));
  assert_found (folder, "a.b.A", "A.java", "a/b/A.java");
  assert_found (folder, "a/b/A$In", "A.java", "a/b/A.java");
  /* The first part of the package has no folder. */
  assert_found (folder, "com.a.b.A", "A.java", "a/b/A.java");
  assert_found (folder, "com.x.Top", "K.kt", "K.kt");
  assert_found (folder, "Top", "K.kt", "K.kt");
  assert_found (folder, "a.b.A", "B.java", NULL);
  assert_found (folder, "a.b.A", NULL, NULL);
  /* Out of the folder, or a folder. */
  assert_found (package, "x.Top", "../../K.kt", NULL);
  assert_found (package, "../../Top", "K.kt", NULL);
  assert_found (package, "x.Top", "..", NULL);
  assert_found (folder, "Top", "a", NULL);
  ck_assert_int_eq (g_unlink (deep) | g_unlink (top) | g_rmdir (package)
                        | g_rmdir (parent) | g_rmdir (folder),
                    0);
}
END_TEST

TV_TESTS (NULL, NULL)
