#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Traces in archives and compressed files, which Python and not libarchive has written.

archives.py PROGRAM TRACES: TRACES is the folder of small traces. What tracedump prints of a
packed trace must be what it prints of the plain one; bad archives end in one sentence.
"""

import bz2
import gzip
import io
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib
from pathlib import Path

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "", "LANG": "", "G_DEBUG": "fatal-criticals"}
MIB = 1024 * 1024
SEVERAL = "The archive has several traces; name one of them, as in “FILE!/MEMBER”: "

failures = []


class Check:
    """The program, a folder for its files, and traces to pack."""

    def __init__(self, program, traces, folder):
        self.program = program
        self.folder = folder
        self.json = (traces / "slices" / "chrome.json").read_bytes()
        self.text = (traces / "slices" / "ftrace.txt").read_bytes()
        self.key = (traces / "gen" / "v3-art.trace").read_bytes()
        self.tables = {}
        for data in (self.json, self.text, self.key):
            self.tables[data] = self.run(self.write("plain", data))

    def write(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        return path

    def run(self, path, command="threads", feed=None):
        arguments = [self.program, command, str(path)]
        result = subprocess.run(arguments, env=ENVIRONMENT, input=feed, capture_output=True, timeout=60)
        return result.returncode, result.stdout.decode(), result.stderr.decode()

    def same(self, path, data, feed=None):
        """Whether a path gives what the plain trace gives."""
        if self.run(path, feed=feed)[:2] != self.tables[data][:2]:
            failures.append(f"{path}: {self.run(path, feed=feed)}")

    def refused(self, path, sentence):
        code, _, errors = self.run(path)
        if code != 1 or len(errors.splitlines()) != 1 or sentence not in errors:
            failures.append(f"{path}: not “{sentence}” but {code}, {errors[:400]}")

    def packing(self, path, name):
        facts = [line.split()[1] for line in self.run(path, "info")[1].splitlines() if "Compression" in line]
        if facts != [name]:
            failures.append(f"{path}: {facts} instead of {name}")


def pack_zip(members, method=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return file.getvalue()


def pack_tar(members, compression=""):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:" + compression) as archive:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return file.getvalue()


def pack_zstd(data):
    return subprocess.run(["zstd", "-c"], input=data, capture_output=True, check=True).stdout


def check_one(check):
    """One trace, in every packing, from a file and through a pipe."""
    members = [("readme.txt", b"nothing"), ("empty", b""), ("a/b.json", check.json)]
    packed = {"zip": pack_zip(members), "tar": pack_tar(members), "gzip": gzip.compress(check.json),
              "xz": lzma.compress(check.json), "bzip2": bz2.compress(check.json)}
    if shutil.which("zstd"):
        packed["zstd"] = pack_zstd(check.json)
    for name, data in packed.items():
        path = check.write("one." + name, data)
        check.same(path, check.json)
        check.packing(path, name)
        check.same("-", check.json, feed=data)
    for compression in "gz", "xz", "bz2":
        path = check.write("one.tar." + compression, pack_tar(members, compression))
        check.same(path, check.json)
        check.same(f"{path}!/a/b.json", check.json)
    check.same(check.write("stored.zip", pack_zip(members, zipfile.ZIP_STORED)), check.json)
    half = len(check.json) // 2
    check.same(check.write("two.gz", gzip.compress(check.json[:half]) + gzip.compress(check.json[half:])), check.json)
    check.same(check.write("twice.gz", gzip.compress(lzma.compress(check.json))), check.json)
    check.refused(check.write("thrice.gz", gzip.compress(gzip.compress(gzip.compress(gzip.compress(check.json))))),
                  "The file is compressed more than twice")


def check_atrace(check):
    """The text of "atrace -z" is compressed behind a line."""
    body = b"capturing trace... done\nTRACE:\n" + zlib.compress(check.text)
    path = check.write("atrace.ctrace", body)
    check.same(path, check.text)
    check.packing(path, "zlib")
    check.same("-", check.text, feed=body)
    check.same(check.write("atrace.gz", gzip.compress(check.text)), check.text)
    plain = check.write("atrace.txt", b"TRACE:\n" + check.text)
    check.packing(plain, "none")
    code, _, errors = check.run(check.write("cut.ctrace", body[:-20]))
    if code != 0 or "The compressed file is damaged" not in errors:
        failures.append(f"cut.ctrace: {code}, {errors}")
    bomb = b"TRACE:\n" + zlib.compress(check.text + b" " * (100 * MIB))
    check.refused(check.write("bomb.ctrace", bomb), "it grows to more than 64 MiB and 200 times its size")


def check_several(check):
    members = [("a.json", check.json), ("x/a b.txt", check.text), ("note", b"x"), ("c.trace", check.key)]
    for name, data in ("several.zip", pack_zip(members)), ("several.tgz", pack_tar(members, "gz")):
        path = check.write(name, data)
        check.refused(path, SEVERAL + "a.json, x/a b.txt, c.trace")
        for member, trace in members[0:2] + members[3:]:
            check.same(f"{path}!/{member}", trace)
        check.refused(f"{path}!/b", "The archive has no trace “b”")
        check.refused(f"{path}!/note", "This is not a trace or profile of a known format")
    many = check.write("many.zip", pack_zip([(f"{i}.json", check.json) for i in range(25)]))
    check.refused(many, "18.json, 19.json and 5 others")
    check.refused(f"{check.folder}/plain!/a", "The file is not an archive")
    both = subprocess.run([check.program, "diff", f"{path}!/c.trace", f"{path}!/c.trace"], env=ENVIRONMENT,
                          capture_output=True)
    if both.returncode != 0:
        failures.append(f"diff: {both.stderr}")
    # A file that is called so comes first.
    os.mkdir(f"{check.folder}/dir!")
    check.write("dir!/a.json", check.text)
    check.write("dir", pack_zip(members))
    check.same(f"{check.folder}/dir!/a.json", check.text)
    check.same(f"{check.folder}/dir!/x/a b.txt", check.text)


def check_halves(check):
    """A key section and its records are one trace."""
    end = check.key.index(b"*end\n") + 5
    members = [("x.data", check.key[end:]), ("x.key", check.key[:end])]
    path = check.write("halves.zip", pack_zip(members))
    check.same(path, check.key)
    check.same(f"{path}!/x.key", check.key)
    check.same(f"{path}!/x.data", check.key)
    check.refused(check.write("half.zip", pack_zip(members[1:])), "The trace has no data section")


def check_names(check):
    for raw, shown in [("../../up.json", r"\x2E./\x2E./up.json"), ("/abs.json", r"\x2Fabs.json"),
                       ("a//b", r"a/\x2Fb"), ("./a", r"\x2E/a"), ("...", "..."), ("a!/b", r"a\x21/b"),
                       ("new\nline", r"new\x0Aline"), ("a\\b", r"a\x5Cb"), ("\u202egnp.json", r"\xE2\x80\xAEgnp.json"),
                       ("grün ✓.json", "grün ✓.json"), ("a%2Fb!c", "a%2Fb!c")]:
        path = check.write("name.tar", pack_tar([(raw, check.json), ("z.txt", check.text)]))
        check.refused(path, SEVERAL + shown + ", z.txt")
        check.same(f"{path}!/{shown}", check.json)
    tar = pack_tar([("qqqq", check.json), ("z.txt", check.text)])
    header = bytearray(tar[:512])
    header[0:4] = b"\xff\x80qq"
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    path = check.write("bytes.tar", bytes(header) + tar[512:])
    check.refused(path, SEVERAL + r"\xFF\x80qq, z.txt")
    check.same(rf"{path}!/\xFF\x80qq", check.json)
    path = check.write("long.tar", pack_tar([("n" * 4097, check.json), ("n" * 4096, check.text)]))
    check.same(path, check.text)


def check_nested(check):
    inner = pack_zip([("a.json", check.json), ("b.txt", check.text)])
    path = check.write("nested.tar", pack_tar([("in/n.zip", inner), ("z.gz", gzip.compress(check.key))]))
    check.refused(path, SEVERAL + "in/n.zip!/a.json, in/n.zip!/b.txt, z.gz")
    check.same(f"{path}!/in/n.zip!/b.txt", check.text)
    check.same(f"{path}!/z.gz", check.key)
    check.refused(f"{path}!/in/n.zip", SEVERAL + "in/n.zip!/a.json, in/n.zip!/b.txt")
    deep = pack_zip([("deep.zip", inner)])
    check.refused(check.write("deep.zip", pack_zip([("outer.zip", deep)])), "There is no trace in the archive")


def check_bounds(check):
    bomb = lzma.compress(b"[" + b" " * (100 * MIB), preset=0)
    check.refused(check.write("bomb.xz", bomb), "it grows to more than 64 MiB and 200 times its size")
    # What is skipped counts, and so does what many members have together.
    check.refused(check.write("bomb.tar.xz", lzma.compress(pack_tar([("x", b"y" * (100 * MIB)), ("a", check.json)]),
                                                           preset=0)), "it grows to more than 64 MiB and 200 times its")
    check.refused(check.write("bomb.zip", pack_zip([("a.json", b"[" + b" " * (100 * MIB))])),
                  "it grows to more than 64 MiB and 200 times its size")
    header = pack_tar([("a", b"")])[:512]
    check.refused(check.write("members.tar.gz", gzip.compress(100001 * header, 1)),
                  "The archive has more than 100000 members")


def check_broken(check):
    check.refused(check.write("none.zip", pack_zip([])), "There is nothing in the archive")
    check.refused(check.write("no.zip", pack_zip([("a.txt", b"text")])), "There is no trace in the archive")
    check.refused(check.write("junk.zip", b"PK\3\4" + b"?" * 100), "The file cannot be unpacked: ")
    check.refused(check.write("empty.xz", lzma.compress(b"")), "There is nothing in the archive")
    locked = bytearray(pack_zip([("a.json", check.json)]))
    locked[6] |= 1
    locked[locked.index(b"PK\1\2") + 8] |= 1
    check.refused(check.write("locked.zip", bytes(locked)), "The archive is encrypted: unpack it first")
    check.refused(f"{check.folder}/locked.zip!/a.json", "The archive is encrypted: unpack it first")
    long = check.text + check.text.splitlines(keepends=True)[-1] * 20000
    for name, data in [("cut.gz", gzip.compress(long, 0)), ("cut.xz", lzma.compress(os.urandom(MIB)))]:
        code, _, errors = check.run(check.write(name, data[:len(data) // 2]))
        if name == "cut.gz" and (code != 0 or "The compressed file is damaged" not in errors):
            failures.append(f"{name}: {code}, {errors}")
    cut = check.write("cut.tar", pack_tar([("a.txt", long)])[:len(long) // 2])
    code, _, errors = check.run(cut)
    if code != 0 or "The compressed file is damaged" not in errors:
        failures.append(f"cut.tar: {code}, {errors}")
    spoilt = bytearray(pack_zip([("a.txt", check.text)], zipfile.ZIP_STORED))
    spoilt[spoilt.index(check.text) + len(check.text) - 2] ^= 1
    code, _, errors = check.run(check.write("spoilt.zip", bytes(spoilt)))
    if code != 0 or "The compressed file is damaged" not in errors:
        failures.append(f"spoilt.zip: {code}, {errors}")


def main():
    program, traces = sys.argv[1], Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        check = Check(program, traces, Path(name))
        for part in (check_one, check_atrace, check_several, check_halves, check_names, check_nested, check_bounds, check_broken):
            part(check)
    print("\n".join(failures) or "all read or refused in order")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
