# SPDX-License-Identifier: Apache-2.0
"""Plants a violation of every rule and sees that the check finds it, and nothing else.

The clean project is small but has a piece of everything that the checks look at.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import check_actions
import check_built
import check_docs
import check_first_lines
import check_format
import check_includes
import check_layout
import check_map
import check_sizes
import check_translations
import check_words
import check_xml
from findings import Skipped

HERE = Path(__file__).parent
SPDX = "/* SPDX-License-Identifier: Apache-2.0 */\n\n"

HEADER = SPDX + """#pragma once

/**
 * TvShape:
 * @TV_SHAPE_ROUND: no corner
 *
 * A form.
 */
typedef enum
{
  TV_SHAPE_ROUND
} TvShape;

/**
 * TvShapeFunc:
 * @shape: a form
 * @user_data: (closure): whatever the caller likes
 *
 * Called for each form.
 */
typedef void (*TvShapeFunc) (TvShape shape, void *user_data);

int tv_shape_corners (TvShape shape, const char *names[2]);
"""

SOURCE = SPDX + """#include "trace/model/shape.h"

static int
count (void)
{
  return 1;
}

/**
 * tv_shape_corners:
 * @shape: a form
 * @names: (array fixed-size=2): what to call the corners
 *
 * Returns: how many corners it has
 */
int
tv_shape_corners (TvShape shape, const char *names[2])
{
  return count ();
}
"""

CLEAN = {
    "meson.build": "", "meson_options.txt": "", "README.md": "", "COPYING": "",
    "subprojects/check.wrap": "",
    "po/POTFILES": "# sorted\nsrc/app/window.ui\nsrc/cli/main.c\n",
    "data/icon.svg": "<svg/>\n",
    "src/README.md": "**`trace/model`** Shapes.\n\n**`cli`** A program.\n",
    "src/trace/model/shape.h": HEADER,
    "src/trace/model/shape.c": SOURCE,
    "src/trace/model/corner.h": SPDX + "#pragma once\n",
    "src/trace/model/meson.build": "trace_doors += files('shape.h')\n"
                                   "trace_sources += files('shape.c')\n",
    "src/cli/meson.build": "executable('dump', 'main.c')\n",
    "tests/trace/meson.build": "foreach name : ['shape']\nendforeach\n",
    "src/cli/main.c": SPDX + '#include "trace/model/shape.h"\n\n'
                      'const char *title = _ ("Shapes");\nTvShape shape;\n'
                      'TvShapeFunc func;\nint corners = tv_shape_corners (0, 0);\n',
    "src/app/window.ui": '<interface><object class="GtkWindow"><property name="title" '
                         'translatable="yes">Shapes</property></object></interface>\n',
    "tests/trace/test-shape.c": SPDX + '#include "support/writer.h"\n'
                                '#include "trace/model/shape.h"\n',
    "tests/support/writer.h": SPDX + "#pragma once\n",
}


class CheckTest(unittest.TestCase):
    """A clean project in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        for name, text in CLEAN.items():
            self.write(name, text)
        shutil.copy(HERE.parent.parent / ".clang-format", self.root)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def replace(self, name, old, new):
        text = (self.root / name).read_text(encoding="utf-8")
        self.assertIn(old, text)
        self.write(name, text.replace(old, new))

    def run_check(self, check):
        try:
            return check.check(self.root)
        except Skipped as reason:
            self.skipTest(str(reason))

    def assert_clean(self, check):
        self.assertEqual(self.run_check(check), [])

    def assert_finds(self, check, pattern, n=1):
        findings = self.run_check(check)
        self.assertEqual(len(findings), n, findings)
        for each in findings:
            self.assertRegex(each, pattern)


class CleanProject(CheckTest):
    def test_passes_every_check(self):
        for check in (check_built, check_docs, check_first_lines, check_format, check_includes,
                      check_layout, check_map, check_sizes, check_translations, check_words,
                      check_xml):
            with self.subTest(check=check.__name__):
                self.assert_clean(check)


class Includes(CheckTest):
    def write_room(self, name, header, including=None):
        """A room with a header in its door, that may include another header."""
        text = SPDX + "#pragma once\n"
        text += f'#include "{including}"\n' if including else ""
        self.write(f"src/{name}/{header}", text)
        self.write(f"src/{name}/meson.build", f"x_doors += files('{header}')\n")

    def test_wrong_direction(self):
        self.write_room("app", "window.h")
        self.write("src/trace/model/shape.c", SPDX + '#include "app/window.h"\n')
        self.assert_finds(check_includes, r"^src/trace/model/shape.c:3: trace may not")

    def test_cli_beside_ui(self):
        self.write_room("ui/timeline", "timeline.h")
        self.write("src/cli/main.c", '#include "ui/timeline/timeline.h"\n')
        self.assert_finds(check_includes, "cli may not include")

    def test_gtk_below_the_widgets(self):
        self.write("src/draw/ruler.c", "#include <gtk/gtk.h>\n")
        self.write("src/ui/timeline/timeline.c", "#include <gtk/gtk.h>\n")
        self.assert_finds(check_includes, "draw may not include <gtk/gtk.h>")

    def test_header_that_is_in_no_door(self):
        for name in ("src/cli/main.c", "tests/trace/test-shape.c",
                     "src/trace/model/shape.c"):
            self.write(name, '#include "trace/model/corner.h"\n')
        self.assert_finds(check_includes,
                          '^src/cli/main.c:1: .* not in the door of trace/model')

    def test_door_for_the_rooms_of_a_folder(self):
        self.write_room("trace/input", "bytes.h")
        self.replace("src/trace/input/meson.build", "x_doors", "x_inner_doors")
        self.write("src/trace/model/shape.c", '#include "trace/input/bytes.h"\n')
        self.assert_clean(check_includes)
        self.write("src/cli/main.c", '#include "trace/input/bytes.h"\n')
        self.assert_finds(check_includes, "is a door for the rooms of trace alone")

    def test_views_meet_in_the_session(self):
        self.write_room("ui/session", "session.h", "ui/widgets/menu.h")
        self.write_room("ui/widgets", "menu.h")
        self.write_room("ui/bars", "bar.h", "ui/session/session.h")
        self.assert_clean(check_includes)
        self.write_room("ui/timeline", "timeline.h", "ui/bars/bar.h")
        self.assert_finds(check_includes, "ui/timeline may not include")

    def test_session_that_knows_a_view(self):
        self.write_room("ui/bars", "bar.h")
        self.write_room("ui/session", "session.h", "ui/bars/bar.h")
        self.assert_finds(check_includes, "ui/session may not include")

    def test_part_of_a_folder(self):
        self.write_room("output/report", "report.h")
        self.write_room("output/table", "table.h")
        self.write("src/cli/main.c", '#include "output/report/report.h"\n')
        self.write("src/ui/profile/copy.c", '#include "output/table/table.h"\n')
        self.assert_clean(check_includes)
        self.write("src/ui/profile/copy.c", '#include "output/report/report.h"\n')
        self.assert_finds(check_includes, "ui may not include output/report")

    def test_rooms_in_a_circle(self):
        self.write_room("trace/input", "bytes.h", "trace/build/build.h")
        self.write_room("trace/build", "build.h", "trace/formats/format.h")
        self.write_room("trace/formats", "format.h")
        self.assert_clean(check_includes)
        self.write_room("trace/formats", "format.h", "trace/input/bytes.h")
        self.assert_finds(check_includes, "in a circle: trace/build > trace/formats > "
                                          "trace/input > trace/build")

    def test_parts_of_a_room(self):
        for name in ("row-list", "timeline-view", "timeline-rows", "timeline"):
            self.write(f"src/ui/timeline/{name}.h", SPDX + "#pragma once\n")
        self.write("src/ui/timeline/timeline-rows.c",
                   "".join(f'#include "ui/timeline/{name}.h"\n'
                           for name in ("timeline-rows", "timeline-view", "row-list")))
        self.assert_clean(check_includes)
        self.write("src/ui/timeline/timeline-view.c",
                   '#include "ui/timeline/timeline-rows.h"\n')
        self.assert_finds(check_includes, 'timeline-view may not include "timeline-rows.h": '
                                          "that part comes after")
        self.write("src/ui/timeline/timeline-view.c", "")
        self.write("src/ui/timeline/row-list.c", '#include "ui/timeline/timeline-view.h"\n')
        self.assert_finds(check_includes, "row-list is no part of ui/timeline and may not")

    def test_source_that_needs_the_tests(self):
        self.write("src/cli/main.c", '#include "support/writer.h"\n')
        self.assert_finds(check_includes, "a part of the tests")

    def test_system_header_in_quotes(self):
        self.write("src/cli/main.c", '#include "glib.h"\n')
        self.assert_finds(check_includes, "not a header of this project")


class Sizes(CheckTest):
    def function_of(self, n_lines, opening, closing):
        body = "  step ();\n" * (n_lines - opening.count("\n") - closing.count("\n"))
        self.write("src/cli/main.c", SPDX + opening + body + closing)

    def test_long_file(self):
        self.write("src/cli/main.c", "\n" * 900)
        self.assert_clean(check_sizes)
        self.write("src/cli/main.c", "\n" * 901)
        self.assert_finds(check_sizes, "901 lines")

    def test_long_function(self):
        for opening, closing in (("static int\nrun (int n,\n     int m)\n{\n", "}\n"),
                                 ("START_TEST (run)\n{\n", "}\nEND_TEST\n")):
            self.function_of(60, opening, closing)
            self.assert_clean(check_sizes)
            self.function_of(61, opening, closing)
            self.assert_finds(check_sizes, r"main.c:3: run\(\) has 61 lines")


class Format(CheckTest):
    def test_wrong_layout(self):
        self.write("src/cli/main.c", "int x=1;\n")
        self.assertRegex(self.run_check(check_format)[0], r"^src/cli/main.c:1:6: ")


class Docs(CheckTest):
    def test_no_block(self):
        start = SOURCE.index("/**")
        end = SOURCE.index("*/\n", start) + 3
        self.write("src/trace/model/shape.c", SOURCE[:start] + SOURCE[end:])
        self.assert_finds(check_docs, r"shape.c:11: tv_shape_corners\(\): no doc block")

    def test_block_is_not_right_before(self):
        self.replace("src/trace/model/shape.c", " */\nint", " */\n\nint")
        self.assert_finds(check_docs, "no doc block")

    def test_other_name(self):
        self.replace("src/trace/model/shape.c", " * tv_shape_corners:", " * tv_corners:")
        self.assert_finds(check_docs, 'headed "tv_corners"')

    def test_missing_parameter(self):
        self.replace("src/trace/model/shape.c", " * @names: ", " * names: ")
        self.assert_finds(check_docs, "parameter @names is not documented")

    def test_parameter_that_is_gone(self):
        self.replace("src/trace/model/shape.c", " * @names:", " * @old: gone\n * @names:")
        self.assert_finds(check_docs, "@old is documented but is not there")

    def test_no_returns(self):
        self.replace("src/trace/model/shape.c", " * Returns: how", " * How")
        self.assert_finds(check_docs, 'no "Returns:"')

    def test_void_needs_no_returns(self):
        self.write("src/cli/main.c", "int x = go ();\n")
        self.write("src/trace/model/shape.c",
                   "/**\n * go:\n *\n * Goes.\n */\nvoid\ngo (void)\n{\n}\n")
        self.assert_clean(check_docs)

    def test_inside_a_room_no_block_is_needed(self):
        self.write("src/cli/main.c", "/* tv_shape_corners, TvShape */\n")
        self.write("src/trace/model/shape.h", re.sub(r"/\*\*.*?\*/\n", "", HEADER, flags=re.S))
        self.write("src/trace/model/shape.c", re.sub(r"/\*\*.*?\*/\n", "", SOURCE, flags=re.S))
        self.assert_clean(check_docs)

    def test_ref_and_free_need_no_block(self):
        self.write("src/cli/main.c", "int x = tv_box_unref () + tv_box_size ();\n")
        self.write("src/trace/model/shape.c", "void\ntv_box_unref (void)\n{\n}\n\n"
                   "void\ntv_box_size (void)\n{\n}\n")
        self.assert_finds(check_docs, r"tv_box_size\(\): no doc block")

    def test_types_of_headers(self):
        self.replace("src/trace/model/shape.h", " * @TV_SHAPE_ROUND:", " * round:")
        self.assert_finds(check_docs, "member @TV_SHAPE_ROUND is not documented")
        self.write("src/trace/model/shape.h", HEADER.replace(" * @user_data:", " * data:"))
        self.assert_finds(check_docs, "TvShapeFunc: member @user_data is not doc")
        self.write("src/trace/model/shape.h", re.sub(r"/\*\*.*?\*/\n", "", HEADER, flags=re.S))
        self.assert_finds(check_docs, "(TvShape|TvShapeFunc): no doc block", n=2)
        self.write("src/cli/main.c", "TvThing *thing; TvPane *pane;\n")
        self.write("src/trace/model/shape.h", "typedef struct _TvThing TvThing;\n"
                   "G_DECLARE_FINAL_TYPE (TvPane, tv_pane, TV, PANE, GObject)\n")
        self.assert_finds(check_docs, "(TvThing|TvPane): no doc block", n=2)

    def test_members_of_structs(self):
        self.write("src/cli/main.c", "TvBox box;\n")
        self.write("src/trace/model/shape.h", "/**\n * TvBox:\n * @sides: its sides\n *\n"
                   " * A box.\n */\ntypedef struct\n{\n  int sides[4], height;\n"
                   "  void (*paint) (int colour);\n} TvBox;\n")
        self.assert_finds(check_docs, "member @(height|paint) is not documented", n=2)

    def test_inline_functions_of_headers(self):
        inline = "static inline int\nside (void)\n{\n  return 1;\n}\n"
        self.write("src/trace/model/corner.h", inline)
        self.assert_clean(check_docs)
        self.write("src/cli/main.c", "int sides = side ();\n")
        self.assert_finds(check_docs, r"side\(\): no doc block")

    def test_struct_apart_from_its_typedef(self):
        self.write("src/cli/main.c", "TvBox box;\n")
        self.write("src/trace/model/shape.h", "/**\n * TvBox:\n *\n * A box.\n */\n"
                   "typedef struct _TvBox TvBox;\n\nstruct _TvBox\n{\n  int side;\n"
                   "  /*< private >*/\n  int secret;\n};\n")
        self.assert_finds(check_docs, "TvBox: member @side is not documented")


class FirstLines(CheckTest):
    def test_no_licence(self):
        self.write("src/trace/model/shape.c", "int x;\n")
        self.write("tests/meta/check.py", "#!/usr/bin/env python3\nx = 1\n")
        self.assert_finds(check_first_lines, r":1: does not begin with", n=2)

    def test_no_pragma_once(self):
        self.replace("src/trace/model/shape.h", "#pragma once", "")
        self.assert_finds(check_first_lines, "no #pragma once")

    def test_precompiled_header(self):
        self.write("src/trace/model/shape-pch.h", SPDX + "#include <glib.h>\n")
        self.assert_clean(check_first_lines)


class Words(CheckTest):
    SAMPLES = ["/* TO" "DO */", "/* FIX" "ME */", "/* XX" "X */", "/* HA" "CK */",
               "not imple" "mented", "For n" "ow", "a st" "ub", "a temporary f" "ix",
               "go" "to done;", "/ho" "me/ann/x.trace"]

    def test_each_pattern_finds_its_sample(self):
        self.assertEqual(len(check_words.banned()), len(self.SAMPLES))
        for sample in self.SAMPLES:
            with self.subTest(sample=sample):
                self.write("src/cli/main.c", f"\n{sample}\n")
                self.assert_finds(check_words, r"^src/cli/main.c:2: ")

    def test_names_without_a_subject(self):
        self.write("src/cli/string-ut" "il.c", "")
        self.assert_finds(check_words, "the name says nothing")

    def test_file_name_templates_are_no_leftover(self):
        self.write("src/cli/main.c", '"trace-XXXXXX"\n')
        self.assert_clean(check_words)


class Layout(CheckTest):
    def test_stranger_at_the_top(self):
        self.write("NOTES.md", "")
        self.assert_finds(check_layout, "^NOTES.md: does not belong")

    def test_missing_part(self):
        (self.root / "COPYING").unlink()
        self.assert_finds(check_layout, "^COPYING: is missing")

    def test_hidden_files_and_build_folders_are_free(self):
        self.write(".editorconfig", "")
        self.write("build-test/config.h", "")
        self.assert_clean(check_layout)


class Built(CheckTest):
    def test_test_that_is_in_no_list(self):
        self.replace("tests/trace/meson.build", "'shape'", "'shapes'")
        self.assert_finds(check_built, "^tests/trace/test-shape.c: is not in a meson.build")

    def test_source_that_only_another_folder_has(self):
        self.write("src/cli/shape.c", SPDX)
        self.assert_finds(check_built, "^src/cli/shape.c: ")
        self.write("tests/trace/meson.build", "foreach name : ['shape']\nendforeach\n"
                                              "files('../../src/cli/shape.c')\n")
        self.assert_clean(check_built)


class Map(CheckTest):
    def test_room_that_is_not_on_it(self):
        self.write("src/draw/ruler.c", "")
        self.assert_finds(check_map, "draw has no paragraph")

    def test_room_that_is_gone(self):
        self.replace("src/README.md", "**`cli`**", "**`ui/bars`** Bars.\n\n**`cli`**")
        self.assert_finds(check_map, "ui/bars is not there")

    def test_door_that_is_gone(self):
        self.replace("src/trace/model/meson.build", "'shape.h'", "'shape.h', 'round.h'")
        self.assert_finds(check_map, "^src/trace/model/round.h: is in a door and is not there")

    def test_door_that_nobody_uses(self):
        self.replace("src/trace/model/meson.build", "'shape.h'", "'shape.h', 'corner.h'")
        self.assert_finds(check_map, "corner.h: is in a door and nobody outside includes it")


class Actions(CheckTest):
    MENU = ('  { 1, N_ ("_In"), "timeline.zoom-in", NULL },\n'
            '  { 2, N_ ("_Out"), "timeline.zoom-out", NULL },\n')
    KEYS = '  { KEYS, N_ ("Zoom in"), "plus f" },\n'

    def setUp(self):
        super().setUp()
        self.write("src/app/window-menus.c", self.MENU)
        self.write("src/app/window-shortcuts.c", self.KEYS)

    def write_table(self, row):
        self.write("src/ui/timeline/timeline-moves.c",
                   "const TvTimelineAction tv_timeline_moves[] = {\n" + row
                   + "  { NULL, NULL, NULL },\n};\n")

    def test_all_is_well(self):
        self.write_table('  { "zoom-in", "KP_Add "\n    "plus", zoom_in },\n')
        self.assert_clean(check_actions)

    def test_no_key(self):
        self.write_table('  { "zoom-in", NULL, zoom_in },\n')
        self.assert_finds(check_actions, "moves.c: zoom-in has no key")

    def test_key_that_does_two_things(self):
        self.write_table('  { "zoom-in", "plus f", zoom_in },\n'
                         '  { "zoom-out", "f", zoom_out },\n')
        self.assert_finds(check_actions, "moves.c: f is for zoom-out and zoom-in")

    def test_key_that_does_something_else_elsewhere(self):
        self.write_table('  { "zoom-in", "<Control>plus f", zoom_in },\n')
        self.write("src/app/application.c",
                   '  } accelerators[] = {\n'
                   '    { "timeline.zoom-in", { "<Control>plus", NULL } },\n  };\n')
        self.assert_clean(check_actions)
        self.write("src/ui/table/keys.c",
                   '  } shortcuts[] = {\n    { "<Alt>w|<Control>plus", "wider-column" },\n  };\n')
        self.assert_finds(check_actions, "keys.c: <Control>plus is for wider-column and")

    def test_key_that_nobody_is_told(self):
        self.write_table('  { "zoom-in", "w", zoom_in },\n')
        self.assert_finds(check_actions, "zoom-in is not in the shortcuts window")

    def test_not_in_the_menu(self):
        self.write_table('  { "fit", "f", fit },\n')
        self.assert_finds(check_actions, "fit is in no menu")

    def test_state_that_is_not_in_the_menu(self):
        self.write("src/ui/timeline/timeline-rows.c",
                   'g_simple_action_new_stateful ("order", NULL, state);\n')
        self.assert_finds(check_actions, "rows.c: order is in no menu")


class Xml(CheckTest):
    def test_not_well_formed(self):
        self.write("data/icon.svg", "<svg>\n")
        self.assertIn("data/icon.svg", self.run_check(check_xml)[0])

    def test_ui_that_gtk_does_not_know(self):
        self.replace("src/app/window.ui", "<property ", "<attribute ")
        self.replace("src/app/window.ui", "</property>", "</attribute>")
        self.assertIn("src/app/window.ui", self.run_check(check_xml)[0])


class Translations(CheckTest):
    def test_file_is_not_listed(self):
        self.write("po/POTFILES", "src/cli/main.c\n")
        self.assert_finds(check_translations, "src/app/window.ui is missing")

    def test_plural_is_a_string_too(self):
        self.write("src/trace/model/shape.c", 'ngettext ("%u shape", "%u shapes", n);\n')
        self.assert_finds(check_translations, "src/trace/model/shape.c is missing")

    def test_listed_file_without_strings(self):
        self.replace("src/cli/main.c", '_ ("Shapes")', '"Shapes"')
        self.assert_finds(check_translations, "src/cli/main.c holds no string")

    def test_listed_twice(self):
        self.replace("po/POTFILES", "# sorted", "src/cli/main.c")
        self.assert_finds(check_translations, "src/cli/main.c is listed twice")

    def test_string_that_goes_on_with_a_macro(self):
        self.replace("src/cli/main.c", '"Shapes"', '"Shapes: %" G_GUINT64_FORMAT " left"')
        self.assert_finds(check_translations, "^src/cli/main.c:5: the string goes on")
        self.replace("src/cli/main.c", "G_GUINT64_FORMAT", "PRIu64")
        self.assert_clean(check_translations)

    def test_plural_that_goes_on_with_a_macro(self):
        self.replace("src/cli/main.c", '_ ("Shapes")',
                     'ngettext ("%" PRIu64 " shape", "%" G_GUINT64_FORMAT " shapes", n)')
        self.assert_finds(check_translations, "^src/cli/main.c:5: the string goes on")
        self.replace("src/cli/main.c", "G_GUINT64_FORMAT", "PRIu64")
        self.assert_clean(check_translations)


class Programs(CheckTest):
    """What meson runs: exit 0, 1 with findings, 77 where a validator is missing."""

    def run_script(self, name, *arguments):
        return subprocess.run([sys.executable, HERE / name, *arguments],
                              capture_output=True, text=True, cwd=self.root)

    def test_check_exits_with_its_result(self):
        answer = self.run_script("check_layout.py", self.root)
        self.assertEqual((answer.returncode, answer.stdout), (0, "0 found\n"))
        self.write("NOTES.md", "")
        answer = self.run_script("check_layout.py", self.root)
        self.assertEqual(answer.returncode, 1)
        self.assertEqual(answer.stdout.splitlines()[-1], "1 found")

    def test_warning_flags(self):
        self.assertEqual(self.run_script("check_warning_flags.py").returncode, 0)
        answer = self.run_script("check_warning_flags.py", "-Wparenthesis")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("-Wparenthesis", answer.stdout)

    def test_missing_validator_is_skipped(self):
        answer = self.run_script("run_validator.py", "no-such-validator", "x")
        self.assertEqual(answer.returncode, 77)

    def test_validators_find_planted_errors(self):
        planted = {
            ("desktop-file-validate", "bad.desktop"): "[Desktop Entry]\nType=Nothing\n",
            ("appstreamcli", "validate", "--no-net", "bad.metainfo.xml"): "<component/>",
            ("glib-compile-schemas", "--strict", "--dry-run", "."):
                "<schemalist><schema/></schemalist>",
            ("msgfmt", "--check", "-o", "/dev/null", "bad.po"):
                'msgid ""\nmsgstr ""\n\n#, c-format\nmsgid "%d"\nmsgstr "%s"\n',
        }
        for command, text in planted.items():
            with self.subTest(command=command[0]):
                if shutil.which(command[0]) is None:
                    self.skipTest(f"{command[0]} is not installed")
                name = "bad.gschema.xml" if command[-1] == "." else command[-1]
                self.write(name, text)
                answer = self.run_script("run_validator.py", *command)
                self.assertNotIn(answer.returncode, (0, 77))


if __name__ == "__main__":
    unittest.main()
