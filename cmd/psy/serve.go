// -X psy.serve: a socket by which psy top looks at the process. It lies in a folder that belongs to the user and nobody else may enter.

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/psyco-go/psy/internal/host/forking"
	"github.com/psyco-go/psy/internal/insight/profile"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/world"
)

// socketOf is where a process's socket is. The folder is that of the session, XDG_RUNTIME_DIR, or one below the folder of temporary files.
func socketOf(pid int) string {
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		dir = filepath.Join(os.TempDir(), "psy-"+strconv.Itoa(os.Getuid()))
	} else {
		dir = filepath.Join(dir, "psy")
	}
	return filepath.Join(dir, strconv.Itoa(pid)+".sock")
}

var socket string // what is to be removed at the end; "": nothing

func removeSocket() {
	if socket != "" {
		os.Remove(socket)
	}
}

// serve opens the socket. What it returns closes it.
func serve(w *world.World) (func(), error) {
	name := socketOf(os.Getpid())
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return func() {}, fmt.Errorf("-X psy.serve: %w", err)
	}
	if err := ownFolder(dir); err != nil {
		return func() {}, fmt.Errorf("-X psy.serve: %w", err)
	}
	os.Remove(name) // of a process before, with the same number
	l, err := net.Listen("unix", name)
	if err != nil {
		return func() {}, fmt.Errorf("-X psy.serve: %w", err)
	}
	if err := os.Chmod(name, 0o600); err != nil {
		l.Close()
		return func() {}, fmt.Errorf("-X psy.serve: %w", err)
	}
	socket = name
	end := forking.OnChild(func() { // which would take the parent's clients
		l.(*net.UnixListener).SetUnlinkOnClose(false)
		l.Close()
		socket = ""
	})
	s := &server{w: w, begun: time.Now()}
	w.OnSignals = append(w.OnSignals, s.poll)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go s.answer(c)
		}
	}()
	return func() { end(); l.Close(); removeSocket() }, nil
}

// server answers questions about a process.
type server struct {
	w     *world.World
	begun time.Time

	mu   sync.Mutex
	jobs []func(t *object.Thread)
}

// poll does at a poll of the program what needs its objects to be at rest.
func (s *server) poll(t *object.Thread) bool {
	s.mu.Lock()
	jobs := s.jobs
	s.jobs = nil
	s.mu.Unlock()
	for _, f := range jobs {
		f(t)
	}
	return true
}

// view is what psy top is told. What is Since is nanoseconds since the process's start.
type view struct {
	PID       int            `json:"pid"`
	Engine    string         `json:"engine"`
	Since     int64          `json:"wall_ns"`
	CPU       int64          `json:"cpu_ns"`    // that was sampled
	Native    int64          `json:"native_ns"` // of it in machine code
	Functions []profile.Time `json:"functions"`
	Polled    bool           `json:"polled"` // what follows is known: the program has come by a poll
	CompileMs float64        `json:"compile_ms"`
	Buffers   int64          `json:"buffers"`
	Dropped   int64          `json:"invalidations"`
	GC        int            `json:"collections"`
	GCNs      int64          `json:"gc_ns"`
	Live      uint64         `json:"live_bytes"`
}

// mostFunctions bounds what is sent.
const mostFunctions = 200

// answer answers one question, a line: "top", or "profile" with a number of seconds.
func (s *server) answer(c net.Conn) {
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Hour))
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		return
	}
	what, arg, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch what {
	case "top":
		json.NewEncoder(c).Encode(s.view())
	case "profile":
		var since *profile.Mark
		if n, err := strconv.ParseFloat(arg, 64); err == nil && n > 0 && n < 3600 {
			since = s.w.Sampler.Mark()
			time.Sleep(time.Duration(n * float64(time.Second)))
		}
		s.w.Sampler.WriteSince(c, since)
	}
}

func (s *server) view() *view {
	v := &view{PID: os.Getpid(), Since: int64(time.Since(s.begun))}
	list, all, native := s.w.Sampler.Times()
	v.Functions, v.CPU, v.Native = list[:min(len(list), mostFunctions)], all, native
	done := make(chan view, 1)
	s.mu.Lock()
	s.jobs = append(s.jobs, func(t *object.Thread) {
		x := modules.Stats(t.RT)
		g := t.RT.Heap.Stats()
		p := view{GC: g.Collections, GCNs: int64(g.PauseTotal), Live: g.LiveBytes}
		p.Engine, _ = x["engine"].(string)
		p.CompileMs, _ = x["compile_ms"].(float64)
		if b, err := json.Marshal(x["buffers"]); err == nil {
			kinds := map[string]int64{}
			json.Unmarshal(b, &kinds)
			for _, n := range kinds {
				p.Buffers += n
			}
		}
		p.Dropped = number(x["invalidations"])
		done <- p
	})
	s.mu.Unlock()
	s.w.Main.Interrupt(object.BreakSignal)
	select {
	case p := <-done:
		v.Polled, v.Engine, v.CompileMs, v.Buffers, v.Dropped, v.GC, v.GCNs, v.Live = true, p.Engine, p.CompileMs, p.Buffers, p.Dropped, p.GC, p.GCNs, p.Live
	case <-time.After(300 * time.Millisecond): // it waits for something
	}
	return v
}

func number(x any) int64 {
	switch n := x.(type) {
	case uint64:
		return int64(n)
	case int64:
		return n
	case int:
		return int64(n)
	}
	return 0
}

// question asks the process a question.
func question(pid int, what string) (net.Conn, error) {
	c, err := net.DialTimeout("unix", socketOf(pid), time.Second)
	if err != nil {
		return nil, errors.New("there is no such process of yours that was started with -X psy.serve")
	}
	_, err = fmt.Fprintln(c, what)
	return c, err
}
