// Package pickling is the module _pickle: writing and reading pickles of all protocols, for module pickle.
package pickling

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	Thread = object.Thread
	Value  = object.Value
	header = heap.Header
)

const (
	null = object.Null
	none = object.None
)

var _ = native.Register("_pickle", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tPickler, tUnpickler, tPickleBuffer},
		Funcs: []object.FuncDef{
			{Name: "dump", Sig: "(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None)", Fn: dump},
			{Name: "dumps", Sig: "(obj, protocol=None, *, fix_imports=True, buffer_callback=None)", Fn: dumps},
			{Name: "load", Sig: "(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=())", Fn: load},
			{Name: "loads", Sig: "(data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=())", Fn: loads},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			base := native.NewErrorClass(t, "_pickle.PickleError", t.Type(object.TException).Value())
			if base == null || !d.SetStr(t, "PickleError", base) {
				return false
			}
			for _, name := range [...]string{"PicklingError", "UnpicklingError"} {
				if e := native.NewErrorClass(t, "_pickle."+name, base); e == null || !d.SetStr(t, name, e) {
					return false
				}
			}
			return true
		},
	}
})

// The operations of pickles.
const (
	opMark           = '('
	opStop           = '.'
	opPop            = '0'
	opPopMark        = '1'
	opDup            = '2'
	opFloat          = 'F'
	opInt            = 'I'
	opBinInt         = 'J'
	opBinInt1        = 'K'
	opLong           = 'L'
	opBinInt2        = 'M'
	opNone           = 'N'
	opPersID         = 'P'
	opBinPersID      = 'Q'
	opReduce         = 'R'
	opString         = 'S'
	opBinString      = 'T'
	opShortBinString = 'U'
	opUnicode        = 'V'
	opBinUnicode     = 'X'
	opAppend         = 'a'
	opBuild          = 'b'
	opGlobal         = 'c'
	opDict           = 'd'
	opEmptyDict      = '}'
	opAppends        = 'e'
	opGet            = 'g'
	opBinGet         = 'h'
	opInst           = 'i'
	opLongBinGet     = 'j'
	opList           = 'l'
	opEmptyList      = ']'
	opObj            = 'o'
	opPut            = 'p'
	opBinPut         = 'q'
	opLongBinPut     = 'r'
	opSetItem        = 's'
	opTuple          = 't'
	opEmptyTuple     = ')'
	opSetItems       = 'u'
	opBinFloat       = 'G'

	// Protocol 2.
	opProto    = 0x80
	opNewObj   = 0x81
	opExt1     = 0x82
	opExt2     = 0x83
	opExt4     = 0x84
	opTuple1   = 0x85
	opTuple2   = 0x86
	opTuple3   = 0x87
	opNewTrue  = 0x88
	opNewFalse = 0x89
	opLong1    = 0x8a
	opLong4    = 0x8b

	// Protocol 3.
	opBinBytes      = 'B'
	opShortBinBytes = 'C'

	// Protocol 4.
	opShortBinUnicode = 0x8c
	opBinUnicode8     = 0x8d
	opBinBytes8       = 0x8e
	opEmptySet        = 0x8f
	opAddItems        = 0x90
	opFrozenSet       = 0x91
	opNewObjEx        = 0x92
	opStackGlobal     = 0x93
	opMemoize         = 0x94
	opFrame           = 0x95

	// Protocol 5.
	opByteArray8     = 0x96
	opNextBuffer     = 0x97
	opReadonlyBuffer = 0x98
)

const (
	highestProtocol = 5
	defaultProtocol = 4
	batchSize       = 1000
	frameTarget     = 64 << 10 // a frame is ended when it has so many bytes
	frameHeader     = 9
	fastLimit       = 50 // containers nested this deep are looked at for circles in fast mode
)

const notWellFormed = " while pickling an object"

// pickling and unpickling raise the module's errors.
func raisePickling(t *Thread, text string) bool {
	native.RaiseFrom(t, "_pickle", "PicklingError", text)
	return false
}

func raiseUnpickling(t *Thread, text string) bool {
	native.RaiseFrom(t, "_pickle", "UnpicklingError", text)
	return false
}

// moduleAttr is an attribute of a module, which is imported.
func moduleAttr(t *Thread, module, name string) Value {
	m := native.ImportModule(t, module)
	if m == null {
		return null
	}
	return object.GetAttr(t, m, object.Intern(t, name))
}

// moduleDict is an attribute of a module that is a dict.
func moduleDict(t *Thread, module, name string) *object.Dict {
	v := moduleAttr(t, module, name)
	if v == null {
		return nil
	}
	if !object.IsDict(v) {
		object.Raise(t, object.TRuntimeError, "%s.%s should be a dict, not %s", module, name, object.TypeName(t, v))
		return nil
	}
	return object.As[object.Dict](v)
}

// imported is the module of a name, a str.
func imported(t *Thread, name Value) Value {
	if object.As[object.Str](name).Len == 0 {
		return object.Raise(t, object.TValueError, "Empty module name")
	}
	if m := t.RT.Modules.Get(t, name); m != null && m != none || t.Exc != null {
		return m
	}
	return native.ImportModule(t, object.GoString(name))
}

// deepAttr follows a dotted name from an object: to the last part, and to what has it. Null without an exception: there is no such attribute.
func deepAttr(t *Thread, v, name Value) (found, parent Value) {
	s := object.As[object.Str](name)
	for i, n := 0, int(s.Len); ; {
		j := i
		for j < n && s.At(j) != '.' {
			j++
		}
		part := name
		if i > 0 || j < n {
			if part = object.InternValue(t, object.StrPart(t, name, i, j)); part == null {
				return null, null
			}
		}
		parent = v
		if v = object.LookupAttr(t, v, object.InternValue(t, object.ExactStr(t, part))); v == null || j == n {
			return v, parent
		}
		i = j + 1
	}
}

// hasLocals reports whether a part of a dotted name is "<locals>".
func hasLocals(name Value) bool {
	s := object.As[object.Str](name)
	const locals = "<locals>"
	for i := 0; i+len(locals) <= int(s.Len); i++ {
		j := 0
		for j < len(locals) && s.At(i+j) == rune(locals[j]) {
			j++
		}
		if j == len(locals) && (i == 0 || s.At(i-1) == '.') && (i+j == int(s.Len) || s.At(i+j) == '.') {
			return true
		}
	}
	return false
}
