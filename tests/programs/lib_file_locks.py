# Waiting for a lock on a file: other threads run meanwhile, and signals arrive.
# needs: stdlib
# needs: process
import fcntl, os, signal, subprocess, sys, tempfile, threading, time

with tempfile.NamedTemporaryFile() as a:
    with open(a.name, "r+b") as b:
        fcntl.flock(a, fcntl.LOCK_EX)
        try: fcntl.flock(b, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as e: print(e)
        def release():
            time.sleep(0.05)
            fcntl.flock(a, fcntl.LOCK_UN)
        t = threading.Thread(target=release)
        t.start()
        print(fcntl.flock(b, fcntl.LOCK_EX))
        t.join()
        def stop(*args): raise TimeoutError("stopped")
        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        try: fcntl.flock(a, fcntl.LOCK_SH)
        except TimeoutError as e: print(e)
        fcntl.flock(b, fcntl.LOCK_UN)
    a.write(b"x" * 10)
    a.flush()
    child = "import fcntl, sys; f = open(sys.argv[1], 'r+b'); fcntl.lockf(f, fcntl.LOCK_EX); print('got', flush=True); sys.stdin.read(); f.close()"
    p = subprocess.Popen([sys.executable, "-c", child, a.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    print(p.stdout.readline())
    try: fcntl.lockf(a, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as e: print(type(e).__name__)
    threading.Timer(0.05, p.stdin.close).start()
    print(fcntl.lockf(a, fcntl.LOCK_EX), p.wait(), fcntl.lockf(a, fcntl.LOCK_UN))
    os.lseek(a.fileno(), 0, 0)
    print(os.lockf(a.fileno(), os.F_LOCK, 5), os.lockf(a.fileno(), os.F_TEST, 5), os.lockf(a.fileno(), os.F_ULOCK, 5))
    p.stdout.close()
