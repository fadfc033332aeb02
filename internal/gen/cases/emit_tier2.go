// The interpreter of tier 2: what executes the ops of a superblock. See EmitTier2.

package cases

import (
	"fmt"
	"go/ast"
	"strings"
)

// Tier2Op is one thing that the interpreter of tier 2 can do: an op, a fused sequence of ops, or one of these with an input that is a constant.
//
// Its operands are the places of its inputs that a body reads, then those of its outputs, as distances from the frame. What it takes from
// the stack and leaves there is in Effect; Operand tells which operand an item is, -1 for none: an input that nobody reads, an output that
// is one of the inputs. An array's operand is the place of its first item.
type Tier2Op struct {
	Name      string
	Ops       []Use
	Effect    Effect
	In, Out   []int // operands
	Immediate int   // the input that is a constant, -1: none
	Props     Props
	text      string
}

// trace is the target of tier 2. The template declares what the cases use:
//
//	t, fr, ex; in *Inst; delta, the distance of an Inst's Site from it; next *object.Frame
//	deopt:      goes on in tier 1 at the beginning of the instruction, or in the executor that was made for that
//	side:       the same on the other path
//	exception:  t.Exc is set, fr.PC says where
//	push_frame: leaves the trace for the new frame next; wake_frame: for next, a generator's frame, which is the innermost one already
type trace struct{}

func (trace) deopt(string) string          { return "goto deopt" }
func (trace) raise() string                { return "goto exception" }
func (trace) unwind() string               { return "goto unwind" }
func (trace) next() string                 { return "continue" }
func (trace) again() string                { return "goto deopt" }
func (trace) jump(string) string           { return "goto deopt" }
func (trace) jumped() string               { return "" }
func (trace) countTurn() string            { return "" }
func (trace) checkHot() string             { return "" }
func (trace) constant(index string) string { return "constAt(constsOf(fr), " + index + ")" }
func (trace) savePC(string) string         { return "raw(fr).pc = siteOf(in, delta).PC" }
func (trace) size(int) string              { return "siteOf(in, delta).Size" }
func (trace) frame(macro, v string) string {
	switch macro {
	case "ENTER_INLINED":
		return "next = " + v + "\nraw(fr).sp = uintptr(unsafe.Pointer(fr)) + uintptr(siteOf(in, delta).SP)\nt.Frame = next\ngoto in_frame"
	case "RETURN_PLAIN":
		return "retval = " + v + "\ngoto leave_frame"
	case "YIELD_INLINED":
		return "next = fr.Prev\nfr.PC = siteOf(in, delta).next()\nsuspend(t, fr, unsafe.Add(unsafe.Pointer(fr), siteOf(in, delta).SP), in.Arg != 0)"
	case "YIELD_DYNAMIC":
		return "retval = " + v + "\ngoto yield"
	case "LEAVE_INLINED":
		return "if Ordinary(fr) {\nt.Depth++\nt.StackTop = uintptr(unsafe.Pointer(fr))\nnext = fr.Prev\nt.Frame = next\n} else {\n" +
			"raw(fr).pc = siteOf(in, delta).PC\nleave(t, fr)\nnext = t.Frame\n}"
	}
	return "next = " + v + "\ngoto " + strings.ToLower(macro)
}

// tier2Emitter writes one case.
type tier2Emitter struct {
	caseEmitter
	op    *Tier2Op
	stack []tier2Item
	base  int  // how many items of Effect.In are still to be taken
	n     int  // operands given out
	left  bool // the frame has been left: next is the one that the outputs belong to
	cache int
}

type tier2Item struct {
	in     int    // which item of Effect.In it is, -1: none
	name   string // the Go variable that holds it, "": none yet
	array  bool   // it stands in memory
	unused bool
	arg    string
	item   StackItem
}

// argOf is what an op sees as oparg.
func argOf(arg string) string {
	if arg == "" {
		return "in.Arg"
	}
	return opargWord.ReplaceAllString(arg, "in.Arg")
}

func (it *tier2Item) int() string { return "int(" + argOf(it.arg) + ")" }

// operands are the fields of Inst.
const operands = "ABCDE"

func (e *tier2Emitter) operand() int {
	e.n++
	if e.n > len(operands) {
		e.errs.add(e.inst.Pos, "%s has more than %d operands", e.op.Name, len(operands))
		e.n = len(operands)
	}
	return e.n - 1
}

func (e *tier2Emitter) place(operand int) string {
	fr := "fr"
	if e.left {
		fr = "next"
	}
	return fmt.Sprintf("unsafe.Add(unsafe.Pointer(%s), in.%c)", fr, operands[operand])
}

// load makes sure that a Go variable holds it.
func (e *tier2Emitter) load(it *tier2Item) {
	if it.name != "" || it.in < 0 {
		return
	}
	it.name = e.fresh(it.item.Name)
	if it.in == e.op.Immediate {
		e.f("%s := object.Value(in.X)\n", it.name)
		return
	}
	if e.op.In[it.in] < 0 {
		e.op.In[it.in] = e.operand()
	}
	at := e.place(e.op.In[it.in])
	s := withArg(it.item.Cond, it.int())
	switch {
	case it.item.Size != "":
		e.f("%s := %s\n", it.name, at)
	case s != "":
		e.f("var %s %s\nif %s {\n%s = *(*object.Value)(%s)\n}\n", it.name, goType(it.item.Type), condTest(s), it.name, at)
	default:
		e.f("%s := *(*object.Value)(%s)\n", it.name, at)
	}
}

// write writes one op.
func (e *tier2Emitter) write(u Use) {
	op := u.Op
	in := make([]tier2Item, len(op.Inputs))
	for k := len(in) - 1; k >= 0; k-- {
		if n := len(e.stack); n > 0 {
			in[k], e.stack = e.stack[n-1], e.stack[:n-1]
		} else {
			e.base--
			in[k] = tier2Item{in: e.base, arg: u.Arg, item: op.Inputs[k]}
		}
	}
	rename := map[string]string{}
	for k, it := range op.Inputs {
		if op.uses[it.Name] && it.Name != "unused" {
			if in[k].name == "" {
				in[k].item.Name = it.Name
			}
			e.load(&in[k])
			rename[it.Name] = in[k].name
		}
	}
	from := carried(op.Inst)
	var out []tier2Item
	for k, o := range op.Outputs {
		it := tier2Item{in: -1, arg: u.Arg, item: o}
		switch {
		case from[k] >= 0:
			it = in[from[k]]
		case o.Name == "unused":
			it.unused = true
		case o.Size != "":
			it.array = true
			it.name = e.fresh(o.Name)
			it.item.Name = it.name
			rename[o.Name] = it.name
		default:
			it.name = e.fresh(o.Name)
			if op.uses[o.Name] {
				e.f("var %s %s\n", it.name, goType(o.Type))
				if op.Props.Ends {
					e.f("_ = %s\n", it.name)
				}
			}
			rename[o.Name] = it.name
		}
		out = append(out, it)
	}
	e.stack = append(e.stack, out...)
	for k := range out {
		if out[k].array { // its place is its first item's
			at := len(e.stack) - len(out) + k
			e.stack[at].arg = fmt.Sprint(e.operand())
			e.f("%s := %s\n", out[k].name, e.place(e.n-1))
		}
	}
	p := op.Props
	if (p.Escapes || p.ErrorNoPop || p.SavesFrame) && !p.SavesPC && !e.saved {
		e.f("%s\n", e.savePC())
		e.saved = true
	}
	if len(op.body.stmts) == 0 {
		return
	}
	e.f("{\n")
	if op.uses["oparg"] {
		e.f("oparg := %s\n", argOf(u.Arg))
	}
	if op.uses["pc"] {
		e.f("pc := siteOf(in, delta).next()\n")
	}
	for _, c := range op.Caches {
		if !op.uses[c.Name] {
			continue
		}
		typ := map[int]string{1: "uint16", 2: "uint32", 4: "uint64"}[c.Size]
		if e.cache > 1 || e.cache == 1 && e.op.Immediate >= 0 {
			e.errs.add(e.inst.Pos, "%s takes too much from the cache", e.op.Name)
			break
		}
		field := "in.X"
		if e.cache == 1 || e.op.Immediate >= 0 {
			field = "in.Y"
		}
		e.f("%s := %s(%s)\n", c.Name, typ, field)
		e.cache++
	}
	e.WriteString(strings.TrimSpace(e.render(op, rename)))
	e.f("\n}\n")
	e.left = e.left || op.calls("LEAVE_INLINED") || op.calls("YIELD_INLINED")
}

// finish stores the outputs.
func (e *tier2Emitter) finish() {
	e.op.Out = make([]int, len(e.stack))
	for k, it := range e.stack {
		e.op.Out[k] = -1
		switch {
		case it.in >= 0 || it.unused:
		case it.array:
			fmt.Sscan(it.arg, &e.op.Out[k])
		case goType(it.item.Type) != valueType:
			e.errs.add(e.inst.Pos, "%s leaves %s of type %s", e.op.Name, it.item.Name, it.item.Type)
		default:
			n := e.operand()
			e.op.Out[k] = n
			store := fmt.Sprintf("*(*object.Value)(%s) = %s\n", e.place(n), it.name)
			if cond := withArg(it.item.Cond, it.int()); cond != "" {
				store = "if " + condTest(cond) + " {\n" + store + "}\n"
			}
			e.WriteString(store)
		}
	}
}

// tier2 reports whether the interpreter of tier 2 can execute an op by itself.
func (u *Uop) tier2() bool {
	p := u.Props
	if p.Jump || p.Opcode || p.GoTo != "" || p.UsesSP || u.uses["turns"] || strings.HasPrefix(u.Name, "INSTRUMENTED_") || u.Has("specializing") || u.Has("replaced") || u.Has("tier1") || !u.HasEffect {
		return false
	}
	for _, it := range append(append([]StackItem{}, u.Inputs...), u.Outputs...) {
		if goType(it.Type) != valueType {
			return false
		}
	}
	for _, m := range []string{"LEAVE_FRAME", "LEFT_FRAME", "YIELD_VALUE", "EXIT_LOOP", "RELOAD_FRAME"} {
		if u.calls(m) {
			return false
		}
	}
	return true
}

// calls reports whether the body calls a macro.
func (u *Uop) calls(macro string) (found bool) {
	for _, st := range u.body.stmts {
		ast.Inspect(st, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok && macroName(c) == macro {
				found = true
			}
			return !found
		})
	}
	return found
}

// Tier2 lists what the interpreter of tier 2 can do.
func (s *Set) Tier2() ([]*Tier2Op, error) {
	var errs Errors
	var all []*Tier2Op
	add := func(name string, i *Instruction) {
		all = append(all, s.tier2Op(name, i, -1, &errs))
		for _, im := range s.File.Immediates {
			if im.Op != name {
				continue
			}
			at := -1
			for k, it := range i.Effect.In {
				if it.Name == im.Input {
					at = k
				}
			}
			if at < 0 {
				errs.add(im.Pos, "%s has no input %s", im.Op, im.Input)
				continue
			}
			all = append(all, s.tier2Op(name+"_"+strings.ToUpper(im.Input), i, at, &errs))
		}
	}
	for _, u := range s.Uops {
		if u.tier2() {
			i := &Instruction{Name: u.UopName, Pos: u.Pos, HasEffect: true, Head: u.UopName, Uses: []Use{{Op: u, Pos: u.Pos}}}
			s.analyzeInstruction(i, &errs)
			add(u.UopName, i)
		}
	}
	for _, i := range s.Fused {
		add(i.Name, i)
	}
	return all, errs.err()
}

func (s *Set) tier2Op(name string, i *Instruction, immediate int, errs *Errors) *Tier2Op {
	plain := *i
	plain.Caches = 0
	op := &Tier2Op{Name: name, Ops: i.Uses, Effect: i.Effect, Immediate: immediate, Props: i.Props, In: make([]int, len(i.Effect.In))}
	for k := range op.In {
		op.In[k] = -1
	}
	e := &tier2Emitter{caseEmitter: caseEmitter{tgt: trace{}, set: s, inst: &plain, names: map[string]bool{"in": true, "ex": true, "delta": true}, errs: errs}, op: op, base: len(i.Effect.In)}
	for _, u := range i.Uses {
		if u.Op != nil {
			e.write(u)
		}
	}
	if !i.Props.Ends {
		e.finish()
	}
	if e.left {
		e.f("goto in_frame\n")
	}
	op.text = e.String()
	return op
}

// number is the Go name of its TraceOp.
func (op *Tier2Op) number() string { return "T_" + strings.TrimPrefix(op.Name, "_") }

// EmitTier2 puts the cases into the template of tier 2's interpreter.
func EmitTier2(s *Set, template string) ([]byte, error) {
	if strings.Count(template, Mark) != 1 {
		return nil, fmt.Errorf("the template has no single line %s", Mark)
	}
	all, err := s.Tier2()
	if err != nil {
		return nil, err
	}
	var w, ids writer
	ids.f("\n// What the interpreter of tier 2 can do.\nconst (\n")
	for k, op := range all {
		if k == 0 {
			ids.f("%s TraceOp = iota\n", op.number())
		} else {
			ids.f("%s\n", op.number())
		}
		w.f("case %s: // %s\n%s", op.number(), op.Effect, op.text)
	}
	ids.f("NumTraceOps\n)\n")
	text := strings.Replace(template, Mark, w.String(), 1) + ids.String()
	return gofmt("generated_tier2.go", Header+"\n"+text)
}

// EmitTier2Ops writes what the maker of superblocks has to know of them.
func EmitTier2Ops(s *Set) ([]byte, error) {
	all, err := s.Tier2()
	if err != nil {
		return nil, err
	}
	var w writer
	w.f("%s\npackage tier2\n\nimport (\n\"github.com/psyco-go/psy/internal/vm/interp\"\nbc \"github.com/psyco-go/psy/internal/vm/opcode\"\n)\n\n", Header)
	w.f("var ops = [interp.NumTraceOps]op{\n")
	for _, op := range all {
		w.f("interp.%s: {name: %q", op.number(), op.Name)
		if op.Immediate >= 0 {
			w.f(", immediate: %d", op.Immediate+1)
		}
		w.f(", ops: []bc.Uop{")
		for _, u := range op.Ops {
			if u.Op != nil {
				w.f("%s, ", "bc."+uopConst(u.Op.UopName))
			}
		}
		w.f("}")
		items := func(name string, list []OutItem, operands []int, from bool) {
			if len(list) == 0 {
				return
			}
			w.f(", %s: []item{", name)
			for k, it := range list {
				w.f("{name: %q", it.Name)
				if operands != nil && operands[k] >= 0 {
					w.f(", operand: %d", operands[k]+1)
				}
				if from && it.From >= 0 {
					w.f(", from: %d", it.From+1)
				}
				size, cond := withArg(it.Size, it.Arg), withArg(it.Cond, it.Arg)
				switch {
				case size != "":
					w.f(", array: true, count: func(oparg int) int { return %s }", size)
				case cond != "":
					w.f(", count: func(oparg int) int { return %s }", condSize(cond))
				}
				w.f("}, ")
			}
			w.f("}")
		}
		items("in", op.Effect.In, op.In, false)
		items("out", op.Effect.Out, op.Out, true)
		p := op.Props
		for _, f := range []struct {
			b bool
			n string
		}{{p.Escapes, "escapes"}, {p.Runs || p.EvalBreak, "runs"}, {p.Error || p.ErrorNoPop || p.EvalBreak, "raises"}, {p.Deopt || p.Exit, "deopts"}, {p.Side, "side"}, {p.Frame, "frame"}, {p.Local && p.Effects || p.Free && p.Effects, "locals"}, {p.Skips, "skips"}, {p.Effects, "effects"}, {p.Ends, "ends"}} {
			if f.b {
				w.f(", %s: true", f.n)
			}
		}
		w.f("},\n")
	}
	w.f("}\n\n")
	w.f("func b2i(b bool) int {\nif b {\nreturn 1\n}\nreturn 0\n}\n")
	return gofmt("generated_ops.go", w.String())
}
