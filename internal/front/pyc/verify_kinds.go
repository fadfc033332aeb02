package pyc

// What the verifier knows of a value on the stack.

// slot is a kind in the low byte and a number that belongs to it above.
type slot uint32

// Kinds of values. From kindNone on they are Python objects.
const (
	kindNull    slot = iota
	kindMaybe        // an object or Null
	kindSaved        // what LOAD_FAST_AND_CLEAR took: an object, a cell or Null
	kindRaw          // a function that needs a closure; its code is constant number aux
	kindDead         // of no use to any instruction but those that move or drop it
	kindNone         // None
	kindObject       // any object
	kindBool         // True or False
	kindInt          // an exact int
	kindStr          // a str constant
	kindExc          // an exception
	kindExcInfo      // an exception or None
	kindLastI        // the offset that a handler's entry pushed
	kindList         // a list made here
	kindSet          // a set made here
	kindDict         // a dict made here
	kindTuple        // a tuple of aux-1 items, of any number if aux is 0
	kindConst        // a constant tuple, number aux
	kindCells        // a tuple of aux cells
	kindCode         // a code object, constant number aux
	kindCell         // a cell
	kindFunc         // a function made here; its code is constant number aux-1, unknown if aux is 0
)

var kindNames = [...]string{
	kindNull: "Null", kindMaybe: "an object or Null", kindSaved: "a saved local", kindRaw: "a function without its closure", kindDead: "a value of no kind",
	kindNone: "None", kindObject: "an object", kindBool: "a bool", kindInt: "an int", kindStr: "a str constant", kindExc: "an exception", kindExcInfo: "an exception or None",
	kindLastI: "an instruction's offset", kindList: "a list", kindSet: "a set", kindDict: "a dict", kindTuple: "a tuple", kindConst: "a constant tuple",
	kindCells: "a tuple of cells", kindCode: "a code object", kindCell: "a cell", kindFunc: "a function",
}

// The aux bits of kindSaved: what is known of the local.
const (
	savedBound = 1
	savedCell  = 2
)

func mk(kind slot, aux int) slot { return kind | slot(aux)<<8 }

func (s slot) kind() slot     { return s & 0xFF }
func (s slot) aux() int       { return int(s >> 8) }
func (s slot) object() bool   { return s.kind() >= kindNone }
func (s slot) exc() bool      { return s.kind() == kindExc }
func (s slot) excInfo() bool  { k := s.kind(); return k == kindExc || k == kindExcInfo || k == kindNone }
func (s slot) tuple() bool    { k := s.kind(); return k == kindTuple || k == kindConst || k == kindCells }
func (s slot) String() string { return kindNames[s.kind()] }

// join gives what is known of a value that is one or the other.
func join(a, b slot) slot {
	if a == b {
		return a
	}
	ka, kb := a.kind(), b.kind()
	switch {
	case ka == kindSaved && kb == kindSaved:
		return mk(kindSaved, a.aux()&b.aux())
	case ka == kindSaved || kb == kindSaved || ka == kindRaw || kb == kindRaw || ka == kindDead || kb == kindDead:
		return kindDead
	case !a.object() || !b.object():
		return kindMaybe
	case a.excInfo() && b.excInfo():
		return kindExcInfo
	case ka == kindFunc && kb == kindFunc:
		return kindFunc
	case a.tuple() && b.tuple():
		return kindTuple
	}
	return kindObject
}
