// What each function calls, and where functions are stored.

package recursion

import (
	"go/ast"
	"go/types"
)

type walker struct {
	g  *graph
	p  *pkg
	in *node
}

// block looks at all statements and expressions of a function but not into the function literals in it, which are nodes of their own.
func (w *walker) block(x ast.Node) {
	results := 0
	ast.Inspect(x, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.FuncLit:
			return false
		case *ast.GoStmt: // on another stack; what is stored in its arguments still counts
			w.arguments(x.Call, nil)
			return false
		case *ast.CallExpr:
			w.call(x)
		case *ast.ReturnStmt:
			for _, r := range x.Results {
				w.store(w.in.result, r)
			}
			results++
		case *ast.AssignStmt:
			if len(x.Lhs) == len(x.Rhs) {
				for i := range x.Lhs {
					w.store(w.target(x.Lhs[i]), x.Rhs[i])
				}
			} else {
				for i := range x.Lhs {
					w.store(w.target(x.Lhs[i]), x.Rhs[0])
				}
			}
		case *ast.ValueSpec:
			for i, name := range x.Names {
				if o := w.p.info.Defs[name]; o != nil && i < len(x.Values) {
					w.store(w.g.place(o), x.Values[i])
				} else if o != nil && len(x.Values) == 1 {
					w.store(w.g.place(o), x.Values[0])
				}
			}
		case *ast.RangeStmt:
			for _, v := range []ast.Expr{x.Key, x.Value} {
				if v != nil && w.isFunc(v) {
					w.link(w.g.any(w.typeOf(v)), w.target(v))
				}
			}
			w.rangeFunc(x)
		case *ast.CompositeLit:
			w.composite(x)
		case *ast.SendStmt:
			if w.isFunc(x.Value) {
				w.store(w.g.any(w.typeOf(x.Value)), x.Value)
			}
		}
		return true
	})
}

// rangeFunc is a loop over an iterator function: it is called, with the body, which is part of this function.
func (w *walker) rangeFunc(x *ast.RangeStmt) {
	if w.isFunc(x.X) {
		p := newPlace()
		w.store(p, x.X)
		p.calls = append(p.calls, &site{in: w.in, result: newPlace()})
		yield := newPlace()
		w.hold(yield, w.in)
		p.calls[0].args = []*place{yield}
	}
}

func (w *walker) typeOf(x ast.Expr) types.Type {
	if t := w.p.info.TypeOf(x); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}

func (w *walker) isFunc(x ast.Expr) bool {
	switch t := w.typeOf(x).Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Tuple:
		for i := range t.Len() {
			if _, ok := t.At(i).Type().Underlying().(*types.Signature); ok {
				return true
			}
		}
	}
	return false
}

func (w *walker) hold(p *place, n *node) {
	if p != nil && !p.holds[n] {
		p.holds[n] = true
	}
}

func (w *walker) link(from, to *place) {
	if from != nil && to != nil && from != to {
		from.into[to] = true
	}
}

// target is the place that an assignment to x changes; nil for what holds no functions.
func (w *walker) target(x ast.Expr) *place {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		if o := w.object(x); o != nil {
			return w.g.place(o)
		}
	case *ast.SelectorExpr:
		if s := w.p.info.Selections[x]; s != nil {
			if s.Kind() == types.FieldVal {
				return w.g.place(origin(s.Obj()))
			}
		} else if o := w.p.info.Uses[x.Sel]; o != nil {
			return w.g.place(o)
		}
	case *ast.IndexExpr, *ast.StarExpr:
		if w.isFunc(x.(ast.Expr)) {
			return w.g.any(w.typeOf(x.(ast.Expr)))
		}
	}
	return nil
}

func (w *walker) object(x *ast.Ident) types.Object {
	if o := w.p.info.Defs[x]; o != nil {
		return o
	}
	return w.p.info.Uses[x]
}

func origin(o types.Object) types.Object {
	if v, ok := o.(*types.Var); ok {
		return v.Origin()
	}
	return o
}

// store puts into p what the functions are that x may be.
func (w *walker) store(p *place, x ast.Expr) {
	if p == nil || !w.isFunc(x) {
		return
	}
	switch x := ast.Unparen(x).(type) {
	case *ast.FuncLit:
		w.hold(p, w.g.node(x, "", x.Pos()))
	case *ast.Ident:
		w.from(p, w.object(x))
	case *ast.SelectorExpr:
		if s := w.p.info.Selections[x]; s != nil {
			w.from(p, origin(s.Obj()))
			if s.Kind() == types.MethodVal && types.IsInterface(s.Recv()) {
				w.methods(s, func(n *node) { w.hold(p, n) })
			}
		} else {
			w.from(p, w.p.info.Uses[x.Sel])
		}
	case *ast.IndexExpr:
		if o := w.generic(x.X); o != nil { // an instance of a generic function
			w.from(p, o)
			return
		}
		w.link(w.g.any(w.typeOf(x)), p)
	case *ast.IndexListExpr:
		w.from(p, w.generic(x.X))
	case *ast.StarExpr, *ast.TypeAssertExpr, *ast.UnaryExpr:
		w.link(w.g.any(w.typeOf(x.(ast.Expr))), p)
	case *ast.CallExpr:
		if tv := w.p.info.Types[x.Fun]; tv.IsType() {
			w.store(p, x.Args[0])
			return
		}
		w.call1(x, p)
	}
}

// generic returns the function of an expression that names one.
func (w *walker) generic(x ast.Expr) types.Object {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		if f, ok := w.object(x).(*types.Func); ok {
			return f
		}
	case *ast.SelectorExpr:
		if f, ok := w.p.info.Uses[x.Sel].(*types.Func); ok {
			return f
		}
	}
	return nil
}

func (w *walker) from(p *place, o types.Object) {
	switch o := o.(type) {
	case *types.Func:
		if n := w.g.funcs[any(o.Origin())]; n != nil {
			w.hold(p, n)
		}
	case *types.Var:
		w.link(w.g.place(o.Origin()), p)
	}
}

// composite stores the functions in a literal: of a struct in its fields, of anything else where all of their type are.
func (w *walker) composite(x *ast.CompositeLit) {
	t := w.typeOf(x)
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	s, isStruct := t.Underlying().(*types.Struct)
	for i, e := range x.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		v := e
		if keyed {
			v = kv.Value
		}
		if !w.isFunc(v) {
			continue
		}
		switch {
		case isStruct && keyed:
			if o := w.p.info.Uses[kv.Key.(*ast.Ident)]; o != nil {
				w.store(w.g.place(origin(o)), v)
			}
		case isStruct:
			w.store(w.g.place(origin(s.Field(i))), v)
		default:
			elem := w.typeOf(v)
			switch t := t.Underlying().(type) {
			case *types.Slice:
				elem = t.Elem()
			case *types.Array:
				elem = t.Elem()
			case *types.Map:
				elem = t.Elem()
			}
			w.store(w.g.any(elem), v)
		}
	}
}

func (w *walker) call(x *ast.CallExpr) {
	if tv := w.p.info.Types[x.Fun]; tv.IsType() || tv.IsBuiltin() {
		if tv.IsBuiltin() {
			for _, a := range x.Args { // append
				if w.isFunc(a) {
					w.store(w.g.any(w.typeOf(a)), a)
				}
			}
		}
		return
	}
	w.call1(x, nil)
}

// arguments gives the places of the arguments that are functions, storing them there.
func (w *walker) arguments(x *ast.CallExpr, params []*types.Var) (places []*place) {
	for i, a := range x.Args {
		var p *place
		if w.isFunc(a) {
			switch {
			case i < len(params)-1 || i < len(params) && isSignature(params[i].Type()):
				p = w.g.place(params[i].Origin())
			case params == nil:
				p = newPlace()
			}
			if p != nil {
				w.store(p, a)
			}
			if params == nil || i >= len(params) || !isSignature(params[i].Type()) { // a variadic one, any, or a type parameter
				w.store(w.g.any(w.typeOf(a)), a)
			}
		}
		places = append(places, p)
	}
	return places
}

func isSignature(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// call1 adds the edges of a call; what it gives goes to result.
func (w *walker) call1(x *ast.CallExpr, result *place) {
	fun := ast.Unparen(x.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		if o := w.generic(f.X); o != nil {
			w.static(x, o.(*types.Func), result)
			return
		}
	case *ast.IndexListExpr:
		if o := w.generic(f.X); o != nil {
			w.static(x, o.(*types.Func), result)
			return
		}
	case *ast.FuncLit:
		n := w.g.node(f, "", f.Pos())
		w.in.to[n] = true
		w.arguments(x, n.params)
		w.link(n.result, result)
		return
	case *ast.Ident:
		if o, ok := w.object(f).(*types.Func); ok {
			w.static(x, o, result)
			return
		}
	case *ast.SelectorExpr:
		s := w.p.info.Selections[f]
		if s == nil {
			if o, ok := w.p.info.Uses[f.Sel].(*types.Func); ok {
				w.static(x, o, result)
				return
			}
			break
		}
		if s.Kind() == types.FieldVal {
			break
		}
		if types.IsInterface(s.Recv()) {
			w.arguments(x, nil)
			w.methods(s, func(n *node) {
				w.in.to[n] = true
				w.link(n.result, result)
			})
			return
		}
		w.static(x, s.Obj().(*types.Func), result)
		return
	}
	// A function value.
	p := newPlace()
	w.store(p, fun)
	s := &site{in: w.in, args: w.arguments(x, nil), result: newPlace()}
	w.link(s.result, result)
	p.calls = append(p.calls, s)
	w.g.work = append(w.g.work, p)
}

// static is a call of a function that is named.
func (w *walker) static(x *ast.CallExpr, f *types.Func, result *place) {
	f = f.Origin()
	if f.Name() == "Enter" && f.Type().(*types.Signature).Recv() != nil {
		w.in.counts = true
	}
	switch f.Name() {
	case "funcOf": // what became a machine word, or was put into a slot
		if len(x.Args) == 1 && isSignature(w.typeOf(x)) {
			w.link(w.g.any(w.typeOf(x)), result)
		}
		return
	case "wordOf":
		if len(x.Args) == 1 {
			w.store(w.g.any(w.typeOf(x.Args[0])), x.Args[0])
		}
		return
	}
	n := w.g.funcs[any(f)]
	if n == nil { // another module's: it may call what it is given
		for _, a := range x.Args {
			if w.isFunc(a) {
				p := newPlace()
				w.store(p, a)
				p.calls = append(p.calls, &site{in: w.in, result: newPlace()})
				w.g.work = append(w.g.work, p)
			}
		}
		return
	}
	w.in.counts = w.in.counts || n.helper
	w.in.to[n] = true
	w.arguments(x, n.params)
	w.link(n.result, result)
}

// decorates reports whether this is a method of t that calls the same method of an interface which t embeds: what a decorator decorates is another.
func (w *walker) decorates(t *types.Named, s *types.Selection) bool {
	if w.in.recv != t || w.in.method != s.Obj().Name() {
		return false
	}
	st, ok := t.Underlying().(*types.Struct)
	for i := 0; ok && i < st.NumFields(); i++ {
		if f := st.Field(i); f.Embedded() && types.Identical(f.Type(), s.Recv()) {
			return true
		}
	}
	return false
}

// methods calls do with what a call of an interface's method may reach.
func (w *walker) methods(s *types.Selection, do func(*node)) {
	iface, ok := s.Recv().Underlying().(*types.Interface)
	if !ok {
		return
	}
	for _, t := range w.g.named {
		if t.TypeParams().Len() > 0 {
			continue
		}
		ptr := types.NewPointer(t)
		if !types.Implements(ptr, iface) || w.decorates(t, s) {
			continue
		}
		if o, _, _ := types.LookupFieldOrMethod(ptr, false, s.Obj().Pkg(), s.Obj().Name()); o != nil {
			if f, ok := o.(*types.Func); ok {
				if n := w.g.funcs[any(f.Origin())]; n != nil {
					do(n)
				}
			}
		}
	}
}
