// strftime: what the module time does not know is put into the format, the rest is its.

package datetime

import (
	"strings"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// timeFunction is an attribute of the module time.
func timeFunction(t *Thread, s *state, name Value) Value {
	m := native.ImportModule(t, "time")
	if m == null {
		return null
	}
	return object.GetAttr(t, m, name)
}

// strftime formats v, whose time tuple is tuple; when is what its time zone is asked with.
func strftime(t *Thread, v, format, tuple, when Value) Value {
	text, ok := utf8Text(t, format)
	if !ok {
		return null
	}
	s := stateOf(t)
	if s == nil {
		return null
	}
	if i := strings.IndexByte(text, 0); i >= 0 {
		text = text[:i]
	}
	full, ok := fillFormat(t, v, text, when)
	if !ok {
		return null
	}
	f := timeFunction(t, s, s.Strftime)
	if f == null {
		return null
	}
	made := object.StrOfBytes(t, full)
	if made == null {
		return null
	}
	return object.Call2(t, f, made, tuple)
}

// fillFormat replaces %f, %z, %:z and %Z.
func fillFormat(t *Thread, v Value, text string, when Value) ([]byte, bool) {
	zone, micro := none, 0
	switch {
	case is(t, v, tTime):
		zone, micro = clockOf(v).TZ, int(clockOf(v).Micro)
	case is(t, v, tDatetime):
		zone, micro = datetimeOf(v).TZ, int(datetimeOf(v).Micro)
	}
	b, ok := object.Grow[byte](t, nil, len(text)+32)
	if !ok {
		return nil, false
	}
	b = b[:0]
	offset, colon, name, asked := "", "", "", [3]bool{}
	for {
		i := strings.IndexByte(text, '%')
		if i < 0 || i+1 == len(text) {
			return appendGrown(t, b, text)
		}
		if b, ok = appendGrown(t, b, text[:i]); !ok {
			return nil, false
		}
		n := 2
		part := text[i : i+2]
		switch {
		case text[i+1] == 'z':
			if !asked[0] {
				x, ok := appendUTCOffset(t, nil, zone, when, "")
				if !ok {
					return nil, false
				}
				offset, asked[0] = string(x), true
			}
			part = offset
		case strings.HasPrefix(text[i+1:], ":z"):
			n = 3
			if !asked[1] {
				x, ok := appendUTCOffset(t, nil, zone, when, ":")
				if !ok {
					return nil, false
				}
				colon, asked[1] = string(x), true
			}
			part = colon
		case text[i+1] == 'Z':
			if !asked[2] {
				if name, ok = zoneText(t, zone, when); !ok {
					return nil, false
				}
				asked[2] = true
			}
			part = name
		case text[i+1] == 'f':
			var space [8]byte
			if b, ok = appendGrown(t, b, string(appendMicros(space[:0], micro))); !ok {
				return nil, false
			}
			part = ""
		}
		if b, ok = appendGrown(t, b, part); !ok {
			return nil, false
		}
		text = text[i+n:]
	}
}

// appendGrown appends to memory that is counted.
func appendGrown(t *Thread, b []byte, s string) ([]byte, bool) {
	n := len(b)
	if n+len(s) > cap(b) {
		g, ok := object.Grow(t, b, 2*cap(b)+len(s))
		if !ok {
			return nil, false
		}
		b = g[:n]
	}
	return append(b, s...), true
}

// zoneText is the name of a time zone as part of a format.
func zoneText(t *Thread, zone, when Value) (string, bool) {
	name := zoneName(t, zone, when)
	if name == null || name == none {
		return "", name != null
	}
	percent, two := object.NewStr(t, "%"), object.NewStr(t, "%%")
	if percent == null || two == null {
		return "", false
	}
	r := native.Call2(t, name, "replace", percent, two)
	if r == null {
		return "", false
	}
	if !object.IsStr(r) {
		object.Raise(t, object.TTypeError, "tzname.replace() did not return a string")
		return "", false
	}
	text, ok := utf8Text(t, r)
	return strings.Clone(text), ok
}
