// What is assembly.

package lzma

// quickBurst says that there is assembly. Tests change it.
var quickBurst = true

//go:noescape
func decodeBurst(b *burst) int
