// Package pycompiler compiles bytecode to machine code: the compile loop, and the meta-implementations of the instructions.
// It must not know the command line, files or modules.
//
// The loop (compile.go) is the interpreter's loop over vinfos: it fetches an instruction and calls its meta-implementation, which emits code and
// changes the state. Code comes in buffers, each from a safe point (a snapshot) to the place where the compiler stopped:
//
//	compile.go   mergeHere: at a merge point, either code for this state exists (unify, jump), or a new version begins
//	promote.go   promotion: compilation stops until a run-time value or class is known
//	compile.go   when: a run-time condition, whose rare side is respawned; pause: a branch not yet compiled
//	inline.go    a short function is compiled as part of its caller; where the callee needs a frame after all, the call is made late
//	exit.go      exceptions, and the way back to tier 1
//	watch.go     what observers (dumps, listings, checks) learn of the compiler's work
//
// Wherever the compiler stopped there is a stub (stub.go): when it is reached, Go compiles the sequel and patches the jump to the stub.
package pycompiler
