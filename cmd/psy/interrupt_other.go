//go:build !unix

package main

import "os"

// dieByInterrupt ends the process as an interrupted one does.
func dieByInterrupt() { os.Exit(130) }
