package cases

import (
	"fmt"
	"strings"
)

// EmitDocs writes docs/instructions.md.
func EmitDocs(s *Set) ([]byte, error) {
	var w writer
	w.f("<!-- %s -->\n\n# The instructions\n\n", strings.TrimPrefix(strings.TrimSpace(Header), "// "))
	w.f("These are the instructions of CPython 3.13 as `internal/vm/interp/bytecodes.def` defines them. A stack picture shows the top of the stack on the right,\n")
	w.f("before and after. Sizes of cache entries are in code units of two bytes. An instruction with ops is made of them, in this order.\n\n")
	w.f("| number | instruction | stack | cache |\n|---|---|---|---|\n")
	for _, i := range s.Instructions {
		w.f("| %d | [%s](#%s) | `%s` | %d |\n", i.Num, i.Name, strings.ToLower(i.Name), i.Effect, i.Caches)
	}
	for _, i := range s.Instructions {
		w.f("\n## %s\n\n", i.Name)
		if i.Doc != "" {
			w.f("%s\n\n", i.Doc)
		}
		w.f("- Stack: `%s`\n", i.Effect)
		var cs, ops []string
		for _, u := range i.Uses {
			if u.Op == nil {
				cs = append(cs, fmt.Sprintf("`%s/%d`", u.Name, u.Size))
				continue
			}
			for _, c := range u.Op.Caches {
				cs = append(cs, fmt.Sprintf("`%s/%d`", c.Name, c.Size))
			}
			name := "`" + u.Op.Name + "`"
			if u.Arg != "" {
				name = "`" + u.Op.Name + "(" + u.Arg + ")`"
			}
			ops = append(ops, name)
		}
		if len(cs) > 0 {
			w.f("- Cache: %s\n", strings.Join(cs, " "))
		}
		if len(i.Uses) > 1 {
			w.f("- Ops: %s\n", strings.Join(ops, ", "))
		}
		switch {
		case i.Specialized():
			w.f("- Specialized form of [%s](#%s)\n", i.Head, strings.ToLower(i.Head))
			if i.Own {
				w.f("- psy's own: programs see the number of %s\n", i.Head)
			}
		case i.Family != nil:
			var ms []string
			for _, m := range i.Family.Members {
				ms = append(ms, fmt.Sprintf("[%s](#%s)", m, strings.ToLower(m)))
			}
			w.f("- Specialized forms: %s\n", strings.Join(ms, ", "))
		}
		if fl := i.Props.Flags(); len(fl) > 0 {
			w.f("- Flags: %s\n", strings.ToLower(strings.Join(fl, ", ")))
		}
	}
	if len(s.File.Pseudos) > 0 {
		w.f("\n## Pseudo instructions\n\nA compiler uses these; no code object holds them.\n\n")
		for _, p := range s.File.Pseudos {
			w.f("- `%s`: %s\n", p.Name, strings.Join(p.Targets, ", "))
		}
	}
	return []byte(w.String()), nil
}
