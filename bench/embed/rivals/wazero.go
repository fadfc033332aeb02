// wazero: WebAssembly, compiled ahead. It has numbers and memory; objects, dicts and strings are the affair of the
// language that was compiled to it.

package main

import (
	"context"
	_ "embed"
	"encoding/binary"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

//go:embed program.wasm
var wasmProgram []byte

func newWazero() *engine {
	ctx := context.Background()
	rt := wazero.NewRuntime(ctx)
	host := func(_ context.Context, n int64) int64 { return n + 1 }
	must(rt.NewHostModuleBuilder("go").NewFunctionBuilder().WithFunc(host).Export("host").Instantiate(ctx))
	compiled := must(rt.CompileModule(ctx, wasmProgram))
	world := func() (api.Module, error) {
		return rt.InstantiateModule(ctx, compiled, wazero.NewModuleConfig().WithName(""))
	}
	mod := must(world())
	counted := func(name string, n int, want uint64) func() error {
		f := mod.ExportedFunction(name)
		return func() error {
			r, err := f.Call(ctx, uint64(n))
			if err != nil {
				return err
			}
			return expect(name, r[0], want)
		}
	}
	add, total := mod.ExportedFunction("add"), mod.ExportedFunction("total")
	e := &engine{name: "wazero"}
	e.do[rowAdd] = func() error {
		r, err := add.Call(ctx, 2, 3)
		if err != nil {
			return err
		}
		return expect("add", r[0], 5)
	}
	e.do[rowHost] = counted("calls", batch, wantHost)
	e.do[rowGive] = func() error {
		memory := mod.Memory()
		for i, n := range goInts {
			memory.WriteUint64Le(uint32(8*i), uint64(n))
		}
		r, err := total.Call(ctx, uint64(len(goInts)))
		if err != nil {
			return err
		}
		return expect("total", r[0], wantSum)
	}
	e.do[rowTake] = func() error {
		data, ok := mod.Memory().Read(0, 8*batch)
		s := make([]int, batch)
		for i := range s {
			s[i] = int(binary.LittleEndian.Uint64(data[8*i:]))
		}
		taken = s
		return expect("take", ok && len(s) == batch, true)
	}
	e.do[rowBare] = func() error { return wazero.NewRuntime(ctx).Close(ctx) }
	e.do[rowWorld] = func() error {
		mod, err := world()
		if err != nil {
			return err
		}
		return mod.Close(ctx)
	}
	e.do[rowFib] = counted("fib", 22, wantFib)
	e.do[rowInts] = counted("ints", loopTurns, uint64(wantInts))
	e.do[rowFloats] = counted("floats", loopTurns, api.EncodeF64(wantFloats))
	return e
}
