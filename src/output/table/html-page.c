/* SPDX-License-Identifier: Apache-2.0 */

/* A page that needs nothing else: its style and its script are in it, and it may load
 * nothing. Without the script, all can be read and folded, but not sorted. */

#include "config.h"

#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>

static const char style[]
    = ":root{color-scheme:light dark;--back:#fff;--text:#1d1d20;--dim:#5e5c64;"
      "--line:#d6d5d8;--band:#f3f3f5;--link:#1a5fb4;--mark:#fbe9a6;"
      "--more:#a51d2d;--less:#176639}\n"
      "@media (prefers-color-scheme:dark){:root{--back:#1e1e20;--text:#eeeeec;"
      "--dim:#a9a8ad;--line:#45454a;--band:#2a2a2d;--link:#99c1f1;--mark:#5a4a10;"
      "--more:#ff938c;--less:#8ff0a4}}\n"
      "body{margin:0 auto;padding:1rem;max-width:110rem;background:var(--back);"
      "color:var(--text);font:0.9rem/1.45 system-ui,sans-serif}\n"
      "h1{font-size:1.4rem}h2{font-size:1.2rem;margin-top:2rem}"
      "h3{font-size:1.05rem;margin-top:1.6rem}\n"
      "a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}\n"
      "nav a,nav button{margin-inline-end:0.8rem}p.note{color:var(--dim)}\n"
      "nav.bar{position:sticky;top:0;padding:0.4rem 0;background:var(--back);"
      "border-bottom:1px solid var(--line);z-index:1}\n"
      "button,input{font:inherit;color:inherit;background:var(--band);"
      "border:1px solid var(--line);border-radius:4px;padding:0.1rem 0.5rem}\n"
      ".wide{overflow-x:auto}\n"
      "table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
      "th,td{padding:0.1rem 0.6rem;text-align:end;white-space:nowrap}\n"
      "th:last-child,td:last-child{text-align:start}\n"
      "th button,.head button{border:0;padding:0;background:none;font-weight:bold;"
      "cursor:pointer}\n"
      "[aria-sort=ascending] button::after{content:\" \\25b4\"}\n"
      "[aria-sort=descending] button::after{content:\" \\25be\"}\n"
      "tbody tr:nth-child(even),.list>details:nth-child(even){"
      "background:var(--band)}\n"
      "tbody tr:hover,summary:hover{background:var(--mark)}\n"
      ".more{color:var(--more)}.less{color:var(--less)}\n"
      "tr.self{font-weight:bold}tr.gap td{border-top:1px dashed var(--dim);"
      "text-align:start;color:var(--dim)}\n"
      ".head,summary{display:grid;grid-template-columns:5rem 5rem 8rem 8rem 8rem "
      "max-content;column-gap:0.6rem;font-variant-numeric:tabular-nums;"
      "text-align:end}\n"
      ".head>:last-child,summary>:last-child{text-align:start;white-space:nowrap}\n"
      ".thread>summary{display:block;text-align:start}.thread h2{display:inline}"
      ".thread[open]{margin-bottom:2rem}\n"
      "summary{cursor:pointer;list-style:none}\n"
      "summary::-webkit-details-marker{display:none}\n"
      "summary>:first-child::before{content:\"\\25b8  \";color:var(--dim)}\n"
      "[open]>summary>:first-child::before{content:\"\\25be  \"}\n"
      "details>table{margin:0.2rem 0 0.6rem 2rem;border-inline-start:"
      "3px solid var(--line)}\n"
      "details{scroll-margin-top:2.5rem}details:target>summary{"
      "background:var(--mark)}\n"
      "@media print{nav,button::after{display:none}}\n";

/* A table has its titles in its head, a list of details in a row before them. Numbers
 * begin with the greatest, text begins with A. */
static const char script[]
    = "(function () {\n"
      "'use strict';\n"
      "function cells(row) {\n"
      "  return row.cells || row.firstElementChild.children;\n"
      "}\n"
      "function value(row, at) {\n"
      "  var cell = cells(row)[at];\n"
      "  var text = cell.dataset.value || cell.textContent.trim();\n"
      "  var number = parseFloat(text.replace('[', ''));\n"
      "  return isNaN(number) ? text : number;\n"
      "}\n"
      "function sort(button) {\n"
      "  var title = button.parentElement;\n"
      "  var titles = Array.from(title.parentElement.children);\n"
      "  var at = titles.indexOf(title);\n"
      "  var table = title.closest('table');\n"
      "  var box = table ? table.tBodies[0] : title.closest('.list');\n"
      "  var rows = table ? Array.from(box.rows)\n"
      "                   : Array.from(box.querySelectorAll(':scope > details'));\n"
      "  if (rows.length === 0)\n"
      "    return;\n"
      "  var text = at === titles.length - 1;\n"
      "  var was = title.getAttribute('aria-sort');\n"
      "  var up = was ? was === 'descending' : text;\n"
      "  var keys = new Map();\n"
      "  rows.forEach(function (row) {\n"
      "    keys.set(row, text ? cells(row)[at].textContent.replace(/^\\[\\d+\\] /, "
      "'')\n"
      "                       : value(row, at));\n"
      "  });\n"
      "  rows.sort(function (a, b) {\n"
      "    var x = keys.get(a), y = keys.get(b);\n"
      "    var order = x < y ? -1 : x > y ? 1 : 0;\n"
      "    return up ? order : -order;\n"
      "  });\n"
      "  rows.forEach(function (row) { box.appendChild(row); });\n"
      "  titles.forEach(function (other) { other.removeAttribute('aria-sort'); });\n"
      "  title.setAttribute('aria-sort', up ? 'ascending' : 'descending');\n"
      "}\n"
      "function unfold(button) {\n"
      "  var open = button.dataset.open === '1';\n"
      "  var list = document.getElementById(button.dataset.list);\n"
      "  list.querySelectorAll(':scope > details').forEach(function (row) {\n"
      "    row.open = open;\n"
      "  });\n"
      "}\n"
      "function find(text) {\n"
      "  text = text.toLowerCase();\n"
      "  document.querySelectorAll('.find>tbody>tr,.list>details').forEach(\n"
      "    function (row) {\n"
      "      var own = row.id ? row.firstElementChild : row;\n"
      "      row.hidden = own.textContent.toLowerCase().indexOf(text) < 0;\n"
      "    });\n"
      "}\n"
      "function reveal() {\n"
      "  var target = document.getElementById(location.hash.slice(1));\n"
      "  if (!target)\n"
      "    return;\n"
      "  for (var box = target; box; box = box.parentElement) {\n"
      "    box.hidden = false;\n"
      "    if (box.tagName === 'DETAILS')\n"
      "      box.open = true;\n"
      "  }\n"
      "  target.scrollIntoView();\n"
      "}\n"
      "document.addEventListener('click', function (event) {\n"
      "  var button = event.target.closest('button');\n"
      "  if (!button)\n"
      "    return;\n"
      "  if (button.dataset.list)\n"
      "    unfold(button);\n"
      "  else\n"
      "    sort(button);\n"
      "});\n"
      "document.addEventListener('input', function (event) {\n"
      "  if (event.target.type === 'search')\n"
      "    find(event.target.value);\n"
      "});\n"
      "window.addEventListener('hashchange', reveal);\n"
      "reveal();\n"
      "})();\n";

/**
 * tv_html_page_add_text:
 * @writer: a writer
 * @text: UTF-8
 *
 * Adds @text so that a browser shows it as it is, in an attribute as well. Control
 * characters become spaces.
 */
void
tv_html_page_add_text (TvReportWriter *writer, const char *text)
{
  g_return_if_fail (writer != NULL && text != NULL);

  for (; *text != '\0'; text++)
    switch (*text)
      {
      case '<':
        tv_report_writer_add (writer, "&lt;");
        break;
      case '>':
        tv_report_writer_add (writer, "&gt;");
        break;
      case '&':
        tv_report_writer_add (writer, "&amp;");
        break;
      case '"':
        tv_report_writer_add (writer, "&quot;");
        break;
      case '\'':
        tv_report_writer_add (writer, "&#39;");
        break;
      default:
        tv_report_writer_add_char (writer, (guchar) *text < ' ' ? ' ' : *text);
      }
}

/* A name such as de_DE.UTF-8 says "de-DE"; the locale C is English. */
static void
add_language (TvReportWriter *writer)
{
  const char *language = g_get_language_names ()[0];

  if (g_str_equal (language, "C") || g_str_has_prefix (language, "C."))
    language = "en";
  for (; g_ascii_isalnum (*language) || *language == '_'; language++)
    tv_report_writer_add_char (writer, *language == '_' ? '-' : *language);
}

/**
 * tv_html_page_begin:
 * @writer: a writer
 * @title: its title
 *
 * Begins a page. What comes then may have tables of the class `find`, whose titles are
 * buttons that sort them, and boxes of the class `list` with a row of titles of the
 * class `head` and details below it.
 */
void
tv_html_page_begin (TvReportWriter *writer, const char *title)
{
  g_return_if_fail (writer != NULL && title != NULL);

  tv_report_writer_add (writer, "<!DOCTYPE html>\n<html lang=\"");
  add_language (writer);
  tv_report_writer_add (
      writer, "\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
              "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
              "<meta name=\"viewport\" content=\"width=device-width\">\n"
              "<meta name=\"generator\" content=\"tracedump " PACKAGE_VERSION "\">\n"
              "<title>");
  tv_html_page_add_text (writer, title);
  tv_report_writer_add (writer, "</title>\n<style>\n");
  tv_report_writer_add (writer, style);
  tv_report_writer_add (writer, "</style>\n</head>\n<body>\n<h1>");
  tv_html_page_add_text (writer, title);
  tv_report_writer_add (writer, "</h1>\n<p><input type=\"search\" placeholder=\"");
  tv_html_page_add_text (writer, _ ("Find a method"));
  tv_report_writer_add (writer, "\" aria-label=\"");
  tv_html_page_add_text (writer, _ ("Find a method"));
  tv_report_writer_add (writer, "\"></p>\n");
}

/**
 * tv_html_page_end:
 * @writer: a writer
 *
 * Ends the page.
 */
void
tv_html_page_end (TvReportWriter *writer)
{
  g_return_if_fail (writer != NULL);

  tv_report_writer_add (writer, "<script>\n");
  tv_report_writer_add (writer, script);
  tv_report_writer_add (writer, "</script>\n</body>\n</html>\n");
}
