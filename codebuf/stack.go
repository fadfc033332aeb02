// Stacks for machine code to run on.

package codebuf

import (
	"os"
	"unsafe"
)

// Stack is the native stack of one thread. It takes memory only as far as it is used.
type Stack struct{ Lo, Hi uintptr }

// NewStack maps a stack of at least size bytes, with a guard page below it.
func NewStack(size int) (*Stack, error) {
	page := uintptr(os.Getpagesize())
	n := (uintptr(size)+page-1)&^(page-1) + page
	p, err := mapStack(n, page)
	if err != nil {
		return nil, err
	}
	return &Stack{p + page, p + n}, nil
}

// Close unmaps s.
func (s *Stack) Close() error {
	page := uintptr(os.Getpagesize())
	lo, hi := s.Lo-page, s.Hi
	*s = Stack{}
	return unmap(lo, hi-lo)
}

// Words are the words of mapped memory in [lo, hi), as x86.Context.Live gives it, for scanning.
func Words(lo, hi uintptr) []uintptr {
	return unsafe.Slice((*uintptr)(address(lo)), (hi-lo)/8)
}

// address turns the address of mapped memory, which Go's collector ignores, into a pointer.
func address(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }
