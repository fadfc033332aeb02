// Filling dicts from other things: update, the constructor, ** arguments.

package object

// What to do with a key that is there already.
type mergeMode uint8

const (
	mergeOverride mergeMode = iota
	mergeKeep
	mergeUnique // raise KeyError(key)
)

// DictUpdateArgs is dict.update(*args, **kw) and dict(*args, **kw); the keyword values stand at args' end.
func DictUpdateArgs(t *Thread, self Value, name string, args []Value, kw Value) bool {
	n := len(args) - KwLen(kw)
	if !CheckPositional(t, name, n, 0, 1) {
		return false
	}
	if n == 1 && !DictUpdate(t, self, args[0]) {
		return false
	}
	for i := n; i < len(args); i++ {
		if !As[Dict](self).Set(t, *As[Tuple](kw).At(i - n), args[i]) {
			return false
		}
	}
	return true
}

// DictUpdate is dict.update(self, arg): from a mapping (anything with keys()) or an iterable of pairs.
func DictUpdate(t *Thread, self, arg Value) bool {
	d := As[Dict](self)
	if arg.IsExact(TDict) {
		return dictMerge(t, d, arg, mergeOverride)
	}
	f := LookupAttr(t, arg, t.N(N_keys))
	if f != Null {
		return dictMerge(t, d, arg, mergeOverride)
	}
	return t.Exc == Null && dictFromPairs(t, d, arg)
}

// DictMerge copies all items of a mapping into d, overriding.
func DictMerge(t *Thread, d *Dict, mapping Value) bool {
	return dictMerge(t, d, mapping, mergeOverride)
}

// plainDict reports whether iterating v gives the keys of its table, so that the table may be read directly. That of built-in classes does.
func plainDict(t *Thread, v Value) bool {
	if !IsDict(v) {
		return false
	}
	typ := TypeOf(t, v)
	return typ.Flags&TypeHeap == 0 || typ.Lookup(t, t.N(N_iter_)) == t.Type(TDict).Lookup(t, t.N(N_iter_))
}

func dictMerge(t *Thread, d *Dict, m Value, mode mergeMode) bool {
	if !plainDict(t, m) {
		return dictMergeMapping(t, d, m, mode)
	}
	s := As[Dict](m)
	if s == d || s.Used == 0 {
		return true
	}
	if d.Used == 0 && d.Kind&DictWatched == 0 && s.compact() {
		return d.clone(t, s)
	}
	if d.Used == 0 && d.N == 0 && !d.Reserve(t, int(s.Used)) {
		return false
	}
	used := s.Used
	for e, i := s.Next(0); e != nil; e, i = s.Next(i) {
		if !d.mergeItem(t, e.Key, e.Val, int64(e.Hash), mode) || t.haltedAt(i) {
			return false
		}
		if s.Used != used {
			Raise(t, TRuntimeError, "dict mutated during update")
			return false
		}
	}
	return true
}

func (d *Dict) mergeItem(t *Thread, k, v Value, hash int64, mode mergeMode) bool {
	if mode != mergeOverride {
		n := d.find(t, k, hash)
		if n == -2 {
			return false
		}
		if n >= 0 {
			if mode == mergeKeep {
				return true
			}
			RaiseValue(t, TKeyError, k)
			return false
		}
	}
	return d.SetHash(t, k, v, hash)
}

func dictMergeMapping(t *Thread, d *Dict, m Value, mode mergeMode) bool {
	keys := CallMethod0(t, m, t.N(N_keys))
	if keys == Null {
		return false
	}
	it := Iter(t, keys)
	if it == Null {
		if t.ClearIf(TTypeError) {
			Raise(t, TTypeError, "%s.keys() returned a non-iterable (type %s)", TypeName(t, m), TypeName(t, keys))
		}
		return false
	}
	for {
		k := Next(t, it)
		if k == Null {
			return t.Exc == Null
		}
		h, ok := Hash(t, k)
		if !ok {
			return false
		}
		if mode != mergeOverride {
			n := d.find(t, k, h)
			if n == -2 {
				return false
			}
			if n >= 0 {
				if mode == mergeUnique {
					RaiseValue(t, TKeyError, k)
					return false
				}
				continue
			}
		}
		v := GetItem(t, m, k)
		if v == Null || !d.SetHash(t, k, v, h) {
			return false
		}
	}
}

// dictFromPairs sets the items of an iterable of key-value pairs.
func dictFromPairs(t *Thread, d *Dict, iterable Value) bool {
	it := Iter(t, iterable)
	if it == Null {
		return false
	}
	if it.IsExact(TZip) && !As[Zip](it).Strict && As[Zip](it).Its.Len() == 2 {
		return dictFromZip(t, d, it)
	}
	for i := 0; ; i++ {
		x := Next(t, it)
		if x == Null {
			return t.Exc == Null
		}
		pair := SequenceFast(t, x, "", Null)
		if pair == Null {
			if t.ClearIf(TTypeError) {
				Raise(t, TTypeError, "cannot convert dictionary update sequence element #%d to a sequence", i)
			}
			return false
		}
		s := FastItems(pair)
		if len(s) != 2 {
			Raise(t, TValueError, "dictionary update sequence element #%d has length %d; 2 is required", i, len(s))
			return false
		}
		if !d.Set(t, s[0], s[1]) {
			return false
		}
	}
}

// dictFromZip is dictFromPairs for a zip of two: nobody sees its pairs.
func dictFromZip(t *Thread, d *Dict, zip Value) bool {
	its := As[Zip](zip).Its
	for t.PollFor(zip) {
		k := StepMost(t, *its.At(0))
		if k == Null {
			break
		}
		v := StepMost(t, *its.At(1))
		if v == Null {
			break
		}
		if !d.Set(t, k, v) {
			return false
		}
	}
	if t.Exc != Null {
		t.ClearIf(TStopIteration)
	}
	return t.Exc == Null
}

// FunctionString names a callable for messages: "f()", or "mod.f()" when its module is not builtins.
func FunctionString(t *Thread, f Value) string {
	q := LookupAttr(t, f, t.N(N_qualname_))
	if q == Null || !IsStr(q) {
		t.ClearExc()
		if s := ToStr(t, f); s != Null {
			return GoString(s)
		}
		t.ClearExc()
		return "?"
	}
	m := LookupAttr(t, f, t.N(N_module_))
	if m != Null && IsStr(m) && GoString(m) != "builtins" {
		return GoString(m) + "." + GoString(q) + "()"
	}
	t.ClearExc()
	return GoString(q) + "()"
}

// MergeKwargs copies a ** argument of a call to fn into d (DICT_MERGE): the keys must be new.
func MergeKwargs(t *Thread, d *Dict, mapping, fn Value) bool {
	if dictMerge(t, d, mapping, mergeUnique) {
		return true
	}
	switch {
	case t.Matches(TAttributeError):
		t.ClearExc()
		Raise(t, TTypeError, "%s argument after ** must be a mapping, not %s", FunctionString(t, fn), TypeName(t, mapping))
	case t.Matches(TKeyError):
		args := As[Exception](t.Exc).Args
		if !IsTuple(args) || As[Tuple](args).Size != 1 {
			break
		}
		key := *As[Tuple](args).At(0)
		t.ClearExc()
		if text := ToStr(t, key); text != Null {
			Raise(t, TTypeError, "%s got multiple values for keyword argument '%s'", FunctionString(t, fn), GoString(text))
		}
	}
	return false
}
