// Other processors: the goroutine's stack cannot be read, so nothing is ever freed (see Collect). Programs
// run until the cap is reached.

//go:build !amd64 && !arm64

package heap

const haveStack = false

func scanStack(dst *uint64, most, base, size, depth uintptr) (n uintptr) { return 0 }

func stackDepth() uintptr { return 0 }

// StackDepth is unknown here.
func StackDepth() uintptr { return 0 }

// Goroutine is unknown here.
func Goroutine() uintptr { return 0 }

func stackBounds() (sp, lo, hi uintptr) { return 0, 0, 0 }

type link struct{ depth, pc uintptr }

func frameChain(*link, uintptr) uintptr { return 0 }

const frameSkip, frameBytes = 1, 0
