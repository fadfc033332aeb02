package cases

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// The macros that bodies may call, with the number of their arguments (ERROR_IF's label may be left out).
var macros = map[string][2]int{
	"DEOPT_IF":            {1, 2}, // back to the family's head; the second argument of older definitions is ignored
	"EXIT_IF":             {1, 1}, // leave a trace by a side exit; in tier 1 as DEOPT_IF
	"SIDE_EXIT_IF":        {1, 1}, // in tier 2 only: leave a trace where the instruction has done its part, to the path that was not taken
	"ERROR_IF":            {1, 2}, // raise; the inputs are gone
	"ERROR_NO_POP":        {0, 0}, // raise; the inputs stay; goto error means the same
	"DECREF_INPUTS":       {0, 0}, // no effect: nothing is counted
	"SYNC_SP":             {0, 0}, // store what is pending and pop the inputs, so that sp is true
	"JUMPBY":              {1, 1}, // go on n code units further
	"SKIP_OVER":           {1, 1}, // as JUMPBY, over an instruction that this one has executed too
	"INSTRUCTION_SIZE":    {0, 0}, // code units of this instruction, its cache included
	"DISPATCH":            {0, 0}, // done: go on with the next instruction, the stack as it is in memory
	"DISPATCH_SAME_OPARG": {0, 0}, // execute this code unit again, which has changed
	"DISPATCH_GOTO":       {0, 0}, // dispatch on the variables opcode and oparg
	"GO_TO_INSTRUCTION":   {1, 1}, // execute another instruction's definition in place of this one
	"CHECK_EVAL_BREAKER":  {0, 0}, // poll the breaker word
	"COUNT_TURN":          {0, 0}, // count a call or jump back down: what is left of the code's turns is in turns; in tier 1 only
	"CHECK_HOT":           {0, 0}, // at the end, after COUNT_TURN: machine code may go on if turns is negative
	"LOCAL":               {1, 1}, // the local variable i: a place
	"CELL":                {1, 1}, // the cell in local variable i: a value
	"CONST":               {1, 1}, // constant i: a value
	"NAME":                {1, 1}, // name i: a value
	"PUSH_FRAME":          {1, 1}, // run a frame; the caller goes on after this instruction
	"LEAVE_FRAME":         {1, 1}, // return a value to the caller
	"YIELD_VALUE":         {1, 1}, // suspend the generator with a value
	"EXIT_LOOP":           {1, 1}, // leave the interpreter's loop with a value
	"CELLVAR":             {1, 1}, // local variable i, which holds or is to hold a cell: a place
	"WAKE_FRAME":          {1, 1}, // run a suspended generator's frame
	"LEFT_FRAME":          {1, 1}, // the frame is gone: go on in its caller with a value
	"ENTER_INLINED":       {1, 1}, // in tier 2 only: go on in a frame that has been pushed, in the same trace
	"RETURN_PLAIN":        {1, 1}, // in tier 2 only: the frame returns a value; the trace is left
	"RUN_TRACE":           {1, 1}, // in tier 1 only: tier 2 runs an executor
	"LEAVE_INLINED":       {0, 0}, // in tier 2 only: leave it
	"YIELD_INLINED":       {0, 0}, // in tier 2 only: suspend it, a generator's, and go on in its caller, in the same trace
	"YIELD_DYNAMIC":       {1, 1}, // in tier 2 only: suspend the generator with a value; its caller goes on
	"UNWIND":              {0, 0}, // raise the exception that is set, without adding to its traceback
	"RELOAD_FRAME":        {0, 0}, // the thread's innermost frame has changed: load everything from it
	"STACK_SHRINK":        {1, 1}, // drop values from the stack in memory; DISPATCH must follow
	"SAVE_PC":             {0, 0}, // store the instruction's address now; the case does not do it by itself
}

// terminators are the macros after which a body does not go on.
var terminators = map[string]bool{"ERROR_NO_POP": true, "DISPATCH": true, "DISPATCH_SAME_OPARG": true, "DISPATCH_GOTO": true,
	"GO_TO_INSTRUCTION": true, "PUSH_FRAME": true, "LEAVE_FRAME": true, "WAKE_FRAME": true, "LEFT_FRAME": true, "RUN_TRACE": true, "RETURN_PLAIN": true, "YIELD_DYNAMIC": true, "UNWIND": true, "YIELD_VALUE": true, "EXIT_LOOP": true, "RELOAD_FRAME": true}

// predefined are the names that every body sees beside its effects.
var predefined = map[string]bool{"t": true, "fr": true, "pc": true, "sp": true, "cache": true, "oparg": true, "opcode": true,
	"consts": true, "next": true, "retval": true, "prev": true, "here": true, "turns": true, "ex": true, "in": true}

const bodyPrefix = "package p\nfunc _() {"

// body is a parsed body. Offsets of nodes are into text.
type body struct {
	text   string
	file   string
	line   int
	fset   *token.FileSet
	stmts  []ast.Stmt
	labels map[string]bool // that its statements have
}

func parseBody(file, text string, line int) (*body, *Error) {
	b := &body{text: text, file: file, line: line, fset: token.NewFileSet()}
	end := "\n}"
	if strings.HasSuffix(strings.TrimRight(text, " \t"), "\n") {
		end = "}" // a syntax error at the end is reported on the line of the brace
	}
	f, err := parser.ParseFile(b.fset, "", bodyPrefix+text+end, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		msg, l := err.Error(), 2
		if el, ok := err.(scanner.ErrorList); ok && len(el) > 0 {
			msg, l = el[0].Msg, el[0].Pos.Line
		}
		return nil, &Error{Pos{file, line + l - 2}, msg}
	}
	b.stmts, b.labels = f.Decls[0].(*ast.FuncDecl).Body.List, map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if l, ok := n.(*ast.LabeledStmt); ok {
			b.labels[l.Label.Name] = true
		}
		return true
	})
	return b, nil
}

func (b *body) off(p token.Pos) int { return b.fset.Position(p).Offset - len(bodyPrefix) }

func (b *body) pos(n ast.Node) Pos {
	return Pos{b.file, b.line + b.fset.Position(n.Pos()).Line - 2}
}

func (b *body) src(n ast.Node) string { return b.text[b.off(n.Pos()):b.off(n.End())] }

// macroName returns the name of the macro that x calls, or "".
func macroName(x ast.Node) string {
	if s, ok := x.(*ast.ExprStmt); ok {
		x = s.X
	}
	if c, ok := x.(*ast.CallExpr); ok {
		if id, ok := c.Fun.(*ast.Ident); ok {
			if _, ok := macros[id.Name]; ok {
				return id.Name
			}
		}
	}
	return ""
}

// endsBody reports whether the statements never go on to what follows them.
func endsBody(stmts []ast.Stmt) bool {
	if len(stmts) == 0 {
		return false
	}
	switch s := stmts[len(stmts)-1].(type) {
	case *ast.BranchStmt:
		return s.Tok == token.GOTO
	case *ast.BlockStmt:
		return endsBody(s.List)
	case *ast.IfStmt:
		return s.Else != nil && endsBody(s.Body.List) && endsBody([]ast.Stmt{s.Else})
	case *ast.ExprStmt:
		m := macroName(s)
		if m == "ERROR_IF" {
			id, ok := s.X.(*ast.CallExpr).Args[0].(*ast.Ident)
			return ok && id.Name == "true"
		}
		return terminators[m]
	}
	return false
}

// identUses calls f for every identifier that names a variable or function, not a field, key of a field, or label.
func identUses(n ast.Node, f func(*ast.Ident)) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			identUses(n.X, f)
			return false
		case *ast.KeyValueExpr:
			if _, ok := n.Key.(*ast.Ident); !ok {
				identUses(n.Key, f)
			}
			identUses(n.Value, f)
			return false
		case *ast.BranchStmt:
			return false
		case *ast.LabeledStmt:
			identUses(n.Stmt, f)
			return false
		case *ast.Ident:
			f(n)
		}
		return true
	})
}

var goBuiltins = map[string]bool{"len": true, "cap": true, "min": true, "max": true, "int": true, "int8": true, "int16": true, "int32": true,
	"int64": true, "uint": true, "uint8": true, "uint16": true, "uint32": true, "uint64": true, "uintptr": true, "float64": true, "bool": true,
	"byte": true, "string": true, "b2i": true, "panic": true}

// callName gives the name by which helpers are declared: f, pkg.F or .Method; "" for a conversion.
func callName(fun ast.Expr, isPkg func(string) bool) string {
	switch f := fun.(type) {
	case *ast.Ident:
		if goBuiltins[f.Name] {
			return ""
		}
		return f.Name
	case *ast.ParenExpr, *ast.StarExpr, *ast.ArrayType:
		return ""
	case *ast.IndexExpr:
		return callName(f.X, isPkg)
	case *ast.SelectorExpr:
		if id, ok := f.X.(*ast.Ident); ok && isPkg(id.Name) {
			if id.Name == "unsafe" {
				return ""
			}
			return id.Name + "." + f.Sel.Name
		}
		return "." + f.Sel.Name
	}
	return "?"
}

// edit replaces a piece of a body's text.
type edit struct {
	start, end int
	text       string
}

// apply makes the edits, which must not overlap.
func apply(text string, edits []edit) string {
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.start < at {
			panic("BUG: overlapping edits")
		}
		b.WriteString(text[at:e.start])
		b.WriteString(e.text)
		at = e.end
	}
	b.WriteString(text[at:])
	return b.String()
}
