// Names that Go code looks up often: interned once per runtime, reached by index without hashing.

package object

// Name is an index into Runtime.Names.
type Name uint16

//go:generate go run ./gen/names

// N returns the interned str of a name.
func (t *Thread) N(n Name) Value { return t.RT.Names[n] }
