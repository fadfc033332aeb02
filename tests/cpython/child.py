"""Runs one file of CPython's own tests, and writes what becomes of each test.

    child.py NAME EVENTS SEEN

A line of EVENTS is "begin ID", "ok ID", "skip ID", "bad ID WHY" or "done", with tabs; each is written at once, so
that the end of the process loses none. Tests named in the file SEEN are left out: an earlier process has begun them.

What only one implementation has is left out, as CPython's tests mean it for other implementations: tests marked
cpython_only, and the modules in C that exist for tests. Some files cannot be imported without one; they get a
stand-in from the folder stubs.
"""

import os
import sys
import unittest

name, events, seen = sys.argv[1:]
del sys.argv[1:]
events = open(events, "a", encoding="utf-8", errors="backslashreplace")
if os.path.exists(seen):
    with open(seen, encoding="utf-8") as f:  # a dropped file warns when it is found, and a warning adds to the globals of some frame
        seen = set(f.read().split("\n"))
else:
    seen = set()

from test import support

support.use_resources = ()
support.verbose = 0
support.check_impl_detail = lambda **guards: bool(guards) and not any(guards.values())
stand_ins = {"bytes": "_testlimitedcapi", "dis": "_testinternalcapi", "marshal": "_testinternalcapi", "traceback": "_testinternalcapi",
             "types": "_testsinglephase", "import": "_testsinglephase", "pkgutil": "_testsinglephase", "pyclbr": "_testsinglephase",
             "class": "_testinternalcapi", "compile": "_testinternalcapi", "exceptions": "_testcapi", "monitoring": "_testcapi"}
for module in """_testcapi _testlimitedcapi _testinternalcapi _testsinglephase _testmultiphase _testbuffer _testclinic
        _testclinic_limited _testexternalinspection _testimportmultiple _ctypes_test _xxtestfuzz xxlimited
        xxsubtype""".split():
    if module != stand_ins.get(name.removeprefix("test_")):
        sys.modules[module] = None
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "stubs"))


def write(*words):
    line = "\t".join(str(w).replace("\\", "\\\\").replace("\n", "\\n").replace("\t", " ") for w in words)
    events.write(line + "\n")
    events.flush()


def why(exc):
    try:
        return f"{exc[0].__name__}: {exc[1]}"[:300]
    except Exception as e:
        return f"{exc[0].__name__}, whose text fails: {type(e).__name__}"


class Result(unittest.TestResult):
    def startTest(self, test):
        super().startTest(test)
        write("begin", test.id())

    def stopTest(self, test):
        super().stopTest(test)
        write("end", test.id())  # of a test with subtests this is the only word, unless one fails

    def addSkip(self, test, reason):
        write("skip", test.id())

    def addFailure(self, test, exc):
        write("bad", test.id(), why(exc))

    addError = addFailure

    def addSubTest(self, test, subtest, exc):
        if exc is not None:
            write("bad", test.id(), why(exc))

    def addExpectedFailure(self, test, exc):
        write("ok", test.id())

    def addUnexpectedSuccess(self, test):
        write("bad", test.id(), "unexpected success")


def unseen(suite):
    for i, test in enumerate(suite):
        if isinstance(test, unittest.TestSuite):
            unseen(test)
        elif test is not None and test.id() in seen:
            suite._tests[i] = unittest.TestSuite()
    return suite


try:
    unseen(unittest.defaultTestLoader.loadTestsFromName("test." + name)).run(Result())
except unittest.SkipTest:
    pass
write("done")
