// The error numbers of other systems.

//go:build !linux

package posix

// moreErrnos gives nothing: what other systems have besides is not known here.
func moreErrnos() []errnoName { return nil }
