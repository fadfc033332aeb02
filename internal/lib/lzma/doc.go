// Package lzma compresses and decompresses LZMA data piece by piece, in .xz streams, in the older .lzma format, and raw, through chains of filters.
// Input may end anywhere, and output may be limited. States say how much memory they take before they take it, so that a caller can count it.
//
// Streams are what liblzma 5.4 reads and writes, and what is wrong with them is found where it finds it. What an Encoder makes is not the same
// bytes, but about as many.
package lzma

import (
	"hash/crc32"
	"hash/crc64"
	"sync"
)

// Error is what is wrong with a stream, or with what is wanted of it.
type Error string

func (e Error) Error() string { return string(e) }

// The errors.
const (
	ErrRoom    = Error("memory is needed") // Memory bytes; Allow says that they may be used
	ErrLimit   = Error("memory usage limit exceeded")
	ErrFormat  = Error("input format not supported by decoder")
	ErrOptions = Error("invalid or unsupported options")
	ErrData    = Error("corrupt input data")
	ErrCheck   = Error("unsupported integrity check")
	ErrUsage   = Error("internal error") // what is wanted makes no sense
)

// Format is what stands around the data.
type Format uint8

// The formats; Auto is XZ or Alone, whatever a stream begins as.
const (
	Auto Format = iota
	XZ
	Alone
	Raw
)

// Checks of .xz streams.
const (
	CheckNone    = 0
	CheckCRC32   = 1
	CheckCRC64   = 4
	CheckSHA256  = 10
	CheckMax     = 15
	CheckUnknown = 16
)

// IsCheck reports whether a check can be computed.
func IsCheck(n int) bool {
	return n == CheckNone || n == CheckCRC32 || n == CheckCRC64 || n == CheckSHA256
}

// Filters' numbers.
const (
	LZMA1    = 0x4000000000000001
	LZMA2    = 0x21
	Delta    = 3
	X86      = 4
	PowerPC  = 5
	IA64     = 6
	ARM      = 7
	ARMThumb = 8
	SPARC    = 9
)

// Filter is one of a chain.
type Filter struct {
	ID     uint64
	Dist   int    // of a delta filter
	Offset uint32 // where a filter of machine code begins
	Options
}

// Options are those of LZMA1 and LZMA2. Decoders use the sizes alone.
type Options struct {
	DictSize   uint32
	LC, LP, PB int
	Mode       int // ModeFast or ModeNormal
	Nice       int // matches of this length are taken without looking further
	Finder     int // HC3 ... BT4
	Depth      int // how many candidates are looked at; 0: by the others
}

// Modes, and ways to find matches.
const (
	ModeFast   = 1
	ModeNormal = 2
	HC3        = 3
	HC4        = 4
	BT2        = 0x12
	BT3        = 0x13
	BT4        = 0x14
)

// Extreme is a flag of presets.
const Extreme = 1 << 31

// Preset is the options that a number from 0 to 9 stands for, perhaps with Extreme; false: it stands for none.
func Preset(n uint32) (o Options, ok bool) {
	level := n &^ Extreme
	if level > 9 {
		return o, false
	}
	o = Options{LC: 3, PB: 2, DictSize: 1 << [10]int{18, 20, 21, 22, 22, 23, 23, 24, 25, 26}[level], Mode: ModeNormal, Finder: BT4, Nice: 64}
	switch {
	case level == 0:
		o.Mode, o.Finder, o.Nice, o.Depth = ModeFast, HC3, 128, 4
	case level <= 3:
		o.Mode, o.Finder = ModeFast, HC4
		o.Nice, o.Depth = [4]int{0, 128, 273, 273}[level], [4]int{0, 8, 24, 48}[level]
	case level == 4:
		o.Nice = 16
	case level == 5:
		o.Nice = 32
	}
	if n&Extreme != 0 {
		o.Mode, o.Finder = ModeNormal, BT4
		if o.Nice, o.Depth = 273, 512; level == 3 || level == 5 {
			o.Nice, o.Depth = 192, 0
		}
	}
	return o, true
}

const (
	minDict  = 1 << 12
	maxState = 12
	minMatch = 2
	maxMatch = 273
	lenLow   = 8 // lengths of the low and of the middle range
	slots    = 64
	alignTop = 16
	initProb = 1 << 10
)

// sizes reports whether lc, lp and pb make sense.
func (o *Options) sizes() bool {
	return o.LC >= 0 && o.LP >= 0 && o.PB >= 0 && o.LC <= 4 && o.LP <= 4 && o.LC+o.LP <= 4 && o.PB <= 4
}

// lengthProbs are the probabilities of a coder of lengths.
type lengthProbs struct {
	choice   [2]uint16
	low, mid [16][lenLow]uint16
	high     [256]uint16
}

// probs are all probabilities of a stream.
type probs struct {
	match    [maxState << 4]uint16
	rep0Long [maxState << 4]uint16
	rep      [maxState]uint16
	rep0     [maxState]uint16
	rep1     [maxState]uint16
	rep2     [maxState]uint16
	slot     [4][slots]uint16
	special  [128]uint16
	align    [alignTop]uint16
	length   lengthProbs
	repeated lengthProbs
	literal  [16 * 0x300]uint16
}

func fill(p []uint16) {
	for i := range p {
		p[i] = initProb
	}
}

func (l *lengthProbs) reset() {
	fill(l.choice[:])
	for i := range l.low {
		fill(l.low[i][:])
		fill(l.mid[i][:])
	}
	fill(l.high[:])
}

// reset begins anew; so many contexts of literals are used.
func (p *probs) reset(contexts int) {
	for _, a := range [][]uint16{p.match[:], p.rep0Long[:], p.rep[:], p.rep0[:], p.rep1[:], p.rep2[:], p.special[:], p.align[:], p.literal[:contexts*0x300]} {
		fill(a)
	}
	for i := range p.slot {
		fill(p.slot[i][:])
	}
	p.length.reset()
	p.repeated.reset()
}

// States after symbols: how the next ones depend on the last ones.
func afterLiteral(state uint32) uint32 {
	switch {
	case state < 4:
		return 0
	case state < 10:
		return state - 3
	}
	return state - 6
}

// after is the state after a match (7), a repeated match (8) or a short one (9).
func after(kind, state uint32) uint32 {
	switch {
	case state < 7:
		return kind
	case kind == 7:
		return 10
	}
	return 11
}

var ecma = sync.OnceValue(func() *crc64.Table { return crc64.MakeTable(crc64.ECMA) })

func crc(b []byte) uint32 { return crc32.ChecksumIEEE(b) }
