# SPDX-License-Identifier: Apache-2.0
"""C files as the checks see them.

This is no C parser. It leans on the layout that clang-format holds: a definition has its
return type on a line of its own, its name at the start of the next, and braces in
column one.
"""

import re
from dataclasses import dataclass

COMMENT_OR_LITERAL = re.compile(
    r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
DEFINITION = re.compile(
    r"^(?P<type>(?:[A-Za-z_][\w \t\*]*\n)+)"
    r"(?P<name>[A-Za-z_]\w*) \((?P<parameters>[^;{}]*?)\)\n\{\n(?P<body>.*?)^\}",
    re.DOTALL | re.MULTILINE)
CHECK_TEST = re.compile(
    r"^START_TEST \((?P<name>\w+)\)\n(?P<body>.*?)^END_TEST", re.DOTALL | re.MULTILINE)


@dataclass
class Function:
    """A function's definition; lines are counted from 1, its return type's line first."""

    name: str
    return_type: str
    parameters: list
    first_line: int
    n_lines: int
    is_static: bool


def blanked(text):
    """The text with comments and the insides of literals blank; all places stay."""
    def blank(match):
        found = match.group(0)
        if found[0] in "\"'":
            return found[0] + " " * (len(found) - 2) + found[0]
        return re.sub(r"[^\n]", " ", found)
    return COMMENT_OR_LITERAL.sub(blank, text)


def line_of(text, offset):
    """The line, from 1, of an offset."""
    return text.count("\n", 0, offset) + 1


def split_top_level(text, separator):
    """The parts of text between the separators that stand in no bracket."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        if char == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]


def declared_name(declaration):
    """The name that "const char *name[3]" or "void (*name) (int)" declares."""
    pointer = re.search(r"\(\s*\*\s*(\w+)", declaration)
    if pointer:
        return pointer.group(1)
    declaration = re.sub(r"\[.*\]|:\s*\d+$|\bG_GNUC_\w+", "", declaration).strip()
    name = re.search(r"(\w+|\.\.\.)$", declaration)
    return name.group(1) if name else declaration


def parameter_names(parameters):
    """The names in a parameter list; none for (void)."""
    names = [declared_name(each) for each in split_top_level(parameters, ",")]
    return [] if names == ["void"] else names


def functions(text):
    """Every function that the text defines, tests of Check included."""
    code = blanked(text)
    found = []
    for match in DEFINITION.finditer(code):
        return_type = " ".join(match["type"].split())
        found.append(Function(
            match["name"], return_type, parameter_names(match["parameters"]),
            line_of(code, match.start()), match.group(0).count("\n") + 1,
            re.search(r"\bstatic\b", return_type) is not None))
    for match in CHECK_TEST.finditer(code):
        found.append(Function(match["name"], "void", [], line_of(code, match.start()),
                              match.group(0).count("\n") + 1, True))
    return found
