// Signals, where there are none.

//go:build !unix

package main

// setActions has nothing to do where there are no signals.
func setActions() {}
