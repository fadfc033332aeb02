package opcode

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"
)

// The facts are CPython 3.13.0's own; testdata/facts.py writes them.
type factOp struct {
	Name      string
	Num       int
	Format    string
	Flags     []string
	Popped    *string
	Pushed    *string
	Deopt     string
	Caches    int
	Fields    [][2]any `json:"cache_fields"`
	Has       []string
	Effect    [][3]int `json:"stack_effect"`
	Expansion []struct {
		Uop          string
		Size, Offset int
	}
}

type factFile struct {
	HaveArgument    int `json:"have_argument"`
	MinInstrumented int `json:"min_instrumented"`
	Families        map[string][]string
	PseudoTargets   map[string][]string `json:"pseudo_targets"`
	NbOps           [][2]string         `json:"nb_ops"`
	CmpOp           []string            `json:"cmp_op"`
	Intrinsic1      []string            `json:"intrinsic_1"`
	Intrinsic2      []string            `json:"intrinsic_2"`
	Ops             []factOp
	Uops            []struct{ Name string }
}

func facts(t *testing.T) *factFile {
	b, err := os.ReadFile("testdata/facts.json")
	if err != nil {
		t.Fatal(err)
	}
	var f factFile
	if err := json.Unmarshal(b, &f); err != nil {
		t.Fatal(err)
	}
	return &f
}

// eval computes an effect of the facts, such as "2 + ((oparg == 3) ? 1 : 0)".
func eval(t *testing.T, e string, oparg int) int {
	e = strings.ReplaceAll(e, "((oparg == 3) ? 1 : 0)", "is3")
	x, err := parser.ParseExpr(e)
	if err != nil {
		t.Fatalf("%q: %v", e, err)
	}
	var ev func(ast.Expr) int
	ev = func(x ast.Expr) int {
		switch x := x.(type) {
		case *ast.ParenExpr:
			return ev(x.X)
		case *ast.BasicLit:
			n, _ := strconv.ParseInt(x.Value, 0, 64)
			return int(n)
		case *ast.Ident:
			if x.Name == "is3" {
				return b2i(oparg == 3)
			}
			return oparg
		case *ast.BinaryExpr:
			a, b := ev(x.X), ev(x.Y)
			switch x.Op {
			case token.ADD:
				return a + b
			case token.SUB:
				return a - b
			case token.MUL:
				return a * b
			case token.AND:
				return a & b
			case token.SHR:
				return a >> b
			}
		}
		t.Fatalf("%q: unknown form %T", e, x)
		return 0
	}
	return ev(x)
}

// differ names the instructions that use their argument where CPython's do not, with the reason.
var differ = map[string]string{
	"STORE_ATTR_INSTANCE_VALUE":  "it can also add an attribute, and then compares the name",
	"LOAD_ATTR_METHOD_LAZY_DICT": "the object's dict may be there if it lacks the name",
}

func TestFacts(t *testing.T) {
	f := facts(t)
	if HaveArgument != f.HaveArgument || MinInstrumented != f.MinInstrumented {
		t.Errorf("HaveArgument, MinInstrumented = %d, %d, want %d, %d", HaveArgument, MinInstrumented, f.HaveArgument, f.MinInstrumented)
	}
	byName := map[string]factOp{}
	known := map[int]bool{}
	for _, o := range f.Ops {
		byName[o.Name] = o
		known[o.Num] = true
		if o.Num > 255 {
			if PseudoName(o.Num) != o.Name {
				t.Errorf("PseudoName(%d) = %s, want %s", o.Num, PseudoName(o.Num), o.Name)
			}
			var got []string
			for _, x := range PseudoTargets(o.Num) {
				got = append(got, Name(x))
			}
			if g, w := strings.Join(got, " "), strings.Join(f.PseudoTargets[o.Name], " "); g != w {
				t.Errorf("%s: targets %s, want %s", o.Name, g, w)
			}
			continue
		}
		op := uint8(o.Num)
		if Name(op) != o.Name {
			t.Errorf("Name(%d) = %s, want %s", op, Name(op), o.Name)
			continue
		}
		if g, w := Format(op), strings.TrimPrefix(o.Format, "INSTR_FMT_"); g != w && op != INSTRUMENTED_LINE && differ[o.Name] == "" {
			t.Errorf("%s: format %s, want %s", o.Name, g, w)
		}
		if o.Deopt != "" && Name(Deopt[op]) != o.Deopt {
			t.Errorf("%s: deopt %s, want %s", o.Name, Name(Deopt[op]), o.Deopt)
		}
		if !IsInstrumented(op) && int(Caches[op]) != o.Caches {
			t.Errorf("%s: %d cache units, want %d", o.Name, Caches[op], o.Caches)
		}
		sum := 0
		for i, fd := range CacheFields(op) {
			sum += fd.Size
			if !IsInstrumented(op) && (i >= len(o.Fields) || fd.Name != o.Fields[i][0] || fd.Size != int(o.Fields[i][1].(float64))) {
				t.Errorf("%s: cache field %d is %v, want %v", o.Name, i, fd, o.Fields)
			}
		}
		if sum != int(Caches[op]) && !IsInstrumented(op) {
			t.Errorf("%s: cache fields take %d units of %d", o.Name, sum, Caches[op])
		}
		for _, fl := range []struct {
			name string
			flag Flag
		}{{"ARG", FlagArg}, {"CONST", FlagConst}, {"NAME", FlagName}, {"JUMP", FlagJump}, {"FREE", FlagFree}, {"LOCAL", FlagLocal}} {
			want := false
			for _, n := range o.Flags {
				want = want || n == fl.name
			}
			if got := Flags(op)&fl.flag != 0; got != want && op != INSTRUMENTED_LINE && differ[o.Name] == "" {
				t.Errorf("%s: flag %s is %v, want %v", o.Name, fl.name, got, want)
			}
		}
		for _, arg := range []int{0, 1, 2, 3, 4, 5, 7, 8, 17, 255, 256, 257, 0x1234} {
			if o.Popped != nil {
				if g, w := Popped(op, uint32(arg)), eval(t, *o.Popped, arg); g != w {
					t.Errorf("%s %d: pops %d, want %d", o.Name, arg, g, w)
				}
			}
			if o.Pushed != nil {
				if g, w := Pushed(op, uint32(arg)), eval(t, *o.Pushed, arg); g != w {
					t.Errorf("%s %d: pushes %d, want %d", o.Name, arg, g, w)
				}
			}
		}
		for _, e := range o.Effect {
			if g := Pushed(op, uint32(e[0])) - Popped(op, uint32(e[0])); g != e[1] {
				t.Errorf("%s %d: stack effect %d, want %d", o.Name, e[0], g, e[1])
			}
		}
	}
	for i := 0; i < 256; i++ {
		if Valid(uint8(i)) && !IsOwn(uint8(i)) != known[i] {
			t.Errorf("Valid(%d) = %v", i, Valid(uint8(i)))
		}
	}
	for head, members := range f.Families {
		var got []string
		for _, x := range Family(uint8(byName[head].Num)) {
			if !IsOwn(x) {
				got = append(got, Name(x))
			}
		}
		if g, w := strings.Join(got, " "), strings.Join(members, " "); g != w {
			t.Errorf("family %s: %s, want %s", head, g, w)
		}
	}
	n := 0
	for _, members := range families {
		if members != nil {
			n++
		}
	}
	if n != len(f.Families) {
		t.Errorf("%d families, want %d", n, len(f.Families))
	}
}

func TestOperandNames(t *testing.T) {
	f := facts(t)
	for i, x := range f.NbOps {
		if BinaryOps[i] != (BinaryOp{x[0], x[1]}) {
			t.Errorf("BinaryOps[%d] = %v, want %v", i, BinaryOps[i], x)
		}
	}
	if g, w := strings.Join(CompareOps[:], " "), strings.Join(f.CmpOp, " "); g != w {
		t.Errorf("CompareOps = %s, want %s", g, w)
	}
	if g, w := strings.Join(Intrinsics1[:], " "), strings.Join(f.Intrinsic1, " "); g != w {
		t.Errorf("Intrinsics1 = %s, want %s", g, w)
	}
	if g, w := strings.Join(Intrinsics2[:], " "), strings.Join(f.Intrinsic2, " "); g != w {
		t.Errorf("Intrinsics2 = %s, want %s", g, w)
	}
}
