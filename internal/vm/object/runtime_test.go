package object

import "testing"

func TestNewRuntime(t *testing.T) {
	rt, err := NewRuntime(RuntimeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	th := rt.Main
	d := NewDict(th)
	for i := 0; i < 1000; i++ {
		if !d.Set(th, SmallInt(int64(i*7)), SmallInt(int64(i))) {
			t.Fatal("set")
		}
	}
	rt.Heap.Collect()
	for i := 0; i < 1000; i++ {
		if v := d.Get(th, SmallInt(int64(i*7))); v != SmallInt(int64(i)) {
			t.Fatalf("%d: %x", i, v)
		}
	}
	if Intern(th, "abc") != Intern(th, "abc") {
		t.Fatal("intern")
	}
}
