// Package psy runs Python in Go programs: CPython 3.13 bytecode, compiled at run time the way Psyco did, without cgo.
//
//	prog, err := psy.Load(pyc)
//	rt, err := psy.New(psy.Config{})
//	defer rt.Close()
//	mod, err := rt.Exec(ctx, prog)
//	add, err := psy.Func2[int64, int64, int64](mod, "add")
//	sum, err := add(ctx, 2, 3)
//
// A Runtime is one isolated Python world with capped memory. It sees nothing of the process but what Config gives. Runtimes share nothing and run
// in parallel; one Runtime serves one goroutine at a time (ErrBusy). A context that ends stops Python code within milliseconds.
// docs/embedding.md says what is promised. Nothing here panics but the functions named Must.
package psy

import (
	"errors"

	"github.com/psyco-go/psy/internal/front/pyc"
)

// Program is a verified compiled program. It is immutable and may be shared by runtimes and goroutines.
type Program struct {
	p      *pyc.Program
	source []byte // if Compile made it
}

// Load reads the contents of a .pyc file of CPython 3.13 and verifies every instruction in it. The error is a *VerifyError.
func Load(data []byte) (*Program, error) {
	p, err := pyc.Load(data)
	if err == nil {
		return &Program{p: p}, nil
	}
	return nil, verifyError(err)
}

func verifyError(err error) error {
	v := &VerifyError{Rule: "container", err: err}
	var e *pyc.Error
	if errors.As(err, &e) {
		v.Func, v.Offset, v.Rule = e.Func, e.Offset, e.Rule
	}
	return v
}

// File is the name of the source file, as the compiler was told it.
func (p *Program) File() string {
	if p == nil || p.p == nil {
		return ""
	}
	return p.p.Code.Filename.S
}
