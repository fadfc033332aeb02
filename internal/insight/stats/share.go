// The share of time spent in compiled code, from Go's CPU profile: 100 samples a second of processor time, which cost machine code nothing.
//
// The profiler knows no function at an address in machine code, and so says ExternalCode, called from System.
// Go code that machine code called has the trampoline among its callers.

package stats

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"runtime/pprof"
)

// Share counts samples of where the process was.
type Share struct {
	Native uint64 // in machine code
	Helper uint64 // in Go code called by machine code
	Other  uint64 // in the interpreter, the collectors, the compiler
}

// Samples is how many there are.
func (h Share) Samples() uint64 { return h.Native + h.Helper + h.Other }

// Of gives n as a share of all samples, from 0 to 1.
func (h Share) Of(n uint64) float64 { return float64(n) / float64(max(h.Samples(), 1)) }

// Sample takes samples until the function returned is called, which adds them to s.Share. The trampoline is the full name of
// the function that machine code is entered through. It fails when the process is being profiled already.
func (s *Stats) Sample(trampoline string) (stop func() error, err error) {
	var profile bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		return nil, err
	}
	return func() error {
		pprof.StopCPUProfile()
		return s.Share.read(&profile, trampoline)
	}, nil
}

// Names in profiles, and the fields of the messages in pprof's profile.proto that are read here.
const (
	externalCode = "runtime._ExternalCode"
	system       = "runtime._System"

	profileSample, profileLocation, profileFunction, profileStrings = 2, 4, 5, 6
	sampleLocations, sampleValues                                   = 1, 2
	locationID, locationLine, lineFunction                          = 1, 4, 1
	functionID, functionName                                        = 1, 2
)

// read adds the samples of a profile.
func (h *Share) read(profile io.Reader, trampoline string) error {
	in, err := gzip.NewReader(profile)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	var strings []string
	var samples []message
	functions := map[uint64]uint64{} // name by id
	locations := map[uint64][]uint64{}
	top, err := parse(data)
	if err != nil {
		return err
	}
	for _, f := range top {
		if f.num == profileStrings {
			strings = append(strings, string(f.bytes))
			continue
		}
		if f.num != profileSample && f.num != profileLocation && f.num != profileFunction {
			continue
		}
		m, err := parse(f.bytes)
		if err != nil {
			return err
		}
		switch f.num {
		case profileSample:
			samples = append(samples, m)
		case profileFunction:
			functions[m.number(functionID)] = m.number(functionName)
		case profileLocation:
			id := m.number(locationID)
			for _, line := range m {
				if line.num == locationLine {
					l, err := parse(line.bytes)
					if err != nil {
						return err
					}
					locations[id] = append(locations[id], l.number(lineFunction))
				}
			}
		}
	}
	for _, m := range samples {
		n, helper, outside, known := uint64(0), false, false, false
		if v := m.numbers(sampleValues); len(v) > 0 {
			n = v[0]
		}
		for i, loc := range m.numbers(sampleLocations) {
			for _, f := range locations[loc] {
				name := strings[min(functions[f], uint64(len(strings)-1))]
				known = known || i == 0 && name != externalCode
				outside = outside || i == 1 && name == system
				helper = helper || name == trampoline
			}
		}
		switch {
		case outside && !known:
			h.Native += n
		case helper:
			h.Helper += n
		default:
			h.Other += n
		}
	}
	return nil
}

// A message in the encoding of protocol buffers: its fields in order.
type message []field

type field struct {
	num    uint64
	varint uint64
	bytes  []byte
}

var errProfile = errors.New("a damaged profile")

func parse(data []byte) (message, error) {
	const wireVarint, wireBytes = 0, 2
	var m message
	for len(data) > 0 {
		key, n := binary.Uvarint(data)
		v, k := binary.Uvarint(data[max(n, 0):])
		if n <= 0 || k <= 0 {
			return nil, errProfile
		}
		data = data[n+k:]
		f := field{num: key >> 3, varint: v}
		switch key & 7 {
		case wireVarint:
		case wireBytes:
			if v > uint64(len(data)) {
				return nil, errProfile
			}
			f.bytes, data = data[:v], data[v:]
		default:
			return nil, errProfile
		}
		m = append(m, f)
	}
	return m, nil
}

func (m message) number(num uint64) uint64 {
	for _, f := range m {
		if f.num == num {
			return f.varint
		}
	}
	return 0
}

// numbers are the values of a repeated field, packed or not.
func (m message) numbers(num uint64) (out []uint64) {
	for _, f := range m {
		if f.num != num {
			continue
		}
		if f.bytes == nil {
			out = append(out, f.varint)
		}
		for b := f.bytes; len(b) > 0; {
			v, n := binary.Uvarint(b)
			if n <= 0 {
				break
			}
			out, b = append(out, v), b[n:]
		}
	}
	return out
}
