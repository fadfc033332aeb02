// How picklers write objects of other types: by what their reducers give, and classes and functions by their names.

package pickling

import (
	"strconv"

	"github.com/psyco-go/psy/internal/vm/object"
)

// saveOther writes an object that has no operation of its own.
func (p *pickler) saveOther(t *Thread, v Value) bool {
	typ := object.TypeOf(t, v)
	r := null
	if p.Override != null {
		if r = object.Call1(t, p.Override, v); r == null {
			return false
		}
		if r == object.NotImplemented {
			r = null
		}
	}
	if r == null {
		switch {
		case typ.ID == object.TType:
			return p.saveType(t, v)
		case typ.ID == object.TFunction:
			return p.saveGlobal(t, v, null)
		}
		f, own := p.reducer(t, typ)
		switch {
		case t.Exc != null:
			return false
		case own:
			r = object.Call1(t, f, v)
		case object.IsType(v):
			return p.saveGlobal(t, v, null)
		default:
			r = p.reduce(t, v, typ)
		}
		if r == null {
			return false
		}
	}
	if object.IsStr(r) {
		return p.saveGlobal(t, v, r)
	}
	if !object.IsTuple(r) {
		return raisePickling(t, "__reduce__ must return a string or tuple")
	}
	return p.saveReduced(t, object.As[object.Tuple](r), v)
}

// reducer looks a class up in the table of reducers.
func (p *pickler) reducer(t *Thread, typ *object.Type) (f Value, found bool) {
	if p.Dispatch != null && !p.Dispatch.IsExact(object.TDict) {
		f = object.GetItem(t, p.Dispatch, typ.Value())
		if f == null {
			t.ClearIf(object.TKeyError)
		}
		return f, f != null
	}
	if p.Table == null {
		if p.Table = p.Dispatch; p.Table == null {
			d := moduleDict(t, "copyreg", "dispatch_table")
			if d == nil {
				return null, false
			}
			p.Table = object.Of(d)
		}
	}
	f = object.As[object.Dict](p.Table).Get(t, typ.Value())
	return f, f != null
}

// reduce asks an object how it is to be made again.
func (p *pickler) reduce(t *Thread, v Value, typ *object.Type) Value {
	f := object.LookupAttr(t, v, object.Intern(t, "__reduce_ex__"))
	if f != null {
		return object.Call1(t, f, object.SmallInt(p.Proto))
	}
	if t.Exc != null {
		return null
	}
	if f = object.LookupAttr(t, v, object.Intern(t, "__reduce__")); f != null {
		return object.Call0(t, f)
	}
	if t.Exc == null {
		if text, ok := object.ReprString(t, v); ok {
			raisePickling(t, "can't pickle '"+object.TypeName(t, v)+"' object: "+text)
		}
	}
	return null
}

// saveCall writes that an object is made by calling f.
func (p *pickler) saveCall(t *Thread, f, args, v Value) bool {
	return p.save(t, f, false) && p.save(t, args, false) && p.op(t, opReduce) && p.reduced(t, v)
}

// reduced is called when an object has been made: it gets its number, unless the object was needed to make itself. That is told by p.number.
func (p *pickler) reduced(t *Thread, v Value) bool {
	if p.number(v) >= 0 {
		return p.again(t, v, opPop, 1)
	}
	return p.memoize(t, v)
}

// optional is an item of what a reducer gave, Null for None.
func optional(x *object.Tuple, i int) Value {
	if i >= x.Len() || *x.At(i) == none {
		return null
	}
	return *x.At(i)
}

func callable(t *Thread, v Value) bool { return object.TypeOf(t, v).Slots.Call != nil }

// saveReduced writes what a reducer gave: a callable, its arguments, a state, items of a list and of a dict, and what sets the state.
func (p *pickler) saveReduced(t *Thread, x *object.Tuple, v Value) bool {
	if x.Len() < 2 || x.Len() > 6 {
		return raisePickling(t, "tuple returned by __reduce__ must contain 2 through 6 elements")
	}
	f, args := *x.At(0), *x.At(1)
	state, items, pairs, setter := optional(x, 2), optional(x, 3), optional(x, 4), optional(x, 5)
	switch {
	case !callable(t, f):
		return raisePickling(t, "first item of the tuple returned by __reduce__ must be callable")
	case !object.IsTuple(args):
		return raisePickling(t, "second item of the tuple returned by __reduce__ must be a tuple")
	case items != null && object.TypeOf(t, items).Slots.Next == nil:
		return raisePickling(t, "fourth element of the tuple returned by __reduce__ must be an iterator, not "+object.TypeName(t, items))
	case pairs != null && object.TypeOf(t, pairs).Slots.Next == nil:
		return raisePickling(t, "fifth element of the tuple returned by __reduce__ must be an iterator, not "+object.TypeName(t, pairs))
	case setter != null && !callable(t, setter):
		return raisePickling(t, "sixth element of the tuple returned by __reduce__ must be a function, not "+object.TypeName(t, setter))
	}
	if !p.saveMade(t, f, object.As[object.Tuple](args), v) {
		return false
	}
	if v != null {
		if n := p.number(v); n >= 0 {
			return p.op(t, opPop) && p.get(t, n)
		}
		if !p.memoize(t, v) {
			return false
		}
	}
	if items != null && !p.batchList(t, items) || pairs != null && !p.batch(t, pairs, opSetItem, opSetItems) {
		return false
	}
	switch {
	case state == null:
		return true
	case setter == null:
		return p.save(t, state, false) && p.op(t, opBuild)
	}
	return p.save(t, setter, false) && p.save(t, v, false) && p.save(t, state, false) && p.op(t, opTuple2) && p.op(t, opReduce) && p.op(t, opPop)
}

// saveMade writes the call that makes an object.
func (p *pickler) saveMade(t *Thread, f Value, args *object.Tuple, v Value) bool {
	if p.Proto >= 2 {
		name := object.LookupAttr(t, f, object.Intern(t, "__name__"))
		if t.Exc != null {
			return false
		}
		if name != null && object.IsStr(name) {
			if isName(name, "__newobj_ex__") {
				return p.saveNewEx(t, args)
			}
			if isName(name, "__newobj__") {
				return p.saveNew(t, args, v)
			}
		}
	}
	return p.save(t, f, false) && p.save(t, object.Of(args), false) && p.op(t, opReduce)
}

// saveNew writes cls.__new__(cls, *args).
func (p *pickler) saveNew(t *Thread, args *object.Tuple, v Value) bool {
	if args.Len() < 1 {
		return raisePickling(t, "__newobj__ arglist is empty")
	}
	cls := *args.At(0)
	if object.LookupAttr(t, cls, object.Intern(t, "__new__")) == null || !object.IsType(cls) {
		return t.Exc == null && raisePickling(t, "args[0] from __newobj__ args is not a type")
	}
	if v != null {
		c := object.GetAttr(t, v, object.Intern(t, "__class__"))
		if c == null {
			return false
		}
		if c != cls {
			return raisePickling(t, "args[0] from __newobj__ args has the wrong class")
		}
	}
	if !p.save(t, cls, false) {
		return false
	}
	rest := object.TupleOf(t, args.Items()[1:])
	return rest != null && p.save(t, rest, false) && p.op(t, opNewObj)
}

// saveNewEx writes cls.__new__(cls, *args, **kwargs).
func (p *pickler) saveNewEx(t *Thread, x *object.Tuple) bool {
	if x.Len() != 3 {
		return raisePickling(t, "length of the NEWOBJ_EX argument tuple must be exactly 3, not "+strconv.Itoa(x.Len()))
	}
	cls, args, kwargs := *x.At(0), *x.At(1), *x.At(2)
	switch {
	case !object.IsType(cls):
		return raisePickling(t, "first item from NEWOBJ_EX argument tuple must be a class, not "+object.TypeName(t, cls))
	case !object.IsTuple(args):
		return raisePickling(t, "second item from NEWOBJ_EX argument tuple must be a tuple, not "+object.TypeName(t, args))
	case !object.IsDict(kwargs):
		return raisePickling(t, "third item from NEWOBJ_EX argument tuple must be a dict, not "+object.TypeName(t, kwargs))
	}
	if p.Proto >= 4 {
		return p.save(t, cls, false) && p.save(t, args, false) && p.save(t, kwargs, false) && p.op(t, opNewObjEx)
	}
	given := object.As[object.Tuple](args)
	all := object.NewTuple(t, given.Len()+2)
	if all == nil {
		return false
	}
	copy(all.Items()[2:], given.Items())
	if *all.At(0) = object.GetAttr(t, cls, object.Intern(t, "__new__")); *all.At(0) == null {
		return false
	}
	*all.At(1) = cls
	partial := moduleAttr(t, "functools", "partial")
	if partial == null {
		return false
	}
	f := object.CallTuple(t, partial, all, object.As[object.Dict](kwargs))
	return f != null && p.save(t, f, false) && p.save(t, object.Of(t.RT.EmptyTuple), false) && p.op(t, opReduce)
}

// saveType writes a class.
func (p *pickler) saveType(t *Thread, v Value) bool {
	for _, x := range [...]Value{none, object.Ellipsis, object.NotImplemented} {
		if v == object.TypeOf(t, x).Value() {
			args := object.Tuple1(t, x)
			return args != null && p.saveCall(t, t.Type(object.TType).Value(), args, v)
		}
	}
	return p.saveGlobal(t, v, null)
}

// moduleOf finds the name of the module that an object is from.
func moduleOf(t *Thread, v, name Value) Value {
	m := object.LookupAttr(t, v, object.Intern(t, "__module__"))
	if m != null && m != none || t.Exc != null {
		return m
	}
	mods := object.NewList(t, 0)
	if mods == nil {
		return null
	}
	for e, i := t.RT.Modules.Next(0); e != nil; e, i = t.RT.Modules.Next(i) {
		if e.Val != none && !(object.IsStr(e.Key) && isName(e.Key, "__main__")) && (!mods.Append(t, e.Key) || !mods.Append(t, e.Val)) {
			return null
		}
	}
	for i := 0; i < mods.Len(); i += 2 {
		found, _ := deepAttr(t, *mods.At(i + 1), name)
		if t.Exc != null {
			return null
		}
		if found == v {
			return *mods.At(i)
		}
	}
	return object.Intern(t, "__main__")
}

// saveGlobal writes an object by the name under which its module has it.
func (p *pickler) saveGlobal(t *Thread, v, name Value) bool {
	if name == null {
		if name = object.LookupAttr(t, v, object.Intern(t, "__qualname__")); name == null && t.Exc == null {
			name = object.GetAttr(t, v, object.Intern(t, "__name__"))
		}
		if name == null {
			return false
		}
	}
	if !object.IsStr(name) {
		object.Raise(t, object.TTypeError, "must be str, not %s", object.TypeName(t, name))
		return false
	}
	if hasLocals(name) {
		object.Raise(t, object.TAttributeError, "Can't get local object %s", reprOf(t, name))
		return false
	}
	modname := moduleOf(t, v, name)
	if modname == null {
		return false
	}
	if !object.IsStr(modname) {
		object.Raise(t, object.TTypeError, "module name must be a string, not %s", object.TypeName(t, modname))
		return false
	}
	module := imported(t, modname)
	if module == null {
		if !t.ClearIf(object.TException) {
			return false
		}
		return p.cannot(t, v, "import of module "+reprOf(t, modname)+" failed")
	}
	found, parent := deepAttr(t, module, name)
	if found == null {
		if t.Exc != null {
			return false
		}
		return p.cannot(t, v, "attribute lookup "+object.GoString(name)+" on "+object.GoString(modname)+" failed")
	}
	if found != v {
		return p.cannot(t, v, "it's not the same object as "+object.GoString(modname)+"."+object.GoString(name))
	}
	if p.Proto >= 2 {
		if done, ok := p.saveExtension(t, modname, name); done || !ok {
			return ok
		}
	}
	if modname, name = p.apart(t, v, modname, name); modname == null || name == null {
		return false
	}
	if dot := lastDot(name); dot >= 0 && parent == module {
		if name = object.StrPart(t, name, dot+1, int(object.As[object.Str](name).Len)); name == null {
			return false
		}
	}
	ok := false
	switch {
	case p.Proto >= 4:
		ok = p.save(t, modname, false) && p.save(t, name, false) && p.op(t, opStackGlobal)
	case lastDot(name) >= 0:
		ok = p.saveDotted(t, modname, name)
	default:
		ok = p.saveName(t, modname, name)
	}
	return ok && p.memoize(t, v)
}

// lastDot is where the last dot of a name is, or -1.
func lastDot(name Value) int {
	s := object.As[object.Str](name)
	i := int(s.Len) - 1
	for i >= 0 && s.At(i) != '.' {
		i--
	}
	return i
}

// saveDotted writes a name with dots for protocols that have none: getattr(getattr(first, second), third).
func (p *pickler) saveDotted(t *Thread, modname, name Value) bool {
	dot := object.NewStr(t, ".")
	f := object.BuiltinNamed(t, "getattr")
	if dot == null || f == null {
		return false
	}
	split := object.CallMethod1(t, name, object.Intern(t, "split"), dot)
	if split == null || !object.IsList(split) {
		return false
	}
	parts := object.As[object.List](split)
	for range parts.Len() - 1 {
		if !p.save(t, f, false) || p.Proto < 2 && !p.op(t, opMark) {
			return false
		}
	}
	if !p.saveName(t, modname, *parts.At(0)) {
		return false
	}
	end := byte(opTuple)
	if p.Proto >= 2 {
		end = opTuple2
	}
	for i := 1; i < parts.Len(); i++ {
		if !p.save(t, *parts.At(i), false) || !p.op(t, end) || !p.op(t, opReduce) {
			return false
		}
	}
	return true
}

// apart keeps strs apart that are not one object in CPython, as memos tell: the name of a built-in function's module is another object than the
// name of a type's, a built-in type's name is another than its module's, and each type that a module defines has the module's name for itself.
func (p *pickler) apart(t *Thread, v, modname, name Value) (Value, Value) {
	if v.IsExact(object.TBuiltin) {
		if p.Builtins == nil {
			if p.Builtins = object.NewDict(t); p.Builtins == nil {
				return null, null
			}
		}
		own := p.Builtins.Get(t, modname)
		if own == null {
			if own = copyName(t, modname); own == null || !p.Builtins.Set(t, modname, own) {
				return null, null
			}
		}
		return own, name
	}
	if !object.IsType(v) || object.As[object.Type](v).Flags&object.TypeHeap != 0 {
		return modname, name
	}
	if modname == name {
		name = copyName(t, name)
	}
	for _, static := range [...]string{"builtins", "types", "weakref", "datetime"} { // modules whose types share it
		if isName(modname, static) {
			return modname, name
		}
	}
	if isName(name, "OrderedDict") { // defined by the core, too
		return modname, name
	}
	return copyName(t, modname), name
}

// copyName makes a str that is not interned, of one in ASCII.
func copyName(t *Thread, name Value) Value {
	from := object.As[object.Str](name)
	if !from.IsASCII() {
		return name
	}
	s := object.AllocStr(t, int(from.Len), 0)
	if s != nil {
		copy(s.Bytes(), from.Bytes())
	}
	return object.Of(s)
}

// cannot raises the PicklingError for an object and a reason.
func (p *pickler) cannot(t *Thread, v Value, why string) bool {
	text, ok := object.ReprString(t, v)
	return ok && raisePickling(t, "Can't pickle "+text+": "+why)
}

// reprOf is an object's repr for an error text.
func reprOf(t *Thread, v Value) string {
	text, _ := object.ReprString(t, v)
	return text
}

// saveExtension writes the number that copyreg has for a name, if there is one: done.
func (p *pickler) saveExtension(t *Thread, modname, name Value) (done, ok bool) {
	if p.Extensions == nil {
		if p.Extensions = moduleDict(t, "copyreg", "_extension_registry"); p.Extensions == nil {
			return false, false
		}
	}
	if p.Extensions.Used == 0 {
		return false, true
	}
	key := object.Pair(t, modname, name)
	if key == null {
		return false, false
	}
	code := p.Extensions.Get(t, key)
	if code == null {
		return false, t.Exc == null
	}
	n, ok := object.AsInt64(t, code)
	switch {
	case !ok:
		return true, false
	case n <= 0 || n > 0x7fffffff:
		object.Raise(t, object.TRuntimeError, "extension code %d is out of range", n)
		return true, false
	case n <= 0xff:
		return true, p.op1(t, opExt1, byte(n))
	case n <= 0xffff:
		b := p.room(t, 3)
		if b == nil {
			return true, false
		}
		b[0], b[1], b[2] = opExt2, byte(n), byte(n>>8)
		p.Len += 3
		return true, true
	}
	return true, p.op4(t, opExt4, uint32(n))
}

// saveName writes a name for protocols before 4.
func (p *pickler) saveName(t *Thread, modname, name Value) bool {
	if p.FixImports {
		var ok bool
		if modname, name, ok = renamed(t, modname, name, "REVERSE_NAME_MAPPING", "REVERSE_IMPORT_MAPPING", "REVERSE_IMPORT_MAPPING"); !ok {
			return false
		}
	}
	if !p.op(t, opGlobal) {
		return false
	}
	for i, v := range [...]Value{modname, name} {
		s := object.As[object.Str](v)
		if !s.IsASCII() && (p.Proto < 3 || !encodable(s)) {
			what := [...]string{"module", "global"}[i]
			return raisePickling(t, "can't pickle "+what+" identifier '"+object.GoString(v)+"' using pickle protocol "+strconv.FormatInt(p.Proto, 10))
		}
		if text := object.GoString(v); !p.put(t, []byte(text)) || !p.op(t, '\n') {
			return false
		}
	}
	return true
}

// encodable reports whether a str has a form in UTF-8.
func encodable(s *object.Str) bool {
	for i := range int(s.Len) {
		if c := s.At(i); c >= 0xD800 && c < 0xE000 {
			return false
		}
	}
	return true
}

// renamed translates a module's and an object's name between Python 2's and 3's.
func renamed(t *Thread, modname, name Value, names, modules, errName string) (m, n Value, ok bool) {
	d := moduleDict(t, "_compat_pickle", names)
	key := object.Pair(t, modname, name)
	if d == nil || key == null {
		return null, null, false
	}
	if v := d.Get(t, key); v != null {
		if !object.IsTuple(v) || object.As[object.Tuple](v).Len() != 2 {
			object.Raise(t, object.TRuntimeError, "_compat_pickle.%s values should be 2-tuples, not %s", names, object.TypeName(t, v))
			return null, null, false
		}
		x := object.As[object.Tuple](v)
		if !object.IsStr(*x.At(0)) || !object.IsStr(*x.At(1)) {
			object.Raise(t, object.TRuntimeError, "_compat_pickle.%s values should be pairs of str, not (%s, %s)", names,
				object.TypeName(t, *x.At(0)), object.TypeName(t, *x.At(1)))
			return null, null, false
		}
		return *x.At(0), *x.At(1), true
	} else if t.Exc != null {
		return null, null, false
	}
	if d = moduleDict(t, "_compat_pickle", modules); d == nil {
		return null, null, false
	}
	v := d.Get(t, modname)
	if v == null {
		return modname, name, t.Exc == null
	}
	if !object.IsStr(v) {
		object.Raise(t, object.TRuntimeError, "_compat_pickle.%s values should be strings, not %s", errName, object.TypeName(t, v))
		return null, null, false
	}
	return v, name, true
}
