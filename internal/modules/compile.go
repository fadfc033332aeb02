// From source text to code objects: what compile, eval, exec, import and the command line have in common.

package modules

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/psyco-go/psy/internal/front/codegen"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/modules/lang"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/warnings"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// Flags of compile().
const (
	flagNested            = 0x10
	flagDontImplyDedent   = 0x200
	flagOnlyAST           = lang.FlagOnlyAST
	flagIgnoreCookie      = 0x800 // the source was a str: it is UTF-8, whatever it declares
	flagTypeComments      = lang.FlagTypeComments
	flagTopLevelAwait     = lang.FlagTopLevelAwait
	flagIncompleteInput   = 0x4000
	flagOptimizedAST      = lang.FlagOptimizedAST
	flagsCompile          = flagDontImplyDedent | flagOnlyAST | flagTypeComments | flagTopLevelAwait | flagIncompleteInput | flagOptimizedAST
	flagBarry             = 0x400000
	flagFutureAnnotations = 0x1000000
	flagsFuture           = 0x1fe0000
)

// compilation says how to compile.
type compilation struct {
	filename string // as the text of a str
	mode     syntax.Mode
	flags    int
	optimize int           // -1: as the program itself was told
	feature  int           // the minor version whose syntax is meant, or 0
	program  bool          // what is run: it is read line by line, and an encoding that does not fit it is told before there are lines
	typed    string        // what the parser calls what was typed at a prompt; "": filename
	lines    []byte        // what was typed
	err      *syntax.Error // what was wrong

	tokens int    // how many tokens of a long source there are
	held   uint64 // bytes that were counted for them
}

// What a token of a source takes while it is parsed, tree included, and while code is made of it. Real sources take half as much, generated ones as much.
const (
	parseBytes = 160
	codeBytes  = 220
)

// count counts n bytes until release; false: there is no memory.
func (c *compilation) count(t *Thread, n uint64) bool {
	if !t.RT.Heap.Charge(n) {
		return false
	}
	c.held += n
	return true
}

// release ends what count began: what was compiled is an object now.
func (c *compilation) release(t *Thread) {
	t.RT.Heap.Release(c.held)
	c.held = 0
}

// inherit takes over the running code's features from __future__.
func (c *compilation) inherit(t *Thread) {
	if t.Frame != nil {
		c.flags |= int(t.Frame.Code.Flags) & flagsFuture
	}
}

// sourceOf takes the text out of a str or an object with a buffer.
func (c *compilation) sourceOf(t *Thread, v Value, fname, what string) ([]byte, bool) {
	var src []byte
	switch {
	case object.IsStr(v):
		c.flags |= flagIgnoreCookie
		b := object.EncodeStr(t, v, "utf-8", "strict")
		if b == null {
			return nil, false
		}
		src = object.BytesOf(b)
	case object.TypeOf(t, v).Slots.Buffer != nil:
		b, ok := native.BufferOf(t, v)
		if !ok {
			return nil, false
		}
		src = b
	default:
		object.Raise(t, object.TTypeError, "%s() arg 1 must be a %s object", fname, what)
		return nil, false
	}
	return src, true
}

// CompileSource compiles the bytes of a source, as they stand in a file, with the features that flags (of compile()) ask for. optimize is
// -1 for the program's own level. Null: an exception is set.
func CompileSource(t *Thread, src []byte, filename string, mode syntax.Mode, flags, optimize int) Value {
	c := compilation{filename: native.FSText(filename), mode: mode, flags: flags, optimize: optimize}
	return c.compile(t, src)
}

// compileText is CompileSource for the text of a str, as exec() takes it.
func compileText(t *Thread, src []byte, filename string) Value {
	return CompileSource(t, src, filename, syntax.Exec, flagIgnoreCookie, -1)
}

// CompileProgram compiles a source to verified code for use outside of the world, and prints what is wrong with it, if it is.
func CompileProgram(t *Thread, src []byte, filename string, optimize int) (*pyc.Code, error) {
	c := compilation{filename: native.FSText(filename), mode: syntax.Exec, optimize: optimize}
	code := c.codeOf(t, src)
	if code == nil {
		exc := t.Exc
		t.ClearExc()
		err := errors.New(traceback.ExceptionText(t, exc))
		reportUncaught(t, exc)
		if c.err != nil {
			return nil, c.err
		}
		return nil, err
	}
	return code, nil
}

// compile makes a code object of a text, or a tree where that is asked for.
func (c *compilation) compile(t *Thread, src []byte) Value {
	if t.RT.OnAudit != nil && !c.auditText(t, src) {
		return null
	}
	if c.flags&flagOnlyAST != 0 {
		defer c.release(t)
		root := c.parse(t, src)
		if root == nil {
			return null
		}
		return c.treeObjects(t, root)
	}
	if kept := c.compileLibrary(t, src); kept != null || t.Exc != null {
		return kept
	}
	code := c.codeOf(t, src)
	if code == nil {
		return null
	}
	return object.NewCode(t, code)
}

// codeOf compiles a text to verified code; nil: an exception is set.
func (c *compilation) codeOf(t *Thread, src []byte) *pyc.Code {
	defer c.release(t)
	root := c.parse(t, src)
	if root == nil {
		return nil
	}
	return c.assemble(t, root)
}

// parse makes the tree of a text; nil: an exception is set.
func (c *compilation) parse(t *Thread, src []byte) syntax.Root {
	if bytes.IndexByte(src, 0) >= 0 {
		object.Raise(t, object.TSyntaxError, "source code string cannot contain null bytes")
		return nil
	}
	if len(src) > 1<<16 && !c.count(t, 2*uint64(len(src))) {
		t.NoMemory()
		return nil
	}
	text, ok := c.decode(t, src)
	if !ok {
		return nil
	}
	root, warnings, bad := syntax.Parse(text, syntax.Options{
		Mode: c.mode, Barry: c.flags&flagBarry != 0, MaxDigits: t.RT.IntMaxStrDigits,
		AllowIncomplete: c.flags&flagIncompleteInput != 0, OpenEnd: c.flags&flagDontImplyDedent != 0,
		TypeComments: c.flags&flagTypeComments != 0, Feature: c.feature,
		Room: func(tokens int) bool {
			c.tokens += tokens
			return !t.Halted() && c.count(t, parseBytes*uint64(tokens))
		},
	})
	for _, w := range warnings {
		if err := c.warn(t, w); err != nil {
			c.raise(t, err)
			return nil
		}
	}
	if bad != nil {
		c.raise(t, bad)
		return nil
	}
	return root
}

// assemble makes verified code of a tree; nil: an exception is set.
func (c *compilation) assemble(t *Thread, root syntax.Root) *pyc.Code {
	if c.tokens > 0 && !c.count(t, codeBytes*uint64(c.tokens)) {
		t.NoMemory()
		return nil
	}
	code, err := codegen.Compile(root, c.options(t))
	if err != nil {
		c.raise(t, err)
		return nil
	}
	if err := code.Verify(); err != nil {
		object.Raise(t, object.TSystemError, "the compiler made unsound code: %s", err.Error())
		return nil
	}
	return code
}

// auditText tells of a text that is to be compiled.
func (c *compilation) auditText(t *Thread, src []byte) bool {
	text, file := object.NewBytes(t, src), object.NewStr(t, c.filename)
	return text != null && file != null && object.Audit(t, "compile", text, file)
}

// compileTree compiles the objects of a tree, or only folds its constants. The program may have put together what no source has.
func (c *compilation) compileTree(t *Thread, o Value) (code Value) {
	if c.flags&flagOnlyAST != 0 && c.flags&flagOptimizedAST == 0 {
		return o
	}
	if !object.Audit(t, "compile", o, none) {
		return null
	}
	root := lang.TreeOf(t, o, c.mode)
	if root == nil {
		return null
	}
	if c.flags&flagOnlyAST != 0 {
		return c.treeObjects(t, root)
	}
	if err := syntax.Validate(root); err != nil {
		c.raise(t, err)
		return null
	}
	defer func() {
		if e := recover(); e != nil {
			code = object.Raise(t, object.TSystemError, "the compiler cannot make sense of the tree: %s", fmt.Sprint(e))
		}
	}()
	if made := c.assemble(t, root); made != nil {
		return object.NewCode(t, made)
	}
	return null
}

// treeObjects makes the objects of a tree.
func (c *compilation) treeObjects(t *Thread, root syntax.Root) Value {
	if c.flags&flagOptimizedAST != 0 {
		if err := codegen.Fold(root, c.options(t)); err != nil {
			c.raise(t, err)
			return null
		}
	}
	return lang.ASTOf(t, root)
}

func (c *compilation) decode(t *Thread, src []byte) (string, bool) {
	if c.flags&flagIgnoreCookie != 0 {
		return syntax.Newlines(string(src)), true
	}
	text, err := syntax.Decode(src)
	if err != nil && err.Encoding != "" {
		text, err = decodeByCodec(t, src, err)
	}
	if err != nil {
		if c.program && err.EndLine == syntax.NoLine {
			err.Line = syntax.NoLine
			if err.Encoding != "" {
				err.Msg = "encoding problem: " + err.Encoding
			}
		}
		c.raise(t, err)
		return "", false
	}
	return text, true
}

// decodeByCodec decodes a source with the codec of the encoding that an error is about, if there is one.
func decodeByCodec(t *Thread, src []byte, unknown *syntax.Error) (string, *syntax.Error) {
	v := object.DecodeBytes(t, src, unknown.Encoding, "strict")
	if v != null && object.IsStr(v) {
		return syntax.Newlines(object.GoString(v)), nil
	}
	if v == null && t.Matches(object.TUnicodeDecodeError) {
		wrong := *unknown
		if s := object.ToStr(t, t.Exc); s != null {
			wrong.Msg = object.GoString(s)
		}
		unknown = &wrong
	}
	t.ClearExc()
	return "", unknown
}

func (c *compilation) options(t *Thread) codegen.Options {
	optimize := c.optimize
	if optimize < 0 {
		optimize = min(hostOf(t).opts.Flags.Optimize, 2)
	}
	return codegen.Options{
		Filename: c.filename, Optimize: optimize, Annotations: c.flags&flagFutureAnnotations != 0, Barry: c.flags&flagBarry != 0,
		TopLevelAwait: c.flags&flagTopLevelAwait != 0, Flags: c.flags & flagsFuture,
		Warn: func(w syntax.Warning) error { return c.warn(t, w) },
		InvertBool: func() bool {
			ok := object.WarnBoolInvert(t)
			t.ClearExc()
			return ok
		},
	}
}

// raised is an error of which the exception is set already.
type raised struct{}

func (raised) Error() string { return "an exception is set" }

// warn issues a SyntaxWarning. One that the filters make an exception becomes a SyntaxError.
func (c *compilation) warn(t *Thread, w syntax.Warning) error {
	msg, file := object.NewStr(t, w.Msg), object.NewStr(t, c.fileAt(w.Err))
	if msg == null || file == null {
		return raised{}
	}
	if warnings.Explicit(t, msg, t.Type(object.TSyntaxWarning).Value(), file, w.Line, warnings.ModuleName(t, file), null, none) {
		return nil
	}
	if !t.Matches(object.TSyntaxWarning) {
		return raised{}
	}
	t.ClearExc()
	return w.Err
}

// raise sets the exception that an error of the front end is.
func (c *compilation) raise(t *Thread, err error) {
	e, ok := err.(*syntax.Error)
	if !ok {
		return
	}
	c.err = e
	if e == syntax.NoMemory {
		if t.Exc == null {
			t.NoMemory()
		}
		return
	}
	class := object.TSyntaxError
	switch e.Class {
	case syntax.IndentationError:
		class = object.TIndentationError
	case syntax.TabError:
		class = object.TTabError
	case syntax.IncompleteInput:
		class = object.TIncompleteInputError
	case syntax.SyntaxError:
	case syntax.MemoryError:
		class = object.TMemoryError
	case syntax.RecursionError:
		class = object.TRecursionError
	case syntax.ValueError:
		class = object.TValueError
	case syntax.TypeError:
		class = object.TTypeError
	case syntax.UnicodeDecodeError:
		object.DecodeBytes(t, []byte(e.Text), "utf-8", "strict")
		return
	default:
		class = object.TRuntimeError
	}
	if e.Line == syntax.NoLine {
		object.Raise(t, class, "%s", e.Msg)
		return
	}
	c.raiseAt(t, class, e)
}

// raiseAt raises a SyntaxError with its place. What the parser and the compiler find has the place among its arguments.
func (c *compilation) raiseAt(t *Thread, class object.TypeID, e *syntax.Error) {
	text := none
	length := 6
	if e.EndLine == syntax.NoLine { // the whole source is wrong
		length = 4
	}
	switch line, found := c.fileLine(t, e); {
	case found:
		text = object.NewStr(t, line)
	case e.Stage <= syntax.Tokenizing && length == 6:
		text = object.NewStr(t, e.Text)
	}
	place := object.NewTuple(t, length)
	msg, file := object.NewStr(t, e.Msg), object.NewStr(t, c.fileAt(e))
	if text == null || place == nil || msg == null || file == null {
		return
	}
	*place.At(0), *place.At(1), *place.At(2), *place.At(3) = file, object.SmallInt(int64(e.Line)), object.SmallInt(int64(e.Offset)), text
	if length == 6 {
		*place.At(4), *place.At(5) = object.SmallInt(int64(e.EndLine)), object.SmallInt(int64(e.EndOffset))
		if e.Stage == syntax.Resolving && e.EndOffset == syntax.NoLine {
			*place.At(5) = none
		}
	}
	exc := object.Call2(t, t.Type(class).Value(), msg, object.Of(place))
	if exc == null {
		return
	}
	if e.Stage == syntax.Resolving {
		args := object.NewTuple(t, 1)
		if args == nil {
			return
		}
		*args.At(0) = msg
		object.As[object.Exception](exc).Args = object.Of(args)
	}
	object.SetExc(t, exc)
}

// fileAt is the file in which an error or warning is said to be.
func (c *compilation) fileAt(e *syntax.Error) string {
	if c.typed != "" && (e == nil || e.Stage <= syntax.Tokenizing) {
		return c.typed
	}
	return c.filename
}

// fileLine finds the line of an error in the file that the source is said to come from. CPython looks there unless the tokenizer
// complains or the source is no module.
func (c *compilation) fileLine(t *Thread, e *syntax.Error) (string, bool) {
	if e.Line <= 0 || e.Stage == syntax.Tokenizing || e.Stage == syntax.Parsing && c.mode != syntax.Exec {
		return "", false
	}
	data := c.lines
	if c.typed == "" {
		var err error
		if data, err = native.SystemOf(t).ReadFile(c.filename); err != nil {
			return "", false
		}
	}
	text, bad := syntax.Decode(data)
	if bad != nil {
		text = string(bytes.ToValidUTF8(data, []byte("\ufffd")))
	}
	for range e.Line - 1 {
		_, rest, found := strings.Cut(text, "\n")
		if !found {
			return "", false
		}
		text = rest
	}
	line, _, found := strings.Cut(text, "\n")
	if found {
		line += "\n"
	}
	return line, line != ""
}
