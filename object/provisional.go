// Definitions that the files named beside them are to replace.
package object

// str_*.go
func StrAppend(t *Thread, a, b Value) Value { return StrConcat(t, a, b) }

func StrJoin(t *Thread, sep Value, items []Value) Value {
	r := t.RT.EmptyStr
	for i, v := range items {
		if i > 0 {
			r = StrConcat(t, r, sep)
		}
		if r = StrConcat(t, r, v); r == Null {
			return Null
		}
	}
	return r
}
