// Explain: what the compiler made of a function, and what stands in the way.

package psy

import (
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/explain"
	"github.com/psyco-go/psy/internal/vm/object"
)

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

// explained is the runtime of a function and its handle.
func explained(f any) (*Runtime, *handle, error) {
	if v, ok := f.(Value); ok {
		if v.h == nil {
			return nil, nil, errNoFunction
		}
		return v.h.r, v.h, nil
	}
	p, ok := proxies.Load(uintptr((*[2]unsafe.Pointer)(unsafe.Pointer(&f))[1]))
	if !ok {
		return nil, nil, errNoFunction
	}
	h := p.(*proxy).h
	return h.r, h, nil
}

func (r *Runtime) explain(h *handle) string {
	v, err := Value{h}.of(r)
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

// proxies finds the proxy of a Go function by the address of its closure.
var proxies sync.Map

// known remembers which proxy a closure belongs to, as long as the closure lives.
func known[F any](p *proxy, f F) F {
	at := *(*unsafe.Pointer)(unsafe.Pointer(&f))
	proxies.Store(uintptr(at), p)
	runtime.AddCleanup((*byte)(at), func(at uintptr) { proxies.CompareAndDelete(at, p) }, uintptr(at))
	return f
}

// also is known for a function that calls one which is known.
func also[F, G any](f F, g G) {
	if p, ok := proxies.Load(*(*uintptr)(unsafe.Pointer(&g))); ok {
		known(p.(*proxy), f)
	}
}
