package cases

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Props are what an op's body tells about it.
type Props struct {
	Arg, Const, Name, Jump, Free, Local bool
	EvalBreak, Deopt, Exit              bool
	Error, ErrorNoPop, Escapes          bool
	Pure, OpargAnd1                     bool
	UsesPC, UsesSP, Syncs               bool
	SavesPC                             bool // the body stores the instruction's address itself
	Skips                               bool // executes a following instruction too
	Frame                               bool // hands control to another frame
	SavesFrame                          bool // which must leave the address of the instruction behind
	Effects                             bool // changes something beside its outputs
	Ends                                bool // never reaches its end
	Runs                                bool // may run Python code
	Side                                bool // leaves a trace having done its part
	Opcode                              bool // reads or sets the variable opcode
	GoTo                                string
}

// Flags lists the properties that package opcode has bits for.
func (p Props) Flags() []string {
	var out []string
	for _, x := range []struct {
		b bool
		n string
	}{{p.Arg, "ARG"}, {p.Const, "CONST"}, {p.Name, "NAME"}, {p.Jump, "JUMP"}, {p.Free, "FREE"}, {p.Local, "LOCAL"},
		{p.EvalBreak, "EVAL_BREAK"}, {p.Deopt, "DEOPT"}, {p.Error, "ERROR"}, {p.Escapes, "ESCAPES"}, {p.Exit, "EXIT"},
		{p.Side, "EXIT"}, {p.Pure, "PURE"}, {p.OpargAnd1, "OPARG_AND_1"}, {p.ErrorNoPop, "ERROR_NO_POP"}} {
		if x.b {
			out = append(out, x.n)
		}
	}
	return out
}

func (p *Props) merge(q Props) {
	p.Arg = p.Arg || q.Arg
	p.Const = p.Const || q.Const
	p.Name = p.Name || q.Name
	p.Jump = p.Jump || q.Jump
	p.Free = p.Free || q.Free
	p.Local = p.Local || q.Local
	p.EvalBreak = p.EvalBreak || q.EvalBreak
	p.Deopt = p.Deopt || q.Deopt
	p.Exit = p.Exit || q.Exit
	p.Side = p.Side || q.Side
	p.Error = p.Error || q.Error
	p.ErrorNoPop = p.ErrorNoPop || q.ErrorNoPop
	p.Escapes = p.Escapes || q.Escapes
	p.Runs = p.Runs || q.Runs
	p.Pure = p.Pure && q.Pure
	p.UsesPC = p.UsesPC || q.UsesPC
	p.UsesSP = p.UsesSP || q.UsesSP
	p.Syncs = p.Syncs || q.Syncs
	p.Skips = p.Skips || q.Skips
	p.Frame = p.Frame || q.Frame
	p.SavesFrame = p.SavesFrame || q.SavesFrame
	p.Effects = p.Effects || q.Effects
	p.Ends = p.Ends || q.Ends
	p.Opcode = p.Opcode || q.Opcode
	if q.GoTo != "" {
		p.GoTo = q.GoTo
	}
}

// Uop is an analyzed op. An inst is the only op of its instruction.
type Uop struct {
	*Inst
	UopName string // with the leading underscore that an inst's own name lacks
	Props   Props
	body    *body
	uses    map[string]bool
}

// Use is an op or a cache entry as part of an instruction.
type Use struct {
	Op     *Uop   // nil: a cache entry that is skipped
	Name   string // of the cache entry
	Size   int    // of the cache entry or of the op's cache effects
	Offset int    // in code units from the instruction's cache
	Arg    string // what the op sees as oparg; "": the instruction's
	Pos    Pos
}

// Instruction is an analyzed instruction.
type Instruction struct {
	Name      string
	Num       int
	Doc       string
	Pos       Pos
	Uses      []Use
	Caches    int
	Props     Props
	Family    *Family // the family it belongs to, as head or member
	Head      string  // the family's head
	HasEffect bool
	Tier1     bool // not for tier 2
	Own       bool // CPython has no such instruction: see own
	Effect    Effect
}

// firstCache is the name of the first cache entry; "": there is none.
func (i *Instruction) firstCache() string {
	for _, u := range i.Uses {
		switch {
		case u.Op == nil:
			return u.Name
		case len(u.Op.Caches) > 0:
			return u.Op.Caches[0].Name
		}
	}
	return ""
}

// own marks a specialized form that CPython does not have. Its number lies above those of CPython's forms, and programs see the number of its
// family's head instead.
const own = "own"

// Specialized reports whether the instruction is a member of a family without being its head.
func (i *Instruction) Specialized() bool { return i.Head != i.Name }

// Instrumented reports whether the instruction is one that monitoring patches in.
func (i *Instruction) Instrumented() bool { return strings.HasPrefix(i.Name, "INSTRUMENTED_") }

// Format is the instruction's layout in CPython's notation.
func (i *Instruction) Format() string {
	f := "INSTR_FMT_I"
	if i.Props.Arg {
		f += "B"
	} else {
		f += "X"
	}
	if i.Caches > 0 {
		f += "C" + strings.Repeat("0", i.Caches-1)
	}
	return f
}

// Set is everything that a definition file defines.
type Set struct {
	File         *File
	Uops         []*Uop // in the order of the file
	Instructions []*Instruction
	Fused        []*Instruction // sequences of ops that tier 2 executes as one
	byName       map[string]*Instruction
	uops         map[string]*Uop
	helpers      map[string]string
	inlines      map[string]*Inline
}

// Instruction returns an instruction by name.
func (s *Set) Instruction(name string) *Instruction { return s.byName[name] }

// Analyze resolves and checks a definition file. The error, if any, is Errors.
func Analyze(f *File) (*Set, error) {
	var errs Errors
	f = f.overridden(&errs)
	s := &Set{File: f, byName: map[string]*Instruction{}, uops: map[string]*Uop{}, helpers: map[string]string{}, inlines: map[string]*Inline{}}
	for _, in := range f.Inlines {
		x, err := parser.ParseExpr(in.Expr)
		if err != nil {
			errs.add(in.Pos, "inline %s: %v", in.Name, err)
			continue
		}
		in.Expr = "(" + s.expand(in.Expr, x) + ")"
		s.inlines[in.Name] = in
	}
	for _, h := range f.Helpers {
		for _, n := range h.Names {
			s.helpers[n] = h.Kind
		}
	}
	defined := map[string]Pos{}
	define := func(name string, p Pos) {
		if q, ok := defined[name]; ok {
			errs.add(p, "%s is defined again; it was defined at %s", name, q)
		}
		defined[name] = p
	}
	for _, d := range f.Insts {
		define(d.Name, d.Pos)
		u := s.analyzeOp(d, &errs)
		if d.Kind == "inst" {
			u.UopName = "_" + d.Name
		}
		s.uops[d.Name] = u
		s.uops[u.UopName] = u
		s.Uops = append(s.Uops, u)
	}
	for _, d := range f.Insts {
		if d.Kind == "inst" && !d.Has("tier2") {
			i := &Instruction{Name: d.Name, Doc: d.Doc, Pos: d.Pos, HasEffect: d.HasEffect, Head: d.Name, Own: d.Has(own)}
			i.Uses = []Use{{Op: s.uops[d.Name], Pos: d.Pos}}
			s.addInstruction(i)
		}
	}
	for _, m := range f.Macros {
		define(m.Name, m.Pos)
		fused := slices.Contains(m.Annotations, "tier2")
		i := &Instruction{Name: m.Name, Doc: m.Doc, Pos: m.Pos, HasEffect: true, Head: m.Name, Own: slices.Contains(m.Annotations, own)}
		for _, a := range m.Annotations {
			i.Tier1 = i.Tier1 || a == "tier1"
		}
		for _, p := range m.Parts {
			if p.Cache > 0 {
				i.Uses = append(i.Uses, Use{Name: p.Name, Size: p.Cache, Pos: p.Pos})
				continue
			}
			u := s.uops[p.Name]
			if u == nil {
				errs.add(p.Pos, "macro %s uses %s, which is not defined", m.Name, p.Name)
				continue
			}
			if u.Has("tier2") && !fused {
				errs.add(p.Pos, "macro %s uses %s, which is for tier 2 only", m.Name, p.Name)
			}
			i.Uses = append(i.Uses, Use{Op: u, Arg: p.Arg, Pos: p.Pos})
		}
		if fused {
			s.analyzeInstruction(i, &errs)
			s.Fused = append(s.Fused, i)
			continue
		}
		s.addInstruction(i)
	}
	for _, i := range s.Instructions {
		s.analyzeInstruction(i, &errs)
	}
	s.families(&errs)
	s.pseudos(define, &errs)
	s.order(&errs)
	return s, errs.err()
}

func (s *Set) addInstruction(i *Instruction) {
	if s.byName[i.Name] == nil {
		s.byName[i.Name] = i
		s.Instructions = append(s.Instructions, i)
	}
}

// isPkg reports whether an identifier names a package in bodies.
func isPkg(n string) bool {
	switch n {
	case "object", "unsafe", "heap", "math", "bc", "atomic", "bits":
		return true
	}
	return false
}

// analyzeOp derives an op's properties and checks the rules that concern its body.
func (s *Set) analyzeOp(d *Inst, errs *Errors) *Uop {
	u := &Uop{Inst: d, UopName: d.Name, uses: map[string]bool{}}
	p := &u.Props
	for _, it := range append(append([]StackItem{}, d.Inputs...), d.Outputs...) {
		if opargWord.MatchString(it.Cond + " " + it.Size) {
			p.Arg = true
		}
		if it.Cond != "" && it.Size != "" {
			errs.add(it.Pos, "%s: %s cannot be both an array and conditional", d.Name, it.Name)
		}
		for _, e := range []string{it.Cond, it.Size} {
			if e != "" {
				if _, err := evalExpr(e, 1); err != nil {
					errs.add(it.Pos, "%s: %s: %q: %v", d.Name, it.Name, e, err)
				}
			}
		}
		p.OpargAnd1 = p.OpargAnd1 || d.Has("split")
	}
	b, err := parseBody(d.Pos.File, d.Body, d.BodyLine)
	if err != nil {
		*errs = append(*errs, err)
		u.body = &body{}
		return u
	}
	u.body = b
	in, out := map[string]StackItem{}, map[string]StackItem{}
	seen := map[string]bool{}
	for _, c := range d.Caches {
		if c.Name != "unused" && seen[c.Name] {
			errs.add(c.Pos, "%s: %s occurs twice in the inputs", d.Name, c.Name)
		}
		seen[c.Name] = true
	}
	for _, it := range d.Inputs {
		if it.Name == "unused" {
			continue
		}
		if seen[it.Name] {
			errs.add(it.Pos, "%s: %s occurs twice in the inputs", d.Name, it.Name)
		}
		seen[it.Name] = true
		in[it.Name] = it
	}
	for _, it := range d.Outputs {
		if it.Name == "unused" {
			continue
		}
		if _, dup := out[it.Name]; dup {
			errs.add(it.Pos, "%s: %s occurs twice in the outputs", d.Name, it.Name)
		}
		if x, ok := in[it.Name]; ok && (x.Type != it.Type || x.Cond != it.Cond || x.Size != it.Size) {
			errs.add(it.Pos, "%s: %s is %s in the inputs and %s in the outputs", d.Name, it.Name, x, it)
		}
		out[it.Name] = it
	}
	assigned := map[string]bool{}
	s.walkBody(u, in, assigned, errs)
	p.Ends = endsBody(b.stmts)
	for _, it := range d.Outputs {
		_, isInput := in[it.Name]
		if it.Name != "unused" && !isInput && it.Size == "" && !assigned[it.Name] && !p.Ends && d.HasEffect {
			errs.add(it.Pos, "%s: output %s is not assigned", d.Name, it.Name)
		}
		if it.Name != "unused" && !isInput && it.Size != "" && !u.uses[it.Name] && !p.Ends {
			errs.add(it.Pos, "%s: output %s is not assigned", d.Name, it.Name)
		}
	}
	if d.Has("pure") {
		if p.Escapes || p.Effects {
			errs.add(d.Pos, "%s is declared pure but has effects", d.Name)
		}
		p.Pure = true
	}
	if p.UsesSP && !p.Syncs && len(d.Inputs)+len(d.Outputs) > 0 {
		errs.add(d.Pos, "%s uses sp without SYNC_SP()", d.Name)
	}
	return u
}

// walkBody goes through a body in the order of its text.
func (s *Set) walkBody(u *Uop, in map[string]StackItem, assigned map[string]bool, errs *Errors) {
	b, p, d := u.body, &u.Props, u.Inst
	var lastDeopt ast.Node
	var firstError ast.Node
	type event struct {
		n    ast.Node
		what string
	}
	var effects []event
	isVar := func(x ast.Expr) bool { _, ok := x.(*ast.Ident); return ok }
	assign := func(x ast.Expr, define bool) {
		switch x := x.(type) {
		case *ast.Ident:
			if _, ok := in[x.Name]; ok {
				errs.add(b.pos(x), "%s assigns to its input %s", d.Name, x.Name)
			}
			for _, c := range d.Caches {
				if c.Name == x.Name && x.Name != "unused" {
					errs.add(b.pos(x), "%s assigns to its input %s", d.Name, x.Name)
				}
			}
			if define && predefined[x.Name] {
				errs.add(b.pos(x), "%s redefines %s", d.Name, x.Name)
			}
			if define {
				for _, o := range d.Outputs {
					if o.Name == x.Name && x.Name != "unused" {
						errs.add(b.pos(x), "%s redefines its output %s; use =", d.Name, x.Name)
					}
				}
			}
			assigned[x.Name] = true
		case *ast.CallExpr: // LOCAL(i) = v
		default:
			effects = append(effects, event{x, "a store"})
		}
	}
	for _, st := range b.stmts {
		identUses(st, func(id *ast.Ident) { u.uses[id.Name] = true })
		ast.Inspect(st, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, l := range n.Lhs {
					if c, ok := l.(*ast.CallExpr); ok && (macroName(c) == "LOCAL" || macroName(c) == "CELLVAR") {
						effects = append(effects, event{n, "a store"})
					}
					assign(l, n.Tok == token.DEFINE)
				}
			case *ast.IncDecStmt:
				assign(n.X, false)
			case *ast.UnaryExpr:
				if n.Op == token.AND && isVar(n.X) {
					if id := n.X.(*ast.Ident); in[id.Name].Name != "" {
						errs.add(b.pos(n), "%s takes the address of its input %s", d.Name, id.Name)
					}
				}
			case *ast.BranchStmt:
				switch {
				case n.Tok != token.GOTO:
				case n.Label.Name == "error" && !b.labels["error"]: // ERROR_NO_POP
					p.ErrorNoPop, firstError = true, n
				case !b.labels[n.Label.Name]:
					errs.add(b.pos(n), "%s: goto %s leaves the body", d.Name, n.Label.Name)
				}
			case *ast.FuncLit:
				errs.add(b.pos(n), "%s: a function literal cannot stand in a body", d.Name)
			case *ast.ReturnStmt:
				errs.add(b.pos(n), "%s: return cannot stand in a body", d.Name)
			case *ast.CallExpr:
				name := callName(n.Fun, isPkg)
				if name == "" {
					return true
				}
				if arity, ok := macros[name]; ok {
					if len(n.Args) < arity[0] || len(n.Args) > arity[1] {
						errs.add(b.pos(n), "%s: %s has %d arguments", d.Name, name, len(n.Args))
						return false
					}
					switch name {
					case "DEOPT_IF", "EXIT_IF":
						lastDeopt = n
						if name == "DEOPT_IF" {
							p.Deopt = true
						} else {
							p.Exit = true
						}
						if firstError != nil {
							errs.add(b.pos(n), "%s: %s follows an ERROR_IF", d.Name, name)
						}
						if p.Syncs {
							errs.add(b.pos(n), "%s: %s follows SYNC_SP", d.Name, name)
						}
					case "SIDE_EXIT_IF":
						p.Side = true
					case "ERROR_IF", "ERROR_NO_POP":
						firstError = n
						if name == "ERROR_IF" {
							p.Error = true
						} else {
							p.ErrorNoPop = true
						}
					case "SYNC_SP":
						p.Syncs = true
						top := false
						for _, st := range b.stmts {
							top = top || macroName(st) == "SYNC_SP" && st.Pos() == n.Pos()
						}
						if !top {
							errs.add(b.pos(n), "%s: SYNC_SP stands inside a block", d.Name)
						}
					case "JUMPBY":
						p.Jump, p.UsesPC = true, true
					case "SKIP_OVER":
						p.Skips, p.UsesPC = true, true
					case "LOCAL":
						p.Local = true
					case "CELL", "CELLVAR":
						p.Free = true
					case "CONST":
						p.Const = true
					case "NAME":
						p.Name = true
					case "CHECK_EVAL_BREAKER":
						p.EvalBreak = true
						effects = append(effects, event{n, "CHECK_EVAL_BREAKER"})
					case "CHECK_HOT":
						p.UsesPC = true
						effects = append(effects, event{n, "CHECK_HOT"})
					case "LEAVE_INLINED", "RETURN_PLAIN", "YIELD_INLINED", "YIELD_DYNAMIC":
						p.Frame = p.Frame || name == "YIELD_INLINED" || name == "YIELD_DYNAMIC"
						effects = append(effects, event{n, name})
					case "PUSH_FRAME", "WAKE_FRAME", "LEAVE_FRAME", "LEFT_FRAME", "YIELD_VALUE", "RELOAD_FRAME", "EXIT_LOOP", "ENTER_INLINED", "RUN_TRACE":
						p.Frame = true
						p.SavesFrame = p.SavesFrame || name != "LEAVE_FRAME" && name != "LEFT_FRAME" && name != "EXIT_LOOP"
						effects = append(effects, event{n, name})
					case "UNWIND":
						p.ErrorNoPop = true
					case "SAVE_PC":
						p.SavesPC = true
					case "DISPATCH_GOTO":
						p.Opcode = true
					case "GO_TO_INSTRUCTION":
						if id, ok := n.Args[0].(*ast.Ident); ok {
							p.GoTo = id.Name
						}
						return false
					}
					return true
				}
				if strings.ToUpper(name) == name && strings.Contains(name, "_") && !strings.Contains(name, ".") {
					errs.add(b.pos(n), "%s: unknown macro %s", d.Name, name)
					return true
				}
				if in := s.inlines[name]; in != nil && len(in.Params) != len(inlineArgs(n)) {
					errs.add(b.pos(n), "%s: %s has %d arguments, not %d", d.Name, name, len(inlineArgs(n)), len(in.Params))
				}
				switch s.helpers[name] {
				case "pure":
				case "leaf":
					effects = append(effects, event{n, "a call of " + name})
				default:
					p.Runs = p.Runs || s.helpers[name] != "builtin"
					p.Escapes = true
					effects = append(effects, event{n, "a call of " + name})
				}
			}
			return true
		})
	}
	p.Effects = len(effects) > 0
	p.Arg = p.Arg || u.uses["oparg"]
	p.UsesPC = p.UsesPC || u.uses["pc"]
	p.UsesSP = u.uses["sp"]
	p.Opcode = p.Opcode || u.uses["opcode"]
	if lastDeopt != nil {
		for _, e := range effects {
			if e.n.Pos() < lastDeopt.End() && !s.ending(b, e.n, lastDeopt) {
				errs.add(b.pos(e.n), "%s: %s before the last DEOPT_IF", d.Name, e.what)
			}
		}
	}
}

// ending reports whether n stands in a block that ends before later does, so that later is not reached after n.
func (s *Set) ending(b *body, n, later ast.Node) bool {
	found := false
	for _, st := range b.stmts {
		ast.Inspect(st, func(x ast.Node) bool {
			if blk, ok := x.(*ast.BlockStmt); ok && blk.Pos() <= n.Pos() && n.End() <= blk.End() && blk.End() <= later.Pos() && endsBody(blk.List) {
				found = true
			}
			return true
		})
	}
	return found
}

// analyzeInstruction places the caches, merges the properties and runs the stack effect symbolically.
func (s *Set) analyzeInstruction(i *Instruction, errs *Errors) {
	i.Props.Pure = true
	effect, synced := Pos{}, ""
	for k := range i.Uses {
		u := &i.Uses[k]
		u.Offset = i.Caches
		if u.Op == nil {
			i.Caches += u.Size
			continue
		}
		for _, c := range u.Op.Caches {
			u.Size += c.Size
		}
		i.Caches += u.Size
		p := u.Op.Props
		if u.Arg != "" {
			p.Arg = true
			if _, err := evalExpr(u.Arg, 1); err != nil {
				errs.add(u.Pos, "%s: argument %q: %v", i.Name, u.Arg, err)
			}
		}
		if p.Deopt || p.Exit {
			if effect.Line != 0 && !u.Op.Has("specializing") {
				errs.add(u.Pos, "%s: %s may deoptimize after the effects of an earlier op", i.Name, u.Op.Name)
			}
			if synced != "" {
				errs.add(u.Pos, "%s: %s may deoptimize after SYNC_SP in %s", i.Name, u.Op.Name, synced)
			}
		}
		if p.Effects && !u.Op.Has("specializing") {
			effect = u.Pos
		}
		if p.Syncs {
			synced = u.Op.Name
		}
		if i.Props.Ends {
			errs.add(u.Pos, "%s: %s follows an op that never reaches its end", i.Name, u.Op.Name)
		}
		i.Props.merge(p)
		i.Tier1 = i.Tier1 || u.Op.Has("tier1") || u.Op.Props.Opcode
	}
	i.Effect = effectOf(i, errs)
}

// families checks what the members of a family must have in common.
func (s *Set) families(errs *Errors) {
	for _, f := range s.File.Families {
		head, members := s.byName[f.Name], f.Members
		if head == nil && len(members) > 0 { // the older form: the family has a name of its own, and its head stands first
			if head, members = s.byName[members[0]], members[1:]; head == nil {
				errs.add(f.Pos, "family %s lists %s, which is not defined", f.Name, f.Members[0])
				continue
			}
		}
		if head == nil {
			errs.add(f.Pos, "family %s has no instruction of its name", f.Name)
			continue
		}
		if len(members) == 0 {
			errs.add(f.Pos, "family %s has no specialized form", f.Name)
		}
		if c := head.firstCache(); c != "" && c != "counter" {
			errs.add(f.Pos, "family %s: the first cache entry of %s is %s, not counter", f.Name, head.Name, c)
		}
		if n, err := strconv.Atoi(f.Size); err == nil && n != head.Caches {
			errs.add(f.Pos, "family %s has cache size %d, its head %d", f.Name, n, head.Caches)
		} else if err != nil && f.Size != "" && f.Size != "INLINE_CACHE_ENTRIES_"+f.Name {
			errs.add(f.Pos, "family %s: unknown size %s", f.Name, f.Size)
		}
		head.Family = f
		for _, name := range members {
			m := s.byName[name]
			if m == nil {
				errs.add(f.Pos, "family %s lists %s, which is not defined", f.Name, name)
				continue
			}
			if m == head {
				errs.add(f.Pos, "family %s lists its head", f.Name)
				continue
			}
			if m.Family != nil {
				errs.add(f.Pos, "%s is in family %s and in family %s", name, m.Family.Name, f.Name)
				continue
			}
			m.Family, m.Head = f, head.Name
			if f.Name == head.Name && !strings.HasPrefix(name, head.Name+"_") {
				errs.add(f.Pos, "family %s: the name of %s does not begin with %s_", f.Name, name, head.Name)
			}
			if c := m.firstCache(); c != "" && c != "counter" && c != "unused" {
				errs.add(f.Pos, "family %s: the first cache entry of %s is %s, not counter", f.Name, name, c)
			}
			if m.Caches != head.Caches {
				errs.add(f.Pos, "family %s: %s has cache size %d, %s has %d", f.Name, head.Name, head.Caches, name, m.Caches)
			}
			if !sameEffect(head, m) {
				errs.add(f.Pos, "family %s: %s has stack effect %s, %s has %s", f.Name, head.Name, head.Effect, name, m.Effect)
			}
		}
	}
	for _, i := range s.Instructions {
		if i.Own && !i.Specialized() {
			errs.add(i.Pos, "%s is marked own, but it is no specialized form of an instruction", i.Name)
		}
		if (i.Props.Deopt || i.Props.Exit) && !i.Specialized() && i.Family == nil {
			errs.add(i.Pos, "%s may deoptimize but is in no family", i.Name)
		}
		if i.Props.GoTo != "" && s.byName[i.Props.GoTo] == nil {
			errs.add(i.Pos, "%s goes to %s, which is not defined", i.Name, i.Props.GoTo)
		}
	}
}

// sameEffect reports whether two instructions change the stack alike, for at least one argument:
// a specialized form may fix what depends on the argument. A form that hands control to a frame leaves
// its result when the frame returns; one that executes a following instruction has that one's effect too.
func sameEffect(a, b *Instruction) bool {
	if b.Props.Frame || b.Props.Skips {
		return true
	}
	for arg := 0; arg < 8; arg++ {
		p1, q1 := a.Effect.Counts(arg)
		p2, q2 := b.Effect.Counts(arg)
		if p1 == p2 && q1 == q2 {
			return true
		}
	}
	return false
}

func (s *Set) pseudos(define func(string, Pos), errs *Errors) {
	for _, p := range s.File.Pseudos {
		define(p.Name, p.Pos)
		var first *Instruction
		for _, t := range p.Targets {
			i := s.byName[t]
			if i == nil {
				errs.add(p.Pos, "pseudo %s lists %s, which is not defined", p.Name, t)
				continue
			}
			if first == nil {
				first = i
				continue
			}
			for arg := 0; arg < 4; arg++ {
				p1, q1 := first.Effect.Counts(arg)
				p2, q2 := i.Effect.Counts(arg)
				if p1 != p2 || q1 != q2 {
					errs.add(p.Pos, "pseudo %s: %s has stack effect %s, %s has %s", p.Name, first.Name, first.Effect, t, i.Effect)
					break
				}
			}
		}
	}
}

// order gives the instructions their numbers, by CPython's rule. Forms that CPython lacks stand behind its own, so they move no number.
func (s *Set) order(errs *Errors) {
	fixed := map[string]int{"CACHE": 0, "RESERVED": 17, "RESUME": 149, "BINARY_OP_INPLACE_ADD_UNICODE": 3, "INSTRUMENTED_LINE": 254}
	var noArg, hasArg, special, extra, instr []*Instruction
	for _, i := range s.Instructions {
		_, isFixed := fixed[i.Name]
		switch {
		case i.Own:
			extra = append(extra, i)
		case i.Specialized() && !isFixed:
			special = append(special, i)
		case i.Instrumented():
			instr = append(instr, i)
		case isFixed:
			i.Num = fixed[i.Name]
		case i.Props.Arg:
			hasArg = append(hasArg, i)
		default:
			noArg = append(noArg, i)
		}
	}
	byName := func(l []*Instruction) []*Instruction {
		sort.Slice(l, func(a, b int) bool { return l[a].Name < l[b].Name })
		return l
	}
	taken := map[int]bool{}
	for n, v := range fixed {
		if s.byName[n] != nil {
			taken[v] = true
		}
	}
	next := 1
	place := func(l []*Instruction) {
		for _, i := range l {
			for taken[next] {
				next++
			}
			i.Num = next
			taken[next] = true
		}
	}
	place(byName(noArg))
	place(byName(hasArg))
	next = 150
	place(byName(special))
	place(byName(extra))
	first := 255 - len(instr)
	if n := len(extra); n > 0 && extra[n-1].Num >= first {
		errs.add(extra[n-1].Pos, "%s has no number: those from %d on are taken", extra[n-1].Name, first)
	}
	next = first
	var rest []*Instruction
	for _, i := range instr { // in the order of the file
		if i.Name == "INSTRUMENTED_LINE" {
			i.Num = 254
		} else {
			rest = append(rest, i)
		}
	}
	place(rest)
	sort.SliceStable(s.Instructions, func(a, b int) bool { return s.Instructions[a].Num < s.Instructions[b].Num })
}
