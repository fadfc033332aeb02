# Blocked and ignored signals: what children and threads have of them. Signals to descriptors of processes, and when the program has ended.
# needs: stdlib
# needs: process
import multiprocessing
import os
import signal
import subprocess
import sys
import threading

some = {signal.SIGUSR1, signal.SIGALRM}
CAT = ["cat", "/proc/self/status"]


def told(status):
    lines = dict(line.split(":\t") for line in status.splitlines() if line.startswith(("SigBlk", "SigIgn")))
    ignored = int(lines["SigIgn"], 16)
    return lines["SigBlk"][-8:], [n for n in (signal.SIGPIPE, signal.SIGXFSZ) if ignored >> n - 1 & 1]


def python(code, **options):
    p = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, **options)
    print(p.returncode, p.stdout.strip(), [line for line in p.stderr.split("\n") if line[:4].strip()])  # without sources, which CPython may not find at the end


def output(*args, **options):
    return subprocess.run(*args, capture_output=True, text=True, **options).stdout


MASK = "import signal; print(sorted(map(int, signal.pthread_sigmask(signal.SIG_BLOCK, []))))"


def masks():
    for options in {}, {"restore_signals": False}, {"close_fds": False}:
        print(told(output(CAT, **options)))
    python(MASK)
    r, w = os.pipe()
    os.waitpid(os.posix_spawnp("cat", CAT, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, w, 1)]), 0)
    print(told(os.read(r, 10000).decode()))
    os.waitpid(os.posix_spawnp("cat", CAT, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, w, 1)], setsigmask=[signal.SIGINT], setsigdef=[signal.SIGPIPE]), 0)
    print(told(os.read(r, 10000).decode()))
    os.system("grep Sig /proc/self/status >&%d" % os.dup2(w, 9))
    print(told(os.read(r, 10000).decode()))
    for fd in r, w, 9:
        os.close(fd)
    print(told(output([sys.executable, "-I", "-S", "-c", "import os; os.execvp('cat', %r)" % CAT])))
    print(told(output([sys.executable, "-I", "-S", "-c", "import os; os.spawnlp(os.P_WAIT, 'cat', *%r)" % CAT])))


def tell(send):
    send.send(sorted(map(int, signal.pthread_sigmask(signal.SIG_BLOCK, []))))


if __name__ == "__main__":
    masks()
    signal.pthread_sigmask(signal.SIG_BLOCK, some)
    masks()

    def elsewhere():
        print(signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2]) == some)
        python(MASK)

    t = threading.Thread(target=elsewhere)
    t.start()
    t.join()
    print(signal.pthread_sigmask(signal.SIG_BLOCK, []) == some)
    receive, send = multiprocessing.Pipe(False)
    p = multiprocessing.get_context("spawn").Process(target=tell, args=(send,))
    p.start()
    print(receive.recv(), p.join(), p.exitcode)

    signal.pthread_sigmask(signal.SIG_BLOCK, some)

    # A child that begins with signals blocked: they wait, until it says otherwise.
    for code in "signal.SIG_DFL", "signal.SIG_IGN", "lambda n, f: print('handled', n)":
        p = subprocess.Popen([sys.executable, "-I", "-S", "-c", """if 1:
            import signal, time
            signal.signal(signal.SIGALRM, %s)
            print('ready', flush=True)
            input()
            while not signal.sigpending():
                time.sleep(0.001)
            print(sorted(map(int, signal.sigpending())), flush=True)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM, signal.SIGUSR1])
            print('alive')
        """ % code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        p.stdout.readline()
        p.send_signal(signal.SIGALRM)
        print(p.communicate("go\n")[0].split("\n"), p.returncode)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])

    # What is ignored from the start is an error.
    python("import os; r, w = os.pipe(); os.close(r); os.write(w, b'x')")
    python("import os, signal; signal.signal(signal.SIGPIPE, signal.SIG_DFL); r, w = os.pipe(); os.close(r); os.write(w, b'x')")
    python("""if 1:
        import os, resource, tempfile
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        fd = os.memfd_create('x')
        print(os.write(fd, b'x' * 200))
        try:
            os.write(fd, b'x')
        except OSError as e:
            print(e)
    """)

    # Descriptors of processes.
    me = os.pidfd_open(os.getpid())
    for args in (me,), (me, 1, None, 0, 5), ("a", 2), (0, 2), (-1, 2), (me, 99), (me, -1), (me, 2, None, 1 << 20), (me, 2, 5), (me, 2, None, "x"), (10 ** 10, 2), (me, 0):
        try:
            print(signal.pidfd_send_signal(*args))
        except Exception as e:
            print(type(e).__name__, e)
    folder = os.open("/proc/%d" % os.getpid(), os.O_DIRECTORY)
    for fd in me, folder:
        try:
            print(signal.pidfd_send_signal(fd, signal.SIGINT))
        except KeyboardInterrupt:
            print("interrupted")
        os.close(fd)
    p = subprocess.Popen(["sleep", "60"])
    fd = os.pidfd_open(p.pid)
    print(signal.pidfd_send_signal(fd, signal.SIGTERM), p.wait())
    try:
        signal.pidfd_send_signal(fd, signal.SIGTERM)
    except ProcessLookupError as e:
        print(e)
    os.close(fd)

    # When the program has ended there are no handlers.
    for code in "_thread.interrupt_main()", "print(signal.getsignal(2), signal.getsignal(15), signal.getsignal(13))", "signal.raise_signal(15)", "signal.raise_signal(13)", "os.kill(os.getpid(), 2)":
        python("""if 1:
        import os, signal, _thread
        class Last:
            def __del__(self):
                %s
                print('after', flush=True)
        x = Last()
        signal.signal(15, lambda n, f: print('handled'))
        signal.signal(13, signal.SIG_DFL) if %d else 0
        """ % (code, "13)" not in code))

    python("""if 1:
    import subprocess
    class Last:
        def __del__(self):
            try:
                subprocess.Popen(["/bin/true"], preexec_fn=print)
            except PythonFinalizationError as e:
                print(e)
    x = Last()
    """)
