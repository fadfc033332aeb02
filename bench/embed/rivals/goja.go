// goja: JavaScript.

package main

import "github.com/dop251/goja"

const javascriptProgram = `
function add(a, b) { return a + b }
function calls(n) { let t = 0; for (let i = 0; i < n; i++) t += host(i); return t }
function total(items) { let t = 0; for (const x of items) t += x; return t }
function take() { return numbers }
function count(table) { return Object.keys(table).length }
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }
function ints(n) { let t = 0; for (let i = 0; i < n; i++) t = (t + i * i) % 1000003; return t }
function floats(n) { let x = 0.5; for (let i = 0; i < n; i++) x = 3.7 * x * (1 - x); return x }
function dicts(n) {
	const d = new Map();
	for (let i = 0; i < n; i++) { const k = keys[i % 100]; d.set(k, (d.get(k) || 0) + 1) }
	return d.size
}
function text(n) {
	const parts = [];
	for (let i = 0; i < n; i++) parts.push("item " + i);
	return parts.join(",").toUpperCase().split(",").length
}
class Counter { constructor() { this.value = 0 } add(n) { this.value += n; return this } }
function methods(n) { const c = new Counter(); for (let i = 0; i < n; i++) c.add(1); return c.value }
const numbers = []; for (let i = 0; i < 1000; i++) numbers.push(i);
const keys = []; for (let i = 0; i < 100; i++) keys.push("key " + i);
var counter = new Counter();
`

func newGoja() *engine {
	prog := goja.MustCompile("rivals.js", javascriptProgram, true)
	world := func() (*goja.Runtime, error) {
		vm := goja.New()
		if err := vm.Set("host", func(n int) int { return n + 1 }); err != nil {
			return nil, err
		}
		_, err := vm.RunProgram(prog)
		return vm, err
	}
	vm := must(world())
	function := func(name string) func(args ...goja.Value) (goja.Value, error) {
		f, ok := goja.AssertFunction(vm.Get(name))
		if !ok {
			panic(name)
		}
		return func(args ...goja.Value) (goja.Value, error) { return f(goja.Undefined(), args...) }
	}
	// counted is a row: a function of a number that gives a number.
	counted := func(name string, n int, want int64) func() error {
		f := function(name)
		return func() error {
			v, err := f(vm.ToValue(n))
			if err != nil {
				return err
			}
			return expect(name, v.ToInteger(), want)
		}
	}
	add, total, take, count, floats := function("add"), function("total"), function("take"), function("count"), function("floats")
	numbers, counter := must(vm.RunString("numbers")), vm.Get("counter").ToObject(vm)
	e := &engine{name: "goja"}
	e.do[rowAdd] = func() error {
		v, err := add(vm.ToValue(2), vm.ToValue(3))
		if err != nil {
			return err
		}
		return expect("add", v.ToInteger(), 5)
	}
	e.do[rowHost] = counted("calls", batch, wantHost)
	e.do[rowGive] = func() error {
		v, err := total(vm.ToValue(goInts))
		if err != nil {
			return err
		}
		return expect("total", v.ToInteger(), wantSum)
	}
	e.do[rowTake] = func() error {
		v, err := take()
		if err != nil {
			return err
		}
		var s []int
		err = vm.ExportTo(v, &s)
		taken = s
		return check("take", batch)(len(s), err)
	}
	e.do[rowMap] = func() error {
		v, err := count(vm.ToValue(goMap))
		if err != nil {
			return err
		}
		return expect("count", v.ToInteger(), 100)
	}
	e.do[rowIterate] = func() error {
		t := 0
		vm.ForOf(numbers, func(v goja.Value) bool {
			t += int(v.ToInteger())
			return true
		})
		return expect("iterate", t, wantSum)
	}
	e.do[rowAttr] = func() error { return expect("attribute", counter.Get("value").ToInteger(), 0) }
	e.do[rowBare] = func() error { goja.New(); return nil }
	e.do[rowWorld] = func() error { _, err := world(); return err }
	e.do[rowFib] = counted("fib", 22, wantFib)
	e.do[rowInts] = counted("ints", loopTurns, wantInts)
	e.do[rowFloats] = func() error {
		v, err := floats(vm.ToValue(loopTurns))
		if err != nil {
			return err
		}
		return expect("floats", v.ToFloat(), wantFloats)
	}
	e.do[rowDict] = counted("dicts", workTurns, wantDict)
	e.do[rowText] = counted("text", workTurns, wantText)
	e.do[rowMethods] = counted("methods", workTurns, workTurns)
	return e
}
