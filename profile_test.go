package psy

import (
	"bytes"
	"context"
	"io"
	"math/big"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	sampler "github.com/psyco-go/psy/internal/insight/profile"
)

// Config.Profile gets where Python code was; time between calls is not in it.
func TestProfile(t *testing.T) {
	var out bytes.Buffer
	r, err := New(Config{Profile: &out})
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Exec(context.Background(), load(t, "basics"))
	if err != nil {
		t.Fatal(err)
	}
	const long = int64(300 * time.Millisecond) // of processor time
	spin := func() {
		for start := sampler.CPUTime(); sampler.CPUTime()-start < long; {
		}
	}
	fact, err := Func1[int64, *big.Int](m, "fact")
	if err != nil {
		t.Fatal(err)
	}
	spin()
	for start := sampler.CPUTime(); sampler.CPUTime()-start < long; {
		for range 10 {
			if _, err := fact(nil, 200); err != nil {
				t.Fatal(err)
			}
		}
	}
	spin()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&out)
	if err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for _, s := range p.Sample {
		total += s.Value[1]
		if name := s.Location[0].Line[0].Function.Name; name != "fact" && name != "<module>" {
			t.Errorf("%d ns in %s", s.Value[1], name)
		}
	}
	if total == 0 || total > 2*long {
		t.Errorf("%d ns", total)
	}
}

// TestProfileHandler serves a profile of a runtime that is at work.
func TestProfileHandler(t *testing.T) {
	prog, err := Compile([]byte("def spin(n):\n    t = 0\n    for i in range(n):\n        t += i * i\n    return t\nwhile True:\n    spin(100000)\n"), "spin.py")
	if err != nil {
		t.Fatal(err)
	}
	rt, err := New(Config{Samples: true})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		rt.Exec(ctx, prog)
	}()
	get := func(url string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		rt.ProfileHandler().ServeHTTP(w, httptest.NewRequest("GET", url, nil))
		return w
	}
	for _, url := range []string{"/?seconds=0.1", "/"} {
		for end := time.Now().Add(time.Minute); ; {
			w := get(url)
			p, err := profile.Parse(w.Body)
			if err != nil {
				t.Fatal(w.Code, err)
			}
			if slices.ContainsFunc(p.Function, func(f *profile.Function) bool { return f.Name == "spin" && f.Filename == "spin.py" }) {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%s: spin was not seen: %v", url, p)
			}
		}
	}
	cancel()
	<-done
	if w := get("/?seconds=-1"); w.Code != 400 {
		t.Error(w.Code)
	}
	bare, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer bare.Close()
	if err := bare.WriteProfile(ctx, io.Discard, 0); err != ErrNoSamples {
		t.Error(err)
	}
}
