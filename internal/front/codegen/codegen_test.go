package codegen

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/testkit/oracle"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// cpython is a process that runs testdata/oracle.py.
type cpython struct{ *oracle.Process }

func start(t testing.TB) *cpython { return &cpython{oracle.Start(t, "testdata/oracle.py")} }

func (c *cpython) answer(t testing.TB, kind, arg string, more ...any) string {
	return string(c.Ask(t, append([]any{kind, arg}, more...)))
}

// ask returns CPython's code or its error.
func (c *cpython) ask(t testing.TB, kind, arg string, more ...any) (*pyc.Code, string) {
	answer := c.answer(t, kind, arg, more...)
	if answer[0] == '!' {
		return nil, answer[1:]
	}
	return decode(t, answer), ""
}

func decode(t testing.TB, answer string) *pyc.Code {
	data, err := hex.DecodeString(answer)
	if err != nil {
		t.Fatal(err)
	}
	v, err := pyc.Unmarshal(data)
	if err != nil {
		t.Fatal(err)
	}
	return v.(*pyc.Code)
}

// arguments of CPython's compile().
type arguments struct {
	Mode     string `json:"mode"`
	Optimize int    `json:"optimize"`
	Flags    int    `json:"flags"`
}

const topLevelAwait = 0x2000

func (a arguments) options() Options {
	return Options{Filename: "<test>", Optimize: a.Optimize, Annotations: a.Flags&flagAnnotations != 0, Barry: a.Flags&flagBarry != 0,
		TopLevelAwait: a.Flags&topLevelAwait != 0}
}

// compileText compiles a source as the tests do; a crash is an error.
func compileText(src string, a arguments) (code *pyc.Code, failure string) {
	defer func() {
		if e := recover(); e != nil {
			code, failure = nil, fmt.Sprint("crash: ", e)
		}
	}()
	mode := map[string]syntax.Mode{"exec": syntax.Exec, "eval": syntax.Eval, "single": syntax.Single}[a.Mode]
	code, err := Source(src, syntax.Options{Mode: mode, Barry: a.Flags&flagBarry != 0, MaxDigits: 4300}, a.options())
	if err != nil {
		return nil, err.Error()
	}
	return code, ""
}

// comparison counts equal code objects and keeps the first differences of each kind.
type comparison struct {
	equal, total int
	kinds        map[string]int
	first        map[string][]string
}

func (c *comparison) note(kind, text string) {
	if c.kinds == nil {
		c.kinds, c.first = map[string]int{}, map[string][]string{}
	}
	if c.kinds[kind]++; len(c.first[kind]) < 3 {
		c.first[kind] = append(c.first[kind], text)
	}
}

// code compares two code objects and those within them.
func (c *comparison) code(where string, got, want *pyc.Code) {
	where += ":" + want.QualName.S
	c.total++
	if kind, text := difference(got, want); kind != "" {
		c.note(kind, where+": "+text)
	} else {
		c.equal++
	}
	g, w := got.Nested(), want.Nested()
	if len(g) != len(w) {
		c.note("number of code objects", where)
		for _, x := range w {
			c.total += countCode(x)
		}
		return
	}
	for i := range w {
		c.code(where, g[i], w[i])
	}
}

func countCode(x *pyc.Code) int {
	n := 1
	for _, y := range x.Nested() {
		n += countCode(y)
	}
	return n
}

// difference tells the first kind of difference between two code objects, those within left out.
func difference(got, want *pyc.Code) (kind, text string) {
	names := func(list []*pyc.Str) string {
		var b strings.Builder
		for _, s := range list {
			fmt.Fprintf(&b, "%q ", s.S)
		}
		return b.String()
	}
	if got.Bytecode != want.Bytecode {
		return "code", "\n" + sideBySide(got, want)
	}
	static := staticConst(want)
	for _, f := range []struct {
		name      string
		got, want any
	}{
		{"name", got.Name.S, want.Name.S}, {"qualname", got.QualName.S, want.QualName.S}, {"flags", got.Flags, want.Flags},
		{"argcount", got.ArgCount, want.ArgCount}, {"posonlyargcount", got.PosOnlyArgCount, want.PosOnlyArgCount},
		{"kwonlyargcount", got.KwOnlyArgCount, want.KwOnlyArgCount}, {"names", names(got.Names), names(want.Names)},
		{"localsplus", names(got.LocalsPlusNames), names(want.LocalsPlusNames)}, {"kinds", got.LocalsPlusKinds, want.LocalsPlusKinds},
		{"consts", constsText(got, static), constsText(want, static)}, {"stacksize", got.StackSize, want.StackSize},
		{"firstlineno", got.FirstLine, want.FirstLine}, {"exceptiontable", got.ExceptionTable, want.ExceptionTable},
		{"filename", got.Filename.S, want.Filename.S},
	} {
		if f.got != f.want {
			return f.name, fmt.Sprintf("%q, want %q", fmt.Sprint(f.got), fmt.Sprint(f.want))
		}
	}
	if got.LineTable != want.LineTable {
		g, w := got.Locations(), want.Locations()
		for i := range min(len(g), len(w)) {
			if g[i] != w[i] {
				return "linetable", fmt.Sprintf("%v, want %v at %s", g[i], w[i], opcode.Name(want.Bytecode[w[i].Start]))
			}
		}
		return "linetable", "written otherwise"
	}
	return "", ""
}

// staticConst is the number of the constant that __static_attributes__ is; CPython 3.13.0 orders it by the hash seed.
func staticConst(c *pyc.Code) int {
	for i := 0; i+3 < len(c.Bytecode); i += 2 {
		if c.Bytecode[i] == opcode.LOAD_CONST && c.Bytecode[i+2] == opcode.STORE_NAME && int(c.Bytecode[i+3]) < len(c.Names) &&
			c.Names[c.Bytecode[i+3]].S == "__static_attributes__" {
			return int(c.Bytecode[i+1])
		}
	}
	return -1
}

func constsText(c *pyc.Code, static int) string {
	var b strings.Builder
	for i, k := range c.Consts {
		if n, ok := k.(*pyc.Code); ok {
			fmt.Fprintf(&b, "<code %s> ", n.QualName.S)
			continue
		}
		if tuple, ok := k.(*pyc.Tuple); ok && i == static {
			k = &pyc.Tuple{Items: slices.Clone(tuple.Items)}
			items := k.(*pyc.Tuple).Items
			sort.Slice(items, func(i, j int) bool { return items[i].(*pyc.Str).S < items[j].(*pyc.Str).S })
		}
		b.Write(appendKey(nil, k))
		b.WriteByte(' ')
	}
	return b.String()
}

// sideBySide shows the bytecode around the first difference.
func sideBySide(got, want *pyc.Code) string {
	lines := func(c *pyc.Code) []string {
		var out []string
		for i := 0; i < len(c.Bytecode); i += 2 {
			if op := c.Bytecode[i]; op != opcode.CACHE {
				arg := int(c.Bytecode[i+1])
				if opcode.HasJump(op) || op == opcode.EXTENDED_ARG { // differs with all that comes later
					arg = 0
				}
				out = append(out, fmt.Sprintf("%3d %s %d", c.Line(i), opcode.Name(op), arg))
			}
		}
		return out
	}
	g, w := lines(got), lines(want)
	i := 0
	for i < len(g) && i < len(w) && g[i] == w[i] {
		i++
	}
	var b strings.Builder
	for k := max(0, i-4); k < i+6 && k < max(len(g), len(w)); k++ {
		left, right := "", ""
		if k < len(g) {
			left = g[k]
		}
		if k < len(w) {
			right = w[k]
		}
		fmt.Fprintf(&b, "    %-40s %s\n", left, right)
	}
	return b.String()
}

func (c *comparison) report(t *testing.T) {
	t.Logf("%d of %d code objects are equal (%.2f %%)", c.equal, c.total, 100*float64(c.equal)/float64(max(c.total, 1)))
	kinds := []string{}
	for k := range c.kinds {
		kinds = append(kinds, k)
	}
	sort.Slice(kinds, func(i, j int) bool { return c.kinds[kinds[i]] > c.kinds[kinds[j]] })
	for _, k := range kinds {
		t.Logf("%d differ in %s:", c.kinds[k], k)
		for _, text := range c.first[k] {
			t.Log("  ", text)
		}
	}
}

// TestLibrary compares the code of CPython's library, of some files also as -O and -OO make it; all of it if PSY_TEST_SYNTAX is set.
func TestLibrary(t *testing.T) {
	py := start(t)
	_, files, err := oracle.Library()
	if err != nil {
		t.Fatal(err)
	}
	only := os.Getenv("PSY_TEST_FILE")
	var cmp comparison
	for n, path := range files {
		if only == "" && n%16 != 0 && os.Getenv("PSY_TEST_SYNTAX") == "" || !strings.Contains(path, only) {
			continue
		}
		data, _ := os.ReadFile(path)
		src, e := syntax.Decode(data)
		if e != nil {
			continue
		}
		levels := []int{0}
		if n%8 == 0 {
			levels = append(levels, 1+n/8%2)
		}
		for _, level := range levels {
			a := arguments{Mode: "exec", Optimize: level}
			want, failure := py.ask(t, "file", path, a)
			if failure != "" {
				continue
			}
			got, failure := compileText(src, a)
			if failure != "" {
				total := countCode(want)
				cmp.total += total
				if i := strings.IndexByte(failure, '('); i > 0 && !strings.HasPrefix(failure, "crash") {
					cmp.note("error "+failure[:i], path+" "+failure)
				} else {
					cmp.note(failure, path)
				}
				continue
			}
			cmp.code(filepath.Base(path), got, want)
		}
	}
	cmp.report(t)
	if cmp.equal < cmp.total {
		t.Errorf("%d code objects differ", cmp.total-cmp.equal)
	}
}
