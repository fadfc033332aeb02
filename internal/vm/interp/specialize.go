// Specialization: an instruction whose counter has run out looks at its operands and rewrites itself to a member of its family.
// The caches' layout is in bytecodes.def; cache is the address of the first cache unit, one unit behind the instruction.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// A counter is 16 bits: the upper 12 count down to the next attempt, the lower 4 are the back-off exponent.
// Code is loaded with all caches zero: the first execution then sets the counter.
const (
	counterWarmup   = 1<<4 | 1
	counterCooldown = 52 << 4
	maxBackoff      = 12
)

func counterAt(cache unsafe.Pointer) *uint16 { return (*uint16)(cache) }

// triggers reports whether the counter has run out.
func triggers(counter uint16) bool { return counter < 16 }

// advance counts one execution of the generic form.
func advance(cache unsafe.Pointer) { *counterAt(cache) -= 16 }

// backOff restarts the counter after a failed attempt, waiting twice as long as before.
func backOff(counter uint16) uint16 {
	b := counter & 15
	if b < maxBackoff {
		b++
	}
	return (1<<b-1)<<4 | b
}

// missed counts a failed guard; when there were many the instruction becomes generic again.
func missed(t *Thread, cache unsafe.Pointer, head uint8) {
	c := counterAt(cache)
	stats := t.RT.Counts
	if stats != nil {
		stats.Miss[*opAt(cache)]++
	}
	if opcode.Caches[head] == 0 { // RESUME_CHECK has no counter
		*opAt(cache) = head
		return
	}
	if *c>>4 != 0 {
		*c -= 16
		return
	}
	if stats != nil {
		stats.Deopt[head]++
	}
	*c = backOff(*c)
	*opAt(cache) = head
}

func opAt(cache unsafe.Pointer) *uint8 { return (*uint8)(unsafe.Add(cache, -2)) }

// begin reports whether an attempt to specialize is to be made now.
func begin(t *Thread, cache unsafe.Pointer) bool {
	if stats := t.RT.Counts; stats != nil {
		stats.Tried[opcode.Deopt[*opAt(cache)]]++
	}
	if c := counterAt(cache); *c == 0 {
		*c = counterWarmup
		return false
	}
	return true
}

// become rewrites the instruction; op 0 records that no form fits the operands.
func become(t *Thread, cache unsafe.Pointer, op uint8, operands ...Value) {
	if t.RT.Counts != nil {
		countAttempt(t, cache, op, operands...)
	}
	c := counterAt(cache)
	if op == 0 {
		*c = backOff(*c)
		return
	}
	*opAt(cache) = op
	*c = counterCooldown
}

func countAttempt(t *Thread, cache unsafe.Pointer, op uint8, operands ...Value) {
	head := opcode.Deopt[*opAt(cache)]
	if op != 0 {
		t.RT.Counts.Special[head]++
		return
	}
	arg := uint8(0)
	if head == opcode.BINARY_OP || head == opcode.COMPARE_OP {
		arg = *(*uint8)(unsafe.Add(cache, -1))
	}
	t.RT.Counts.Unfit(t, head, arg, operands...)
}

func put16(cache unsafe.Pointer, unit int, v uint16) { *(*uint16)(unsafe.Add(cache, unit*2)) = v }
func put32(cache unsafe.Pointer, unit int, v uint32) { *(*uint32)(unsafe.Add(cache, unit*2)) = v }
func put64(cache unsafe.Pointer, unit int, v Value)  { *(*Value)(unsafe.Add(cache, unit*2)) = v }

func specializeToBool(t *Thread, v Value, cache unsafe.Pointer) {
	if !begin(t, cache) {
		return
	}
	op := uint8(0)
	switch {
	case v.IsBool():
		op = opcode.TO_BOOL_BOOL
	case v.IsInt():
		op = opcode.TO_BOOL_INT
	case v == none:
		op = opcode.TO_BOOL_NONE
		if *(*uint32)(unsafe.Add(cache, 2)) != 0 { // the version of a type whose objects have come here
			op = opcode.TO_BOOL_OPTIONAL
		}
	case v.IsExact(object.TList):
		op = opcode.TO_BOOL_LIST
	case v.IsExact(object.TStr):
		op = opcode.TO_BOOL_STR
	case v.IsPtr():
		s := object.ShapeOf(v)
		if s.Version != 0 && s.Type.Slots.Bool == nil && s.Type.Slots.Len == nil {
			put32(cache, 1, s.Version)
			op = opcode.TO_BOOL_ALWAYS_TRUE
		}
	}
	become(t, cache, op, v)
}

func specializeBinaryOp(t *Thread, a, b Value, cache unsafe.Pointer, oparg uint32) {
	if !begin(t, cache) {
		return
	}
	op := uint8(0)
	nb := object.Nb(oparg)
	if nb >= object.NbInplace {
		nb -= object.NbInplace
	}
	switch {
	case object.BothInt(a, b):
		switch nb {
		case object.NbAdd:
			op = opcode.BINARY_OP_ADD_INT
		case object.NbSubtract:
			op = opcode.BINARY_OP_SUBTRACT_INT
		case object.NbMultiply:
			op = opcode.BINARY_OP_MULTIPLY_INT
		}
	case a.IsFloat() && b.IsFloat():
		switch nb {
		case object.NbAdd:
			op = opcode.BINARY_OP_ADD_FLOAT
		case object.NbSubtract:
			op = opcode.BINARY_OP_SUBTRACT_FLOAT
		case object.NbMultiply:
			op = opcode.BINARY_OP_MULTIPLY_FLOAT
		}
	case nb == object.NbAdd && a.IsExact(object.TStr) && b.IsExact(object.TStr):
		op = opcode.BINARY_OP_ADD_UNICODE
		// s = s + x, where the next instruction stores into the very local that a came from.
		next := *(*uint16)(unsafe.Add(cache, 2))
		if uint8(next) == opcode.STORE_FAST && *t.Frame.Local(int(next >> 8)) == a {
			op = opcode.BINARY_OP_INPLACE_ADD_UNICODE
		}
	}
	become(t, cache, op, a, b)
}

func specializeBinarySubscr(t *Thread, v, k Value, cache unsafe.Pointer) {
	if !begin(t, cache) {
		return
	}
	op := uint8(0)
	switch {
	case v.IsExact(object.TList) && k.IsInt():
		op = opcode.BINARY_SUBSCR_LIST_INT
	case v.IsExact(object.TTuple) && k.IsInt():
		op = opcode.BINARY_SUBSCR_TUPLE_INT
	case v.IsExact(object.TStr) && k.IsInt():
		op = opcode.BINARY_SUBSCR_STR_INT
	case v.IsExact(object.TBytes) && k.IsInt():
		op = opcode.BINARY_SUBSCR_BYTES_INT
	case v.IsExact(object.TDict):
		op = opcode.BINARY_SUBSCR_DICT
	case v.IsPtr():
		typ := object.ShapeOf(v).Type
		if typ.Flags&object.TypeHeap != 0 && typ.Version != 0 {
			f := typ.Lookup(t, t.N(object.N_getitem_))
			if f != null && f.IsExact(object.TFunction) && object.As[Function](f).Code.Takes(2) {
				typ.GetItemCache = f
				op = opcode.BINARY_SUBSCR_GETITEM
			}
		}
	}
	become(t, cache, op, v, k)
}

func specializeStoreSubscr(t *Thread, v, k Value, cache unsafe.Pointer) {
	if !begin(t, cache) {
		return
	}
	op := uint8(0)
	switch {
	case v.IsExact(object.TList) && k.IsInt():
		op = opcode.STORE_SUBSCR_LIST_INT
	case v.IsExact(object.TDict):
		op = opcode.STORE_SUBSCR_DICT
	}
	become(t, cache, op, v, k)
}

func specializeCompareOp(t *Thread, a, b Value, cache unsafe.Pointer) {
	if !begin(t, cache) {
		return
	}
	op := uint8(0)
	switch {
	case object.BothInt(a, b):
		op = opcode.COMPARE_OP_INT
	case a.IsFloat() && b.IsFloat():
		op = opcode.COMPARE_OP_FLOAT
	case a.IsExact(object.TStr) && b.IsExact(object.TStr):
		if cmp := object.CompareOp(*(*uint8)(unsafe.Add(cache, -1)) >> 5); cmp == object.EQ || cmp == object.NE {
			op = opcode.COMPARE_OP_STR
		}
	}
	become(t, cache, op, a, b)
}

func specializeContainsOp(t *Thread, item, container Value, cache unsafe.Pointer) {
	if !begin(t, cache) {
		return
	}
	op := uint8(0)
	switch {
	case container.IsExact(object.TDict):
		op = opcode.CONTAINS_OP_DICT
	case container.IsExact(object.TSet) || container.IsExact(object.TFrozenSet):
		op = opcode.CONTAINS_OP_SET
	case container.IsExact(object.TStr) && item.IsExact(object.TStr):
		op = opcode.CONTAINS_OP_STR
	case container.IsExact(object.TTuple) || container.IsExact(object.TList):
		op = opcode.CONTAINS_OP_SEQUENCE
	}
	become(t, cache, op, container)
}

func specializeUnpackSequence(t *Thread, v Value, cache unsafe.Pointer, oparg uint32) {
	if !begin(t, cache) {
		return
	}
	op := uint8(0)
	switch {
	case v.IsExact(object.TTuple) && object.As[Tuple](v).Len() == int(oparg):
		op = opcode.UNPACK_SEQUENCE_TUPLE
		if oparg == 2 {
			op = opcode.UNPACK_SEQUENCE_TWO_TUPLE
		}
	case v.IsExact(object.TList) && object.As[object.List](v).Len() == int(oparg):
		op = opcode.UNPACK_SEQUENCE_LIST
	}
	become(t, cache, op, v)
}

func specializeForIter(t *Thread, it Value, cache unsafe.Pointer, oparg uint32) {
	if !begin(t, cache) {
		return
	}
	op := uint8(0)
	switch {
	case it.IsExact(object.TListIterator):
		op = opcode.FOR_ITER_LIST
	case it.IsExact(object.TTupleIterator):
		op = opcode.FOR_ITER_TUPLE
	case it.IsExact(object.TRangeIterator):
		op = opcode.FOR_ITER_RANGE
	case it.IsExact(object.TGenerator):
		op = opcode.FOR_ITER_GEN
	}
	become(t, cache, op, it)
}

func specializeSend(t *Thread, receiver Value, cache unsafe.Pointer) {
	if !begin(t, cache) {
		return
	}
	op := uint8(0)
	if receiver.IsExact(object.TGenerator) || receiver.IsExact(object.TCoroutine) {
		op = opcode.SEND_GEN
	}
	become(t, cache, op, receiver)
}

func specializeLoadGlobal(t *Thread, globals, builtins *Dict, name Value, cache unsafe.Pointer) {
	if !begin(t, cache) {
		return
	}
	become(t, cache, loadGlobalForm(t, globals, builtins, name, cache))
}

func loadGlobalForm(t *Thread, globals, builtins *Dict, name Value, cache unsafe.Pointer) uint8 {
	const limit = 1 << 16
	if globals.Kind&object.DictStrKeys == 0 || !object.Of(globals).IsExact(object.TDict) || !object.Of(builtins).IsExact(object.TDict) {
		return 0
	}
	gv := globals.KeysVersion(t)
	if gv == 0 {
		return 0
	}
	if n := globals.FindStr(name); n >= 0 {
		if n >= limit {
			return 0
		}
		put16(cache, 1, uint16(gv))
		put16(cache, 3, uint16(n))
		return opcode.LOAD_GLOBAL_MODULE
	}
	if builtins.Kind&object.DictStrKeys == 0 {
		return 0
	}
	bv := builtins.KeysVersion(t)
	n := builtins.FindStr(name)
	if bv == 0 || n < 0 || n >= limit {
		return 0
	}
	put16(cache, 1, uint16(gv))
	put16(cache, 2, uint16(bv))
	put16(cache, 3, uint16(n))
	return opcode.LOAD_GLOBAL_BUILTIN
}

func specializeLoadSuperAttr(t *Thread, global, cls Value, cache unsafe.Pointer, method bool) {
	if !begin(t, cache) {
		return
	}
	op := uint8(0)
	if global == object.Of(t.Type(object.TSuper)) && object.IsType(cls) {
		op = opcode.LOAD_SUPER_ATTR_ATTR
		if method {
			op = opcode.LOAD_SUPER_ATTR_METHOD
		}
	}
	become(t, cache, op, global)
}
