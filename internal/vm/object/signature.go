// Signatures of built-in functions: parsing them, binding arguments to them, and the error texts of calls that do not fit.

package object

import "strings"

// ParamKind says how a parameter may be given.
type ParamKind uint8

const (
	PosOnly ParamKind = iota
	PosOrKw
	VarPos
	KwOnly
	VarKw
)

// Param is one parameter.
type Param struct {
	Name     string
	Kind     ParamKind
	Required bool
}

// Signature is the parsed form of a FuncDef's Sig.
type Signature struct {
	Name   string // for error texts, without "()"
	Params []Param

	posOnly int // positional-only parameters
	minPos  int // required positional parameters
	maxPos  int // positional parameters
	named   int // parameters that are not *args or **kwargs
	minKw   bool
	varPos  int // index of *args, or -1
	varKw   int // index of **kwargs, or -1
	order   []int
}

// ParseSignature parses CPython's __text_signature__ notation: "(x, /, y=0, *args, key=None, **kw)".
// It panics when the notation is wrong: signatures are part of the program.
func ParseSignature(name, sig string) *Signature {
	s := &Signature{Name: name, varPos: -1, varKw: -1}
	body := strings.TrimSpace(sig)
	if !strings.HasPrefix(body, "(") || !strings.HasSuffix(body, ")") {
		panic("BUG: bad signature of " + name + ": " + sig)
	}
	kind := PosOrKw
	for _, part := range splitParams(body[1 : len(body)-1]) {
		switch {
		case part == "/":
			for i := range s.Params {
				s.Params[i].Kind = PosOnly
			}
			continue
		case part == "*":
			kind = KwOnly
			continue
		case strings.HasPrefix(part, "**"):
			s.varKw = len(s.Params)
			s.Params = append(s.Params, Param{Name: part[2:], Kind: VarKw})
			continue
		case strings.HasPrefix(part, "*"):
			s.varPos = len(s.Params)
			s.Params = append(s.Params, Param{Name: part[1:], Kind: VarPos})
			kind = KwOnly
			continue
		}
		p, _, optional := strings.Cut(part, "=")
		s.Params = append(s.Params, Param{Name: strings.TrimSpace(p), Kind: kind, Required: !optional})
	}
	for i, p := range s.Params {
		if p.Kind == VarPos || p.Kind == VarKw {
			continue
		}
		s.named++
		s.order = append(s.order, i)
		switch p.Kind {
		case PosOnly:
			s.posOnly++
			fallthrough
		case PosOrKw:
			s.maxPos++
			if p.Required {
				s.minPos = s.maxPos
			}
		case KwOnly:
			s.minKw = s.minKw || p.Required
		}
	}
	return s
}

// SplitParams gives the parts of a signature.
func SplitParams(sig string) []string {
	if len(sig) < 2 {
		return nil
	}
	return splitParams(sig[1 : len(sig)-1])
}

// splitParams cuts a parameter list at its outermost commas.
func splitParams(s string) []string {
	var parts []string
	depth, start := 0, 0
	var quote byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == ',' && depth == 0:
			parts = append(parts, strings.TrimSpace(s[start:i]))
			start = i + 1
		}
	}
	if last := strings.TrimSpace(s[start:]); last != "" {
		parts = append(parts, last)
	}
	return parts
}

// noKeywords reports whether no parameter can be given by name.
func (s *Signature) noKeywords() bool { return s.posOnly == s.named && s.varKw < 0 }

// Plural is the ending of a noun for n things.
func Plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// Bind fills bound, which has a slot per parameter, from a call's arguments; parameters left out stay Null.
// It reports false, with TypeError set, when they do not fit.
func (s *Signature) Bind(t *Thread, args []Value, kw Value, bound []Value) bool {
	nkw := 0
	if kw != Null {
		nkw = As[Tuple](kw).Len()
	}
	npos := len(args) - nkw
	if s.noKeywords() {
		if nkw > 0 {
			Raise(t, TTypeError, "%s() takes no keyword arguments", s.Name)
			return false
		}
		limit := s.maxPos
		if s.varPos >= 0 {
			limit = -1
		}
		if !CheckPositional(t, s.Name, npos, s.minPos, limit) {
			return false
		}
	} else if nkw == 0 && npos >= s.minPos && npos <= s.maxPos && !s.minKw {
		// everything is positional: the common case
	} else if !s.checkCounts(t, npos, nkw) {
		return false
	}
	n := min(npos, s.maxPos)
	for j := 0; j < n; j++ {
		bound[s.order[j]] = args[j]
	}
	if s.varPos >= 0 {
		rest := TupleOf(t, args[n:npos])
		if rest == Null {
			return false
		}
		bound[s.varPos] = rest
	}
	if s.varKw >= 0 {
		d := NewDict(t)
		if d == nil {
			return false
		}
		bound[s.varKw] = Of(d)
	}
	if nkw > 0 && !s.bindKeywords(t, n, args[npos:], As[Tuple](kw), bound) {
		return false
	}
	if npos < s.minPos || s.minKw {
		for j := n; j < s.named; j++ {
			if i := s.order[j]; s.Params[i].Required && bound[i] == Null {
				Raise(t, TTypeError, "%s() missing required argument '%s' (pos %d)", s.Name, s.Params[i].Name, j+1)
				return false
			}
		}
	}
	return t.Exc == Null
}

// checkCounts gives the errors that depend on the numbers of arguments only.
func (s *Signature) checkCounts(t *Thread, npos, nkw int) bool {
	if s.varPos < 0 && s.varKw < 0 && npos+nkw > s.named {
		what := ""
		if npos == 0 {
			what = "keyword "
		}
		Raise(t, TTypeError, "%s() takes at most %d %sargument%s (%d given)", s.Name, s.named, what, Plural(s.named), npos+nkw)
		return false
	}
	if npos > s.maxPos && s.varPos < 0 {
		if s.maxPos == 0 {
			Raise(t, TTypeError, "%s() takes no positional arguments", s.Name)
			return false
		}
		how := "exactly"
		if s.minPos < s.maxPos {
			how = "at most"
		}
		Raise(t, TTypeError, "%s() takes %s %d positional argument%s (%d given)", s.Name, how, s.maxPos, Plural(s.maxPos), npos)
		return false
	}
	if least := min(s.posOnly, s.minPos); npos < least {
		how := "exactly"
		if least < s.maxPos || s.varPos >= 0 {
			how = "at least"
		}
		Raise(t, TTypeError, "%s() takes %s %d positional argument%s (%d given)", s.Name, how, least, Plural(least), npos)
		return false
	}
	return true
}

// bindKeywords puts keyword arguments in their places; the first n positional parameters are taken.
func (s *Signature) bindKeywords(t *Thread, n int, vals []Value, names *Tuple, bound []Value) bool {
	twice, unknown := -1, -1
	for k := range vals {
		name := *names.At(k)
		if !IsStr(name) {
			Raise(t, TTypeError, "keywords must be strings")
			return false
		}
		j := s.find(name)
		switch {
		case j >= 0 && j < n:
			if twice < 0 || j < twice {
				twice = j
			}
		case j >= 0:
			bound[s.order[j]] = vals[k]
		case s.varKw >= 0:
			if !As[Dict](bound[s.varKw]).Set(t, name, vals[k]) {
				return false
			}
		case unknown < 0:
			unknown = k
		}
	}
	if twice < 0 && unknown < 0 {
		return true
	}
	for j := n; j < s.named; j++ {
		if i := s.order[j]; s.Params[i].Required && bound[i] == Null {
			Raise(t, TTypeError, "%s() missing required argument '%s' (pos %d)", s.Name, s.Params[i].Name, j+1)
			return false
		}
	}
	if twice >= 0 {
		Raise(t, TTypeError, "argument for %s() given by name ('%s') and position (%d)", s.Name, s.Params[s.order[twice]].Name, twice+1)
		return false
	}
	var known []string
	for _, i := range s.order[s.posOnly:s.named] {
		known = append(known, s.Params[i].Name)
	}
	UnexpectedKeyword(t, s.Name, GoString(*names.At(unknown)), known...)
	return false
}

// find returns which named parameter a keyword names, or -1.
func (s *Signature) find(name Value) int {
	k := As[Str](name)
	if !k.IsASCII() {
		return -1
	}
	text := k.View()
	for j := s.posOnly; j < s.named; j++ {
		if s.Params[s.order[j]].Name == text {
			return j
		}
	}
	return -1
}

// CheckPositional checks the number of arguments of a function that takes positional ones only; most -1: no limit.
func CheckPositional(t *Thread, name string, given, least, most int) bool {
	if given < least {
		how := "at least "
		if least == most {
			how = ""
		}
		Raise(t, TTypeError, "%s expected %s%d argument%s, got %d", name, how, least, Plural(least), given)
		return false
	}
	if most >= 0 && given > most {
		how := "at most "
		if least == most {
			how = ""
		}
		Raise(t, TTypeError, "%s expected %s%d argument%s, got %d", name, how, most, Plural(most), given)
		return false
	}
	return true
}

// NoKeywords checks that a call has no keyword arguments.
func NoKeywords(t *Thread, name string, kw Value) bool {
	if kw != Null && As[Tuple](kw).Size > 0 {
		Raise(t, TTypeError, "%s() takes no keyword arguments", name)
		return false
	}
	return true
}

// SplitKw separates a call's positional arguments from the values of its keyword arguments.
func SplitKw(args []Value, kw Value) (pos, named []Value) {
	if kw == Null {
		return args, nil
	}
	n := len(args) - As[Tuple](kw).Len()
	return args[:n], args[n:]
}

// displayName is how error texts name a built-in function: with its class, or with its module unless that is builtins.
func (d *FuncDef) displayName(self Value) string {
	if d.Class && self != Null && IsType(self) {
		return GoString(As[Type](self).QualName) + "." + d.Name
	}
	if d.owner != "" {
		return d.owner + "." + d.Name
	}
	if self != Null && self.IsExact(TModule) {
		if name := As[Module](self).Name; name != Null && IsStr(name) {
			if m := GoString(name); m != "builtins" {
				return m + "." + d.Name
			}
		}
	}
	return d.Name
}

// argCountError raises the TypeError of a call with the wrong number of arguments, or with keyword arguments that are not taken.
func argCountError(t *Thread, d *FuncDef, self Value, args []Value, kw Value) Value {
	if kw != Null && As[Tuple](kw).Size > 0 {
		return Raise(t, TTypeError, "%s() takes no keyword arguments", d.displayName(self))
	}
	switch d.Kind() {
	case KindF0:
		return Raise(t, TTypeError, "%s() takes no arguments (%d given)", d.displayName(self), len(args))
	case KindF1:
		return Raise(t, TTypeError, "%s() takes exactly one argument (%d given)", d.displayName(self), len(args))
	}
	CheckPositional(t, d.Name, len(args), d.MinArgs, d.MaxArgs)
	return Null
}
