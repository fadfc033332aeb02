# needs: stdlib
# needs: process
# Signals that a program sends to itself end the process as the system does.
import signal, subprocess, sys

code = "import os, signal; os.kill(os.getpid(), signal.%s); print('alive')"
for name in "SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT", "SIGTRAP", "SIGSYS", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGCHLD", "SIGWINCH", "SIGPIPE":
    p = subprocess.run([sys.executable, "-I", "-S", "-c", "import resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); " + code % name], capture_output=True)
    print(name, p.returncode if p.returncode >= 0 else signal.Signals(-p.returncode).name, p.stdout, p.stderr)
import os
for n in 0, 65, 1000, -1:
    try:
        print(n, os.kill(os.getpid(), n))
    except OSError as e:
        print(n, e)
quiet = {k: v for k, v in os.environ.items() if k != "PSY_LOUD"}
p = subprocess.Popen([sys.executable, "-I", "-S", "-c", "print(1, flush=True); import time; time.sleep(60)"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=quiet)
p.stdout.readline()
p.send_signal(signal.SIGQUIT)
print(p.communicate(), p.returncode)
for name in "_sigsegv", "_sigabrt":
    p = subprocess.run([sys.executable, "-I", "-c", "import faulthandler, resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); faulthandler.%s()" % name], capture_output=True)
    print(name, p.returncode, p.stderr)
