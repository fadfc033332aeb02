// From uses to scopes: names are looked up outwards, free variables are handed inwards out.

package symtable

import (
	"maps"
	"slices"
	"strings"
)

type nameSet map[string]bool

func (s nameSet) copy() nameSet {
	c := make(nameSet, len(s))
	c.add(s)
	return c
}

func (s nameSet) add(other nameSet) {
	for n := range other {
		s[n] = true
	}
}

func analyze(top *Block) {
	(&analyzer{}).block(top, nil, nameSet{}, nameSet{}, nameSet{}, nil)
}

type analyzer struct{}

// block gives the names of a block and of those within it their scopes. bound are the names that enclosing functions bind, nil in a module;
// to free it adds what the block takes from them. class is the class whose names a type within it sees.
func (a *analyzer) block(b *Block, bound, free, global, typeParams nameSet, class *Block) {
	local, newGlobal, newFree, newBound, inlinedCells := nameSet{}, nameSet{}, nameSet{}, nameSet{}, nameSet{}
	scopes := map[string]Scope{}
	if b.Type == ClassBlock {
		// The names of a class are not seen within its functions.
		newGlobal.add(global)
		newBound.add(bound)
	}
	for _, name := range b.Names {
		scopes[name] = a.name(b, name, b.Symbols[name], bound, local, free, global, typeParams, class)
	}
	if b.Type == ClassBlock {
		newBound["__class__"], newBound["__classdict__"] = true, true
	} else {
		if b.functionLike() {
			newBound.add(local)
		}
		newBound.add(bound)
		newGlobal.add(global)
	}
	for _, child := range b.Children {
		var childClass *Block
		if child.CanSeeClassScope {
			if childClass = class; b.Type == ClassBlock {
				childClass = b
			}
		}
		childFree := nameSet{}
		a.block(child, newBound.copy(), childFree, newGlobal.copy(), typeParams.copy(), childClass)
		if child.Comprehension != NoComprehension && !child.Generator && !b.CanSeeClassScope {
			a.inline(b, child, scopes, childFree, inlinedCells)
			child.CompInlined = true
		}
		newFree.add(childFree)
		b.ChildFree = b.ChildFree || child.Free || child.ChildFree
	}
	for i := len(b.Children) - 1; i >= 0; i-- {
		if c := b.Children[i]; c.CompInlined {
			b.Children = slices.Replace(b.Children, i, i+1, c.Children...)
		}
	}
	switch {
	case b.functionLike():
		for name, scope := range scopes {
			if scope == Local && (newFree[name] || inlinedCells[name]) {
				scopes[name] = Cell
				delete(newFree, name)
			}
		}
	case b.Type == ClassBlock:
		b.NeedsClassClosure = newFree["__class__"]
		b.NeedsClassDict = newFree["__classdict__"]
		delete(newFree, "__class__")
		delete(newFree, "__classdict__")
	}
	a.update(b, scopes, bound, newFree, inlinedCells)
	free.add(newFree)
}

// name finds the scope of one name.
func (a *analyzer) name(b *Block, name string, f Flags, bound, local, free, global, typeParams nameSet, class *Block) Scope {
	switch {
	case f&DefGlobal != 0:
		if f&DefNonlocal != 0 {
			b.failAt(name, "name 'NAME' is nonlocal and global")
		}
		global[name] = true
		delete(bound, name)
		return GlobalExplicit
	case f&DefNonlocal != 0:
		if bound == nil {
			b.failAt(name, "nonlocal declaration not allowed at module level")
		}
		if !bound[name] {
			b.failAt(name, "no binding for nonlocal 'NAME' found")
		}
		if typeParams[name] {
			b.failAt(name, "nonlocal binding not allowed for type parameter 'NAME'")
		}
		b.Free = true
		free[name] = true
		return Free
	case f&DefBound != 0:
		local[name] = true
		delete(global, name)
		if f&DefTypeParam != 0 {
			typeParams[name] = true
		} else {
			delete(typeParams, name)
		}
		return Local
	}
	if class != nil {
		// Both the class and a function around it may bind the name.
		switch cf := class.Symbols[name]; {
		case cf&DefGlobal != 0:
			return GlobalExplicit
		case cf&DefBound != 0 && cf&DefNonlocal == 0:
			return GlobalImplicit
		}
	}
	if bound[name] {
		b.Free = true
		free[name] = true
		return Free
	}
	if !global[name] && b.Nested {
		b.Free = true
	}
	return GlobalImplicit
}

// failAt raises an error at the statement that declared a name, which NAME stands for.
func (b *Block) failAt(name, msg string) {
	for _, d := range b.directives {
		if d.name == name {
			fail(d.at, "%s", strings.ReplaceAll(msg, "NAME", name))
		}
	}
	panic("BUG: no directive for " + name)
}

// inline moves the names of a comprehension into the block that it becomes part of.
func (a *analyzer) inline(b, comp *Block, scopes map[string]Scope, compFree, inlinedCells nameSet) {
	dropClass := false
	for _, name := range comp.Names {
		f := comp.Symbols[name]
		if f&DefParam != 0 { // the iterable
			continue
		}
		scope, only := f.Scope(), f&(1<<ScopeShift-1)
		if scope == Cell || only&DefCompCell != 0 {
			inlinedCells[name] = true
		}
		if scope == Free && b.Type == ClassBlock && name == "__class__" {
			scope = GlobalImplicit
			delete(compFree, name)
			dropClass = true
		}
		existing, ok := b.Symbols[name]
		switch {
		case !ok:
			b.set(name, only)
			scopes[name] = scope
		case existing&DefBound != 0 && b.Type != ClassBlock && !freeInChild(comp, name):
			// What was free in the comprehension is simply local now.
			delete(compFree, name)
		}
	}
	if dropClass {
		comp.remove("__class__")
	}
}

func freeInChild(b *Block, name string) bool {
	return slices.ContainsFunc(b.Children, func(c *Block) bool { return c.Symbols[name].Scope() == Free })
}

// update writes the scopes into the symbols, and free names of blocks within that pass through.
func (a *analyzer) update(b *Block, scopes map[string]Scope, bound, free, inlinedCells nameSet) {
	for _, name := range b.Names {
		f := b.Symbols[name]
		if inlinedCells[name] {
			f |= DefCompCell
		}
		b.Symbols[name] = f | scopes[name].flags()
	}
	for _, name := range slices.Sorted(maps.Keys(free)) {
		if f, ok := b.Symbols[name]; ok {
			if b.Type == ClassBlock || b.CanSeeClassScope {
				b.Symbols[name] = f | DefFreeClass
			}
			continue
		}
		if bound != nil && !bound[name] {
			continue
		}
		b.set(name, Free.flags())
	}
}
