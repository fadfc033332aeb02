package cases

import (
	"os"
	"path/filepath"

	"github.com/psyco-go/psy/internal/gen/generated"
)

// The definition file and the templates of the code that executes it, in the repository.
const (
	Definition      = "internal/vm/interp/bytecodes.def"
	LoopTemplate    = "internal/vm/interp/loop.go.in"
	HelpersTemplate = "internal/vm/interp/helpers.go.in"
	Tier2Template   = "internal/vm/interp/tier2.go.in"

	OptimizerDefinition = "internal/vm/tier2/optimizer.def"
)

// ParseFiles reads the definition file of the repository at root, and further ones behind it.
func ParseFiles(root string, more ...string) (*File, error) {
	src, err := os.ReadFile(filepath.Join(root, Definition))
	if err != nil {
		return nil, err
	}
	f, err := Parse(Definition, string(src))
	for _, name := range more {
		if err != nil {
			break
		}
		if src, err = os.ReadFile(name); err == nil {
			var g *File
			if g, err = Parse(name, string(src)); err == nil {
				f.Add(g)
			}
		}
	}
	return f, err
}

// Generate makes every output from the repository at root and, if given, from further definition files, whose names are not relative to it.
func Generate(root string, more ...string) ([]generated.File, error) {
	f, err := ParseFiles(root, more...)
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
		{"internal/vm/opcode/ids.go", func() ([]byte, error) { return EmitOpcodeIDs(m) }},
		{"internal/vm/opcode/uops.go", func() ([]byte, error) { return EmitUopIDs(m) }},
		{"internal/vm/opcode/metadata.go", func() ([]byte, error) { return EmitOpcodeMetadata(m) }},
		{"internal/vm/opcode/marks.go", func() ([]byte, error) { return EmitMarks(s) }},
		{"docs/instructions.md", func() ([]byte, error) { return EmitDocs(s) }},
	}
	loop, err := os.ReadFile(filepath.Join(root, LoopTemplate))
	if err == nil {
		helpers, err := os.ReadFile(filepath.Join(root, HelpersTemplate))
		if err != nil {
			return nil, err
		}
		tier2, err := os.ReadFile(filepath.Join(root, Tier2Template))
		if err != nil {
			return nil, err
		}
		known, err := os.ReadFile(filepath.Join(root, OptimizerDefinition))
		if err != nil {
			return nil, err
		}
		overrides, err := Parse(OptimizerDefinition, string(known))
		if err != nil {
			return nil, err
		}
		emitters = append(emitters,
			emitter{"internal/vm/interp/generated_tier2.go", func() ([]byte, error) { return EmitTier2(s, string(tier2)) }},
			emitter{"internal/vm/tier2/generated_ops.go", func() ([]byte, error) { return EmitTier2Ops(s) }},
			emitter{"internal/vm/tier2/generated_optimizer.go", func() ([]byte, error) { return EmitOptimizer(s, overrides) }},
			emitter{"internal/vm/interp/generated_loop.go", func() ([]byte, error) { return EmitLoop(s, string(loop)) }},
			emitter{"internal/vm/interp/generated_helpers.go", func() ([]byte, error) { return EmitHelpers(s, string(helpers)) }})
	}
	var out []generated.File
	for _, e := range emitters {
		text, err := e.emit()
		if err != nil {
			return nil, err
		}
		out = append(out, generated.File{Path: e.path, Text: text})
	}
	return out, nil
}
