// The built-in functions format and ascii.

package object

// Format is format(v, spec); spec Null: the empty one.
func Format(t *Thread, v, spec Value) Value {
	if spec == Null {
		spec = t.RT.EmptyStr
	}
	if !IsStr(spec) {
		return Raise(t, TSystemError, "Format specifier must be a string, not %s", TypeName(t, spec))
	}
	empty := As[Str](spec).Len == 0
	switch {
	case v.IsInt():
		return intFormat(t, v, spec)
	case v.IsFloat():
		return floatFormat(t, v, spec)
	case empty && v.IsExact(TStr):
		return v
	}
	r, found := CallSpecial1(t, v, N_format_, spec)
	switch {
	case !found:
		return Raise(t, TTypeError, "Type %s doesn't define __format__", TypeName(t, v))
	case r != Null && !IsStr(r):
		return Raise(t, TTypeError, "__format__ must return a str, not %s", TypeName(t, r))
	}
	return r
}

// ASCII is ascii(v): repr(v) with what is not ASCII escaped.
func ASCII(t *Thread, v Value) Value {
	r := Repr(t, v)
	if r == Null {
		return Null
	}
	s := As[Str](r)
	if s.IsASCII() {
		return r
	}
	out := Scratch[byte](t, s.reprRoom())
	if out == nil {
		return Null
	}
	for i := 0; i < int(s.Len); i++ {
		if c := s.At(i); c < 0x80 {
			out = append(out, byte(c))
		} else {
			out = appendHexEscape(out, c)
		}
	}
	return newStrASCII(t, out)
}
