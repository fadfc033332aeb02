// Many hostile programs at once in one process: what they take of the system's memory together stays within the sum of their caps.

//go:build linux

package psy

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
)

const (
	heapsMany = 64
	heapsCap  = 16 << 20
	heapsEach = 3 << 20  // what a runtime may take more than its cap: its tables, and relief to handle a MemoryError with
	heapsMore = 64 << 20 // what the process may take beside the runtimes
)

// greedy are programs that take all that they get, and hold it.
var greedy = []string{
	"while 1: a.append([1.5])",
	"while 1: a.append(X + str(len(a)))",
	"import _io\ns = _io.StringIO()\na.append(s)\nwhile 1: s.write(X)",
	"import _io\ns = _io.BytesIO()\na.append(s)\nwhile 1: s.write(X.encode())",
	"import marshal\nwhile 1: a.append(marshal.dumps(list(range(10**5))))",
	"a.append(compile('a=b+c*d\\n' * 10**6, 'x', 'exec'))",
	"import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1)\nf(0)",
	"import unicodedata\nwhile 1: a.append(unicodedata.normalize('NFKD', '\\ufdfa' * 10**5))",
	"while 1: a.append(bytearray(10**5))",
}

// TestManyHeaps runs itself again, so that nothing else is in the process.
func TestManyHeaps(t *testing.T) {
	if os.Getenv("PSY_TEST_HEAPS") != "" {
		runHeaps(t)
		return
	}
	if testing.Short() {
		t.Skip("takes a gigabyte")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestManyHeaps$")
	cmd.Env = append(os.Environ(), "PSY_TEST_HEAPS=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %.3000s", err, out)
	}
	peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	t.Logf("%d runtimes with %d MiB each took %d MiB", heapsMany, heapsCap>>20, peak>>20)
	if peak > heapsMany*(heapsCap+heapsEach)+heapsMore {
		t.Errorf("that is too much")
	}
}

func runHeaps(t *testing.T) {
	var full, done sync.WaitGroup
	full.Add(heapsMany)
	for i := range heapsMany {
		done.Go(func() {
			source := "X = 'x' * 10**5\na = []\ndef f():\n try: exec(source, globals())\n except (MemoryError, RecursionError): pass\n"
			p, err := Compile([]byte(source), "greedy.py")
			if err != nil {
				t.Error(err)
			}
			r, err := New(Config{Heap: heapsCap, Steps: 200_000})
			if err != nil {
				t.Error(err)
				full.Done()
				return
			}
			defer r.Close()
			m, err := r.Exec(context.Background(), p)
			if err == nil {
				err = m.Set("source", greedy[i%len(greedy)])
			}
			if err == nil {
				_, err = m.Call(context.Background(), "f", nil) // which may end at the limit of steps
			}
			if err != nil {
				t.Log(err)
			}
			full.Done()
			full.Wait() // all hold what they have
		})
	}
	done.Wait()
}
