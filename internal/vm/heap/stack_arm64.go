// How frames lie on the goroutine's stack.

package heap

// A link's frame pointer lies right below the frame, and its return address is in the frame. So the frame of the function that
// a link returns to ends where the frame of the second link after it begins.
const frameSkip, frameBytes = 2, 0
