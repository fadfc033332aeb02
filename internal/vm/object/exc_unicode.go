// UnicodeDecodeError, UnicodeEncodeError and UnicodeTranslateError.

package object

import "fmt"

// UnicodeErrorObject is an instance of a subclass of UnicodeError; Start and End are ints, or Null before __init__.
type UnicodeErrorObject struct {
	Exception
	Encoding, Object, Start, End, Reason Value
}

func defineUnicodeErrors() {
	for _, c := range []struct {
		id   TypeID
		name string
	}{
		{TUnicodeDecodeError, "UnicodeDecodeError"}, {TUnicodeEncodeError, "UnicodeEncodeError"}, {TUnicodeTranslateError, "UnicodeTranslateError"},
	} {
		id := c.id
		init := func(t *Thread, self Value, args []Value, kw Value) bool {
			return unicodeErrorInit(t, self, id, args, kw)
		}
		str := func(t *Thread, self Value) Value { return unicodeErrorStr(t, self, id) }
		members := excMembers("encoding", "object", "start", "end", "reason")
		members = append(members[:2:2], members[4])
		defineException(id, TUnicodeError, c.name, 5, TypeDef{
			Slots:   Slots{Init: init, Str: str},
			Members: members,
			GetSets: []GetSetDef{
				{Name: "start", Member: true, Get: unicodeErrorStart, Set: setUnicodeErrorStart},
				{Name: "end", Member: true, Get: unicodeErrorEnd, Set: setUnicodeErrorEnd},
			},
		})
	}
}

func orZero(v Value) Value {
	if v == Null {
		return SmallInt(0)
	}
	return v
}

func unicodeErrorStart(t *Thread, v Value) Value { return orZero(As[UnicodeErrorObject](v).Start) }
func unicodeErrorEnd(t *Thread, v Value) Value   { return orZero(As[UnicodeErrorObject](v).End) }

func setUnicodeErrorStart(t *Thread, v, x Value) bool {
	n, ok := requireInt(t, x)
	if ok {
		As[UnicodeErrorObject](v).Start = n
	}
	return ok
}

func setUnicodeErrorEnd(t *Thread, v, x Value) bool {
	n, ok := requireInt(t, x)
	if ok {
		As[UnicodeErrorObject](v).End = n
	}
	return ok
}

func requireInt(t *Thread, x Value) (Value, bool) {
	if x == Null {
		Raise(t, TTypeError, "can't delete numeric/char attribute")
		return Null, false
	}
	if TypeOf(t, x).Slots.Index == nil {
		Raise(t, TTypeError, "an integer is required")
		return Null, false
	}
	n, ok := AsSize(t, x, TOverflowError)
	if !ok {
		return Null, false
	}
	i := NewInt(t, n)
	return i, i != Null
}

func unicodeErrorInit(t *Thread, self Value, id TypeID, args []Value, kw Value) bool {
	if !exceptionInit(t, self, args, kw) {
		return false
	}
	want := 5
	if id == TUnicodeTranslateError {
		want = 4
	}
	if len(args) != want {
		Raise(t, TTypeError, "function takes exactly %d arguments (%d given)", want, len(args))
		return false
	}
	e := As[UnicodeErrorObject](self)
	e.Encoding, e.Object, e.Start, e.End, e.Reason = Null, Null, Null, Null, Null
	mustBeStr := func(i int) bool {
		if IsStr(args[i]) {
			return true
		}
		Raise(t, TTypeError, "argument %d must be str, not %s", i+1, TypeName(t, args[i]))
		return false
	}
	i := 0
	var enc Value
	if want == 5 {
		if !mustBeStr(0) {
			return false
		}
		enc = args[0]
		i = 1
	}
	object := args[i]
	if id != TUnicodeDecodeError && !mustBeStr(i) {
		return false
	}
	start, ok := AsSize(t, args[i+1], TOverflowError)
	if !ok {
		return false
	}
	end, ok := AsSize(t, args[i+2], TOverflowError)
	if !ok || !mustBeStr(i+3) {
		return false
	}
	if id == TUnicodeDecodeError && !IsBytes(object) {
		buf := TypeOf(t, object).Slots.Buffer
		var data []byte
		if buf != nil {
			data, ok = buf(t, object)
		}
		if t.Exc != Null {
			return false
		}
		if buf == nil || !ok {
			Raise(t, TTypeError, "a bytes-like object is required, not '%s'", TypeName(t, object))
			return false
		}
		if object = bytesFrom(t, string(data)); object == Null {
			return false
		}
	}
	e.Encoding, e.Object, e.Start, e.End, e.Reason = enc, object, NewInt(t, start), NewInt(t, end), args[i+3]
	return e.Start != Null && e.End != Null
}

// bytesFrom makes a bytes object.
func bytesFrom(t *Thread, s string) Value {
	if len(s) == 0 {
		return t.RT.EmptyBytes
	}
	p := t.Alloc(TBytes.Shape(), BytesData+uintptr(len(s)), 0)
	if p == nil {
		return t.NoMemory()
	}
	v := FromPtr(p)
	As[Bytes](v).Len = int64(len(s))
	copy(bytesOf(v), s)
	return v
}

func unicodeErrorStr(t *Thread, v Value, id TypeID) Value {
	e := As[UnicodeErrorObject](v)
	if e.Object == Null {
		return t.RT.EmptyStr
	}
	part := func(x Value) string {
		if t.Exc != Null {
			return ""
		}
		if x == Null {
			return "<NULL>"
		}
		s := ToStr(t, x)
		if s == Null {
			return ""
		}
		return GoString(s)
	}
	encoding := ""
	if id != TUnicodeTranslateError {
		encoding = "'" + part(e.Encoding) + "' codec "
	}
	reason := part(e.Reason)
	if t.Exc != Null {
		return Null
	}
	start, _ := Int64(orZero(e.Start))
	end, _ := Int64(orZero(e.End))
	one := end == start+1 && start >= 0
	var what string
	switch id {
	case TUnicodeDecodeError:
		what = fmt.Sprintf("can't decode bytes in position %d-%d", start, end-1)
		if one && IsBytes(e.Object) && start < As[Bytes](e.Object).Len {
			what = fmt.Sprintf("can't decode byte 0x%02x in position %d", bytesOf(e.Object)[start], start)
		}
	default:
		verb := "encode"
		if id == TUnicodeTranslateError {
			verb = "translate"
		}
		what = fmt.Sprintf("can't %s characters in position %d-%d", verb, start, end-1)
		if one && IsStr(e.Object) && start < As[Str](e.Object).Len {
			r := As[Str](e.Object).At(int(start))
			form := `\x%02x`
			if r > 0xFFFF {
				form = `\U%08x`
			} else if r > 0xFF {
				form = `\u%04x`
			}
			what = fmt.Sprintf("can't %s character '"+form+"' in position %d", verb, r, start)
		}
	}
	return NewStr(t, encoding+what+": "+reason)
}

// RaiseUnicodeError raises UnicodeDecodeError (object: bytes) or UnicodeEncodeError (object: str).
func RaiseUnicodeError(t *Thread, id TypeID, encoding string, object Value, start, end int, reason string) Value {
	args := t.PushArgs(5)
	if args == nil {
		return Null
	}
	args[0], args[1], args[2], args[3], args[4] =
		NewStr(t, encoding), object, SmallInt(int64(start)), SmallInt(int64(end)), NewStr(t, reason)
	if t.Exc == Null {
		if e := exceptionNew(t, t.Type(id), args, Null); e != Null && unicodeErrorInit(t, e, id, args, Null) {
			SetExc(t, e)
		}
	}
	t.PopArgs(5)
	return Null
}
