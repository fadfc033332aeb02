//go:build !unix

package peak

import "os"

// Megabytes is unknown on this system.
func Megabytes(*os.ProcessState) float64 { return 0 }
