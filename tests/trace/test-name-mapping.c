/* SPDX-License-Identifier: Apache-2.0 */

/* Mapping files of ProGuard and R8, and traces renamed by them */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/mapping/name-mapping.h"
#include "trace/model/trace.h"

#include <glib/gstdio.h>
#include <string.h>
#include <time.h>

/* Mapping files of ProGuard and R8: what methods are called by them, worked out by
 * hand.
 */

typedef struct
{
  const char *class_name;
  const char *name;
  const char *signature;
  const char *file;
  int line;
} Names;

typedef struct
{
  Names program;
  Names source;
} Case;

static TvNameMapping *
try_to_read (const char *text, gssize length, GStrv *warnings, GError **error)
{
  g_autoptr (TvNameMapping) mapping = tv_name_mapping_new ();
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;
  const int fd = g_file_open_tmp ("mapping-XXXXXX.txt", &path, NULL);
  gboolean ok;

  ck_assert_int_ge (fd, 0);
  g_close (fd, NULL);
  ck_assert (g_file_set_contents (path, text, length, NULL));
  file = g_file_new_for_path (path);
  ok = tv_name_mapping_add_file (mapping, file, warnings, NULL, error);
  g_unlink (path);
  return ok ? g_steal_pointer (&mapping) : NULL;
}

static TvNameMapping *
read_text (const char *text)
{
  g_auto (GStrv) warnings = NULL;
  g_autoptr (GError) error = NULL;
  TvNameMapping *mapping = try_to_read (text, -1, &warnings, &error);

  ck_assert_msg (mapping != NULL, "%s", error != NULL ? error->message : "");
  ck_assert_msg (warnings[0] == NULL, "%s", warnings[0]);
  return mapping;
}

static TvTrace *
make_trace (const Case *cases, guint n)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  /* ART does not write lines. */
  tv_trace_writer_set_flavour (writer, TV_WRITER_DALVIK);
  tv_trace_writer_add_thread (writer, 1, "main");
  for (guint i = 0; i < n; i++)
    tv_trace_writer_add_method (writer, 4 * (i + 1), cases[i].program.class_name,
                                cases[i].program.name, cases[i].program.signature,
                                cases[i].program.file, cases[i].program.line);
  tv_trace_writer_enter (writer, 1, 4, 0, 0);
  tv_trace_writer_exit (writer, 1, 4, 0, 10);
  return tv_test_load (writer);
}

static void
check_names (const TvMethod *method, const Names *names)
{
  ck_assert_str_eq (method->class_name, names->class_name);
  ck_assert_str_eq (method->name, names->name);
  ck_assert_str_eq (method->signature, names->signature);
  ck_assert_str_eq (method->file, names->file);
  ck_assert_int_eq (method->line, names->line);
}

static void
check_cases (const char *text, const Case *cases, guint n)
{
  g_autoptr (TvNameMapping) mapping = read_text (text);
  g_autoptr (TvTrace) trace = make_trace (cases, n);
  g_autoptr (TvTrace) renamed = tv_trace_new_renamed (trace, mapping, NULL, NULL);

  ck_assert_uint_eq (tv_trace_get_n_methods (renamed), n);
  for (guint i = 0; i < n; i++)
    {
      check_names (tv_trace_get_method (renamed, i), &cases[i].source);
      check_names (tv_trace_get_method (trace, i), &cases[i].program);
    }
}

static const char proguard[]
    = "com.example.Main -> com.example.Main:\n"
      "    int counter -> a\n"
      "    com.example.Shape[] shapes -> b\n"
      "    3:3:void <init>() -> <init>\n"
      "    10:12:void main(java.lang.String[]) -> main\n"
      "    20:24:int area(com.example.Shape,int[][],long) -> a\n"
      "    30:31:void area(com.example.Shape$Corner) -> a\n"
      "    void walk(byte, boolean) -> b\n"
      "com.example.Shape -> a.a:\n"
      "    void draw$default(char,double,float,short) -> a\n"
      "com.example.Shape$Corner -> a.a$a:\n"
      "    com.example.Shape[] clone() -> clone\n";

START_TEST (proguard_names)
{
  static const Case cases[] = {
    { { "com.example.Main", "<init>", "()V", "Main.java", 3 },
      { "com.example.Main", "<init>", "()V", "Main.java", 3 } },
    { { "com.example.Main", "main", "([Ljava/lang/String;)V", "Main.java", 10 },
      { "com.example.Main", "main", "([Ljava/lang/String;)V", "Main.java", 10 } },
    /* Overloads by their signatures */
    { { "com.example.Main", "a", "(La/a;[[IJ)I", "SourceFile", 20 },
      { "com.example.Main", "area", "(Lcom/example/Shape;[[IJ)I", "SourceFile", 20 } },
    { { "com.example.Main", "a", "(La/a$a;)V", "SourceFile", 30 },
      { "com.example.Main", "area", "(Lcom/example/Shape$Corner;)V", "SourceFile",
        30 } },
    { { "com.example.Main", "b", "(BZ)V", "SourceFile", 40 },
      { "com.example.Main", "walk", "(BZ)V", "SourceFile", 40 } },
    { { "a.a", "a", "(CDFS)V", "SourceFile", 0 },
      { "com.example.Shape", "draw$default", "(CDFS)V", "SourceFile", 0 } },
    { { "a.a$a", "clone", "()[La/a;", "SourceFile", 0 },
      { "com.example.Shape$Corner", "clone", "()[Lcom/example/Shape;", "SourceFile",
        0 } },
    /* What is not in the mapping keeps its name. */
    { { "a.a", "toString", "()Ljava/lang/String;", "SourceFile", 7 },
      { "com.example.Shape", "toString", "()Ljava/lang/String;", "SourceFile", 7 } },
    { { "a.b", "a", "(La/a;La/b;)[I", "B.java", 8 },
      { "a.b", "a", "(Lcom/example/Shape;La/b;)[I", "B.java", 8 } },
    { { "[[La/a;", "clone", "()V", "B.java", 9 },
      { "[[Lcom/example/Shape;", "clone", "()V", "B.java", 9 } },
  };

  check_cases (proguard, cases, G_N_ELEMENTS (cases));
}
END_TEST

START_TEST (classes_stay_with_slashes)
{
  static const Case cases[] = {
    { { "com/example/Main", "b", "(BZ)V", "Main.java", 1 },
      { "com/example/Main", "walk", "(BZ)V", "Main.java", 1 } },
    { { "a/a", "a", "(CDFS)V", "S", 0 },
      { "com/example/Shape", "draw$default", "(CDFS)V", "S", 0 } },
  };

  check_cases (proguard, cases, 1);
  check_cases (proguard, cases, G_N_ELEMENTS (cases));
}
END_TEST

static const char r8[]
    = "# compiler: R8\n"
      "# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n"
      "x.Main -> a.a:\n"
      "# {\"id\":\"sourceFile\",\"fileName\":\"Main.kt\"}\n"
      "    1:2:void y.Inlined.inner():70:71 -> a\n"
      "    1:2:void x.Main.middle():9 -> a\n"
      "    1:2:void run(int):42 -> a\n"
      "    3:5:void run(int):43:45 -> a\n"
      "    6:6:int stop():50:50 -> a\n"
      "      # {\"id\":\"com.android.tools.r8.residualsignature\","
      "\"signature\":\"(Z)I\"}\n"
      "    7:7:void y.Moved.go(x.Main):80:80 -> b\n"
      "    0:65535:void once():33:33 -> c\n"
      "y.Moved -> a.b:\n"
      "# {\"id\":\"sourceFile\",\"fileName\":\"Mo\\u0076ed.java\"}\n"
      "y.Lambda -> a.c:\n"
      "# {\"id\":\"com.android.tools.r8.synthesized\"}\n"
      "    1:1:void x.Main.lambda$0():5:5 -> run\n"
      "    1:1:void run():0 -> run\n"
      "      # {\"id\":\"com.android.tools.r8.synthesized\"}\n";

START_TEST (r8_names)
{
  static const Case cases[] = {
    /* The outermost of frames that were inlined into each other is the method. */
    { { "a.a", "a", "(I)V", "SourceFile", 2 },
      { "x.Main", "run", "(I)V", "Main.kt", 42 } },
    { { "a.a", "a", "(I)V", "SourceFile", 4 },
      { "x.Main", "run", "(I)V", "Main.kt", 44 } },
    /* A line that the mapping does not have is not known. */
    { { "a.a", "a", "(I)V", "SourceFile", 99 },
      { "x.Main", "run", "(I)V", "Main.kt", 0 } },
    /* A signature that was changed */
    { { "a.a", "a", "(Z)I", "SourceFile", 6 },
      { "x.Main", "stop", "()I", "Main.kt", 50 } },
    /* R8 would have told of this one. */
    { { "a.a", "a", "()I", "SourceFile", 6 }, { "x.Main", "a", "()I", "Main.kt", 6 } },
    { { "a.a", "b", "(La/a;)V", "SourceFile", 7 },
      { "y.Moved", "go", "(Lx/Main;)V", "Moved.java", 80 } },
    { { "a.a", "c", "()V", "SourceFile", 0 },
      { "x.Main", "once", "()V", "Main.kt", 33 } },
    /* The compiler made the method around the one that was written. */
    { { "a.c", "run", "()V", "SourceFile", 1 },
      { "x.Main", "lambda$0", "()V", "Main.kt", 5 } },
  };

  check_cases (r8, cases, G_N_ELEMENTS (cases));
}
END_TEST

/* R8 tells of a signature, and that a method is the compiler's, with its first lines
 * alone. What it says of signatures of other members is not one of a method. */
START_TEST (r8_says_once_what_a_method_is)
{
  static const char text[]
      = "# {'id':'com.android.tools.r8.mapping','version':'2.2'}\n"
        "p.Q -> q:\n"
        "    1:1:void first(int):10:10 -> a\n"
        "    # {'id':'com.android.tools.r8.residualsignature','signature':'()V'}\n"
        "    2:2:void p.Inlined.inner():70:70 -> a\n"
        "    2:2:void first(int):11 -> a\n"
        "    3:3:void second(int):20:20 -> a\n"
        "    4:4:int third():30:30 -> b\n"
        "    # {'id':'com.android.tools.r8.residualsignature','signature':'I'}\n"
        "p.Group -> r:\n"
        "    4:4:void p.Q.lambda$0():225 -> a\n"
        "    4:4:void run(p.Q):2 -> a\n"
        "    # {'id':'com.android.tools.r8.synthesized'}\n"
        "    # {'id':'com.android.tools.r8.residualsignature','signature':'(Lq;I)V'}\n"
        "    5:5:void p.Q.lambda$1():228 -> a\n"
        "    5:5:void run(p.Q):4 -> a\n"
        "    6:6:void stop():6 -> a\n"
        "    7:7:void only():7 -> b\n"
        "    # {'id':'com.android.tools.r8.synthesized'}\n"
        "    8:8:void p.Q.lambda$2(p.Q):230 -> c\n"
        "    8:8:void pass(p.Q):8 -> c\n"
        "    # {'id':'com.android.tools.r8.synthesized'}\n";
  static const Case cases[] = {
    { { "q", "a", "()V", "S", 2 }, { "p.Q", "first", "(I)V", "S", 11 } },
    { { "q", "a", "(I)V", "S", 3 }, { "p.Q", "second", "(I)V", "S", 20 } },
    { { "q", "a", "(I)V", "S", 2 }, { "p.Q", "second", "(I)V", "S", 0 } },
    { { "q", "b", "()I", "S", 4 }, { "p.Q", "third", "()I", "S", 30 } },
    { { "r", "a", "(Lq;I)V", "S", 4 }, { "p.Q", "lambda$0", "()V", "S", 225 } },
    { { "r", "a", "(Lq;I)V", "S", 5 }, { "p.Q", "lambda$1", "()V", "S", 228 } },
    { { "r", "a", "(Lq;I)V", "S", 0 },
      { "p.Q", "lambda$0|lambda$1", "(Lp/Q;I)V", "S", 0 } },
    { { "r", "a", "()V", "S", 6 }, { "p.Group", "stop", "()V", "S", 6 } },
    { { "r", "b", "()V", "S", 7 }, { "p.Group", "only", "()V", "S", 7 } },
    { { "r", "c", "(Lq;)V", "S", 8 }, { "p.Q", "lambda$2", "(Lp/Q;)V", "S", 230 } },
  };

  check_cases (text, cases, G_N_ELEMENTS (cases));
}
END_TEST

/* An entry without lines is for those that no other has. */
START_TEST (lines_of_their_own_go_before_all_lines)
{
  static const char text[] = "p.Q -> q:\n"
                             "    void open():70 -> a\n"
                             "    5:9:void shut():20:24 -> a\n"
                             "    void lock() -> b\n"
                             "    3:5:void lock():33:34 -> b\n"
                             "    1:4:void span():10 -> c\n"
                             "    5:6:void span():50:50 -> c\n"
                             "    7:9:void span() -> c\n";
  static const Case cases[] = {
    { { "q", "a", "()V", "S", 6 }, { "p.Q", "shut", "()V", "S", 21 } },
    { { "q", "a", "()V", "S", 4 }, { "p.Q", "open", "()V", "S", 70 } },
    { { "q", "a", "()V", "S", 0 }, { "p.Q", "open|shut", "()V", "S", 0 } },
    { { "q", "b", "()V", "S", 4 }, { "p.Q", "lock", "()V", "S", 34 } },
    { { "q", "b", "()V", "S", 5 }, { "p.Q", "lock", "()V", "S", 34 } },
    { { "q", "b", "()V", "S", 9 }, { "p.Q", "lock", "()V", "S", 9 } },
    { { "q", "c", "()V", "S", 3 }, { "p.Q", "span", "()V", "S", 10 } },
    { { "q", "c", "()V", "S", 6 }, { "p.Q", "span", "()V", "S", 50 } },
    { { "q", "c", "()V", "S", 8 }, { "p.Q", "span", "()V", "S", 8 } },
  };

  check_cases (text, cases, G_N_ELEMENTS (cases));
}
END_TEST

/* Without a signature, or with one that no entry has, lines tell; else all are named.
 */
START_TEST (overloads_that_cannot_be_told_apart)
{
  static const char text[] = "p.Q -> q:\n"
                             "    1:3:void open() -> a\n"
                             "    4:6:void close(int) -> a\n"
                             "    4:6:void p.R.shut(int) -> b\n"
                             "    7:9:void lock(int) -> b\n"
                             "    void one(int) -> c\n"
                             "    void one(long) -> c\n"
                             "    void two() -> d\n"
                             "    void three() -> d\n"
                             "    void four() -> d\n"
                             "    void five() -> d\n"
                             "    void six() -> d\n"
                             "    void seven() -> d\n";
  static const Case cases[] = {
    { { "q", "a", "", "S", 5 }, { "p.Q", "close", "", "S", 5 } },
    { { "q", "a", "(J)V", "S", 2 }, { "p.Q", "open", "()V", "S", 2 } },
    { { "q", "a", "", "S", 77 }, { "p.Q", "open|close", "", "S", 0 } },
    { { "q", "b", "(Lq;)V", "S", 77 }, { "p.R", "shut|p.Q.lock", "(Lp/Q;)V", "S", 0 } },
    { { "q", "c", "", "S", 1 }, { "p.Q", "one", "", "S", 0 } },
    { { "q", "d", "", "S", 1 }, { "p.Q", "two|three|four|five|…", "", "S", 0 } },
  };

  check_cases (text, cases, G_N_ELEMENTS (cases));
}
END_TEST

START_TEST (marks_of_editors_and_gaps)
{
  static const Case cases[] = {
    { { "q", "a", "()V", "S", 5 }, { "p.Q", "open", "()V", "S", 5 } },
    { { "r", "a", "()V", "S", 5 }, { "p.R", "shut", "()V", "S", 5 } },
  };

  check_cases ("\xEF\xBB\xBFp.Q -> q:\r\n\r\n\tvoid open() -> a\r\np.R -> r:\r\n"
               "  void shut() -> a",
               cases, G_N_ELEMENTS (cases));
}
END_TEST

/* What cannot be read is counted, and the rest is used. */
START_TEST (broken_lines)
{
  static const char text[] = "    void early() -> a\n" /* 1: no class yet */
                             "p.Q -> q:\n"
                             "    void open() -> a\n"
                             "    void half( -> b\n" /* 4 */
                             "    5:3:void back() -> b\n"
                             "    99999999999:1:void far() -> b\n"
                             "no arrow\n"
                             "p.R -> r\n" /* no colon */
                             " -> :\n"
                             "    void x():1:2:3 -> b\n"
                             "    void () -> b\n"
                             "    void p.() -> b\n"
                             "    void .m() -> b\n";
  static const Case cases[] = {
    { { "q", "a", "()V", "S", 5 }, { "p.Q", "open", "()V", "S", 5 } },
    { { "q", "b", "()V", "S", 5 }, { "p.Q", "b", "()V", "S", 5 } },
  };
  g_auto (GStrv) warnings = NULL;
  g_autoptr (TvNameMapping) mapping = try_to_read (text, -1, &warnings, NULL);
  g_autoptr (TvTrace) trace = make_trace (cases, G_N_ELEMENTS (cases));
  g_autoptr (TvTrace) renamed = NULL;

  ck_assert_ptr_nonnull (mapping);
  ck_assert_uint_eq (g_strv_length (warnings), 1);
  ck_assert_str_eq (warnings[0],
                    "11 lines do not belong to a mapping and were skipped, the "
                    "first of them line 1");
  renamed = tv_trace_new_renamed (trace, mapping, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check_names (tv_trace_get_method (renamed, i), &cases[i].source);
}
END_TEST

START_TEST (files_that_are_no_mappings)
{
  static const char binary[] = "\0\1\2\n\377 -> \n";
  g_autofree char *long_line = g_strnfill (3 * 1024 * 1024, 'a');
  g_auto (GStrv) warnings = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvNameMapping) mapping = NULL;

  ck_assert_ptr_null (try_to_read (binary, sizeof binary, &warnings, &error));
  ck_assert_str_eq (error->message,
                    "This is not a mapping file of ProGuard or R8: line 1 "
                    "does not belong to one, and there is no class");
  g_clear_error (&error);
  ck_assert_ptr_null (try_to_read (long_line, -1, &warnings, &error));
  ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_OTHER_FORMAT));
  /* A program in which nothing was renamed */
  mapping = try_to_read ("# compiler: R8\n", -1, &warnings, NULL);
  ck_assert_ptr_nonnull (mapping);
}
END_TEST

START_TEST (a_newer_version_is_told)
{
  g_auto (GStrv) warnings = NULL;
  g_autoptr (TvNameMapping) mapping = try_to_read (
      "# { 'id': 'com.android.tools.r8.mapping', 'version': '3.0', 'x': [{'id': 'y'}] "
      "}\np.Q -> q:\n",
      -1, &warnings, NULL);

  ck_assert_ptr_nonnull (mapping);
  ck_assert_str_eq (warnings[0],
                    "The mapping has version 3.0, which is newer than this "
                    "program knows");
  ck_assert_ptr_null (warnings[1]);
}
END_TEST

/* The columns outlive the trace that they were read into. */
START_TEST (calls_are_shared)
{
  static const Case cases[]
      = { { { "a.a", "a", "(CDFS)V", "S", 0 },
            { "com.example.Shape", "draw$default", "(CDFS)V", "S", 0 } } };
  g_autoptr (TvNameMapping) mapping = read_text (proguard);
  TvTrace *trace = make_trace (cases, 1);
  g_autoptr (TvTrace) renamed = tv_trace_new_renamed (trace, mapping, NULL, NULL);
  TvCalls calls;

  tv_trace_unref (trace);
  calls = tv_trace_get_calls (renamed, 0);
  ck_assert_uint_eq (calls.n, 1);
  ck_assert_int_eq (tv_times_get (&calls.end[TV_CLOCK_WALL], 0), 10000);
  ck_assert_str_eq (tv_trace_get_thread (renamed, 0)->name, "main");
  ck_assert_str_eq (tv_trace_get_method (renamed, 0)->name, "draw$default");
}
END_TEST

/* 9,000 times a class of 300,000 letters would be 2.7 GB for each method. */
START_TEST (long_classes_do_not_fill_the_memory)
{
  enum
  {
    N_TYPES = 9000,
    CLASS_LENGTH = 300 * 1000
  };
  g_autofree char *name = g_strnfill (CLASS_LENGTH, 'x');
  g_autofree char *text = g_strconcat (name, " -> a:\n", NULL);
  g_autoptr (TvNameMapping) mapping = read_text (text);
  g_autoptr (GString) signature = g_string_new ("(");
  Case cases[4] = { 0 };
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTrace) renamed = NULL;

  for (guint i = 0; i < N_TYPES; i++)
    g_string_append (signature, "La;");
  g_string_append (signature, ")La");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    cases[i].program = (Names){ "b.b", i % 2 == 0 ? "b" : "c", signature->str, "S", 0 };
  trace = make_trace (cases, G_N_ELEMENTS (cases));
  renamed = tv_trace_new_renamed (trace, mapping, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *mapped = tv_trace_get_method (renamed, i)->signature;

      ck_assert (g_str_has_prefix (mapped, "(Lxxx"));
      ck_assert (g_str_has_suffix (mapped, "La;La;)La"));
      ck_assert_uint_lt (strlen (mapped), 2 * CLASS_LENGTH);
    }
}
END_TEST

START_TEST (types_without_end_take_linear_time)
{
  g_autofree char *signature = g_strnfill (600 * 1000, 'L');
  const Case cases[] = { { { "b.b", "b", signature, "S", 0 }, { 0 } } };
  g_autoptr (TvNameMapping) mapping = read_text (proguard);
  g_autoptr (TvTrace) trace = make_trace (cases, 1);
  const clock_t start = clock (); /* of the processor */
  g_autoptr (TvTrace) renamed = tv_trace_new_renamed (trace, mapping, NULL, NULL);

  ck_assert_int_lt (clock () - start, CLOCKS_PER_SEC);
  ck_assert (g_str_equal (tv_trace_get_method (renamed, 0)->signature, signature));
}
END_TEST

/* Which files are taken for mappings when they are dropped on the window. */

static gboolean
looks_like_mapping (const char *name, const char *bytes, gssize n)
{
  g_autofree char *folder = tv_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  gboolean answer;

  ck_assert (g_file_set_contents (path, bytes, n, NULL));
  answer = tv_file_looks_like_mapping (file, NULL);
  tv_test_folder_remove (g_steal_pointer (&folder));
  return answer;
}

#define A_CLASS "com.example.Main -> a.b:\n    int count -> a\n"

START_TEST (mappings_are_known_by_their_first_class)
{
  ck_assert (looks_like_mapping ("mapping.txt", A_CLASS, -1));
  ck_assert (looks_like_mapping ("names", A_CLASS, -1));
  ck_assert (looks_like_mapping ("names", "# compiler: R8\r\n\r\n" A_CLASS, -1));
  ck_assert (looks_like_mapping ("names", "\xEF\xBB\xBF" A_CLASS, -1));
  ck_assert (looks_like_mapping ("names", "com.example.Main -> a.b:", -1));
}
END_TEST

START_TEST (other_files_are_not)
{
  ck_assert (!looks_like_mapping ("app.trace", A_CLASS, -1));
  ck_assert (!looks_like_mapping ("app.trace.gz", A_CLASS, -1));
  ck_assert (!looks_like_mapping ("app.key", A_CLASS, -1));
  ck_assert (!looks_like_mapping ("mapping.txt", "", -1));
  ck_assert (!looks_like_mapping ("mapping.txt", "# only a comment\n", -1));
  /* The class must come first. */
  ck_assert (!looks_like_mapping ("mapping.txt", "    int count -> a\n" A_CLASS, -1));
  ck_assert (!looks_like_mapping ("mapping.txt", "Dear all,\n" A_CLASS, -1));
  ck_assert (
      !looks_like_mapping ("app", "*version\n3\ndata-file-overflow=false\n", -1));
  ck_assert (!looks_like_mapping ("app", "SLOW\2\0\0\0", 8));
  ck_assert (!looks_like_mapping ("app", A_CLASS "\0", sizeof A_CLASS));
}
END_TEST

START_TEST (a_zipped_mapping_is_unzipped)
{
  g_autoptr (GConverter) gzip
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9));
  char zipped[1024];
  gsize n_read;
  gsize n_written;

  ck_assert_int_eq (g_converter_convert (gzip, A_CLASS, sizeof A_CLASS - 1, zipped,
                                         sizeof zipped, G_CONVERTER_INPUT_AT_END,
                                         &n_read, &n_written, NULL),
                    G_CONVERTER_FINISHED);
  ck_assert (looks_like_mapping ("mapping.txt.gz", zipped, (gssize) n_written));
  /* Cut within its head. */
  ck_assert (!looks_like_mapping ("mapping.txt.gz", zipped, 5));
}
END_TEST

START_TEST (what_is_not_there_is_no_mapping)
{
  g_autofree char *folder = tv_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "mapping.txt", NULL);
  g_autoptr (GFile) missing = g_file_new_for_path (path);
  g_autoptr (GFile) directory = g_file_new_for_path (folder);

  ck_assert (!tv_file_looks_like_mapping (missing, NULL));
  ck_assert (!tv_file_looks_like_mapping (directory, NULL));
  tv_test_folder_remove (g_steal_pointer (&folder));
}
END_TEST

/* A class that stands behind more than is read is not looked for. */
START_TEST (only_the_beginning_is_read)
{
  g_autoptr (GString) text = g_string_new (NULL);

  while (text->len < 30000)
    g_string_append (text, "# a licence, and more of it\n");
  g_string_append (text, A_CLASS);
  ck_assert (looks_like_mapping ("mapping.txt", text->str, -1));
  while (text->len < 200000)
    g_string_prepend (text, "# a licence, and more of it\n");
  ck_assert (!looks_like_mapping ("mapping.txt", text->str, -1));
}
END_TEST

TV_TESTS (NULL, NULL)
