//go:build unix

// Warm worlds: what a new one takes, a reset, and a request in a world that is reset behind it against one that is not.

package embed

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	"github.com/psyco-go/psy"
)

const service = `
import json, re, dataclasses, datetime

@dataclasses.dataclass
class Order:
    id: int
    total: float = 0.0

hits = 0

def handle(body):
    global hits
    hits += 1
    d = json.loads(body)
    m = re.match(r"(\w+)@(\w+)", d["mail"])
    o = Order(d["id"], sum(d["items"]))
    day = datetime.date(2026, 1, 1) + datetime.timedelta(days=len(d["items"]))
    return json.dumps([hits, m.group(2), o.total, day.isoformat()])
`

const body = `{"id": 7, "mail": "ann@example", "items": [1, 2, 3, 4]}`

func world(b *testing.B) (*psy.Runtime, func(context.Context, string) (string, error)) {
	b.Helper()
	prog, err := psy.Compile([]byte(service), "service.py")
	if err != nil {
		b.Fatal(err)
	}
	rt, err := psy.New(psy.Config{Heap: 64 << 20})
	if err != nil {
		b.Fatal(err)
	}
	mod, err := rt.Exec(context.Background(), prog)
	if err != nil {
		b.Fatal(err)
	}
	handle, err := psy.Func1[string, string](mod, "handle")
	if err != nil {
		b.Fatal(err)
	}
	return rt, handle
}

// processor reports the process's processor time an operation, for machines that have other work; the result is to be deferred.
func processor(b *testing.B) func() {
	now := func() int64 {
		var u syscall.Rusage
		syscall.Getrusage(syscall.RUSAGE_SELF, &u)
		return u.Utime.Nano() + u.Stime.Nano()
	}
	began := now()
	return func() { b.ReportMetric(float64(now()-began)/float64(b.N), "cpu-ns/op") }
}

func request(b *testing.B, handle func(context.Context, string) (string, error)) {
	if _, err := handle(context.Background(), body); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkNewWorld is psy.New and Close.
func BenchmarkNewWorld(b *testing.B) {
	defer processor(b)()
	for b.Loop() {
		rt, err := psy.New(psy.Config{Heap: 64 << 20})
		if err != nil {
			b.Fatal(err)
		}
		rt.Close()
	}
}

// BenchmarkNewWorldWithImports is the same with what the service imports.
func BenchmarkNewWorldWithImports(b *testing.B) {
	defer processor(b)()
	for b.Loop() {
		rt, _ := world(b)
		rt.Close()
	}
}

// BenchmarkImageNew is a new world from an image, and Close; with request, a request in it too.
func BenchmarkImageNew(b *testing.B) {
	for _, asks := range []bool{false, true} {
		b.Run(fmt.Sprintf("request=%v", asks), func(b *testing.B) {
			img := imageOf(b)
			defer processor(b)()
			for b.Loop() {
				rt, err := img.New(context.Background())
				if err != nil {
					b.Fatal(err)
				}
				if asks {
					mod, err := rt.Import(context.Background(), "__main__")
					if err != nil {
						b.Fatal(err)
					}
					if _, err := mod.Call(context.Background(), "handle", psy.Args(body)); err != nil {
						b.Fatal(err)
					}
				}
				rt.Close()
			}
		})
	}
}

func imageOf(b *testing.B) *psy.Image {
	b.Helper()
	rt, handle := world(b)
	b.Cleanup(func() { rt.Close() })
	for range 10 {
		request(b, handle)
	}
	img, err := rt.Freeze()
	if err != nil {
		b.Fatal(err)
	}
	return img
}

// BenchmarkIdleWorlds reports how much memory each of many worlds of an image takes that do nothing.
func BenchmarkIdleWorlds(b *testing.B) {
	img := imageOf(b)
	const worlds = 1000
	for b.Loop() {
		before := resident(b)
		var list []*psy.Runtime
		for range worlds {
			rt, err := img.New(context.Background())
			if err != nil {
				b.Fatal(err)
			}
			list = append(list, rt)
		}
		b.ReportMetric((resident(b)-before)/worlds, "KB/world")
		for _, rt := range list {
			rt.Close()
		}
	}
}

// resident is how many KB of memory the process has.
func resident(b *testing.B) float64 {
	b.Helper()
	debug.FreeOSMemory()
	text, err := os.ReadFile("/proc/self/smaps_rollup")
	if err != nil {
		b.Skip(err)
	}
	for line := range strings.Lines(string(text)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, "Pss: %f kB", &kb); n == 1 {
			return kb
		}
	}
	b.Skip("the system does not tell")
	return 0
}

// BenchmarkReset is Reset of a world in which nothing has happened.
func BenchmarkReset(b *testing.B) {
	rt, _ := world(b)
	defer rt.Close()
	if _, err := rt.Freeze(); err != nil {
		b.Fatal(err)
	}
	defer processor(b)()
	for b.Loop() {
		if err := rt.Reset(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRequest is a request in a world that all share, and in one that is reset behind each; warm: so many requests before Freeze.
func BenchmarkRequest(b *testing.B) {
	for _, warm := range []int{10, 20000} {
		for _, reset := range []bool{false, true} {
			b.Run(fmt.Sprintf("warm=%d/reset=%v", warm, reset), func(b *testing.B) {
				rt, handle := world(b)
				defer rt.Close()
				for range warm {
					request(b, handle)
				}
				if _, err := rt.Freeze(); err != nil {
					b.Fatal(err)
				}
				defer processor(b)()
				for b.Loop() {
					request(b, handle)
					if reset {
						if err := rt.Reset(); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		}
	}
}

// BenchmarkHTTP is a request by HTTP over loopback: in a world that all share, and in one of a pool that is reset behind it.
func BenchmarkHTTP(b *testing.B) {
	for _, reset := range []bool{false, true} {
		b.Run(fmt.Sprintf("reset=%v", reset), func(b *testing.B) {
			rt, handle := world(b)
			for range 20000 {
				request(b, handle)
			}
			img, err := rt.Freeze()
			if err != nil {
				b.Fatal(err)
			}
			pool := psy.NewPool(img, 1)
			defer pool.Close()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				text, _ := io.ReadAll(r.Body)
				if reset {
					world, err := pool.Get(r.Context())
					if err != nil {
						http.Error(w, err.Error(), http.StatusServiceUnavailable)
						return
					}
					defer pool.Put(world)
				}
				answer, err := handle(r.Context(), string(text))
				if err != nil {
					http.Error(w, err.Error(), http.StatusInternalServerError)
					return
				}
				io.WriteString(w, answer)
			}))
			defer server.Close()
			defer processor(b)()
			for b.Loop() {
				res, err := http.Post(server.URL, "application/json", strings.NewReader(body))
				if err != nil || res.StatusCode != http.StatusOK {
					b.Fatal(res, err)
				}
				io.Copy(io.Discard, res.Body)
				res.Body.Close()
			}
		})
	}
}
