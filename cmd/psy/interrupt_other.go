//go:build !unix

package main

import "os"

// dumpSignal: there is none.
var dumpSignal os.Signal

// dieByInterrupt ends the process as an interrupted one does.
func dieByInterrupt() { os.Exit(130) }
