// Which computed attributes of built-in types are member descriptors, as in CPython, where they are fields of the objects.

package object

import "strings"

// computedMembers are the names by type. Their descriptors' type, and what an attempt to change one that is read-only says, are those of members.
var computedMembers = map[string]string{
	"_io.BufferedRandom":     " _finalizing raw ",
	"_io.BufferedReader":     " _finalizing raw ",
	"_io.BufferedWriter":     " _finalizing raw ",
	"_io.FileIO":             " _finalizing ",
	"_io.TextIOWrapper":      " _finalizing buffer encoding line_buffering write_through ",
	"BaseException":          " __suppress_context__ ",
	"UnicodeDecodeError":     " end start ",
	"UnicodeEncodeError":     " end start ",
	"UnicodeTranslateError":  " end start ",
	"async_generator":        " ag_running ",
	"classmethod_descriptor": " __name__ __objclass__ ",
	"code":                   " co_argcount co_firstlineno co_flags co_kwonlyargcount co_nlocals co_posonlyargcount co_stacksize ",
	"complex":                " imag real ",
	"coroutine":              " cr_origin ",
	"frame":                  " f_trace_lines ",
	"getset_descriptor":      " __name__ __objclass__ ",
	"member_descriptor":      " __name__ __objclass__ ",
	"method-wrapper":         " __self__ ",
	"method_descriptor":      " __name__ __objclass__ ",
	"traceback":              " tb_lasti ",
	"type":                   " __basicsize__ __dictoffset__ __flags__ __itemsize__ __weakrefoffset__ ",
	"wrapper_descriptor":     " __name__ __objclass__ ",
	"re.Match":               " endpos pos ",
	"re.Pattern":             " flags groups ",
	"weakref.ReferenceType":  " __callback__ ",
	"zlib.Decompress":        " eof ",
	"zlib._ZlibDecompressor": " eof needs_input ",
}

// newComputed makes the descriptor of a computed attribute; members are what computedMembers has for the type.
func newComputed(t *Thread, typ *Type, g *GetSetDef, members string) Value {
	if members == "" || !strings.Contains(members, " "+g.Name+" ") {
		return newGetSetDescr(t, typ, g)
	}
	v := newMemberDescr(t, typ, Intern(t, g.Name), 0, g.Set == nil, false)
	if v != Null {
		m := As[MemberDescr](v)
		m.Get, m.Set = wordOf(g.Get), wordOf(g.Set)
	}
	return v
}
