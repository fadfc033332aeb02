// Tests of what Config grants beside files: the network, programs, signals, threads; and that nothing of it is there otherwise.

//go:build linux

package psy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/psyco-go/psy"
)

// output runs a program in a world, and gives what it prints.
func output(t *testing.T, c psy.Config, program string) string {
	t.Helper()
	var out bytes.Buffer
	c.Stdout, c.Stderr, c.Clock = &out, &out, time.Now
	rt, err := psy.New(c)
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	prog, err := psy.Compile([]byte(program), "granted.py")
	if err == nil {
		_, err = rt.Exec(t.Context(), prog)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return out.String()
}

const tell = `
def tell(f, *a, **k):
    try:
        print(f(*a, **k))
    except Exception as e:
        print(type(e).__name__, e)
`

func TestNothingGranted(t *testing.T) {
	got := output(t, psy.Config{}, tell+`
import os, subprocess, signal, mmap, _multiprocessing, _posixshmem, fcntl
tell(subprocess.run, ["/bin/true"])
tell(os.system, "true")
tell(os.pipe)
tell(os.posix_spawn, "/bin/true", ["true"], {})
tell(os.spawnv, 0, "/bin/true", ["true"])
tell(os.waitpid, -1, 0)
tell(os.kill, 1234, 9)
tell(os.execv, "/bin/true", ["true"])
tell(os.umask, 0)
tell(_multiprocessing.SemLock, 1, 1, 1, "/psy-granted", True)
tell(_multiprocessing.sem_unlink, "/psy-granted")
tell(_posixshmem.shm_open, "/psy-granted", os.O_RDWR)
tell(mmap.mmap, 1, 10)
tell(signal.setitimer, 0, 1)
m = mmap.mmap(-1, 10)
m[0] = 7
print(m[0], len(m), hasattr(os, "timerfd_create"), hasattr(os, "memfd_create"), hasattr(mmap, "MADV_NORMAL"))
signal.signal(signal.SIGUSR1, lambda *a: print("handled"))
signal.raise_signal(signal.SIGUSR1)
`)
	for i, line := range strings.Split(strings.TrimSpace(got), "\n") {
		switch {
		case i < 14 && !strings.Contains(line, "Errno"), i == 14 && line != "7 10 False False False", i == 15 && line != "handled":
			t.Errorf("line %d: %s", i, line)
		}
	}
}

func TestGrantedExec(t *testing.T) {
	var asked []string
	c := psy.Config{Env: []string{"WORLD=granted", "PATH=/bin:/usr/bin"}, Exec: func(c *psy.Command) error {
		asked = append(asked, c.Path)
		switch c.Path {
		case "/bin/sh", "/bin/cat", "/bin/sleep":
			return nil
		}
		return errors.New("no")
	}}
	got := output(t, c, tell+`
import os, subprocess
print(subprocess.run(["/bin/sh", "-c", "echo $WORLD $HOME; cat; exit 3"], input=b"in", capture_output=True))
print(subprocess.check_output(["cat"], input=b"x" * 300000) == b"x" * 300000)
tell(subprocess.run, ["/bin/ls"])
tell(subprocess.run, ["/bin/sh", "-c", "echo lost; echo lost >&2"])
p = subprocess.Popen(["/bin/sleep", "60"])
p.kill()
print(p.wait())
tell(os.kill, os.getppid() + 1, 9)
tell(os.kill, 1, 0)
tell(os.read, 0, 1)
tell(os.close, 5)
tell(os.waitpid, -1, 0)
tell(os.system, "exit 4")
r, w = os.pipe()
os.write(w, b"own"); print(os.read(r, 10)); os.close(w); os.close(r)
tell(os.read, r, 1)
tell(subprocess.run, ["/bin/cat"], user=0)
tell(subprocess.run, ["/bin/cat"], umask=0)
tell(os.posix_spawn, "/bin/cat", ["cat"], {}, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/etc/passwd", 0, 0)]) if hasattr(os, "POSIX_SPAWN_OPEN") else print("none")
tell(os.posix_spawn, "/bin/cat", ["cat"], {}, file_actions=[(2, 1, 1)])
left = subprocess.Popen(["/bin/sleep", "60"], stdin=subprocess.PIPE)
print(left.pid)
`)
	lines := strings.Split(strings.TrimSpace(got), "\n")
	pid := lines[len(lines)-1]
	want := `CompletedProcess(args=['/bin/sh', '-c', 'echo $WORLD $HOME; cat; exit 3'], returncode=3, stdout=b'granted\nin', stderr=b'')
True
PermissionError [Errno 13] Permission denied: '/bin/ls'
CompletedProcess(args=['/bin/sh', '-c', 'echo lost; echo lost >&2'], returncode=0)
-9
PermissionError [Errno 1] Operation not permitted
PermissionError [Errno 1] Operation not permitted
OSError [Errno 9] Bad file descriptor
OSError [Errno 9] Bad file descriptor
ChildProcessError [Errno 10] No child processes
1024
b'own'
OSError [Errno 9] Bad file descriptor
`
	if body := strings.Join(lines[:13], "\n") + "\n"; body != want {
		t.Errorf("got\n%swant\n%s", body, want)
	}
	for _, line := range lines[13 : len(lines)-1] {
		if !strings.Contains(line, "Errno") && !strings.HasPrefix(line, "ValueError") && line != "none" {
			t.Errorf("not refused: %s", line)
		}
	}
	var n int
	fmt.Sscan(pid, &n)
	if err := syscall.Kill(n, 0); n == 0 || err == nil {
		t.Errorf("process %q is alive after Close: %v", pid, err)
	}
}

func TestGrantedNet(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	go func() {
		for {
			c, err := server.Accept()
			if err != nil {
				return
			}
			c.Write([]byte("hello"))
			c.Close()
		}
	}()
	address := server.Addr().String()
	port := address[strings.LastIndexByte(address, ':')+1:]
	c := psy.Config{Net: &psy.Net{Dial: func(network, to string) error {
		if network == "tcp" && to == address {
			return nil
		}
		return errors.New("not there")
	}}}
	got := output(t, c, tell+`
import socket, asyncio, os, select
PORT = `+port+`
with socket.create_connection(("127.0.0.1", PORT)) as s:
    print(s.makefile("rb").read())
async def main():
    r, w = await asyncio.open_connection("127.0.0.1", PORT)
    print(await r.read())
    w.close()
asyncio.run(main())
for f in [lambda: socket.create_connection(("127.0.0.1", PORT ^ 1)), lambda: socket.socket(socket.AF_UNIX).connect("/run/x"), lambda: socket.getaddrinfo("localhost", 80),
          lambda: socket.socket().bind(("127.0.0.1", 0)), lambda: socket.socket().listen(), lambda: socket.socket(fileno=1), lambda: select.select([1], [], [], 0),
          lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", PORT)), lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1),
          lambda: socket.socket(16, socket.SOCK_RAW, 0), lambda: socket.socket(17, socket.SOCK_RAW, 0), lambda: os.read(1, 1)]:
    tell(f)
`)
	lines := strings.Split(strings.TrimSpace(got), "\n")
	if lines[0] != "b'hello'" || lines[1] != "b'hello'" {
		t.Errorf("got\n%s", got)
	}
	for _, line := range lines[2:] {
		if !strings.HasPrefix(line, "PermissionError") && !strings.Contains(line, "Errno 9]") && !strings.HasPrefix(line, "ValueError") {
			t.Errorf("not refused: %s", line)
		}
	}
}

func TestGrantedSignals(t *testing.T) {
	guard := make(chan os.Signal, 4) // so that a signal that is not granted does not end the test
	signal.Notify(guard, syscall.SIGUSR1, syscall.SIGUSR2)
	defer signal.Stop(guard)
	var out bytes.Buffer
	rt, err := psy.New(psy.Config{Stdout: &out, Stderr: &out, Clock: time.Now, Signals: []os.Signal{syscall.SIGUSR1}})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	if err := rt.Bind("host.kill", func(n int) error { return syscall.Kill(os.Getpid(), syscall.Signal(n)) }); err != nil {
		t.Fatal(err)
	}
	prog, err := psy.Compile([]byte(`
import signal, time, host
got = []
for n in signal.SIGUSR1, signal.SIGUSR2:
    signal.signal(n, lambda n, f: got.append(n))
host.kill(signal.SIGUSR2)
host.kill(signal.SIGUSR1)
end = time.monotonic() + 30
while not got and time.monotonic() < end: time.sleep(0.001)
print(got == [signal.SIGUSR1])
`), "signals.py")
	if err == nil {
		_, err = rt.Exec(t.Context(), prog)
	}
	if err != nil || out.String() != "True\n" {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestGrantedThreads(t *testing.T) {
	const program = `
import _thread
held = _thread.allocate_lock()
held.acquire()
n = 0
try:
    while n < 50:
        _thread.start_new_thread(held.acquire, ())
        n += 1
except RuntimeError as e:
    print(n, e)
for _ in range(n):
    held.release() if held.locked() else None
`
	for limit, want := range map[int]string{3: "3 can't start new thread\n", -1: "0 can't start new thread\n"} {
		if got := output(t, psy.Config{Threads: limit}, program); got != want {
			t.Errorf("%d: %q, want %q", limit, got, want)
		}
	}
}

// TestCancelledThreads: with the context of a call all threads end that it started.
func TestCancelledThreads(t *testing.T) {
	before := runtime.NumGoroutine()
	rt, err := psy.New(psy.Config{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	prog, err := psy.Compile([]byte(`
import threading, time
def spin():
    while True: pass
def sleep():
    while True: time.sleep(100)
lock = threading.Lock()
lock.acquire()
for f in spin, sleep, lock.acquire, threading.Event().wait:
    threading.Thread(target=f).start()
spin()
`), "threads.py")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err = rt.Exec(ctx, prog)
	var interrupted *psy.Interrupted
	if !errors.As(err, &interrupted) {
		t.Errorf("got %v", err)
	}
	rt.Close()
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("ending took %v", took)
	}
	for end := time.Now().Add(20 * time.Second); runtime.NumGoroutine() > before+2 && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before+2 {
		t.Errorf("%d goroutines, %d before", n, before)
	}
}
