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
	named := func(name string) (inst, macro int) {
		return slices.IndexFunc(g.Insts, func(d *Inst) bool { return d.Name == name }),
			slices.IndexFunc(g.Macros, func(m *Macro) bool { return m.Name == name })
	}
	missing := func(p Pos, name string) { errs.add(p, "override of %s, which is not defined", name) }
	for _, d := range f.Insts {
		if !d.Has(override) {
			g.Insts = append(g.Insts, d)
		}
	}
	for _, m := range f.Macros {
		if !slices.Contains(m.Annotations, override) {
			g.Macros = append(g.Macros, m)
		}
	}
	for _, d := range f.Insts {
		if !d.Has(override) {
			continue
		}
		switch i, m := named(d.Name); {
		case i >= 0:
			g.Insts[i] = d
		case m >= 0:
			g.Macros = slices.Delete(g.Macros, m, m+1)
			g.Insts = append(g.Insts, d)
		default:
			missing(d.Pos, d.Name)
		}
	}
	for _, d := range f.Macros {
		if !slices.Contains(d.Annotations, override) {
			continue
		}
		switch i, m := named(d.Name); {
		case m >= 0:
			g.Macros[m] = d
		case i >= 0:
			g.Insts = slices.Delete(g.Insts, i, i+1)
			g.Macros = append(g.Macros, d)
		default:
			missing(d.Pos, d.Name)
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
