// Running source text: expressions and statements, compiled once for each text.

package psy

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/psyco-go/psy/internal/front/codegen"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Files that tracebacks and SyntaxErrors name.
const (
	evalFile = "<eval>"
	runFile  = "<string>"
)

// Eval gives the value of a Python expression. vars are names that it may use, as far as they are identifiers; the others are those of __main__, the
// module that Exec or Run made last, and the built-in ones. What is assigned in it (:=) is gone afterwards. Compiled expressions are kept: the same text
// with vars of the same names again costs a call of a function. The error may be a *SyntaxError, or what Call gives.
func (r *Runtime) Eval(ctx context.Context, expr string, vars map[string]any) (Value, error) {
	return entered(r, ctx, func() (Value, error) {
		main, err := r.made(modules.Main(r.t))
		if err != nil {
			return Value{}, err
		}
		return r.eval(main, expr, vars)
	})
}

// Eval is Runtime.Eval with the names of the module.
func (m *Module) Eval(ctx context.Context, expr string, vars map[string]any) (Value, error) {
	return within(m, ctx, func(r *Runtime, mod object.Value) (Value, error) { return r.eval(mod, expr, vars) })
}

// Run runs statements as a new module __main__, in which vars are set first. The same text again is not compiled again. The error may be a *SyntaxError,
// or what Exec gives.
func (r *Runtime) Run(ctx context.Context, source string, vars map[string]any) (*Module, error) {
	code, err := statements(source)
	if err != nil {
		return nil, err
	}
	return entered(r, ctx, func() (*Module, error) {
		main, err := r.made(modules.NewMain(r.t))
		if err == nil {
			err = r.run(main, source, code, vars, true)
		}
		if err != nil {
			return nil, err
		}
		return r.newModule(main), nil
	})
}

// Run runs statements in the module, in which vars are set first: what they define stays. The error is as for Runtime.Run.
func (m *Module) Run(ctx context.Context, source string, vars map[string]any) error {
	code, err := statements(source)
	if err != nil {
		return err
	}
	_, err = within(m, ctx, func(r *Runtime, mod object.Value) (_ struct{}, err error) {
		return struct{}{}, r.run(mod, source, code, vars, false)
	})
	return err
}

// run runs the code of a source in a module; main: which is __main__.
func (r *Runtime) run(module object.Value, source string, code *pyc.Code, vars map[string]any, main bool) error {
	modules.AddSource(r.t, runFile, []byte(source))
	t, d := r.t, object.ModuleDict(module)
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		n, err := r.name(name)
		if err != nil {
			return err
		}
		x, err := r.toPython(vars[name], "")
		if err != nil {
			return inPlace(err, name)
		}
		if !d.Set(t, n, x) {
			return r.failure()
		}
	}
	return r.outcome(modules.ExecIn(t, code, d, main))
}

func (r *Runtime) eval(module object.Value, expr string, vars map[string]any) (Value, error) {
	t := r.t
	fn, err := r.expression(expr, vars, object.ModuleDict(module))
	if err != nil {
		return Value{}, err
	}
	n := int(fn.Code.ArgCount)
	args := t.PushArgs(n)
	if args == nil {
		return Value{}, r.failure()
	}
	defer t.PopArgs(n)
	for i := range args {
		name := object.As[object.Str](*fn.Code.LocalsNames.At(i))
		if args[i], err = r.toPython(vars[viewOf(name)], ""); err != nil {
			return Value{}, inPlace(err, object.GoString(object.Of(name)))
		}
	}
	return r.result(object.Call(t, object.Of(fn), args, object.Null))
}

// viewOf is the text of a str, without a copy where it is ASCII; it is used while the str is in use.
func viewOf(s *object.Str) string {
	if s.IsASCII() {
		return s.View()
	}
	return object.GoString(object.Of(s))
}

// maxExpressions bounds how many expressions a runtime keeps.
const maxExpressions = 1024

// The expressions that a runtime keeps are a tuple in Runtime.Extra: the namespace that was used last, and two dicts, of functions in this namespace and of
// their code, which outlives it. The keys are the expression's text, and text and names where the text is known with other names already.
const (
	namespaceKept = iota
	functionsKept
	codeKept
	numKept
)

// expression is a function of vars that gives the value of an expression in a namespace.
func (r *Runtime) expression(expr string, vars map[string]any, globals *object.Dict) (*object.Function, error) {
	switch { // null bytes are between text and names in keys
	case strings.IndexByte(expr, 0) >= 0:
		return nil, &SyntaxError{Class: "SyntaxError", Msg: "source code string cannot contain null bytes", File: evalFile}
	case !utf8.ValidString(expr):
		return nil, &SyntaxError{Class: "SyntaxError", Msg: "the text is not UTF-8", File: evalFile}
	}
	t := r.t
	kept := r.expressions(globals)
	if kept == nil {
		return nil, r.failure()
	}
	functions, codes := object.As[object.Dict](*kept.At(functionsKept)), object.As[object.Dict](*kept.At(codeKept))
	for key := expr; ; {
		if v := functions.GetGoString(t, key); v != object.Null {
			if fn := object.As[object.Function](v); takes(fn.Code, vars) {
				return fn, nil
			}
		}
		v := codes.GetGoString(t, key)
		if v == object.Null || key != expr || takes(object.As[object.Code](v), vars) {
			return r.newExpression(functions, codes, key, v, expr, vars, globals)
		}
		key = expr + "\x00" + strings.Join(identifiers(vars), "\x00")
	}
}

// expressions are those that are kept, in a namespace; nil: an exception is set.
func (r *Runtime) expressions(globals *object.Dict) *object.Tuple {
	t, root := r.t, &r.t.RT.Extra[native.ExtraExpressions]
	if *root == object.Null {
		kept, codes := object.NewTuple(t, numKept), object.NewDict(t)
		if kept == nil || codes == nil {
			return nil
		}
		*kept.At(namespaceKept), *kept.At(functionsKept), *kept.At(codeKept) = object.None, object.None, object.Of(codes)
		*root = object.Of(kept)
	}
	kept := object.As[object.Tuple](*root)
	full := object.As[object.Dict](*kept.At(codeKept)).Used >= maxExpressions
	if full || *kept.At(namespaceKept) != object.Of(globals) {
		functions := object.NewDict(t)
		if functions == nil {
			return nil
		}
		*kept.At(namespaceKept), *kept.At(functionsKept) = object.Of(globals), object.Of(functions)
	}
	if full {
		codes := object.NewDict(t)
		if codes == nil {
			return nil
		}
		*kept.At(codeKept) = object.Of(codes)
	}
	return kept
}

// newExpression makes the function, and its code if that is Null, and keeps them.
func (r *Runtime) newExpression(functions, codes *object.Dict, key string, code object.Value, expr string, vars map[string]any, globals *object.Dict) (
	*object.Function, error) {
	t := r.t
	if code == object.Null {
		c, err := function(expr, identifiers(vars))
		if err != nil {
			return nil, err
		}
		if code = object.NewCode(t, c); code == object.Null || !codes.SetStr(t, key, code) {
			return nil, r.failure()
		}
	}
	fn := object.NewFunction(t, object.As[object.Code](code), globals)
	if fn == nil || !functions.SetStr(t, key, object.Of(fn)) {
		return nil, r.failure()
	}
	return fn, nil
}

// takes reports whether the code's parameters are vars.
func takes(code *object.Code, vars map[string]any) bool {
	n := int(code.ArgCount)
	for i := range n {
		if _, ok := vars[viewOf(object.As[object.Str](*code.LocalsNames.At(i)))]; !ok {
			return false
		}
	}
	return n == len(vars) || n == len(identifiers(vars))
}

// identifiers are the names of vars that an expression can use, sorted.
func identifiers(vars map[string]any) []string {
	names := make([]string, 0, len(vars))
	for name := range vars {
		if isIdentifier(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// isIdentifier reports whether an expression can use a name: it may be no keyword, and is normalized.
func isIdentifier(name string) bool {
	ascii := true
	for i := range len(name) {
		switch c := name[i]; {
		case c >= utf8.RuneSelf:
			ascii = false
		case c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9' || i == 0):
			return false
		}
	}
	if ascii {
		return name != "" && name != "__debug__" && !syntax.IsKeyword(name)
	}
	e, err := parseExpression(name)
	if err != nil {
		return false
	}
	n, ok := e.(*syntax.Name)
	return ok && n.Id == name
}

// compilations are those that were used last, of all runtimes: code is immutable.
var compilations compilationCache

type compilationCache struct {
	mu   sync.Mutex
	lru  *simplelru.LRU[string, *pyc.Code]
	text int // bytes of all keys
}

// maxCompiledText bounds the text of what is kept; its code takes some ten times as much memory.
const maxCompiledText = 1 << 20

func init() {
	c := &compilations
	c.lru, _ = simplelru.NewLRU(maxCompiledText/16, func(key string, _ *pyc.Code) { c.text -= len(key) })
}

func (c *compilationCache) get(key string) (*pyc.Code, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lru.Get(key)
}

func (c *compilationCache) add(key string, code *pyc.Code) {
	if len(key) > maxCompiledText/8 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lru.Contains(key) {
		return
	}
	c.lru.Add(key, code)
	for c.text += len(key); c.text > maxCompiledText; {
		c.lru.RemoveOldest()
	}
}

// compiled gives the code of a key, which compile makes if it is not kept.
func compiled(key string, compile func() (*pyc.Code, error)) (*pyc.Code, error) {
	if code, ok := compilations.get(key); ok {
		return code, nil
	}
	code, err := compile()
	if err == nil {
		compilations.add(key, code)
	}
	return code, err
}

// statements compiles what Run runs.
func statements(source string) (*pyc.Code, error) {
	return compiled("run\x00"+source, func() (*pyc.Code, error) {
		p, err := Compile([]byte(source), runFile)
		if err != nil {
			return nil, err
		}
		return p.p.Code, nil
	})
}

// function compiles an expression as the body of a function with parameters.
func function(expr string, params []string) (*pyc.Code, error) {
	return compiled("eval\x00"+expr+"\x00"+strings.Join(params, "\x00"), func() (*pyc.Code, error) {
		code, err := compileFunction(expr, params)
		var bad *syntax.Error
		switch {
		case err == nil:
			err = code.Verify()
		case errors.As(err, &bad):
			return nil, syntaxError(bad, evalFile)
		}
		if err != nil {
			return nil, verifyError(err)
		}
		return code, nil
	})
}

func compileFunction(expr string, params []string) (*pyc.Code, error) {
	expr = strings.TrimLeft(expr, " \t")
	body, err := parseExpression(expr)
	if err != nil {
		return nil, err
	}
	options := codegen.Options{Filename: evalFile}
	if strings.Contains(expr, "yield") || strings.Contains(expr, "await") { // may stand in a function, but not here
		if _, err := codegen.Compile(&syntax.Expression{Body: body}, options); err != nil {
			return nil, err
		}
		if body, err = parseExpression(expr); err != nil {
			return nil, err
		}
	}
	args := &syntax.Arguments{}
	for _, name := range params {
		args.Args = append(args.Args, &syntax.Arg{Pos: body.Range(), Arg: name})
	}
	code, err := codegen.Compile(&syntax.Expression{Body: &syntax.Lambda{Pos: body.Range(), Args: args, Body: body}}, options)
	if err != nil {
		return nil, err
	}
	for _, c := range code.Consts {
		if f, ok := c.(*pyc.Code); ok {
			f.Name, _ = pyc.NewStr("<module>", true)
			f.QualName = f.Name
			return f, nil
		}
	}
	return nil, errors.New("psy: an expression without code")
}

func parseExpression(text string) (syntax.Expr, error) {
	decoded, bad := syntax.Decode([]byte(text))
	if bad != nil {
		return nil, bad
	}
	if !strings.HasSuffix(decoded, "\n") {
		decoded += "\n" // else an error at the end of the line has no column
	}
	root, _, bad := syntax.Parse(decoded, syntax.Options{Mode: syntax.Eval, MaxDigits: maxDigits})
	if bad != nil {
		return nil, bad
	}
	return root.(*syntax.Expression).Body, nil
}
