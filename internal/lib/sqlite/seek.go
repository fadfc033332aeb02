//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// Searching. SQLite goes through the pages of an index by calls for each key that it compares, and halves a table's rows until it has a number. Here a key's
// bytes are compared eight at once, and where a number is among others is guessed first.
//
// As for sorting, the hooks are in the statement's program: a function that searches an index stands before the instruction that does, which is left out if
// the function has found the place. Before the first column of a table is read by the place that an index tells, or the row by a number, a function goes
// there; SQLite sees that it need not.

package sqlite

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// A seekHook is what the functions are called with; SQLite frees it with the program.
type seekHook struct {
	lib.Tsqlite3_context
	op  lib.TVdbeOp // the instruction that it stands before
	at  int32       // where that was
	key seekKey
	// Where the next instruction asks whether fields of the key are the same: how many, and where the program goes on if they are not.
	limit, otherwise int32
	_                [2]lib.TMem // SQLite wants to write a result: to a register that is as far from the others as their size allows
}

var beforeSeek, beforeRead, beforeNumber = lib.TFuncDef{FxSFunc: pointer(onSeek)}, lib.TFuncDef{FxSFunc: pointer(onRead)}, lib.TFuncDef{FxSFunc: pointer(onNumber)}

// What follows is SQLite's own: it goes to the first page of a cursor's tree, down to a page, on to the next key.
//
//go:linkname moveToRoot modernc.org/sqlite/lib._moveToRoot
func moveToRoot(tls *libc.TLS, cursor uintptr) int32

//go:linkname moveToChild modernc.org/sqlite/lib._moveToChild
func moveToChild(tls *libc.TLS, cursor uintptr, page uint32) int32

//go:linkname next modernc.org/sqlite/lib._sqlite3BtreeNext
func next(tls *libc.TLS, cursor uintptr, flags int32) int32

// hookSeeks puts the functions into a program as long as there is room for them.
func (c *Conn) hookSeeks(s Stmt) {
	p := (*lib.TVdbe)(at(uintptr(s)))
	ops := instructions(p)
	explained := func() bool { return lib.Xsqlite3_stmt_isexplain(c.tls, uintptr(s)) != 0 }
	for i, op := range ops {
		switch op.Fopcode {
		case lib.OP_SeekGE, lib.OP_SeekGT:
			if ops[i-1].Fopcode != lib.OP_SeekScan && isIndex(ops, op.Fp1) && (explained() || !c.hookSeek(p, i)) {
				return
			}
		case lib.OP_SeekRowid:
			if explained() || !c.hookGoing(p, i, &beforeNumber) {
				return
			}
		case lib.OP_DeferredSeek:
			for j := i + 1; j < len(ops); j++ {
				if ops[j].Fopcode == lib.OP_Column && ops[j].Fp1 == op.Fp3 {
					if explained() || !c.hookGoing(p, j, &beforeRead) {
						return
					}
					break
				}
			}
		}
	}
}

// isIndex reports whether a cursor is one of an index.
func isIndex(ops []lib.TVdbeOp, cursor int32) bool {
	for _, op := range ops {
		switch op.Fopcode {
		case lib.OP_OpenRead, lib.OP_OpenWrite, lib.OP_ReopenIdx, lib.OP_OpenAutoindex:
			if op.Fp1 == cursor {
				return op.Fp4type == lib.P4_KEYINFO
			}
		}
	}
	return false
}

// hookSeek has a function called before the instruction i: behind the program, with a jump after it whose place the function chooses.
func (c *Conn) hookSeek(p *lib.TVdbe, i int) bool {
	const more = 5
	n := int(p.FnOp)
	if roomForOps(p) < more {
		return false
	}
	call, ok := c.seekHook(p, i, &beforeSeek)
	if !ok {
		return false
	}
	h := (*seekHook)(at(*(*uintptr)(unsafe.Pointer(&call.Fp4))))
	if op := instructions(p)[i+1]; op.Fopcode == lib.OP_IdxGT && op.Fp1 == h.op.Fp1 && op.Fp3 == h.op.Fp3 {
		h.limit, h.otherwise = *(*int32)(unsafe.Pointer(&op.Fp4)), op.Fp2
	}
	p.FnOp += more
	ops := instructions(p)
	ops[n], ops[n+1], ops[n+2] = call, lib.TVdbeOp{Fopcode: lib.OP_Goto}, ops[i]
	for k := range 2 { // a search for what is the same leaves out the next instruction
		ops[n+3+k] = lib.TVdbeOp{Fopcode: lib.OP_Goto, Fp2: int32(i + 1 + k)}
	}
	ops[i] = lib.TVdbeOp{Fopcode: lib.OP_Goto, Fp2: int32(n)}
	return true
}

// hookGoing has a function called before the instruction i, which follows in any case.
func (c *Conn) hookGoing(p *lib.TVdbe, i int, f *lib.TFuncDef) bool {
	const more = 3
	n := int(p.FnOp)
	if roomForOps(p) < more {
		return false
	}
	call, ok := c.seekHook(p, i, f)
	if !ok {
		return false
	}
	p.FnOp += more
	ops := instructions(p)
	ops[n], ops[n+1], ops[n+2] = call, ops[i], lib.TVdbeOp{Fopcode: lib.OP_Goto, Fp2: int32(i + 1)}
	ops[i] = lib.TVdbeOp{Fopcode: lib.OP_Goto, Fp2: int32(n)}
	return true
}

// seekHook makes the call of a function before the instruction i.
func (c *Conn) seekHook(p *lib.TVdbe, i int, f *lib.TFuncDef) (call lib.TVdbeOp, ok bool) {
	x := lib.Xsqlite3_malloc64(c.tls, uint64(unsafe.Sizeof(seekHook{})))
	if x == 0 {
		return call, false
	}
	h := (*seekHook)(at(x))
	*h = seekHook{op: instructions(p)[i], at: int32(i)}
	h.FpFunc, h.FiOp = uintptr(unsafe.Pointer(f)), p.FnOp
	const size = int(unsafe.Sizeof(lib.TMem{}))
	far := int(x+unsafe.Sizeof(*h)) - int(p.FaMem)
	place := far/size - 1
	if far < 0 && far%size != 0 {
		place--
	}
	if int(int32(place)) != place {
		c.freeSQLite(x)
		return call, false
	}
	call = lib.TVdbeOp{Fopcode: lib.OP_Function, Fp4type: lib.P4_FUNCCTX, Fp3: int32(place)}
	*(*uintptr)(unsafe.Pointer(&call.Fp4)) = x
	return call, true
}

// cursorOf is a cursor of a program, if it is one of a tree; its own part, too.
func cursorOf(p *lib.TVdbe, i int32) (*lib.TVdbeCursor, uintptr) {
	c := (*lib.TVdbeCursor)(at(*(*uintptr)(at(p.FapCsr + uintptr(i)*8))))
	if c == nil || c.FeCurType != lib.CURTYPE_BTREE {
		return nil, 0
	}
	return c, *(*uintptr)(unsafe.Pointer(&c.Fuc))
}

func register(p *lib.TVdbe, i int32) *lib.TMem {
	return (*lib.TMem)(at(p.FaMem + uintptr(i)*unsafe.Sizeof(lib.TMem{})))
}

// onSeek stands before a search in an index.
func onSeek(tls *libc.TLS, x uintptr, _ int32, _ uintptr) {
	h := (*seekHook)(at(x))
	p := (*lib.TVdbe)(at(h.FpVdbe))
	(*lib.TVdbeOp)(at(p.FaOp + uintptr(h.FiOp+1)*unsafe.Sizeof(lib.TVdbeOp{}))).Fp2 = h.seek(tls, p)
}

// seek moves the cursor and says where the program goes on: at the instruction that searches, if SQLite has to.
func (h *seekHook) seek(tls *libc.TLS, p *lib.TVdbe) int32 {
	usual := h.FiOp + 2
	c, cursor := cursorOf(p, h.op.Fp1)
	if c == nil || c.FisTable != 0 {
		return usual
	}
	if !h.key.take(p, &h.op, (*lib.TKeyInfo)(at(c.FpKeyInfo))) {
		return usual
	}
	b := (*lib.TBtCursor)(at(cursor))
	if moveToRoot(tls, cursor) != lib.SQLITE_OK {
		return usual
	}
	var s sheet
	low, same, which := 0, 0, -1
	for {
		if !s.take(b) || s.page.FintKey != 0 {
			return usual
		}
		high, first := s.count, &h.key.fields[0]
		if which < 0 {
			which = s.differ(0, s.count-1, first)
		}
		low = s.narrow(first, which)
		if which >= 0 && low < s.count {
			if x, ok := s.word(low, which); ok && x > first.words[which] {
				high, same = low, 0
			}
		}
		for i, step := low, 1; low < high; step *= 2 {
			order, equal := h.key.compare(&s, i)
			switch {
			case order < 0:
				low = i + 1
				if i += step; i >= high {
					i = int(uint(low+high) / 2)
				}
			case order == unknown:
				return usual
			default:
				high, same = i, equal
				i = int(uint(low+high) / 2)
			}
		}
		if s.page.Fleaf != 0 {
			break
		}
		which = s.differ(low-1, low, first) // all cells of the child stand between these
		b.Fix = uint16(low)
		if moveToChild(tls, cursor, s.child(low)) != lib.SQLITE_OK {
			return usual
		}
	}
	only := b.Fhints&lib.BTREE_SEEK_EQ != 0
	found := !only || same == int(h.key.n)
	if b.Fix = uint16(low); low == s.count {
		b.Fix--
		if found {
			switch next(tls, cursor, 0) {
			case lib.SQLITE_OK:
			case lib.SQLITE_DONE:
				found = false
			default:
				return usual
			}
		}
	}
	c.FnullRow, c.FdeferredMoveto, c.FcacheStatus = 0, 0, lib.CACHE_STALE
	switch {
	case !found:
		return h.op.Fp2
	case only:
	case h.limit == 0:
		return h.at + 1
	case same < int(h.limit):
		return h.otherwise
	}
	return h.at + 2
}

// onRead stands before the first column that is read of a row whose number an index has told.
func onRead(tls *libc.TLS, x uintptr, _ int32, _ uintptr) {
	h := (*seekHook)(at(x))
	c, cursor := cursorOf((*lib.TVdbe)(at(h.FpVdbe)), h.op.Fp1)
	if c == nil || c.FdeferredMoveto == 0 || c.FnullRow != 0 {
		return
	}
	if columns := *(*uintptr)(unsafe.Pointer(&c.Fub)); columns != 0 && *(*uint32)(at(columns + uintptr(1+h.op.Fp2)*4)) != 0 {
		return // the index has the column
	}
	goTo(tls, cursor, c.FmovetoTarget)
}

// onNumber stands before the search for a row by its number.
func onNumber(tls *libc.TLS, x uintptr, _ int32, _ uintptr) {
	h := (*seekHook)(at(x))
	p := (*lib.TVdbe)(at(h.FpVdbe))
	if v := register(p, h.op.Fp3); v.Fflags&lib.MEM_Int != 0 {
		if c, cursor := cursorOf(p, h.op.Fp1); c != nil && c.FisTable != 0 {
			goTo(tls, cursor, *(*int64)(unsafe.Pointer(&v.Fu)))
		}
	}
}

// goTo moves the cursor of a table to a row, if that is there and SQLite would search for it.
func goTo(tls *libc.TLS, cursor uintptr, number int64) {
	b := (*lib.TBtCursor)(at(cursor))
	if now := b.Finfo.FnKey; b.FeState == lib.CURSOR_VALID && b.FcurFlags&lib.BTCF_ValidNKey != 0 &&
		(now == number || now+1 == number || now < number && b.FcurFlags&lib.BTCF_AtLast != 0) {
		return
	}
	if moveToRoot(tls, cursor) != lib.SQLITE_OK {
		return
	}
	for {
		var s sheet
		if !s.take(b) || s.page.FintKey == 0 || s.count == 0 {
			return
		}
		i := s.search(number)
		if s.page.Fleaf != 0 {
			if i < s.count && s.number(i) == number {
				b.Fix, b.Finfo.FnKey, b.Finfo.FnSize = uint16(i), number, 0
				b.FcurFlags |= lib.BTCF_ValidNKey
			}
			return
		}
		b.Fix = uint16(i)
		if moveToChild(tls, cursor, s.child(i)) != lib.SQLITE_OK {
			return
		}
	}
}

// A sheet is a page that is searched. What is read of a cell may end behind the page: there is what SQLite knows of the page.
type sheet struct {
	page       *lib.TMemPage
	base       unsafe.Pointer
	count      int
	index, end uint32 // where the places of the cells, and what is no longer of the page, begin
	mask       uint32 // of those places
	before     uint32 // the size of the number of a page that stands before a cell
	most       uint8  // up to which size of a cell that is one byte
}

func (s *sheet) take(b *lib.TBtCursor) bool {
	p := (*lib.TMemPage)(at(b.FpPage))
	shared := (*lib.TBtShared)(at(b.FpBt))
	s.page, s.base, s.count = p, at(p.FaData), int(p.FnCell)
	s.index, s.end = uint32(p.FaCellIdx-p.FaData), uint32(p.FaDataEnd-p.FaData)
	s.mask, s.before, s.most = uint32(p.FmaskPage), uint32(p.FchildPtrSize), p.Fmax1bytePayload
	return p.FnOverflow == 0 && (*lib.TPager)(at(shared.FpPager)).FbUseFetch == 0
}

// cell is where a cell begins, behind a child's number.
func (s *sheet) cell(i int) uint32 {
	return s.before + s.mask&uint32(binary.BigEndian.Uint16((*[2]byte)(unsafe.Add(s.base, uintptr(s.index)+2*uintptr(i)))[:]))
}

// child is the page below, before a cell or behind all.
func (s *sheet) child(i int) uint32 {
	at := uint32(s.page.FhdrOffset) + 8
	if i < s.count {
		at = s.cell(i) - 4
	}
	return binary.BigEndian.Uint32((*[4]byte)(unsafe.Add(s.base, at))[:])
}

// number is the row's number of a table's cell.
func (s *sheet) number(i int) int64 {
	p := unsafe.Add(s.base, s.cell(i))
	if s.page.FintKeyLeaf != 0 { // behind the size
		for n := 0; *(*byte)(p) >= 0x80 && n < 8; n++ {
			p = unsafe.Add(p, 1)
		}
		p = unsafe.Add(p, 1)
	}
	x := uint64(0)
	for range 8 {
		c := *(*byte)(p)
		p = unsafe.Add(p, 1)
		x = x<<7 | uint64(c&0x7f)
		if c < 0x80 {
			return int64(x)
		}
	}
	return int64(x<<8 | uint64(*(*byte)(p)))
}

// search finds the first row of a page whose number is not less. It guesses where that would be if numbers were evenly spaced, and goes on from there by
// steps that grow until it has the number between two others.
func (s *sheet) search(number int64) int {
	first := s.number(0)
	if number <= first {
		return 0
	}
	if i := number - first; i > 0 && i < int64(s.count) && s.number(int(i)) == number {
		return int(i) // none is missing
	}
	last := s.number(s.count - 1)
	if number > last {
		return s.count
	}
	low, high, step := 1, s.count-1, 1
	at := int(float64(uint64(number)-uint64(first)) / float64(uint64(last)-uint64(first)) * float64(s.count-1))
	up, down := false, false
	for low < high {
		if at < low || at >= high || up && down {
			at = int(uint(low+high) / 2)
		}
		switch x := s.number(at); {
		case x == number:
			return at
		case x < number:
			low, up = at+1, true
			at += step
		default:
			high, down = at, true
			at -= step
		}
		step *= 2
	}
	return low
}

// differ is the first word of the texts that two cells begin with in which these differ, if a text has the words before it, too; else it is negative.
func (s *sheet) differ(low, high int, f *seekField) int {
	if low < 0 || low >= high || high >= s.count || !f.isText {
		return -1
	}
	for which, word := range &f.words {
		x, ok := s.word(low, which)
		y, ok2 := s.word(high, which)
		if !ok || !ok2 {
			break
		}
		if x != y {
			return which
		}
		if x != word {
			break
		}
	}
	return -1
}

// narrow skips cells that are below a text in their first field: not all of them, or none, if there are others than short texts. The cells have the same words
// as the text before a word that tells them apart: three cells at once, without branches that depend on them.
func (s *sheet) narrow(f *seekField, which int) int {
	if which < 0 || s.count < 8 {
		return 0
	}
	base, places, mask, before, most := s.base, unsafe.Add(s.base, s.index), s.mask, s.before, s.most
	key, low, n := f.words[which&3], 0, s.count
	skip := 8 * which
	for n > 0 {
		part, end := 1, low+n
		if n >= 4 {
			part = n / 4
			end = low + 3*part
		}
		below := 0
		for i := low + part - 1; i < end; i += part { // as word does
			p := unsafe.Add(base, before+mask&uint32(binary.BigEndian.Uint16((*[2]byte)(unsafe.Add(places, 2*i))[:])))
			size, head, kind := *(*byte)(p), uint32(*(*byte)(unsafe.Add(p, 1))), uint32(*(*byte)(unsafe.Add(p, 2)))
			if size > most || (kind|head&0x80)&0x81 != 1 || kind < 13 {
				return 0
			}
			x := binary.BigEndian.Uint64((*[8]byte)(unsafe.Add(p, int(1+head)+skip))[:]) & upper[min(max(int(kind-13)/2-skip, 0), 8)]
			_, less := bits.Sub64(x, key, 0)
			below += int(less)
		}
		low += part * below
		n -= 3 * part
	}
	return low
}

// word is eight bytes of the text that a cell begins with, zeros behind it; ok is false for others than short texts.
func (s *sheet) word(i, which int) (x uint64, ok bool) {
	p := unsafe.Add(s.base, s.cell(i))
	size, head, kind := *(*byte)(p), uint32(*(*byte)(unsafe.Add(p, 1))), uint32(*(*byte)(unsafe.Add(p, 2)))
	if size > s.most || (kind|head&0x80)&0x81 != 1 || kind < 13 {
		return 0, false
	}
	left := int(kind-13)/2 - 8*which
	return binary.BigEndian.Uint64((*[8]byte)(unsafe.Add(p, int(1+head)+8*which))[:]) & upper[min(max(left, 0), 8)], true
}

// upper are the masks of so many bytes of a word.
var upper = [9]uint64{0, 0xff << 56, 0xffff << 48, 0xffffff << 40, 0xffffffff << 32, 0xffffffffff << 24, 0xffffffffffff << 16, 0xffffffffffffff << 8, 1<<64 - 1}

// A seekKey is what is searched in an index: texts that are compared by their bytes, and ints.
type seekKey struct {
	fields [4]seekField
	n      int32
	above  bool // whether what has these fields is below the place that is searched
}

type seekField struct {
	words  [4]uint64 // of a text, zeros behind it
	number int64
	text   uintptr
	size   int32
	isText bool
}

// take reports whether the key is of what is compared here.
func (k *seekKey) take(p *lib.TVdbe, op *lib.TVdbeOp, info *lib.TKeyInfo) bool {
	k.n, k.above = *(*int32)(unsafe.Pointer(&op.Fp4)), op.Fopcode == lib.OP_SeekGT
	if k.n < 1 || int(k.n) > len(k.fields) || k.n > int32(info.FnAllField) || info.Fenc != lib.SQLITE_UTF8 {
		return false
	}
	for i := range k.n {
		v, f := register(p, op.Fp3+i), &k.fields[i]
		if *(*byte)(at(info.FaSortFlags + uintptr(i))) != 0 {
			return false
		}
		switch {
		case v.Fflags&lib.MEM_Int != 0:
			f.isText, f.number = false, *(*int64)(unsafe.Pointer(&v.Fu))
		case v.Fflags&lib.MEM_AffMask == lib.MEM_Str && v.Fflags&lib.MEM_Zero == 0 && v.Fenc == lib.SQLITE_UTF8:
			order := *(*uintptr)(at(uintptr(unsafe.Pointer(info)) + unsafe.Sizeof(*info) + uintptr(i)*8))
			if order != 0 && order != (*lib.Tsqlite3)(at(info.Fdb)).FpDfltColl {
				return false
			}
			f.isText, f.text, f.size = true, v.Fz, v.Fn
			f.words = [4]uint64{}
			text := view(v.Fz, int(v.Fn))
			for j := range f.words {
				if len(text) < 8 {
					for n, c := range text {
						f.words[j] |= uint64(c) << (56 - 8*n)
					}
					break
				}
				f.words[j] = binary.BigEndian.Uint64(text)
				text = text[8:]
			}
		default:
			return false
		}
	}
	return true
}

// unknown is the order of what only SQLite compares.
const unknown = 2

// compare says whether a cell stands below the place of the key, -1, or above it, 1, and how many fields are the same.
func (k *seekKey) compare(s *sheet, i int) (order, equal int) {
	at := s.cell(i)
	p := unsafe.Add(s.base, at)
	size := uint32(*(*byte)(p))
	p = unsafe.Add(p, 1)
	if size > uint32(s.most) {
		low := *(*byte)(p)
		size = size&0x7f<<7 | uint32(low)
		p = unsafe.Add(p, 1)
		if low >= 0x80 || size > uint32(s.page.FmaxLocal) {
			return unknown, 0
		}
	}
	head := uint32(*(*byte)(p))
	if at+size >= s.end || head >= 0x80 {
		return unknown, 0
	}
	kinds, content := uint32(1), head
	for i := range int(k.n) {
		if kinds >= head {
			return unknown, 0
		}
		f := &k.fields[i&3]
		kind := uint32(*(*byte)(unsafe.Add(p, kinds)))
		kinds++
		if kind >= 0x80 {
			low := *(*byte)(unsafe.Add(p, kinds))
			kinds++
			if low >= 0x80 {
				return unknown, 0
			}
			kind = kind&0x7f<<7 | uint32(low)
		}
		switch {
		case kind >= 12:
			n := (kind - 12) / 2
			if content+n > size {
				return unknown, 0
			}
			if kind&1 == 0 || !f.isText {
				return 1, i
			}
			text := unsafe.Add(p, content)
			content += n
			if n >= 8 {
				if x, word := binary.BigEndian.Uint64((*[8]byte)(text)[:]), f.words[0]; x < word {
					return -1, i
				} else if x > word {
					return 1, i
				}
			}
			if order := f.compareText(text, int(n)); order != 0 {
				return order, i
			}
		case kind == 0 || f.isText && kind < 10:
			return -1, i
		case kind == 7 || kind >= 10:
			return unknown, 0
		default:
			n := uint32(intSizes[kind])
			if content+n > size {
				return unknown, 0
			}
			if x := intOf(unsafe.Add(p, content), kind); x < f.number {
				return -1, i
			} else if x > f.number {
				return 1, i
			}
			content += n
		}
	}
	if k.above {
		return -1, int(k.n)
	}
	return 1, int(k.n)
}

// compareText compares n bytes with the text of a field.
func (f *seekField) compareText(p unsafe.Pointer, n int) int {
	for i := 0; i < 8*len(f.words); i += 8 {
		x, word := uint64(0), f.words[i/8]
		if left := n - i; left > 0 {
			if x = binary.BigEndian.Uint64((*[8]byte)(unsafe.Add(p, i))[:]); left < 8 {
				x &^= 1<<(64-8*left) - 1
			}
		}
		if x < word {
			return -1
		}
		if x > word {
			return 1
		}
		if i+8 >= n && i+8 >= int(f.size) {
			return cmp.Compare(n, int(f.size))
		}
	}
	return bytes.Compare(unsafe.Slice((*byte)(p), n), view(f.text, int(f.size)))
}

// intSizes are the sizes of ints by their kinds.
var intSizes = [10]uint8{1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

func intOf(p unsafe.Pointer, kind uint32) int64 {
	if kind >= 8 {
		return int64(kind) - 8
	}
	return int64(binary.BigEndian.Uint64((*[8]byte)(p)[:])) >> (64 - 8*intSizes[kind])
}
