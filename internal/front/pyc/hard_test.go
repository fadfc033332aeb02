package pyc

// Code made to be slow to verify: it must be refused or accepted in time in proportion to its size.

import (
	"strings"
	"testing"
	"time"
)

func TestHardCode(t *testing.T) {
	many := func(n int) func(*Code) {
		return func(c *Code) {
			for range n {
				c.LocalsPlusNames = append(c.LocalsPlusNames, c.Name)
				c.LocalsPlusKinds += string(rune(KindLocal))
			}
		}
	}
	for _, test := range []struct {
		name string
		code func() *Code
	}{
		{"a handler for each instruction", func() *Code {
			c := simple(t, "RESUME 0; LOAD_CONST 0"+strings.Repeat("; GET_LEN; POP_TOP", 20000)+"; RETURN_VALUE"+strings.Repeat("; RERAISE 0", 20000))
			var entries []ExceptionEntry
			for i := range 20000 {
				entries = append(entries, ExceptionEntry{4 + 4*i, 6 + 4*i, 4 + 4*20000 + 2 + 2*i, 0, false})
			}
			c.ExceptionTable = exc(entries...)
			return c
		}},
		{"deep states at many heads", func() *Code {
			c := simple(t, "RESUME 0"+strings.Repeat("; LOAD_CONST 0", 20000)+strings.Repeat("; JUMP_FORWARD 0", 20000)+strings.Repeat("; POP_TOP", 20000)+"; RETURN_CONST 0")
			c.StackSize = 20000
			return c
		}},
		{"many locals at many heads", func() *Code {
			c := simple(t, "RESUME 0"+strings.Repeat("; JUMP_FORWARD 0", 20000)+"; RETURN_CONST 0")
			many(100000)(c)
			return c
		}},
		{"locals lost one by one around a loop", func() *Code {
			var b strings.Builder
			b.WriteString("RESUME 0")
			for i := range 200 {
				b.WriteString("; LOAD_CONST 0; STORE_FAST ")
				b.WriteString(itoa(i))
			}
			b.WriteString("; NOP")
			for i := range 200 {
				// An exit of the loop for each local, at which it is gone.
				b.WriteString("; LOAD_FAST_CHECK " + itoa(i) + "; POP_JUMP_IF_NONE 0; DELETE_FAST " + itoa((i+1)%200))
			}
			b.WriteString(strings.Repeat("; NOP", 20000))
			b.WriteString("; EXTENDED_ARG 80; JUMP_BACKWARD 0")
			c := simple(t, b.String())
			many(200)(c)
			return c
		}},
		{"swaps over a handler's values", func() *Code {
			c := simple(t, "RESUME 0"+strings.Repeat("; LOAD_CONST 0", 200)+strings.Repeat("; SWAP 200; GET_LEN; POP_TOP", 10000)+"; RAISE_VARARGS 1; RERAISE 0")
			c.StackSize = 1000
			n := len(c.Bytecode)
			c.ExceptionTable = exc(ExceptionEntry{402, n - 4, n - 2, 200, false})
			return c
		}},
	} {
		c := test.code()
		begin := time.Now()
		err := c.Verify()
		took := time.Since(begin)
		t.Logf("%s: %d bytes, %v: %v", test.name, len(c.Bytecode), took, err)
		if took > time.Minute {
			t.Errorf("%s took %v", test.name, took)
		}
	}
}
