// Edits of compiled programs: bytes of the file, and changes of its code that keep instructions, jumps and tables well formed.

package main

import (
	"math/rand/v2"
	"slices"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// edit makes a random edit of one of the files, always the same for a seed. With each structured edit the programs stay valid more
// often than not, so that most of them get past the verifier; the files of the others are bytes changed at random.
func edit(files []corpusFile, seed uint64) (out []byte, what, name string) {
	r := rand.New(rand.NewPCG(seed, 13))
	f := files[r.IntN(len(files))]
	if r.IntN(10) == 0 {
		return editBytes(r, f.data), "bytes", f.name
	}
	root, err := pyc.Unmarshal(f.data[16:])
	if err != nil {
		return nil, "unmarshal", f.name
	}
	module := root.(*pyc.Code)
	what = ""
	for range 1 + r.IntN(2)*r.IntN(3) {
		what += editCode(r, pick(r, codes(module)), files) + " "
	}
	data, err := pyc.Dump(&pyc.Program{Code: module})
	if err != nil {
		return nil, what + "marshal", f.name
	}
	return data, what, f.name
}

func editBytes(r *rand.Rand, data []byte) []byte {
	data = slices.Clone(data)
	for range 1 + r.IntN(3) {
		i := 16 + r.IntN(len(data)-16)
		switch r.IntN(4) {
		case 0:
			data[i] = byte(r.Uint32())
		case 1:
			data[i] ^= 1 << r.IntN(8)
		case 2:
			j := 16 + r.IntN(len(data)-16)
			data[i], data[j] = data[j], data[i]
		default:
			data[i] += byte(r.IntN(5)) - 2
		}
	}
	return data
}

// codes lists a code object and all within it.
func codes(module *pyc.Code) []*pyc.Code {
	all := []*pyc.Code{module}
	for i := 0; i < len(all); i++ {
		all = append(all, all[i].Nested()...)
	}
	return all
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// ins is an instruction whose jump is known by the instruction that it leads to.
type ins struct {
	op   uint8
	arg  uint32
	to   int // index, or -1
	line int
}

// handler is an entry of the exception table, by indices of instructions.
type handler struct {
	start, end, target, depth int
	lasti                     bool
}

// body is a function's code taken apart.
type body struct {
	list     []ins
	handlers []handler
}

func backward(op uint8) bool {
	return op == opcode.JUMP_BACKWARD || op == opcode.JUMP_BACKWARD_NO_INTERRUPT
}

// disassemble takes code apart that the compiler has made.
func disassemble(c *pyc.Code) body {
	var b body
	code := c.Bytecode
	at := make(map[int]int)
	var ends []int
	for pos := 0; pos < len(code); {
		at[pos] = len(b.list)
		in := ins{to: -1, line: c.FirstLine}
		for code[pos] == opcode.EXTENDED_ARG && pos+2 < len(code) {
			in.arg = (in.arg | uint32(code[pos+1])) << 8
			pos += 2
		}
		in.op, in.arg = code[pos], in.arg|uint32(code[pos+1])
		pos += 2 + 2*int(opcode.Caches[in.op])
		ends = append(ends, pos)
		b.list = append(b.list, in)
	}
	at[len(code)] = len(b.list)
	for i := range b.list {
		if in := &b.list[i]; opcode.HasJump(in.op) {
			to := ends[i] + 2*int(in.arg)
			if backward(in.op) {
				to = ends[i] - 2*int(in.arg)
			}
			in.to = at[to]
		}
	}
	for _, l := range c.Locations() {
		if i, ok := at[l.Start]; ok && l.Pos.Line > 0 {
			for ; i < len(b.list) && (i == 0 || ends[i-1] < l.End); i++ {
				b.list[i].line = l.Pos.Line
			}
		}
	}
	for _, e := range c.ExceptionEntries() {
		b.handlers = append(b.handlers, handler{at[e.Start], at[e.End], at[e.Target], e.Depth, e.LastI})
	}
	return b
}

// assemble puts code together, with its tables.
func assemble(c *pyc.Code, b body) {
	n := len(b.list)
	size := func(in *ins) int {
		s := 2 + 2*int(opcode.Caches[in.op])
		for a := in.arg >> 8; a > 0; a >>= 8 {
			s += 2
		}
		return s
	}
	at := make([]int, n+1)
	for round := 0; round < 8; round++ {
		for i := range b.list {
			at[i+1] = at[i] + size(&b.list[i])
		}
		for i := range b.list {
			in := &b.list[i]
			if in.to < 0 {
				continue
			}
			d := at[min(in.to, n)] - at[i+1]
			if in.op == opcode.JUMP_FORWARD && d < 0 {
				in.op = opcode.JUMP_BACKWARD
			} else if backward(in.op) && d > 0 {
				in.op = opcode.JUMP_FORWARD
			}
			if d < 0 {
				d = -d
			}
			in.arg = uint32(d / 2)
		}
	}
	var code, lines []byte
	line := c.FirstLine
	for i := range b.list {
		in := &b.list[i]
		start := len(code)
		for shift := 24; shift > 0; shift -= 8 {
			if in.arg>>shift > 0 {
				code = append(code, opcode.EXTENDED_ARG, byte(in.arg>>shift))
			}
		}
		code = append(code, in.op, byte(in.arg))
		code = append(code, make([]byte, 2*int(opcode.Caches[in.op]))...)
		for units := (len(code) - start) / 2; units > 0; units -= 8 {
			lines = append(lines, 0x80|13<<3|byte(min(units, 8)-1))
			d := in.line - line
			line = in.line
			v := uint(d) << 1
			if d < 0 {
				v = uint(-d)<<1 | 1
			}
			for ; v >= 64; v >>= 6 {
				lines = append(lines, byte(v&63)|64)
			}
			lines = append(lines, byte(v))
		}
	}
	c.Bytecode, c.LineTable = string(code), string(lines)
	var table []byte
	for _, h := range b.handlers {
		d := h.depth << 1
		if h.lasti {
			d |= 1
		}
		start := at[min(h.start, n)]
		for k, v := range [...]int{start / 2, max(0, at[min(h.end, n)]-start) / 2, at[min(h.target, n)] / 2, d} {
			part := []byte{byte(v & 63)}
			for v >>= 6; v > 0; v >>= 6 {
				part = append([]byte{byte(v&63) | 64}, part...)
			}
			if k == 0 {
				part[0] |= 128
			}
			table = append(table, part...)
		}
	}
	c.ExceptionTable = string(table)
}

// move adds d to what refers to instructions from index i on.
func (b *body) move(i, d int) {
	to := func(k int) int {
		if k >= i {
			return max(k+d, 0)
		}
		return k
	}
	for j := range b.list {
		if b.list[j].to > i {
			b.list[j].to = to(b.list[j].to)
		}
	}
	for j := range b.handlers {
		h := &b.handlers[j]
		if h.start > i {
			h.start = to(h.start)
		}
		h.end, h.target = to(h.end), to(h.target)
	}
}

func (b *body) insert(i int, more ...ins) {
	for k := range more {
		more[k].to = -1
		if i < len(b.list) {
			more[k].line = b.list[i].line
		}
	}
	b.move(i, len(more))
	b.list = slices.Insert(b.list, i, more...)
}

func (b *body) remove(i int) {
	b.list = slices.Delete(b.list, i, i+1)
	b.move(i, -1)
}

// start is the index behind the first RESUME: what comes before is best left alone.
func (b *body) start() int {
	for i := range b.list {
		if b.list[i].op == opcode.RESUME {
			return i + 1
		}
	}
	return 0
}

// editCode makes one edit of a function and says which.
func editCode(r *rand.Rand, c *pyc.Code, files []corpusFile) string {
	switch r.IntN(12) {
	case 0:
		return editTables(r, c)
	case 1:
		return editConsts(r, c)
	case 2:
		return editCounts(r, c)
	case 3:
		return splice(r, c, files)
	}
	b := disassemble(c)
	what := editList(r, c, &b, files)
	assemble(c, b)
	if r.IntN(4) > 0 {
		c.StackSize += r.IntN(6)
	}
	return what
}

// neutral gives instructions that leave the stack as deep as it is.
func neutral(r *rand.Rand, c *pyc.Code) []ins {
	i := func(op uint8, arg int) ins { return ins{op: op, arg: uint32(max(arg, 0))} }
	local := func() int { return r.IntN(max(1, len(c.LocalsPlusNames))) }
	name := func() int { return r.IntN(max(1, len(c.Names))) }
	k := func() int { return r.IntN(max(1, len(c.Consts))) }
	load := func() ins {
		return [...]ins{i(opcode.LOAD_FAST, local()), i(opcode.LOAD_FAST_CHECK, local()), i(opcode.LOAD_CONST, k()), i(opcode.LOAD_DEREF, local()),
			i(opcode.LOAD_GLOBAL, name()<<1), i(opcode.LOAD_FAST_AND_CLEAR, local()), i(opcode.LOAD_CONST, k()), i(opcode.LOAD_NAME, name())}[r.IntN(8)]
	}
	drop := func() ins {
		return [...]ins{i(opcode.POP_TOP, 0), i(opcode.STORE_FAST, local()), i(opcode.STORE_DEREF, local()), i(opcode.POP_TOP, 0),
			i(opcode.STORE_GLOBAL, name()), i(opcode.STORE_NAME, name())}[r.IntN(6)]
	}
	unary := func() ins {
		return [...]ins{i(opcode.TO_BOOL, 0), i(opcode.UNARY_NEGATIVE, 0), i(opcode.GET_ITER, 0), i(opcode.BUILD_TUPLE, 1), i(opcode.BUILD_LIST, 1), i(opcode.FORMAT_SIMPLE, 0),
			i(opcode.LOAD_ATTR, name()<<1), i(opcode.BUILD_SET, 1), i(opcode.CALL_INTRINSIC_1, 1+r.IntN(11)), i(opcode.CONVERT_VALUE, 1+r.IntN(3)), i(opcode.BUILD_STRING, 1)}[r.IntN(11)]
	}
	binary := func() ins {
		masks := [...]int{2, 10, 8, 7, 4, 12}
		op := r.IntN(6)
		return [...]ins{i(opcode.BINARY_OP, r.IntN(len(opcode.BinaryOps))), i(opcode.COMPARE_OP, op<<5|masks[op]|r.IntN(2)<<4), i(opcode.IS_OP, r.IntN(2)),
			i(opcode.CONTAINS_OP, r.IntN(2)), i(opcode.BINARY_SUBSCR, 0), i(opcode.BUILD_MAP, 1), i(opcode.BUILD_SLICE, 2), i(opcode.BUILD_STRING, 2)}[r.IntN(8)]
	}
	switch r.IntN(12) {
	case 0:
		return []ins{i(opcode.COPY, 1+r.IntN(4)), drop()}
	case 1:
		return []ins{i(opcode.SWAP, 2+r.IntN(3))}
	case 2:
		return []ins{load(), unary(), drop()}
	case 3:
		return []ins{load(), load(), binary(), drop()}
	case 4:
		x := local()
		return []ins{i(opcode.LOAD_FAST_AND_CLEAR, x), i(opcode.STORE_FAST, [...]int{x, x, local()}[r.IntN(3)])}
	case 5:
		return []ins{i([...]uint8{opcode.DELETE_FAST, opcode.DELETE_DEREF, opcode.MAKE_CELL, opcode.NOP, opcode.DELETE_GLOBAL}[r.IntN(5)], local())}
	case 6:
		return []ins{load(), i(opcode.PUSH_NULL, 0), i(opcode.CALL, 0), drop()}
	case 7:
		return []ins{load(), load(), load(), i(opcode.CALL, 1), drop()}
	case 8:
		return []ins{i(opcode.LOAD_CONST, k()), i(opcode.MAKE_FUNCTION, 0), drop()}
	case 9:
		return []ins{i(opcode.LOAD_FAST, local()), i(opcode.BUILD_TUPLE, 1), i(opcode.LOAD_CONST, k()), i(opcode.MAKE_FUNCTION, 0), i(opcode.SET_FUNCTION_ATTRIBUTE, 1<<r.IntN(4)), drop()}
	}
	return []ins{load(), drop()}
}

// editList makes one edit of a function's instructions.
func editList(r *rand.Rand, c *pyc.Code, b *body, files []corpusFile) string {
	from := b.start()
	if from >= len(b.list) {
		return "nothing"
	}
	i := from + r.IntN(len(b.list)-from)
	in := &b.list[i]
	switch r.IntN(12) {
	case 0, 1, 2, 3:
		b.insert(i, neutral(r, c)...)
		return "insert"
	case 4:
		b.remove(i)
		return "remove"
	case 5:
		if i+1 < len(b.list) {
			b.list[i], b.list[i+1] = b.list[i+1], b.list[i]
		}
		return "swap"
	case 6:
		in.arg += uint32(r.IntN(5)) - 2
		if in.to >= 0 {
			in.to = from + r.IntN(len(b.list)-from)
		}
		return "arg"
	case 7: // another instruction of the same effect on the stack
		for range 40 {
			op := uint8(r.IntN(119))
			if opcode.Valid(op) && opcode.HasJump(op) == opcode.HasJump(in.op) && opcode.Popped(op, in.arg) == opcode.Popped(in.op, in.arg) && opcode.Pushed(op, in.arg) == opcode.Pushed(in.op, in.arg) && op != in.op {
				in.op = op
				return "op"
			}
		}
		return "same op"
	case 8:
		if in.to >= 0 {
			in.to = min(len(b.list)-1, max(from, in.to+r.IntN(7)-3))
		} else {
			in.arg = uint32(r.IntN(8))
		}
		return "jump"
	case 9: // a run of instructions twice
		n := min(1+r.IntN(8), len(b.list)-i)
		b.insert(i, slices.Clone(b.list[i:i+n])...)
		return "repeat"
	case 10: // a run of another function
		other := disassemble(pick(r, codes(pick(r, files).module())))
		s := other.start()
		if s >= len(other.list) {
			return "nothing"
		}
		j := s + r.IntN(len(other.list)-s)
		run := slices.Clone(other.list[j:min(j+1+r.IntN(6), len(other.list))])
		for k := range run {
			switch op := run[k].op; {
			case op == opcode.LOAD_CONST:
				run[k].arg %= uint32(max(1, len(c.Consts)))
			case opcode.HasLocal(op):
				run[k].arg %= uint32(max(1, len(c.LocalsPlusNames)))
			case op == opcode.LOAD_ATTR || op == opcode.LOAD_GLOBAL:
				run[k].arg %= uint32(max(1, 2*len(c.Names)))
			case opcode.HasName(op):
				run[k].arg %= uint32(max(1, len(c.Names)))
			case opcode.HasJump(op):
				run[k].op, run[k].arg = opcode.NOP, 0
			}
		}
		b.insert(i, run...)
		return "run"
	}
	if len(b.handlers) == 0 {
		b.handlers = append(b.handlers, handler{i, min(i+1+r.IntN(5), len(b.list)), len(b.list) - 1, 0, false})
		return "handler"
	}
	h := &b.handlers[r.IntN(len(b.handlers))]
	switch r.IntN(6) {
	case 0:
		h.depth = max(0, h.depth+r.IntN(3)-1)
	case 1:
		h.lasti = !h.lasti
	case 2:
		h.target = pick(r, b.handlers).target
	case 3:
		h.end = max(h.start+1, h.end+r.IntN(5)-2)
	case 4:
		h.start = max(0, h.start+r.IntN(5)-2)
	default:
		b.handlers = slices.Delete(b.handlers, 0, 1)
	}
	return "handlers"
}

func editTables(r *rand.Rand, c *pyc.Code) string {
	p := &c.LineTable
	what := "lines"
	if r.IntN(3) == 0 {
		p, what = &c.ExceptionTable, "exceptions"
	}
	if len(*p) == 0 {
		return "nothing"
	}
	t := []byte(*p)
	for range 1 + r.IntN(3) {
		t[r.IntN(len(t))] ^= 1 << r.IntN(8)
	}
	*p = string(t)
	return what
}

func editConsts(r *rand.Rand, c *pyc.Code) string {
	str := func(s string) *pyc.Str { x, _ := pyc.NewStr(s, false); return x }
	if len(c.Consts) == 0 || r.IntN(4) == 0 {
		if len(c.Names) > 0 {
			c.Names[r.IntN(len(c.Names))] = pick(r, []*pyc.Str{str("x"), str(""), str("__class__"), str("__dict__"), str("append"), str("__code__"), str("print"), pick(r, c.Names)})
		}
		return "names"
	}
	i := r.IntN(len(c.Consts))
	c.Consts[i] = pick(r, []pyc.Const{pyc.None{}, pyc.Bool(true), pyc.Int(0), pyc.Int(-1), pyc.Int(1 << 40), pyc.Float(1.5), str("text"), str(""), pyc.Ellipsis{},
		&pyc.Tuple{}, &pyc.Tuple{Items: []pyc.Const{str("a"), str("b")}}, &pyc.Tuple{Items: []pyc.Const{pyc.Int(1)}}, &pyc.FrozenSet{Items: []pyc.Const{pyc.Int(1)}}, pick(r, c.Consts), pick(r, c.Consts)})
	return "consts"
}

func editCounts(r *rand.Rand, c *pyc.Code) string {
	switch r.IntN(8) {
	case 0:
		c.StackSize = max(0, c.StackSize+r.IntN(7)-3)
		return "stacksize"
	case 1, 2:
		c.Flags ^= 1 << r.IntN(10)
		return "flags"
	case 3:
		c.ArgCount = max(0, c.ArgCount+r.IntN(3)-1)
		return "argcount"
	case 4:
		c.KwOnlyArgCount = max(0, c.KwOnlyArgCount+r.IntN(3)-1)
		return "kwonly"
	case 5:
		c.LocalsPlusNames = append(slices.Clone(c.LocalsPlusNames), c.Name)
		c.LocalsPlusKinds += string([]byte{[...]byte{pyc.KindLocal, pyc.KindCell, pyc.KindFree}[r.IntN(3)]})
		return "local"
	}
	if len(c.LocalsPlusKinds) > 0 {
		k := []byte(c.LocalsPlusKinds)
		i := r.IntN(len(k))
		k[i] = [...]byte{pyc.KindLocal, pyc.KindCell, pyc.KindFree, pyc.KindLocal | pyc.KindCell, pyc.KindLocal | pyc.KindHidden, k[i] | pyc.KindCell}[r.IntN(6)]
		c.LocalsPlusKinds = string(k)
	}
	return "kinds"
}

// splice puts a function of another program in the place of one.
func splice(r *rand.Rand, c *pyc.Code, files []corpusFile) string {
	var at []int
	for i, k := range c.Consts {
		if _, ok := k.(*pyc.Code); ok {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return "nothing"
	}
	i := pick(r, at)
	other := pick(r, codes(pick(r, files).module()))
	if other.NumFree() != c.Consts[i].(*pyc.Code).NumFree() || r.IntN(8) == 0 {
		return "nothing"
	}
	c.Consts[i] = other
	return "splice"
}
