// What need not be verified again: the compiled modules of the library, as this psy compiles them, by their sums.

package codecache

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
)

//go:generate go run ../../gen/genlibrary known

// knownSums has a line for each, sorted. To have other code taken for one of them, an attacker would have to find another text with the same
// sum, of 128 bits; so what has a sum that is known is what was verified when the sums were made, wherever it comes from.
//
//go:embed generated_known.txt
var knownSums string

const knownLine = 2*16 + 1

// KnownSum is the sum that a compiled module is known by.
func KnownSum(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:16])
}

// isKnown tells whether a compiled module is one of the library.
func isKnown(body []byte) bool {
	sum := KnownSum(body)
	low, high := 0, len(knownSums)/knownLine
	for low < high {
		mid := (low + high) / 2
		switch line := knownSums[mid*knownLine : (mid+1)*knownLine-1]; {
		case line == sum:
			return true
		case line < sum:
			low = mid + 1
		default:
			high = mid
		}
	}
	return false
}
