//go:build !linux || !amd64 || cgo

// Systems and processors where Go's thread is left alone. With cgo, C's library has a use for the signal.

package watcher

// Calm does nothing.
func Calm() {}

// Forked does nothing.
func Forked(func(id int) int) {}

// Alert does nothing.
func Alert() {}
