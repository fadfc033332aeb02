// gopher-lua.

package main

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"
)

const luaProgram = `
function add(a, b) return a + b end
function calls(n) local t = 0; for i = 0, n - 1 do t = t + host(i) end; return t end
function total(items) local t = 0; for _, x in ipairs(items) do t = t + x end; return t end
function take() return numbers end
function count(t) local n = 0; for _ in pairs(t) do n = n + 1 end; return n end
function fib(n) if n < 2 then return n end; return fib(n - 1) + fib(n - 2) end
function ints(n) local t = 0; for i = 0, n - 1 do t = (t + i * i) % 1000003 end; return t end
function floats(n) local x = 0.5; for i = 1, n do x = 3.7 * x * (1 - x) end; return x end
function dicts(n)
	local d, size = {}, 0
	for i = 0, n - 1 do
		local k = keys[i % 100 + 1]
		if d[k] == nil then size = size + 1 end
		d[k] = (d[k] or 0) + 1
	end
	return size
end
function text(n)
	local parts = {}
	for i = 0, n - 1 do parts[#parts + 1] = "item " .. i end
	local items = {}
	for s in string.gmatch(string.upper(table.concat(parts, ",")), "[^,]+") do items[#items + 1] = s end
	return #items
end
Counter = {}
Counter.__index = Counter
function Counter:add(n) self.value = self.value + n; return self end
function methods(n) local c = setmetatable({value = 0}, Counter); for i = 1, n do c:add(1) end; return c.value end
numbers = {}
for i = 0, 999 do numbers[i + 1] = i end
keys = {}
for i = 0, 99 do keys[i + 1] = "key " .. i end
counter = setmetatable({value = 0}, Counter)
`

func newLua() *engine {
	proto := must(lua.Compile(must(parse.Parse(strings.NewReader(luaProgram), "rivals.lua")), "rivals.lua"))
	world := func() (*lua.LState, error) {
		l := lua.NewState(lua.Options{RegistrySize: 1024, RegistryMaxSize: 1 << 20})
		l.SetGlobal("host", l.NewFunction(func(l *lua.LState) int {
			l.Push(lua.LNumber(l.CheckInt(1) + 1))
			return 1
		}))
		l.Push(l.NewFunctionFromProto(proto))
		return l, l.PCall(0, 0, nil)
	}
	l := must(world())
	call := func(name string, args ...lua.LValue) (lua.LValue, error) {
		if err := l.CallByParam(lua.P{Fn: l.GetGlobal(name), NRet: 1, Protect: true}, args...); err != nil {
			return nil, err
		}
		v := l.Get(-1)
		l.Pop(1)
		return v, nil
	}
	number := func(v lua.LValue, err error) (float64, error) {
		if err != nil {
			return 0, err
		}
		return float64(v.(lua.LNumber)), nil
	}
	counted := func(name string, n int, want int64) func() error {
		return func() error { return check(name, float64(want))(number(call(name, lua.LNumber(n)))) }
	}
	e := &engine{name: "gopher-lua"}
	e.do[rowAdd] = func() error { return check("add", 5.0)(number(call("add", lua.LNumber(2), lua.LNumber(3)))) }
	e.do[rowHost] = counted("calls", batch, wantHost)
	e.do[rowGive] = func() error {
		t := l.CreateTable(len(goInts), 0)
		for _, n := range goInts {
			t.Append(lua.LNumber(n))
		}
		return check("total", float64(wantSum))(number(call("total", t)))
	}
	e.do[rowTake] = func() error {
		v, err := call("take")
		if err != nil {
			return err
		}
		t := v.(*lua.LTable)
		s := make([]int, t.Len())
		for i := range s {
			s[i] = int(t.RawGetInt(i + 1).(lua.LNumber))
		}
		taken = s
		return expect("take", len(s), batch)
	}
	e.do[rowMap] = func() error {
		t := l.CreateTable(0, len(goMap))
		for k, n := range goMap {
			t.RawSetString(k, lua.LNumber(n))
		}
		return check("count", 100.0)(number(call("count", t)))
	}
	e.do[rowIterate] = func() error {
		t := 0
		l.GetGlobal("numbers").(*lua.LTable).ForEach(func(_, v lua.LValue) { t += int(v.(lua.LNumber)) })
		return expect("iterate", t, wantSum)
	}
	e.do[rowAttr] = func() error { return check("attribute", 0.0)(number(l.GetField(l.GetGlobal("counter"), "value"), nil)) }
	e.do[rowBare] = func() error { lua.NewState().Close(); return nil }
	e.do[rowWorld] = func() error {
		l, err := world()
		if err == nil {
			l.Close()
		}
		return err
	}
	e.do[rowFib] = counted("fib", 22, wantFib)
	e.do[rowInts] = counted("ints", loopTurns, wantInts)
	e.do[rowFloats] = func() error { return check("floats", wantFloats)(number(call("floats", lua.LNumber(loopTurns)))) }
	e.do[rowDict] = counted("dicts", workTurns, wantDict)
	e.do[rowText] = counted("text", workTurns, wantText)
	e.do[rowMethods] = counted("methods", workTurns, workTurns)
	return e
}
