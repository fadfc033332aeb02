package cases

import (
	"fmt"
	"strings"
	"testing"
)

// Every rule of the language, with the place and text of its message.
var rules = []struct{ name, src, want string }{
	{"character", "inst(A, (--)) {\n}\n@", "d:3: unexpected character '@'"},
	{"unclosed body", "inst(A, (--)) {\n\tx()\n", "d:1: body is not closed"},
	{"not a definition", "thing(A);", `d:1: expected inst, op, macro, family, pseudo, helpers, inline, immediate or result, found "thing"`},
	{"keyword as name", "inst(A, (range --)) {\n}", "d:1: range is a keyword of Go"},
	{"op without effect", "op(A) {\n}", "d:1: op A needs a stack effect"},
	{"python's keyword as name", "inst(A, (lambda --)) {\n}", "d:1: lambda is a keyword of Python"},
	{"array and condition", "inst(A, (x[oparg] if (oparg & 1) --)) {\n}", "d:1: A: x cannot be both an array and conditional"},
	{"condition and array", "inst(A, (x if (oparg & 1) [oparg] --)) {\n}", "d:1: A: x cannot be both an array and conditional"},
	{"stream size", "inst(A, (c/3 --)) {\n}", "d:1: stream effect c has size 3, not 1, 2 or 4"},
	{"go syntax", "inst(A, (--)) {\n\tx := \n}", "d:3: expected operand, found '}'"},
	{"duplicate", "inst(A, (--)) {\n}\ninst(A, (--)) {\n}", "d:3: A is defined again; it was defined at d:1"},
	{"override of nothing", "override inst(A, (--)) {\n}", "d:1: override of A, which is not defined"},
	{"unknown op", "macro(M) = A + B;\nop(A, (--)) {\n}", "d:1: macro M uses B, which is not defined"},
	{"tier 2 op", "macro(M) = A;\ntier2 op(A, (--)) {\n}", "d:1: macro M uses A, which is for tier 2 only"},
	{"unknown member", "inst(A, (--)) {\n}\nfamily(A) = { B };", "d:3: family A lists B, which is not defined"},
	{"unknown head", "inst(A, (--)) {\n}\nfamily(F) = { };", "d:3: family F has no instruction of its name"},
	{"unknown first", "inst(A, (--)) {\n}\nfamily(f) = { B, A };", "d:3: family f lists B, which is not defined"},
	{"two families", "inst(A, (--)) {\n}\ninst(B, (--)) {\n}\ninst(A_C, (--)) {\n}\nfamily(A) = { A_C };\nfamily(b) = { B, A_C };", "d:8: A_C is in family A and in family b"},
	{"family size", "inst(A, (counter/1 --)) {\n}\ninst(A_B, (unused/1 --)) {\n}\nfamily(A, 2) = { A_B };", "d:5: family A has cache size 2, its head 1"},
	{"family cache", "inst(A, (counter/1 --)) {\n}\ninst(A_B, (--)) {\n}\nfamily(A) = { A_B };", "d:5: family A: A has cache size 1, A_B has 0"},
	{"family effect", "inst(A, (x --)) {\n}\ninst(A_B, (x -- x)) {\n}\nfamily(A) = { A_B };", "d:5: family A: A has stack effect (x -- ), A_B has (x -- x)"},
	{"family of nothing", "inst(A, (--)) {\n}\nfamily(A) = { };", "d:3: family A has no specialized form"},
	{"family of its head", "inst(A, (--)) {\n}\nfamily(f) = { A };", "d:3: family f has no specialized form"},
	{"head in its family", "inst(A, (--)) {\n}\nfamily(A) = { A };", "d:3: family A lists its head"},
	{"name in a family", "inst(A, (--)) {\n}\ninst(B_A, (--)) {\n}\nfamily(A) = { B_A };", "d:5: family A: the name of B_A does not begin with A_"},
	{"counter of the head", "inst(A, (c/1 --)) {\n}\ninst(A_B, (unused/1 --)) {\n}\nfamily(A) = { A_B };", "d:5: family A: the first cache entry of A is c, not counter"},
	{"counter of a form", "inst(A, (counter/1 --)) {\n}\ninst(A_B, (c/1 --)) {\n}\nfamily(A) = { A_B };", "d:5: family A: the first cache entry of A_B is c, not counter"},
	{"goto", "inst(A, (--)) {\n\tgoto out\n}", "d:2: A: goto out leaves the body"},
	{"deopt after goto error", "inst(A, (x --)) {\n\tif x == 0 {\n\t\tgoto error\n\t}\n\tDEOPT_IF(x == 1)\n}\nfamily(A) = { };", "d:5: A: DEOPT_IF follows an ERROR_IF"},
	{"override of no family", "inst(A, (--)) {\n}\ninst(A_B, (--)) {\n}\noverride family(A) = { A_B };", "d:5: override of A, which is not defined"},
	{"override of no macro", "op(X, (--)) {\n}\noverride macro(M) = X;", "d:3: override of M, which is not defined"},
	{"unknown target", "pseudo(P) = { A };", "d:1: pseudo P lists A, which is not defined"},
	{"pseudo effect", "inst(A, (x --)) {\n}\ninst(B, (--)) {\n}\npseudo(P) = { A, B };", "d:5: pseudo P: A has stack effect (x -- ), B has ( -- )"},
	{"deopt outside a family", "inst(A, (x --)) {\n\tDEOPT_IF(x == 0)\n}", "d:1: A may deoptimize but is in no family"},
	{"own form of nothing", "own inst(A, (x --)) {\n}", "d:1: A is marked own, but it is no specialized form of an instruction"},
	{"own head", "own inst(A, (--)) {\n}\ninst(A_B, (--)) {\n}\nfamily(A) = { A_B };", "d:1: A is marked own, but it is no specialized form of an instruction"},
	{"own macro of nothing", "op(X, (--)) {\n}\nown macro(A) = X;", "d:3: A is marked own, but it is no specialized form of an instruction"},
	{"effect before deopt", "inst(A, (x --)) {\n\tf()\n\tDEOPT_IF(x == 0)\n}\nfamily(A) = { };", "d:2: A: a call of f before the last DEOPT_IF"},
	{"store before deopt", "inst(A, (x --)) {\n\t*p = 1\n\tEXIT_IF(x == 0)\n}\nfamily(A) = { };", "d:2: A: a store before the last DEOPT_IF"},
	{"effect in an earlier op", "op(X, (--)) {\n\tf()\n}\nop(Y, (x -- x)) {\n\tDEOPT_IF(x == 0)\n}\nmacro(A) = X + Y;\nfamily(A) = { };", "d:7: A: Y may deoptimize after the effects of an earlier op"},
	{"deopt after error", "inst(A, (x --)) {\n\tERROR_IF(x == 0, error)\n\tDEOPT_IF(x == 1)\n}\nfamily(A) = { };", "d:3: A: DEOPT_IF follows an ERROR_IF"},
	{"deopt after sync", "inst(A, (x --)) {\n\tSYNC_SP()\n\tDEOPT_IF(x == 1)\n}\nfamily(A) = { };", "d:3: A: DEOPT_IF follows SYNC_SP"},
	{"sync in a block", "inst(A, (x --)) {\n\tif x == 0 {\n\t\tSYNC_SP()\n\t}\n}", "d:3: A: SYNC_SP stands inside a block"},
	{"input assigned", "inst(A, (x --)) {\n\tx = 1\n}", "d:2: A assigns to its input x"},
	{"cache assigned", "inst(A, (c/1 --)) {\n\tc = 1\n}", "d:2: A assigns to its input c"},
	{"input's address", "inst(A, (x --)) {\n\tf(&x)\n}", "d:2: A takes the address of its input x"},
	{"output not assigned", "inst(A, (-- y)) {\n}", "d:1: A: output y is not assigned"},
	{"output array not used", "inst(A, (-- y[oparg])) {\n}", "d:1: A: output y is not assigned"},
	{"output redefined", "inst(A, (-- y)) {\n\ty := 1\n}", "d:2: A redefines its output y; use ="},
	{"predefined redefined", "inst(A, (--)) {\n\tpc := 1\n}", "d:2: A redefines pc"},
	{"input twice", "inst(A, (x, x --)) {\n}", "d:1: A: x occurs twice in the inputs"},
	{"output twice", "inst(A, (x -- x, x)) {\n}", "d:1: A: x occurs twice in the outputs"},
	{"input and output differ", "inst(A, (x -- x: Iter)) {\n}", "d:1: A: x is x in the inputs and x: Iter in the outputs"},
	{"size expression", "inst(A, (x[f(oparg)] --)) {\n}", `d:1: A: x: "f(oparg)": expression of unknown form`},
	{"unknown macro", "inst(A, (--)) {\n\tDO_IT()\n}", "d:2: A: unknown macro DO_IT"},
	{"macro arguments", "inst(A, (--)) {\n\tJUMPBY()\n}", "d:2: A: JUMPBY has 0 arguments"},
	{"return", "inst(A, (--)) {\n\treturn\n}", "d:2: A: return cannot stand in a body"},
	{"function literal", "inst(A, (--)) {\n\tf(func() {})\n}", "d:2: A: a function literal cannot stand in a body"},
	{"pure with effects", "pure inst(A, (--)) {\n\tf()\n}", "d:1: A is declared pure but has effects"},
	{"sp without sync", "inst(A, (x --)) {\n\tf(sp)\n}", "d:1: A uses sp without SYNC_SP()"},
	{"unknown instruction", "inst(A, (--)) {\n\tGO_TO_INSTRUCTION(B)\n}", "d:1: A goes to B, which is not defined"},
	{"macro arity", "op(X, (-- y)) {\n\ty = 1\n}\nop(Y, (a[oparg] --)) {\n}\nmacro(M) = X + Y;", "d:6: M: Y takes a[oparg] where an op before leaves y"},
	{"macro types", "op(X, (-- y: *T)) {\n\ty = nil\n}\nop(Y, (a --)) {\n}\nmacro(M) = X + Y;", "d:6: M: Y takes a where an op before leaves y: *T"},
	{"after the end", "op(X, (--)) {\n\tDISPATCH()\n}\nop(Y, (--)) {\n}\nmacro(M) = X + Y;", "d:6: M: Y follows an op that never reaches its end"},
	{"inline syntax", "inline(.F, v) = { v + };", "d:1: inline .F: 1:4: expected operand, found 'EOF'"},
	{"inline parameters", "inline(.F, v, w) = { v };\ninst(A, (x -- y)) {\n\ty = x.F()\n}", "d:3: A: .F has 1 arguments, not 2"},
	{"helpers", "helpers(big) = { f };", "d:1: helpers are pure, leaf or builtin, not big"},
}

func TestRules(t *testing.T) {
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			f, err := Parse("d", r.src)
			if err == nil {
				_, err = Analyze(f)
			}
			if err == nil {
				t.Fatalf("no error, want %q", r.want)
			}
			if got := err.Error(); strings.Split(got, "\n")[0] != r.want {
				t.Errorf("got  %s\nwant %s", got, r.want)
			}
		})
	}
}

// What only an emitter can find.
func TestEmitRules(t *testing.T) {
	for _, r := range []struct{ name, src, want string }{
		{"typed item on the stack", "inst(A, (-- f: *T)) {\n\tf = nil\n}", "d:1: A: f of type *T cannot be kept on the stack"},
		{"pending at dispatch", "op(X, (-- y)) {\n\ty = 1\n}\nop(Y, (x -- x)) {\n\tif x == 0 {\n\t\tDISPATCH()\n\t}\n}\nop(Z, (x -- w, x)) {\n\tw = 2\n}\nmacro(A) = X + Z + Y;",
			"d:6: A: DISPATCH() in Y while w is pending"},
	} {
		f, err := Parse("d", r.src)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Analyze(f)
		if err != nil {
			t.Fatal(err)
		}
		_, err = EmitLoop(s, "package p\n"+Mark+"\n")
		if err == nil || strings.Split(err.Error(), "\n")[0] != r.want {
			t.Errorf("%s: got %v, want %s", r.name, err, r.want)
		}
	}
}

// Bad input is an error, never a panic.
func TestTruncated(t *testing.T) {
	src := "// doc\npure replicate(2) inst(A, (c/1, x: *T, y[oparg - 1], z if (oparg & 1) -- r)) {\n\tr = \"}\"\n}\nmacro(M) = u/1 + A(oparg >> 4);\nfamily(A, 1) = { M, };\npseudo(P, (HAS_ARG)) = { A };\nhelpers(pure) = { a.b, .c };\n"
	for i := range src {
		if f, err := Parse("d", src[:i]); err == nil {
			Analyze(f)
		}
	}
}

// A form that CPython does not have moves no other number, and there is an end of numbers.
func TestOwn(t *testing.T) {
	src := "inst(A, (--)) {\n}\ninst(A_Z, (--)) {\n}\nfamily(A) = { A_Z, %s };\n"
	numbers := func(names []string) (map[string]int, error) {
		text := strings.ReplaceAll(src, "%s", strings.Join(names, ", "))
		for _, n := range names {
			text += "own inst(" + n + ", (--)) {\n}\n"
		}
		f, err := Parse("d", text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Analyze(f)
		if err != nil {
			return nil, err
		}
		got := map[string]int{}
		for _, i := range s.Instructions {
			got[i.Name] = i.Num
		}
		return got, nil
	}
	got, err := numbers([]string{"A_B", "A_C"})
	if err != nil || got["A_Z"] != 150 || got["A_B"] != 151 || got["A_C"] != 152 {
		t.Errorf("numbers %v, %v", got, err)
	}
	var many []string
	for n := range 105 {
		many = append(many, fmt.Sprintf("A_%03d", n))
	}
	if _, err := numbers(many); err == nil || !strings.Contains(err.Error(), "A_104 has no number") {
		t.Errorf("105 forms: %v", err)
	}
	if _, err := numbers(many[:104]); err != nil {
		t.Errorf("104 forms: %v", err)
	}
}
