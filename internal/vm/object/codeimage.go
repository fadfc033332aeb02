// Code objects out of images: made without their bodies, which come when something asks for them. Most functions of a module are never called.

package object

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/front/pyc"
)

// A code object whose body is not made has Image set, a tuple that all code of the module shares: the image's bytes, then the objects that were made of
// it so far, None for others. Index is the code object's number among them. Until then it has no code units (First is nil), and its tuples and tables are
// empty. Ready makes the body. It is called before the code is run, and before anything but its shell is looked at. Where frames are pushed
// that is done by newFrame of package interp, so code in frames has its body.

// NewCodeImage makes the code object of an image's module.
func NewCodeImage(t *Thread, m *pyc.Image) Value {
	data := bytesFrom(t, unsafe.String(unsafe.SliceData(m.Data()), len(m.Data())))
	if data == Null {
		return Null
	}
	made := NewTuple(t, m.Objects()+1)
	if made == nil {
		return Null
	}
	for i := range made.Items() {
		*made.At(i) = None
	}
	*made.At(0) = data
	co := imageObject(t, made, 1)
	if co == Null || !As[Code](co).Ready(t) {
		return Null
	}
	return co
}

// imageOf views the image whose objects are in made. It is valid while made is reachable from a local variable.
func imageOf(made *Tuple) pyc.Image { return pyc.ViewImage(bytesOf(*made.At(0))) }

// imageObject gives object n of the image, made when it is first asked for.
func imageObject(t *Thread, made *Tuple, n uint32) Value {
	if v := *made.At(int(n)); v != None {
		return v
	}
	if !t.Enter(" while loading a constant") {
		return Null
	}
	v := makeImageObject(t, made, n)
	t.Leave()
	if v != Null {
		*made.At(int(n)) = v
	}
	return v
}

func makeImageObject(t *Thread, made *Tuple, n uint32) Value {
	kind, r := imageOf(made).At(n)
	switch kind {
	case pyc.ImageNone:
		return None
	case pyc.ImageEllipsis:
		return Ellipsis
	case pyc.ImageTrue:
		return True
	case pyc.ImageFalse:
		return False
	case pyc.ImageInt:
		return loadInt(t, int64(r.Word()))
	case pyc.ImageFloat:
		return Float(math.Float64frombits(r.Word()))
	case pyc.ImageComplex:
		z := New[Complex](t, TComplex)
		if z == nil {
			return Null
		}
		z.Re = math.Float64frombits(r.Word())
		z.Im = math.Float64frombits(r.Word())
		return Of(z)
	case pyc.ImageBig:
		negative, words := r.Number() != 0, make([]uint64, r.Number())
		for i := range words {
			words[i] = r.Word()
		}
		return newBigWords(t, negative, words...)
	case pyc.ImageStr:
		return NewStr(t, r.Text())
	case pyc.ImageInterned:
		return Intern(t, r.Text())
	case pyc.ImageBytes:
		return bytesFrom(t, r.Text())
	case pyc.ImageTuple:
		x := imageTuple(t, made, &r)
		if x == nil {
			return Null
		}
		return Of(x)
	case pyc.ImageFrozenSet:
		copies := int(r.Number())
		x := imageTuple(t, made, &r)
		if x == nil {
			return Null
		}
		return frozenConst(t, Of(x), copies)
	case pyc.ImageCode:
		return codeShell(t, made, n, r.Shell())
	}
	return Raise(t, TSystemError, "bad image of code")
}

// imageTuple makes a tuple of the objects whose indices follow.
func imageTuple(t *Thread, made *Tuple, r *pyc.ImageReader) *Tuple {
	n := int(r.Number())
	if n == 0 {
		return t.RT.EmptyTuple
	}
	x := NewTuple(t, n)
	if x == nil {
		return nil
	}
	for i := range n {
		v := imageObject(t, made, r.Number())
		if v == Null {
			return nil
		}
		*x.At(i) = v
	}
	return x
}

// codeShell makes a code object without its body.
func codeShell(t *Thread, made *Tuple, n uint32, s pyc.ImageShell) Value {
	name := imageObject(t, made, s.Name)
	qualName := imageObject(t, made, s.QualName)
	file := imageObject(t, made, s.Filename)
	if name == Null || qualName == Null || file == Null {
		return Null
	}
	co := New[Code](t, TCode)
	if co == nil {
		return Null
	}
	co.Consts, co.NamesTuple, co.LocalsNames = t.RT.EmptyTuple, t.RT.EmptyTuple, t.RT.EmptyTuple
	co.LineTable, co.ExcTable, co.Kinds, co.OrigUnits = t.RT.EmptyBytes, t.RT.EmptyBytes, t.RT.EmptyBytes, t.RT.EmptyBytes
	co.Name, co.QualName, co.Filename = name, qualName, file
	co.ArgCount, co.PosOnly, co.KwOnly = int32(s.ArgCount), int32(s.PosOnlyArgCount), int32(s.KwOnlyArgCount)
	co.Flags, co.StackSize, co.FirstLine = s.Flags, int32(s.StackSize), int32(s.FirstLine)
	co.NLocals, co.NCells, co.NFree, co.NLocalsPlus = int32(s.Locals), int32(s.Cells), int32(s.Free), int32(s.LocalsPlus)
	co.FrameSize = int32(FrameHeader) + (co.NLocalsPlus+co.StackSize)*8
	co.HasTry = s.HasTry != 0
	co.Hot = t.RT.HotThreshold
	co.Image, co.Index = Of(made), n
	return co.made(t)
}

// Ready makes the body of code that has none yet. False: an exception is set, and there is still none.
func (co *Code) Ready(t *Thread) bool { return co.Image == Null || co.makeBody(t) }

func (co *Code) makeBody(t *Thread) bool {
	made := As[Tuple](co.Image)
	_, r := imageOf(made).At(co.Index)
	r.Shell()
	consts := imageTuple(t, made, &r)
	if consts == nil {
		return false
	}
	names := imageTuple(t, made, &r)
	if names == nil {
		return false
	}
	locals := imageTuple(t, made, &r)
	if locals == nil {
		return false
	}
	kinds := bytesFrom(t, r.Text())
	instructions, size := r.Bytecode()
	units, code := MakeBytes(t, size)
	if units == Null {
		return false
	}
	pyc.WithCaches(code, instructions)
	lines := r.Text()
	if t.RT.NoColumns {
		lines = (&pyc.Code{LineTable: lines, FirstLine: int(co.FirstLine)}).WithoutColumns()
	}
	lineTable, excTable := bytesFrom(t, lines), bytesFrom(t, r.Text())
	if kinds == Null || lineTable == Null || excTable == Null {
		return false
	}
	co.OrigUnits = units
	if !co.makeUnits(t) {
		co.OrigUnits = t.RT.EmptyBytes
		return false
	}
	co.Consts, co.NamesTuple, co.LocalsNames = consts, names, locals
	co.Kinds, co.LineTable, co.ExcTable = kinds, lineTable, excTable
	co.Image = Null
	return true
}

// doc gives the docstring of a function that is made of co, or None.
func (co *Code) doc(t *Thread) Value {
	if co.Image == Null {
		if co.Consts.Len() > 0 && co.Consts.At(0).IsExact(TStr) {
			return *co.Consts.At(0)
		}
		return None
	}
	made := As[Tuple](co.Image)
	m := imageOf(made)
	_, r := m.At(co.Index)
	r.Shell()
	if r.Number() == 0 {
		return None
	}
	first := r.Number()
	if kind, _ := m.At(first); kind != pyc.ImageStr && kind != pyc.ImageInterned {
		return None
	}
	return imageObject(t, made, first)
}

// bodyField makes a getter of what belongs to the body.
func bodyField(f func(t *Thread, co *Code) Value) UnaryFunc {
	return func(t *Thread, v Value) Value {
		co := As[Code](v)
		if !co.Ready(t) {
			return Null
		}
		return f(t, co)
	}
}
