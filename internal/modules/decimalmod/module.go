// The module: its constants and classes, and what it keeps of a runtime.

package decimalmod

import (
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/decnum"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/threads"
	"github.com/psyco-go/psy/internal/vm/object"
)

// state is what the module keeps of a runtime.
type state struct {
	header
	Var                                Value // the context variable
	Default                            Value // the context that others are like; Null while the module is made
	Basic                              Value
	Extended                           Value
	SignalDict, DecimalTuple, Rational Value
	Exception                          Value // DecimalException
	Signals                            [len(signals)]Value
	Conditions                         [len(conditions)]Value
}

const stateRefs = 1<<(1+8+len(signals)+len(conditions)) - 2

var tState = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_decimal._state", Size: unsafe.Sizeof(state{}), Refs: stateRefs, NoWeak: true, Flags: object.TypeNoInstances,
})

// stateOf is the module's state; nil: it could not be made, and SystemError is set.
func stateOf(t *Thread) *state {
	if v := t.RT.Extra[native.ExtraDecimal]; v != null {
		return object.As[state](v)
	}
	object.Raise(t, object.TSystemError, "module _decimal is not initialized")
	return nil
}

var _ = native.Register("_decimal", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tDecimal, tContext}, Init: initModule,
		Funcs: []FuncDef{
			{Name: "getcontext", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.Of(current(t)) }},
			{Name: "setcontext", Sig: "(context, /)", F1: func(t *Thread, _, v Value) Value { return native.DoneIf(setContext(t, v)) }},
			{Name: "localcontext", FK: localContext},
		},
	}
})

// setContext makes v the current context; the module's templates are copied.
func setContext(t *Thread, v Value) bool {
	s := stateOf(t)
	if s == nil {
		return false
	}
	if !isContext(t, v) {
		object.Raise(t, object.TTypeError, "argument must be a context")
		return false
	}
	if v == s.Default || v == s.Basic || v == s.Extended {
		c := ctxOf(v).copy(t)
		if c == nil {
			return false
		}
		c.Status = 0
		v = object.Of(c)
	}
	return threads.SetContextVar(t, s.Var, v)
}

// initModule fills a module. A second module, made after the first one was taken out of sys.modules, has the same classes.
func initModule(t *Thread, m Value, dict *object.Dict) bool {
	if t.RT.Extra[native.ExtraDecimal] == null && !makeState(t) {
		return false
	}
	s := stateOf(t)
	if s == nil {
		return false
	}
	set := func(name string, v Value) bool { return v != null && dict.SetStr(t, name, v) }
	ok := set("DecimalException", s.Exception) && set("DecimalTuple", s.DecimalTuple) &&
		set("DefaultContext", s.Default) && set("BasicContext", s.Basic) && set("ExtendedContext", s.Extended) &&
		set("HAVE_THREADS", object.Bool(true)) && set("HAVE_CONTEXTVAR", object.Bool(true)) &&
		set("MAX_PREC", object.NewInt(t, decnum.MaxPrec)) && set("MAX_EMAX", object.NewInt(t, decnum.MaxEmax)) &&
		set("MIN_EMIN", object.NewInt(t, decnum.MinEmin)) && set("MIN_ETINY", object.NewInt(t, decnum.MinEtiny)) &&
		set("__version__", object.NewStr(t, "1.70")) && set("__libmpdec_version__", object.NewStr(t, "2.5.1"))
	for i := range signals {
		ok = ok && set(signals[i].name, s.Signals[i])
	}
	for i := range conditions {
		ok = ok && set(conditions[i].name, s.Conditions[i])
	}
	for _, name := range roundings {
		ok = ok && set(name, object.Intern(t, name))
	}
	return ok
}

// makeState makes what all modules of a runtime share.
func makeState(t *Thread) bool {
	s := object.New[state](t, tState)
	if s == nil {
		return false
	}
	if s.Var = threads.NewContextVar(t, "decimal_context"); s.Var == null {
		return false
	}
	if !initSignals(t, s) {
		return false
	}
	number := attrOf(t, "numbers", "Number")
	if number == null || native.Call1(t, number, "register", t.Type(tDecimal).Value()) == null {
		return false
	}
	if s.Rational = attrOf(t, "numbers", "Rational"); s.Rational == null {
		return false
	}
	if s.DecimalTuple = decimalTuple(t); s.DecimalTuple == null {
		return false
	}
	mapping := attrOf(t, "collections.abc", "MutableMapping")
	if mapping == null {
		return false
	}
	// Its module is abc, as in CPython, whose frame makes it.
	bases := object.NewList(t, 0)
	if bases == nil || !bases.Append(t, t.Type(tSignalDict).Value()) || !bases.Append(t, mapping) {
		return false
	}
	if s.SignalDict = newClass(t, object.TypeOf(t, mapping).Value(), "SignalDict", "abc", bases); s.SignalDict == null {
		return false
	}
	t.RT.Extra[native.ExtraDecimal] = object.Of(s)
	if makeContexts(t, s) {
		return true
	}
	t.RT.Extra[native.ExtraDecimal] = null
	return false
}

// makeContexts makes the contexts that the module shows.
func makeContexts(t *Thread, s *state) bool {
	for _, at := range []*Value{&s.Default, &s.Basic, &s.Extended} {
		c := newContext(t, t.Type(tContext))
		if c == nil {
			return false
		}
		*at = object.Of(c)
	}
	b, e := ctxOf(s.Basic), ctxOf(s.Extended)
	b.Prec, b.Round, b.Trapped = 9, decnum.RoundHalfUp, decnum.Invalid|decnum.DivisionByZero|decnum.Overflow|decnum.Underflow|decnum.Clamped
	e.Prec, e.Trapped = 9, 0
	return true
}

// newClass makes a class.
func newClass(t *Thread, meta Value, name, module string, bases *object.List) Value {
	if bases == nil {
		return null
	}
	ns, n := object.NewDict(t), object.NewStr(t, name)
	tuple := object.TupleOf(t, bases.Slice())
	if ns == nil || n == null || tuple == null || !ns.SetStr(t, "__module__", object.NewStr(t, module)) {
		return null
	}
	return object.Call3(t, meta, n, tuple, object.Of(ns))
}

func attrOf(t *Thread, module, name string) Value {
	m := native.ImportModule(t, module)
	if m == null {
		return null
	}
	return object.GetAttr(t, m, object.Intern(t, name))
}

// decimalTuple makes the class of what as_tuple returns.
func decimalTuple(t *Thread) Value {
	f := attrOf(t, "collections", "namedtuple")
	if f == null {
		return null
	}
	c := object.Call2(t, f, object.NewStr(t, "DecimalTuple"), object.NewStr(t, "sign digits exponent"))
	if c == null || !object.SetAttr(t, c, object.Intern(t, "__module__"), object.NewStr(t, "decimal")) {
		return null
	}
	return c
}

// initSignals makes the exception classes.
func initSignals(t *Thread, s *state) bool {
	if s.Exception = native.NewErrorClass(t, "decimal.DecimalException", t.Type(object.TArithmeticError).Value()); s.Exception == null {
		return false
	}
	for _, i := range []int{0, 1, 2, 5, 6, 7, 8, 3, 4} { // bases first
		if s.Signals[i] = s.signalClass(t, &signals[i]); s.Signals[i] == null {
			return false
		}
	}
	s.Conditions[0] = s.Signals[0]
	for i := 1; i < len(conditions); i++ {
		if s.Conditions[i] = s.signalClass(t, &conditions[i]); s.Conditions[i] == null {
			return false
		}
	}
	return true
}

func (s *state) signalClass(t *Thread, d *signal) Value {
	bases := object.NewList(t, 0)
	for _, name := range strings.Fields(d.bases) {
		b := s.Exception
		switch name {
		case "TypeError":
			b = t.Type(object.TTypeError).Value()
		case "ZeroDivisionError":
			b = t.Type(object.TZeroDivisionError).Value()
		}
		for i := range signals {
			if signals[i].name == name {
				b = s.Signals[i]
			}
		}
		if bases == nil || !bases.Append(t, b) {
			return null
		}
	}
	return newClass(t, t.Type(object.TType).Value(), d.name, "decimal", bases)
}

// manager is what localcontext returns.
type manager struct {
	header
	Local, Global Value
}

var tManager = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "decimal.ContextManager", Size: unsafe.Sizeof(manager{}), Refs: 3 << 1, NoWeak: true, Flags: object.TypeNoInstances,
	Methods: []FuncDef{
		{Name: "__enter__", F0: func(t *Thread, v Value) Value {
			m := object.As[manager](v)
			if !setContext(t, m.Local) {
				return null
			}
			return m.Local
		}},
		{Name: "__exit__", MaxArgs: -1, FN: func(t *Thread, v Value, _ []Value) Value {
			return native.DoneIf(setContext(t, object.As[manager](v).Global))
		}},
	},
})

var localSig = object.ParseSignature("localcontext", "(ctx=None, *, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None)")

func localContext(t *Thread, _ Value, args []Value, kw Value) Value {
	const n = 9
	a := t.PushArgs(n)
	if a == nil {
		return null
	}
	defer t.PopArgs(n)
	if !localSig.Bind(t, args, kw, a) {
		return null
	}
	global := current(t)
	if global == nil {
		return null
	}
	from := global
	if a[0] != null && a[0] != none {
		if !isContext(t, a[0]) {
			return object.Raise(t, object.TTypeError, "optional argument must be a context")
		}
		from = ctxOf(a[0])
	}
	local := from.copy(t)
	if local == nil {
		return null
	}
	if !local.apply(t, a[1:]) {
		return null
	}
	m := object.New[manager](t, tManager)
	if m == nil {
		return null
	}
	m.Local, m.Global = object.Of(local), object.Of(global)
	return object.Of(m)
}
