# needs: stdlib
# needs: process
# What faulthandler shows of programs with threads, of programs that wait, and of signals.
import faulthandler
import os
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time

out = tempfile.TemporaryFile("w+")


def shown():
    out.seek(0)
    text = out.read()
    out.seek(0)
    out.truncate()
    return text


def show(what, text):
    print("--", what)
    lines = re.sub("0x[0-9a-f]+", "0x", text).splitlines()
    print(*[line for line in lines if "threading.py" not in line], sep="\n")


class Waiter(threading.Thread):
    def __init__(self):
        super().__init__()
        self.ready, self.stop = threading.Event(), threading.Event()

    def run(self):
        self.ready.set()
        self.stop.wait()


waiters = [Waiter(), Waiter()]
for w in waiters:
    w.start()
    w.ready.wait()
faulthandler.dump_traceback(out)
show("threads", shown())


def soon():
    faulthandler.dump_traceback_later(0.02, file=out)


soon()
waiters[0].join(0.5)
show("in a wait for a thread", shown())
soon()
time.sleep(0.5)
show("in a sleep", shown())
for w in waiters:
    w.stop.set()
    w.join()
soon()
select.select([], [], [], 0.5)
show("in select", shown())


def send(n):
    os.kill(os.getpid(), n)


def handler(n, frame):
    print("handler", n == signal.SIGUSR1, frame.f_code.co_name)


signal.signal(signal.SIGUSR1, handler)
for chain in False, True:
    faulthandler.register(signal.SIGUSR1, out, all_threads=chain, chain=chain)
    send(signal.SIGUSR1)
    show("signal", shown())
    print(faulthandler.unregister(signal.SIGUSR1), faulthandler.unregister(signal.SIGUSR1))
send(signal.SIGUSR1)
show("unregistered", shown())
signal.signal(signal.SIGUSR1, signal.SIG_IGN)
faulthandler.register(signal.SIGUSR1, out)
send(signal.SIGUSR1)
show("ignored", shown())
faulthandler.unregister(signal.SIGUSR1)
send(signal.SIGUSR1)
print(signal.getsignal(signal.SIGUSR1))
faulthandler.register(signal.SIGUSR1, out)
signal.signal(signal.SIGUSR1, handler)
send(signal.SIGUSR1)
show("another handler", shown())
signal.signal(signal.SIGUSR1, signal.SIG_DFL)

resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def child(code, *options):
    p = subprocess.run([sys.executable, *options, "-c", code], capture_output=True, text=True)
    show(code, p.stderr)
    print(p.stdout, p.returncode, sep="")


enable = "import faulthandler, os, signal; faulthandler.enable(); "
child(enable + "os.abort()")
child(enable + "os.kill(os.getpid(), signal.SIGSEGV)")
child(enable + "faulthandler._sigfpe()")
child(enable + "faulthandler.disable(); os.abort()")
child("import faulthandler, signal; faulthandler.enable(all_threads=False); signal.raise_signal(signal.SIGBUS)")
child("import os; os.abort()", "-X", "faulthandler")
child("import faulthandler, signal; faulthandler.register(signal.SIGUSR1, chain=True); signal.raise_signal(signal.SIGUSR1)")
child("import faulthandler, signal; faulthandler.register(signal.SIGUSR1); faulthandler.unregister(signal.SIGUSR1)\nsignal.raise_signal(signal.SIGUSR1)")
child(enable + "signal.signal(signal.SIGABRT, lambda *a: print('handled')); signal.raise_signal(signal.SIGABRT)")
child("import faulthandler, threading\nfaulthandler.dump_traceback_later(.02, exit=True)\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()")
