//go:build !amd64

package numfmt

var quickHex = false

const hexBlock = 16

func encodeHex(*byte, *byte, int) { panic("numfmt: no assembly") }

func decodeHex(*byte, *byte, int) int { panic("numfmt: no assembly") }
