// Debugging a runtime from outside: the Debug Adapter Protocol.

package psy

import (
	"context"
	"errors"
	"io"

	"github.com/psyco-go/psy/internal/dap"
	"github.com/psyco-go/psy/internal/vm/gate"
)

// ErrNoDebug says that the runtime was made without Config.Debug.
var ErrNoDebug = errors.New("psy: Config.Debug is not set")

// ServeDAP serves one client of the Debug Adapter Protocol, such as an editor, which attaches to the runtime. It returns when the client disconnects, or ctx
// ends, and closes rw; the program then goes on without breakpoints. It is to be called on a goroutine of its own, and may be called again, for another
// client. A program that is stopped keeps the call under way from returning; a context that ends ends it all the same. The runtime needs Config.Debug.
func (r *Runtime) ServeDAP(ctx context.Context, rw io.ReadWriteCloser) error {
	defer rw.Close()
	if r == nil || r.gate.Is(gate.Closed) {
		return ErrClosed
	}
	if r.debugger == nil {
		return ErrNoDebug
	}
	defer context.AfterFunc(ctx, func() { rw.Close() })()
	err := dap.Server{Attach: func() (*dap.Debugger, error) { return r.debugger, nil }}.Serve(rw)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// DebugReady is closed when a client of ServeDAP has set its breakpoints, for programs that are to wait for one. nil: Config.Debug is not set.
func (r *Runtime) DebugReady() <-chan struct{} {
	if r == nil || r.debugger == nil {
		return nil
	}
	return r.debugger.Ready()
}
