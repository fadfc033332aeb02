// Identifiers of objects: OpenSSL's numbers and names of them.

package sslmod

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/psyco-go/psy/internal/vm/object"
)

// objectText has a line for each: number, short name, long name, and if it has one the identifier. _ssl.nid2obj of CPython gives them.
//
//go:embed objects.txt
var objectText string

// known is an object's names.
type known struct {
	number           int
	short, long, oid string
}

var objects = sync.OnceValue(func() (list []known) {
	for line := range strings.Lines(objectText) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		n, _ := strconv.Atoi(f[0])
		list = append(list, known{n, f[1], f[2], f[3]})
	}
	return list
})

func find(match func(k *known) bool) *known {
	list := objects()
	for i := range list {
		if match(&list[i]) {
			return &list[i]
		}
	}
	return nil
}

// frequent are the long names that most certificates have.
var frequent = map[string]string{
	"2.5.4.3": "commonName", "2.5.4.6": "countryName", "2.5.4.7": "localityName", "2.5.4.8": "stateOrProvinceName", "2.5.4.10": "organizationName",
	"2.5.4.11": "organizationalUnitName", "1.2.840.113549.1.9.1": "emailAddress",
}

func longName(oid string) string {
	if s := frequent[oid]; s != "" {
		return s
	}
	if k := find(func(k *known) bool { return k.oid == oid }); k != nil {
		return k.long
	}
	return oid
}

func shortName(oid string) string {
	if k := find(func(k *known) bool { return k.oid == oid }); k != nil {
		return k.short
	}
	return oid
}

func (k *known) value(t *Thread) Value {
	r := object.NewTuple(t, 4)
	if r == nil {
		return null
	}
	*r.At(0), *r.At(3) = object.SmallInt(int64(k.number)), none
	if *r.At(1) = object.NewStr(t, k.short); *r.At(1) == null {
		return null
	}
	if *r.At(2) = object.NewStr(t, k.long); *r.At(2) == null {
		return null
	}
	if k.oid != "" {
		if *r.At(3) = object.NewStr(t, k.oid); *r.At(3) == null {
			return null
		}
	}
	return object.Of(r)
}

func nid2obj(t *Thread, _, v Value) Value {
	n, ok := object.AsInt(t, v)
	switch {
	case !ok:
		return null
	case n < 0:
		return object.Raise(t, object.TValueError, "NID must be positive.")
	case n == 0:
		return object.Raise(t, object.TValueError, "Unknown object")
	}
	k := find(func(k *known) bool { return k.number == n })
	if k == nil {
		return object.Raise(t, object.TValueError, "unknown NID %d", n)
	}
	return k.value(t)
}

func txt2obj(t *Thread, _ Value, a []Value) Value {
	if !object.IsStr(a[0]) {
		return object.Raise(t, object.TTypeError, "txt2obj() argument 'txt' must be str, not %s", object.TypeName(t, a[0]))
	}
	text := object.GoString(a[0])
	names := false
	if a[1] != null {
		x := object.Truth(t, a[1])
		if x < 0 {
			return null
		}
		names = x == 1
	}
	k := find(func(k *known) bool {
		return k.oid == text && text != "" || names && (k.short == text || k.long == text)
	})
	switch {
	case k != nil:
		return k.value(t)
	case isDotted(text):
		return object.Raise(t, object.TValueError, "Unknown object")
	}
	return object.Raise(t, object.TValueError, "unknown object '%s'", text[:min(len(text), 100)])
}

func isDotted(s string) bool {
	parts := strings.Split(s, ".")
	for _, p := range parts {
		if _, err := strconv.ParseUint(p, 10, 32); err != nil {
			return false
		}
	}
	return len(parts) > 1
}
