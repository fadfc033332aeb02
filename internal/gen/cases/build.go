package cases

import (
	"fmt"
	"sort"
	"strings"
)

// Meta makes the tables' model of an analyzed definition file.
func (s *Set) Meta() *Meta {
	m := &Meta{Families: map[string][]string{}, PseudoTargets: map[string][]string{}, MinInstrumented: 255}
	for _, f := range s.File.Families {
		m.Families[f.Name] = f.Members
	}
	m.HaveArgument = 256
	for _, i := range s.Instructions {
		o := OpMeta{Name: i.Name, Num: i.Num, Format: i.Format(), Flags: i.Props.Flags(), Popped: i.Effect.Popped(), Pushed: i.Effect.Pushed(),
			Deopt: i.Head, Caches: i.Caches, Own: i.Own}
		if i.Head == i.Name {
			for _, u := range i.Uses {
				if u.Op == nil {
					o.Fields = append(o.Fields, Field{u.Name, u.Size})
					continue
				}
				for _, c := range u.Op.Caches {
					o.Fields = append(o.Fields, Field{c.Name, c.Size})
				}
			}
		}
		if !i.Tier1 && i.HasEffect && !i.Instrumented() {
			for _, u := range i.Uses {
				if u.Op == nil || u.Op.Has("specializing") {
					continue
				}
				x := UopUse{Uop: u.Op.UopName, Size: u.Size, Offset: u.Offset + 1}
				switch strings.ReplaceAll(u.Arg, " ", "") {
				case "oparg>>4":
					x.Size = 5
				case "oparg&15":
					x.Size = 6
				}
				switch {
				case u.Op.Name == "_SAVE_RETURN_OFFSET":
					x.Size, x.Offset = 7, i.Caches
				case u.Op.Has("replaced"):
					x.Size = 9
				case u.Size == 0 || allUnused(u.Op.Caches):
					x.Offset = 0
					if u.Arg == "" {
						x.Size = 0
					}
				}
				o.Expansion = append(o.Expansion, x)
			}
		}
		if i.Props.Arg && !i.Specialized() && !i.Instrumented() && i.Num < m.HaveArgument {
			m.HaveArgument = i.Num
		}
		if i.Instrumented() && i.Num < m.MinInstrumented {
			m.MinInstrumented = i.Num
		}
		m.Ops = append(m.Ops, o)
	}
	m.HaveArgument-- // CPython counts from the last instruction without one
	var pseudo []OpMeta
	for _, p := range s.File.Pseudos {
		m.PseudoTargets[p.Name] = p.Targets
		o := OpMeta{Name: p.Name}
		for _, f := range p.Flags {
			o.Flags = append(o.Flags, strings.TrimSuffix(strings.TrimPrefix(f, "HAS_"), "_FLAG"))
		}
		for _, t := range p.Targets {
			o.Flags = append(o.Flags, s.byName[t].Props.Flags()...)
		}
		pseudo = append(pseudo, o)
	}
	sort.Slice(pseudo, func(a, b int) bool { return pseudo[a].Name < pseudo[b].Name })
	for k := range pseudo {
		pseudo[k].Num = 256 + k
	}
	m.Ops = append(m.Ops, pseudo...)
	for _, u := range s.Uops {
		x := UopMeta{Name: u.UopName, Flags: u.Props.Flags(), Replication: u.Replicate}
		var in, out offset
		for _, it := range u.Inputs {
			in = in.plus(it, 1)
		}
		for _, it := range u.Outputs {
			out = out.plus(it, 1)
		}
		x.Popped, x.Pushed = in.String(), out.String()
		m.Uops = append(m.Uops, x)
		n := u.Replicate
		if u.Has("split") {
			n = 2
		}
		for k := 0; k < n; k++ {
			y := x
			y.Name, y.Replication = fmt.Sprintf("%s_%d", x.Name, k), 0
			m.Uops = append(m.Uops, y)
		}
	}
	return m
}

func allUnused(cs []CacheEffect) bool {
	for _, c := range cs {
		if c.Name != "unused" {
			return false
		}
	}
	return true
}
