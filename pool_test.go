package psy

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var errNoWorld = errors.New("no world")

const poolSetup = `
import json, re, dataclasses, datetime
@dataclasses.dataclass
class Order:
    id: int
    total: float = 0.0
hits = 0
users = {}
def handle(body):
    global hits
    hits += 1
    d = json.loads(body)
    users[d["id"]] = d
    m = re.match(r"(\w+)@(\w+)", d["mail"])
    o = Order(d["id"], sum(d["items"]))
    day = datetime.date(2026, 1, 1) + datetime.timedelta(days=len(d["items"]))
    return json.dumps([hits, len(users), m.group(2), o.total, day.isoformat()])
`

func poolWorld(c Config) func() (*Runtime, error) {
	p, err := Compile([]byte(poolSetup), "service.py")
	return func() (*Runtime, error) {
		if err != nil {
			return nil, err
		}
		r, err := New(c)
		if err != nil {
			return nil, err
		}
		_, err = r.Exec(context.Background(), p)
		return r, err
	}
}

// serve is one request: nothing of the ones before may be seen.
func serve(p *Pool, i int) error {
	ctx := context.Background()
	w, err := p.Get(ctx)
	if err != nil {
		return err
	}
	defer p.Put(w)
	m, err := w.Import(ctx, "__main__")
	if err != nil {
		return err
	}
	v, err := m.Call(ctx, "handle", Args(fmt.Sprintf(`{"id": %d, "mail": "a@site%d", "items": [1, 2, %d]}`, i, i, i)))
	if err != nil {
		return err
	}
	if want := fmt.Sprintf(`[1, 1, "site%d", %d, "2026-01-04"]`, i, i+3); v.String() != want {
		return fmt.Errorf("request %d: %s, want %s", i, v, want)
	}
	return nil
}

func TestPool(t *testing.T) {
	requests, worlds := 600, 8
	if n, _ := strconv.Atoi(os.Getenv("PSY_TEST_REQUESTS")); n > 0 {
		requests, worlds = n, 64
	}
	p := NewPoolFunc(worlds, poolWorld(Config{Heap: 32 << 20, Code: 4 << 20}))
	defer p.Close()
	atOnce(t, worlds, 0, requests, func(i int) error { return serve(p, i) })
}

// atOnce has n goroutines make the requests after number from, up to number to.
func atOnce(t *testing.T, n, from, to int, request func(i int) error) {
	t.Helper()
	var next atomic.Int64
	next.Store(int64(from))
	var group sync.WaitGroup
	errs := make([]error, n)
	for g := range n {
		group.Go(func() {
			for errs[g] == nil {
				i := int(next.Add(1))
				if i > to {
					return
				}
				errs[g] = request(i)
			}
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

func TestPoolWaits(t *testing.T) {
	p := NewPoolFunc(1, poolWorld(Config{Heap: 32 << 20}))
	w, err := p.Get(nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer stop()
	if _, err := p.Get(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	go p.Put(w)
	if w, err = p.Get(context.Background()); err != nil {
		t.Fatal(err)
	}
	p.Put(w)
	p.Put(w) // it is not out
	if w, err = p.Get(nil); err != nil {
		t.Fatal(err)
	}
	w.Close() // who does so has it replaced
	p.Put(w)
	if err := serve(p, 5); err != nil {
		t.Error(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if _, err := p.Get(nil); err != ErrClosed {
		t.Error(err)
	}
	q := NewPoolFunc(1, func() (*Runtime, error) { return nil, errNoWorld })
	for range 3 {
		if _, err := q.Get(nil); err != errNoWorld {
			t.Error(err)
		}
	}
}

// Code that is compiled at each request goes with it, and leaves nothing.
func TestResetDropsCode(t *testing.T) {
	r, err := New(Config{Heap: 32 << 20, Threshold: 5, Engine: Psyco})
	if err != nil {
		t.Skip(err)
	}
	defer r.Close()
	m := mustExec(t, r, stressSetup, "setup.py")
	for i := range 20 {
		if _, err := m.Call(context.Background(), "step", Args(i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Freeze(); err != nil {
		t.Fatal(err)
	}
	var used []string
	for i := range 60 {
		for k := range 20 {
			if _, err := m.Call(context.Background(), "step", Args(k)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := m.Call(context.Background(), "mess", Args(i)); err != nil {
			t.Fatal(formatted(err))
		}
		if err := r.Reset(); err != nil {
			t.Fatal(err)
		}
		s := r.Stats()
		used = append(used, fmt.Sprint(s["code_bytes"], " ", s["metadata_bytes"]))
	}
	if first, last := used[9], used[59]; last != first {
		t.Errorf("code and what is known of it take %s bytes after 10 resets, %s after 60", first, last)
	}
}

// A world's memory does not grow from request to request.
func TestResetFlat(t *testing.T) {
	r, err := poolWorld(Config{Heap: 32 << 20, Code: 4 << 20})()
	if err != nil {
		t.Fatal(err)
	}
	img, err := r.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	p := NewPool(img, 1)
	defer p.Close()
	used := func() (go_ uint64, python uint64, code int) {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc, r.rt.Heap.OutsideBytes(), len(r.roots)
	}
	for i := range 50 {
		if err := serve(p, i); err != nil {
			t.Fatal(err)
		}
	}
	g0, o0, c0 := used()
	for i := range 400 {
		if err := serve(p, i); err != nil {
			t.Fatal(err)
		}
	}
	g1, o1, c1 := used()
	if g1 > g0+2<<20 || o1 > o0+1<<20 || c1 > 2000 {
		t.Errorf("Go's heap %d, then %d; outside %d, then %d; roots %d, then %d", g0, g1, o0, o1, c0, c1)
	}
}
