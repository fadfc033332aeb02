// Writing the nodes: types, constructors with slabs, visitors and the dump.

package pgen

import (
	"fmt"
	"strings"
)

func emitNodes(s *Schema) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	w("%spackage syntax\n\n", header("internal/front/syntax/python.asdl"))
	var nodes []*Constructor
	for _, t := range s.Types {
		switch {
		case t.Enum:
			emitEnum(w, t)
		case !t.pointer():
			w("// %s is one of the nodes", t.GoName())
			for i, c := range t.Cons {
				w("%s %s", map[bool]string{true: "", false: ","}[i == 0], c.GoName())
			}
			w(".\ntype %s interface {\n\tNode\n", t.GoName())
			if t.Attributes {
				w("\tRange() Pos\n")
			}
			w("\tis%s()\n}\n\n", t.GoName())
			fallthrough
		default:
			nodes = append(nodes, t.Cons...)
		}
	}
	for _, c := range nodes {
		emitNode(w, s, c)
	}
	w("// slabs holds the nodes being made: they are allocated by the dozen.\ntype slabs struct {\n")
	for _, c := range nodes {
		w("\t%s slab[%s]\n", slabName(c), c.GoName())
	}
	w("}\n")
	return b.String()
}

func slabName(c *Constructor) string { return "slab" + c.GoName() }

func emitEnum(w func(string, ...any), t *Type) {
	g := t.GoName()
	w("// %s is an enumeration.\ntype %s uint8\n\nconst (\n", g, g)
	for i, c := range t.Cons {
		if i == 0 {
			w("\t%s %s = iota\n", c.GoName(), g)
		} else {
			w("\t%s\n", c.GoName())
		}
	}
	w(")\n\nvar names%s = [...]string{", g)
	for i, c := range t.Cons {
		if i > 0 {
			w(", ")
		}
		w("%q", c.Name)
	}
	w("}\n\nfunc (x %s) String() string { return names%s[x] }\n\n", g, g)
}

func emitNode(w func(string, ...any), s *Schema, c *Constructor) {
	g := c.GoName()
	w("// %s is a node.\ntype %s struct {\n", g, g)
	if c.Type.Attributes {
		w("\tPos\n")
	}
	for _, f := range c.Fields {
		w("\t%s %s\n", f.GoName(), s.GoType(f))
	}
	w("}\n\n")
	if !c.Type.pointer() {
		w("func (*%s) is%s() {}\n\n", g, c.Type.GoName())
	}

	w("func (p *parser) new%s(", g)
	if c.Type.Attributes {
		w("at Pos")
	}
	for i, f := range c.Fields {
		if i > 0 || c.Type.Attributes {
			w(", ")
		}
		w("f%d %s", i, s.GoType(f))
	}
	w(") *%s {\n\tn := p.%s.alloc()\n", g, slabName(c))
	if c.Type.Attributes {
		w("\tn.Pos = at\n")
	}
	for i, f := range c.Fields {
		w("\tn.%s = f%d\n", f.GoName(), i)
	}
	w("\treturn n\n}\n\n")

	w("// Children calls visit for the nodes directly below n, in the order of the fields.\nfunc (n *%s) Children(visit func(Node)) {\n", g)
	for _, f := range c.Fields {
		t := s.byName[f.Type]
		if t == nil || t.Enum {
			continue
		}
		name := "n." + f.GoName()
		switch {
		case f.Seq && f.Type == "expr": // elements may be missing
			w("\tfor _, c := range %s {\n\t\tif c != nil {\n\t\t\tvisit(c)\n\t\t}\n\t}\n", name)
		case f.Seq:
			w("\tfor _, c := range %s {\n\t\tvisit(c)\n\t}\n", name)
		case f.Opt:
			w("\tif %s != nil {\n\t\tvisit(%s)\n\t}\n", name, name)
		default:
			w("\tvisit(%s)\n", name)
		}
	}
	w("}\n\n")

	w("// Rewrite calls expr for the places of the expressions directly below n that are there, and visit for the other nodes.\n")
	w("func (n *%s) Rewrite(expr func(*Expr), visit func(Node)) {\n", g)
	for _, f := range c.Fields {
		t := s.byName[f.Type]
		if t == nil || t.Enum {
			continue
		}
		name := "n." + f.GoName()
		call, there := "visit(%s)", ""
		if f.Type == "expr" {
			call = "expr(&%s)"
		}
		if f.Opt || f.Seq && f.Type == "expr" { // elements may be missing
			there = "if %s != nil "
		}
		if f.Seq {
			w("\tfor i := range %s {\n", name)
			name += "[i]"
		}
		text := fmt.Sprintf(call, name)
		if there != "" {
			text = fmt.Sprintf(there, name) + "{\n" + text + "\n}"
		}
		w("%s\n", text)
		if f.Seq {
			w("\t}\n")
		}
	}
	w("}\n\n")

	w("func (n *%s) dump(d *dumper) {\n\td.begin(%q)\n", g, c.Name)
	for _, f := range c.Fields {
		emitDump(w, s, c, f)
	}
	if c.Type.Attributes {
		w("\td.position(n.Pos)\n")
	}
	w("\td.end()\n}\n\n")
}

// emitDump writes a field's part of the dump; what is missing or empty is left out, as in ast.dump.
func emitDump(w func(string, ...any), s *Schema, c *Constructor, f Field) {
	name, t := "n."+f.GoName(), s.byName[f.Type]
	show := map[string]string{"identifier": "text", "string": "text", "int": "number", "constant": "value"}[f.Type]
	elem := show
	if t != nil {
		show, elem = "node", "node"
		if t.Enum {
			show, elem = "enum", "enum"
		}
	}
	switch {
	case f.Seq:
		w("\tif len(%s) > 0 {\n\t\td.list(%q)\n\t\tfor _, x := range %s {\n\t\t\td.next()\n\t\t\td.%s(x)\n\t\t}\n\t\td.endList()\n\t}\n", name, f.Name, name, elem)
	case f.Opt && show == "text":
		w("\tif %s != \"\" {\n\t\td.field(%q)\n\t\td.text(%s)\n\t}\n", name, f.Name, name)
	case f.Opt && show != "number":
		w("\tif %s != nil {\n\t\td.field(%q)\n\t\td.%s(%s)\n\t}\n", name, f.Name, show, name)
	default:
		w("\td.field(%q)\n\td.%s(%s)\n", f.Name, show, name)
	}
}
