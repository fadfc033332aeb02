// Values as constants of package pyc: what marshal writes.

package object

import (
	"errors"
	"math/big"
	"math/bits"
	"unsafe"

	"github.com/psyco-go/psy/internal/front/pyc"
)

// Why a value cannot be a constant.
var (
	ErrUnmarshallable = errors.New("unmarshallable object")
	ErrCodeNotAllowed = errors.New("marshalling code objects is disallowed")
	errNestedTooDeep  = errors.New("object too deeply nested to marshal")
)

// maxConstDepth is how deep marshal data may be nested.
const maxConstDepth = 2000

// ConstOf makes a constant of a value; one object becomes one constant, wherever it is met.
// The meter counts what that takes.
func ConstOf(t *Thread, v Value, allowCode bool, meter *Meter) (pyc.Const, error) {
	m := constMaker{t: t, made: map[uint64]pyc.Const{}, allowCode: allowCode, meter: meter}
	c := m.make(v, 0)
	return c, m.err
}

// constMaker remembers by address what it has made; the objects are alive as parts of the value being written.
type constMaker struct {
	t         *Thread
	made      map[uint64]pyc.Const
	allowCode bool
	meter     *Meter
	err       error
}

func (m *constMaker) fail(err error) pyc.Const {
	if m.err == nil {
		m.err = err
	}
	return pyc.None{}
}

func (m *constMaker) haltedAt(i int) bool {
	if m.t.haltedAt(i) {
		m.fail(pyc.ErrStopped)
	}
	return m.err != nil
}

//psy:bounded depth is compared with maxConstDepth
func (m *constMaker) make(v Value, depth int) pyc.Const {
	switch {
	case m.err != nil:
		return pyc.None{}
	case depth >= maxConstDepth:
		return m.fail(errNestedTooDeep)
	case v == None:
		return pyc.None{}
	case v == Ellipsis:
		return pyc.Ellipsis{}
	case v.IsBool():
		return pyc.Bool(v == True)
	case v.IsInt():
		return pyc.Int(v.Int())
	case v.IsFloat():
		return pyc.Float(Outward(v.Float()))
	case v == Of(m.t.Type(TStopIteration)):
		return pyc.StopIteration{}
	case !v.IsPtr():
		return m.fail(ErrUnmarshallable)
	}
	if c, ok := m.made[uint64(v)]; ok {
		return c
	}
	if !m.meter.Add(constBytes + payload(v)) {
		return m.fail(pyc.ErrStopped)
	}
	done := func(c pyc.Const) pyc.Const {
		m.made[uint64(v)] = c
		return c
	}
	switch v.ShapeID() {
	case TInt.Shape():
		return done(bigConst(v))
	case TComplex.Shape():
		z := As[Complex](v)
		return done(&pyc.Complex{Real: Outward(z.Re), Imag: Outward(z.Im)})
	case TStr.Shape():
		return done(strConst(v))
	case TBytes.Shape():
		return done(&pyc.Bytes{S: string(bytesOf(v))})
	case TTuple.Shape():
		c := &pyc.Tuple{}
		done(c)
		c.Items = m.items(As[Tuple](v).Items(), depth)
		return c
	case TList.Shape():
		c := &pyc.List{}
		done(c)
		c.Items = m.items(As[List](v).Slice(), depth)
		return c
	case TSet.Shape(), TFrozenSet.Shape():
		l := ListFromIterable(m.t, v)
		if l == nil {
			return m.fail(ErrUnmarshallable)
		}
		if v.IsExact(TSet) {
			c := &pyc.Set{}
			done(c)
			c.Items = m.items(l.Slice(), depth)
			return c
		}
		c := &pyc.FrozenSet{}
		done(c)
		c.Items = m.items(l.Slice(), depth)
		return c
	case TDict.Shape():
		c := &pyc.Dict{}
		done(c)
		d := As[Dict](v)
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			c.Keys = append(c.Keys, m.make(e.Key, depth+1))
			c.Values = append(c.Values, m.make(e.Val, depth+1))
			if m.err != nil || m.haltedAt(i) {
				break
			}
		}
		return c
	case TCode.Shape():
		if !m.allowCode {
			return m.fail(ErrCodeNotAllowed)
		}
		return done(m.code(As[Code](v), depth))
	}
	if data, ok := bufferView(m.t, v); ok {
		return done(&pyc.Bytes{S: string(data)})
	}
	return m.fail(ErrUnmarshallable)
}

// constBytes is what a constant takes besides its text.
const constBytes = 120

// payload is how many bytes the text, digits or items of a constant take, and what is copied for them.
func payload(v Value) int {
	switch v.ShapeID() {
	case TInt.Shape():
		return int(As[BigInt](v).Words) * 8
	case TStr.Shape():
		if s := As[Str](v); !s.IsASCII() {
			return int(s.Len) * (2 + int(s.Kind())) * 2
		}
		return int(As[Str](v).Len)
	case TBytes.Shape():
		return len(bytesOf(v))
	case TTuple.Shape():
		return 24 * As[Tuple](v).Len()
	case TList.Shape():
		return 24 * As[List](v).Len()
	case TDict.Shape():
		return 100 * int(As[Dict](v).Used)
	case TCode.Shape():
		return 2000
	}
	return 0
}

func (m *constMaker) items(vs []Value, depth int) []pyc.Const {
	out := make([]pyc.Const, len(vs))
	for i, v := range vs {
		if out[i] = m.make(v, depth+1); m.err != nil || m.haltedAt(i) {
			break
		}
	}
	return out
}

func bigConst(v Value) pyc.Const {
	b := As[BigInt](v)
	words := unsafe.Slice((*uint64)(unsafe.Add(v.Ptr(), BigData)), b.Words)
	var w []big.Word
	for _, x := range words {
		w = append(w, big.Word(x))
		if bits.UintSize == 32 {
			w = append(w, big.Word(x>>32))
		}
	}
	n := new(big.Int).SetBits(w)
	if b.Sign < 0 {
		n.Neg(n)
	}
	return pyc.NewInt(n)
}

func strConst(v Value) *pyc.Str {
	s, _ := pyc.NewStr(GoString(v), uint8(As[Str](v).Meta)&StrInterned != 0)
	return s
}

func (m *constMaker) strOf(v Value) *pyc.Str {
	if s, ok := m.make(v, 0).(*pyc.Str); ok {
		return s
	}
	m.fail(ErrUnmarshallable)
	return nil
}

func (m *constMaker) names(x *Tuple) []*pyc.Str {
	out := make([]*pyc.Str, x.Len())
	for i, v := range x.Items() {
		out[i] = m.strOf(v)
	}
	return out
}

func (m *constMaker) code(co *Code, depth int) *pyc.Code {
	if !co.Ready(m.t) {
		m.t.ClearExc()
		m.fail(ErrUnmarshallable)
		return &pyc.Code{}
	}
	return &pyc.Code{
		ArgCount: int(co.ArgCount), PosOnlyArgCount: int(co.PosOnly), KwOnlyArgCount: int(co.KwOnly),
		StackSize: int(co.StackSize), Flags: int(co.Flags), Bytecode: string(bytesOf(co.OrigUnits)),
		Consts: m.items(co.Consts.Items(), depth), Names: m.names(co.NamesTuple),
		LocalsPlusNames: m.names(co.LocalsNames), LocalsPlusKinds: string(bytesOf(co.Kinds)),
		Filename: m.strOf(co.Filename), Name: m.strOf(co.Name), QualName: m.strOf(co.QualName),
		FirstLine: int(co.FirstLine), LineTable: string(bytesOf(co.LineTable)), ExceptionTable: string(bytesOf(co.ExcTable)),
	}
}
