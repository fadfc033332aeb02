// Package pycompiler compiles bytecode to machine code: the compile loop, and the meta-implementations of the instructions.
// It must not know the command line, files or modules.
//
// The loop (compile.go) is the interpreter's, over vinfos: it fetches an instruction and calls its meta-implementation, which emits code
// and changes the state. Code comes in buffers, each from a safe point (a snapshot) to where the compiler stopped:
//
//	merge.go     a merge point: code for this state exists (unify, jump), or a new buffer begins
//	promote.go   the code would be better if a value or class were known: stop, and go on when it is
//	compile.go   when: a run-time condition, whose rare side is respawned; pause: a branch not yet compiled
//	inline.go    a short function is compiled as part of its caller; where it needs a frame after all, the call is made late
//	exit.go      exceptions, and the way back to tier 1
//	watch.go     who is told what the compiler does, and what may be read of it
//
// Each of these ends in a stub (stub.go): when the processor comes there, Go compiles the sequel and patches the jump.
package pycompiler
