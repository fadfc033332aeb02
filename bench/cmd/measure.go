// Running a benchmark once.

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/psyco-go/psy/bench/peak"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// result is one benchmark on one engine.
type result struct {
	Seconds []float64 `json:"seconds,omitempty"` // whole processes
	Ns      []float64 `json:"ns,omitempty"`      // of an iteration of a loop, as the program measured it
	Median  float64   `json:"median"`
	PeakMB  float64   `json:"peak_mb"`
	Error   string    `json:"error,omitempty"`
	// CompileMs and NativeShare are psy's statistics of one more run, which took StatSeconds.
	CompileMs   float64 `json:"compile_ms,omitempty"`
	NativeShare float64 `json:"native_share,omitempty"`
	StatSeconds float64 `json:"stat_seconds,omitempty"`
	output      string
}

// process runs a command in a folder under a time limit.
func process(dir string, args []string, limit time.Duration) (out string, seconds, peakMB float64, err error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = oracle.Env()
	var errs strings.Builder
	cmd.Stderr = &errs
	timer := time.AfterFunc(limit, func() {
		if cmd.Process != nil {
			cmd.Process.Kill()
		}
	})
	defer timer.Stop()
	start := time.Now()
	text, err := cmd.Output()
	seconds = time.Since(start).Seconds()
	if err != nil {
		return "", 0, 0, fmt.Errorf("%v: %s", err, oracle.Tail(strings.TrimSpace(errs.String()), 300))
	}
	return string(text), seconds, peak.Megabytes(cmd.ProcessState), nil
}

// measure runs a whole program.
func (res *result) measure(dir string, args []string, limit time.Duration) {
	out, seconds, mb, err := process(dir, args, limit)
	if err != nil {
		res.Error = err.Error()
		return
	}
	res.output = out
	res.Seconds = append(res.Seconds, seconds)
	res.PeakMB = max(res.PeakMB, mb)
}

// measureLoop runs a program that times its own loop: it prints the loop's result and the best time of an iteration in nanoseconds.
func (res *result) measureLoop(dir string, args []string, limit time.Duration) {
	out, _, mb, err := process(dir, args, limit)
	if err != nil {
		res.Error = err.Error()
		return
	}
	value, ns, _ := strings.Cut(out, "\n")
	t, err := strconv.ParseFloat(strings.TrimSpace(ns), 64)
	if err != nil {
		res.Error = err.Error()
		return
	}
	res.output = value
	res.Ns = append(res.Ns, t)
	res.PeakMB = max(res.PeakMB, mb)
}

// startProgram prints one line: the time until that line arrives is the time to the first user instruction.
const startProgram = "start"

func (res *result) measureStart(dir string, args []string, limit time.Duration) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = oracle.Env()
	out, err := cmd.StdoutPipe()
	if err != nil {
		res.Error = err.Error()
		return
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		res.Error = err.Error()
		return
	}
	timer := time.AfterFunc(limit, func() { cmd.Process.Kill() })
	defer timer.Stop()
	line, _ := bufio.NewReader(out).ReadString('\n')
	spent := time.Since(start).Seconds()
	if err := cmd.Wait(); err != nil {
		res.Error = err.Error()
		return
	}
	res.output = line
	res.Seconds = append(res.Seconds, spent)
	res.PeakMB = max(res.PeakMB, peak.Megabytes(cmd.ProcessState))
}

// statistics runs a program once more, with psy's statistics, which cost a little time.
func (res *result) statistics(tmp, dir string, args []string, limit time.Duration) {
	file := filepath.Join(tmp, "stats.json")
	args = slices.Insert(slices.Clone(args), 2, "-X", "psy.stats=json:"+file)
	_, seconds, _, err := process(dir, args, limit)
	if err != nil {
		res.Error = err.Error()
		return
	}
	var s struct {
		CompileMs   float64 `json:"compile_ms"`
		NativeShare float64 `json:"native_share"`
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		res.Error = err.Error()
		return
	}
	res.CompileMs, res.NativeShare, res.StatSeconds = s.CompileMs, s.NativeShare, seconds
}
