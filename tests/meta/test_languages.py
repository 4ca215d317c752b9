# SPDX-License-Identifier: Apache-2.0
"""Plants faults in the translation of a small project and sees that each is found."""

import tempfile
import unittest
from pathlib import Path

import check_languages
from findings import Skipped

FILES = {
    "po/LINGUAS": "# none but\nde\n",
    "po/POTFILES": "src/main.c\n",
    "po/meson.build": "i18n.gettext('shapes', args: ['--keyword=COUNTED:1,2'])\n",
    "src/main.c": '_ ("Shapes");\nCOUNTED ("%u shape", "%u shapes");\n',
    "po/de.po": 'msgid ""\nmsgstr ""\n'
                '"Language: de\\n"\n'
                '"Content-Type: text/plain; charset=UTF-8\\n"\n'
                '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
                'msgid "Shapes"\nmsgstr "Formen"\n\n'
                '#, c-format\nmsgid "%u shape"\nmsgid_plural "%u shapes"\n'
                'msgstr[0] "%u Form"\nmsgstr[1] "%u Formen"\n',
}


class Languages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        for name, text in FILES.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text, encoding="utf-8")

    def replace(self, name, old, new):
        text = (self.root / name).read_text(encoding="utf-8")
        self.assertIn(old, text)
        (self.root / name).write_text(text.replace(old, new), encoding="utf-8")

    def findings(self):
        try:
            return "\n".join(check_languages.check(self.root))
        except Skipped as reason:
            self.skipTest(str(reason))

    def test_complete(self):
        self.assertEqual(self.findings(), "")

    def test_missing(self):
        self.replace("src/main.c", '_ ("Shapes");', '_ ("Shapes");\n_ ("Corners");')
        self.assertRegex(self.findings(), r'not defined in po/de.po: msgid "Corners"')

    def test_missing_of_an_own_keyword(self):
        self.replace("src/main.c", "%u shape\"", "%u line\"")
        self.assertRegex(self.findings(), r'not defined in po/de.po: msgid "%u line"')

    def test_untranslated(self):
        self.replace("po/de.po", '"Formen"\n\n', '""\n\n')
        self.assertRegex(self.findings(), r"po/de.po:\d+: .*untranslated")

    def test_fuzzy(self):
        self.replace("po/de.po", 'msgid "Shapes"', '#, fuzzy\nmsgid "Shapes"')
        self.assertRegex(self.findings(), r"po/de.po:\d+: .*reviewed|fuzzy")

    def test_wrong_format(self):
        self.replace("po/de.po", '"%u Formen"', '"%s Formen"')
        self.assertRegex(self.findings(), r"po/de.po:\d+: .*format")


if __name__ == "__main__":
    unittest.main()
