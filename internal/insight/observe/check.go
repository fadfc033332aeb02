// What the compiler believes of live values, compared with them: -X psy.check.

package observe

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

// Live is where the values of a state are.
type Live struct {
	General *[16]uint64
	XMM     *[16]float64
	Spills  unsafe.Pointer // the spill words of the native frame
	Frame   *object.Frame  //psy:root it runs
}

// Wrong says what is wrong with what a state has about live values; "": nothing. Not settled: code may have run that changed the shapes of
// instances, and they are about to be forgotten.
func (o *Observer) Wrong(s *State, live Live, settled bool) string {
	k := &checker{o: o, s: s, live: live, seen: map[*Info]bool{}, settled: settled}
	return k.all()
}

// checker compares a state with what is in registers and memory. Its methods say what is wrong, or "".
type checker struct {
	o       *Observer
	s       *State
	live    Live
	seen    map[*Info]bool
	settled bool
}

func (k *checker) all() string {
	for n, i := range k.s.Vars[:k.s.Live()] {
		if i == nil {
			continue
		}
		wrong := k.info(i)
		if wrong == "" && k.s.InSync(n) && !k.same(i, Value(k.slot(n))) {
			wrong = fmt.Sprintf("its home has %s", k.show(Value(k.slot(n))))
		}
		if wrong != "" {
			return fmt.Sprintf("variable %d: %s", n, wrong)
		}
	}
	return ""
}

func (k *checker) slot(n int) uint64 {
	return *(*uint64)(unsafe.Add(unsafe.Pointer(k.live.Frame), object.FrameHeader+uintptr(n)*8))
}

// word is the live word of a run-time or compile-time i.
func (k *checker) word(i *Info) uint64 {
	p := i.Place
	switch {
	case i.Time == vinfo.CompileTime:
		return i.Known.Value
	case p.IsReg():
		return k.live.General[p.N()]
	case p.IsXReg():
		return math.Float64bits(k.live.XMM[p.N()])
	case p.IsSlot():
		return k.slot(p.N())
	}
	return *(*uint64)(unsafe.Add(k.live.Spills, 8*p.N()))
}

// info checks what is believed of i and its items.
func (k *checker) info(i *Info) string {
	if i == nil || k.seen[i] {
		return ""
	}
	k.seen[i] = true
	if i.Time == vinfo.RunTime {
		w := k.word(i)
		v := Value(w)
		switch {
		case i.Kind == vinfo.Int && i.Flags&vinfo.Small != 0 && !object.FitsSmall(int64(w)):
			return fmt.Sprintf("%s: %d is no small int", i, int64(w))
		case i.Kind == vinfo.Int && i.Flags&vinfo.Positive != 0 && int64(w) < 0:
			return fmt.Sprintf("%s: %d is negative", i, int64(w))
		case i.Kind != vinfo.Boxed:
			return ""
		case i.Flags&vinfo.NotNull != 0 && v == object.Null:
			return fmt.Sprintf("%s is Null", i)
		case v.IsPtr() && !k.o.t.RT.Heap.Contains(w):
			return fmt.Sprintf("%s: %#x is no object", i, w)
		}
		class := staging.ClassOf(v)
		if believed, ok := staging.Class(i); ok && believed != class && (k.settled || !k.o.c.Changeable(believed)) {
			return fmt.Sprintf("%s is %s", i, k.show(v))
		}
		for _, sw := range promotion.Switches() {
			if i.Not&(1<<sw.ID) != 0 && sw.Case(class) >= 0 {
				return fmt.Sprintf("%s, believed to be no case of switch %d, is %s", i, sw.ID, k.show(v))
			}
		}
		if x := i.Item(staging.ItemValue); x != nil && !k.number(class, x, v) {
			return fmt.Sprintf("%s is %s, unboxed %#x", i, k.show(v), k.word(x))
		}
		if x := i.Item(k.o.lang.BigInt); class == k.o.lang.Big && x != nil && !k.number(staging.ClassInt, x, v) {
			return fmt.Sprintf("%s is %s, unboxed %d", i, k.show(v), int64(k.word(x)))
		}
	}
	if i.Time == vinfo.Virtual && i.Rule == k.o.lang.RangeIter && k.word(i.Items[2]) == 0 {
		k.seen[i.Items[1]] = true // what would follow the last number need not be small
	}
	for n, x := range i.Items {
		if wrong := k.info(x); wrong != "" {
			return wrong
		}
		if class, _ := staging.Class(i); n < staging.ItemField || x == nil || i.Time != vinfo.RunTime || class == uint64(object.TFunction.Shape()) {
			continue
		}
		if v := contents(Value(k.word(i)), n-staging.ItemField); !k.same(x, v) {
			return fmt.Sprintf("%s: word %d of it is %s", i, n-staging.ItemField, k.show(v))
		}
	}
	return ""
}

// contents is what a field of v stands for.
func contents(v Value, field int) Value {
	if !v.IsExact(object.TTuple) && !v.IsExact(object.TList) {
		return *object.Slot(v, field)
	}
	items := object.FastItems(v)
	switch n := field - staging.FieldItems; {
	case field == staging.FieldSize:
		return object.SmallInt(int64(len(items)))
	case n >= 0 && n < len(items):
		return items[n]
	}
	return object.Null
}

// same reports whether v is what i stands for.
func (k *checker) same(i *Info, v Value) bool {
	switch {
	case i.Time != vinfo.Virtual:
		return Value(k.word(i)) == v
	case i.Rule < staging.FirstRule:
		class, _ := staging.Class(i)
		return k.number(class, i.Items[staging.ItemValue], v)
	}
	class, _ := staging.Class(i)
	return staging.ClassOf(v) == class // one that was built
}

// number reports whether the unboxed x, of a number or bool, is that of v.
func (k *checker) number(class uint64, x *Info, v Value) bool {
	w := k.word(x)
	switch class {
	case staging.ClassInt:
		n, ok := object.Int64(v)
		return ok && n == int64(w) && !v.IsBool()
	case staging.ClassLong, k.o.lang.Big:
		n, ok := object.Uint64(v)
		return ok && n == w && !v.IsBool()
	case staging.ClassBool:
		return v.IsBool() && w == uint64(v&1)
	case staging.ClassFloat:
		f := math.Float64frombits(w)
		return v.IsFloat() && (v.Float() == f || v.Float() != v.Float() && f != f)
	}
	return true
}

// show names a value without running any of its code.
func (k *checker) show(v Value) string {
	switch {
	case v.IsInt():
		return fmt.Sprint(v.Int())
	case v.IsFloat():
		return fmt.Sprint(v.Float())
	case v.IsPtr():
		return fmt.Sprintf("%s at %#x", object.GoString(object.TypeOf(k.o.t, v).Name), uint64(v))
	}
	return fmt.Sprintf("constant %d", uint64(v))
}
