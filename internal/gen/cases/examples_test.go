// The examples of CPython's interpreter_definition.md, with bodies in Go, and a second file that overrides them.

package cases

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const examples = `
helpers(pure) = { typeVersion, hasValues, instanceValue, slotAt };
inst(LOAD_FAST, (-- value)) {
	value = LOCAL(oparg)
}
inst(STORE_FAST, (value --)) {
	LOCAL(oparg) = value
}
op(CHECK_OBJECT_TYPE, (owner, type_version/2 -- owner)) {
	DEOPT_IF(typeVersion(owner) != type_version)
}
op(CHECK_HAS_INSTANCE_VALUES, (owner -- owner)) {
	DEOPT_IF(!hasValues(owner))
}
op(LOAD_INSTANCE_VALUE, (owner, index/1 -- null if (oparg & 1), res)) {
	res = instanceValue(owner, index)
	DEOPT_IF(res == 0)
	null = 0
}
macro(LOAD_ATTR_INSTANCE_VALUE) =
	counter/1 + CHECK_OBJECT_TYPE + CHECK_HAS_INSTANCE_VALUES +
	LOAD_INSTANCE_VALUE + unused/4 ;
op(LOAD_SLOT, (owner, index/1 -- null if (oparg & 1), res)) {
	res = slotAt(owner, index)
	DEOPT_IF(res == 0)
	null = 0
}
macro(LOAD_ATTR_SLOT) = counter/1 + CHECK_OBJECT_TYPE + LOAD_SLOT + unused/4;
inst(LOAD_ATTR, (counter/1, unused/7, owner -- null if (oparg & 1), res)) {
	null = 0
	res = getAttr(owner)
}
family(load_attr) = { LOAD_ATTR, LOAD_ATTR_INSTANCE_VALUE, LOAD_ATTR_SLOT };
inst(BUILD_TUPLE, (items[oparg] -- tuple)) {
	tuple = newTuple(items, oparg)
	ERROR_IF(tuple == 0, error)
}
inst(PRINT_EXPR, (value --)) {
	hook := displayHook(t)
	if hook == 0 {
		goto error
	}
	ERROR_IF(call(hook, value) == 0)
}
inst(JUMP_FORWARD, (--)) {
	JUMPBY(oparg)
}
inst(JUMP_BACKWARD, (--)) {
	JUMPBY(-oparg)
}
pseudo(JUMP) = { JUMP_FORWARD, JUMP_BACKWARD };
`

// emittedLoop gives the interpreter's cases for definition files.
func emittedLoop(t *testing.T, sources ...string) (*Set, string) {
	t.Helper()
	file := &File{}
	for _, src := range sources {
		f, err := Parse("d", src)
		if err != nil {
			t.Fatal(err)
		}
		file.Add(f)
	}
	s, err := Analyze(file)
	if err != nil {
		t.Fatal(err)
	}
	out, err := EmitLoop(s, "package p\n\nfunc run() {\nfor {\nswitch opcode {\n"+Mark+"\n}\n}\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	return s, string(out)
}

// caseOf is the text of an instruction's case.
func caseOf(loop, name string) string {
	_, after, _ := strings.Cut(loop, "case bc."+name+":")
	text, _, _ := strings.Cut(after, "case bc.")
	return text
}

func TestDocumentExamples(t *testing.T) {
	s, loop := emittedLoop(t, examples)
	for _, name := range []string{"LOAD_ATTR_INSTANCE_VALUE", "LOAD_ATTR_SLOT"} {
		if i := s.Instruction(name); i.Head != "LOAD_ATTR" || i.Caches != 8 || !i.Specialized() {
			t.Errorf("%s: %+v", name, i)
		}
	}
	if text := caseOf(loop, "LOAD_ATTR_SLOT"); !strings.Contains(text, "opcode = bc.LOAD_ATTR\n") {
		t.Errorf("LOAD_ATTR_SLOT does not go back to its head:\n%s", text)
	}
	if text := caseOf(loop, "PRINT_EXPR"); strings.Contains(text, "goto error") || strings.Count(text, "goto exception") != 2 {
		t.Errorf("PRINT_EXPR:\n%s", text)
	}
	if p := s.Instruction("PRINT_EXPR").Props; !p.Error || !p.ErrorNoPop {
		t.Errorf("PRINT_EXPR: %+v", p)
	}
}

func TestOverride(t *testing.T) {
	plain, loop := emittedLoop(t, examples)
	over, other := emittedLoop(t, examples, `
override inst(STORE_FAST, (value --)) {
	LOCAL(oparg) = mine(value)
}
op(_TWICE, (value -- twice)) {
	twice = double(value)
}
op(_KEEP, (value --)) {
	LOCAL(oparg) = value
}
override macro(PRINT_EXPR) = _TWICE + _KEEP;
override inst(LOAD_ATTR_SLOT, (counter/1, unused/7, owner -- null if (oparg & 1), res)) {
	DEOPT_IF(!hasValues(owner))
	res, null = owner, 0
}
override inst(LOAD_ATTR_INSTANCE_VALUE, (counter/1, unused/7, owner -- null if (oparg & 1), res)) {
	res, null = owner, 0
}
override family(load_attr) = { LOAD_ATTR, LOAD_ATTR_SLOT };
`)
	if !strings.Contains(caseOf(other, "STORE_FAST"), "mine(value)") || !strings.Contains(caseOf(other, "PRINT_EXPR"), "double(value)") {
		t.Error(other)
	}
	if caseOf(other, "BUILD_TUPLE") != caseOf(loop, "BUILD_TUPLE") || len(over.Instructions) != len(plain.Instructions) {
		t.Error("what is not overridden has changed")
	}
	if i := over.Instruction("LOAD_ATTR_INSTANCE_VALUE"); i.Specialized() {
		t.Error("LOAD_ATTR_INSTANCE_VALUE is still in the family")
	}
}

// TestGenerateWithOverride: the command's own definition with a file that overrides one instruction.
func TestGenerateWithOverride(t *testing.T) {
	mine := filepath.Join(t.TempDir(), "mine.def")
	if err := os.WriteFile(mine, []byte("override pure inst(NOP, (--)) {\n\t_ = 1234567\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	files, err := Generate("../../..", mine)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := Generate("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for k, f := range files {
		has := strings.Contains(string(f.Text), "1234567")
		if want := strings.HasSuffix(f.Path, "generated_loop.go"); want && !has || len(plain) != len(files) || plain[k].Path != f.Path {
			t.Errorf("%s: overridden: %v", f.Path, has)
		}
	}
	if _, err := Generate("../../..", mine+"x"); err == nil {
		t.Error("a file that is not there")
	}
}
