// The module _interpreters.

package interps

import (
	"bytes"
	"unsafe"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// bind declares a function by the name that its errors begin with and its signature; f gets a value for each parameter, Null for what was left out.
func bind(name, full, sig string, f func(t *Thread, a []Value) Value) FuncDef {
	s := object.ParseSignature(full, sig)
	most := 0 // positional arguments
	for _, p := range s.Params {
		if p.Kind != object.KwOnly {
			most++
		}
	}
	n := len(s.Params)
	return FuncDef{Name: name, FK: func(t *Thread, _ Value, args []Value, kw Value) Value {
		a := t.PushArgs(n)
		if a == nil {
			return null
		}
		r := null
		if given := len(args) - object.KwLen(kw); 0 < most && most < n && given > most && len(args) <= n { // C says "at most" also where all are required
			object.Raise(t, object.TTypeError, "%s() takes at most %d positional argument%s (%d given)", full, most, object.Plural(most), given)
		} else if s.Bind(t, args, kw, a) {
			r = f(t, a)
		}
		t.PopArgs(n)
		return r
	}}
}

// numberOf reads the number of a thing of which what is the kind.
func numberOf(t *Thread, v Value, what string) (int64, bool) {
	if !native.IsInt(v) {
		if object.TypeOf(t, v).Slots.Index == nil {
			object.Raise(t, object.TTypeError, "%s must be an int, got %s", what, object.TypeName(t, v))
			return 0, false
		}
		if v = object.Index(t, v); v == null {
			return 0, false
		}
	}
	n, ok := object.Int64(v)
	switch {
	case !ok:
		object.Raise(t, object.TOverflowError, "int too big to convert")
	case n < 0:
		object.Raise(t, object.TValueError, "%s must be a non-negative int, got %d", what, n)
		return 0, false
	}
	return n, ok
}

// resolve is the interpreter of an id. If restrict is true, it must be one that this module has made; doing says what for. nil: an exception is set.
func resolve(t *Thread, id, restrict Value, doing string) *interpreter {
	only, ok := native.OptBool(t, restrict, false)
	if !ok {
		return nil
	}
	n, ok := numberOf(t, id, "interpreter ID")
	if !ok {
		return nil
	}
	tidy(t)
	g := self(t).g
	g.mu.Lock()
	in := g.find(n)
	g.unlock()
	switch {
	case in == nil:
		raise(t, notFoundError, "unrecognized interpreter ID %d", n)
		return nil
	case only && in.whence != whenceStdlib:
		raise(t, interpreterError, "cannot %s unrecognized interpreter %d", doing, n)
		return nil
	}
	return in
}

func idAndWhence(t *Thread, in *interpreter) Value {
	return object.Pair(t, object.SmallInt(in.id), object.SmallInt(int64(in.whence)))
}

func createInterpreter(t *Thread, a []Value) Value {
	refs, ok := native.OptBool(t, a[1], false)
	if !ok {
		return null
	}
	c, ok := configOf(t, a[0])
	if !ok {
		return null
	}
	tidy(t)
	var in *interpreter
	if !c.mainMemory && !c.multi {
		self(t).g.skip()
		raise(t, interpreterError, "sub-interpreter creation failed")
	} else {
		in = create(t, c)
	}
	if in == nil {
		if t.Doomed || !object.IsExceptionInstance(t.Exc) || !object.As[object.Type](object.Of(object.TypeOf(t, t.Exc))).IsSubtype(t.Type(object.TException)) {
			return null
		}
		cause := t.Exc
		t.ClearExc()
		if raise(t, interpreterError, "interpreter creation failed"); t.Exc != null && t.Exc != cause {
			object.As[object.Exception](t.Exc).Context = cause
		}
		return null
	}
	in.needed = refs
	return object.SmallInt(in.id)
}

// skip uses an id up.
func (g *group) skip() {
	g.mu.Lock()
	g.next++
	g.unlock()
}

func destroyInterpreter(t *Thread, a []Value) Value {
	in := resolve(t, a[0], a[1], "destroy")
	switch {
	case in == nil:
		return null
	case in == self(t):
		return raise(t, interpreterError, "cannot destroy the current interpreter")
	}
	in.g.mu.Lock()
	runs := in.running
	in.running = true
	in.g.unlock()
	if runs {
		return raise(t, interpreterError, "interpreter running")
	}
	return native.DoneIf(in.finish(t))
}

func listAll(t *Thread, a []Value) Value {
	if _, ok := native.OptBool(t, a[0], false); !ok {
		return null
	}
	g := self(t).g
	g.mu.Lock()
	list := append([]*interpreter(nil), g.list...)
	g.unlock()
	l := object.NewList(t, 0)
	for _, in := range list {
		if l == nil {
			return null
		}
		if v := idAndWhence(t, in); v == null || !l.Append(t, v) {
			return null
		}
	}
	return listOrNull(l)
}

// binding is a name of __main__ and what it is to stand for.
type binding struct {
	name string
	x    crossed
}

// bindings packs a dict. It must have str keys.
func bindings(t *Thread, v Value, m *object.Meter) (list []binding, ok bool) {
	if !object.IsDict(v) {
		object.Raise(t, object.TTypeError, "expected a dict")
		return nil, false
	}
	defer func() {
		if !ok {
			letGo(t, list)
		}
	}()
	d := object.As[object.Dict](v)
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		if !object.IsStr(e.Key) {
			object.Raise(t, object.TTypeError, "bad argument type for built-in operation")
			return list, false
		}
		x, ok := pack(t, e.Val, m)
		if !ok {
			return list, false
		}
		if list = append(list, binding{object.GoString(e.Key), x}); !m.Add(crossedSize) {
			return list, false
		}
	}
	return list, true
}

// letGo says that what was packed has arrived, or never will.
func letGo(t *Thread, list []binding) {
	g := self(t).g
	g.mu.Lock()
	for i := range list {
		list[i].x.gone(g)
	}
	g.unlock()
	tidy(t)
}

// apply binds names in the module __main__. False: an exception is set.
func apply(t *Thread, list []binding) bool {
	d := mainDict(t)
	if d == nil {
		return false
	}
	for i := range list {
		v := list[i].x.unpack(t)
		k := object.StrOfBytes(t, []byte(list[i].name))
		if v == null || k == null || !d.Set(t, object.InternValue(t, k), v) {
			return false
		}
	}
	return true
}

func mainDict(t *Thread) *object.Dict {
	m := native.NestOf(t.RT).Main(t)
	if m == null {
		return nil
	}
	return object.As[object.Dict](object.As[object.Module](m).Ext)
}

// program is what is to run in another interpreter: a source, or code.
type program struct {
	source []byte
	code   *pyc.Code
}

// runIn runs a program in an interpreter's __main__, after names have been bound there. It returns the snapshot of the exception that ended it, or None.
func (in *interpreter) runIn(t *Thread, p program, list []binding) Value {
	var f *failure
	applied := true
	ok := in.run(t, func(ct *Thread) {
		if applied = apply(ct, list); applied {
			p.run(ct)
		}
		if ct.Exc != null {
			f = failureOf(ct, ct.Exc)
		}
	})
	letGo(t, list)
	switch {
	case !ok:
		return null
	case f == nil:
		return none
	case applied:
		return f.namespace(t)
	}
	raise(t, interpreterError, "%s", f.formatted)
	if cause := t.Exc; cause != null {
		t.ClearExc()
		if raise(t, interpreterError, "failed to apply namespace to __main__"); t.Exc != null {
			object.As[object.Exception](t.Exc).Context = cause
		}
	}
	return null
}

func (p *program) run(t *Thread) {
	d := mainDict(t)
	code := null
	if p.code != nil {
		code = object.NewCode(t, p.code)
	} else {
		code = native.NestOf(t.RT).Compile(t, p.source, "<string>")
	}
	if d != nil && code != null {
		interp.RunCode(t, object.As[object.Code](code), d, object.Of(d))
	}
}

// codeOf makes a program of a function or a code object; who begins the errors. False: an exception is set.
func codeOf(t *Thread, v Value, who string, m *object.Meter) (p program, ok bool) {
	if isExact(v, object.TFunction) {
		f := object.As[object.Function](v)
		if f.Closure != null && object.As[object.Tuple](f.Closure).Len() > 0 {
			object.Raise(t, object.TValueError, "%s: closures not supported", who)
			return p, false
		}
		v = object.Of(f.Code)
	}
	co := object.As[object.Code](v)
	if !co.Ready(t) {
		return p, false
	}
	switch {
	case !co.Takes(0):
		object.Raise(t, object.TValueError, "%s: bad func (arguments not supported)", who)
		return p, false
	case co.NFree > 0 || co.NCells > 0:
		object.Raise(t, object.TValueError, "%s: bad func (closures not supported)", who)
		return p, false
	}
	c, err := object.ConstOf(t, v, true, m)
	code, is := c.(*pyc.Code)
	if err == nil && is {
		err = code.Verify()
	}
	if err != nil || !is {
		if t.Exc == null {
			object.Raise(t, object.TValueError, "%s: bad func", who)
		}
		return p, false
	}
	p.code = code
	return p, true
}

func isCode(v Value) bool { return isExact(v, object.TFunction) || isExact(v, object.TCode) }

// sourceOf makes a program of a str.
func sourceOf(t *Thread, v Value, m *object.Meter) (p program, ok bool) {
	b := object.EncodeStr(t, v, "utf-8", "strict")
	if b == null {
		return p, false
	}
	data := object.BytesOf(b)
	if bytes.IndexByte(data, 0) >= 0 {
		object.Raise(t, object.TValueError, "source code string cannot contain null bytes")
		return p, false
	}
	if !m.Add(len(data)) {
		return p, false
	}
	p.source = append([]byte(nil), data...)
	return p, true
}

// execIn is exec, run_string and run_func: a has an id, a program, names to be bound and restrict.
func execIn(t *Thread, a []Value, doing, texts string, source, code bool) Value {
	if !code && !object.IsStr(a[1]) {
		return object.Raise(t, object.TTypeError, "%s", texts+native.TypeOrNone(t, a[1]))
	}
	in := resolve(t, a[0], a[3], doing)
	if in == nil {
		return null
	}
	m := object.NewMeter(t)
	defer m.End()
	var p program
	var ok bool
	switch {
	case source && object.IsStr(a[1]):
		p, ok = sourceOf(t, a[1], m)
	case code && isCode(a[1]):
		p, ok = codeOf(t, a[1], "_interpreters.exec()", m)
	default:
		return object.Raise(t, object.TTypeError, "%s", texts+native.TypeOrNone(t, a[1]))
	}
	if !ok {
		return null
	}
	var list []binding
	if a[2] != null && a[2] != none {
		if list, ok = bindings(t, a[2], m); !ok {
			return null
		}
	}
	return in.runIn(t, p, list)
}

func callIn(t *Thread, a []Value) Value {
	in := resolve(t, a[0], a[4], "make a call in")
	if in == nil {
		return null
	}
	for _, x := range a[2:4] {
		if x != null && x != none {
			return object.Raise(t, object.TValueError, "got unexpected args")
		}
	}
	if !isExact(a[1], object.TFunction) {
		return object.Raise(t, object.TTypeError, "_interpreters.call() argument 2 must be a function, not %s", native.TypeOrNone(t, a[1]))
	}
	m := object.NewMeter(t)
	defer m.End()
	p, ok := codeOf(t, a[1], "_interpreters.call()", m)
	if !ok {
		return null
	}
	return in.runIn(t, p, nil)
}

func setMainAttrs(t *Thread, a []Value) Value {
	in := resolve(t, a[0], a[2], "update __main__ for")
	if in == nil {
		return null
	}
	switch n := object.Len(t, a[1]); {
	case n < 0:
		return null
	case n == 0:
		return object.Raise(t, object.TValueError, "arg 2 must be a non-empty mapping")
	}
	m := object.NewMeter(t)
	defer m.End()
	list, ok := bindings(t, a[1], m)
	if !ok {
		return null
	}
	return in.runIn(t, program{source: []byte{}}, list)
}

func incref(t *Thread, a []Value) Value {
	in := resolve(t, a[0], a[2], "incref")
	if in == nil {
		return null
	}
	links, ok := native.OptBool(t, a[1], false)
	if !ok {
		return null
	}
	in.g.mu.Lock()
	in.refs++
	in.needed = in.needed || links
	in.g.unlock()
	return none
}

// decref ends an interpreter that nobody needs any more.
func decref(t *Thread, a []Value) Value {
	in := resolve(t, a[0], a[1], "decref")
	if in == nil {
		return null
	}
	in.g.mu.Lock()
	in.refs = max(0, in.refs-1)
	last := in.refs == 0 && in.needed && !in.dying && in.id != 0
	runs := in.running
	if last && runs {
		in.drop() // leave does the rest
	} else if last {
		in.running = true
	}
	in.g.unlock()
	if last && !runs && !in.finish(t) {
		return null
	}
	return none
}

func captureException(t *Thread, a []Value) Value {
	exc := a[0]
	if exc == null || exc == none {
		return none // none is being raised while a program calls
	}
	if !object.IsExceptionInstance(exc) {
		return object.Raise(t, object.TTypeError, "expected exception, got %s", native.ReprOf(t, exc))
	}
	return failureOf(t, exc).namespace(t)
}

// bufferView is the class of what gives received memoryviews their memory in CPython; here bytes and bytearrays do.
type bufferView struct {
	header
}

var tBufferView = object.DefineType(object.AllocTypeID(), object.TypeDef{Name: "_interpreters.CrossInterpreterBufferView", Size: unsafe.Sizeof(bufferView{})})

var _ = native.Register("_interpreters", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tBufferView},
		Funcs: []FuncDef{
			bind("create", "create", "(config=None, /, *, reqrefs=False)", createInterpreter),
			bind("destroy", "destroy", "(id, *, restrict=False)", destroyInterpreter),
			bind("list_all", "_interpreters.list_all", "(*, require_ready=False)", listAll),
			{Name: "get_current", Sig: "()", F0: func(t *Thread, _ Value) Value { return idAndWhence(t, self(t)) }},
			{Name: "get_main", Sig: "()", F0: func(t *Thread, _ Value) Value { return idAndWhence(t, self(t).g.list[0]) }},
			bind("is_running", "is_running", "(id, *, restrict=False)", func(t *Thread, a []Value) Value {
				in := resolve(t, a[0], a[1], "check if running for")
				if in == nil {
					return null
				}
				in.g.mu.Lock()
				defer in.g.unlock()
				return object.Bool(in.running)
			}),
			bind("get_config", "get_config", "(id, *, restrict=False)", func(t *Thread, a []Value) Value {
				in := resolve(t, a[0], a[1], "get the config of")
				if in == nil {
					return null
				}
				return in.config.namespace(t)
			}),
			{Name: "new_config", FK: newConfig},
			bind("whence", "whence", "(id)", func(t *Thread, a []Value) Value {
				in := resolve(t, a[0], null, "")
				if in == nil {
					return null
				}
				return object.SmallInt(int64(in.whence))
			}),
			bind("exec", "_interpreters.exec", "(id, code, shared=None, *, restrict=False)", func(t *Thread, a []Value) Value {
				return execIn(t, a, "exec code for", "_interpreters.exec() argument 2 must be a string, a function, or a code object, not ", true, true)
			}),
			bind("run_string", "_interpreters.run_string", "(id, script, shared=None, *, restrict=False)", func(t *Thread, a []Value) Value {
				return execIn(t, a, "run a string in", "_interpreters.run_string() argument 2 must be str, not ", true, false)
			}),
			bind("run_func", "_interpreters.run_func", "(id, func, shared=None, *, restrict=False)", func(t *Thread, a []Value) Value {
				return execIn(t, a, "run a function in", "_interpreters.exec() argument 2 must be a function or a code object, not ", false, true)
			}),
			bind("call", "_interpreters.call", "(id, callable, args=None, kwargs=None, *, restrict=False)", callIn),
			bind("set___main___attrs", "_interpreters.set___main___attrs", "(id, updates, *, restrict=False)", setMainAttrs),
			bind("is_shareable", "is_shareable", "(obj)", func(t *Thread, a []Value) Value { return object.Bool(crosses(t, a[0])) }),
			bind("incref", "incref", "(id, *, implieslink=False, restrict=False)", incref),
			bind("decref", "decref", "(id, *, restrict=False)", decref),
			bind("capture_exception", "capture_exception", "(exc=None)", captureException),
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			for i, name := range [...]string{"UNKNOWN", "RUNTIME", "LEGACY_CAPI", "CAPI", "XI", "STDLIB"} {
				if !d.SetStr(t, "WHENCE_"+name, object.SmallInt(int64(i))) {
					return false
				}
			}
			return showClasses(t, d, interpreterError, notFoundError, notShareableError)
		},
	}
})
