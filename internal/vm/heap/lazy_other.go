// Systems that do not tell of missing pages.

//go:build !linux

package heap

func (im *Image) makeLazy(h *Heap) bool { return false }

// Made is for copies whose pages are made when they are touched.
func (h *Heap) Made() {}

func (l *Lazy) make(*Image, []uint32) byte { return 0 }

func (h *Heap) pages(bool) []uint32 { return nil }
