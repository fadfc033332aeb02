// Access to the calling goroutine's stack.

//go:build amd64 || arm64

package heap

const haveStack = true

// scanStack stores the words in the topmost depth bytes of the stack that lie in [base, base+size) in dst, at
// most most of them, and returns how many there are. It is assembly so that the stack cannot be moved meanwhile.
//
//go:noescape
func scanStack(dst *uint64, most, base, size, depth uintptr) (n uintptr)

// stackDepth returns g.stack.hi - SP. Go has no callee-saved registers, so at this call every live value of the
// callers lies in so many bytes. The number stays valid when the stack is moved.
func stackDepth() uintptr

// StackDepth is how many bytes of its stack the calling goroutine uses.
func StackDepth() uintptr { return stackDepth() }

// Goroutine identifies the calling goroutine among those that live; 0 where that is not known.
func Goroutine() uintptr

// stackBounds returns SP, g.stack.lo and g.stack.hi.
func stackBounds() (sp, lo, hi uintptr)

// A link is one frame of the goroutine's stack: how deep its saved frame pointer lies, and the return address beside it.
type link struct{ depth, pc uintptr }

// frameChain stores at most most links in dst, innermost first, beginning with the caller's frame, and returns their number. It
// is assembly so that the stack cannot be moved meanwhile.
//
//go:noescape
func frameChain(dst *link, most uintptr) (n uintptr)
