// Numbers as text.

package native

import "strconv"

// Itoa is a number as text.
func Itoa(n int) string { return strconv.Itoa(n) }

// Utoa is an unsigned number as text.
func Utoa(n uint64) string { return strconv.FormatUint(n, 10) }
