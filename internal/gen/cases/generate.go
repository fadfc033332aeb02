package cases

import (
	"os"
	"path/filepath"

	"github.com/psyco-go/psy/internal/gen/generated"
)

// The definition file and the templates of the code that executes it, in the repository.
const (
	Definition      = "interp/bytecodes.def"
	LoopTemplate    = "interp/loop.go.in"
	HelpersTemplate = "interp/helpers.go.in"
	Tier2Template   = "interp/tier2.go.in"

	OptimizerDefinition = "tier2/optimizer.def"
)

// Generate makes every output from the repository at root.
func Generate(root string) ([]generated.File, error) {
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
			emitter{"interp/generated_tier2.go", func() ([]byte, error) { return EmitTier2(s, string(tier2)) }},
			emitter{"tier2/generated_ops.go", func() ([]byte, error) { return EmitTier2Ops(s) }},
			emitter{"tier2/generated_optimizer.go", func() ([]byte, error) { return EmitOptimizer(s, overrides) }},
			emitter{"interp/generated_loop.go", func() ([]byte, error) { return EmitLoop(s, string(loop)) }},
			emitter{"interp/generated_helpers.go", func() ([]byte, error) { return EmitHelpers(s, string(helpers)) }})
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
