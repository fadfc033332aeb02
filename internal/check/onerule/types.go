// Which types hold references.

package onerule

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// isValue reports whether t is object.Value.
func isValue(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Value" && n.Obj().Pkg() != nil && n.Obj().Pkg().Name() == "object"
}

// isObject reports whether t is a struct that begins with heap.Header, itself or through embedded structs.
func isObject(t types.Type) bool {
	for {
		s, ok := t.Underlying().(*types.Struct)
		if !ok || s.NumFields() == 0 {
			return false
		}
		t = s.Field(0).Type()
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Name() == "Header" && isHeap(n.Obj().Pkg()) {
			return true
		}
	}
}

func isHeap(p *types.Package) bool {
	return p != nil && (p.Path() == "heap" || strings.HasSuffix(p.Path(), "/heap"))
}

// holder finds out where a type holds references.
type holder struct {
	c       *checker
	visited map[types.Type]bool
	fields  []string // keys of unrooted fields of declared structs that hold references
	direct  bool     // references that are in no field of a declared struct
}

// holds looks for the references that a variable of type t can hold, other than through rooted fields.
func (c *checker) holds(t types.Type) *holder {
	h := &holder{c: c, visited: map[types.Type]bool{}}
	h.walk(t, "")
	return h
}

func (h *holder) any() bool { return h.direct || len(h.fields) > 0 }

func (h *holder) found(in string) {
	if in == "" {
		h.direct = true
		return
	}
	for _, k := range h.fields {
		if k == in {
			return
		}
	}
	h.fields = append(h.fields, in)
}

// walk looks into t, which lies in the field with key in ("": in none).
func (h *holder) walk(t types.Type, in string) {
	if isValue(t) {
		h.found(in)
		return
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if h.visited[n] {
			return
		}
		h.visited[n] = true
		defer delete(h.visited, n)
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if isObject(u.Elem()) {
			h.found(in)
		} else if _, isStruct := u.Elem().Underlying().(*types.Struct); !isStruct {
			h.walk(u.Elem(), in)
		}
	case *types.Slice:
		h.walk(u.Elem(), in)
	case *types.Array:
		h.walk(u.Elem(), in)
	case *types.Chan:
		h.walk(u.Elem(), in)
	case *types.Map:
		h.walk(u.Key(), in)
		h.walk(u.Elem(), in)
	case *types.Struct:
		for i := range u.NumFields() {
			f := u.Field(i)
			key := in
			if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
				k := fieldKey(n.Obj().Pkg().Path(), n.Obj().Name(), f.Name())
				switch d := h.c.fields[k]; {
				case d == nil:
				case d.rooted:
					continue
				default:
					key = k
				}
			}
			h.walk(f.Type(), key)
		}
	}
}

func fieldKey(path, typ, name string) string { return path + "." + typ + "." + name }

// declarations notes the fields of the structs that p declares.
func (c *checker) declarations(p *pkg) {
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			s, ok := spec.Type.(*ast.StructType)
			if !ok || p.info.Defs[spec.Name] == nil || isObject(p.info.Defs[spec.Name].Type()) {
				return true
			}
			all := c.rooted(spec.Pos())
			note := func(pos token.Pos, name string) {
				c.fields[fieldKey(p.path, spec.Name.Name, name)] = &field{pos: pos, rooted: all || c.rooted(pos)}
			}
			for _, x := range s.Fields.List {
				for _, name := range x.Names {
					note(name.Pos(), name.Name)
				}
				if len(x.Names) == 0 {
					note(x.Pos(), embeddedName(x.Type))
				}
			}
			return true
		})
	}
}

func embeddedName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return embeddedName(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return embeddedName(e.X)
	case *ast.IndexListExpr:
		return embeddedName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// typeString names types with their package's name, and what an alias stands for where that is all of it.
func typeString(t types.Type) string {
	return types.TypeString(types.Unalias(t), func(p *types.Package) string { return p.Name() })
}
