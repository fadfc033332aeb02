// The share of time spent in compiled code.
package stats

// Share counts samples of where the program was. Sampling is the business of who keeps statistics; the engine pays nothing for it.
type Share struct {
	Native uint64 // in machine code
	Helper uint64 // in Go code called by machine code
	Other  uint64 // in the interpreter, the collector, the compiler
}

// Native share of all samples, from 0 to 1.
func (h Share) share() float64 {
	if h.Native == 0 {
		return 0
	}
	return float64(h.Native) / float64(h.Native+h.Helper+h.Other)
}
