// Package dap is a debugger for Python programs, spoken to by the Debug Adapter Protocol. It must not know the command line, the Go API, the compiler, nor how
// worlds are made.
//
// A Debugger belongs to a runtime. It hears of events as a tool of sys.monitoring (interp.Debugger), and stops the program by not returning from one: the
// thread that is stopped keeps the runtime's lock, so all others stand still. What a client asks for (stacks, variables, expressions) is done by the
// goroutine that is stopped, or at the next poll. Without breakpoints no code is instrumented, and machine code runs.
package dap
