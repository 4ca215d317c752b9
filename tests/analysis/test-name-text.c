/* SPDX-License-Identifier: Apache-2.0 */

/* Names of methods as people read them. Bars stand where the parts of a name meet. */

#include "analysis/text/name-text.h"
#include "analysis/text/symbol-name.h"
#include "support/test-runner.h"

static void
assert_parts (const TvNameText *name, const char *expected)
{
  g_autoptr (GString) parts = g_string_new (name->text);
  const gsize ends[] = { name->parameters_end, name->method_end, name->method_start,
                         name->name_start };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    g_string_insert_c (parts, (gssize) ends[i], '|');
  ck_assert_str_eq (parts->str, expected);
}

static void
assert_method (const TvMethod *method, const char *expected)
{
  g_autoptr (TvNameText) name = tv_name_text_new (method);

  assert_parts (name, expected);
}

static const struct
{
  const char *class_name;
  const char *name;
  const char *signature;
  const char *readable;
  const char *jvm;
} cases[] = {
  { "org/mozilla/gecko/GeckoThread", "run", "()V",
    "|GeckoThread.|run|()|  org.mozilla.gecko",
    "|org.mozilla.gecko.GeckoThread.|run| ()V|" },
  /* Types have no packages; inner classes stay in their outer ones. */
  { "a.b.Main$In", "<init>", "(I[[Ljava/lang/String;La/b/C$D;J)Ljava/util/List;",
    "|Main$In.|<init>|(int, String[][], C$D, long)|  a.b",
    "|a.b.Main$In.|<init>| (I[[Ljava/lang/String;La/b/C$D;J)Ljava/util/List;|" },
  { "Main", "go", "", "|Main.|go||", "|Main.|go||" },
  { "", "native_call", "()V", "||native_call|()|", "||native_call| ()V|" },
  { "[[Lcom/example/Foo;", "clone", "()Ljava/lang/Object;",
    "|Foo[][].|clone|()|  com.example",
    "|com.example.Foo[][].|clone| ()Ljava/lang/Object;|" },
  { "[I", "clone", "", "|int[].|clone||", "|int[].|clone||" },
  { "a/B", "", "()V", "||B|()|  a", "||a.B| ()V|" },
  { "a/B", "c.d", "", "|B.|c.d||  a", "|a.B.|c.d||" },
  { "a.", "b", "", "||b||  a", "|a..|b||" },
  { "", "", "", "||||", "||||" },
  /* What is no signature is shown as it is. */
  { "a/B", "c", "(Q)V", "|B.|c| (Q)V|  a", "|a.B.|c| (Q)V|" },
  { "a/B", "c", "(I", "|B.|c| (I|  a", "|a.B.|c| (I|" },
};

START_TEST (parts_of_a_name)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvMethod method = { .named = TRUE,
                          .class_name = cases[i].class_name,
                          .name = cases[i].name,
                          .signature = cases[i].signature };

      assert_method (&method, cases[i].readable);
      method.style = TV_NAME_STYLE_JVM;
      assert_method (&method, cases[i].jvm);
    }
}
END_TEST

START_TEST (a_method_without_a_name)
{
  TvMethod method = { .class_name = "(unknown)", .name = "0x10", .signature = "" };

  assert_method (&method, "||(0x10)||");
  method.is_proxy = TRUE;
  assert_method (&method, "||proxy method 0x10||");
  method.proxy_name = "a.b.Listener.onClick (La/v/View;)V";
  assert_method (&method, "|proxy Listener.|onClick|(View)|  a.b");
  method.style = TV_NAME_STYLE_JVM;
  assert_method (&method, "|proxy a.b.Listener.|onClick| (La/v/View;)V|");
}
END_TEST

START_TEST (a_name_that_is_no_method)
{
  g_autoptr (TvNameText) name = tv_name_text_new_in_package ("Foo$Bar", "a.b");
  g_autoptr (TvNameText) alone = tv_name_text_new_in_package ("a.b", NULL);

  assert_parts (name, "||Foo$Bar||  a.b");
  assert_parts (alone, "||a.b||");
}
END_TEST

static void
assert_short (const TvMethod *method, const char *expected)
{
  g_autoptr (TvNameText) name = tv_name_text_new (method);
  g_autofree char *brief = tv_name_text_dup_short (name);

  ck_assert_str_eq (brief, expected);
}

START_TEST (a_rank_and_the_short_form)
{
  TvMethod method
      = { .named = TRUE, .class_name = "a.B", .name = "c", .signature = "(I)V" };
  g_autoptr (TvNameText) name = tv_name_text_new (&method);

  tv_name_text_prepend (name, "12 ");
  assert_parts (name, "12 |B.|c|(int)|  a");
  assert_short (&method, "B.c");
  method.style = TV_NAME_STYLE_JVM;
  assert_short (&method, "B.c");
  method.class_name = "[La/In$Out;";
  assert_short (&method, "In$Out[].c");
  method.class_name = "a.";
  assert_short (&method, "c");
}
END_TEST

/* A part is cut after 256 characters, so that it can be laid out at once. */
START_TEST (names_of_a_megabyte)
{
  g_autofree char *long_name = g_strnfill (1024 * 1024, 'n');
  g_autofree char *shown = g_strnfill (256, 'n');
  g_autofree char *ints = g_strnfill (1024 * 1024, 'I');
  g_autofree char *signature = g_strdup_printf ("(%s)V", ints);
  g_autofree char *class_name = g_strdup_printf ("%s.%s", long_name, long_name);
  g_autoptr (GString) parameters = g_string_new ("(");
  g_autofree char *expected = NULL;
  const TvMethod method = {
    .named = TRUE, .class_name = class_name, .name = long_name, .signature = signature
  };

  for (guint i = 0; i < 51; i++)
    g_string_append (parameters, "int, ");
  expected
      = g_strdup_printf ("|%s….|%s…|%s…|  %s…", shown, shown, parameters->str, shown);
  assert_method (&method, expected);
}
END_TEST

/* By c++filt. The name of the last one doubles 36 times. */
START_TEST (symbols_of_linkers)
{
  static const char *const symbols[][2] = {
    { "_ZN3foo3barEv", "foo::bar()" },
    { "_ZNSt6vectorIiSaIiEE9push_backEOi",
      "std::vector<int, std::allocator<int> >::push_back(int&&)" },
    { "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE",
      "core::fmt::Write::write_fmt" },
    { "_RNvCs1234_7mycrate3foo", "mycrate::foo" },
    { "main", NULL },
    { "_Z", NULL },
    { "_Z1f", "f" },
    { "_ZN3foo", NULL },
    { "", NULL },
  };
  g_autofree char *long_symbol = g_strnfill (TV_MAX_SYMBOL, '1');
  g_autofree char *too_long = g_strdup_printf ("_Z%s", long_symbol);
  g_autoptr (GString) bomb = g_string_new ("_Z1f1aIiES_IS0_S0_ES_IS1_S1_E");

  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    {
      g_autofree char *name = tv_symbol_name_demangle (symbols[i][0]);

      ck_assert_pstr_eq (name, symbols[i][1]);
    }
  ck_assert_ptr_null (tv_symbol_name_demangle (too_long));
  for (const char *digit = "23456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"; *digit != 0; digit++)
    g_string_append_printf (bomb, "S_IS%c_S%c_E", *digit, *digit);
  ck_assert_ptr_null (tv_symbol_name_demangle (bomb->str));
}
END_TEST

TV_TESTS (NULL, NULL)
