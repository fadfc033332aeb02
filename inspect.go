// What a runtime tells of itself: statistics, dumps, and what the compiler made of a function.

package psy

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/explain"
	"github.com/psyco-go/psy/internal/insight/profile"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/gate"
	"github.com/psyco-go/psy/internal/vm/object"
)

// WriteDump writes what the runtime tells of itself, for psy inspect and package dump: functions, machine code and executors, and why they are as
// they are. Source lines are there if Config.FS has the files. Without Config.Dump, what happened is told by counts only. While a call is under way
// it returns ErrBusy.
func (r *Runtime) WriteDump(w io.Writer) (err error) {
	var c call
	if err := r.enter(nil, &c); err != nil {
		return err
	}
	defer r.leave(&c, &err)
	d := r.world.Dump(r.dumped())
	c.done = true
	return guardedDo(func() error { return d.Write(w) })
}

// dumped says what a dump has besides what the runtime knows.
func (r *Runtime) dumped() modules.DumpOptions {
	return modules.DumpOptions{Options: r.dumpOptions, HeapCap: int(r.heapCap), Source: r.source}
}

// source reads a source file out of the world that Python sees.
func (r *Runtime) source(file string) []byte {
	if r.fs == nil {
		return nil
	}
	name := path.Clean("/" + file)[1:]
	text, err := guarded(func() ([]byte, error) { return fs.ReadFile(r.fs, name) })
	if err != nil {
		return nil
	}
	return text
}

// ErrNoSamples says that the runtime does not sample processor time: neither Config.Samples, Profile nor Dump is set.
var ErrNoSamples = errors.New("psy: the runtime samples no processor time")

// WriteProfile waits for d, or until ctx ends, and writes where Python code has spent processor time meanwhile, by function and line, in pprof's format. If d is
// 0 it writes what was seen since the runtime was made. It may be called while the runtime is in use, on any goroutine, but not during or after Close.
func (r *Runtime) WriteProfile(ctx context.Context, w io.Writer, d time.Duration) error {
	switch {
	case r == nil || r.gate.Is(gate.Closed):
		return ErrClosed
	case r.world.Sampler == nil:
		return ErrNoSamples
	}
	var since *profile.Mark
	if d > 0 {
		since = r.world.Sampler.Mark()
		select {
		case <-ctx.Done():
		case <-time.After(d):
		}
	}
	return guardedDo(func() error { return r.world.Sampler.WriteSince(w, since) })
}

// ProfileHandler serves WriteProfile as net/http/pprof serves profiles of Go code: seconds=N says for how long it is to wait; without it, all that was seen is
// written. Like that, it is not for the public.
func (r *Runtime) ProfileHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		seconds, err := strconv.ParseFloat(cmp.Or(q.FormValue("seconds"), "0"), 64)
		if err != nil || !(seconds >= 0 && seconds < 3600) {
			http.Error(w, "seconds is no number from 0 to 3600", http.StatusBadRequest)
			return
		}
		var b bytes.Buffer
		if err := r.WriteProfile(q.Context(), &b, time.Duration(seconds*float64(time.Second))); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Disposition", `attachment; filename="python"`)
		w.Write(b.Bytes())
	})
}

// Explain says of a Python function whether it is compiled, what stands in the way, what that costs and what to change, as psy explain does. f is a
// function that Func, Func0 and so on have made, or a Value. What happened where is known in a runtime with Config.Dump only. What hinders it is said
// instead: that f is no such function, or that its runtime is in use or closed.
func Explain(f any) string {
	r, fn, err := explained(f)
	if err != nil {
		return err.Error()
	}
	var c call
	if err := r.enter(nil, &c); err != nil {
		return err.Error()
	}
	defer r.leave(&c, &err)
	text := r.explain(fn)
	runtime.KeepAlive(f)
	c.done = true
	return text
}

// explained is the runtime of a function and what holds it.
func explained(f any) (*Runtime, Value, error) {
	if v, ok := f.(Value); ok {
		if v.h == nil {
			return nil, v, errNoFunction
		}
		return v.h.r, v, nil
	}
	p, ok := proxies.Load(uintptr((*[2]unsafe.Pointer)(unsafe.Pointer(&f))[1]))
	if !ok {
		return nil, Value{}, errNoFunction
	}
	h := p.(*proxy).h
	return h.r, Value{h: h}, nil
}

func (r *Runtime) explain(fn Value) string {
	v, err := fn.of(r)
	if err != nil {
		return err.Error()
	}
	if !v.IsExact(object.TFunction) {
		return errNoFunction.Error()
	}
	code := object.As[object.Function](v).Code
	d := r.world.Dump(r.dumped())
	var b strings.Builder
	for _, x := range explain.Functions(d, object.GoString(code.QualName), 0) {
		if x.Line == int(code.FirstLine) && x.File == object.GoString(code.Filename) {
			x.WriteText(&b)
		}
	}
	if !d.Detailed {
		b.WriteString("Config.Dump is not set: what happened at which instruction is not known.\n")
	}
	return b.String()
}

// Stats are the statistics of a runtime under the names that psy run -X psy.stats=json uses, ready for encoding/json. What costs time
// to count, instructions by opcode, is zero. nil: the runtime is in use by another goroutine, or closed.
func (r *Runtime) Stats() (s map[string]any) {
	var c call
	if r.enter(nil, &c) != nil {
		return nil
	}
	var err error
	defer r.leave(&c, &err)
	s = modules.Stats(r.rt)
	c.done = true
	return s
}
