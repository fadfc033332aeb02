// psy top: what a process does that runs with -X psy.serve.

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/psyco-go/psy/internal/insight/profile"
	"golang.org/x/term"
)

const topUsage = "usage: psy top [--json] [--profile FILE] [--seconds N] PID\n" +
	"shows every N seconds (1) what a process that was started with -X psy.serve does, or once if the output is no terminal.\n" +
	"--profile writes a profile of N seconds (without --seconds, of all so far) for go tool pprof"

func topCommand(args []string) int {
	asJSON, file, seconds, pid := false, "", 0.0, 0
	for len(args) > 0 {
		switch a := args[0]; {
		case a == "--json":
			asJSON = true
		case a == "--profile" && len(args) > 1:
			file, args = args[1], args[1:]
		case a == "--seconds" && len(args) > 1:
			n, err := strconv.ParseFloat(args[1], 64)
			if err != nil || n <= 0 || n >= 3600 {
				return fail(topUsage)
			}
			seconds, args = n, args[1:]
		default:
			n, err := strconv.Atoi(a)
			if err != nil || n <= 0 || pid != 0 {
				return fail(topUsage)
			}
			pid = n
		}
		args = args[1:]
	}
	if pid == 0 {
		return fail(topUsage)
	}
	if file != "" {
		return topProfile(pid, file, seconds)
	}
	if seconds == 0 {
		seconds = 1
	}
	v, err := look(pid)
	if err != nil {
		return topFails(pid, err)
	}
	if asJSON {
		b, _ := json.Marshal(v)
		fmt.Println(string(b))
		return 0
	}
	if !term.IsTerminal(int(os.Stdout.Fd())) {
		v.write(os.Stdout, &view{}, 1<<30)
		return 0
	}
	for before := (&view{}); ; before = v {
		if before.PID != 0 {
			time.Sleep(time.Duration(seconds * float64(time.Second)))
			if v, err = look(pid); err != nil {
				return 0 // it has ended
			}
		}
		rows := 24
		if _, h, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			rows = h
		}
		fmt.Print("\x1b[H\x1b[2J")
		v.write(os.Stdout, before, max(rows-6, 3))
	}
}

func topFails(pid int, err error) int {
	fmt.Fprintf(os.Stderr, "psy: top: %d: %v\n", pid, err)
	return 1
}

// look asks a process what it does.
func look(pid int) (*view, error) {
	c, err := question(pid, "top")
	if err != nil {
		return nil, err
	}
	defer c.Close()
	v := &view{}
	return v, json.NewDecoder(c).Decode(v)
}

func topProfile(pid int, file string, seconds float64) int {
	c, err := question(pid, fmt.Sprint("profile ", seconds))
	if err != nil {
		return topFails(pid, err)
	}
	defer c.Close()
	b, err := io.ReadAll(c)
	if err == nil {
		err = os.WriteFile(file, b, 0o644)
	}
	if err != nil {
		return topFails(pid, err)
	}
	return 0
}

// write shows what has happened since a view before, in so many rows of functions.
func (v *view) write(w io.Writer, before *view, rows int) {
	wall, cpu := v.Since-before.Since, v.CPU-before.CPU
	share := func(n, of int64) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	fmt.Fprintf(w, "process %d, engine %s: %.1f s, processor %.0f %%, machine code %.0f %% of it\n", v.PID, v.Engine, float64(wall)/1e9, share(cpu, wall), share(v.Native-before.Native, cpu))
	if v.Polled {
		fmt.Fprintf(w, "compiling %.1f ms, %d buffers made, %d times code was thrown away; collector %.1f %% in %d collections, %.1f MB live\n", v.CompileMs-before.CompileMs,
			v.Buffers-before.Buffers, v.Dropped-before.Dropped, share(v.GCNs-before.GCNs, wall), v.GC-before.GC, float64(v.Live)/1e6)
	} else {
		fmt.Fprintln(w, "the program waits: what the compiler and the collector do is not known")
	}
	was := map[profile.Time]profile.Time{}
	name := func(t profile.Time) profile.Time { t.Self, t.Total = 0, 0; return t }
	for _, t := range before.Functions {
		was[name(t)] = t
	}
	list := slices.Clone(v.Functions)
	for i := range list {
		b := was[name(list[i])]
		list[i].Self -= b.Self
		list[i].Total -= b.Total
	}
	slices.SortStableFunc(list, func(a, b profile.Time) int { return int(min(max(b.Self-a.Self, -1), 1)) })
	fmt.Fprintln(w, "\n  self  total  function")
	for i, t := range list {
		if i == rows || t.Total == 0 {
			break
		}
		fmt.Fprintf(w, "%5.1f%% %5.1f%%  %s (%s:%d)\n", share(t.Self, cpu), share(t.Total, cpu), t.Func, filepath.Base(t.File), t.Line)
	}
}
