package cases

import "slices"

const override = "override"

// Add puts another file's definitions behind those of f. Where they have the annotation override, they take the places of earlier ones.
func (f *File) Add(g *File) {
	f.Insts = append(f.Insts, g.Insts...)
	f.Macros = append(f.Macros, g.Macros...)
	f.Families = append(f.Families, g.Families...)
	f.Pseudos = append(f.Pseudos, g.Pseudos...)
	f.Helpers = append(f.Helpers, g.Helpers...)
	f.Inlines = append(f.Inlines, g.Inlines...)
	f.Immediates = append(f.Immediates, g.Immediates...)
	f.Results = append(f.Results, g.Results...)
}

// overridden gives the file as it is when overriding definitions have taken their places. An instruction with a body may so become one that is
// made of ops, and the other way round.
func (f *File) overridden(errs *Errors) *File {
	g := *f
	g.Insts, g.Macros, g.Families = nil, nil, nil
	missing := func(p Pos, name string) { errs.add(p, "override of %s, which is not defined", name) }
	var later []definition
	for _, d := range f.definitions() {
		if d.overrides {
			later = append(later, d)
		} else {
			g.put(d)
		}
	}
	for _, d := range later {
		if !g.replace(d) {
			missing(d.pos, d.name)
		}
	}
	for _, fam := range f.Families {
		k := slices.IndexFunc(g.Families, func(x *Family) bool { return x.Name == fam.Name })
		switch {
		case !slices.Contains(fam.Annotations, override):
			g.Families = append(g.Families, fam)
		case k >= 0:
			g.Families[k] = fam
		default:
			missing(fam.Pos, fam.Name)
		}
	}
	return &g
}

// definition is one of an instruction: an inst with a body, or a macro.
type definition struct {
	name      string
	pos       Pos
	overrides bool
	inst      *Inst
	macro     *Macro
}

// definitions are those of instructions and ops, in the order of the file but for macros, which come last.
func (f *File) definitions() []definition {
	var all []definition
	for _, d := range f.Insts {
		all = append(all, definition{d.Name, d.Pos, d.Has(override), d, nil})
	}
	for _, m := range f.Macros {
		all = append(all, definition{m.Name, m.Pos, slices.Contains(m.Annotations, override), nil, m})
	}
	return all
}

func (f *File) put(d definition) {
	if d.inst != nil {
		f.Insts = append(f.Insts, d.inst)
	} else {
		f.Macros = append(f.Macros, d.macro)
	}
}

// replace puts d in the place of the definition of its name; of another kind, that goes and d stands at the end. False: there is none.
func (f *File) replace(d definition) bool {
	i := slices.IndexFunc(f.Insts, func(x *Inst) bool { return x.Name == d.name })
	m := slices.IndexFunc(f.Macros, func(x *Macro) bool { return x.Name == d.name })
	switch {
	case i >= 0 && d.inst != nil:
		f.Insts[i] = d.inst
	case i >= 0:
		f.Insts = slices.Delete(f.Insts, i, i+1)
		f.put(d)
	case m >= 0 && d.macro != nil:
		f.Macros[m] = d.macro
	case m >= 0:
		f.Macros = slices.Delete(f.Macros, m, m+1)
		f.put(d)
	default:
		return false
	}
	return true
}
