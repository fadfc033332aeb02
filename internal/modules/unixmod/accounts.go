//go:build unix

// Modules pwd and grp: the users and groups of /etc/passwd and /etc/group.

package unixmod

import (
	"strconv"
	"strings"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	passwd = native.NewStructSeq("pwd.struct_passwd", []string{"pw_name", "pw_passwd", "pw_uid", "pw_gid", "pw_gecos", "pw_dir", "pw_shell"}, 7)
	group  = native.NewStructSeq("grp.struct_group", []string{"gr_name", "gr_passwd", "gr_gid", "gr_mem"}, 4)
)

var _ = native.Register("pwd", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "getpwall", Sig: "()", F0: func(t *Thread, _ Value) Value { return all(t, users) }},
			{Name: "getpwnam", Sig: "(name, /)", F1: func(t *Thread, _, v Value) Value { return byName(t, users, "getpwnam", v) }},
			{Name: "getpwuid", Sig: "(uidobj, /)", F1: func(t *Thread, _, v Value) Value { return byID(t, users, v) }},
		}, Init: func(t *Thread, _ Value, d *object.Dict) bool {
			return d.SetStr(t, "struct_passwd", t.Type(passwd.ID).Value())
		}}
})

var _ = native.Register("grp", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "getgrall", Sig: "()", F0: func(t *Thread, _ Value) Value { return all(t, groups) }},
			{Name: "getgrgid", Sig: "(id)", Fn: func(t *Thread, _ Value, a []Value) Value { return byID(t, groups, a[0]) }},
			{Name: "getgrnam", Sig: "(name)", Fn: func(t *Thread, _ Value, a []Value) Value { return byName(t, groups, "getgrnam", a[0]) }},
		}, Init: func(t *Thread, _ Value, d *object.Dict) bool {
			return d.SetStr(t, "struct_group", t.Type(group.ID).Value())
		}}
})

// table is one of the two tables. The id is the third field of both.
type table struct {
	file   string
	fields int
	make   func(t *Thread, f []string) Value
	id     string // what the id is called
	fn     string // the name of what looks for ids
}

var users = &table{"/etc/passwd", 7, func(t *Thread, f []string) Value {
	s := func(i int) Value { return native.FSStr(t, f[i]) }
	return passwd.Make(t, s(0), s(1), number(t, f[2]), number(t, f[3]), s(4), s(5), s(6))
}, "uid", "getpwuid"}

var groups = &table{"/etc/group", 4, func(t *Thread, f []string) Value {
	members := object.NewList(t, 0)
	for name := range strings.SplitSeq(f[3], ",") {
		if members == nil || name != "" && !members.Append(t, native.FSStr(t, name)) {
			return null
		}
	}
	return group.Make(t, native.FSStr(t, f[0]), native.FSStr(t, f[1]), number(t, f[2]), object.Of(members))
}, "gid", "getgrgid"}

func number(t *Thread, s string) Value {
	n, _ := strconv.ParseInt(s, 10, 64)
	return object.NewInt(t, n)
}

func all(t *Thread, in *table) Value {
	l := object.NewList(t, 0)
	for _, f := range native.Database(t, in.file, in.fields) {
		if l == nil {
			return null
		}
		if v := in.make(t, f); v == null || !l.Append(t, v) {
			return null
		}
	}
	if l == nil {
		return null
	}
	return object.Of(l)
}

func byName(t *Thread, in *table, fn string, v Value) Value {
	if !object.IsStr(v) {
		arg := "argument"
		if in == groups {
			arg = "argument 1"
		}
		return object.Raise(t, object.TTypeError, "%s() %s must be str, not %s", fn, arg, object.TypeName(t, v))
	}
	name, _, ok := native.FSPath(t, v)
	if !ok {
		return null
	}
	for _, f := range native.Database(t, in.file, in.fields) {
		if f[0] == name {
			return in.make(t, f)
		}
	}
	s, ok := object.ReprString(t, v)
	if !ok {
		return null
	}
	return object.Raise(t, object.TKeyError, "%s(): name not found: %s", fn, s)
}

func byID(t *Thread, in *table, v Value) Value {
	i := object.Index(t, v)
	if i == null {
		t.ClearExc()
		return object.Raise(t, object.TTypeError, "%s should be integer, not %s", in.id, object.TypeName(t, v))
	}
	n, small := object.Int64(i)
	if small && n == int64(uint32(n)) || n == -1 {
		want := strconv.FormatInt(n, 10)
		for _, f := range native.Database(t, in.file, in.fields) {
			if f[2] == want {
				return in.make(t, f)
			}
		}
	}
	if in == users && (!small || n != -1 && n != int64(uint32(n))) {
		return object.Raise(t, object.TKeyError, "%s(): uid not found", in.fn)
	}
	if in == groups && (!small || n != -1 && n != int64(uint32(n))) {
		if !small && object.IntSign(i) > 0 {
			return object.Raise(t, object.TOverflowError, "gid is greater than maximum")
		}
		return object.Raise(t, object.TOverflowError, "gid is less than minimum")
	}
	s, ok := object.ReprString(t, i)
	if !ok {
		return null
	}
	return object.Raise(t, object.TKeyError, "%s(): %s not found: %s", in.fn, in.id, s)
}
