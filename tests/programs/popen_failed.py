# A process that could not be started has ended with status 255, and its Popen object is silent when it goes.
# needs: stdlib
# needs: process
import gc
import os
import subprocess
import sys
import warnings

warnings.simplefilter("error")
sys.unraisablehook = lambda u: print("unraisable", u.exc_value)


class P(subprocess.Popen):
    def __del__(self):
        print("del", self._child_created, self.returncode, type(self.pid).__name__)
        super().__del__()


def t(*a, **k):
    try:
        P(*a, **k)
    except OSError as e:
        print(type(e).__name__, e)
    gc.collect()


t(["no such program"])
t(["ls"], cwd="/no such folder")
t(["/etc/passwd"], start_new_session=True)
t("no such program", executable="/no such program", pass_fds=[0])
try:
    subprocess.check_call(["no such program"])
except FileNotFoundError as e:
    print(e)
gc.collect()
try:
    os.waitpid(os.getpid(), 0)
except ChildProcessError as e:
    print(e)
