/* SPDX-License-Identifier: Apache-2.0 */

/* Which methods a name stands for. */

#include "analysis/find/method-lookup.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

static const struct
{
  guint16 id;
  const char *class_name;
  const char *name;
  const char *signature;
  gboolean is_called;
} methods[] = {
  { 0x04, "com/shop/Cart", "add", "(I)V", TRUE },
  { 0x08, "com/shop/Cart", "add", "(J)V", FALSE },
  { 0x0c, "com/shop/Cart$Line", "add", "(I)V", FALSE },
  { 0x10, "com/shop/Cart", "total", "()I", TRUE },
  { 0x14, "com/shop/Bill", "total", "()I", TRUE },
  { 0x18, "Cart", "total", "()J", TRUE },
  { 0x1c, "com/shop/Bill", "<init>", "(Lcom/shop/Cart;)V", FALSE },
  { 0x20, "com/shop/Bill", "subtotal", "", FALSE },
};

static TvTrace *
load_methods (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      tv_trace_writer_add_method (writer, methods[i].id, methods[i].class_name,
                                  methods[i].name, methods[i].signature, "A.java", 1);
      if (methods[i].is_called)
        tv_trace_writer_enter (writer, 1, methods[i].id, 0, i);
    }
  tv_trace_writer_enter (writer, 1, 0x40, 0, 100);
  return tv_test_load (writer);
}

static void
append_id (GString *text, const TvTrace *trace, guint32 method)
{
  g_string_append_printf (text, "%s%x", text->len > 0 ? " " : "",
                          (guint) tv_trace_get_method (trace, method)->id);
}

/* Ids of the methods that are found, or of the candidates in brackets. */
static void
assert_found (const char *name, TvNameStyle style, const char *expected)
{
  g_autoptr (TvTrace) plain = load_methods ();
  g_autoptr (TvTrace) trace = tv_trace_new_styled (plain, style);
  g_autoptr (GArray) candidates = NULL;
  g_autoptr (TvMethodSet) set = tv_method_set_new_named (trace, name, &candidates);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 i = 0; set != NULL && i < tv_trace_get_n_methods (trace); i++)
    if (tv_method_set_contains (set, i))
      append_id (text, trace, i);
  for (guint i = 0; set == NULL && i < candidates->len; i++)
    append_id (text, trace, g_array_index (candidates, guint32, i));
  if (set == NULL)
    g_string_append_c (g_string_prepend_c (text, '['), ']');
  ck_assert_msg (g_str_equal (text->str, expected), "%s: %s is not %s", name, text->str,
                 expected);
}

START_TEST (a_name_stands_for_a_method_and_its_overloads)
{
  assert_found ("com.shop.Cart.add", TV_NAME_STYLE_PLAIN, "4 8");
  assert_found ("com/shop/Cart.add", TV_NAME_STYLE_PLAIN, "4 8");
  assert_found ("com.shop.Cart.add (J)V", TV_NAME_STYLE_PLAIN, "8");
  assert_found ("com.shop.Cart.add(J)V", TV_NAME_STYLE_PLAIN, "8");
  assert_found ("com/shop/Cart.add:(J)V", TV_NAME_STYLE_PLAIN, "8");
  assert_found ("com.shop.Cart.add (J)", TV_NAME_STYLE_PLAIN, "8");
  assert_found ("com.shop.Bill.<init>", TV_NAME_STYLE_PLAIN, "1c");
  assert_found ("com.shop.Cart.add (long): void", TV_NAME_STYLE_JAVA, "8");
  assert_found ("com.shop.Cart.add(long)", TV_NAME_STYLE_JAVA, "8");
  assert_found ("com/shop/Cart.add (J)V", TV_NAME_STYLE_RAW, "8");
  assert_found ("0x40", TV_NAME_STYLE_PLAIN, "40");
  assert_found ("(0x40)", TV_NAME_STYLE_PLAIN, "40");
}
END_TEST

START_TEST (the_end_of_a_name_is_enough)
{
  assert_found ("Bill.total", TV_NAME_STYLE_PLAIN, "14");
  assert_found ("shop.Bill.total", TV_NAME_STYLE_PLAIN, "14");
  assert_found ("<init>", TV_NAME_STYLE_PLAIN, "1c");
  assert_found ("Line.add", TV_NAME_STYLE_PLAIN, "c");
  assert_found ("subtotal", TV_NAME_STYLE_PLAIN, "20");
  /* A whole name goes before the end of another. */
  assert_found ("Cart.total", TV_NAME_STYLE_PLAIN, "18");
  /* Of two classes with the method, one called it. */
  assert_found ("add", TV_NAME_STYLE_PLAIN, "4");
  assert_found ("total()J", TV_NAME_STYLE_PLAIN, "18");
}
END_TEST

START_TEST (an_ambiguous_name_has_candidates)
{
  assert_found ("total", TV_NAME_STYLE_PLAIN, "[18 14 10]");
  assert_found ("add (I)V", TV_NAME_STYLE_PLAIN, "4");
  /* A name in the middle or of another case is no name. */
  assert_found ("cart.ADD", TV_NAME_STYLE_PLAIN, "[4]");
  assert_found ("CART$", TV_NAME_STYLE_PLAIN, "[c]");
  assert_found ("Total", TV_NAME_STYLE_PLAIN, "[18 20 14 10]");
  assert_found ("Order.total", TV_NAME_STYLE_PLAIN, "[]");
  assert_found ("", TV_NAME_STYLE_PLAIN, "[]");
  assert_found ("\xff", TV_NAME_STYLE_PLAIN, "[]");
}
END_TEST

TV_TESTS (NULL, NULL)
