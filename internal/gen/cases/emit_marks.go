package cases

import "strings"

// EmitMarks writes what a debugger must know of the evaluation stack to move a frame to another line:
// for each instruction, what kind of thing every slot holds afterwards.
func EmitMarks(s *Set) ([]byte, error) {
	var w writer
	w.f("%s\npackage opcode\n\n// markOutputs appends the marks of what op pushes. in are the marks of what it popped, bottom first.\n", Header)
	w.f("func markOutputs(op uint8, oparg int, in, out []Mark) []Mark {\nswitch op {\n")
	for _, i := range s.Instructions {
		plain := true
		for _, o := range i.Effect.Out {
			plain = plain && o.From < 0 && MarkTypes[o.Type] == "Object"
		}
		if plain || !i.HasEffect {
			continue
		}
		scalars := 0
		for _, it := range i.Effect.In {
			if it.Size == "" && it.Cond == "" {
				scalars++
			}
		}
		w.f("case %s:\n", i.Name)
		if scalars > 0 {
			w.f("if len(in) < %d {\nreturn nil\n}\n", scalars)
		}
		for k := 0; k < len(i.Effect.Out); k++ {
			o := i.Effect.Out[k]
			var below offset
			below = sizeOf(i.Effect.In[:max(o.From, 0)])
			size := sizeOf([]OutItem{o}).String()
			mark := MarkTypes[o.Type]
			if mark == "" {
				mark = "Object"
			}
			switch {
			case o.From >= 0 && size == "1":
				w.f("out = append(out, in[%s])\n", below)
			case o.From >= 0:
				w.f("out = append(out, in[%s:%s]...)\n", below, sizeOf(i.Effect.In[:o.From+1]))
			case size == "1":
				w.f("out = append(out, Mark%s)\n", mark)
			default:
				w.f("for range max(0, %s) {\nout = append(out, Mark%s)\n}\n", size, mark)
			}
		}
		w.f("return out\n")
	}
	w.f("}\nfor range pushed(op, oparg) {\nout = append(out, MarkObject)\n}\nreturn out\n}\n")
	return gofmt("marks.go", strings.ReplaceAll(w.String(), "[0:", "[:"))
}
