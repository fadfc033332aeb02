// How frames lie on the goroutine's stack.

package heap

// The frame of the function that a link returns to lies between the link's frame pointer with its return address and those of
// the next link.
const frameSkip, frameBytes = 1, 16
