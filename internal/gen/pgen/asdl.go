// Reading python.asdl: the types of the syntax tree.

package pgen

import (
	"fmt"
	"regexp"
	"strings"
)

// Schema is the content of python.asdl.
type Schema struct {
	Types   []*Type
	byName  map[string]*Type
	Builder map[string]*Constructor // by constructor or product name
}

// Type is a sum of constructors, or a product, which is its own only constructor.
type Type struct {
	Name       string
	Product    bool
	Enum       bool
	Attributes bool // has a position
	NeedsEnd   bool // of which the end cannot be left out
	Cons       []*Constructor
}

// Constructor is one kind of node.
type Constructor struct {
	Name   string
	Type   *Type
	Fields []Field
}

// Field is a field of a node: Opt for "type?", Seq for "type*".
type Field struct {
	Type, Name string
	Opt, Seq   bool
}

var (
	asdlComment = regexp.MustCompile(`--[^\n]*`)
	asdlToken   = regexp.MustCompile(`[A-Za-z_]+|[=|(),?*]`)
)

type asdlReader struct {
	toks []string
	pos  int
}

func (r *asdlReader) peek() string {
	if r.pos < len(r.toks) {
		return r.toks[r.pos]
	}
	return ""
}

func (r *asdlReader) next() string {
	t := r.peek()
	r.pos++
	return t
}

func (r *asdlReader) accept(t string) bool {
	if r.peek() == t {
		r.pos++
		return true
	}
	return false
}

// ReadSchema reads the text of python.asdl.
func ReadSchema(text string) (*Schema, error) {
	r := &asdlReader{toks: asdlToken.FindAllString(asdlComment.ReplaceAllString(text, ""), -1)}
	s := &Schema{byName: map[string]*Type{}, Builder: map[string]*Constructor{}}
	for r.peek() != "" {
		t := &Type{Name: r.next()}
		if !r.accept("=") {
			return nil, fmt.Errorf("python.asdl: %s: expected =, not %q", t.Name, r.peek())
		}
		if r.peek() == "(" {
			t.Product = true
			fields, err := r.fields()
			if err != nil {
				return nil, err
			}
			t.Cons = []*Constructor{{Name: t.Name, Type: t, Fields: fields}}
		} else {
			t.Enum = true
			for {
				c := &Constructor{Name: r.next(), Type: t}
				if r.peek() == "(" {
					t.Enum = false
					fields, err := r.fields()
					if err != nil {
						return nil, err
					}
					c.Fields = fields
				}
				t.Cons = append(t.Cons, c)
				if !r.accept("|") {
					break
				}
			}
		}
		if t.Attributes = r.accept("attributes"); t.Attributes {
			position, err := r.fields()
			if err != nil {
				return nil, err
			}
			t.NeedsEnd = !position[2].Opt
		}
		s.Types = append(s.Types, t)
		s.byName[t.Name] = t
		for _, c := range t.Cons {
			s.Builder[c.GoName()] = c
		}
	}
	for _, t := range s.Types {
		for _, c := range t.Cons {
			for _, f := range c.Fields {
				if s.byName[f.Type] == nil && builtin[f.Type] == "" {
					return nil, fmt.Errorf("python.asdl: %s.%s: unknown type %s", c.Name, f.Name, f.Type)
				}
			}
		}
	}
	return s, nil
}

func (r *asdlReader) fields() (fields []Field, err error) {
	r.next()
	for !r.accept(")") {
		f := Field{Type: r.next()}
		f.Opt, f.Seq = r.accept("?"), r.accept("*")
		f.Name = r.next()
		fields = append(fields, f)
		if !r.accept(",") && r.peek() != ")" {
			return nil, fmt.Errorf("python.asdl: field %s: expected , or ), not %q", f.Name, r.peek())
		}
	}
	return fields, nil
}

// builtin gives the Go types of ASDL's own types.
var builtin = map[string]string{"identifier": "string", "string": "string", "int": "int", "constant": "Value"}

// renamed lists where Go's single name space forces another name.
var renamed = map[string]string{"Expr": "ExprStmt", "mod": "Root", "operator": "Operator", "excepthandler": "ExceptHandlerNode",
	"type_ignore": "TypeIgnoreNode", "boolop": "BoolOperator", "unaryop": "UnaryOperator", "cmpop": "CmpOperator", "withitem": "WithItem"}

// GoName turns some_name into SomeName.
func goName(name string) string {
	if r, ok := renamed[name]; ok {
		return r
	}
	var b strings.Builder
	for _, part := range strings.Split(name, "_") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

// GoName is the type's name in Go; a sum of one constructor is that constructor.
func (t *Type) GoName() string {
	if !t.Enum && len(t.Cons) == 1 {
		return t.Cons[0].GoName()
	}
	return goName(t.Name)
}

// GoName is the node's name in Go.
func (c *Constructor) GoName() string { return goName(c.Name) }

// pointer reports whether values of the type are pointers to structs, not interfaces or numbers.
func (t *Type) pointer() bool { return !t.Enum && len(t.Cons) == 1 }

// GoType is the field's type in Go.
func (s *Schema) GoType(f Field) string {
	g := builtin[f.Type]
	if t := s.byName[f.Type]; t != nil {
		g = t.GoName()
		if t.pointer() {
			g = "*" + g
		}
	}
	if f.Seq {
		g = "[]" + g
	}
	return g
}

// GoName is the field's name in Go.
func (f Field) GoName() string { return goName(f.Name) }
