// What a client sees of a stopped program: threads, calls, variables, expressions.

package dap

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// shown is what is known of a reference that a client has: how to write it, and whether it is a namespace, whose keys are names.
type shown struct {
	expr  string
	names bool
}

// maxText bounds the text that shows a value, in bytes.
const maxText = 4000

// manyItems is from how many items on a container is not shown as a whole.
const manyItems = 100

// threads lists the threads of the program.
func (d *Debugger) threads(t *thread) (list []dap.Thread) {
	for _, s := range t.RT.Strands() {
		id := threadID(s)
		list = append(list, dap.Thread{Id: id, Name: d.threadName(t, s, id)})
	}
	return list
}

// threadName is what module threading calls a thread.
func (d *Debugger) threadName(t *thread, s *object.Strand, id int) string {
	if m := t.RT.Modules.GetStr(object.Intern(t, "threading")); m != null {
		if active := object.GetAttr(t, m, object.Intern(t, "_active")); active != null && object.IsDict(active) {
			if th := object.As[object.Dict](active).Get(t, object.NewInt(t, s.Ident)); th != null {
				if name := object.GetAttr(t, th, object.Intern(t, "name")); name != null && object.IsStr(name) {
					return object.GoString(name)
				}
			}
		}
		t.ClearExc()
	}
	if id == 1 {
		return "MainThread"
	}
	return "Thread-" + strconv.Itoa(id)
}

// framesOf are the calls of a thread, the innermost first; those of the thread that was stopped come first in d.frames, so that their numbers stay.
func (d *Debugger) framesOf(t *thread, id int) (list []frame, first int) {
	if id == threadID(d.strand) {
		return d.frames, 0
	}
	for _, s := range t.RT.Strands() {
		if threadID(s) == id {
			return d.live(s.Now(t).Frame), id << 20
		}
	}
	return nil, 0
}

// frameOf is the frame of a number that framesOf has given; nil: there is none.
func (d *Debugger) frameOf(t *thread, number int) *object.Frame {
	if !d.stopped || number <= 0 {
		return nil
	}
	list := d.frames
	if id := number >> 20; id != 0 {
		list, _ = d.framesOf(t, id)
	}
	if n := number&(1<<20-1) - 1; n >= 0 && n < len(list) {
		return list[n].fr
	}
	return nil
}

func (d *Debugger) stack(t *thread, a dap.StackTraceArguments) (body dap.StackTraceResponseBody) {
	body.StackFrames = []dap.StackFrame{}
	if !d.stopped {
		return body
	}
	list, first := d.framesOf(t, a.ThreadId)
	body.TotalFrames = len(list)
	for n := max(a.StartFrame, 0); n < len(list) && (a.Levels <= 0 || n < a.StartFrame+a.Levels); n++ {
		f := list[n]
		s := dap.StackFrame{Id: first + n + 1, Name: object.GoString(f.fr.Code.QualName), Line: max(f.line, 0), Source: d.source(object.GoString(f.fr.Code.Filename))}
		s.Column = 1
		body.StackFrames = append(body.StackFrames, s)
	}
	return body
}

// source is what a client is told of a file. A file that is on no disk, or whose name means nothing to the client, has a number, by which it can be asked for.
func (d *Debugger) source(file string) *dap.Source {
	s := &dap.Source{Name: path.Base(strings.ReplaceAll(file, `\`, "/")), Path: file}
	mine := !isLibrary(file)
	if !mine {
		s.PresentationHint = "deemphasize"
	}
	if !strings.HasPrefix(file, modules.LibraryFolder) && !strings.HasPrefix(file, "<") && isAbsolute(file) {
		return s
	}
	for n, name := range d.sources {
		if name == file {
			s.SourceReference = n + 1
			return s
		}
	}
	d.sources = append(d.sources, file)
	s.SourceReference = len(d.sources)
	return s
}

func isAbsolute(file string) bool {
	return strings.HasPrefix(file, "/") || len(file) > 2 && file[1] == ':'
}

// text is a source's.
func (d *Debugger) text(t *thread, a dap.SourceArguments) (string, error) {
	file := ""
	if a.Source != nil {
		file = a.Source.Path
	}
	if n := a.SourceReference - 1; n >= 0 && n < len(d.sources) {
		file = d.sources[n]
	}
	b, err := t.RT.Host.ReadSource(file)
	return string(b), err
}

// ref gives a value a number; 0: there is nothing in it.
func (d *Debugger) ref(v value, s shown) int {
	d.refs = append(d.refs, v) //psy:root visited by visitRoots
	d.shown = append(d.shown, s)
	return len(d.refs)
}

func (d *Debugger) scopes(t *thread, number int) (list []dap.Scope) {
	list = []dap.Scope{}
	fr := d.frameOf(t, number)
	if fr == nil {
		return list
	}
	globals := object.Of(fr.Globals)
	locals := object.FrameLocals(t, fr)
	if locals == null {
		t.ClearExc()
		return list
	}
	if locals != globals {
		list = append(list, dap.Scope{Name: "Locals", PresentationHint: "locals", VariablesReference: d.ref(locals, shown{names: true})})
	}
	return append(list, dap.Scope{Name: "Globals", PresentationHint: "globals", Expensive: locals != globals, VariablesReference: d.ref(globals, shown{names: true})})
}

// variable describes a value. composed: it may have a number.
func (d *Debugger) variable(t *thread, name, expr string, v value) dap.Variable {
	x := dap.Variable{Name: name, EvaluateName: expr, Type: object.TypeName(t, v), Value: d.show(t, v)}
	if composed(v) {
		x.VariablesReference = d.ref(v, shown{expr: expr})
		switch {
		case object.IsList(v), object.IsTuple(v):
			x.IndexedVariables = int(object.Len(t, v))
		case object.IsDict(v):
			x.NamedVariables = int(object.Len(t, v))
		}
		t.ClearExc()
	}
	return x
}

// composed reports whether there is something in a value that is worth showing.
func composed(v value) bool {
	return v.IsPtr() && !object.IsStr(v) && !object.IsBytes(v) && !object.IsIntLike(v) && !object.IsFloatLike(v) && !v.IsExact(object.TBuiltin)
}

// show is the text of a value.
func (d *Debugger) show(t *thread, v value) string {
	if object.IsList(v) || object.IsTuple(v) || object.IsDict(v) || object.IsAnySet(v) {
		if n := object.Len(t, v); n > manyItems {
			return fmt.Sprintf("<%s of %d items>", object.TypeName(t, v), n)
		}
		t.ClearExc()
	}
	d.computing++
	s := object.Repr(t, v)
	d.computing--
	if s == null {
		return "<repr failed: " + d.failure(t) + ">"
	}
	return short(object.GoString(s))
}

func short(s string) string {
	if len(s) <= maxText {
		return s
	}
	return strings.ToValidUTF8(s[:maxText], "") + "..."
}

// failure is the exception that is set, as a text; it is cleared.
func (d *Debugger) failure(t *thread) string {
	exc := t.Exc
	t.ClearExc()
	if exc == null {
		return "unknown error"
	}
	return d.exceptionText(t, exc)
}

func (d *Debugger) exceptionText(t *thread, exc value) string {
	d.computing++
	s := traceback.ExceptionTypeName(t, exc)
	if text := traceback.ExceptionText(t, exc); text != "" {
		s += ": " + text
	}
	d.computing--
	t.ClearExc()
	return short(s)
}

// variables lists what is in a value.
func (d *Debugger) variables(t *thread, a dap.VariablesArguments) []dap.Variable {
	list := []dap.Variable{}
	n := a.VariablesReference - 1
	if n < 0 || n >= len(d.refs) {
		return list
	}
	v, s := d.refs[n], d.shown[n]
	at, end := a.Start, a.Start+a.Count
	if a.Count <= 0 {
		end = int(^uint(0) >> 1)
	}
	within := func(k int) bool { return k >= at && k < end }
	switch {
	case s.names || object.IsDict(v):
		d.eachItem(t, v, func(k int, key, item value) bool {
			if !within(k) {
				return k < end
			}
			name := ""
			if s.names && object.IsStr(key) {
				name = object.GoString(key)
				list = append(list, d.variable(t, name, name, item))
				return true
			}
			name = d.show(t, key)
			list = append(list, d.variable(t, name, s.expr+"["+name+"]", item))
			return true
		})
	case object.IsList(v), object.IsTuple(v), object.IsAnySet(v):
		d.eachOf(t, v, at, func(k int, item value) bool {
			if within(k) {
				expr := ""
				if !object.IsAnySet(v) {
					expr = fmt.Sprintf("%s[%d]", s.expr, k)
				}
				list = append(list, d.variable(t, strconv.Itoa(k), expr, item))
			}
			return k+1 < end
		})
	default:
		if a.Filter != "indexed" {
			list = d.attributes(t, v, s, within)
		}
	}
	t.ClearExc()
	return list
}

// eachItem visits the items of a mapping.
func (d *Debugger) eachItem(t *thread, v value, f func(k int, key, item value) bool) {
	it := object.Iter(t, v)
	for k := 0; it != null; k++ {
		key := object.Next(t, it)
		if key == null {
			return
		}
		if item := object.GetItem(t, v, key); item == null {
			t.ClearExc() // unbound meanwhile
		} else if !f(k, key, item) {
			return
		}
	}
}

// eachOf visits the items of a sequence from one on, or of a set.
func (d *Debugger) eachOf(t *thread, v value, at int, f func(k int, item value) bool) {
	if object.IsAnySet(v) {
		it := object.Iter(t, v)
		for k := 0; it != null; k++ {
			if item := object.Next(t, it); item == null || !f(k, item) {
				return
			}
		}
		return
	}
	for k := max(at, 0); k < int(object.Len(t, v)); k++ {
		if item := object.GetItem(t, v, object.SmallInt(int64(k))); item == null || !f(k, item) {
			return
		}
	}
}

// attributes are those that an object shows: all that dir names but what has two underscores, and methods.
func (d *Debugger) attributes(t *thread, v value, s shown, within func(k int) bool) []dap.Variable {
	list := []dap.Variable{}
	dir := t.RT.Builtins.GetStr(object.Intern(t, "dir"))
	if dir == null {
		return list
	}
	d.computing++
	defer func() { d.computing-- }()
	names := object.Call1(t, dir, v)
	if names == null || !object.IsList(names) {
		return list
	}
	n := 0
	d.eachOf(t, names, 0, func(_ int, name value) bool {
		if !object.IsStr(name) || strings.HasPrefix(object.GoString(name), "__") {
			return true
		}
		text := object.GoString(name)
		x := object.GetAttr(t, v, name)
		if x == null {
			if within(n) {
				list = append(list, dap.Variable{Name: text, Value: "<" + d.failure(t) + ">"})
			}
			t.ClearExc()
			n++
			return true
		}
		if callable(x) {
			return true
		}
		if within(n) {
			list = append(list, d.variable(t, text, s.expr+"."+text, x))
		}
		n++
		return true
	})
	return list
}

// callable reports whether a value is a method or function.
func callable(v value) bool {
	return v.IsExact(object.TFunction) || v.IsExact(object.TMethod) || v.IsExact(object.TBuiltin) || v.IsExact(object.TMethodDescr)
}

// set assigns to one of the variables that a number stands for.
func (d *Debugger) set(t *thread, a dap.SetVariableArguments) (dap.Variable, error) {
	n := a.VariablesReference - 1
	if n < 0 || n >= len(d.refs) || len(d.frames) == 0 {
		return dap.Variable{}, fmt.Errorf("no such variable")
	}
	to, s := d.refs[n], d.shown[n]
	v := d.compute(t, d.frames[0].fr, a.Value)
	ok := v != null
	if ok {
		switch {
		case s.names:
			ok = object.SetItem(t, to, object.Intern(t, a.Name), v)
		case object.IsList(to), object.IsDict(to):
			key := d.compute(t, d.frames[0].fr, a.Name)
			ok = key != null && object.SetItem(t, to, key, v)
		case object.IsTuple(to), object.IsAnySet(to):
			return dap.Variable{}, fmt.Errorf("%s cannot be changed", object.TypeName(t, to))
		default:
			ok = object.SetAttr(t, to, object.Intern(t, a.Name), v)
		}
	}
	if !ok {
		return dap.Variable{}, fmt.Errorf("%s", d.failure(t))
	}
	return d.variable(t, a.Name, a.Name, v), nil
}

// compute is the value of an expression in a frame; null: an exception is set.
func (d *Debugger) compute(t *thread, fr *object.Frame, text string) value {
	return d.runIn(t, fr, text, syntax.Eval)
}

func (d *Debugger) runIn(t *thread, fr *object.Frame, text string, mode syntax.Mode) value {
	d.computing++
	t.Quiet++
	defer func() { d.computing--; t.Quiet-- }()
	d.breaking.Store(false)
	code := modules.CompileSource(t, []byte(strings.TrimSpace(text)), "<debugger>", mode, 0, -1)
	if code == null {
		return null
	}
	locals := object.FrameLocals(t, fr)
	if locals == null {
		return null
	}
	globals := fr.Globals
	if mode == syntax.Eval && locals != object.Of(globals) && (strings.Contains(text, " for ") || strings.Contains(text, "lambda")) {
		// Functions within the expression see no variables but globals.
		if globals = globals.Copy(t); globals == nil {
			return null
		}
		failed := false
		d.eachItem(t, locals, func(_ int, key, item value) bool {
			failed = !globals.Set(t, key, item)
			return !failed
		})
		if failed || t.Exc != null {
			return null
		}
	}
	return interp.RunCode(t, object.As[object.Code](code), globals, locals)
}

// evaluate is for expressions that a user has written; a prompt takes statements, too.
func (d *Debugger) evaluate(t *thread, a dap.EvaluateArguments) (x dap.Variable, err error) {
	fr := d.frameOf(t, a.FrameId)
	if fr == nil && d.stopped && len(d.frames) > 0 {
		fr = d.frames[0].fr
	}
	if fr == nil {
		return x, fmt.Errorf("the program is not stopped")
	}
	v := d.compute(t, fr, a.Expression)
	if v == null && a.Context == "repl" && t.Matches(object.TSyntaxError) {
		t.ClearExc()
		if v = d.runIn(t, fr, a.Expression, syntax.Exec); v != null {
			return x, nil
		}
	}
	if v == null {
		return x, fmt.Errorf("%s", d.failure(t))
	}
	return d.variable(t, "", a.Expression, v), nil
}

// exception describes what the program has stopped for.
func (d *Debugger) exception(t *thread) (body dap.ExceptionInfoResponseBody, err error) {
	if d.exc == null {
		return body, fmt.Errorf("there is no exception")
	}
	body.ExceptionId = traceback.ExceptionTypeName(t, d.exc)
	body.Description = d.exceptionText(t, d.exc)
	body.BreakMode = "unhandled"
	if d.caught {
		body.BreakMode = "always"
	}
	body.Details = &dap.ExceptionDetails{
		Message: body.Description, TypeName: body.ExceptionId, FullTypeName: body.ExceptionId,
		StackTrace: traceback.FormatException(t, d.exc, traceback.FormatOptions{}),
	}
	t.ClearExc()
	return body, nil
}
