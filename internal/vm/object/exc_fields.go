// Exception classes with a few fields: StopIteration, SystemExit, ImportError, AttributeError, NameError.

package object

// StopIterationError is an instance of StopIteration.
type StopIterationError struct {
	Exception
	Value Value
}

// SystemExitError is an instance of SystemExit.
type SystemExitError struct {
	Exception
	Code Value
}

// ImportErrorObject is an instance of ImportError.
type ImportErrorObject struct {
	Exception
	Msg, Name, Path, NameFrom Value
}

// NameErrorObject is an instance of NameError, or of AttributeError, which alone has Obj.
type NameErrorObject struct {
	Exception
	Name, Obj Value
}

// excMembers declares the fields behind the common part, in order, as writable attributes that read as None when unset.
func excMembers(names ...string) []MemberDef {
	m := make([]MemberDef, len(names))
	for i, n := range names {
		m[i] = MemberDef{Name: n, Word: excExtra + i, Writable: true, OrNone: true}
	}
	return m
}

var (
	importErrorSig = ParseSignature("ImportError", "(*, name=None, path=None, name_from=None)")
	nameErrorSig   = ParseSignature("NameError", "(*, name=None)")
	attrErrorSig   = ParseSignature("AttributeError", "(*, name=None, obj=None)")
)

func defineFieldExceptions() {
	defineException(TStopIteration, TException, "StopIteration", 1, TypeDef{
		Slots: Slots{Init: func(t *Thread, self Value, args []Value, kw Value) bool {
			if !exceptionInit(t, self, args, kw) {
				return false
			}
			v := None
			if len(args) > 0 {
				v = args[0]
			}
			As[StopIterationError](self).Value = v
			return true
		}},
		Members: excMembers("value"),
	})
	defineException(TSystemExit, TBaseException, "SystemExit", 1, TypeDef{
		Slots: Slots{Init: func(t *Thread, self Value, args []Value, kw Value) bool {
			if !exceptionInit(t, self, args, kw) {
				return false
			}
			switch e := As[SystemExitError](self); len(args) {
			case 0:
			case 1:
				e.Code = args[0]
			default:
				e.Code = e.Args
			}
			return true
		}},
		Members: excMembers("code"),
	})
	defineException(TImportError, TException, "ImportError", 4, TypeDef{
		Slots:   Slots{Init: importErrorInit, Str: importErrorStr},
		Members: excMembers("msg", "name", "path", "name_from"),
		Methods: []FuncDef{{Name: "__reduce__", F0: importErrorReduce}},
	})
	defineException(TNameError, TException, "NameError", 1, TypeDef{
		Slots: Slots{Init: func(t *Thread, self Value, args []Value, kw Value) bool {
			return initWithKeywords(t, self, args, kw, nameErrorSig, excExtra)
		}},
		Members: excMembers("name"),
	})
	defineException(TAttributeError, TException, "AttributeError", 2, TypeDef{
		Slots: Slots{Init: func(t *Thread, self Value, args []Value, kw Value) bool {
			return initWithKeywords(t, self, args, kw, attrErrorSig, excExtra)
		}},
		Members: excMembers("name", "obj"),
		Methods: []FuncDef{
			{Name: "__getstate__", F0: attributeErrorState},
			{Name: "__reduce__", F0: func(t *Thread, self Value) Value {
				state := attributeErrorState(t, self)
				if state == Null {
					return Null
				}
				return reduceWith(t, self, As[Exception](self).Args, state)
			}},
		},
	})
}

// initWithKeywords sets args from the positional arguments and stores the keyword arguments of sig in the words from first on.
func initWithKeywords(t *Thread, self Value, args []Value, kw Value, sig *Signature, first int) bool {
	pos, named := SplitKw(args, kw)
	if !setArgsFrom(t, self, pos) {
		return false
	}
	n := len(sig.Params)
	bound := t.PushArgs(n)
	if bound == nil {
		return false
	}
	ok := sig.Bind(t, named, kw, bound)
	if ok {
		for i, v := range bound {
			*Slot(self, first+i) = v
		}
	}
	t.PopArgs(n)
	return ok
}

func importErrorInit(t *Thread, self Value, args []Value, kw Value) bool {
	if !initWithKeywords(t, self, args, kw, importErrorSig, excExtra+1) {
		return false
	}
	e := As[ImportErrorObject](self)
	e.Msg = Null
	if a := As[Tuple](e.Args); a.Len() == 1 {
		e.Msg = *a.At(0)
	}
	return true
}

func importErrorStr(t *Thread, v Value) Value {
	if m := As[ImportErrorObject](v).Msg; m != Null && m.IsExact(TStr) {
		return m
	}
	return exceptionStr(t, v)
}

// stateDict returns a copy of the instance's __dict__; nil on error.
func stateDict(t *Thread, v Value) *Dict {
	d := existingDict(t, v)
	if t.Exc != Null {
		return nil
	}
	if d == Null {
		return NewDict(t)
	}
	return As[Dict](d).Copy(t)
}

func importErrorReduce(t *Thread, self Value) Value {
	e := As[ImportErrorObject](self)
	d := stateDict(t, self)
	if d == nil {
		return Null
	}
	if !setUnlessNull(t, d, "name", e.Name) || !setUnlessNull(t, d, "path", e.Path) || !setUnlessNull(t, d, "name_from", e.NameFrom) {
		return Null
	}
	state := Null
	if d.Used > 0 {
		state = Of(d)
	}
	return reduceWith(t, self, e.Args, state)
}

func setUnlessNull(t *Thread, d *Dict, name string, v Value) bool {
	return v == Null || d.SetStr(t, name, v)
}

func attributeErrorState(t *Thread, self Value) Value {
	e := As[NameErrorObject](self)
	d := stateDict(t, self)
	if d == nil || !setUnlessNull(t, d, "name", e.Name) || !d.SetStr(t, "args", e.Args) {
		return Null
	}
	return Of(d)
}

// setAttributeErrorContext tells the AttributeError being raised which attribute of which object was missing.
func setAttributeErrorContext(t *Thread, v, name Value) {
	if t.Exc != Null && TypeOf(t, t.Exc).Is(TAttributeError) {
		e := As[NameErrorObject](t.Exc)
		e.Name, e.Obj = name, v
	}
}

// RaiseImportError raises ImportError or ModuleNotFoundError (id) with its attributes; each may be Null.
func RaiseImportError(t *Thread, id TypeID, msg, name, path, nameFrom Value) Value {
	RaiseValue(t, id, msg)
	if t.Exc != Null && TypeOf(t, t.Exc).Is(id) {
		e := As[ImportErrorObject](t.Exc)
		e.Name, e.Path, e.NameFrom = name, path, nameFrom
	}
	return Null
}
