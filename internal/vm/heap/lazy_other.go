// Systems that do not tell of missing pages.

//go:build !linux

package heap

func (im *Image) makeLazy(h *Heap) bool { return false }
