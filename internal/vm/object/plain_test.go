// Which keys machine code may look up without its frame in order.

package object

import "testing"

// TestPlainBytes holds that bytes are no plain keys where comparing them with text warns: the warning shows the frame's line.
func TestPlainBytes(t *testing.T) {
	rt, err := NewRuntime(RuntimeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	th := rt.Main
	d := NewDict(th)
	key := NewBytes(th, []byte("a"))
	if d == nil || key == Null || !d.Set(th, key, True) {
		t.Fatal("no memory")
	}
	for _, warns := range [...]bool{false, true} {
		rt.BytesWarning = warns
		want := True
		if warns {
			want = Null
		}
		if got := DictPeek(th, d, key); got != want {
			t.Errorf("with warnings %v: %v, want %v", warns, got, want)
		}
		inside := Pair(th, key, None)
		if _, ok := plainHash(th, inside); ok == warns {
			t.Errorf("with warnings %v: a tuple of bytes is plain: %v", warns, ok)
		}
	}
}
