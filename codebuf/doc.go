// Package codebuf holds machine code: memory that is mapped twice, and the buffers in it. It must not know what the code does; it knows where
// buffers lie, which jumps lead from one to another, and how much memory all of it takes.
//
// The memory is an unnamed file (memfd). It is mapped once readable and writable, for the writer, and once readable and executable, for the
// processor. No mapping is both writable and executable.
//
// A Buffer has a kind, code, and jumps:
//
//	  buffer A                               buffer B
//	+----------------------+               +------------------+
//	| ...                  |     linked    |                  |
//	| jcc  field ----------|-------------> | code             |
//	| ...                  |               +------------------+
//	| fallback stub <------|- not linked
//	+----------------------+
//
// A Jump is such a field. It leads to its fallback, a stub in its own buffer, until Link patches it to lead to another buffer. When that buffer is
// freed, the jump leads to its fallback again. So code never leads to freed memory.
//
// A Memory and its buffers belong to one runtime and are used under its lock. Only patching may happen while other
// threads run the code: a patch is one atomic store.
package codebuf
