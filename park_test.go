package psy_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/psyco-go/psy"
)

const counting = `import json
log = []
def work(n):
    total = 0
    try:
        for i in range(n):
            total += len(json.dumps([i, "x" * (i % 7)]))
            log.append(sum(j for j in range(i % 5)))
    finally:
        log.append("finally")
    return total
`

// TestResume stops a run every so many steps, and gets the result of one that was not stopped, in as many pieces each time.
func TestResume(t *testing.T) {
	ctx := context.Background()
	prog, err := psy.Compile([]byte(counting), "count.py")
	if err != nil {
		t.Fatal(err)
	}
	run := func(steps int64) (result string, pieces int) {
		rt, err := psy.New(psy.Config{Steps: steps})
		if err != nil {
			t.Fatal(err)
		}
		defer rt.Close()
		err = rt.RunSteps(ctx, func(ctx context.Context) error {
			mod, err := rt.Exec(ctx, prog)
			if err != nil {
				return err
			}
			v, err := mod.Call(ctx, "work", psy.Args(300))
			if err != nil {
				return err
			}
			result = v.String()
			return nil
		})
		for pieces = 1; errors.Is(err, psy.ErrSteps); pieces++ {
			var i *psy.Interrupted
			if !errors.As(err, &i) || len(i.Exception.Frames) == 0 {
				t.Fatalf("where it was: %v", err)
			}
			if _, err := rt.Exec(ctx, prog); err != psy.ErrParked {
				t.Fatal("another call: ", err)
			}
			err = rt.Resume(ctx)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Resume(ctx); err != psy.ErrNotParked {
			t.Error(err)
		}
		return result, pieces
	}
	whole, one := run(1 << 40)
	if one != 1 {
		t.Errorf("%d pieces", one)
	}
	for _, steps := range []int64{100, 1000, 7777} {
		a, n := run(steps)
		b, m := run(steps)
		if a != whole || b != whole || n != m || n < 2 {
			t.Errorf("%d steps: %s and %s in %d and %d pieces, not %s", steps, a, b, n, m, whole)
		}
	}
}

// TestAbandon ends runs that are parked: by Abandon, by Close, and by a context of Resume.
func TestAbandon(t *testing.T) {
	ctx := context.Background()
	prog, err := psy.Compile([]byte("left = []\ntry:\n    while True:\n        pass\nfinally:\n    left.append(1)\n"), "spin.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []string{"abandon", "close", "context"} {
		rt, err := psy.New(psy.Config{Steps: 1000})
		if err != nil {
			t.Fatal(err)
		}
		spin := func(ctx context.Context) error {
			_, err := rt.Exec(ctx, prog)
			return err
		}
		if err := rt.RunSteps(ctx, spin); !errors.Is(err, psy.ErrSteps) {
			t.Fatal(err)
		}
		if err := rt.RunSteps(ctx, spin); err != psy.ErrParked {
			t.Error(err)
		}
		switch how {
		case "abandon":
			var i *psy.Interrupted
			if err := rt.Abandon(); !errors.As(err, &i) || !errors.Is(err, psy.ErrSteps) {
				t.Error(err)
			}
		case "context":
			short, cancel := context.WithCancel(ctx)
			rt.Resume(short)
			cancel()
			if err := rt.Resume(short); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			other, stop := context.WithCancel(ctx)
			stop()
			if err := rt.Resume(other); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			rt.Abandon()
		}
		if how != "close" {
			p, err := psy.Compile([]byte("assert left == [1]\n"), "x.py")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := rt.Exec(ctx, p); err == nil || !strings.Contains(err.Error(), "NameError") { // a new __main__
				t.Error(err)
			}
		}
		if err := rt.Close(); err != nil {
			t.Error(err)
		}
		if err := rt.Resume(ctx); err != psy.ErrClosed {
			t.Error(err)
		}
	}
}

// TestRunPanics: what goes wrong in the function of RunSteps is an error.
func TestRunPanics(t *testing.T) {
	rt, err := psy.New(psy.Config{Steps: 1000})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	var p *psy.PanicError
	if err := rt.RunSteps(context.Background(), func(context.Context) error { panic("x") }); !errors.As(err, &p) {
		t.Error(err)
	}
	if err := rt.RunSteps(context.Background(), func(context.Context) error { return fmt.Errorf("y") }); err == nil || err.Error() != "y" {
		t.Error(err)
	}
}
