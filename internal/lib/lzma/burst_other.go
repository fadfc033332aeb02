//go:build !amd64

// What is assembly elsewhere.

package lzma

const quickBurst = false

func decodeBurst(*burst) int { panic("lzma: no bursts") }
