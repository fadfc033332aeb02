// Keys of what packages above keep of a runtime.

package object

import (
	"errors"
	"testing"
)

var (
	madeKey = NewHostKey(func(*Runtime) *int { return new(int) })
	bareKey = NewHostKey[error](nil) // of an interface type
)

func TestHostKey(t *testing.T) {
	var rts [2]*Runtime
	for i := range rts {
		rt, err := NewRuntime(RuntimeOptions{HeapCap: 64 << 20})
		if err != nil {
			t.Fatal(err)
		}
		defer rt.Close()
		rts[i] = rt
	}
	a, b := madeKey.Of(rts[0]), madeKey.Of(rts[1])
	if a == nil || a == b || a != madeKey.Of(rts[0]) {
		t.Error("not one for each runtime")
	}
	if bareKey.Of(rts[0]) != nil {
		t.Error("something where nothing was set")
	}
	bareKey.Set(rts[0], errors.New("x"))
	if bareKey.Of(rts[0]) == nil || bareKey.Of(rts[1]) != nil {
		t.Error("what was set stands elsewhere")
	}
}
