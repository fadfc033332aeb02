package psy

import (
	"bytes"
	"context"
	"math/big"
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
