package cases

import (
	"fmt"
	"strings"
	"testing"
)

// Short definitions against the whole text that they give, in the loop (empty: not compared) and as a helper.
var goldens = []struct{ name, src, loop, helper string }{
	{"output", `
inst(LOAD_FAST, (-- value)) {
	value = LOCAL(oparg)
}`, `
case bc.LOAD_FAST: // ( -- value)
	var value object.Value
	{
		value = (*localAt(fr, oparg))
	}
	*(*object.Value)(sp) = value
	sp = unsafe.Add(sp, 8)
	continue
`, `
// ( -- value)
func h_LOAD_FAST(t *object.Thread, fr *object.Frame, sp, pc unsafe.Pointer, oparg uint32) (unsafe.Pointer, Status) {
	status := StatusNext
	var value object.Value
	{
		value = (*localAt(fr, oparg))
	}
	*(*object.Value)(sp) = value
	sp = unsafe.Add(sp, 8)
	return sp, status
}
`},
	{"input", `
inst(STORE_FAST, (value --)) {
	LOCAL(oparg) = value
}`, `
case bc.STORE_FAST: // (value -- )
	value := *(*object.Value)(unsafe.Add(sp, -8))
	{
		(*localAt(fr, oparg)) = value
	}
	sp = unsafe.Add(sp, -8)
	continue
`, ""},
	{"unused input is not loaded", `
inst(POP_TOP, (value --)) {
}`, `
case bc.POP_TOP: // (value -- )
	sp = unsafe.Add(sp, -8)
	continue
`, ""},
	{"moved", `
inst(SWAP, (bottom, unused[oparg-2], top -- top, unused[oparg-2], bottom)) {
}`, `
case bc.SWAP: // (bottom, unused[oparg-2], top -- top, unused[oparg-2], bottom)
	top := *(*object.Value)(unsafe.Add(sp, -8))
	bottom := *(*object.Value)(unsafe.Add(sp, -16-8*(int(oparg)-2)))
	*(*object.Value)(unsafe.Add(sp, -16-8*(int(oparg)-2))) = top
	*(*object.Value)(unsafe.Add(sp, -8)) = bottom
	continue
`, ""},
	{"array and error", `
inst(BUILD_TUPLE, (values[oparg] -- tup)) {
	tup = makeTuple(t, values, oparg)
	ERROR_IF(tup == object.Null, error)
}`, `
case bc.BUILD_TUPLE: // (values[oparg] -- tup)
	values := unsafe.Add(sp, -8*int(oparg))
	var tup object.Value
	savePC(fr, pc)
	{
		tup = makeTuple(t, values, oparg)
		if tup == object.Null {
			goto exception
		}
	}
	*(*object.Value)(unsafe.Add(sp, -8*int(oparg))) = tup
	sp = unsafe.Add(sp, 8-8*int(oparg))
	continue
`, `
// (values[oparg] -- tup)
func h_BUILD_TUPLE(t *object.Thread, fr *object.Frame, sp, pc unsafe.Pointer, oparg uint32) (unsafe.Pointer, Status) {
	status := StatusNext
	values := unsafe.Add(sp, -8*int(oparg))
	var tup object.Value
	savePC(fr, pc)
	{
		tup = makeTuple(t, values, oparg)
		if tup == object.Null {
			return sp, StatusError
		}
	}
	*(*object.Value)(unsafe.Add(sp, -8*int(oparg))) = tup
	sp = unsafe.Add(sp, 8-8*int(oparg))
	return sp, status
}
`},
	{"conditional items", `
inst(SLICE, (start, step if (oparg == 3) -- res, null if (oparg & 1))) {
	res = start + step
	null = 0
}`, `
case bc.SLICE: // (start, step if (oparg == 3) -- res, null if (oparg & 1))
	start := *(*object.Value)(unsafe.Add(sp, -8-8*b2i(int(oparg) == 3)))
	var step object.Value
	if int(oparg) == 3 {
		step = *(*object.Value)(unsafe.Add(sp, -8*b2i(int(oparg) == 3)))
	}
	var res object.Value
	var null object.Value
	{
		res = start + step
		null = 0
	}
	*(*object.Value)(unsafe.Add(sp, -8-8*b2i(int(oparg) == 3))) = res
	if (int(oparg) & 1) != 0 {
		*(*object.Value)(unsafe.Add(sp, -8*b2i(int(oparg) == 3))) = null
	}
	sp = unsafe.Add(sp, 8*(int(oparg)&1)-8*b2i(int(oparg) == 3))
	continue
`, ""},
	{"family of macros", `
helpers(pure) = { isInt, add };
specializing op(_SPECIALIZE, (counter/1, left, right -- left, right)) {
	if counter < 16 {
		specialize(t, left, right, cache)
		DISPATCH_SAME_OPARG()
	}
}
op(_BINARY, (left, right -- res)) {
	res = binary(t, left, right)
	ERROR_IF(res == 0)
}
op(_GUARD, (left, right -- left, right)) {
	EXIT_IF(!isInt(left) || !isInt(right))
}
pure op(_ADD, (key/2, left, right -- res)) {
	res = add(left, right, key)
}
macro(BINARY) = _SPECIALIZE + unused/2 + _BINARY;
macro(BINARY_ADD) = unused/1 + _GUARD + _ADD;
family(BINARY, 3) = { BINARY_ADD };`, `
case bc.BINARY: // (left, right -- res)
	// _SPECIALIZE
	left := *(*object.Value)(unsafe.Add(sp, -16))
	right := *(*object.Value)(unsafe.Add(sp, -8))
	{
		counter := *(*uint16)(pc)
		if counter < 16 {
			specialize(t, left, right, pc)
			opcode = *(*uint8)(unsafe.Add(pc, -2))
			goto dispatch
		}
	}
	// _BINARY
	var res object.Value
	savePC(fr, pc)
	{
		res = binary(t, left, right)
		if res == 0 {
			goto exception
		}
	}
	*(*object.Value)(unsafe.Add(sp, -16)) = res
	sp = unsafe.Add(sp, -8)
	pc = unsafe.Add(pc, 6)
	continue
case bc.BINARY_ADD: // (left, right -- res)
	// _GUARD
	left := *(*object.Value)(unsafe.Add(sp, -16))
	right := *(*object.Value)(unsafe.Add(sp, -8))
	{
		if !isInt(left) || !isInt(right) {
			opcode = bc.BINARY
			goto miss
		}
	}
	// _ADD
	var res object.Value
	{
		key := *(*uint32)(unsafe.Add(pc, 2))
		res = add(left, right, key)
	}
	*(*object.Value)(unsafe.Add(sp, -16)) = res
	sp = unsafe.Add(sp, -8)
	pc = unsafe.Add(pc, 6)
	continue
`, `
// (left, right -- res)
func h_BINARY(t *object.Thread, fr *object.Frame, sp, pc unsafe.Pointer, oparg uint32) (unsafe.Pointer, Status) {
	status := StatusNext
	// _BINARY
	left := *(*object.Value)(unsafe.Add(sp, -16))
	right := *(*object.Value)(unsafe.Add(sp, -8))
	var res object.Value
	savePC(fr, pc)
	{
		res = binary(t, left, right)
		if res == 0 {
			return sp, StatusError
		}
	}
	*(*object.Value)(unsafe.Add(sp, -16)) = res
	sp = unsafe.Add(sp, -8)
	pc = unsafe.Add(pc, 6)
	return sp, status
}
`},
	{"jump with cache", `
inst(POP_JUMP, (counter/1, cond --)) {
	if cond == 4 {
		JUMPBY(oparg)
	}
}`, `
case bc.POP_JUMP: // (cond -- )
	cond := *(*object.Value)(unsafe.Add(sp, -8))
	pc = unsafe.Add(pc, 2)
	{
		if cond == 4 {
			pc = unsafe.Add(pc, 2*int(oparg))
		}
	}
	sp = unsafe.Add(sp, -8)
	continue
`, `
// (cond -- )
func h_POP_JUMP(t *object.Thread, fr *object.Frame, sp, pc unsafe.Pointer, oparg uint32) (unsafe.Pointer, Status) {
	status := StatusNext
	cond := *(*object.Value)(unsafe.Add(sp, -8))
	pc = unsafe.Add(pc, 2)
	{
		if cond == 4 {
			pc = unsafe.Add(pc, 2*int(oparg))
			status = StatusJump
		}
	}
	sp = unsafe.Add(sp, -8)
	return sp, status
}
`},
	{"one op twice, with an argument of its own", `
inst(LOAD, (-- value)) {
	value = LOCAL(oparg)
}
macro(LOAD_LOAD) = LOAD(oparg >> 4) + LOAD(oparg & 15);`, "", ""},
	{"a frame as a temporary", `
op(_INIT, (callable, args[oparg] -- new_frame: *object.Frame)) {
	new_frame = pushExact(t, callable, args)
}
op(_PUSH, (new_frame: *object.Frame --)) {
	SYNC_SP()
	PUSH_FRAME(new_frame)
}
macro(CALL_PY) = unused/3 + _INIT + _PUSH;`, `
case bc.CALL_PY: // (callable, args[oparg] -- )
	// _INIT
	callable := *(*object.Value)(unsafe.Add(sp, -8-8*int(oparg)))
	args := unsafe.Add(sp, -8*int(oparg))
	var new_frame *object.Frame
	savePC(fr, pc)
	{
		new_frame = pushExact(t, callable, args)
	}
	// _PUSH
	{
		sp = unsafe.Add(sp, -8-8*int(oparg))

		next = new_frame
		goto push_frame
	}
`, ""},
	{"a value in memory before the op that needs it there", `
op(_A, (x -- y)) {
	y = x + 1
}
op(_B, (a --)) {
	SYNC_SP()
	look(sp, a)
}
macro(M) = _A + _A + _B;`, `
case bc.M: // (x -- )
	// _A
	x := *(*object.Value)(unsafe.Add(sp, -8))
	var y object.Value
	{
		y = x + 1
	}
	// _A
	var y2 object.Value
	{
		y2 = y + 1
	}
	// _B
	savePC(fr, pc)
	{
		sp = unsafe.Add(sp, -8)

		look(sp, y2)
	}
	continue
`, ""},
	{"calls written out", `
inline(.IsExact, v, id) = { v.IsPtr() && v.ShapeID() == id.Shape() };
inline(isList, v) = { v.IsExact(object.TList) };
helpers(pure) = { .IsExact, isList, .IsPtr, .ShapeID, .Shape };
inst(CHECK, (list -- list, res)) {
	res = b(isList(list)) | b(f(list).IsExact(object.TInt))
}`, `
case bc.CHECK: // (list -- list, res)
	list := *(*object.Value)(unsafe.Add(sp, -8))
	var res object.Value
	savePC(fr, pc)
	{
		res = b((list.IsPtr() && list.ShapeID() == object.TList.Shape())) | b(f(list).IsExact(object.TInt))
	}
	*(*object.Value)(sp) = res
	sp = unsafe.Add(sp, 8)
	continue
`, ""},
	{"error paths that store the address themselves", `
inst(LOAD_CHECK, (-- value)) {
	value = LOCAL(oparg)
	if value == 0 {
		SAVE_PC()
		unbound(t, fr, oparg)
		ERROR_IF(true, error)
	}
}`, `
case bc.LOAD_CHECK: // ( -- value)
	var value object.Value
	{
		value = (*localAt(fr, oparg))
		if value == 0 {
			savePC(fr, pc)
			unbound(t, fr, oparg)
			goto exception
		}
	}
	*(*object.Value)(sp) = value
	sp = unsafe.Add(sp, 8)
	continue
`, ""},
}

func TestGoldens(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			f, err := Parse("d", g.src)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Analyze(f)
			if err != nil {
				t.Fatal(err)
			}
			loop, err := EmitLoop(s, "package p\n\nfunc run() {\nfor {\nswitch opcode {\n"+Mark+"\n}\n}\n}\n")
			if err != nil {
				t.Fatal(err)
			}
			text := string(loop)
			text = text[strings.Index(text, "switch opcode {\n")+len("switch opcode {\n"):]
			text = strings.TrimSuffix(text, "\t\t}\n\t}\n}\n")
			text = "\n" + strings.TrimPrefix(strings.ReplaceAll("\n"+text, "\n\t\t", "\n"), "\n")
			if g.loop != "" {
				compare(t, text, g.loop)
			}
			helpers, err := EmitHelpers(s, "package p\n\n"+Mark+"\n")
			if err != nil {
				t.Fatal(err)
			}
			if g.helper != "" {
				h := string(helpers)
				compare(t, "\n"+h[strings.Index(h, "}\n}\n\n")+len("}\n}\n\n"):], g.helper)
			}
		})
	}
}

// compare wants the same text, blank lines left out.
func compare(t *testing.T, got, want string) {
	t.Helper()
	strip := func(s string) string {
		var out []string
		for _, l := range strings.Split(s, "\n") {
			if strings.TrimSpace(l) != "" {
				out = append(out, l)
			}
		}
		return strings.Join(out, "\n")
	}
	if strip(got) != strip(want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// One definition, all tables.
func TestTables(t *testing.T) {
	f, err := Parse("d", `
// Doc of BINARY.
inst(BINARY, (counter/1, left, right -- res)) { res = binary(t, left, right, NAME(oparg)) }
op(_G, (unused/1, left, right -- left, right)) { EXIT_IF(left == right) }
split op(_H, (left, right -- res, null: Null if (oparg & 1))) { res = left; null = 0 }
macro(BINARY_X) = _G + _H;
family(BINARY, 1) = { BINARY_X };
inst(CACHE, (--)) { }
inst(NOP, (--)) { }
pseudo(P) = { NOP };`)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Analyze(f)
	if err != nil {
		t.Fatal(err)
	}
	m := s.Meta()
	var got []string
	for _, o := range m.Ops {
		got = append(got, fmt.Sprintf("%d %s %s %v %s %s %d %v %s %v", o.Num, o.Name, o.Format, o.Flags, o.Popped, o.Pushed, o.Caches, o.Fields, o.Deopt, o.Expansion))
	}
	want := `0 CACHE INSTR_FMT_IX [] 0 0 0 [] CACHE [{_CACHE 0 0}]
1 NOP INSTR_FMT_IX [] 0 0 0 [] NOP [{_NOP 0 0}]
2 BINARY INSTR_FMT_IBC [ARG NAME ESCAPES] 2 1 1 [{counter 1}] BINARY [{_BINARY 1 1}]
150 BINARY_X INSTR_FMT_IBC [ARG EXIT] 2 1 + (oparg & 1) 1 [] BINARY [{_G 0 0} {_H 0 0}]
256 P  []   0 []  []`
	if g := strings.Join(got, "\n"); g != want {
		t.Errorf("got\n%s\nwant\n%s", g, want)
	}
	var uops []string
	for _, u := range m.Uops {
		uops = append(uops, u.Name)
	}
	if g, w := strings.Join(uops, " "), "_BINARY _G _H _H_0 _H_1 _CACHE _NOP"; g != w {
		t.Errorf("uops %s, want %s", g, w)
	}
	docs, _ := EmitDocs(s)
	for _, w := range []string{"## BINARY\n\nDoc of BINARY.\n\n- Stack: `(left, right -- res)`\n- Cache: `counter/1`\n- Specialized forms: [BINARY_X](#binary_x)\n", "- `P`: NOP"} {
		if !strings.Contains(string(docs), w) {
			t.Errorf("the documentation lacks %q in\n%s", w, docs)
		}
	}
}
