// A fault in machine code ends the process.

//go:build linux && amd64

package x86_test

import (
	"os"
	"os/exec"
	"testing"

	. "github.com/psyco-go/psy/x86"
)

var faults = map[string]func(a *Asm){
	"null": func(a *Asm) { a.Zero(RAX); a.Load(RAX, Ptr(RAX, 8)); a.Ret() },
	"deep null": func(a *Asm) {
		a.Zero(RAX)
		l := a.NewLabel()
		a.Call(l)
		a.Bind(l)
		a.Push(RAX)
		a.Load(RAX, Ptr(RAX, 0))
		a.Ret()
	},
	"ud2":       func(a *Asm) { a.Ud2() },
	"int3":      func(a *Asm) { a.Int3() },
	"wild jump": func(a *Asm) { a.MovRI(RAX, 0x1234); a.JmpR(RAX) },
	"divide":    func(a *Asm) { a.Zero(RCX); a.Zero(RDX); a.Idiv(RCX); a.Ret() },
	"overflow":  func(a *Asm) { l := a.Here(); a.Call(l) },
}

// Code cannot recover from a fault, so it tests before it does what may fail. The test requires that no fault hangs.
func TestFaults(t *testing.T) {
	const env = "X86_FAULT"
	if f := faults[os.Getenv(env)]; f != nil {
		m := newMachine(t)
		Enter(&m.Context, m.load(t, f))
		os.Exit(0)
	}
	for name := range faults {
		cmd := exec.Command(os.Args[0], "-test.run=TestFaults", "-test.timeout=20s")
		cmd.Env = append(os.Environ(), env+"="+name)
		if out, err := cmd.CombinedOutput(); err == nil {
			t.Errorf("%s: the process survived: %s", name, out)
		}
	}
}
