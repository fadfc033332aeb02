// Package codebuf keeps machine code: memory that is mapped twice, and the buffers in it. It must not know what the code
// does; it knows where buffers lie, which jumps lead from one to another, and what all of it costs.
//
// The memory is a file without a name (memfd), mapped once readable and writable, for the writer, and once readable and
// executable, for the processor. No address is both.
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
// A Jump is such a field. It goes to its fallback, a stub in its own buffer, until Link patches it to another buffer;
// when that one is freed, the jump goes to its fallback again. So code never leads to freed memory.
//
// A Memory and its buffers belong to one runtime and are used under its lock. Only patching may happen while other
// threads run the code: a patch is one atomic store.
package codebuf
