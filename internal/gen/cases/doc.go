// Package cases reads the definition of the instructions (internal/vm/interp/bytecodes.def) and writes everything that
// is generated from it: the interpreter, the tables of package opcode, the helpers, the documentation.
// It must not know Python objects; it only writes text.
package cases
