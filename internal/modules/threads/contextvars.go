// The module _contextvars: a thread has one context at a time, a table of the values of context variables.

package threads

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tContext      = object.AllocTypeID()
	tContextVar   = object.AllocTypeID()
	tContextToken = object.AllocTypeID()
	tTokenMissing = object.AllocTypeID()
)

// context maps variables to values. Outer is the context that was current when it was entered. Last is the variable that was found last, and Is its value: most
// programs ask for one variable again and again, decimal's.
type context struct {
	header
	Vars            *object.Dict
	Outer, Last, Is Value
	Entered         bool
}

// get is the value of a variable in c; Null: it has none, or an exception is set.
func (c *context) get(t *Thread, v Value) Value {
	if c.Last == v {
		return c.Is
	}
	x := c.Vars.Get(t, v)
	if x != null {
		c.Last, c.Is = v, x
	}
	return x
}

// forget is called when a variable changes.
func (c *context) forget(v Value) {
	if c.Last == v {
		c.Last, c.Is = null, null
	}
}

type contextVar struct {
	header
	Name, Default Value
}

type contextToken struct {
	header
	Context, Var, Old Value // Old is Null if the variable had no value
	Used              bool
}

// currentContext makes the first context when it is asked for.
func currentContext(t *Thread) *context {
	if v := t.ContextVars; v != null {
		return object.As[context](v)
	}
	c := newContext(t, nil)
	if c != nil {
		t.ContextVars = object.Of(c)
	}
	return c
}

// ContextValues has the values of the thread's context by its variables, if it has a context; else nil.
func ContextValues(t *Thread) *object.Dict {
	if v := t.ContextVars; v != null {
		return object.As[context](v).Vars
	}
	return nil
}

func newContext(t *Thread, from *object.Dict) *context {
	d := (*object.Dict)(nil)
	if from != nil {
		d = from.Copy(t)
	} else {
		d = object.NewDict(t)
	}
	c := object.New[context](t, tContext)
	if c == nil || d == nil {
		return nil
	}
	c.Vars = d
	return c
}

func copyContext(t *Thread, _ Value) Value {
	c := currentContext(t)
	if c == nil {
		return null
	}
	return object.Of(newContext(t, c.Vars))
}

func contextRun(t *Thread, self Value, args []Value, kw Value) Value {
	if len(args)-object.KwLen(kw) < 1 {
		return object.Raise(t, object.TTypeError, "run() missing 1 required positional argument")
	}
	if !EnterContext(t, self) {
		return null
	}
	r := object.Call(t, args[0], args[1:], kw)
	ExitContext(t, self)
	return r
}

// CopyContext makes a copy of the current context.
func CopyContext(t *Thread) Value { return copyContext(t, null) }

// EnterContext makes v the current context, until ExitContext is called. False: an exception is set.
func EnterContext(t *Thread, v Value) bool {
	if !v.IsExact(tContext) {
		object.Raise(t, object.TTypeError, "an instance of Context was expected")
		return false
	}
	c := object.As[context](v)
	if c.Entered {
		object.Raise(t, object.TRuntimeError, "cannot enter context: %s is already entered", object.GoString(object.Repr(t, v)))
		return false
	}
	outer := currentContext(t)
	if outer == nil {
		return false
	}
	c.Entered, c.Outer = true, object.Of(outer)
	t.ContextVars = v
	return true
}

// ExitContext goes back to the context before.
func ExitContext(t *Thread, v Value) {
	c := object.As[context](v)
	t.ContextVars = c.Outer
	c.Entered, c.Outer = false, null
}

// contextKey checks that a key of a context is a variable.
func contextKey(t *Thread, k Value) bool {
	if k.IsExact(tContextVar) {
		return true
	}
	r := object.GoString(object.Repr(t, k))
	object.Raise(t, object.TTypeError, "a ContextVar key was expected, got %s", r)
	return false
}

func contextMethod(name string) FuncDef {
	return FuncDef{Name: name, F0: func(t *Thread, v Value) Value {
		return object.CallMethod0(t, object.Of(object.As[context](v).Vars), object.Intern(t, name))
	}}
}

var _ = object.DefineType(tContext, object.TypeDef{
	Name: "_contextvars.Context", Size: unsafe.Sizeof(context{}), Refs: 1<<1 | 1<<2 | 1<<3 | 1<<4, Flags: object.TypeMapping,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			if len(args) > 0 {
				return object.Raise(t, object.TTypeError, "Context() does not accept any arguments")
			}
			return object.Of(newContext(t, nil))
		},
		Len: func(t *Thread, v Value) int64 { return object.As[context](v).Vars.Used },
		Subscript: func(t *Thread, v, k Value) Value {
			if !contextKey(t, k) {
				return null
			}
			x := object.As[context](v).Vars.Get(t, k)
			if x == null && t.Exc == null {
				return object.RaiseKeyError(t, k)
			}
			return x
		},
		Contains: func(t *Thread, v, k Value) int {
			if !contextKey(t, k) {
				return -1
			}
			if object.As[context](v).Vars.Get(t, k) != null {
				return 1
			}
			return 0
		},
		Iter: func(t *Thread, v Value) Value { return object.Iter(t, object.Of(object.As[context](v).Vars)) },
		Compare: func(t *Thread, a, b Value, op object.CompareOp) Value {
			if op != object.EQ && op != object.NE || !b.IsExact(tContext) {
				return object.NotImplemented
			}
			return object.DictCompare(t, object.Of(object.As[context](a).Vars), object.Of(object.As[context](b).Vars), op)
		},
	},
	Methods: []FuncDef{
		{Name: "run", FK: contextRun},
		{Name: "copy", Sig: "()", F0: func(t *Thread, v Value) Value { return object.Of(newContext(t, object.As[context](v).Vars)) }},
		{Name: "get", Sig: "(key, default=None, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, v Value, args []Value) Value {
			if !contextKey(t, args[0]) {
				return null
			}
			x := object.As[context](v).Vars.Get(t, args[0])
			if x == null && t.Exc == null {
				return object.Optional(args, 1, none)
			}
			return x
		}},
		contextMethod("items"), contextMethod("keys"), contextMethod("values"),
	},
})

var _ = object.DefineType(tContextVar, object.TypeDef{
	Name: "_contextvars.ContextVar", Size: unsafe.Sizeof(contextVar{}), Refs: 1<<1 | 1<<2,
	Slots: object.Slots{
		New: object.BindNew("ContextVar", "(name, /, *, default=None)", func(t *Thread, typ *object.Type, b []Value) Value {
			if !object.IsStr(b[0]) {
				return object.Raise(t, object.TTypeError, "context variable name must be a str")
			}
			c := object.New[contextVar](t, tContextVar)
			if c != nil {
				c.Name, c.Default = b[0], b[1]
			}
			return object.Of(c)
		}),
		Repr: func(t *Thread, v Value) Value {
			c := object.As[contextVar](v)
			text, ok := object.AppendRepr(t, []byte("<ContextVar name="), c.Name)
			if ok && c.Default != null {
				text, ok = object.AppendRepr(t, append(text, " default="...), c.Default)
			}
			if !ok {
				return null
			}
			return object.StrOfBytes(t, append(text, " at "+object.AddressText(v)+">"...))
		},
	},
	Methods: []FuncDef{
		{Name: "get", Sig: "(default=<unrepresentable>, /)", MaxArgs: 1, FN: func(t *Thread, v Value, args []Value) Value {
			c := currentContext(t)
			if c == nil {
				return null
			}
			if x := c.get(t, v); x != null || t.Exc != null {
				return x
			}
			if len(args) > 0 {
				return args[0]
			}
			if d := object.As[contextVar](v).Default; d != null {
				return d
			}
			return object.RaiseValue(t, object.TLookupError, v)
		}},
		{Name: "set", Sig: "(value, /)", F1: contextVarSet},
		{Name: "reset", Sig: "(token, /)", F1: contextVarReset},
		object.ClassGetItemDef(),
	},
	Members: []object.MemberDef{{Name: "name", Word: 1}},
})

func contextVarSet(t *Thread, v, x Value) Value {
	c := currentContext(t)
	if c == nil {
		return null
	}
	old := c.Vars.Get(t, v)
	c.forget(v)
	if t.Exc != null || !c.Vars.Set(t, v, x) {
		return null
	}
	k := object.New[contextToken](t, tContextToken)
	if k != nil {
		k.Context, k.Var, k.Old = object.Of(c), v, old
	}
	return object.Of(k)
}

// NewContextVar makes a context variable without a default.
func NewContextVar(t *Thread, name string) Value {
	c := object.New[contextVar](t, tContextVar)
	s := object.NewStr(t, name)
	if c == nil || s == null {
		return null
	}
	c.Name = s
	return object.Of(c)
}

// ContextVarValue is the value of a context variable; Null: it has none, or an exception is set.
func ContextVarValue(t *Thread, v Value) Value {
	c := currentContext(t)
	if c == nil {
		return null
	}
	return c.get(t, v)
}

// SetContextVar gives a context variable a value.
func SetContextVar(t *Thread, v, x Value) bool { return contextVarSet(t, v, x) != null }

func contextVarReset(t *Thread, v, token Value) Value {
	if !token.IsExact(tContextToken) {
		return object.Raise(t, object.TTypeError, "expected an instance of Token, got %s", object.GoString(object.Repr(t, token)))
	}
	k, c := object.As[contextToken](token), currentContext(t)
	if c == nil {
		return null
	}
	problem := ""
	switch {
	case k.Used:
		return object.Raise(t, object.TRuntimeError, "%s has already been used once", object.GoString(object.Repr(t, token)))
	case k.Var != v:
		problem = "was created by a different ContextVar"
	case k.Context != object.Of(c):
		problem = "was created in a different Context"
	}
	if problem != "" {
		return object.Raise(t, object.TValueError, "%s %s", object.GoString(object.Repr(t, token)), problem)
	}
	k.Used = true
	c.forget(v)
	if k.Old == null {
		if c.Vars.Delete(t, v) < 0 {
			return null
		}
	} else if !c.Vars.Set(t, v, k.Old) {
		return null
	}
	return none
}

var _ = object.DefineType(tContextToken, object.TypeDef{
	Name: "_contextvars.Token", Size: unsafe.Sizeof(contextToken{}), Refs: 7 << 1,
	Slots: object.Slots{New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
		return object.Raise(t, object.TRuntimeError, "Tokens can only be created by ContextVars")
	}, Repr: func(t *Thread, v Value) Value {
		k, used := object.As[contextToken](v), ""
		if k.Used {
			used = " used"
		}
		text, ok := object.AppendRepr(t, []byte("<Token"+used+" var="), k.Var)
		if !ok {
			return null
		}
		return object.StrOfBytes(t, append(text, " at "+object.AddressText(v)+">"...))
	}},
	Methods: []FuncDef{object.ClassGetItemDef()},
	Members: []object.MemberDef{{Name: "var", Word: 2}},
	GetSets: []object.GetSetDef{{Name: "old_value", Get: func(t *Thread, v Value) Value {
		if k := object.As[contextToken](v); k.Old != null {
			return k.Old
		}
		return missingToken(t)
	}}},
	Init: func(t *Thread, typ *object.Type) { typ.Dict.SetStr(t, "MISSING", missingToken(t)) },
})

var _ = object.DefineType(tTokenMissing, object.TypeDef{
	Name: "_contextvars._token_missing", Size: unsafe.Sizeof(header{}), NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{Repr: func(t *Thread, v Value) Value { return object.NewStr(t, "<Token.MISSING>") }},
})

func missingToken(t *Thread) Value {
	if v := t.RT.Extra[native.ExtraNoToken]; v != null {
		return v
	}
	v := object.AllocInstance(t, t.Type(tTokenMissing))
	t.RT.Extra[native.ExtraNoToken] = v
	return v
}

var _ = native.Register("_contextvars", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tContext, tContextVar, tContextToken},
		Funcs: []FuncDef{{Name: "copy_context", Sig: "()", F0: copyContext}},
	}
})
