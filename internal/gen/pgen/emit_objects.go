// Writing what module _ast needs: its types, and the ways between nodes and objects.

package pgen

import (
	"fmt"
	"strings"
)

// definition is a type's or constructor's text in ASDL, which is its __doc__.
func (c *Constructor) definition() string {
	if len(c.Fields) == 0 {
		return c.Name
	}
	fields := make([]string, len(c.Fields))
	for i, f := range c.Fields {
		fields[i] = f.Type + map[bool]string{true: "?"}[f.Opt] + map[bool]string{true: "*"}[f.Seq] + " " + f.Name
	}
	return c.Name + "(" + strings.Join(fields, ", ") + ")"
}

func (t *Type) definition() string {
	if t.Product {
		return t.Cons[0].definition()
	}
	cons := make([]string, len(t.Cons))
	for i, c := range t.Cons {
		cons[i] = c.definition()
	}
	sep := " | "
	if !t.Enum {
		sep = "\n" + strings.Repeat(" ", len(t.Name)+1) + "| "
	}
	return t.Name + " = " + strings.Join(cons, sep)
}

func (t *Type) kind() string        { return "node" + goName(t.Name) }
func (c *Constructor) kind() string { return "node" + c.GoName() }

func emitObjects(s *Schema) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	w("%spackage lang\n\nimport (\n\t\"github.com/psyco-go/psy/internal/vm/object\"\n\t\"github.com/psyco-go/psy/internal/front/syntax\"\n)\n\n", header("internal/front/syntax/python.asdl"))
	w("// The types of module _ast.\nconst (\n")
	first := " nodeKind = iota"
	for _, t := range s.Types {
		w("\t%s%s\n", t.kind(), first)
		first = ""
		for _, c := range t.Cons {
			if !t.Product {
				w("\t%s\n", c.kind())
			}
		}
	}
	w("\tnodeCount\n)\n\nvar nodeDefs = [nodeCount]nodeDef{\n")
	for _, t := range s.Types {
		position := "noPosition"
		if t.Attributes {
			position = "optionalEnd"
			if t.NeedsEnd {
				position = "wholePosition"
			}
		}
		w("\t%s: {name: %q, doc: %q, base: noBase, position: %s", t.kind(), t.Name, t.definition(), position)
		if t.Product {
			emitFieldDefs(w, s, t.Cons[0])
		} else {
			w(", sum: true")
		}
		w("},\n")
		for _, c := range t.Cons {
			if !t.Product {
				w("\t%s: {name: %q, doc: %q, base: %s, enum: %t", c.kind(), c.Name, c.definition(), t.kind(), t.Enum)
				emitFieldDefs(w, s, c)
				w("},\n")
			}
		}
	}
	w("}\n\n// node makes the object of a node.\nfunc (m *astMaker) node(n syntax.Node) Value {\n\tswitch n := n.(type) {\n")
	for _, t := range s.Types {
		if !t.Enum {
			for _, c := range t.Cons {
				emitMake(w, s, c)
			}
		}
	}
	w("\t}\n\treturn null\n}\n\n")
	for _, t := range s.Types {
		switch {
		case t.Enum:
		case t.Product:
			emitReadProduct(w, s, t)
		default:
			emitReadSum(w, s, t)
		}
	}
	return b.String()
}

func emitFieldDefs(w func(string, ...any), s *Schema, c *Constructor) {
	if len(c.Fields) == 0 {
		return
	}
	w(", fields: []fieldDef{")
	for i, f := range c.Fields {
		if i > 0 {
			w(", ")
		}
		typ := map[string]string{"identifier": "fieldStr", "string": "fieldStr", "int": "fieldInt", "constant": "fieldObject"}[f.Type]
		if t := s.byName[f.Type]; t != nil {
			typ = t.kind()
		}
		w("{%q, %s, %t, %t}", f.Name, typ, f.Opt, f.Seq)
	}
	w("}")
}

// emitMake writes the case that makes an object of a node.
func emitMake(w func(string, ...any), s *Schema, c *Constructor) {
	w("\tcase *syntax.%s:\n\t\tif o := m.begin(%s); o != null {\n", c.GoName(), c.kind())
	for _, f := range c.Fields {
		name, t := "n."+f.GoName(), s.byName[f.Type]
		var v string
		switch {
		case t != nil && t.Enum && f.Seq:
			v = fmt.Sprintf("enumList(m, %s+1, %s)", t.kind(), name)
		case t != nil && t.Enum:
			v = fmt.Sprintf("m.single(%s+1+nodeKind(%s))", t.kind(), name)
		case t != nil && f.Seq:
			v = fmt.Sprintf("listOf(m, %s)", name)
		case t != nil && f.Opt:
			v = fmt.Sprintf("nodeOrNone(m, %s)", name)
		case t != nil:
			v = fmt.Sprintf("m.node(%s)", name)
		case f.Seq:
			v = fmt.Sprintf("m.identifiers(%s)", name)
		case f.Type == "int":
			v = fmt.Sprintf("object.SmallInt(int64(%s))", name)
		case f.Type == "constant":
			v = fmt.Sprintf("m.constant(%s)", name)
		case f.Opt:
			v = fmt.Sprintf("m.textOrNone(%s)", name)
		default:
			v = fmt.Sprintf("m.text(%s)", name)
		}
		w("\t\t\tm.set(o, %q, %s)\n", f.Name, v)
	}
	if c.Type.Attributes {
		w("\t\t\tm.position(o, n.Pos)\n")
	}
	w("\t\t\treturn m.end(o)\n\t\t}\n")
}

// reader is the name of the function that reads objects of a type.
func (t *Type) reader() string { return "read" + goName(t.Name) }

func emitReadProduct(w func(string, ...any), s *Schema, t *Type) {
	c := t.Cons[0]
	w("func (r *astReader) %s(o Value) *syntax.%s {\n\tif !r.enter(%s) {\n\t\treturn nil\n\t}\n", t.reader(), c.GoName(), t.kind())
	w("\tn := &syntax.%s{}\n", c.GoName())
	emitReadFields(w, s, c, t.kind())
	if t.Attributes {
		w("\tn.Pos = r.position(o, %s)\n", t.kind())
	}
	emitRequire(w, s, c, t.kind())
	w("\tr.leave()\n\treturn n\n}\n\n")
}

func emitReadSum(w func(string, ...any), s *Schema, t *Type) {
	result := "syntax." + t.GoName()
	if t.pointer() {
		result = "*" + result
	}
	w("func (r *astReader) %s(o Value) %s {\n\tif !r.some(o) {\n\t\treturn nil\n\t}\n", t.reader(), result)
	pos := ""
	if t.Attributes {
		w("\tat := r.position(o, %s)\n", t.kind())
		pos = "Pos: at"
	}
	w("\tswitch kind := r.which(o, %s, %s); kind {\n", t.kind(), t.Cons[len(t.Cons)-1].kind())
	for _, c := range t.Cons {
		w("\tcase %s:\n", c.kind())
		if len(c.Fields) == 0 {
			w("\t\treturn &syntax.%s{%s}\n", c.GoName(), pos)
			continue
		}
		w("\t\tif r.enter(%s) {\n\t\t\tn := &syntax.%s{%s}\n", t.kind(), c.GoName(), pos)
		emitReadFields(w, s, c, "kind")
		emitRequire(w, s, c, "kind")
		w("\t\t\tr.leave()\n\t\t\treturn n\n\t\t}\n")
	}
	w("\t}\n\treturn nil\n}\n\n")
}

func emitReadFields(w func(string, ...any), s *Schema, c *Constructor, kind string) {
	for i, f := range c.Fields {
		name, t := "n."+f.GoName(), s.byName[f.Type]
		how := "required"
		if f.Opt {
			how = "optional"
		}
		if f.Seq {
			reader := "r.identifier"
			switch {
			case t != nil && t.Enum:
				w("%s = readEnums[syntax.%s](r, o, %s, %q, %s)\n", name, t.GoName(), kind, f.Name, t.kind())
				continue
			case t != nil:
				reader = "r." + t.reader()
			}
			w("%s = readList(r, o, %s, %q, %s)\n", name, kind, f.Name, reader)
			continue
		}
		w("v%d := r.%s(o, %s, %q)\n", i, how, kind, f.Name)
		switch {
		case t != nil && t.Enum:
			w("%s = syntax.%s(r.enum(v%d, %s))\n", name, t.GoName(), i, t.kind())
		case t != nil && t.Product && f.Opt:
			w("if v%d != none {\n%s = r.%s(v%d)\n}\n", i, name, t.reader(), i)
		case t != nil:
			w("%s = r.%s(v%d)\n", name, t.reader(), i)
		case f.Type == "int" && f.Opt:
			w("%s = r.intOr(v%d, 0)\n", name, i)
		default:
			w("%s = r.%s(v%d)\n", name, map[string]string{"int": "int", "constant": "constant", "identifier": "identifier", "string": "text"}[f.Type], i)
		}
	}
}

// emitRequire writes the tests that what must be there is not None. Products read None as one without fields.
func emitRequire(w func(string, ...any), s *Schema, c *Constructor, kind string) {
	for i, f := range c.Fields {
		t := s.byName[f.Type]
		if !f.Opt && !f.Seq && f.Type != "int" && f.Type != "constant" && (t == nil || !t.Product && !t.Enum) {
			w("r.require(v%d, %s, %q)\n", i, kind, f.Name)
		}
	}
}
