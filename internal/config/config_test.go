package config

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
)

func TestLive(t *testing.T) {
	kept := make([]*[1 << 16]byte, 500)
	for i := range kept {
		kept[i] = new([1 << 16]byte)
	}
	for _, p := range []int{100, 300} {
		old := debug.SetGCPercent(p)
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		debug.SetGCPercent(old)
		said := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(said)
		if got, want := live(m.NextGC, p), said[0].Value.Uint64(); got < want-want/10 || got > want+want/4 {
			t.Errorf("percentage %d: %d bytes are live, by the next goal %d", p, want, got)
		}
	}
	runtime.KeepAlive(kept)
}

func TestSwitches(t *testing.T) {
	type whole struct{ C Config }
	switches := Within(func(w *whole) *Config { return &w.C }, Switches)
	w := whole{Default()}
	for _, c := range []struct{ key, value, err string }{
		{"threshold", "0", ""},
		{"threshold", "-1", "needs a number of at least 0"},
		{"threshold", "x", "needs a number of at least 0"},
		{"maxversions", "1", ""},
		{"codecap", "64K", ""},
		{"codecap", "0", "needs a size in bytes (K, M and G may follow)"},
		{"codecap", "9999999999G", "needs a size in bytes (K, M and G may follow)"},
		{"check", "", ""},
		{"seed", "7", ""},
		{"executors", "0", "needs a number of at least 1"},
		{"executors", "4", ""},
		{"log", "", "needs a value"},
		{"log", "f", ""},
	} {
		done := false
		for _, s := range switches {
			if s.Key != c.key {
				continue
			}
			done = true
			got := ""
			if err := s.Set(&w, c.value, c.value != ""); err != nil {
				got = err.Error()
			}
			if got != c.err {
				t.Errorf("%s=%s: %q, want %q", c.key, c.value, got, c.err)
			}
		}
		if !done {
			t.Errorf("there is no %s", c.key)
		}
	}
	if want := (Config{Threshold: 0, MaxVersions: 1, CodeCap: 64 << 10, Executors: 4, Check: true, Seed: 7, Log: "f"}); w.C != want {
		t.Errorf("%+v, want %+v", w.C, want)
	}
	w = whole{Default()}
	for _, s := range switches {
		u := s.Usage(&w)
		if !strings.Contains(u, "-X psy."+s.Key) || !strings.Contains(u, s.Help) {
			t.Error(u)
		}
		if s.Key == "codecap" && !strings.HasSuffix(u, " (64M)") {
			t.Error(u)
		}
	}
}
