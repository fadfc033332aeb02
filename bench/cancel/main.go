// Command cancel measures how long code of each kind in testdata/long.py takes to stop when its context is cancelled, with GOMAXPROCS=1.
//
//	go run ./bench/cancel [-rounds N] [-after TIME] [-cpu] [-prof FILE] [NAME...]
//
// With -cpu it counts processor time instead of the clock's: on a machine that has other work, that is what the program itself takes.
// With -prof it writes a profile, for go tool pprof, of what ran between cancelling and the end alone; the figures are worth less then.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	gprofile "github.com/google/pprof/profile"

	"github.com/psyco-go/psy"
	"github.com/psyco-go/psy/internal/insight/profile"
)

var (
	rounds = flag.Int("rounds", 30, "how often each is stopped")
	after  = flag.Duration("after", 40*time.Millisecond, "cancel after 10 ms to `this`")
	cpu    = flag.Bool("cpu", false, "count processor time")
	prof   = flag.String("prof", "", "write a profile of what ran after cancelling to this `file`")
)

func main() {
	flag.Parse()
	if err := measure(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "cancel:", err)
		os.Exit(1)
	}
}

func measure(names []string) error {
	runtime.GOMAXPROCS(1)
	data, err := os.ReadFile("testdata/long.pyc")
	if err != nil {
		return err
	}
	prog, err := psy.Load(data)
	if err != nil {
		return err
	}
	rt, err := psy.New(psy.Config{Heap: 1 << 30, Threshold: 1, Clock: time.Now})
	if err != nil {
		return err
	}
	defer rt.Close()
	m, err := rt.Exec(nil, prog)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		v, err := m.Get("ALL")
		if err != nil {
			return err
		}
		if names, err = psy.As[[]string](v); err != nil {
			return err
		}
	}
	var all []time.Duration
	fmt.Printf("%-20s %9s %9s %9s %9s\n", "ms", "p50", "p90", "p99", "max")
	for _, name := range names {
		var of []time.Duration
		for range *rounds {
			d, err := stop(m, name)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			of = append(of, d)
		}
		row(name, of)
		all = append(all, of...)
	}
	row("all", all)
	histogram(all)
	if *prof == "" {
		return nil
	}
	return writeProfile(*prof)
}

// profiles are of the single calls, from cancelling to the end.
var profiles []*gprofile.Profile

func writeProfile(name string) error {
	p, err := gprofile.Merge(profiles)
	if err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := p.Write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// stop runs a function, cancels it after a while, and gives the time until it has ended.
func stop(m *psy.Module, name string) (time.Duration, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var at time.Duration
	var samples bytes.Buffer
	go func() {
		time.Sleep(10*time.Millisecond + rand.N(max(*after-10*time.Millisecond, 1)))
		if *prof != "" {
			pprof.StartCPUProfile(&samples)
		}
		at = now()
		cancel()
	}()
	_, err := m.Call(ctx, name, nil)
	end := now()
	if *prof != "" {
		pprof.StopCPUProfile()
		p, err := gprofile.Parse(&samples)
		if err != nil {
			return 0, err
		}
		if len(p.Sample) > 0 {
			profiles = append(profiles, p)
		}
	}
	var i *psy.Interrupted
	if !errors.As(err, &i) {
		return 0, fmt.Errorf("not interrupted: %w", err)
	}
	return end - at, nil
}

var start = time.Now()

func now() time.Duration {
	if !*cpu {
		return time.Since(start)
	}
	return time.Duration(profile.CPUTime())
}

func row(name string, d []time.Duration) {
	slices.Sort(d)
	at := func(percent int) float64 { return d[min(len(d)*percent/100, len(d)-1)].Seconds() * 1000 }
	fmt.Printf("%-20s %9.3f %9.3f %9.3f %9.3f\n", name, at(50), at(90), at(99), at(100))
}

// histogram shows how many ended within each power of two of microseconds.
func histogram(d []time.Duration) {
	var n [40]int
	for _, x := range d {
		n[bits.Len64(uint64(max(x.Microseconds(), 0)))]++
	}
	for i, k := range n {
		if k > 0 {
			fmt.Printf("%12s %6d %s\n", "< "+(time.Duration(1<<i)*time.Microsecond).String(), k, strings.Repeat("#", 1+k*60/len(d)))
		}
	}
}
