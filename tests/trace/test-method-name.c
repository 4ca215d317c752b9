/* SPDX-License-Identifier: Apache-2.0 */

/* Names of methods: as the file writes them, with dots, and as Java declares them. */

#include "support/test-runner.h"
#include "trace/model/trace.h"

typedef struct
{
  const char *class_name;
  const char *name;
  const char *signature;
  const char *full;
  const char *display;
  const char *java;
} NameCase;

static const NameCase cases[] = {
  { "com/example/Foo", "bar", "(I)V", "com/example/Foo.bar (I)V",
    "com.example.Foo.bar (I)V", "void com.example.Foo.bar(int)" },
  { "com.example.Foo", "<init>", "([I[[Ljava/lang/String;)V",
    "com.example.Foo.<init> ([I[[Ljava/lang/String;)V",
    "com.example.Foo.<init> ([I[[Ljava/lang/String;)V",
    "com.example.Foo.<init>(int[], String[][])" },
  { "a/B$C", "d", "(BCDFJSZLa/B;)[J", "a/B$C.d (BCDFJSZLa/B;)[J",
    "a.B$C.d (BCDFJSZLa/B;)[J",
    "long[] a.B$C.d(byte, char, double, float, long, short, boolean, a.B)" },
  /* Only the package that needs no import is left out. */
  { "a.B", "c", "(Ljava/lang/reflect/Method;)Ljava/lang/Object;",
    "a.B.c (Ljava/lang/reflect/Method;)Ljava/lang/Object;",
    "a.B.c (Ljava/lang/reflect/Method;)Ljava/lang/Object;",
    "Object a.B.c(java.lang.reflect.Method)" },
  { "[I", "clone", "()Ljava/lang/Object;", "[I.clone ()Ljava/lang/Object;",
    "int[].clone ()Ljava/lang/Object;", "Object int[].clone()" },
  { "[[Lcom/example/Foo;", "clone", "", "[[Lcom/example/Foo;.clone",
    "com.example.Foo[][].clone", "com.example.Foo[][].clone" },
  { "", "native_call", "()V", "native_call ()V", "native_call ()V",
    "void native_call()" },
  /* What is no signature, or no array, is shown as it is. */
  { "a/B", "c", "(I", "a/B.c (I", "a.B.c (I", "a.B.c (I" },
  { "a/B", "c", "(Q)V", "a/B.c (Q)V", "a.B.c (Q)V", "a.B.c (Q)V" },
  { "a/B", "c", "(La/B)V", "a/B.c (La/B)V", "a.B.c (La/B)V", "a.B.c (La/B)V" },
  { "a/B", "c", "()VV", "a/B.c ()VV", "a.B.c ()VV", "a.B.c ()VV" },
  { "a/B", "c", "()", "a/B.c ()", "a.B.c ()", "a.B.c ()" },
  { "[", "c", "()L;", "[.c ()L;", "[.c ()L;", "[.c ()L;" },
};

START_TEST (names_in_three_ways)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TvMethod method = { .named = TRUE,
                                .class_name = cases[i].class_name,
                                .name = cases[i].name,
                                .signature = cases[i].signature };
      g_autofree char *full = tv_method_dup_full_name (&method);
      g_autofree char *display = tv_method_dup_display_name (&method);
      g_autofree char *java = tv_method_dup_java_name (&method);

      ck_assert_str_eq (full, cases[i].full);
      ck_assert_str_eq (display, cases[i].display);
      ck_assert_str_eq (java, cases[i].java);
    }
}
END_TEST

START_TEST (names_to_be_copied)
{
  static const struct
  {
    const char *class_name;
    const char *name;
    const char *signature;
    const char *jvm;
  } names[] = {
    { "a.b.Main$In", "go", "([I)V", "a/b/Main$In.go:([I)V" },
    { "a/b/Main", "<init>", "()V", "a/b/Main.<init>:()V" },
    { "Main", "go", "", "Main.go" },
    { "", "go", "()V", "go:()V" },
    { "[Ljava/lang/String;", "clone", "()V", "[Ljava/lang/String;.clone:()V" },
    { "a.", "b", "", "a/.b" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const TvMethod method = { .named = TRUE,
                                .class_name = names[i].class_name,
                                .name = names[i].name,
                                .signature = names[i].signature };
      g_autofree char *jvm = tv_method_dup_jvm_name (&method);

      ck_assert_str_eq (jvm, names[i].jvm);
    }
}
END_TEST

START_TEST (a_method_without_a_name)
{
  const TvMethod method
      = { .class_name = "(unknown)", .name = "0x10", .signature = "" };
  g_autofree char *full = tv_method_dup_full_name (&method);
  g_autofree char *display = tv_method_dup_display_name (&method);
  g_autofree char *java = tv_method_dup_java_name (&method);
  g_autofree char *jvm = tv_method_dup_jvm_name (&method);

  ck_assert_str_eq (jvm, "(0x10)");
  ck_assert_str_eq (full, "(0x10)");
  ck_assert_str_eq (display, "(0x10)");
  ck_assert_str_eq (java, "(0x10)");
}
END_TEST

/* Neither a stack nor time in the square of the length. */
START_TEST (a_signature_of_a_megabyte)
{
  g_autofree char *brackets = g_strnfill (1024 * 1024, '[');
  g_autofree char *ints = g_strnfill (1024 * 1024, 'I');
  g_autofree char *many = g_strdup_printf ("(%s)V", ints);
  TvMethod method
      = { .named = TRUE, .class_name = brackets, .name = "a", .signature = brackets };
  g_autofree char *none = tv_method_dup_java_name (&method);
  g_autofree char *all = NULL;

  ck_assert (g_str_has_suffix (none, "[[["));
  method.class_name = "";
  method.signature = many;
  all = tv_method_dup_java_name (&method);
  ck_assert (g_str_has_prefix (all, "void a(int, int, "));
  ck_assert (g_str_has_suffix (all, ", int)"));
}
END_TEST

TV_TESTS (NULL, NULL)
