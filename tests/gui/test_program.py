# SPDX-License-Identifier: Apache-2.0
"""The program as a user starts it: what it prints without a display, and how it ends.

test_program.py TRACEVIEW SOURCE_ROOT
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = ""
EXAMPLE = ""
DEADLINE_SECONDS = 120


def run(*arguments, cwd=None):
    """Runs the program with no display at all."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")
    }
    return subprocess.run(
        [PROGRAM, *arguments],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


class WithoutDisplay(unittest.TestCase):
    def test_report(self):
        result = run("-r", EXAMPLE)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr, "")
        headings = [line for line in result.stdout.splitlines() if line.endswith(("Times", "Stats", "Records"))]
        self.assertEqual(headings, ["Thread Times", "Call Times", "Method Stats", "Time Records"])
        self.assertRegex(result.stdout, r"\AtotalCpuTime \d+us\ntotalRealTime \d+us\n\nThread Times\n")

    def test_option_may_follow_the_file(self):
        self.assertEqual(run(EXAMPLE, "-r").stdout, run("-r", EXAMPLE).stdout)

    def test_report_of_several_files(self):
        once = run("-r", EXAMPLE).stdout
        result = run("-r", EXAMPLE, EXAMPLE)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stdout, once + once)

    def test_name_without_its_ending(self):
        folder, name = os.path.split(EXAMPLE)
        result = run("-r", name.removesuffix(".trace"), cwd=folder)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stdout, run("-r", EXAMPLE).stdout)

    def test_missing_file(self):
        result = run("-r", "/nonexistent/no.trace")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout, "")
        self.assertRegex(result.stderr, r"\Atraceview: /nonexistent/no\.trace: [^\n]+\n\Z")

    def test_bad_file_does_not_stop_the_next(self):
        with tempfile.NamedTemporaryFile("w", suffix=".trace") as bad:
            bad.write("no trace at all\n")
            bad.flush()
            result = run("-r", bad.name, EXAMPLE)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout, run("-r", EXAMPLE).stdout)
        self.assertRegex(result.stderr, r"\Atraceview: [^\n]*\.trace: [^\n]+\n\Z")

    def test_output_that_becomes_too_large(self):
        with tempfile.TemporaryFile() as out:
            result = subprocess.run(
                [PROGRAM, "-r", EXAMPLE],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.PIPE,
                text=True,
                timeout=60,
                check=False,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)),
            )
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"\Atraceview: [^\n]*: File too large\n\Z")

    def test_usage(self):
        for arguments in (["-r"], ["--no-such-option"], ["-x", EXAMPLE]):
            result = run(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertEqual(result.stdout, "")
            self.assertRegex(result.stderr, r"\Atraceview: [^\n]+\nTry “traceview --help”\.\n\Z")

    def test_version(self):
        result = run("--version")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"\Atraceview \d+\.\d+\.\d+\n\Z")

    def test_help(self):
        result = run("--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("--regression", result.stdout)
        self.assertIn("FILE", result.stdout)

    def write_mapping(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "mapping.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_report_with_a_mapping(self):
        mapping = self.write_mapping(
            "shop.Wiring -> com.example.postcards.di.Graph:\n"
            "    shop.Wiring assemble() -> build\n")
        plain = run("-r", EXAMPLE)
        result = run("-r", f"--mapping={mapping}", EXAMPLE)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("com.example.postcards.di.Graph.build ", plain.stdout)
        self.assertIn("shop.Wiring.assemble ", result.stdout)
        self.assertNotIn("com.example.postcards.di.Graph.build ", result.stdout)
        self.assertEqual(len(result.stdout.splitlines()), len(plain.stdout.splitlines()))

    def test_a_mapping_that_is_none(self):
        mapping = self.write_mapping("# a list\nmilk, eggs\n")
        result = run("-r", "--mapping", mapping, EXAMPLE)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertRegex(
            result.stderr,
            r"\Atraceview: \S+mapping\.txt: This is not a mapping file [^\n]* line 2 [^\n]+\n\Z")
        result = run("--mapping", mapping)
        self.assertEqual(result.returncode, 2)
        self.assertIn("--mapping needs a trace\n", result.stderr)

    def test_a_base_without_a_trace(self):
        result = run("--compare", EXAMPLE)
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("--compare needs a trace\n", result.stderr)

    def test_an_offset_of_a_system_trace(self):
        for arguments, sentence in ((["--with-offset=1ms"], "--with-offset needs --with"),
                                    (["--with=" + EXAMPLE, "--with-offset=x"],
                                     "“x” is not a time, such as 1.5ms or -20us")):
            result = run(*arguments, EXAMPLE)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertIn(sentence + "\n", result.stderr)

    def test_window_needs_a_display(self):
        for arguments in ([], [EXAMPLE]):
            result = run(*arguments)
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stdout, "")
            self.assertRegex(result.stderr, r"\Atraceview: no display was found; [^\n]+\n\Z")


def find_window(title):
    """The id of the window with the title, or None."""
    result = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", f"^{title}$"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return result.stdout.split()[-1] if result.stdout.strip() else None


def wait_for(condition, what):
    """Waits until the condition gives something true, and returns that."""
    end = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


class WithDisplay(unittest.TestCase):
    def open_window(self, arguments, title):
        process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        window = wait_for(lambda: find_window(title), f"the window {title}")
        return process, window

    def close_by(self, process, window, keys):
        # A key that comes before the window has the focus is lost, so it is sent again.
        def is_closed():
            subprocess.run(["xdotool", "windowfocus", window, "key", keys], check=False,
                           capture_output=True, timeout=60)
            return process.poll() is not None

        wait_for(is_closed, "the program to end")
        self.assertEqual(process.returncode, 0)

    def test_open_by_argument(self):
        process, window = self.open_window([EXAMPLE], "app-start.trace")
        self.close_by(process, window, "ctrl+w")

    def test_standard_input(self):
        """Even beside a running program, which could not read it."""
        first, window = self.open_window([EXAMPLE], "app-start.trace")
        with open(EXAMPLE, "rb") as trace:
            process = subprocess.Popen([PROGRAM, "-"], stdin=subprocess.PIPE)
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
            process.stdin.write(trace.read())
            process.stdin.close()
        other = wait_for(lambda: find_window("stdin"), "the window of standard input")
        self.close_by(process, other, "ctrl+w")
        self.close_by(first, window, "ctrl+w")
        recent = os.path.join(os.environ.get("XDG_DATA_HOME", ""), "recently-used.xbel")
        if os.path.exists(recent):
            with open(recent, encoding="utf-8") as entries:
                self.assertNotIn("/dev/stdin", entries.read())

    def test_quit(self):
        process, window = self.open_window([], "Traceview")
        self.close_by(process, window, "ctrl+q")

    def test_second_start_opens_in_the_first(self):
        process, window = self.open_window([], "Traceview")
        second = subprocess.run([PROGRAM, EXAMPLE], timeout=60, check=False,
                                stdin=subprocess.DEVNULL)
        self.assertEqual(second.returncode, 0)
        window = wait_for(lambda: find_window("app-start.trace"), "the trace")
        self.close_by(process, window, "ctrl+w")


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    EXAMPLE = os.path.join(os.path.abspath(sys.argv[2]), "data", "examples", "app-start.trace")
    unittest.main(argv=sys.argv[:1], verbosity=2)
