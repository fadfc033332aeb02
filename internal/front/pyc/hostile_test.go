package pyc

// Unsound code objects, one for each thing that the verifier refuses, and sound ones beside them.

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/vm/opcode"
)

var opcodes = func() map[string]uint8 {
	m := map[string]uint8{}
	for op := range 256 {
		if opcode.Valid(uint8(op)) {
			m[opcode.Name(uint8(op))] = uint8(op)
		}
	}
	return m
}()

// assemble turns "OP arg; OP" into code, inline caches added. A number in place of a name is the opcode itself,
// "OP arg !" leaves the caches out.
func assemble(t *testing.T, text string) string {
	var out []byte
	for line := range strings.SplitSeq(text, ";") {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		op, ok := opcodes[f[0]]
		if n, err := strconv.Atoi(f[0]); err == nil {
			op = uint8(n)
		} else if !ok {
			t.Fatalf("no instruction %s", f[0])
		}
		arg := 0
		if len(f) > 1 {
			arg, _ = strconv.Atoi(f[1])
		}
		out = append(out, op, byte(arg))
		if len(f) < 3 {
			out = append(out, make([]byte, 2*int(opcode.Caches[op]))...)
		}
	}
	return string(out)
}

func str(s string) *Str {
	c, _ := NewStr(s, true)
	return c
}

func strs(list ...string) []*Str {
	var out []*Str
	for _, s := range list {
		out = append(out, str(s))
	}
	return out
}

// The constants and names that the assembled functions can use.
const (
	cNone = iota
	cOne
	cText
	cKeys // ("a", "b")
	cInts // (1, 2)
	cPlain
	cClosure // code with one free variable
	cTrue
)

// function makes a function f(a) with a local b, a cell c and a free variable d.
func function(t *testing.T, body string) *Code {
	plain := simple(t, "RESUME 0; RETURN_CONST 0")
	closure := simple(t, "COPY_FREE_VARS 1; RESUME 0; RETURN_CONST 0")
	closure.LocalsPlusNames, closure.LocalsPlusKinds = strs("d"), string([]byte{KindFree})
	c := simple(t, body)
	c.ArgCount = 1
	c.LocalsPlusNames = strs("a", "b", "c", "d")
	c.LocalsPlusKinds = string([]byte{KindLocal, KindLocal, KindCell, KindFree})
	c.Consts = []Const{None{}, Int(1), str("s"), &Tuple{[]Const{str("a"), str("b")}}, &Tuple{[]Const{Int(1), Int(2)}}, plain, closure, Bool(true)}
	c.Names = strs("x", "y")
	return c
}

func simple(t *testing.T, body string) *Code {
	return &Code{
		StackSize: 8, Flags: FlagOptimized | FlagNewLocals, Bytecode: assemble(t, body), Consts: []Const{None{}},
		Filename: str("f.py"), Name: str("f"), QualName: str("f"), FirstLine: 1,
	}
}

const (
	start    = "COPY_FREE_VARS 1; MAKE_CELL 2; RESUME 0; " // 6 bytes
	genStart = "COPY_FREE_VARS 1; RETURN_GENERATOR; POP_TOP; RESUME 0; "
	end      = "; RETURN_CONST 0"
)

// exc makes an exception table.
func exc(entries ...ExceptionEntry) string {
	var out []byte
	num := func(n int, first bool) {
		b := []byte{byte(n & 63)}
		for n >>= 6; n > 0; n >>= 6 {
			b = append([]byte{byte(n&63) | 64}, b...)
		}
		if first {
			b[0] |= 128
		}
		out = append(out, b...)
	}
	for _, e := range entries {
		d := e.Depth << 1
		if e.LastI {
			d |= 1
		}
		num(e.Start/2, true)
		num((e.End-e.Start)/2, false)
		num(e.Target/2, false)
		num(d, false)
	}
	return string(out)
}

func table(entries ...ExceptionEntry) func(*Code) {
	return func(c *Code) { c.ExceptionTable = exc(entries...) }
}

func flags(set int) func(*Code) { return func(c *Code) { c.Flags |= set } }

type hostile struct {
	name string
	body string
	edit func(*Code)
	rule string // "" if the code is sound
	off  int
}

var hostiles = []hostile{
	{name: "sound", body: start + "LOAD_FAST 0; POP_TOP" + end},
	{name: "no code", body: "", rule: "code-size"},
	{name: "odd code", body: start + end, edit: func(c *Code) { c.Bytecode += "x" }, rule: "code-size"},
	{name: "negative count", body: start + end, edit: func(c *Code) { c.KwOnlyArgCount = -1 }, rule: "counts"},
	{name: "positional-only", body: start + end, edit: func(c *Code) { c.PosOnlyArgCount = 2 }, rule: "counts"},
	{name: "too many arguments", body: start + end, edit: flags(FlagVarArgs | FlagVarKeywords), rule: "counts"},
	{name: "kinds too short", body: start + end, edit: func(c *Code) { c.LocalsPlusKinds = c.LocalsPlusKinds[1:] }, rule: "counts"},
	{name: "kind of no kind", body: start + end, edit: func(c *Code) { c.LocalsPlusKinds = " \x00@\x80" }, rule: "kinds"},
	{name: "local behind cell", body: start + end, edit: func(c *Code) { c.LocalsPlusKinds = " @ \x80" }, rule: "kinds"},
	{name: "cell behind free", body: start + end, edit: func(c *Code) { c.LocalsPlusKinds = "  \x80@" }, rule: "kinds"},
	{name: "two generators", body: start + end, edit: flags(FlagGenerator | FlagCoroutine), rule: "flags"},
	{name: "iterable coroutine", body: start + end, edit: flags(FlagIterableCoroutine), rule: "flags"},
	{name: "huge frame", body: start + end, edit: func(c *Code) { c.StackSize = 1 << 21 }, rule: "quota"},

	{name: "list constant", body: start + end, edit: func(c *Code) { c.Consts = append(c.Consts, &List{}) }, rule: "const"},
	{name: "class constant", body: start + end, edit: func(c *Code) { c.Consts = append(c.Consts, StopIteration{}) }, rule: "const"},
	{name: "list in tuple", body: start + end, edit: func(c *Code) { c.Consts = append(c.Consts, &Tuple{[]Const{&Dict{}}}) }, rule: "const"},
	{name: "tuple in itself", body: start + end, edit: func(c *Code) {
		k := &Tuple{make([]Const, 1)}
		k.Items[0] = k
		c.Consts = append(c.Consts, k)
	}, rule: "const"},
	{name: "code in itself", body: start + end, edit: func(c *Code) { c.Consts = append(c.Consts, c) }, rule: "const"},
	{name: "doubling tuples", body: start + end, edit: func(c *Code) {
		k := &Tuple{}
		for range 100 {
			k = &Tuple{[]Const{k, k}}
		}
		c.Consts = append(c.Consts, k)
	}, rule: "const"},

	{name: "cache as instruction", body: start + "CACHE" + end, rule: "opcode", off: 6},
	{name: "reserved", body: start + "RESERVED" + end, rule: "opcode", off: 6},
	{name: "interpreter exit", body: start + "LOAD_FAST 0; INTERPRETER_EXIT" + end, rule: "opcode", off: 8},
	{name: "exit init check", body: start + "LOAD_CONST 0; EXIT_INIT_CHECK" + end, rule: "opcode", off: 8},
	{name: "executor", body: start + "ENTER_EXECUTOR 0" + end, rule: "opcode", off: 6},
	{name: "specialized", body: start + "LOAD_FAST 0; LOAD_FAST 0; BINARY_OP_ADD_INT 0" + end, rule: "opcode", off: 10},
	{name: "instrumented", body: start + "INSTRUMENTED_RESUME 0" + end, rule: "opcode", off: 6},
	{name: "undefined", body: start + "235 0" + end, rule: "opcode", off: 6},
	{name: "extended", body: start + "EXTENDED_ARG 0; EXTENDED_ARG 0; EXTENDED_ARG 0; LOAD_CONST 1; POP_TOP" + end},
	{name: "extended too far", body: start + "EXTENDED_ARG 0; EXTENDED_ARG 0; EXTENDED_ARG 0; EXTENDED_ARG 0; LOAD_CONST 1; POP_TOP" + end, rule: "extended-arg", off: 12},
	{name: "extended at the end", body: start + "EXTENDED_ARG 0", rule: "extended-arg", off: 6},
	{name: "extended beyond an int", body: start + "EXTENDED_ARG 255; EXTENDED_ARG 0; EXTENDED_ARG 0; LOAD_CONST 1; POP_TOP" + end, rule: "operand", off: 12},
	{name: "cache missing", body: start + "LOAD_FAST 0; TO_BOOL 0 !; RETURN_VALUE", rule: "cache", off: 8},
	{name: "cache cut off", body: start + "LOAD_FAST 0; TO_BOOL 0 !", rule: "cache", off: 8},

	{name: "const range", body: start + "LOAD_CONST 8; RETURN_VALUE", rule: "operand", off: 6},
	{name: "return const range", body: start + "RETURN_CONST 8", rule: "operand", off: 6},
	{name: "name range", body: start + "LOAD_FAST 0; DELETE_ATTR 2" + end, rule: "operand", off: 8},
	{name: "global range", body: start + "LOAD_GLOBAL 4; RETURN_VALUE", rule: "operand", off: 6},
	{name: "attr range", body: start + "LOAD_FAST 0; LOAD_ATTR 4; RETURN_VALUE", rule: "operand", off: 8},
	{name: "super range", body: start + "LOAD_FAST 0; LOAD_FAST 0; LOAD_FAST 0; LOAD_SUPER_ATTR 8; RETURN_VALUE", rule: "operand", off: 12},
	{name: "local range", body: start + "LOAD_FAST 4; RETURN_VALUE", rule: "operand", off: 6},
	{name: "first of two locals", body: start + "LOAD_FAST_LOAD_FAST 64" + end, rule: "operand", off: 6},
	{name: "second of two locals", body: start + "LOAD_FAST_LOAD_FAST 4" + end, rule: "operand", off: 6},
	{name: "deref of a local", body: start + "LOAD_DEREF 0; RETURN_VALUE", rule: "operand", off: 6},
	{name: "cell of a local", body: start + "MAKE_CELL 1" + end, rule: "operand", off: 6},
	{name: "binary range", body: start + "LOAD_FAST_LOAD_FAST 0; BINARY_OP 26; RETURN_VALUE", rule: "operand", off: 8},
	{name: "compare range", body: start + "LOAD_FAST_LOAD_FAST 0; COMPARE_OP 192; RETURN_VALUE", rule: "operand", off: 8},
	{name: "is range", body: start + "LOAD_FAST_LOAD_FAST 0; IS_OP 2; RETURN_VALUE", rule: "operand", off: 8},
	{name: "intrinsic 0", body: start + "LOAD_FAST 0; CALL_INTRINSIC_1 0; RETURN_VALUE", rule: "operand", off: 8},
	{name: "intrinsic range", body: start + "LOAD_FAST 0; CALL_INTRINSIC_1 12; RETURN_VALUE", rule: "operand", off: 8},
	{name: "second intrinsic range", body: start + "LOAD_FAST_LOAD_FAST 0; CALL_INTRINSIC_2 6; RETURN_VALUE", rule: "operand", off: 8},
	{name: "convert range", body: start + "LOAD_FAST 0; CONVERT_VALUE 0; RETURN_VALUE", rule: "operand", off: 8},
	{name: "slice of four", body: start + "LOAD_FAST_LOAD_FAST 0; LOAD_FAST_LOAD_FAST 0; BUILD_SLICE 4; RETURN_VALUE", rule: "operand", off: 10},
	{name: "raise range", body: start + "LOAD_FAST_LOAD_FAST 0; LOAD_FAST 0; RAISE_VARARGS 3", rule: "operand", off: 10},
	{name: "resume range", body: start + "RESUME 8" + end, rule: "operand", off: 6},
	{name: "attribute range", body: start + "LOAD_CONST 3; LOAD_CONST 5; MAKE_FUNCTION; SET_FUNCTION_ATTRIBUTE 3; RETURN_VALUE", rule: "operand", off: 12},
	{name: "copy 0", body: start + "COPY 0" + end, rule: "operand", off: 6},
	{name: "swap 1", body: start + "LOAD_FAST 0; SWAP 1; RETURN_VALUE", rule: "operand", off: 8},
	{name: "names in a function", body: start + "LOAD_NAME 0; RETURN_VALUE", rule: "operand", off: 6},
	{name: "yield in a function", body: start + "LOAD_FAST 0; YIELD_VALUE 0; RESUME 5; RETURN_VALUE", rule: "operand", off: 8},
	{name: "yield without resume", body: genStart + "LOAD_FAST 0; YIELD_VALUE 0; RETURN_VALUE", edit: flags(FlagGenerator), rule: "operand", off: 10},
	{name: "yield", body: genStart + "LOAD_FAST 0; YIELD_VALUE 0; RESUME 5; RETURN_VALUE", edit: flags(FlagGenerator)},
	{name: "delegating from nothing", body: genStart + "LOAD_FAST 0; YIELD_VALUE 1; RESUME 2; RETURN_VALUE", edit: flags(FlagGenerator), rule: "stack-underflow", off: 10},

	{name: "jump", body: start + "JUMP_FORWARD 1; NOP" + end},
	{name: "jump out", body: start + "JUMP_FORWARD 100" + end, rule: "jump", off: 6},
	{name: "jump back out", body: start + "JUMP_BACKWARD 100" + end, rule: "jump", off: 6},
	{name: "jump into a cache", body: start + "LOAD_FAST 0; JUMP_FORWARD 1; TO_BOOL; RETURN_VALUE", rule: "jump", off: 8},
	{name: "jump behind EXTENDED_ARG", body: start + "JUMP_FORWARD 1; EXTENDED_ARG 0; NOP" + end, rule: "jump", off: 6},
	{name: "jump into the start", body: start + "JUMP_BACKWARD 4" + end, rule: "jump", off: 6},
	{name: "loop", body: start + "NOP; JUMP_BACKWARD 3"},
	{name: "for", body: start + "LOAD_FAST 0; GET_ITER; FOR_ITER 3; POP_TOP; JUMP_BACKWARD 5; END_FOR; POP_TOP" + end},
	{name: "for to elsewhere", body: start + "LOAD_FAST 0; GET_ITER; FOR_ITER 3; POP_TOP; JUMP_BACKWARD 5; POP_TOP; POP_TOP" + end, rule: "for-iter", off: 10},
	{name: "for to a wide POP_TOP", body: start + "LOAD_FAST 0; GET_ITER; FOR_ITER 3; POP_TOP; JUMP_BACKWARD 5; END_FOR; EXTENDED_ARG 0; POP_TOP" + end, rule: "for-iter", off: 10},
	{name: "for to a wide END_FOR", body: start + "LOAD_FAST 0; GET_ITER; FOR_ITER 3; POP_TOP; JUMP_BACKWARD 5; EXTENDED_ARG 0; END_FOR; POP_TOP" + end, rule: "for-iter", off: 10},
	{name: "for without iterator", body: start + "FOR_ITER 3; POP_TOP; JUMP_BACKWARD 5; END_FOR; POP_TOP" + end, rule: "stack-underflow", off: 6},

	{name: "no free variables copied", body: "MAKE_CELL 2; RESUME 0" + end, rule: "free-vars"},
	{name: "too few copied", body: "COPY_FREE_VARS 0; RESUME 0" + end, rule: "operand"},
	{name: "no resume", body: "COPY_FREE_VARS 1" + end, rule: "resume"},
	{name: "generator without its start", body: start + end, edit: flags(FlagGenerator), rule: "generator"},
	{name: "generator twice", body: genStart + "RETURN_GENERATOR; POP_TOP" + end, edit: flags(FlagGenerator), rule: "generator", off: 8},
	{name: "handler over the start", body: genStart + "NOP; RETURN_CONST 0; POP_TOP" + end, edit: func(c *Code) {
		c.Flags |= FlagGenerator
		c.ExceptionTable = exc(ExceptionEntry{2, 10, 12, 0, false})
	}, rule: "exception-table", off: 2},

	{name: "line table", body: start + end, edit: func(c *Code) { c.LineTable = "\xf8" }},
	{name: "line table too long", body: start + end, edit: func(c *Code) { c.LineTable = "\xff" }, rule: "line-table", off: 8},
	{name: "line table cut off", body: start + end, edit: func(c *Code) { c.LineTable = "\xf0" }, rule: "line-table", off: 2},
	{name: "line table unsound", body: start + end, edit: func(c *Code) { c.LineTable = "\x00" }, rule: "line-table"},
	{name: "line before the first", body: start + end, edit: func(c *Code) { c.LineTable = "\xe8\x7f\x01" }, rule: "line-table", off: 2},

	{name: "handler", body: start + "LOAD_GLOBAL 0; RETURN_VALUE; POP_TOP" + end, edit: table(ExceptionEntry{6, 16, 18, 0, false})},
	{name: "handler cut off", body: start + end, edit: func(c *Code) { c.ExceptionTable = "\x83\x01" }, rule: "exception-table"},
	{name: "handler of nothing", body: start + "NOP; POP_TOP" + end, edit: table(ExceptionEntry{6, 6, 8, 0, false}), rule: "exception-table", off: 6},
	{name: "handler beyond the end", body: start + "NOP; POP_TOP" + end, edit: table(ExceptionEntry{6, 8, 100, 0, false}), rule: "exception-table", off: 6},
	{name: "handler before its range", body: start + "NOP; NOP" + end, edit: table(ExceptionEntry{8, 10, 6, 0, false}), rule: "exception-table", off: 8},
	{name: "handlers out of order", body: start + "NOP; NOP; POP_TOP" + end, edit: table(ExceptionEntry{8, 10, 10, 0, false}, ExceptionEntry{6, 8, 10, 0, false}), rule: "exception-table", off: 6},
	{name: "range within an instruction", body: start + "LOAD_FAST 0; TO_BOOL; POP_TOP" + end, edit: table(ExceptionEntry{10, 12, 16, 0, false}), rule: "exception-table", off: 10},
	{name: "handler too deep", body: start + "NOP; POP_TOP" + end, edit: table(ExceptionEntry{6, 8, 8, 8, false}), rule: "exception-table", off: 6},
	{name: "handler deeper than the code", body: start + "LOAD_GLOBAL 0; POP_TOP; RETURN_CONST 0; POP_TOP; POP_TOP" + end, edit: table(ExceptionEntry{6, 16, 20, 1, false}), rule: "handler-depth", off: 6},
	{name: "operands that the handler keeps", body: start + "LOAD_FAST 0; GET_ITER; RETURN_VALUE; POP_TOP; POP_TOP" + end, edit: table(ExceptionEntry{8, 10, 12, 1, false}), rule: "handler-depth", off: 8},
	{name: "no room for the exception", body: start + "LOAD_FAST 0; GET_LEN; POP_TOP; RETURN_VALUE; RERAISE 1", edit: func(c *Code) {
		c.StackSize = 2
		c.ExceptionTable = exc(ExceptionEntry{8, 10, 14, 1, true})
	}, rule: "stack-overflow", off: 14},

	{name: "fall off", body: start + "NOP", rule: "fall-off", off: 8},
	{name: "underflow", body: start + "POP_TOP" + end, rule: "stack-underflow", off: 6},
	{name: "call underflow", body: start + "LOAD_FAST 0; PUSH_NULL; CALL 3; RETURN_VALUE", rule: "stack-underflow", off: 10},
	{name: "huge build", body: start + "EXTENDED_ARG 15; EXTENDED_ARG 255; BUILD_LIST 255; RETURN_VALUE", rule: "stack-underflow", off: 6},
	{name: "overflow", body: start + strings.Repeat("LOAD_FAST 0; ", 9) + end, rule: "stack-overflow", off: 22},
	{name: "unpack overflow", body: start + "LOAD_FAST 0; EXTENDED_ARG 255; UNPACK_EX 255" + end, rule: "stack-overflow", off: 8},
	{name: "two depths", body: start + "LOAD_CONST 7; POP_JUMP_IF_TRUE 1; LOAD_FAST 0; NOP; RETURN_CONST 0", rule: "stack-depth", off: 14},
	{name: "growing loop", body: start + "NOP; LOAD_FAST 0; JUMP_BACKWARD 4", rule: "stack-depth", off: 6},
	{name: "return with more", body: start + "LOAD_FAST_LOAD_FAST 0; RETURN_VALUE", rule: "stack-depth", off: 8},
	{name: "return const with more", body: start + "LOAD_FAST 0; RETURN_CONST 0", rule: "stack-depth", off: 8},

	{name: "returning Null", body: start + "PUSH_NULL; RETURN_VALUE", rule: "kind", off: 8},
	{name: "adding Null", body: start + "LOAD_FAST 0; PUSH_NULL; BINARY_OP 0; RETURN_VALUE", rule: "kind", off: 10},
	{name: "storing Null", body: start + "PUSH_NULL; STORE_FAST 0" + end, rule: "kind", off: 8},
	{name: "self as an argument", body: start + "LOAD_FAST 0; LOAD_ATTR 1; BUILD_TUPLE 2; RETURN_VALUE", rule: "kind", off: 28},
	{name: "saved local as an object", body: start + "LOAD_FAST_AND_CLEAR 1; RETURN_VALUE", rule: "kind", off: 8},
	{name: "perhaps Null", body: start + "LOAD_CONST 7; POP_JUMP_IF_TRUE 2; PUSH_NULL; JUMP_FORWARD 1; LOAD_FAST 0; RETURN_VALUE", rule: "kind", off: 18},
	{name: "calling Null", body: start + "PUSH_NULL; LOAD_FAST 0; CALL 0; RETURN_VALUE", rule: "kind", off: 10},
	{name: "testing an object", body: start + "LOAD_FAST 0; POP_JUMP_IF_TRUE 0" + end, rule: "kind", off: 8},
	{name: "appending to an object", body: start + "LOAD_FAST_LOAD_FAST 0; LIST_APPEND 1; RETURN_VALUE", rule: "kind", off: 8},
	{name: "appending to the stack's bottom", body: start + "BUILD_LIST 0; LOAD_FAST 0; LIST_APPEND 2; RETURN_VALUE", rule: "stack-underflow", off: 10},
	{name: "adding to a list", body: start + "BUILD_LIST 0; LOAD_FAST 0; SET_ADD 1; RETURN_VALUE", rule: "kind", off: 10},
	{name: "mapping into a set", body: start + "BUILD_SET 0; LOAD_FAST_LOAD_FAST 0; MAP_ADD 1; RETURN_VALUE", rule: "kind", off: 10},
	{name: "keywords", body: start + "LOAD_FAST 0; PUSH_NULL; LOAD_FAST_LOAD_FAST 0; LOAD_CONST 3; CALL_KW 2; RETURN_VALUE"},
	{name: "more keywords than arguments", body: start + "LOAD_FAST 0; PUSH_NULL; LOAD_FAST 0; LOAD_CONST 3; CALL_KW 1; RETURN_VALUE", rule: "kind", off: 14},
	{name: "keywords that are no str", body: start + "LOAD_FAST 0; PUSH_NULL; LOAD_FAST_LOAD_FAST 0; LOAD_CONST 4; CALL_KW 2; RETURN_VALUE", rule: "kind", off: 14},
	{name: "keywords that are no constant", body: start + "LOAD_FAST 0; PUSH_NULL; LOAD_FAST_LOAD_FAST 0; BUILD_TUPLE 0; CALL_KW 2; RETURN_VALUE", rule: "kind", off: 14},
	{name: "keys of a map", body: start + "LOAD_FAST 0; LOAD_CONST 4; BUILD_CONST_KEY_MAP 1; RETURN_VALUE", rule: "kind", off: 10},
	{name: "keyword arguments in an object", body: start + "LOAD_FAST 0; PUSH_NULL; LOAD_FAST_LOAD_FAST 0; CALL_FUNCTION_EX 1; RETURN_VALUE", rule: "kind", off: 12},
	{name: "patterns of ints", body: start + "LOAD_FAST_LOAD_FAST 0; LOAD_CONST 4; MATCH_CLASS 0; RETURN_VALUE", rule: "kind", off: 10},
	{name: "keys in an object", body: start + "LOAD_FAST_LOAD_FAST 0; MATCH_KEYS; BUILD_TUPLE 3; RETURN_VALUE", rule: "kind", off: 8},
	{name: "a cell in a plain local", body: start + "LOAD_FAST 2; STORE_FAST 1; LOAD_FAST 1; BUILD_TUPLE 1; LOAD_CONST 6; MAKE_FUNCTION; SET_FUNCTION_ATTRIBUTE 8; RETURN_VALUE", rule: "closure", off: 18},
	{name: "outcomes of another operator", body: start + "LOAD_FAST_LOAD_FAST 0; COMPARE_OP 5; RETURN_VALUE", rule: "operand", off: 8},
	{name: "super of other operands", body: start + "LOAD_FAST 0; LOAD_DEREF 3; LOAD_FAST 0; LOAD_SUPER_ATTR 0; RETURN_VALUE", rule: "super", off: 12},
	{name: "list to tuple of an object", body: start + "LOAD_FAST 0; CALL_INTRINSIC_1 6; RETURN_VALUE", rule: "kind", off: 8},
	{name: "alias of two", body: start + "LOAD_FAST_LOAD_FAST 0; BUILD_TUPLE 2; CALL_INTRINSIC_1 11; RETURN_VALUE", rule: "kind", off: 10},

	{name: "reraising an object", body: start + "LOAD_FAST 0; RERAISE 0", rule: "kind", off: 8},
	{name: "pushing an object as exception", body: start + "LOAD_FAST 0; PUSH_EXC_INFO" + end, rule: "kind", off: 8},
	{name: "popping an object as exception", body: start + "LOAD_FAST 0; POP_EXCEPT" + end, rule: "kind", off: 8},
	{name: "reraising without offset", body: start + "LOAD_FAST 0; GET_ITER; RETURN_VALUE; RERAISE 1", edit: table(ExceptionEntry{8, 10, 12, 0, false}), rule: "stack-underflow", off: 12},
	{name: "reraising at an object", body: start + "LOAD_FAST_LOAD_FAST 0; GET_ITER; POP_TOP; RETURN_VALUE; RERAISE 1", edit: table(ExceptionEntry{8, 10, 14, 1, false}), rule: "kind", off: 14},
	{name: "matching an object", body: start + "LOAD_FAST_LOAD_FAST 0; CHECK_EXC_MATCH" + end, rule: "kind", off: 8},
	{name: "leaving an object", body: start + "LOAD_FAST_LOAD_FAST 0; LOAD_FAST_LOAD_FAST 0; WITH_EXCEPT_START" + end, rule: "kind", off: 10},
	{name: "cleaning up an object", body: start + "LOAD_FAST_LOAD_FAST 0; LOAD_FAST 0; CLEANUP_THROW" + end, rule: "kind", off: 10},
	{name: "ending with an object", body: start + "LOAD_FAST_LOAD_FAST 0; END_ASYNC_FOR" + end, rule: "kind", off: 8},

	{name: "making a function of an object", body: start + "LOAD_FAST 0; MAKE_FUNCTION; RETURN_VALUE", rule: "kind", off: 8},
	{name: "closure", body: start + "LOAD_FAST 2; BUILD_TUPLE 1; LOAD_CONST 6; MAKE_FUNCTION; SET_FUNCTION_ATTRIBUTE 8; RETURN_VALUE"},
	{name: "function without its closure", body: start + "LOAD_CONST 6; MAKE_FUNCTION; RETURN_VALUE", rule: "kind", off: 10},
	{name: "closure of two", body: start + "LOAD_FAST_LOAD_FAST 35; BUILD_TUPLE 2; LOAD_CONST 6; MAKE_FUNCTION; SET_FUNCTION_ATTRIBUTE 8; RETURN_VALUE", rule: "closure", off: 14},
	{name: "closure of an object", body: start + "LOAD_FAST 0; BUILD_TUPLE 1; LOAD_CONST 6; MAKE_FUNCTION; SET_FUNCTION_ATTRIBUTE 8; RETURN_VALUE", rule: "closure", off: 14},
	{name: "annotations of three", body: start + "LOAD_FAST_LOAD_FAST 0; LOAD_FAST 0; BUILD_TUPLE 3; LOAD_CONST 5; MAKE_FUNCTION; SET_FUNCTION_ATTRIBUTE 4; RETURN_VALUE", rule: "kind", off: 16},
	{name: "attribute of an object", body: start + "LOAD_FAST_LOAD_FAST 0; SET_FUNCTION_ATTRIBUTE 1; RETURN_VALUE", rule: "kind", off: 8},

	{name: "unbound", body: start + "LOAD_FAST 1; RETURN_VALUE", rule: "unbound", off: 6},
	{name: "checked", body: start + "LOAD_FAST_CHECK 1; POP_TOP; LOAD_FAST 1; RETURN_VALUE"},
	{name: "deleted", body: start + "DELETE_FAST 0; LOAD_FAST 0; RETURN_VALUE", rule: "unbound", off: 8},
	{name: "perhaps unbound", body: start + "LOAD_CONST 7; POP_JUMP_IF_TRUE 2; LOAD_FAST 0; STORE_FAST 1; LOAD_FAST 1; RETURN_VALUE", rule: "unbound", off: 16},
	{name: "restored", body: start + "LOAD_FAST_AND_CLEAR 0; STORE_FAST 0; LOAD_FAST 0; RETURN_VALUE"},
	{name: "restored unbound", body: start + "LOAD_FAST_AND_CLEAR 1; STORE_FAST 1; LOAD_FAST 1; RETURN_VALUE", rule: "unbound", off: 10},
	{name: "unbound in the handler", body: start + "LOAD_FAST 0; LOAD_GLOBAL 0; STORE_FAST 1; RETURN_VALUE; POP_TOP; POP_TOP; LOAD_FAST 1; RETURN_VALUE",
		edit: table(ExceptionEntry{8, 18, 22, 1, false}), rule: "unbound", off: 26},
	{name: "no cell yet", body: "COPY_FREE_VARS 1; RESUME 0; LOAD_DEREF 2; RETURN_VALUE", rule: "cell", off: 4},
	{name: "no cell any more", body: start + "LOAD_FAST 0; STORE_FAST 2; LOAD_DEREF 2; RETURN_VALUE", rule: "cell", off: 10},
	{name: "cell", body: start + "LOAD_DEREF 2; POP_TOP; LOAD_DEREF 3; RETURN_VALUE"},
}

func TestHostileCode(t *testing.T) {
	for _, h := range hostiles {
		t.Run(h.name, func(t *testing.T) {
			c := function(t, h.body)
			if h.edit != nil {
				h.edit(c)
			}
			checkRule(t, c.Verify(), h.rule, "f", h.off)
			if h.rule == "" && c.Facts == nil {
				t.Error("no facts")
			}
		})
	}
}

func checkRule(t *testing.T, err error, rule, fn string, off int) {
	t.Helper()
	if rule == "" {
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want rule %s", err, rule)
	}
	if e.Rule != rule || e.Func != fn || e.Offset != off {
		t.Errorf("got %v\nwant rule %s in %s at %d", err, rule, fn, off)
	}
	lines := strings.Split(err.Error(), "\n")
	if lines[0] != "Bad code object in .pyc file" || len(lines) != 2 || !strings.Contains(lines[1], rule) ||
		!strings.Contains(lines[1], strconv.Itoa(off)) || !strings.Contains(lines[1], fn) {
		t.Errorf("text %q", err.Error())
	}
}

// TestHostileNested checks that inner functions are checked and named.
func TestHostileNested(t *testing.T) {
	inner := function(t, start+"POP_TOP"+end)
	inner.QualName = str("outer.<locals>.f")
	outer := simple(t, "RESUME 0; RETURN_CONST 0")
	outer.Flags = 0
	outer.Consts = []Const{None{}, &Tuple{[]Const{inner}}}
	data, err := Dump(&Program{Code: outer})
	if err != nil {
		t.Fatal(err)
	}
	_, err = Load(data)
	checkRule(t, err, "stack-underflow", "outer.<locals>.f", 6)
}

func TestHostileModule(t *testing.T) {
	for _, test := range []struct {
		name string
		edit func(*Code)
	}{
		{"a function", func(c *Code) { c.Flags = FlagOptimized }},
		{"a coroutine", func(c *Code) { c.Flags = FlagCoroutine }},
		{"arguments", func(c *Code) {
			c.ArgCount, c.LocalsPlusNames, c.LocalsPlusKinds = 1, strs("a"), " "
		}},
		{"free variables", func(c *Code) {
			c.LocalsPlusNames, c.LocalsPlusKinds = strs("a"), "\x80"
		}},
	} {
		c := simple(t, "RESUME 0; RETURN_CONST 0")
		c.Flags = 0
		test.edit(c)
		data, err := Dump(&Program{Code: c})
		if err != nil {
			t.Fatal(err)
		}
		_, err = Load(data)
		checkRule(t, err, "module", "f", 0)
	}
}

// TestHostileSharing loads a file in which many code objects share one big table.
func TestHostileSharing(t *testing.T) {
	c := simple(t, "RESUME 0; RETURN_CONST 0")
	c.Flags = 0
	names := make([]*Str, 1<<16)
	for i := range names {
		names[i] = c.Name
	}
	for range 1000 {
		k := simple(t, "RESUME 0; RETURN_CONST 0")
		k.Names = names
		c.Consts = append(c.Consts, k)
	}
	v := verifier{consts: map[Const]int{}, limited: true, left: 1 << 20}
	checkRule(t, v.whole(c), "quota", "f", 0)
}
