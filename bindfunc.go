// Go functions with a signature: names, defaults, keywords, docstrings.

package psy

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/psyco-go/psy/internal/vm/object"
)

// GoFunc is a Go function with what Python shows of it. Bind, Module.Set, arguments, Method and Constructor take it.
type GoFunc struct {
	b   *bound
	err error
}

// FuncOption is an option of NewFunc.
type FuncOption struct{ apply func(b *bound) error }

// NewFunc describes a Go function to Python. f is as Bind takes it. What is wrong with the options, Bind tells.
func NewFunc(f any, options ...FuncOption) *GoFunc {
	v := reflect.ValueOf(f)
	name := "function"
	b, err := newBound(name, v)
	for _, o := range options {
		if err == nil && o.apply != nil {
			err = o.apply(b)
		}
	}
	return &GoFunc{b, err}
}

// Doc is the docstring.
func Doc(text string) FuncOption {
	return FuncOption{func(b *bound) error {
		b.doc = text
		return nil
	}}
}

// Name is the function's name, which otherwise is that under which it is bound.
func Name(name string) FuncOption {
	return FuncOption{func(b *bound) error {
		b.name = name
		return nil
	}}
}

// Sig names the parameters, in Python's notation, without the context and without the receiver of a method: "(x, y=0, *, scale=1.5, unit='m')". They can
// then be given by keyword; "/" and "*" mean what they do in Python. Defaults are None, True, False, numbers and strings in quotes. A variadic Go function
// ends in "*args"; a last parameter of type map[string]T may be "**kwargs".
func Sig(text string) FuncOption {
	return FuncOption{func(b *bound) (err error) {
		b.shown = text
		return nil
	}}
}

// finish applies a signature, for which the name and whether there is a receiver have to be known.
func (f *GoFunc) finish(name string, method bool) (*bound, error) {
	if f == nil {
		return nil, &SignatureError{Func: name, Why: "it is not a Go function"}
	}
	if f.err != nil {
		if e, ok := f.err.(*SignatureError); ok {
			e = &SignatureError{name, e.Param, e.Why}
			return nil, e
		}
		return nil, f.err
	}
	b := *f.b
	b.method = method
	if b.name == "function" {
		b.name = name
	}
	if method && len(b.in) == 0 {
		return nil, &SignatureError{Func: name, Why: "it takes no receiver"}
	}
	if b.shown != "" {
		if err := b.sign(b.shown); err != nil {
			return nil, err
		}
	}
	return &b, nil
}

// sign parses a signature and checks that the Go function's parameters fit.
func (b *bound) sign(text string) (err error) {
	fail := func(param, format string, a ...any) error {
		return &SignatureError{b.name, param, fmt.Sprintf(format, a...)}
	}
	defer func() {
		if recover() != nil {
			err = fail("", "bad signature: %s", text)
		}
	}()
	sig := object.ParseSignature(b.name[strings.LastIndexByte(b.name, '.')+1:], text)
	in := b.in
	if b.method {
		in = in[1:]
	}
	if len(sig.Params) != len(in) {
		return fail("", "%s has %d parameters, and Go's function %d", text, len(sig.Params), len(in))
	}
	b.defaults = make([]reflect.Value, len(in))
	texts := defaultTexts(text)
	for i, p := range sig.Params {
		switch p.Kind {
		case object.VarPos:
			if !b.variadic || i != len(in)-1 {
				return fail(p.Name, "*%s has to be the last parameter, and Go's function variadic", p.Name)
			}
		case object.VarKw:
			if in[i].Kind() != reflect.Map || in[i].Key().Kind() != reflect.String {
				return fail(p.Name, "Go's parameter for **%s is no map[string]T", p.Name)
			}
		default:
			if b.variadic && i == len(in)-1 {
				return fail(p.Name, "Go's function is variadic, so this has to be *%s", p.Name)
			}
			if !p.Required {
				b.defaults[i] = reflect.New(in[i]).Elem()
				if !setDefault(b.defaults[i], texts[p.Name]) {
					return fail(p.Name, "%s is no default for %s", texts[p.Name], in[i])
				}
			}
		}
	}
	b.sig = sig
	return nil
}

// defaultTexts gives the texts of the defaults, by parameter.
func defaultTexts(sig string) map[string]string {
	texts := map[string]string{}
	for _, part := range object.SplitParams(strings.TrimSpace(sig)) {
		if name, def, ok := strings.Cut(part, "="); ok {
			texts[strings.TrimSpace(name)] = strings.TrimSpace(def)
		}
	}
	return texts
}

// setDefault sets a Go value to a literal of Python's.
func setDefault(v reflect.Value, text string) bool {
	kind := v.Kind()
	switch {
	case text == "None":
		return kind == reflect.Pointer || kind == reflect.Interface || kind == reflect.Slice || kind == reflect.Map || kind == reflect.Func || kind == reflect.Chan || v.Type() == valueType
	case text == "True" || text == "False":
		x := reflect.ValueOf(text == "True")
		return assign(v, x)
	case text != "" && (text[0] == '\'' || text[0] == '"'):
		if len(text) < 2 || text[len(text)-1] != text[0] {
			return false
		}
		body := text[1 : len(text)-1]
		if text[0] == '\'' {
			body = strings.ReplaceAll(strings.ReplaceAll(body, `\'`, `'`), `"`, `\"`)
		}
		s, err := strconv.Unquote(`"` + body + `"`)
		return err == nil && assign(v, reflect.ValueOf(s))
	}
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		switch {
		case v.CanInt():
			v.SetInt(n)
			return !v.OverflowInt(n)
		case v.CanUint():
			v.SetUint(uint64(n))
			return n >= 0 && !v.OverflowUint(uint64(n))
		case v.CanFloat():
			v.SetFloat(float64(n))
			return true
		}
		return assign(v, reflect.ValueOf(n))
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return false
	}
	if v.CanFloat() {
		v.SetFloat(f)
		return true
	}
	return assign(v, reflect.ValueOf(f))
}

// assign sets v to x, if its type is of the same kind, or any.
func assign(v, x reflect.Value) bool {
	switch {
	case v.Type() == anyType:
		v.Set(x)
	case v.Kind() == x.Kind() && specialOf(v.Type()) == nil:
		v.Set(x.Convert(v.Type()))
	default:
		return false
	}
	return true
}

// invokeSigned is invoke for a function with a signature.
func (r *Runtime) invokeSigned(b *bound, args []object.Value, kw object.Value) ([]reflect.Value, object.Value) {
	t := r.t
	in := make([]reflect.Value, 0, len(b.in)+1)
	if b.ctx {
		in = append(in, reflect.ValueOf(r.cancel.context()))
	}
	types := b.in
	if b.method {
		if len(args) == object.KwLen(kw) {
			return nil, object.Raise(t, object.TTypeError, "unbound method %s() needs an argument", b.name)
		}
		p := reflect.New(types[0]).Elem()
		if res := r.argument(b, 0, args[0], p); res != object.None {
			return nil, res
		}
		in, args, types = append(in, p), args[1:], types[1:]
	}
	n := len(types)
	given := t.PushArgs(n)
	if given == nil && n > 0 {
		return nil, object.Null
	}
	defer t.PopArgs(n)
	if !b.sig.Bind(t, args, kw, given) {
		return nil, object.Null
	}
	for i, typ := range types {
		where := func() string { return fmt.Sprintf("%s() argument '%s'", b.name, b.sig.Params[i].Name) }
		switch {
		case b.sig.Params[i].Kind == object.VarPos:
			for j := 0; given[i] != object.Null && j < object.As[object.Tuple](given[i]).Len(); j++ {
				p := reflect.New(typ.Elem()).Elem()
				if err := toGo(r, *object.As[object.Tuple](given[i]).At(j), p, element("", j), 0); err != nil {
					return nil, r.raise(inPlace(err, where()))
				}
				in = append(in, p)
			}
		case given[i] == object.Null:
			d := b.defaults[i]
			if !d.IsValid() {
				d = reflect.Zero(typ)
			}
			in = append(in, d)
		default:
			p := reflect.New(typ).Elem()
			if err := toGo(r, given[i], p, "", 0); err != nil {
				err = inPlace(err, where())
				if _, ok := err.(*ConversionError); ok && b.operator {
					return nil, object.NotImplemented
				}
				return nil, r.raise(err)
			}
			in = append(in, p)
		}
	}
	return r.perform(b, in)
}

// signature is the text that inspect.signature shows.
func (b *bound) signature() string {
	text := b.shown
	if text == "" {
		var names []string
		for i, typ := range b.in {
			if i == 0 && b.method {
				continue
			}
			if b.variadic && i == len(b.in)-1 {
				names = append(names, "*args")
				break
			}
			_ = typ
			names = append(names, fmt.Sprint("arg", i))
		}
		if n := len(names); n > 0 && names[n-1] == "*args" {
			if n > 1 {
				names = append(names[:n-1], "/", "*args")
			}
		} else if n > 0 {
			names = append(names, "/")
		}
		text = "(" + strings.Join(names, ", ") + ")"
	}
	if b.method {
		text = strings.TrimSpace(text)
		if rest := strings.TrimSpace(text[1:]); rest == ")" {
			text = "(self)"
		} else if strings.HasPrefix(rest, "/") {
			text = "(self, " + rest
		} else {
			text = "(self, " + rest
		}
	}
	return text
}

func goFuncToPython(r *Runtime, v reflect.Value, where string) (object.Value, error) {
	f := v.Interface().(*GoFunc)
	if f == nil {
		return object.None, nil
	}
	b, err := f.finish(where, false)
	if err != nil {
		return object.Null, err
	}
	return r.newFunction(b)
}
