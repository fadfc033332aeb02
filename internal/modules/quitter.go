// exit, quit, help, copyright, credits and license, which CPython's site module puts into builtins.

package modules

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// quitter is exit or quit.
type quitter struct {
	heap.Header
	Name, EOF Value
}

var tQuitter = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_sitebuiltins.Quitter", Size: unsafe.Sizeof(quitter{}), Refs: 3 << 1,
	Slots: object.Slots{Call: quitterCall, Repr: quitterRepr},
	GetSets: []object.GetSetDef{
		{Name: "name", Get: func(t *Thread, v Value) Value { return object.As[quitter](v).Name }},
		{Name: "eof", Get: func(t *Thread, v Value) Value { return object.As[quitter](v).EOF }},
	},
})

func quitterRepr(t *Thread, v Value) Value {
	q := object.As[quitter](v)
	return object.NewStr(t, "Use "+object.GoString(q.Name)+"() or "+object.GoString(q.EOF)+" to exit")
}

// quitterCall closes sys.stdin, as a reader of it in another thread would otherwise keep the process, and raises SystemExit.
func quitterCall(t *Thread, v Value, args []Value, kw Value) Value {
	pos, named := object.SplitKw(args, kw)
	code := none
	switch {
	case len(pos) > 1:
		return object.Raise(t, object.TTypeError, "Quitter.__call__() takes from 1 to 2 positional arguments but %d were given", len(pos)+1)
	case len(pos) == 1:
		code = pos[0]
	}
	for i := range named {
		k := object.GoString(*object.As[object.Tuple](kw).At(i))
		if k != "code" {
			return object.Raise(t, object.TTypeError, "Quitter.__call__() got an unexpected keyword argument '%s'", k)
		}
		if len(pos) > 0 {
			return object.Raise(t, object.TTypeError, "Quitter.__call__() got multiple values for argument 'code'")
		}
		code = named[i]
	}
	if in := t.RT.SysDict.GetStr(object.Intern(t, "stdin")); in != null {
		object.CallMethod0(t, in, object.Intern(t, "close"))
		t.ClearExc()
	}
	if exc := object.Call1(t, t.Type(object.TSystemExit).Value(), code); exc != null {
		object.SetExc(t, exc)
	}
	return null
}

// printer is copyright, credits or license: its repr is a text, and a call prints it.
type printer struct {
	heap.Header
	Text Value
}

var tPrinter = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_sitebuiltins._Printer", Size: unsafe.Sizeof(printer{}), Refs: 1 << 1,
	Slots: object.Slots{
		Repr: func(_ *Thread, v Value) Value { return object.As[printer](v).Text },
		Call: func(t *Thread, v Value, args []Value, kw Value) Value {
			if len(args) > 0 {
				return object.Raise(t, object.TTypeError, "_Printer.__call__() takes 1 positional argument but %d were given", len(args)+1)
			}
			return iomod.Print(t, null, []Value{object.As[printer](v).Text}, null)
		},
	},
})

const creditsText = "Python and its library are the work of Guido van Rossum and of all who have contributed to it: see https://www.python.org.\n" +
	"psy takes its ideas from Psyco, by Armin Rigo, and from CPython, PyPy and YJIT."

const licenseText = "psy has the MIT License: see the file LICENSE of its source.\n" +
	"For Python's library see https://www.python.org/psf/license/."

// tHelper is the type of help.
var tHelper = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_sitebuiltins._Helper", Size: unsafe.Sizeof(helper{}),
	Slots: object.Slots{
		Repr: func(t *Thread, _ Value) Value {
			return object.NewStr(t, "Type help() for interactive help, or help(object) for help about object.")
		},
		Call: func(t *Thread, _ Value, args []Value, kw Value) Value {
			pydoc := native.ImportModule(t, "pydoc")
			if pydoc == null {
				return null
			}
			help := object.GetAttr(t, pydoc, object.Intern(t, "help"))
			if help == null {
				return null
			}
			return object.Call(t, help, args, kw)
		},
	},
})

type helper struct{ heap.Header }

// addSiteBuiltins puts them into builtins.
func addSiteBuiltins(t *Thread) bool {
	h := native.Alloc[helper](t, t.Type(tHelper))
	if h == nil || !t.RT.Builtins.SetStr(t, "help", object.Of(h)) {
		return false
	}
	for _, p := range [...]struct {
		name string
		text Value
	}{{"copyright", t.RT.SysDict.GetStr(object.Intern(t, "copyright"))}, {"credits", object.NewStr(t, creditsText)}, {"license", object.NewStr(t, licenseText)}} {
		o := native.Alloc[printer](t, t.Type(tPrinter))
		if o == nil || p.text == null {
			return false
		}
		if o.Text = p.text; !t.RT.Builtins.SetStr(t, p.name, object.Of(o)) {
			return false
		}
	}
	for _, name := range [...]string{"exit", "quit"} {
		q := native.Alloc[quitter](t, t.Type(tQuitter))
		if q == nil {
			return false
		}
		if q.Name = object.Intern(t, name); q.Name == null {
			return false
		}
		if q.EOF = object.NewStr(t, "Ctrl-D (i.e. EOF)"); q.EOF == null || !t.RT.Builtins.SetStr(t, name, object.Of(q)) {
			return false
		}
	}
	return true
}
