// Images: the verified code of a module in a form of which parts can be read without the rest, so that a function costs something only when it is called.
//
// Marshal data can be read from the beginning only, since later objects refer to earlier ones by their number. An image has a table of where each object
// begins, and objects refer to each other by their index in it. It is read as it stands, without looking whether it is sound: who reads one knows that
// psy made it, to the byte.
//
//	magic | flags | number of objects n | where object 1 begins | ... | where object n begins | objects
//
// These numbers have 4 bytes, those in objects as few as needed: an image stays in memory as long as any of its functions. An object is its type code as
// in marshal data and what belongs to it. Object 1 is the module's code.

package pyc

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/opcode"
)

// imageMagic begins each image.
const imageMagic = 'p' | 's'<<8 | 'y'<<16 | 2<<24

const imageHead = 12

// imageNamesSpecs in an image's flags: see Image.NamesSpecs.
const imageNamesSpecs = 1

// Image is the verified code of a module. Its data is never changed.
type Image struct{ data []byte }

// OpenImage views data, of which the caller knows that AppendImage has written it; nil: it is none.
func OpenImage(data []byte) *Image {
	if len(data) < imageHead || binary.LittleEndian.Uint32(data) != imageMagic {
		return nil
	}
	return &Image{data}
}

// ViewImage is OpenImage of what it has accepted.
func ViewImage(data []byte) Image { return Image{data} }

// Data gives the image's bytes.
func (m Image) Data() []byte { return m.data }

// Objects is the number of objects; they count from 1.
func (m Image) Objects() int { return int(binary.LittleEndian.Uint32(m.data[8:])) }

// NamesSpecs tells whether any code in the image has the names __spec__ or __loader__.
func (m Image) NamesSpecs() bool { return m.data[4]&imageNamesSpecs != 0 }

// At gives the type code of an object, and where to read on.
func (m Image) At(n uint32) (kind byte, at ImageReader) {
	pos := binary.LittleEndian.Uint32(m.data[imageHead+4*(n-1):])
	return m.data[pos], ImageReader{m.data, int(pos) + 1}
}

// ImageReader reads what belongs to an object, one thing after the other.
type ImageReader struct {
	data []byte
	pos  int
}

// Number reads a number, or the index of an object.
func (r *ImageReader) Number() uint32 {
	b := r.data[r.pos]
	r.pos++
	if b < 0x80 {
		return uint32(b)
	}
	return r.long(b)
}

// long reads on a number that begins with b: 7 bits a byte, the lowest first.
func (r *ImageReader) long(b byte) uint32 {
	n := uint32(b & 0x7f)
	for shift := 7; ; shift += 7 {
		b = r.data[r.pos]
		r.pos++
		n |= uint32(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
}

func putNumber(out []byte, n uint32) []byte { return binary.AppendUvarint(out, uint64(n)) }

// Word reads a number of 8 bytes.
func (r *ImageReader) Word() uint64 {
	n := binary.LittleEndian.Uint64(r.data[r.pos:])
	r.pos += 8
	return n
}

// Text reads a text or bytes; it is part of the image.
func (r *ImageReader) Text() string {
	n := int(r.Number())
	b := r.data[r.pos : r.pos+n]
	r.pos += n
	return unsafe.String(unsafe.SliceData(b), n)
}

// Type codes of what images have in another form than marshal data, or in one form only.
const (
	ImageNone      = typeNone
	ImageEllipsis  = typeEllipsis
	ImageTrue      = typeTrue
	ImageFalse     = typeFalse
	ImageInt       = typeInt64         // Word
	ImageFloat     = typeBinaryFloat   // Word
	ImageComplex   = typeBinaryComplex // Word, Word
	ImageBig       = typeLong          // 1 if negative, how many words, Word ...
	ImageStr       = typeUnicode       // Text
	ImageInterned  = typeInterned      // Text
	ImageBytes     = typeString        // Text
	ImageTuple     = typeTuple         // length, index ...
	ImageFrozenSet = typeFrozenSet     // copies, length, index ...
	ImageCode      = typeCode          // see ImageShell and ImageBody
)

// ImageShell is what has to be known of a code object before it runs.
type ImageShell struct {
	ArgCount, PosOnlyArgCount, KwOnlyArgCount, StackSize, Flags, FirstLine uint32
	Locals, Cells, Free, LocalsPlus                                        uint32 // how many
	HasTry                                                                 uint32 // see Code.HasTry
	Name, QualName, Filename                                               uint32 // indices
}

const shellNumbers = int(unsafe.Sizeof(ImageShell{}) / 4)

// Shell reads the first part of a code object.
func (r *ImageReader) Shell() (s ImageShell) {
	for i := range shellNumbers {
		*(*uint32)(unsafe.Add(unsafe.Pointer(&s), 4*i)) = r.Number()
	}
	return s
}

// The body of a code object, read after the shell: constants, names and variables, each a length and indices; then, as Text, the kinds of
// variables, the instructions, the line table, the exception table. Before the instructions comes how many bytes they take with their caches, which are
// zero and left out: more than half of the bytecode.

// Bytecode reads the instructions, and how many bytes they take with their caches: see WithCaches.
func (r *ImageReader) Bytecode() (instructions string, size int) {
	size = int(r.Number())
	return r.Text(), size
}

// WithCaches writes instructions to code, which is zero, leaving room for their caches.
func WithCaches(code []byte, instructions string) {
	for at := 0; len(instructions) >= 2; instructions = instructions[2:] {
		code[at], code[at+1] = instructions[0], instructions[1]
		at += 2 + 2*int(opcode.Caches[instructions[0]])
	}
}

// withoutCaches is the inverse of WithCaches; false: there is none.
func withoutCaches(code string) (string, bool) {
	out := make([]byte, 0, len(code)/2)
	for at := 0; at < len(code); at += 2 + 2*int(opcode.Caches[code[at]]) {
		if at+2 > len(code) {
			return "", false
		}
		out = append(out, code[at], code[at+1])
	}
	again := make([]byte, len(code)+2*math.MaxUint8)
	WithCaches(again, string(out))
	return string(out), string(again[:len(code)]) == code
}

// HasTry reports whether code has exception handlers beside the one that ends every generator's body.
func (c *Code) HasTry() bool {
	const stopIterationError = 3 // of CALL_INTRINSIC_1
	for _, e := range c.ExceptionEntries() {
		if op := c.Bytecode[e.Target:]; op[0] != opcode.CALL_INTRINSIC_1 || op[1] != stopIterationError {
			return true
		}
	}
	return false
}

// MakeImage writes the image of a module's code; nil: it holds what images do not have.
func MakeImage(c *Code) []byte {
	w := imageWriter{index: map[Const]uint32{}, names: map[string]uint32{}}
	w.add(c, true)
	flags := uint32(0)
	if namesSpecs(c) {
		flags = imageNamesSpecs
	}
	size := imageHead + 4*len(w.objects)
	for _, o := range w.objects {
		size += len(o)
	}
	out := binary.LittleEndian.AppendUint32(make([]byte, 0, size), imageMagic)
	out = binary.LittleEndian.AppendUint32(out, flags)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(w.objects)))
	at := imageHead + 4*len(w.objects)
	for _, o := range w.objects {
		out = binary.LittleEndian.AppendUint32(out, uint32(at))
		at += len(o)
	}
	if w.failed || at > math.MaxInt32 {
		return nil
	}
	for _, o := range w.objects {
		out = append(out, o...)
	}
	return out
}

// imageWriter collects the objects of an image. Constants that are one object stay one.
type imageWriter struct {
	objects [][]byte
	index   map[Const]uint32
	names   map[string]uint32 // interned ones are one object by what they say
	chunk   []byte            // what is left of the memory for objects
	depth   int
	failed  bool
}

// add gives the index of a constant. names: a str that looks like a name is interned, as CPython does with the constants of code.
func (w *imageWriter) add(c Const, names bool) uint32 {
	s, isStr := c.(*Str)
	interned := isStr && (s.Interned || names && NameLike(s.S))
	if interned {
		if n, ok := w.names[s.S]; ok {
			return n
		}
	} else if n, ok := w.index[c]; ok {
		return n
	}
	w.objects = append(w.objects, nil)
	n := uint32(len(w.objects))
	if interned {
		w.names[s.S] = n
	} else if _, ok := c.(Float); !ok { // 0.0 and -0.0 are equal
		w.index[c] = n
	}
	if w.depth++; w.depth > maxDepth {
		w.failed = true
		return n
	}
	w.objects[n-1] = w.object(c, interned)
	w.depth--
	return n
}

// begin gives memory for an object that takes size bytes, with its first one.
func (w *imageWriter) begin(kind byte, size int) []byte {
	if size > len(w.chunk) {
		w.chunk = make([]byte, max(size, 1<<14))
	}
	out := append(w.chunk[:0:size], kind)
	w.chunk = w.chunk[size:]
	return out
}

func (w *imageWriter) object(c Const, interned bool) []byte {
	put := putNumber
	switch k := c.(type) {
	case None:
		return w.begin(ImageNone, 1)
	case Ellipsis:
		return w.begin(ImageEllipsis, 1)
	case Bool:
		if k {
			return w.begin(ImageTrue, 1)
		}
		return w.begin(ImageFalse, 1)
	case Int:
		return binary.LittleEndian.AppendUint64(w.begin(ImageInt, 1+8), uint64(k))
	case Float:
		return binary.LittleEndian.AppendUint64(w.begin(ImageFloat, 1+8), math.Float64bits(float64(k)))
	case *Complex:
		out := binary.LittleEndian.AppendUint64(w.begin(ImageComplex, 1+2*8), math.Float64bits(k.Real))
		return binary.LittleEndian.AppendUint64(out, math.Float64bits(k.Imag))
	case *BigInt:
		words := k.words64()
		out := put(w.begin(ImageBig, 1+2*4+8*len(words)), uint32(1-k.Sign())/2)
		out = put(out, uint32(len(words)))
		for _, x := range words {
			out = binary.LittleEndian.AppendUint64(out, x)
		}
		return out
	case *Str:
		kind := byte(ImageStr)
		if interned {
			kind = ImageInterned
		}
		return append(put(w.begin(kind, 1+4+len(k.S)), uint32(len(k.S))), k.S...)
	case *Bytes:
		return append(put(w.begin(ImageBytes, 1+4+len(k.S)), uint32(len(k.S))), k.S...)
	case *Tuple:
		return w.list(w.begin(ImageTuple, 1+4+4*len(k.Items)), k.Items)
	case *FrozenSet:
		return w.list(put(w.begin(ImageFrozenSet, 1+2*4+4*len(k.Items)), uint32(k.Copies)), k.Items)
	case *Code:
		return w.code(k)
	}
	w.failed = true
	return nil
}

// words64 is the magnitude in words of 64 bits, least significant first.
func (b *BigInt) words64() []uint64 {
	raw := b.v.Bits()
	if unsafe.Sizeof(raw[0]) == 8 {
		out := make([]uint64, len(raw))
		for i, x := range raw {
			out[i] = uint64(x)
		}
		return out
	}
	out := make([]uint64, (len(raw)+1)/2)
	for i, x := range raw {
		out[i/2] |= uint64(x) << (32 * (i % 2))
	}
	return out
}

func (w *imageWriter) list(out []byte, items []Const) []byte {
	out = putNumber(out, uint32(len(items)))
	for _, c := range items {
		out = putNumber(out, w.add(c, true))
	}
	return out
}

func (w *imageWriter) strs(out []byte, names []*Str) []byte {
	out = putNumber(out, uint32(len(names)))
	for _, s := range names {
		out = putNumber(out, w.name(s))
	}
	return out
}

// name gives the index of a str that is interned in any case.
func (w *imageWriter) name(s *Str) uint32 {
	if s.Interned {
		return w.add(s, true)
	}
	return w.add(&Str{S: s.S, Interned: true}, true)
}

func (w *imageWriter) code(c *Code) []byte {
	s := ImageShell{
		uint32(c.ArgCount), uint32(c.PosOnlyArgCount), uint32(c.KwOnlyArgCount), uint32(c.StackSize), uint32(c.Flags), uint32(c.FirstLine),
		uint32(c.NumLocals()), uint32(c.NumCells()), uint32(c.NumFree()), uint32(len(c.LocalsPlusNames)), 0,
		w.name(c.Name), w.name(c.QualName), w.add(c.Filename, false),
	}
	if c.HasTry() {
		s.HasTry = 1
	}
	instructions, ok := withoutCaches(c.Bytecode)
	if !ok {
		w.failed = true
	}
	numbers := shellNumbers + 3 + 1 + len(c.Consts) + len(c.Names) + len(c.LocalsPlusNames) + 4
	out := w.begin(ImageCode, 1+4*numbers+len(c.LocalsPlusKinds)+len(instructions)+len(c.LineTable)+len(c.ExceptionTable))
	for i := range shellNumbers {
		out = putNumber(out, *(*uint32)(unsafe.Add(unsafe.Pointer(&s), 4*i)))
	}
	out = w.strs(w.strs(w.list(out, c.Consts), c.Names), c.LocalsPlusNames)
	out = putText(out, c.LocalsPlusKinds)
	out = putText(putNumber(out, uint32(len(c.Bytecode))), instructions)
	return putText(putText(out, c.LineTable), c.ExceptionTable)
}

func putText(out []byte, text string) []byte {
	return append(putNumber(out, uint32(len(text))), text...)
}

// NameLike reports whether CPython's compiler interns a constant string: it consists of letters, digits and underscores.
func NameLike(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !(c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			return false
		}
	}
	return true
}

// namesSpecs tells whether code, or what is nested in it, has the names __spec__ or __loader__.
func namesSpecs(c *Code) bool {
	for _, n := range c.Names {
		if n.S == "__spec__" || n.S == "__loader__" {
			return true
		}
	}
	for _, k := range c.Consts {
		if in, ok := k.(*Code); ok && namesSpecs(in) {
			return true
		}
	}
	return false
}
