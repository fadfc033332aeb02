// Command psy runs CPython 3.13 bytecode.
package main

import (
	"fmt"
	"os"

	"github.com/psyco-go/psy/interp"
	"github.com/psyco-go/psy/modules"
	"github.com/psyco-go/psy/object"
	"github.com/psyco-go/psy/pyc"
)

func main() {
	if len(os.Args) < 3 || os.Args[1] != "run" {
		fmt.Fprintln(os.Stderr, "usage: psy run FILE.pyc")
		os.Exit(2)
	}
	data, err := os.ReadFile(os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	prog, err := pyc.Load(data)
	if err != nil {
		fmt.Fprintln(os.Stderr, "RuntimeError:", err)
		os.Exit(1)
	}
	rt, err := modules.NewWorld(modules.Options{Args: os.Args[2:], Stdout: os.Stdout, Stderr: os.Stderr})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	t := rt.Main
	m := object.NewModule(t, "__main__")
	code := object.NewCode(t, prog.Code)
	d := object.As[object.Dict](m.Ext)
	rt.Modules.SetStr(t, "__main__", object.Of(m))
	d.SetStr(t, "__builtins__", object.Of(rt.Builtins))
	st := 0
	if interp.RunCode(t, object.As[object.Code](code), d, object.Of(d)) == object.Null {
		object.PrintException(t, t.Exc)
		st = 1
	}
	modules.Flush(t)
	os.Exit(st)
}
