// Systems other than Linux decide themselves which pages of a file stay.

//go:build !linux

package ownfile

// Forget does nothing.
func Forget() {}
