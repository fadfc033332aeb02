// Package pyc reads compiled Python files: the .pyc container, marshal data, code objects and their
// tables, and the verifier that checks every code object before a byte of it runs.
// Its output is plain immutable Go data, shared freely between runtimes; it must not know the heap or Python objects.
//
//psy:bounded objects are read to a depth of maxDepth, and made of Python objects to about that
package pyc

import (
	"encoding/binary"
	"errors"
	"math"
)

// Magic is the first word of a .pyc file of CPython 3.13.
const Magic = 3571 | '\r'<<16 | '\n'<<24

const headerSize = 16

// Flags of the container.
const (
	HashBased   = 1 // the header holds a hash of the source, not its time and size
	CheckSource = 2 // the hash is to be compared with the source
)

// Header is what stands before the code in a .pyc file.
type Header struct {
	Flags uint32
	MTime uint32 // of the source, if not hash-based
	Size  uint32 // of the source, if not hash-based
	Hash  uint64 // of the source, if hash-based
}

// Program is a verified .pyc file.
type Program struct {
	Header Header
	Code   *Code // of the module
}

// ParseHeader reads the container's header.
func ParseHeader(data []byte) (Header, error) {
	if len(data) < 4 {
		return Header{}, &Error{Rule: "header", Offset: len(data), Detail: "the file ends in its header"}
	}
	if binary.LittleEndian.Uint32(data) != Magic {
		return Header{}, ErrMagic
	}
	if len(data) < headerSize {
		return Header{}, &Error{Rule: "header", Offset: len(data), Detail: "the file ends in its header"}
	}
	h := Header{Flags: binary.LittleEndian.Uint32(data[4:])}
	if h.Flags&HashBased != 0 {
		h.Hash = binary.LittleEndian.Uint64(data[8:])
	} else {
		h.MTime = binary.LittleEndian.Uint32(data[8:])
		h.Size = binary.LittleEndian.Uint32(data[12:])
	}
	if h.Flags&^(HashBased|CheckSource) != 0 {
		return Header{}, &Error{Rule: "header", Offset: 4, Detail: "unknown flags"}
	}
	return h, nil
}

// AppendHeader writes the container's header.
func AppendHeader(out []byte, h Header) []byte {
	out = binary.LittleEndian.AppendUint32(out, Magic)
	out = binary.LittleEndian.AppendUint32(out, h.Flags)
	if h.Flags&HashBased != 0 {
		return binary.LittleEndian.AppendUint64(out, h.Hash)
	}
	out = binary.LittleEndian.AppendUint32(out, h.MTime)
	return binary.LittleEndian.AppendUint32(out, h.Size)
}

// Load reads a .pyc file and verifies all code in it.
func Load(data []byte) (*Program, error) {
	p, err := read(data)
	if err != nil {
		return nil, err
	}
	if err := p.Code.verifyModule(len(data)); err != nil {
		return nil, err
	}
	return p, nil
}

// LoadVerified reads a .pyc file of which the caller knows that Load has accepted it, to the byte: that this process has loaded it, or that a
// cryptographic sum of it is on record. The data must not be changed any more.
func LoadVerified(data []byte) (*Program, error) { return readKept(data, true) }

// read does what Load does but for the verifier.
func read(data []byte) (*Program, error) { return readKept(data, false) }

// readKept is read; keep: the data will not be changed, and strings may be parts of it.
func readKept(data []byte, keep bool) (*Program, error) {
	h, err := ParseHeader(data)
	if err != nil {
		return nil, err
	}
	if len(data) > math.MaxInt32 {
		return nil, &Error{Rule: "quota", Offset: headerSize, Detail: "the file is too large"}
	}
	c, _, err := unmarshal(data[headerSize:], nil, keep)
	if err != nil {
		e := &Error{Rule: "marshal", Offset: headerSize, Detail: err.Error()}
		if me := (*MarshalError)(nil); errors.As(err, &me) {
			e.Offset, e.Detail = headerSize+me.Offset, me.Msg
		}
		return nil, e
	}
	code, ok := c.(*Code)
	if !ok {
		return nil, &Error{Rule: "marshal", Offset: headerSize, Detail: "the file holds no code object"}
	}
	return &Program{Header: h, Code: code}, nil
}

// Dump writes a .pyc file.
func Dump(p *Program) ([]byte, error) {
	body, err := Marshal(p.Code)
	if err != nil {
		return nil, err
	}
	return append(AppendHeader(nil, p.Header), body...), nil
}
