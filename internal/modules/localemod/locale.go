// Package localemod is the module _locale: the locales of C, POSIX and C.UTF-8, and those whose files the machine has (package locales).
package localemod

import (
	"os"
	"strings"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/lib/locales"
	"github.com/psyco-go/psy/internal/lib/numfmt"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	Thread = object.Thread
	Value  = object.Value
)

const (
	null = object.Null
	none = object.None
)

// state is the locale of a runtime. What data it refers to never changes.
type state struct {
	names    [locales.Categories]string
	data     [locales.Categories]*locales.Data
	order    *locales.Locale    // of LC_COLLATE, whose tables are read when texts are compared; nil: they are read, or there are none
	table    *locales.Collation // nil: by the characters' numbers
	domain   string             // of messages
	bindings string             // of domains: name, NUL, folder, NUL, codeset, NUL
}

var (
	stateKey = object.NewHostKey(func(rt *object.Runtime) *state { return start(rt) })
	_        = object.Plain[state]()
)

// start is the locale that a program begins with: of the environment's only the kinds of characters, and of them only UTF-8.
func start(rt *object.Runtime) *state {
	s := &state{domain: firstDomain}
	for c := range locales.Categories {
		s.names[c], s.data[c] = "C", locales.C(c, locales.ASCII)
	}
	name, whole := fromEnvironment(rt, locales.Ctype)
	l := find(rt, name)
	if l == nil && !whole {
		name, l = utf8Name, find(rt, utf8Name)
	}
	if name == "C" && !whole { // as CPython does: the locale C is not enough
		name, l = utf8Name, find(rt, utf8Name)
	}
	if l == nil {
		return s
	}
	d := l.Data(locales.Ctype)
	if d == nil || d.Codeset != locales.UTF8 && d.Codeset != locales.ASCII {
		name, d = utf8Name, locales.C(locales.Ctype, locales.UTF8)
	}
	s.names[locales.Ctype], s.data[locales.Ctype] = name, d
	return s
}

const utf8Name = "C.UTF-8"

// fromEnvironment is the name that the environment has for a category; whole: LC_ALL gives it.
func fromEnvironment(rt *object.Runtime, c locales.Category) (name string, whole bool) {
	if rt.System == nil {
		return utf8Name, false
	}
	env := rt.System.Environ()
	for _, key := range []string{"LC_ALL", c.String(), "LANG"} {
		for _, e := range env {
			if k, v, _ := strings.Cut(e, "="); k == key && v != "" {
				if v == "POSIX" {
					v = "C"
				}
				return v, key == "LC_ALL"
			}
		}
	}
	return "C", false
}

// find looks for a locale by its name, in the files that the world lets its program see.
func find(rt *object.Runtime, name string) *locales.Locale {
	if rt.System == nil {
		return locales.Find(nil, nil, name)
	}
	var paths []string
	for _, e := range rt.System.Environ() {
		if v, ok := strings.CutPrefix(e, "LOCPATH="); ok {
			for _, p := range strings.Split(v, ":") {
				if p != "" {
					paths = append(paths, p)
				}
			}
		}
	}
	return locales.Find(func(path string, off int64, n int) []byte {
		st, err := rt.System.Stat(path)
		if err != nil || !st.Mode().IsRegular() {
			return nil
		}
		if n = int(min(int64(n), max(st.Size()-off, 0))); n == 0 {
			return nil
		}
		f, err := rt.System.OpenFile(path, os.O_RDONLY, 0)
		if err != nil {
			return nil
		}
		defer f.Close()
		if _, err := f.Seek(off, 0); err != nil {
			return nil
		}
		b := make([]byte, n)
		for got := 0; got < n; {
			k, err := f.Read(b[got:])
			if k <= 0 || err != nil {
				return b[:got]
			}
			got += k
		}
		return b
	}, paths, name)
}

// name is what setlocale returns for a category.
func (s *state) name(c locales.Category) string {
	if c != locales.All {
		return s.names[c]
	}
	all := ""
	same := true
	for c := range locales.Categories {
		if c == locales.All {
			continue
		}
		same = same && s.names[c] == s.names[0]
		if all != "" {
			all += ";"
		}
		all += c.String() + "=" + s.names[c]
	}
	if same {
		return s.names[0]
	}
	return all
}

// wanted is the name that each category is to get: from one for all, from a list of all, or from the environment.
func wanted(rt *object.Runtime, c locales.Category, name string) (names [locales.Categories]string, ok bool) {
	listed := map[string]string{}
	if c == locales.All && strings.Contains(name, ";") {
		for _, part := range strings.Split(name, ";") {
			k, v, found := strings.Cut(part, "=")
			if !found || k == "LC_ALL" {
				return names, false
			}
			listed[k] = v
		}
	}
	for k := range locales.Categories {
		switch {
		case k == locales.All || c != locales.All && c != k:
			continue
		case len(listed) > 0:
			names[k] = listed[k.String()]
		case name == "":
			names[k], _ = fromEnvironment(rt, k)
		default:
			names[k] = name
		}
		if names[k] == "" {
			return names, false
		}
		if names[k] == "POSIX" {
			names[k] = "C"
		}
	}
	return names, true
}

// set is setlocale; false: there is no such locale, or an exception is set.
func set(t *Thread, s *state, c locales.Category, name string) bool {
	names, ok := wanted(t.RT, c, name)
	if !ok {
		return false
	}
	data, order := s.data, (*locales.Locale)(nil)
	found := map[string]*locales.Locale{}
	for k, n := range names {
		if n == "" {
			continue
		}
		l, known := found[n]
		if !known {
			l = find(t.RT, n)
			found[n] = l
		}
		if l == nil {
			return false
		}
		if data[k] = l.Data(locales.Category(k)); data[k] == nil {
			return false
		}
		if locales.Category(k) == locales.Collate {
			order = l
		}
	}
	for k, n := range names {
		if n == "" {
			names[k] = s.names[k]
		}
	}
	number, ok := numbers(t, data[locales.Numeric])
	if !ok {
		return false
	}
	text, ok := times(t, names[locales.Time], data[locales.Time])
	if !ok {
		return false
	}
	if order != nil && names[locales.Collate] != s.names[locales.Collate] {
		if s.table != nil {
			t.RT.Heap.Release(uint64(s.table.Size()))
		}
		s.order, s.table = order, nil
	}
	s.names, s.data = names, data
	object.SetNumberLocale(t.RT, number)
	x := native.LocaleOf(t.RT)
	x.Codeset, x.Time = data[locales.Ctype].Codeset, text
	return true
}

// numbers is how the type n writes numbers; nil: as C does.
func numbers(t *Thread, d *locales.Data) (*numfmt.Local, bool) {
	if d.Text(locales.DecimalPoint) == "." && d.Text(locales.Grouping) == "" {
		return nil, true
	}
	point, ok := decodeText(t, d.Text(locales.DecimalPoint), d.Codeset)
	if !ok {
		return nil, false
	}
	sep, ok := decodeText(t, d.Text(locales.ThousandsSep), d.Codeset)
	return &numfmt.Local{Point: point, Separator: sep, Grouping: d.Text(locales.Grouping)}, ok
}

// longest is how long a text about times may be; longer ones are left out.
const longest = 256

// times is how times are written; nil: as C does.
func times(t *Thread, name string, d *locales.Data) (*native.TimeText, bool) {
	if name == "C" || locales.Find(nil, nil, name) != nil {
		return nil, true
	}
	x := &native.TimeText{Items: d.Items()[:min(locales.Clock12+1, len(d.Items()))]}
	for i, s := range x.Items {
		var ok bool
		if x.Items[i], ok = decodeText(t, s[:min(len(s), longest)], d.Codeset); !ok {
			return nil, false
		}
	}
	if alt := d.Raw(locales.AltDigits); d.Text(locales.AltDigits) != "" {
		for _, s := range strings.SplitN(alt, "\x00", 101) {
			if len(x.AltDigits) == 100 || s == "" {
				break
			}
			s, ok := decodeText(t, s[:min(len(s), longest)], d.Codeset)
			if !ok {
				return nil, false
			}
			x.AltDigits = append(x.AltDigits, s)
		}
	}
	return x, true
}

// collation is the tables of LC_COLLATE; nil: texts are ordered by their characters' numbers.
func (s *state) collation(t *Thread) (*locales.Collation, bool) {
	if s.order == nil {
		return s.table, true
	}
	h := t.RT.Heap
	charged := uint64(0)
	c, ok := s.order.Collation(func(n int) bool {
		if !h.Charge(uint64(n)) {
			t.NoMemory()
			return false
		}
		charged += uint64(n)
		return true
	})
	if !ok {
		h.Release(charged)
		return nil, false
	}
	if s.order, s.table = nil, c; c == nil {
		h.Release(charged)
	} else {
		h.Recount(charged, uint64(c.Size()))
	}
	return c, true
}

// key is what a str is compared by.
func (s *state) key(t *Thread, c *locales.Collation, v Value) (string, bool) {
	m := object.NewMeter(t)
	defer m.End()
	k, ok := c.Key(object.GoString(v), func(n int) bool { return m.Add(n) && !t.Halted() })
	if !ok || !m.Add(8*len(k)) {
		return "", false
	}
	b := make([]byte, 0, 3*len(k))
	for _, r := range k {
		if r >= 0xd800 && r <= 0xdfff { // a weight, as good as any
			b = append(b, 0xe0|byte(r>>12), 0x80|byte(r>>6&0x3f), 0x80|byte(r&0x3f))
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b), true
}
