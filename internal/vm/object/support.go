// Small operations that the interpreter and modules share.

package object

// AddressText is an object's address as reprs show it.
func AddressText(v Value) string { return address(v) }

// ClassGetItem is the __class_getitem__ of built-in generic classes: cls[item].
func ClassGetItem(t *Thread, cls, item Value) Value { return newGenericAlias(t, cls, item) }

// StopIterationValue returns the value of a StopIteration.
func StopIterationValue(exc Value) Value {
	if v := As[StopIterationError](exc).Value; v != Null {
		return v
	}
	return None
}

// StopIterationWith makes a StopIteration with a value; a tuple or exception is not taken for its arguments.
func StopIterationWith(t *Thread, v Value) Value {
	e := NewException(t, t.RT.Types[TStopIteration], v)
	if e != Null {
		As[StopIterationError](e).Value = v
	}
	return e
}

// RaiseStopIteration raises StopIteration(v).
func RaiseStopIteration(t *Thread, v Value) Value {
	if e := StopIterationWith(t, v); e != Null {
		SetExc(t, e)
	}
	return Null
}

// RaiseKeyError raises KeyError(key).
func RaiseKeyError(t *Thread, key Value) Value { return RaiseValue(t, TKeyError, key) }

// SetNameErrorName gives the NameError being raised its name attribute.
func SetNameErrorName(t *Thread, name Value) {
	if t.Matches(TNameError) {
		As[NameErrorObject](t.Exc).Name = name
	}
}

// ImportFromError raises the ImportError of "from module import name".
func ImportFromError(t *Thread, module, modname, name Value) Value {
	who := "<unknown module name>"
	if modname != Null && IsStr(modname) {
		who = GoString(modname)
	} else {
		modname = None
	}
	file := LookupAttr(t, module, t.N(N_file_))
	if file == Null {
		t.ClearExc()
	}
	where := "unknown location"
	if file != Null && IsStr(file) {
		where = GoString(file)
	} else {
		file = None
	}
	from := "'" + who + "'"
	spec := LookupAttr(t, module, t.N(N_spec_))
	t.ClearExc()
	if spec != Null && spec != None && initializing(t, spec) {
		from = "partially initialized module " + from + " (most likely due to a circular import)"
	}
	msg := NewStr(t, "cannot import name '"+GoString(name)+"' from "+from+" ("+where+")")
	if msg == Null {
		return Null
	}
	return RaiseImportError(t, TImportError, msg, modname, file, name)
}

// NewSentinel makes an object that is equal to nothing but itself.
func NewSentinel(t *Thread) Value { return AllocInstance(t, t.RT.Types[TObject]) }

// SetAdd, SetUpdate, SetContains and SetOf are the set operations of instructions.
func SetAdd(t *Thread, set, v Value) bool { return As[Set](set).Add(t, v) }

func SetUpdate(t *Thread, set, iterable Value) bool { return As[Set](set).Update(t, iterable) }

func SetContains(t *Thread, set, v Value) int { return setContains(t, set, v) }

// SetOf makes a set of values that lie off the Go heap.
func SetOf(t *Thread, items []Value) Value {
	s := NewSet(t, TSet)
	if s == nil {
		return Null
	}
	for _, v := range items {
		if !s.Add(t, v) {
			return Null
		}
	}
	return Of(s)
}

// Indexes in Runtime.Extra.
const (
	ExtraAsyncGenHooks = iota // tuple of the hooks of sys.set_asyncgen_hooks, or Null
	ExtraMonitor              // tuple of what tracing and sys.monitoring hold, or Null
)

// MemberWord is the word of an instance of typ that a member descriptor shows, 0 if it is of another class or audit hooks are told of it;
// MemberWritable tells whether it may be stored.
func MemberWord(d Value, typ *Type) int {
	if m := As[MemberDescr](d); typ.IsSubtype(m.Owner) && !m.Audit {
		return int(m.Word)
	}
	return 0
}

// BitsOf is where an attribute of instances of typ stands whose descriptor is d; Width 0: nowhere.
func BitsOf(d Value, typ *Type) Bits {
	switch {
	case d.IsExact(TGetSetDescr):
		if g := As[GetSetDescr](d); g.Audit&AuditGet == 0 && typ.IsSubtype(g.Owner) {
			return g.Bits
		}
	case d.IsExact(TMemberDescr):
		if m := As[MemberDescr](d); !m.Audit && typ.IsSubtype(m.Owner) {
			return m.Bits
		}
	}
	return Bits{}
}

// IsComputed reports whether instances of typ get the attribute of a built-in descriptor d from a function (ReadComputed).
func IsComputed(d Value, typ *Type) bool {
	switch {
	case d.IsExact(TGetSetDescr):
		return typ.IsSubtype(As[GetSetDescr](d).Owner)
	case d.IsExact(TMemberDescr):
		m := As[MemberDescr](d)
		return m.Get != 0 && typ.IsSubtype(m.Owner)
	}
	return false
}

// ClassAttr is object's descriptor __class__.
func ClassAttr(t *Thread) Value { return t.RT.classAttr }

// IsDictDescr reports whether d is the attribute __dict__ of typ's instances, which shows their dict as it is.
func IsDictDescr(d Value, typ *Type) bool {
	if !d.IsExact(TGetSetDescr) || typ.Flags&TypeTypeSub != 0 || !typ.HasDict() {
		return false
	}
	get := As[GetSetDescr](d).Get
	return get == wordOf[UnaryFunc](getDict) || get == wordOf[UnaryFunc](getInstanceDict)
}

// ReadComputed is v's attribute of a descriptor for which IsComputed holds.
func ReadComputed(t *Thread, d, v Value) Value {
	if d.IsExact(TGetSetDescr) {
		return getsetGet(t, d, v, Null)
	}
	return memberGet(t, d, v, Null)
}

// TupleField, for compilers, gives the index of the item that d shows of a tuple; ok false: d is no such descriptor. The module that has them sets it.
var TupleField = func(d Value) (n int64, ok bool) { return 0, false }

// PackedArray tells compilers where arrays of numbers have what they consist of: the Raw object with the items, their number and their typecode, a byte.
// The module that has such arrays sets it.
var PackedArray struct {
	Type             TypeID // 0: there are none
	Data, Size, Code int32
}

func MemberWritable(d Value) bool { return !As[MemberDescr](d).ReadOnly }
