#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What other rooms use has a whole gi-docgen block: the functions and types of a door.

A function's block stands right before it, names it and each of its parameters, and says
what it returns. A type's block stands in the header that declares the type and names its
members, up to a comment "< private >". Names that are no longer there are as bad as
missing ones. Inside a room a plain comment is enough, and "…_ref", "…_unref" and "…_free" say
all themselves.
"""

import re

from c_source import blanked, declared_name, functions, line_of, split_top_level
from findings import files_in, main, place
from rooms import room_of

NEEDS_NO_WORDS = re.compile(r"_(ref|unref|free)$")
WORD = re.compile(r"\b[A-Za-z_]\w+\b")
BLOCK = re.compile(r"^/\*\*\n(?P<lines>(?: \*[^\n]*\n)*?) \*/\n", re.MULTILINE)
TITLE = re.compile(r"^ \* ([\w:.-]+?):(?: |$)", re.MULTILINE)
ARGUMENT = re.compile(r"^ \* @([\w.]+):", re.MULTILINE)
RETURNS = re.compile(r"^ \* Returns:", re.MULTILINE)
TYPEDEF = re.compile(
    r"^typedef (?:(?P<kind>enum|struct|union)\s*(?P<tag>\w+)?\s*\n?"
    r"(?:\{(?P<members>.*?)^\})?\s*(?P<name>\w+)"
    r"|[^;{}()]*\(\*(?P<callback>\w+)\) \((?P<parameters>[^;{}]*)\));",
    re.DOTALL | re.MULTILINE)
PRIVATE_MEMBERS = re.compile(r"/\*< private >\*/.*", re.DOTALL)
DECLARED_TYPE = re.compile(
    r"^G_DECLARE_(?:FINAL|DERIVABLE)_TYPE \((\w+)|^G_DECLARE_INTERFACE \((\w+)",
    re.MULTILINE)


class Block:
    """A doc block: its title, the names it explains, where it ends."""

    def __init__(self, match):
        lines = match["lines"]
        title = TITLE.search(lines)
        self.title = title.group(1) if title else None
        self.arguments = ARGUMENT.findall(lines)
        self.has_returns = RETURNS.search(lines) is not None
        self.end = match.end()


def blocks_of(text):
    return [Block(match) for match in BLOCK.finditer(text)]


def name_complaints(block, names, what):
    missing = [name for name in names if name not in block.arguments]
    unknown = [name for name in block.arguments if name not in names]
    return ([f"{what} @{name} is not documented" for name in missing]
            + [f"@{name} is documented but is not there" for name in unknown])


def function_complaints(function, block):
    if block is None:
        return ["no doc block"]
    found = []
    if block.title != function.name:
        found.append(f'the doc block is headed "{block.title}"')
    found += name_complaints(block, function.parameters, "parameter")
    returns_value = re.sub(r"\b(static|inline|void|G_\w+)\b", "",
                           function.return_type).strip() != ""
    if returns_value and not block.has_returns:
        found.append('no "Returns:"')
    return found


def rooms_of_words(root, paths):
    """For each word of the sources the rooms whose code it stands in."""
    found = {}
    for path in paths:
        for word in set(WORD.findall(blanked(path.read_text(encoding="utf-8")))):
            found.setdefault(word, set()).add(room_of(root, path))
    return found


def check_functions(root, path, text, is_used_outside):
    by_end = {line_of(text, block.end): block for block in blocks_of(text)}
    findings = []
    for each in functions(text):
        is_hidden = each.name == "main" or (each.is_static and path.suffix == ".c")
        if is_hidden or not is_used_outside(each.name):
            continue
        block = by_end.get(each.first_line)
        if block is None and NEEDS_NO_WORDS.search(each.name):
            continue
        findings += [f"{place(root, path, each.first_line)}: {each.name}(): {complaint}"
                     for complaint in function_complaints(each, block)]
    return findings


def member_names(kind, members):
    """The names that the text between a type's braces declares, comments included."""
    members = blanked(PRIVATE_MEMBERS.sub("", members))
    if kind == "enum":
        return [re.match(r"\w+", each).group(0)
                for each in split_top_level(members, ",")]
    names = []
    for declaration in split_top_level(members, ";"):
        names += [declared_name(each) for each in split_top_level(declaration, ",")]
    return names


def members_span(code, match):
    """Where the members of a typedef stand: in it, or in the struct that it is short for."""
    if match["members"] is not None:
        return match.span("members")
    body = re.search(rf"^(?:struct|union) {match['tag']}\n\{{(.*?)^\}}", code,
                     re.DOTALL | re.MULTILINE)
    return body.span(1) if body else (0, 0)


def declared_types(text):
    """(offset, name, member names) of every type that a header declares."""
    code = blanked(text)
    found = []
    for match in TYPEDEF.finditer(code):
        if match["callback"]:
            names = [declared_name(each)
                     for each in split_top_level(match["parameters"], ",")]
            found.append((match.start(), match["callback"],
                          [name for name in names if name != "void"]))
        else:
            members = text[slice(*members_span(code, match))]
            found.append((match.start(), match["name"],
                          member_names(match["kind"], members)))
    for match in DECLARED_TYPE.finditer(code):
        found.append((match.start(), match.group(1) or match.group(2), []))
    return found


def check_types(root, path, text, is_used_outside):
    by_title = {block.title: block for block in blocks_of(text)}
    findings = []
    for offset, name, members in declared_types(text):
        if not is_used_outside(name):
            continue
        block = by_title.get(name)
        complaints = (["no doc block"] if block is None
                      else name_complaints(block, members, "member"))
        where = place(root, path, line_of(text, offset))
        findings += [f"{where}: {name}: {complaint}" for complaint in complaints]
    return findings


def check(root):
    findings = []
    paths = files_in(root, "src", suffixes=(".c", ".h"))
    users = rooms_of_words(root, paths)
    for path in paths:
        text = path.read_text(encoding="utf-8")
        own = {room_of(root, path)}

        def is_used_outside(name):
            return bool(users.get(name, own) - own)

        findings += check_functions(root, path, text, is_used_outside)
        if path.suffix == ".h":
            findings += check_types(root, path, text, is_used_outside)
    return findings


if __name__ == "__main__":
    main(check)
