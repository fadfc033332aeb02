package cases

import (
	"os"
	"path/filepath"
)

// Definition is the definition file, and LoopTemplate the interpreter's loop, in the repository.
const (
	Definition   = "interp/bytecodes.def"
	LoopTemplate = "interp/loop.go.in"
)

// Output is one generated file.
type Output struct {
	Path string
	Text []byte
}

// Generate makes every output from the repository at root.
func Generate(root string) ([]Output, error) {
	src, err := os.ReadFile(filepath.Join(root, Definition))
	if err != nil {
		return nil, err
	}
	f, err := Parse(Definition, string(src))
	if err != nil {
		return nil, err
	}
	s, err := Analyze(f)
	if err != nil {
		return nil, err
	}
	m := s.Meta()
	type emitter struct {
		path string
		emit func() ([]byte, error)
	}
	emitters := []emitter{
		{"opcode/ids.go", func() ([]byte, error) { return EmitOpcodeIDs(m) }},
		{"opcode/uops.go", func() ([]byte, error) { return EmitUopIDs(m) }},
		{"opcode/metadata.go", func() ([]byte, error) { return EmitOpcodeMetadata(m) }},
		{"opcode/marks.go", func() ([]byte, error) { return EmitMarks(s) }},
		{"docs/instructions.md", func() ([]byte, error) { return EmitDocs(s) }},
	}
	if t, err := os.ReadFile(filepath.Join(root, LoopTemplate)); err == nil {
		emitters = append(emitters,
			emitter{"interp/generated_loop.go", func() ([]byte, error) { return EmitLoop(s, string(t)) }},
			emitter{"interp/generated_helpers.go", func() ([]byte, error) { return EmitHelpers(s) }})
	}
	var out []Output
	for _, e := range emitters {
		text, err := e.emit()
		if err != nil {
			return nil, err
		}
		out = append(out, Output{e.path, text})
	}
	return out, nil
}
