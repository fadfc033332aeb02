// The functions for messages. psy has no catalogues of C's: a message is its own translation, while domains and what is bound to them are
// remembered. Programs use the library's module gettext, which reads catalogues itself.

package localemod

import (
	"strings"

	"github.com/psyco-go/psy/internal/lib/locales"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

const (
	firstDomain = "messages"
	firstFolder = "/usr/share/locale"
	mostBound   = 1 << 16 // bytes of names and folders
)

func message(t *Thread, what string, v Value) Value {
	s, ok := native.CText(t, what+" must be str", v)
	if !ok {
		return null
	}
	return decode(t, s, stateKey.Of(t.RT).data[locales.Ctype].Codeset)
}

// domainArg checks the name of a domain, or None.
func domainArg(t *Thread, function string, v Value) bool {
	if v == none {
		return true
	}
	_, ok := native.CText(t, function+"() argument 1 must be str or None", v)
	return ok
}

func textdomain(t *Thread, _, v Value) Value {
	s := stateKey.Of(t.RT)
	if v != none {
		name, ok := native.CText(t, "textdomain() argument must be str or None", v)
		if !ok {
			return null
		}
		if name == "" {
			name = firstDomain
		}
		if len(name) > mostBound {
			return object.Raise(t, object.TMemoryError, "")
		}
		s.domain = name
	}
	return decode(t, s.domain, s.data[locales.Ctype].Codeset)
}

// binding is what is bound to a domain; rest is the other bindings.
func (s *state) binding(domain string) (folder, codeset, rest string) {
	folder = firstFolder
	for b := s.bindings; b != ""; {
		var x [3]string
		for i := range x {
			x[i], b, _ = strings.Cut(b, "\x00")
		}
		if x[0] == domain {
			folder, codeset = x[1], x[2]
		} else {
			rest += strings.Join(x[:], "\x00") + "\x00"
		}
	}
	return folder, codeset, rest
}

// bind binds; false: there is no memory for more, MemoryError being set.
func (s *state) bind(t *Thread, domain, folder, codeset, rest string) bool {
	b := rest + domain + "\x00" + folder + "\x00" + codeset + "\x00"
	if len(b) > mostBound {
		object.Raise(t, object.TMemoryError, "")
		return false
	}
	s.bindings = b
	return true
}

func bindtextdomain(t *Thread, _ Value, a []Value) Value {
	domain, ok := native.CText(t, "bindtextdomain() argument 1 must be str", a[0])
	if !ok {
		return null
	}
	if domain == "" {
		return fail(t, "domain must be a non-empty string")
	}
	s := stateKey.Of(t.RT)
	folder, codeset, rest := s.binding(domain)
	if a[1] != none {
		path, _, ok := native.FSPath(t, a[1])
		if !ok {
			return null
		}
		if strings.IndexByte(path, 0) >= 0 {
			return object.Raise(t, object.TValueError, "embedded null byte")
		}
		folder = path
		if !s.bind(t, domain, folder, codeset, rest) {
			return null
		}
	}
	return native.FSStr(t, folder)
}

func bindTextdomainCodeset(t *Thread, _ Value, a []Value) Value {
	domain, ok := native.CText(t, "bind_textdomain_codeset() argument 1 must be str", a[0])
	if !ok {
		return null
	}
	s := stateKey.Of(t.RT)
	folder, codeset, rest := s.binding(domain)
	if a[1] != none {
		if codeset, ok = native.CText(t, "bind_textdomain_codeset() argument 2 must be str or None", a[1]); !ok {
			return null
		}
		if domain != "" && !s.bind(t, domain, folder, codeset, rest) {
			return null
		}
	}
	if codeset == "" || domain == "" {
		return none
	}
	return object.NewStr(t, codeset)
}
