// Streams with a head and a checksum: zlib's (RFC 1950) and gzip's (RFC 1952).

package inflate

import (
	"hash/crc32"
)

// Format says what stands around the data.
type Format uint8

// The formats; Any is the one of zlib and gzip that the stream begins as.
const (
	Raw Format = iota
	Zlib
	Gzip
	Any
)

// Dictionary is the error of a stream that wants a dictionary first.
const Dictionary = Error("a dictionary is needed")

type phase uint8

const (
	head phase = iota
	extraLength
	extra
	name
	comment
	headSum
	dictionaryID
	dictionary
	body
	tail
	end
)

// Stream is the state of a stream of any format. It holds no pointers, as a Decoder.
type Stream struct {
	Decoder
	frame
}

// frame is what stands around the data, as far as it was read.
type frame struct {
	format  Format
	phase   phase
	flags   byte     // of a gzip head
	largest int      // the largest window that is taken, as its logarithm; 0: any
	part    [10]byte // what was read of a part of known size
	n       int
	skip    int
	sum     uint32
	total   uint32
	dictSum uint32
}

// Init makes s a new stream, whatever it was before; windowBits is the logarithm of the largest window that it may want, 0 for any.
func (s *Stream) Init(f Format, windowBits int) {
	s.progress, s.frame = progress{}, frame{format: f, largest: windowBits, sum: 1}
	if f == Raw {
		s.phase = body
	}
}

// Ended reports the end of the stream, its checksum included.
func (s *Stream) Ended() bool { return s.phase == end }

// UseDictionary gives the dictionary that a stream wants; false if it wants another one.
func (s *Stream) UseDictionary(dict []byte) bool {
	if s.phase == dictionary {
		if Adler32(1, dict) != s.dictSum {
			return false
		}
		s.phase = body
	}
	s.SetDictionary(dict)
	return true
}

// Adler32 goes on with a checksum; that of nothing is 1.
func Adler32(sum uint32, b []byte) uint32 {
	const mod, most = 65521, 5552 // so many bytes without overflow
	lo, hi := sum&0xffff, sum>>16
	for len(b) > 0 {
		part := b[:min(len(b), most)]
		b = b[len(part):]
		for len(part) >= 8 {
			p := (*[8]byte)(part)
			a, c, d, e, f, g, h, i := uint32(p[0]), uint32(p[1]), uint32(p[2]), uint32(p[3]), uint32(p[4]), uint32(p[5]), uint32(p[6]), uint32(p[7])
			hi += 8*lo + 8*a + 7*c + 6*d + 5*e + 4*f + 3*g + 2*h + i
			lo += a + c + d + e + f + g + h + i
			part = part[8:]
		}
		for _, c := range part {
			lo += uint32(c)
			hi += lo
		}
		lo %= mod
		hi %= mod
	}
	return hi<<16 | lo
}

// Run is Decoder.Run for the whole stream.
func (s *Stream) Run(out, in []byte, limit int) ([]byte, int, error) {
	used := 0
	read := func(n int) bool { // collects n bytes in s.part
		for s.n < n && used < len(in) {
			s.part[s.n] = in[used]
			s.n++
			used++
		}
		if s.n < n {
			return false
		}
		s.n = 0
		return true
	}
	for {
		switch s.phase {
		case head:
			if !read(2) {
				return out, used, nil
			}
			if err := s.head(); err != nil {
				return out, used, err
			}
		case extraLength: // and before it the rest of a gzip head
			if s.skip > 0 {
				if !read(s.skip) {
					return out, used, nil
				}
				if s.skip = 0; s.part[0] != 8 {
					return out, used, Error("unknown compression method")
				}
				if s.flags = s.part[1]; s.flags&0xe0 != 0 {
					return out, used, Error("unknown header flags set")
				}
			}
			if s.flags&4 != 0 {
				if !read(2) {
					return out, used, nil
				}
				s.skip = int(s.part[0]) | int(s.part[1])<<8
			}
			s.phase = extra
		case extra:
			n := min(s.skip, len(in)-used)
			used += n
			if s.skip -= n; s.skip > 0 {
				return out, used, nil
			}
			s.phase = name
		case name, comment:
			for flag := byte(8) << (s.phase - name); s.flags&flag != 0; used++ {
				if used == len(in) {
					return out, used, nil
				}
				if in[used] == 0 {
					s.flags &^= flag
				}
			}
			s.phase++
		case headSum: // not checked
			if s.flags&2 != 0 && !read(2) {
				return out, used, nil
			}
			s.phase = body
		case dictionaryID:
			if !read(4) {
				return out, used, nil
			}
			s.dictSum, s.phase = bigEndian(s.part[:4]), dictionary
		case dictionary:
			return out, used, Dictionary
		case body:
			before := len(out)
			var n int
			var err error
			out, n, err = s.Decoder.Run(out, in[used:], limit)
			used += n
			s.total += uint32(len(out) - before)
			switch s.format {
			case Zlib:
				s.sum = Adler32(s.sum, out[before:])
			case Gzip:
				s.sum = crc32.Update(s.sum, crc32.IEEETable, out[before:])
			}
			if err != nil || !s.Done() {
				return out, used, err
			}
			s.phase = tail
		case tail:
			switch s.format {
			case Zlib:
				if !read(4) {
					return out, used, nil
				}
				if bigEndian(s.part[:4]) != s.sum {
					return out, used, Error("incorrect data check")
				}
			case Gzip:
				if !read(8) {
					return out, used, nil
				}
				if littleEndian(s.part[:4]) != s.sum {
					return out, used, Error("incorrect data check")
				}
				if littleEndian(s.part[4:8]) != s.total {
					return out, used, Error("incorrect length check")
				}
			}
			s.phase = end
		case end:
			return out, used, nil
		}
	}
}

func bigEndian(b []byte) uint32 {
	return uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
}

func littleEndian(b []byte) uint32 {
	return uint32(b[3])<<24 | uint32(b[2])<<16 | uint32(b[1])<<8 | uint32(b[0])
}

// head looks at the first two bytes.
func (s *Stream) head() error {
	a, b := s.part[0], s.part[1]
	if s.format != Zlib && a == 0x1f && b == 0x8b {
		s.format, s.phase, s.sum = Gzip, extraLength, 0
		s.skip = 8
		return nil
	}
	switch {
	case s.format == Gzip || (int(a)<<8|int(b))%31 != 0:
		return Error("incorrect header check")
	case a&15 != 8:
		return Error("unknown compression method")
	case a>>4 > 7 || s.largest > 0 && int(a>>4)+8 > s.largest:
		return Error("invalid window size")
	}
	s.format, s.phase = Zlib, body
	if b&0x20 != 0 {
		s.phase = dictionaryID
	}
	return nil
}
