// Linux notes writes to pages that are registered with a userfaultfd, and tells of them (6.7 and later).

package heap

// kernelPages watches pages by the system.
type kernelPages struct{}

func newWatcher() watcher { return kernelPages{} }

// writes is a userfaultfd that notes writes, and reports none.
var writes = memoryFile{open: func() (int, error) { return openUserfault(1 << 15) }} // UFFD_FEATURE_WP_ASYNC

func (kernelPages) ready(lo, size uintptr) bool {
	fd := writes.get()
	return fd >= 0 && registerPages(fd, lo, size, faultWritten)
}

func (kernelPages) written(list []mapping, lo, size uintptr) ([]mapping, bool) {
	return scanPages(list, lo, size, pagesWritten)
}
