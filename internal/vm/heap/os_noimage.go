// Systems without files that have no name and can be mapped privately.

//go:build !linux

package heap

import "errors"

// mapImage puts what lies in used into a file, which is mapped privately in place of mapped, where used lies.
func mapImage(base uintptr, used, mapped []mapping) (shadow, view mapping, file int, err error) {
	return shadow, view, -1, errors.ErrUnsupported
}

func writtenPages(addr uintptr, pages []uint64) bool { return false }

func isWritten(page uint64) bool { return true }

func mapFile(fd int, from, addr, size uintptr) error { return errors.ErrUnsupported }

func closeFile(fd int) {}

func populate(addr, size uintptr) {}
