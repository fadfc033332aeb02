// gpython: Python 3.4, in Go. It has no str.join.

package main

import (
	"fmt"

	"github.com/go-python/gpython/py"
	_ "github.com/go-python/gpython/stdlib"
)

func newGpython() *engine {
	code, err := py.Compile(pythonProgram+pythonClasses, "rivals.py", py.ExecMode, 0, true)
	if err != nil {
		panic(err)
	}
	host := py.MustNewMethod("host", func(_ py.Object, args py.Tuple) (py.Object, error) {
		n, err := py.GetInt(args[0])
		return n + 1, err
	}, 0, "n + 1")
	world := func() (py.Context, *py.Module, error) {
		ctx := py.NewContext(py.DefaultContextOpts())
		mod, err := ctx.ModuleInit(&py.ModuleImpl{Info: py.ModuleInfo{Name: "rivals", FileDesc: "rivals.py"}, Globals: py.StringDict{"host": host}, Code: code})
		return ctx, mod, err
	}
	_, mod, err := world()
	if err != nil {
		panic(err)
	}
	call := func(name string, args ...py.Object) (py.Object, error) {
		f, err := mod.Globals.M__getitem__(py.String(name))
		if err != nil {
			return nil, err
		}
		return py.Call(f, args, nil)
	}
	number := func(v py.Object, err error) (int64, error) {
		if err != nil {
			return 0, err
		}
		n, ok := v.(py.Int)
		if !ok {
			return 0, fmt.Errorf("%s is no int", v.Type().Name)
		}
		return int64(n), nil
	}
	counted := func(name string, n int, want int64) func() error {
		return func() error { return check(name, want)(number(call(name, py.Int(n)))) }
	}
	e := &engine{name: "gpython"}
	e.do[rowAdd] = func() error { return check("add", int64(5))(number(call("add", py.Int(2), py.Int(3)))) }
	e.do[rowHost] = counted("calls", batch, wantHost)
	e.do[rowGive] = func() error {
		items := make([]py.Object, len(goInts))
		for i, n := range goInts {
			items[i] = py.Int(n)
		}
		return check("total", int64(wantSum))(number(call("total", py.NewListFromItems(items))))
	}
	e.do[rowTake] = func() error {
		v, err := call("take")
		if err != nil {
			return err
		}
		list := v.(*py.List)
		s := make([]int, len(list.Items))
		for i, x := range list.Items {
			s[i] = int(x.(py.Int))
		}
		taken = s
		return expect("take", len(s), batch)
	}
	e.do[rowMap] = func() error {
		d := py.NewStringDict()
		for k, n := range goMap {
			d[k] = py.Int(n)
		}
		return check("count", int64(100))(number(call("count", d)))
	}
	e.do[rowAttr] = func() error {
		c, err := mod.Globals.M__getitem__(py.String("counter"))
		if err != nil {
			return err
		}
		return check("attribute", int64(0))(number(py.GetAttrString(c, "value")))
	}
	e.do[rowBare] = func() error { py.NewContext(py.DefaultContextOpts()).Close(); return nil }
	e.do[rowWorld] = func() error {
		ctx, _, err := world()
		if err == nil {
			ctx.Close()
		}
		return err
	}
	e.do[rowFib] = counted("fib", 22, wantFib)
	e.do[rowInts] = counted("ints", loopTurns, wantInts)
	e.do[rowFloats] = func() error {
		v, err := call("floats", py.Int(loopTurns))
		if err != nil {
			return err
		}
		return expect("floats", float64(v.(py.Float)), wantFloats)
	}
	e.do[rowDict] = counted("dicts", workTurns, wantDict)
	e.do[rowMethods] = counted("methods", workTurns, workTurns)
	return e
}
