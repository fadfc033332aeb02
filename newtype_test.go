package psy

import (
	"context"
	"errors"
	"iter"
	"math"
	"strings"
	"testing"
)

type vec struct {
	X float64 `py:"x"`
	Y float64 `py:"y"`
}

func (v *vec) Scale(by float64) *vec { return &vec{v.X * by, v.Y * by} }

func TestNewType(t *testing.T) {
	r, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cls, err := NewType[vec](r, "geo.Vec",
		TypeDoc("A vector."),
		Constructor(NewFunc(func(x, y float64) (*vec, error) {
			if math.IsNaN(x) {
				return nil, errors.New("not a number")
			}
			return &vec{x, y}, nil
		}, Sig("(x, y=0)"))),
		Method("__add__", func(a, b *vec) *vec { return &vec{a.X + b.X, a.Y + b.Y} }),
		Method("__mul__", func(a *vec, k float64) *vec { return a.Scale(k) }),
		Method("__rmul__", func(a *vec, k float64) *vec { return a.Scale(k) }),
		Method("__eq__", func(a, b *vec) bool { return *a == *b }),
		Method("__len__", func(a *vec) int { return 2 }),
		Method("__iter__", func(a *vec) iter.Seq[float64] {
			return func(yield func(float64) bool) { _ = yield(a.X) && yield(a.Y) }
		}),
		Method("__getitem__", func(a *vec, i int) (float64, error) {
			if i < 0 || i > 1 {
				return 0, &Exception{Type: "IndexError", Message: "no such part"}
			}
			return [2]float64{a.X, a.Y}[i], nil
		}),
		Method("dot", NewFunc(func(ctx context.Context, a, other *vec) float64 { return a.X*other.X + a.Y*other.Y }, Sig("(other)"), Doc("The dot product."))),
		Property("norm", func(a *vec) float64 { return math.Hypot(a.X, a.Y) }, func(a *vec, n float64) error {
			if n < 0 {
				return errors.New("negative")
			}
			*a = *a.Scale(n / math.Hypot(a.X, a.Y))
			return nil
		}),
	)
	if err != nil {
		t.Fatal(err)
	}
	if cls.String() != "<class 'geo.Vec'>" {
		t.Error(cls)
	}
	var kept *vec
	r.Bind("geo.keep", func(v *vec) { kept = v })
	r.Bind("geo.kept", func() *vec { return kept })
	prog, err := Compile([]byte(catcher+`
from geo import Vec, keep, kept
import inspect
v = Vec(3, y=4)
assert (v.x, v.y, v.norm, len(v), list(v), v[1], v[-0]) == (3.0, 4.0, 5.0, 2, [3.0, 4.0], 4.0, 3.0)
assert v + Vec(1) == Vec(4.0, 4.0) and (v * 2).x == 6.0 and (2 * v).y == 8.0 and v.Scale(0.5).x == 1.5
assert v != 3 and v.dot(other=Vec(1, 1)) == 7.0 and Vec.__doc__ == "A vector." and Vec.dot.__doc__ == "The dot product."
v.norm = 10
assert v.x == 6.0, v
class Vec3(Vec):
    def __init__(self, x, y, z):
        super().__init__(x, y)
        self.z = z
    @property
    def volume(self): return self.x * self.y * self.z
w = Vec3(1, 2, 3)
assert w.volume == 6.0 and w.norm == 5 ** 0.5 and isinstance(w + v, Vec)
keep(w)
assert kept() is w
old = kept(); w.__init__(5, 6, 7); new = kept()
assert old is w and new is not w and new.x == 1.0 and w.x == 5.0
class Lazy(Vec):
    def __init__(self): pass
said = [str(inspect.signature(Vec.dot)), str(inspect.signature(v.dot)), str(inspect.signature(keep)), repr(v), repr(w),
    caught(Vec), caught(Vec, "x"), caught(Vec, float("nan")), caught(lambda: v + 1), caught(lambda: v < v), caught(hash, v), caught(lambda: Lazy().x), caught(lambda: Lazy().norm),
    caught(lambda: Lazy() + v), caught(setattr, v, "norm", -1), caught(delattr, v, "norm"), caught(v.dot, 1), caught(Vec.dot), caught(Vec.dot, 1, v), caught(lambda: v[2]), caught(Vec, 1, 2, 3), caught(lambda: Vec(1, z=2))]
`), "vec.py")
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Exec(nil, prog)
	if err != nil {
		t.Fatal(err.(*Exception).Format())
	}
	if kept == nil || kept.X != 1 {
		t.Error(kept)
	}
	said, err := m.Get("said")
	if err != nil {
		t.Fatal(err)
	}
	lines, err := As[[]string](said)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(`
(self, other)
(other)
(arg0, /)
Vec(x=6.0, y=8.0)
Vec3(x=5.0, y=6.0)
TypeError: Vec() missing required argument 'x' (pos 1)
TypeError: psy: Vec() argument 'x': cannot make float64 of str
RuntimeError: not a number
TypeError: unsupported operand type(s) for +: 'Vec' and 'int'
TypeError: '<' not supported between instances of 'Vec' and 'Vec'
TypeError: unhashable type: 'Vec'
TypeError: Lazy.__init__() has not been called
TypeError: Lazy.__init__() has not been called
TypeError: Lazy.__init__() has not been called
RuntimeError: negative
AttributeError: property 'norm' of 'Vec' object has no deleter
TypeError: psy: Vec.dot() argument 'other': cannot make psy.vec of int: it has no x
TypeError: unbound method Vec.dot() needs an argument
TypeError: Vec.dot() needs a receiver of Go type *psy.vec, not int
IndexError: no such part
TypeError: Vec() takes at most 2 arguments (3 given)
TypeError: Vec() got an unexpected keyword argument 'z'
`), "\n")
	for i, l := range lines {
		if i >= len(want) || want[i] != l {
			t.Errorf("%d: %s", i, l)
		}
	}
	if _, err := NewType[vec](r, "geo.Again"); err == nil {
		t.Error("two classes of one type")
	}
}
