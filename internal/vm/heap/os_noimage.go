// Systems without files that have no name and can be mapped privately.

//go:build !linux

package heap

import "errors"

// mapImage puts what lies in used into a file, which is mapped privately in place of mapped, where used lies.
func mapImage(base uintptr, used, mapped []mapping) (shadow, view mapping, file int, err error) {
	return shadow, view, -1, errors.ErrUnsupported
}

const pagesMade, pagesOwn = 0, 1

func pagesOf(list []mapping, addr, size uintptr, kind int) ([]mapping, bool) { return list, false }

func mapFile(fd int, from, addr, size uintptr) error { return errors.ErrUnsupported }

func closeFile(fd int) {}

func populate(addr, size uintptr) {}
