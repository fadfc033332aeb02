package psy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/psyco-go/psy"
)

const outward = `
import sys, os, time, random, datetime, json
from host import price, fails, shows
print(sys.argv, os.environ["WHO"], sys.stdin.readline().strip(), sys.stdin.read())
print(time.time(), time.monotonic(), datetime.datetime.now(), time.perf_counter())
time.sleep(0.001)
print(os.urandom(8).hex(), random.random(), {"a", "b", "c", "d"})
print(open("/data/in.txt").read(), sorted(os.listdir("/data")), os.stat("/data/in.txt").st_size)
for name in ("/data/none", "/data"):
    try:
        open(name)
    except OSError as e:
        print(repr(e))
with open("/out/x", "w") as f:
    f.write(json.dumps({"n": 1}))
with open("/out/x") as f:
    print(f.read())
print([price("apple", n) for n in range(3)], price("pear", 2))
for what in ("missing", "type", "text", "panic"):
    try:
        fails(what)
    except Exception as e:
        print(type(e).__name__, e)
print(shows())
import helper
print(helper.x)
`

// outwardWorld makes a world that has everything, or with a journal nothing.
func outwardWorld(t *testing.T, c psy.Config, from bool) *psy.Runtime {
	t.Helper()
	calls := 0
	if from {
		dir := t.TempDir()
		if err := os.Mkdir(dir+"/out", 0o755); err != nil {
			t.Fatal(err)
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { root.Close() })
		c.FS = fstest.MapFS{"data/in.txt": {Data: []byte("text")}, "helper.py": {Data: []byte("x = 42\n")}}
		c.Write = psy.DirFS(root)
		c.Env, c.Args = []string{"WHO=me"}, []string{"prog", "arg"}
		c.Clock, c.Random, c.Stdin = time.Now, psy.SystemRandom, strings.NewReader("first\nrest")
	}
	rt, err := psy.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rt.Close() })
	guard := func() {
		if calls++; !from {
			t.Error("a Go function was called in a replay")
		}
	}
	for name, f := range map[string]any{
		"host.price": func(s string, n int) float64 { guard(); return float64(calls) + float64(time.Now().UnixNano()%1000) },
		"host.fails": func(what string) error {
			guard()
			switch what {
			case "missing":
				return fmt.Errorf("no %s: %w", what, fs.ErrNotExist)
			case "type":
				return &psy.Exception{Type: "ValueError", Message: "bad"}
			case "panic":
				panic("oh")
			}
			return errors.New("plain")
		},
		"host.shows": func() (map[string]any, []int, any) {
			guard()
			return map[string]any{"k": []any{1, "x", nil}}, []int{1}, 2.5
		},
	} {
		if err := rt.Bind(name, f); err != nil {
			t.Fatal(err)
		}
	}
	return rt
}

// TestReplay records a program that uses all that a world may have, and replays it in worlds that have nothing.
func TestReplay(t *testing.T) {
	ctx := context.Background()
	prog, err := psy.Compile([]byte(outward), "outward.py")
	if err != nil {
		t.Fatal(err)
	}
	run := func(c psy.Config, from bool, prog *psy.Program) (string, error) {
		var out bytes.Buffer
		c.Stdout = &out
		_, err := outwardWorld(t, c, from).Exec(ctx, prog)
		return out.String(), err
	}
	var made bytes.Buffer
	want, err := run(psy.Config{Record: &made}, true, prog)
	if err != nil {
		t.Fatal(want, err)
	}
	for name, engine := range allEngines {
		got, err := run(psy.Config{Replay: bytes.NewReader(made.Bytes()), Engine: engine, Threshold: 1}, false, prog)
		if err != nil || got != want {
			t.Errorf("%s: %v\n%s\nnot\n%s", name, err, got, want)
		}
	}

	other, err := psy.Compile([]byte(strings.Replace(outward, `"/data/in.txt").read()`, `"/data/other").read()`, 1)), "outward.py")
	if err != nil {
		t.Fatal(err)
	}
	_, err = run(psy.Config{Replay: bytes.NewReader(made.Bytes())}, false, other)
	var e *psy.JournalError
	if !errors.As(err, &e) || !strings.Contains(e.Why, "open /data/in.txt") || !strings.Contains(e.Why, "open /data/other") {
		t.Errorf("another program: %v", err)
	}
	_, err = run(psy.Config{Replay: bytes.NewReader(made.Bytes()[:made.Len()/2])}, false, prog)
	if !errors.As(err, &e) || !strings.Contains(e.Why, "the journal ends") {
		t.Errorf("half a journal: %v", err)
	}
	if _, err := psy.New(psy.Config{Replay: strings.NewReader("nonsense")}); err == nil {
		t.Error("nonsense is replayed")
	}
	if _, err := psy.New(psy.Config{Record: &made, Net: &psy.Net{}}); err == nil {
		t.Error("the network is recorded")
	}
	r, err := psy.New(psy.Config{Record: &made})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	err = r.Bind("host.config", &struct{ N int }{1})
	if err == nil {
		_, err = r.Eval(ctx, "__import__('host').config.N", nil)
	}
	if !errors.As(err, &e) || !strings.Contains(e.Why, "live") {
		t.Errorf("a live object: %v", err)
	}
}

type fullDisk struct{ left int }

func (f *fullDisk) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

// TestRecordFails: a journal that cannot be written, or results that cannot be recorded, end the program with an error that says so.
func TestRecordFails(t *testing.T) {
	ctx := context.Background()
	spin, err := psy.Compile([]byte("import time\nwhile True:\n    time.time()\n"), "spin.py")
	if err != nil {
		t.Fatal(err)
	}
	rt, err := psy.New(psy.Config{Record: &fullDisk{5000}, Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	var e *psy.JournalError
	if _, err := rt.Exec(ctx, spin); !errors.As(err, &e) || !strings.Contains(e.Why, "disk full") {
		t.Error(err)
	}
	other, err := psy.New(psy.Config{Record: &bytes.Buffer{}})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Bind("host.chan", func() any { return make(chan int) }); err != nil {
		t.Fatal(err)
	}
	use, err := psy.Compile([]byte("import host\nhost.chan()\nwhile True: pass\n"), "use.py")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Exec(ctx, use); !errors.As(err, &e) || !strings.Contains(e.Why, "cannot be recorded") {
		t.Error(err)
	}
}
