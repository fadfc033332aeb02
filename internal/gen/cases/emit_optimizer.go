// The abstract interpreter of tier 2's optimizer: the stack effects are those of the definitions, what is known of the outputs comes from a file
// of its own in the same language, where the bodies see symbols in place of values.

package cases

import (
	"fmt"
	"go/ast"
	"strings"
)

// EmitOptimizer writes it. Ops that overrides has nothing of leave unknown values.
func EmitOptimizer(s *Set, overrides *File) ([]byte, error) {
	var errs Errors
	bodies := map[string]*Inst{}
	for _, d := range overrides.Insts {
		u := s.uops[d.Name]
		switch {
		case u == nil:
			errs.add(d.Pos, "%s is not defined", d.Name)
			continue
		case bodies[u.UopName] != nil:
			errs.add(d.Pos, "%s is defined again", d.Name)
		case !sameShape(u.Inputs, d.Inputs) || !sameShape(u.Outputs, d.Outputs):
			errs.add(d.Pos, "%s has not the stack effect that it has at %s", d.Name, u.Pos)
		}
		bodies[u.UopName] = d
	}
	for _, r := range overrides.Results {
		for _, name := range r.Ops {
			u := s.uops[name]
			if u == nil || bodies[u.UopName] != nil || len(u.Outputs) != 1 {
				errs.add(r.Pos, "%s is not defined, has a body, or has not one result", name)
				continue
			}
			d := &Inst{Name: name, Pos: r.Pos, Outputs: []StackItem{u.Outputs[0]}, Body: "res.become(" + r.Kind + ")"}
			d.Outputs[0].Name = "res"
			for _, it := range u.Inputs {
				it.Name = "unused"
				d.Inputs = append(d.Inputs, it)
			}
			bodies[u.UopName] = d
		}
	}
	var w writer
	w.f("%s\npackage tier2\n\nimport (\n\"github.com/psyco-go/psy/internal/vm/object\"\nbc \"github.com/psyco-go/psy/internal/vm/opcode\"\n)\n\n", Header)
	w.f("// abstract does to the symbols what an op does to the values.\nfunc (o *optimizer) abstract(u *uop) {\nswitch u.op {\n")
	for _, u := range s.Uops {
		d := bodies[u.UopName]
		if d == nil || u.Has("specializing") || u.Has("replaced") {
			continue
		}
		w.f("case bc.%s:\n", uopConst(u.UopName))
		b, err := parseBody(d.Pos.File, d.Body, d.BodyLine)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		uses := map[string]bool{}
		for _, st := range b.stmts {
			identUses(st, func(id *ast.Ident) { uses[id.Name] = true })
		}
		from := carried(d)
		kept := map[int]bool{}
		for _, k := range from {
			kept[k] = true
		}
		names := make([]string, len(d.Inputs))
		for k := len(d.Inputs) - 1; k >= 0; k-- {
			it := d.Inputs[k]
			name := it.Name
			if name == "unused" {
				name = fmt.Sprintf("kept%d", k)
			}
			if !uses[name] && !kept[k] {
				name = "_"
			}
			names[k] = name
			switch {
			case it.Size != "":
				w.f("%s %s o.popArray(%s)\n", name, define(name), withArg(it.Size, "int(u.arg)"))
			case it.Cond != "":
				errs.add(d.Pos, "%s: the optimizer pops no inputs that may be absent", d.Name)
			default:
				w.f("%s %s o.pop()\n", name, define(name))
			}
		}
		for k, out := range d.Outputs {
			switch {
			case from[k] >= 0 || out.Name == "unused":
			case out.Size != "":
				w.f("%s := o.unknowns(%s)\n", out.Name, withArg(out.Size, "int(u.arg)"))
			default:
				w.f("%s := o.unknown()\n", out.Name)
			}
		}
		w.f("%s\n", strings.TrimSpace(b.text))
		for k, out := range d.Outputs {
			name := out.Name
			if from[k] >= 0 {
				name = names[from[k]]
			}
			switch {
			case name == "unused" && out.Size != "":
				w.f("o.pushArray(o.unknowns(%s))\n", withArg(out.Size, "int(u.arg)"))
			case name == "unused":
				w.f("o.push(o.unknown())\n")
			case out.Size != "":
				w.f("o.pushArray(%s)\n", name)
			case out.Cond != "":
				w.f("if %s {\no.push(%s)\n}\n", condTest(withArg(out.Cond, "u.arg")), name)
			default:
				w.f("o.push(%s)\n", name)
			}
		}
	}
	w.f("default:\no.forget(u)\n}\n}\n\nvar _ = object.Null\n")
	if err := errs.err(); err != nil {
		return nil, err
	}
	return gofmt("generated_optimizer.go", w.String())
}

func define(name string) string {
	if name == "_" {
		return "="
	}
	return ":="
}

// sameShape compares stack items but for their names.
func sameShape(a, b []StackItem) bool {
	return fmt.Sprint(shapeOf(a)) == fmt.Sprint(shapeOf(b))
}

func shapeOf(items []StackItem) (out []string) {
	for _, it := range items {
		out = append(out, strings.ReplaceAll(it.Size+"/"+it.Cond, " ", ""))
	}
	return out
}
