// Binding a call's arguments to a Python function's parameters, with CPython's error texts.

package interp

import (
	"fmt"
	"strings"

	"github.com/psyco-go/psy/internal/vm/object"
)

// bindArgs fills the parameters in fr's localsplus. args ends with the values of the keyword arguments named in kw.
func bindArgs(t *Thread, fn *Function, fr *Frame, args []Value, kw Value) bool {
	code := fn.Code
	nkw := 0
	if kw != null {
		nkw = object.As[Tuple](kw).Len()
	}
	npos := len(args) - nkw
	argc, kwonly := int(code.ArgCount), int(code.KwOnly)
	total := argc + kwonly
	var kwdict *Dict
	kwslot := total
	if code.Flags&object.CoVarArgs != 0 {
		kwslot++
	}
	if code.Flags&object.CoVarKeywords != 0 {
		kwdict = object.NewDict(t)
		if kwdict == nil {
			return false
		}
		*fr.Local(kwslot) = object.Of(kwdict)
	}
	for i := 0; i < min(npos, argc); i++ {
		*fr.Local(i) = args[i]
	}
	if code.Flags&object.CoVarArgs != 0 {
		var rest []Value
		if npos > argc {
			rest = args[argc:npos]
		}
		v := object.TupleOf(t, rest)
		if v == null {
			return false
		}
		*fr.Local(total) = v
	}
	for k := 0; k < nkw; k++ {
		name, val := *object.As[Tuple](kw).At(k), args[npos+k]
		if !object.IsStr(name) {
			object.Raise(t, object.TTypeError, "keywords must be strings")
			return false
		}
		i := paramIndex(code, name, total)
		if i < 0 {
			if kwdict != nil {
				if !kwdict.Set(t, name, val) {
					return false
				}
				continue
			}
			unexpectedKeyword(t, fn, kw, name, total)
			return false
		}
		if *fr.Local(i) != null {
			object.Raise(t, object.TTypeError, "%s() got multiple values for argument '%s'", object.GoString(fn.QualName), object.GoString(name))
			return false
		}
		*fr.Local(i) = val
	}
	if npos > argc && code.Flags&object.CoVarArgs == 0 {
		tooManyPositional(t, fn, fr, npos)
		return false
	}
	if npos < argc {
		ndef := 0
		if fn.Defaults != null {
			ndef = object.As[Tuple](fn.Defaults).Len()
		}
		first := argc - ndef
		missing := 0
		for i := npos; i < first; i++ {
			if *fr.Local(i) == null {
				missing++
			}
		}
		if missing > 0 {
			missingArgs(t, fn, fr, npos, first, "positional")
			return false
		}
		for i := max(npos, first); i < argc; i++ {
			if *fr.Local(i) == null {
				*fr.Local(i) = *object.As[Tuple](fn.Defaults).At(i - first)
			}
		}
	}
	if kwonly > 0 {
		missing := 0
		for i := argc; i < total; i++ {
			if *fr.Local(i) != null {
				continue
			}
			if fn.KwDefaults != null {
				v := object.As[Dict](fn.KwDefaults).Get(t, *code.LocalsNames.At(i))
				if t.Exc != null {
					return false
				}
				if v != null {
					*fr.Local(i) = v
					continue
				}
			}
			missing++
		}
		if missing > 0 {
			missingArgs(t, fn, fr, argc, total, "keyword-only")
			return false
		}
	}
	return true
}

// paramIndex finds the parameter that a keyword names; positional-only ones do not count.
func paramIndex(code *Code, name Value, total int) int {
	for i := int(code.PosOnly); i < total; i++ {
		if *code.LocalsNames.At(i) == name {
			return i
		}
	}
	for i := int(code.PosOnly); i < total; i++ {
		if object.StrEqual(object.As[object.Str](*code.LocalsNames.At(i)), object.As[object.Str](name)) {
			return i
		}
	}
	return -1
}

func unexpectedKeyword(t *Thread, fn *Function, kw, name Value, total int) {
	code := fn.Code
	var posonly []string
	names := object.As[Tuple](kw)
	for i := 0; i < int(code.PosOnly); i++ {
		for k := 0; k < names.Len(); k++ {
			if p := *code.LocalsNames.At(i); object.EqualBool(t, p, *names.At(k)) > 0 {
				posonly = append(posonly, object.GoString(p))
			}
		}
	}
	q := object.GoString(fn.QualName)
	if len(posonly) > 0 {
		object.Raise(t, object.TTypeError, "%s() got some positional-only arguments passed as keyword arguments: '%s'", q, strings.Join(posonly, ", "))
		return
	}
	candidates := object.NewList(t, 0)
	for i := int(code.PosOnly); i < total && candidates != nil; i++ {
		if !candidates.Append(t, *code.LocalsNames.At(i)) {
			return
		}
	}
	if candidates == nil {
		return
	}
	if s := object.ClosestName(candidates, object.GoString(name)); s != "" {
		object.Raise(t, object.TTypeError, "%s() got an unexpected keyword argument '%s'. Did you mean '%s'?", q, object.GoString(name), s)
		return
	}
	object.Raise(t, object.TTypeError, "%s() got an unexpected keyword argument '%s'", q, object.GoString(name))
}

func tooManyPositional(t *Thread, fn *Function, fr *Frame, given int) {
	code := fn.Code
	argc := int(code.ArgCount)
	kwGiven := 0
	for i := argc; i < argc+int(code.KwOnly); i++ {
		if *fr.Local(i) != null {
			kwGiven++
		}
	}
	ndef := 0
	if fn.Defaults != null {
		ndef = object.As[Tuple](fn.Defaults).Len()
	}
	takes, plural := fmt.Sprint(argc), argc != 1
	if ndef > 0 {
		takes, plural = fmt.Sprintf("from %d to %d", argc-ndef, argc), true
	}
	kwText := ""
	if kwGiven > 0 {
		kwText = fmt.Sprintf(" positional argument%s (and %d keyword-only argument%s)", pluralS(given != 1), kwGiven, pluralS(kwGiven != 1))
	}
	was := "were"
	if given == 1 && kwGiven == 0 {
		was = "was"
	}
	object.Raise(t, object.TTypeError, "%s() takes %s positional argument%s but %d%s %s given",
		object.GoString(fn.QualName), takes, pluralS(plural), given, kwText, was)
}

func pluralS(many bool) string {
	if many {
		return "s"
	}
	return ""
}

func missingArgs(t *Thread, fn *Function, fr *Frame, from, to int, kind string) {
	var names []string
	for i := from; i < to; i++ {
		if *fr.Local(i) == null {
			names = append(names, "'"+object.GoString(*fn.Code.LocalsNames.At(i))+"'")
		}
	}
	list := ""
	switch n := len(names); n {
	case 1:
		list = names[0]
	case 2:
		list = names[0] + " and " + names[1]
	default:
		list = strings.Join(names[:n-1], ", ") + ", and " + names[n-1]
	}
	object.Raise(t, object.TTypeError, "%s() missing %d required %s argument%s: %s",
		object.GoString(fn.QualName), len(names), kind, pluralS(len(names) != 1), list)
}
