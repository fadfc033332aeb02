// Package ctypes is the module _ctypes: C's types, over memory that psy owns.
//
// It is written in Python (ctypes.py), as CPython's importlib is: its metaclasses, descriptors and conversions are Python's by nature. A
// block of memory is a bytearray, or the buffer of another object, and an address is a number that stands for a place in a block: reading
// through a pointer looks for the block that has the address, and fails where there is none. So no program can read or write what is not
// its own, whatever numbers it computes. For the same reason no foreign library is loaded, and no foreign function called.
package ctypes

import (
	_ "embed"

	"github.com/psyco-go/psy/internal/modules/native"
)

//go:embed ctypes.py
var source string

var _ = native.Register(native.ModuleDef{Name: "_ctypes", Init: native.PythonSource("<_ctypes>", source)})
