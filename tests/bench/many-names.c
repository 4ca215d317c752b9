/* SPDX-License-Identifier: Apache-2.0 */

#include "bench/many-names.h"

#define SEED 1
#define METHODS_OF_CLASS 10

static const char *const packages[]
    = { "ads",   "android", "app",   "base", "cache", "codec", "com",     "core",
        "data",  "example", "font",  "gms",  "graph", "http",  "image",   "internal",
        "io",    "json",    "media", "net",  "org",   "parse", "runtime", "service",
        "store", "text",    "ui",    "util", "video", "view",  "widget",  "xml" };
static const char *const nouns[]
    = { "Adapter", "Buffer",  "Builder", "Cache",    "Callback", "Cursor",
        "Event",   "Factory", "Handler", "Holder",   "Index",    "Item",
        "Layout",  "List",    "Manager", "Map",      "Node",     "Pool",
        "Queue",   "Reader",  "Request", "Response", "Session",  "Stream",
        "String",  "Table",   "Task",    "Tree",     "View",     "Worker" };
static const char *const verbs[] = { "add",  "apply",   "bind",  "compute", "create",
                                     "draw", "find",    "get",   "init",    "is",
                                     "make", "measure", "on",    "remove",  "run",
                                     "set",  "to",      "update" };
static const char *const types[] = { "I",
                                     "Z",
                                     "J",
                                     "[B",
                                     "F",
                                     "Ljava/lang/String;",
                                     "Ljava/util/List;",
                                     "Landroid/view/View;" };

static const char *
pick (GRand *random, const char *const *words, guint n)
{
  return words[g_rand_int_range (random, 0, (gint32) n)];
}

#define PICK(random, words) pick (random, words, G_N_ELEMENTS (words))

static void
make_class (GRand *random, GString *text)
{
  g_string_truncate (text, 0);
  for (guint i = 0; i < 4; i++)
    g_string_append_printf (text, "%s.", PICK (random, packages));
  g_string_append (text, PICK (random, nouns));
  g_string_append (text, PICK (random, nouns));
  if (g_rand_boolean (random))
    g_string_append_printf (text, "$%d", g_rand_int_range (random, 1, 20));
}

static void
make_signature (GRand *random, GString *text)
{
  g_string_assign (text, "(");
  for (gint32 i = g_rand_int_range (random, 0, 4); i > 0; i--)
    g_string_append (text, PICK (random, types));
  g_string_append (text, ")V");
}

/**
 * tv_many_names_add:
 * @writer: a writer without records
 * @n_methods: how many
 *
 * Adds methods with names of the kind and length that an app's have, of about 80
 * letters with class and signature, ids from 0 in steps of 4.
 */
void
tv_many_names_add (TvTraceWriter *writer, guint n_methods)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED);
  g_autoptr (GString) class_name = g_string_new (NULL);
  g_autoptr (GString) signature = g_string_new (NULL);

  for (guint i = 0; i < n_methods; i++)
    {
      g_autofree char *name = g_strdup_printf (
          "%s%s%s", PICK (random, verbs), PICK (random, nouns), PICK (random, nouns));

      if (i % METHODS_OF_CLASS == 0)
        make_class (random, class_name);
      make_signature (random, signature);
      tv_trace_writer_add_method (writer, 4 * i, class_name->str, name, signature->str,
                                  "Source.java", (int) i % 1000);
    }
}
