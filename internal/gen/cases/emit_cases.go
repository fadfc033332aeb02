package cases

import (
	"fmt"
	"go/ast"
	"go/token"
	"sort"
	"strings"
)

// target is what differs between the outputs that execute bodies: how control leaves an instruction.
type target interface {
	deopt(head string) string // back to the generic form; pc and sp are as they were
	raise() string            // an exception is set
	unwind() string           // an exception is set, its traceback is complete
	next() string             // done
	again() string            // execute the changed code unit
	jump(name string) string  // execute another instruction's definition
	jumped() string           // after pc was changed by JUMPBY
	countTurn() string
	checkHot() string
	frame(macro, value string) string // PUSH_FRAME, LEAVE_FRAME ...
	constant(index string) string
	savePC(cache string) string // stores the address of the instruction's cache in the frame
	size(units int) string      // the instruction's size in code units, as a uint16
}

// Types of values as the bodies' language calls them. A mark type says what frame.f_lineno may assume of a slot.
const valueType = "object.Value"

// MarkTypes are the types whose items are values, with their marks.
var MarkTypes = map[string]string{"": "Object", "Null": "Null", "Iter": "Iterator", "Except": "Except", "Lasti": "Lasti"}

func goType(t string) string {
	if _, ok := MarkTypes[t]; ok {
		return valueType
	}
	return t
}

// item is one item of the symbolic stack.
type item struct {
	StackItem
	arg   string // what oparg means in its size and condition
	name  string // Go variable that holds it, "" if none does yet
	inMem bool   // the stack in memory holds it
}

func (it item) sized() StackItem {
	s := it.StackItem
	s.Size, s.Cond = withArg(s.Size, intArg(it.arg)), withArg(s.Cond, intArg(it.arg))
	return s
}

// intArg is oparg as an int.
func intArg(arg string) string {
	if arg == "" {
		return "int(oparg)"
	}
	return "int(" + arg + ")"
}

// caseEmitter writes the code of one instruction.
type caseEmitter struct {
	writer
	tgt      target
	set      *Set
	inst     *Instruction
	items    []item // what is known of the top of the stack
	base     offset // where items begin, from sp
	names    map[string]bool
	advanced bool // pc has been moved past the caches
	saved    bool // the instruction's address has been stored
	errs     *Errors
}

func (e *caseEmitter) top() offset {
	o := e.base
	for _, it := range e.items {
		o = o.plus(it.sized(), 1)
	}
	return o
}

// fresh makes a Go name that the case does not use yet.
func (e *caseEmitter) fresh(name string) string {
	n := name
	for k := 2; e.names[n] || predefined[n]; k++ {
		n = fmt.Sprintf("%s%d", name, k)
	}
	e.names[n] = true
	return n
}

func (e *caseEmitter) addr(o offset) string {
	if o.zero() {
		return "sp"
	}
	return "unsafe.Add(sp, " + o.expr(8, "") + ")"
}

func (e *caseEmitter) slot(o offset) string { return "*(*" + valueType + ")(" + e.addr(o) + ")" }

// cachePtr is the address of the instruction's cache.
func (e *caseEmitter) cachePtr() string {
	if e.advanced && e.inst.Caches > 0 {
		return fmt.Sprintf("unsafe.Add(pc, %d)", -2*e.inst.Caches)
	}
	return "pc"
}

func (e *caseEmitter) savePC() string { return e.tgt.savePC(e.cachePtr()) }

func savePC(cache string) string { return "savePC(fr, " + cache + ")" }

// load makes sure that a Go variable holds the item, which begins at o.
func (e *caseEmitter) load(it *item, o offset) {
	if it.name != "" {
		return
	}
	it.name = e.fresh(it.Name)
	switch {
	case it.Size != "":
		e.f("%s := %s\n", it.name, e.addr(o))
	case it.Cond != "":
		e.f("var %s %s\nif %s {\n%s = %s\n}\n", it.name, goType(it.Type), condTest(it.sized().Cond), it.name, e.slot(o))
	default:
		e.f("%s := %s\n", it.name, e.slot(o))
	}
}

// flush stores pending items, moves sp to the top and forgets the items.
func (e *caseEmitter) flush() string {
	var w writer
	o := e.base
	for _, it := range e.items {
		if !it.inMem && it.Name != "unused" && it.Size == "" {
			if _, ok := MarkTypes[it.Type]; !ok {
				e.errs.add(it.Pos, "%s: %s of type %s cannot be kept on the stack", e.inst.Name, it.Name, it.Type)
			}
			st := e.slot(o) + " = " + it.name + "\n"
			if it.Cond != "" {
				st = "if " + condTest(it.sized().Cond) + " {\n" + st + "}\n"
			}
			w.WriteString(st)
		}
		o = o.plus(it.sized(), 1)
	}
	if !o.zero() {
		w.f("sp = %s\n", e.addr(o))
	}
	e.items, e.base = nil, offset{}
	return w.String()
}

// use writes one op.
func (e *caseEmitter) use(u Use, single bool) {
	op := u.Op
	if !single {
		e.f("// %s\n", op.Name)
	}
	in := make([]item, len(op.Inputs))
	offs := make([]offset, len(op.Inputs))
	for k := len(op.Inputs) - 1; k >= 0; k-- {
		want := op.Inputs[k]
		if n := len(e.items); n > 0 {
			in[k] = e.items[n-1]
			e.items = e.items[:n-1]
			offs[k] = e.top()
			continue
		}
		in[k] = item{StackItem: want, arg: u.Arg, inMem: true}
		e.base = e.base.plus(in[k].sized(), -1)
		offs[k] = e.base
	}
	rename := map[string]string{}
	for k, it := range op.Inputs {
		if op.uses[it.Name] && it.Name != "unused" {
			if in[k].name == "" {
				in[k].Name = it.Name
			}
			e.load(&in[k], offs[k])
			rename[it.Name] = in[k].name
		}
	}
	// The outputs: where they will stand, and the variables that they are assigned to.
	from := carried(op.Inst)
	at := e.top()
	out := make([]item, len(op.Outputs))
	var arrays []string
	for k, o := range op.Outputs {
		it := item{StackItem: o, arg: u.Arg}
		if j := from[k]; j >= 0 {
			it = in[j]
			if !offs[j].equal(at) {
				if it.Size != "" {
					e.errs.add(o.Pos, "%s: array %s is moved by %s", e.inst.Name, o.Name, op.Name)
				}
				if o.Name != "unused" {
					e.load(&it, offs[j])
				}
				it.inMem = false
			}
		} else if o.Name == "unused" {
			it.inMem = true
		} else if o.Size != "" {
			it.inMem = true
			it.name = e.fresh(o.Name)
			if op.uses[o.Name] {
				arrays = append(arrays, fmt.Sprintf("%s := %s\n", it.name, e.addr(at)))
			}
			rename[o.Name] = it.name
		} else {
			it.name = e.fresh(o.Name)
			if op.uses[o.Name] {
				e.f("var %s %s\n", it.name, goType(o.Type))
				if op.Props.Ends { // nothing stores it
					e.f("_ = %s\n", it.name)
				}
			}
			rename[o.Name] = it.name
		}
		out[k] = it
		at = at.plus(it.sized(), 1)
	}
	p := op.Props
	if p.UsesPC && !e.advanced && !op.Has("specializing") {
		if (p.Escapes || p.ErrorNoPop || p.SavesFrame) && !p.SavesPC && !e.saved {
			e.f("%s\n", e.savePC())
			e.saved = true
		}
		e.advance()
	}
	if (p.Escapes || p.ErrorNoPop || p.SavesFrame) && !p.SavesPC && !e.saved && !op.Has("specializing") {
		e.f("%s\n", e.savePC())
		e.saved = true
	}
	if len(op.body.stmts) == 0 {
		e.items = append(e.items, out...)
		return
	}
	e.f("{\n")
	if u.Arg != "" && op.uses["oparg"] {
		e.f("oparg := %s\n", u.Arg)
	}
	co := u.Offset
	for _, c := range op.Caches {
		if op.uses[c.Name] {
			typ := map[int]string{1: "uint16", 2: "uint32", 4: "uint64"}[c.Size]
			d := 2 * co
			if e.advanced {
				d -= 2 * e.inst.Caches
			}
			if d == 0 {
				e.f("%s := *(*%s)(pc)\n", c.Name, typ)
			} else {
				e.f("%s := *(*%s)(unsafe.Add(pc, %d))\n", c.Name, typ, d)
			}
		}
		co += c.Size
	}
	for _, a := range arrays {
		e.WriteString(a)
	}
	e.WriteString(strings.TrimSpace(e.render(op, rename)))
	e.f("\n")
	e.f("}\n")
	e.items = append(e.items, out...)
}

func (e *caseEmitter) advance() {
	if !e.advanced && e.inst.Caches > 0 {
		e.f("pc = unsafe.Add(pc, %d)\n", 2*e.inst.Caches)
	}
	e.advanced = true
}

// render writes a body with its names replaced and its macros expanded.
func (e *caseEmitter) render(op *Uop, rename map[string]string) string {
	b := op.body
	var edits []edit
	put := func(from, to int, text string) {
		edits = append(edits, edit{from, to, text})
	}
	wrap := func(c *ast.CallExpr, before, after string) {
		a := c.Args[0]
		put(b.off(c.Pos()), b.off(a.Pos()), before)
		put(b.off(a.End()), b.off(c.End()), after)
	}
	var visit func(n ast.Node)
	visit = func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				visit(n.X)
				return false
			case *ast.KeyValueExpr:
				if _, ok := n.Key.(*ast.Ident); !ok {
					visit(n.Key)
				}
				visit(n.Value)
				return false
			case *ast.BranchStmt:
				if n.Tok == token.GOTO && n.Label.Name == "error" && !b.labels["error"] {
					put(b.off(n.Pos()), b.off(n.End()), e.tgt.raise())
				}
				return false
			case *ast.Ident:
				if r, ok := rename[n.Name]; ok && r != n.Name {
					put(b.off(n.Pos()), b.off(n.End()), r)
				}
				if n.Name == "cache" {
					put(b.off(n.Pos()), b.off(n.End()), e.cachePtr())
				}
			case *ast.CallExpr:
				m := macroName(n)
				if m == "" {
					text, ok := e.set.inlineOf(n, func(a ast.Expr) string {
						t := b.src(a)
						root := a
						for {
							sel, ok := root.(*ast.SelectorExpr)
							if !ok {
								break
							}
							root = sel.X
						}
						if id, ok := root.(*ast.Ident); ok {
							if r, ok := rename[id.Name]; ok {
								t = r + t[len(id.Name):]
							}
						}
						return t
					})
					if ok {
						put(b.off(n.Pos()), b.off(n.End()), text)
					}
					return !ok
				}
				whole := func(text string) { put(b.off(n.Pos()), b.off(n.End()), text) }
				rewind := ""
				if e.advanced && e.inst.Caches > 0 {
					rewind = "pc = " + e.cachePtr() + "\n"
				}
				switch m {
				case "DEOPT_IF", "EXIT_IF":
					wrap(n, "if ", " {\n"+rewind+e.tgt.deopt(e.inst.Head)+"\n}")
					visit(n.Args[0])
				case "SIDE_EXIT_IF":
					wrap(n, "if ", " {\ngoto side\n}")
					visit(n.Args[0])
				case "ERROR_IF":
					if b.src(n.Args[0]) == "true" {
						whole(e.tgt.raise())
						break
					}
					wrap(n, "if ", " {\n"+e.tgt.raise()+"\n}")
					visit(n.Args[0])
				case "ERROR_NO_POP":
					whole(e.tgt.raise())
				case "DECREF_INPUTS":
					whole("")
				case "SYNC_SP":
					whole(e.flush())
				case "INSTRUCTION_SIZE":
					whole(e.tgt.size(1 + e.inst.Caches))
				case "JUMPBY", "SKIP_OVER":
					wrap(n, "pc = unsafe.Add(pc, 2*int(", "))"+e.tgt.jumped())
					visit(n.Args[0])
				case "STACK_SHRINK":
					wrap(n, "sp = unsafe.Add(sp, -8*(", "))")
					visit(n.Args[0])
				case "DISPATCH":
					for _, it := range e.items {
						if !it.inMem {
							e.errs.add(b.pos(n), "%s: DISPATCH() in %s while %s is pending", e.inst.Name, op.Name, it.Name)
						}
					}
					text := e.tgt.next()
					if !e.advanced && e.inst.Caches > 0 {
						text = fmt.Sprintf("pc = unsafe.Add(pc, %d)\n", 2*e.inst.Caches) + text
					}
					whole(text)
				case "DISPATCH_SAME_OPARG":
					whole(rewind + e.tgt.again())
				case "DISPATCH_GOTO":
					whole("goto dispatch")
				case "GO_TO_INSTRUCTION":
					whole(rewind + e.tgt.jump(b.src(n.Args[0])))
				case "CHECK_EVAL_BREAKER":
					whole("if t.Breaker.Load()&object.BreakAll != 0 {\n" + e.savePC() + "\nif !handleBreaker(t, fr) {\n" + e.tgt.raise() + "\n}\n}")
				case "COUNT_TURN":
					whole(e.tgt.countTurn())
				case "CHECK_HOT":
					whole(e.tgt.checkHot())
				case "SAVE_PC":
					whole(e.savePC())
				case "UNWIND":
					whole(e.tgt.unwind())
				case "LOCAL", "CELLVAR":
					wrap(n, "(*localAt(fr, ", "))")
					visit(n.Args[0])
				case "CELL":
					wrap(n, "object.As[object.Cell](*localAt(fr, ", "))")
					visit(n.Args[0])
				case "CONST":
					parts := strings.SplitN(e.tgt.constant("\x00"), "\x00", 2)
					wrap(n, parts[0], parts[1])
					visit(n.Args[0])
				case "NAME":
					wrap(n, "nameAt(fr, ", ")")
					visit(n.Args[0])
				case "RELOAD_FRAME", "LEAVE_INLINED", "YIELD_INLINED":
					whole(e.tgt.frame(m, ""))
				default: // PUSH_FRAME and its like
					parts := strings.SplitN(e.tgt.frame(m, "\x00"), "\x00", 2)
					wrap(n, parts[0], parts[1])
					visit(n.Args[0])
				}
				return false
			}
			return true
		})
	}
	for _, st := range b.stmts {
		visit(st)
	}
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].start < edits[j].start })
	return apply(b.text, edits)
}

// emitInstruction writes an instruction's ops and what follows them. generic leaves specializing ops out.
func (s *Set) emitInstruction(i *Instruction, tgt target, generic bool, errs *Errors) string {
	e := &caseEmitter{tgt: tgt, set: s, inst: i, names: map[string]bool{}, errs: errs}
	single := len(i.Uses) == 1
	for _, u := range i.Uses {
		if u.Op == nil || generic && u.Op.Has("specializing") {
			continue
		}
		e.use(u, single)
	}
	if i.Props.Ends {
		return e.String()
	}
	e.WriteString(e.flush())
	e.advance()
	e.f("%s\n", tgt.next())
	return e.String()
}

// tier1 is the target of the interpreter's loop. The template declares what the cases use:
//
//	t, fr; pc, sp, consts unsafe.Pointer; opcode uint8; oparg uint32; next *object.Frame; retval object.Value
//	dispatch:      executes opcode and oparg; pc is at the cache
//	miss:          a guard failed, opcode is the family's head; counts it and dispatches
//	hot:           the code has run often; pc and sp are the next instruction's
//	exception:     t.Exc is set, fr.PC says where; unwind: the same, without a new entry in the traceback
//	push_frame:    starts the new frame next; fr.ReturnOffset is set, sp is what the callee's result goes on top of
//	wake_frame:    goes on in next, a generator's frame, which is the innermost one already
//	leave_frame:   returns retval to the caller; made_generator: fr goes on with retval, a generator; its callee is gone
//	yield_value:   suspends with retval; oparg tells whether in a yield from
//	exit_loop:     returns retval from the loop; resume_frame: loads everything from the innermost frame
type tier1 struct{}

func (tier1) deopt(head string) string     { return "opcode = bc." + head + "\ngoto miss" }
func (tier1) raise() string                { return "goto exception" }
func (tier1) unwind() string               { return "goto unwind" }
func (tier1) next() string                 { return "continue" }
func (tier1) again() string                { return "opcode = *(*uint8)(unsafe.Add(pc, -2))\ngoto dispatch" }
func (tier1) jump(name string) string      { return "opcode = bc." + name + "\ngoto dispatch" }
func (tier1) jumped() string               { return "" }
func (tier1) countTurn() string            { return "turns := fr.Code.Hot - 1\nfr.Code.Hot = turns" }
func (tier1) checkHot() string             { return "if turns < 0 {\ngoto hot\n}" }
func (tier1) constant(index string) string { return "constAt(consts, " + index + ")" }
func (tier1) savePC(cache string) string   { return savePC(cache) }
func (tier1) size(units int) string        { return fmt.Sprint(units) }
func (tier1) frame(macro, v string) string {
	switch macro {
	case "PUSH_FRAME":
		return "next = " + v + "\ngoto push_frame"
	case "WAKE_FRAME":
		return "next = " + v + "\ngoto wake_frame"
	case "RELOAD_FRAME":
		return "goto resume_frame"
	case "RUN_TRACE":
		return "raw(fr).pc = uintptr(pc)\nnext, pc, sp, retval = runTraces(t, fr, " + v + ")\ngoto traced"
	case "LEFT_FRAME":
		return "retval = " + v + "\nif fr.Entry {\nreturn retval\n}\nfr = t.Frame\ngoto made_generator"
	}
	return "retval = " + v + "\ngoto " + strings.ToLower(macro)
}

// Mark is the line of the loop's template that the cases replace.
const Mark = "//psy:cases"

// EmitLoop puts the cases into the loop's template.
func EmitLoop(s *Set, template string) ([]byte, error) {
	if strings.Count(template, Mark) != 1 {
		return nil, fmt.Errorf("the template has no single line %s", Mark)
	}
	var w, fast writer
	var errs Errors
	var watched []string
	split := strings.Contains(template, LoopMark)
	for _, i := range s.Instructions {
		var c writer
		if i.Doc != "" {
			c.f("// %s\n", strings.ReplaceAll(i.Doc, "\n", "\n// "))
		}
		c.f("case bc.%s: // %s\n%s\n", i.Name, i.Effect, s.emitInstruction(i, tier1{}, false, &errs))
		w.WriteString(c.String())
		if split && i.Instrumented() {
			watched = append(watched, "bc."+i.Name)
		} else {
			fast.WriteString(c.String())
		}
	}
	if len(watched) > 0 {
		fast.f("case %s:\ngoto watch\n", strings.Join(watched, ",\n"))
	}
	if len(s.Instructions) > 100 { // a whole set: with a case for every value of a byte, the switch needs no range check
		used := map[int]bool{}
		for _, i := range s.Instructions {
			used[i.Num] = true
		}
		var free []string
		for n := 0; n < 256; n++ {
			if !used[n] {
				free = append(free, fmt.Sprint(n))
			}
		}
		none := fmt.Sprintf("case %s: // no instructions\nopcode = bc.RESERVED\ngoto dispatch\n", strings.Join(free, ", "))
		w.WriteString(none)
		fast.WriteString(none)
	}
	if err := errs.err(); err != nil {
		return nil, err
	}
	return gofmt("generated_loop.go", Header+"\n"+fillLoop(template, fast.String(), "fast")+fillLoop(loopOf(template), w.String(), "watched"))
}

// LoopMark stands for the name of the loop's function. The template gives two: the fast loop, and one that is watched, which counts, knows
// which instruction came before, and executes instrumented code. A line that begins with //psy:fast or //psy:watched is in that one only.
const LoopMark = "psy:loop"

// loopOf is the template from the loop's function on.
func loopOf(template string) string {
	at := strings.Index(template, "func "+LoopMark)
	if at < 0 {
		return ""
	}
	return "\n// runWatched is runFast for what has to be watched.\n" + template[at:]
}

// fillLoop makes one of the loops of the template.
func fillLoop(template, cases, kind string) string {
	name := "run" + strings.ToUpper(kind[:1]) + kind[1:]
	var b strings.Builder
	for line := range strings.Lines(template) {
		at := strings.TrimSpace(line)
		if at == Mark {
			b.WriteString(cases)
		} else if rest, ok := strings.CutPrefix(at, "//psy:"+kind+" "); ok {
			b.WriteString(rest + "\n")
		} else if !strings.HasPrefix(at, "//psy:fast ") && !strings.HasPrefix(at, "//psy:watched ") {
			b.WriteString(strings.ReplaceAll(line, LoopMark, name))
		}
	}
	return b.String()
}

// native is the target of the helpers that machine code calls.
type native struct{}

func (native) deopt(string) string          { return "return sp, StatusDeopt" }
func (native) raise() string                { return "return sp, StatusError" }
func (native) unwind() string               { return "return sp, StatusUnwind" }
func (native) next() string                 { return "return sp, status" }
func (native) again() string                { return "return sp, StatusDeopt" }
func (native) jump(name string) string      { return "return h_" + name + "(t, fr, sp, pc, oparg)" }
func (native) jumped() string               { return "\nstatus = StatusJump" }
func (native) countTurn() string            { return "" }
func (native) checkHot() string             { return "" }
func (native) constant(index string) string { return "constAt(constsOf(fr), " + index + ")" }
func (native) savePC(cache string) string   { return savePC(cache) }
func (native) size(units int) string        { return fmt.Sprint(units) }
func (native) frame(macro, v string) string {
	switch macro {
	case "PUSH_FRAME":
		return "return helperPushFrame(t, fr, sp, " + v + ")"
	case "WAKE_FRAME":
		return "return helperWakeFrame(t, fr, sp, " + v + ")"
	case "LEFT_FRAME":
		return "return helperLeftFrame(t, fr, sp, " + v + ")"
	case "LEAVE_FRAME":
		return "return helperLeaveFrame(t, fr, sp, " + v + ")"
	case "YIELD_VALUE":
		return "return helperYieldValue(t, fr, sp, pc, oparg, " + v + ")"
	case "EXIT_LOOP":
		return "return helperExitLoop(t, fr, sp, " + v + ")"
	}
	return "return sp, StatusFrame"
}

// hasHelper reports whether machine code may call an instruction as a whole.
func hasHelper(i *Instruction) bool {
	return !i.Specialized() && !i.Props.Opcode && (i.HasEffect || i.Props.GoTo != "")
}

// EmitHelpers puts one Go function for every instruction that is not specialized into the helpers' template.
func EmitHelpers(s *Set, template string) ([]byte, error) {
	if strings.Count(template, Mark) != 1 {
		return nil, fmt.Errorf("the template has no single line %s", Mark)
	}
	var w writer
	var errs Errors
	w.f("// Helpers are the functions of the generic instructions.\nvar Helpers [256]Helper\n\nfunc init() {\nHelpers = [256]Helper{\n")
	for _, i := range s.Instructions {
		if hasHelper(i) {
			w.f("bc.%s: h_%s,\n", i.Name, i.Name)
		}
	}
	w.f("}\n}\n\n")
	for _, i := range s.Instructions {
		if !hasHelper(i) {
			continue
		}
		body := s.emitInstruction(i, native{}, true, &errs)
		w.f("// %s\nfunc h_%s(t *object.Thread, fr *object.Frame, sp, pc unsafe.Pointer, oparg uint32) (unsafe.Pointer, Status) {\n", i.Effect, i.Name)
		if strings.Contains(body, "sp, status\n") || strings.Contains(body, "status = ") {
			w.f("status := StatusNext\n")
		}
		w.f("%s}\n\n", body)
	}
	if err := errs.err(); err != nil {
		return nil, err
	}
	return gofmt("generated_helpers.go", Header+"\n"+strings.Replace(template, Mark, w.String(), 1))
}
