package opcode

import "testing"

func TestMarks(t *testing.T) {
	o, n, it, ex := MarkObject, MarkNull, MarkIterator, MarkExcept
	for _, c := range []struct {
		op    uint8
		oparg uint32
		in    []Mark
		want  []Mark
	}{
		{PUSH_NULL, 0, []Mark{it}, []Mark{it, n}},
		{GET_ITER, 0, []Mark{o}, []Mark{it}},
		{FOR_ITER, 4, []Mark{it}, []Mark{it, o}},
		{PUSH_EXC_INFO, 0, []Mark{o}, []Mark{ex, o}},
		{POP_EXCEPT, 0, []Mark{o, ex}, []Mark{o}},
		{SWAP, 2, []Mark{it, n}, []Mark{n, it}},
		{SWAP, 3, []Mark{it, o, n}, []Mark{n, o, it}},
		{COPY, 2, []Mark{it, o}, []Mark{it, o, it}},
		{LIST_APPEND, 2, []Mark{o, it, o}, []Mark{o, it}},
		{LOAD_GLOBAL, 1, nil, []Mark{o, n}},
		{LOAD_GLOBAL, 0, nil, []Mark{o}},
		{CALL, 1, []Mark{it, o, n, o}, []Mark{it, o}},
		{POP_TOP, 0, []Mark{o}, []Mark{}},
	} {
		got, ok := Marks(c.op, c.oparg, c.in)
		if !ok || string(marks(got)) != string(marks(c.want)) {
			t.Errorf("%s %d: %v -> %v, %v; want %v", Name(c.op), c.oparg, c.in, got, ok, c.want)
		}
	}
	for op := 0; op < 256; op++ { // any argument, any stack: no panic
		for _, arg := range []uint32{0, 1, 2, 3, 255, 256, 1 << 20, 1<<32 - 1} {
			for n := 0; n < 8; n++ {
				Marks(uint8(op), arg, make([]Mark, n))
			}
		}
	}
	if _, ok := Marks(POP_TOP, 0, nil); ok {
		t.Error("POP_TOP of an empty stack is accepted")
	}
}

func marks(ms []Mark) []byte {
	var b []byte
	for _, m := range ms {
		b = append(b, '0'+byte(m))
	}
	return b
}
