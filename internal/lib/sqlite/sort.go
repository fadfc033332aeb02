//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// Sorting. SQLite merges chains of records, and compares the records themselves each time. Where all keys begin with numbers, or with texts that are compared
// by their bytes, they are sorted here by eight bytes of that first, without comparisons; SQLite compares those that are equal then.
//
// The hook is in the statement's program: the instruction that sorts is surrounded by two functions. The first one takes the records away but one, so SQLite
// sorts that, and the second one gives them back, sorted.

package sqlite

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// A sortHook is what the functions are called with; SQLite frees it with the program.
type sortHook struct {
	lib.Tsqlite3_context
	taken  bool  // whether the records were taken away
	cached int32 // what SQLite's comparisons remember
}

var beforeSort, afterSort = lib.TFuncDef{FxSFunc: pointer(onBeforeSort)}, lib.TFuncDef{FxSFunc: pointer(onAfterSort)}

// leastSorted is from how many bytes of records on they are sorted here.
const leastSorted = 4 << 10

// recordHead is what stands before the content of a record. The records lie one behind the other in the order in which they were made, and are chained.
const (
	recordHead = unsafe.Sizeof(lib.TSorterRecord{})
	recordNext = unsafe.Offsetof(lib.TSorterRecord{}.Fu)
)

// hookSorts puts the functions into a program, if the place that SQLite has allocated for instructions has room for more.
func (c *Conn) hookSorts(s Stmt) {
	p := (*lib.TVdbe)(at(uintptr(s)))
	for i, op := range instructions(p) {
		if op.Fopcode == lib.OP_SorterSort && (lib.Xsqlite3_stmt_isexplain(c.tls, uintptr(s)) != 0 || !c.hookSort(p, i)) {
			return
		}
	}
}

func instructions(p *lib.TVdbe) []lib.TVdbeOp {
	return unsafe.Slice((*lib.TVdbeOp)(at(p.FaOp)), p.FnOp)
}

// roomForOps is how many instructions there is room for behind a program.
func roomForOps(p *lib.TVdbe) int {
	size := unsafe.Sizeof(lib.TVdbeOp{})
	begin, end := p.FaOp+uintptr(p.FnOp)*size, p.FaOp+uintptr(p.FnOpAlloc)*size
	for _, used := range [...]uintptr{p.FaMem, p.FaVar, p.FapArg, p.FapCsr} { // SQLite puts these where there is room
		if used >= begin {
			end = min(end, used)
		}
	}
	return int(end-begin) / int(size)
}

// hookSort moves the instruction i, which sorts, behind the program, between the functions, and jumps there and back.
func (c *Conn) hookSort(p *lib.TVdbe, i int) bool {
	const more = 4
	n := int(p.FnOp)
	// The functions' result goes where the first record goes after them.
	out := int32(0)
	for _, op := range instructions(p)[i+1 : min(i+4, n)] {
		if op.Fopcode == lib.OP_SorterData && op.Fp1 == instructions(p)[i].Fp1 {
			out = op.Fp2
			break
		}
	}
	if roomForOps(p) < more || out == 0 {
		return false
	}
	before, after := c.sortHook(&beforeSort, n), c.sortHook(&afterSort, n+2)
	if before == 0 || after == 0 {
		c.freeSQLite(before)
		c.freeSQLite(after)
		return false
	}
	p.FnOp += more
	ops := instructions(p)
	call := lib.TVdbeOp{Fopcode: lib.OP_Function, Fp4type: lib.P4_FUNCCTX, Fp3: out}
	ops[n], ops[n+1], ops[n+2], ops[n+3] = call, ops[i], call, lib.TVdbeOp{Fopcode: lib.OP_Goto, Fp2: int32(i + 1)}
	*(*uintptr)(unsafe.Pointer(&ops[n].Fp4)), *(*uintptr)(unsafe.Pointer(&ops[n+2].Fp4)) = before, after
	ops[i] = lib.TVdbeOp{Fopcode: lib.OP_Goto, Fp2: int32(n)}
	return true
}

func (c *Conn) sortHook(f *lib.TFuncDef, i int) uintptr {
	p := lib.Xsqlite3_malloc64(c.tls, uint64(unsafe.Sizeof(sortHook{})))
	if p != 0 {
		*(*sortHook)(at(p)) = sortHook{}
		h := (*sortHook)(at(p))
		h.FpFunc, h.FiOp = uintptr(unsafe.Pointer(f)), int32(i)
	}
	return p
}

func (c *Conn) freeSQLite(p uintptr) {
	if p != 0 {
		lib.Xsqlite3_free(c.tls, p)
	}
}

// sorter is what the instruction i of a program sorts.
func sorter(p *lib.TVdbe, i int32) *lib.TVdbeSorter {
	cursor := *(**lib.TVdbeCursor)(at(p.FapCsr + uintptr(instructions(p)[i].Fp1)*8))
	return *(**lib.TVdbeSorter)(unsafe.Pointer(&cursor.Fuc))
}

// onBeforeSort leaves SQLite the first record, which ends its chain.
func onBeforeSort(tls *libc.TLS, x uintptr, _ int32, _ uintptr) {
	h := (*sortHook)(at(x))
	p := (*lib.TVdbe)(at(h.FpVdbe))
	after := *(**sortHook)(unsafe.Pointer(&instructions(p)[h.FiOp+2].Fp4))
	s := sorter(p, h.FiOp+1)
	after.taken = s.FbUsePMA == 0 && s.FnTask == 1 && s.FtypeMask != 0 && s.Flist.FpList != 0 && s.Flist.FaMemory != 0 && s.FiMemory >= leastSorted &&
		hasRoom(tls, sortRoom(int(s.FiMemory)/int(recordHead+8)))
	if after.taken {
		s.Flist.FpList = s.Flist.FaMemory
	}
}

// onAfterSort sorts the records. SQLite has prepared its comparison.
func onAfterSort(tls *libc.TLS, x uintptr, _ int32, _ uintptr) {
	h := (*sortHook)(at(x))
	if !h.taken {
		return
	}
	h.taken = false
	s := sorter((*lib.TVdbe)(at(h.FpVdbe)), h.FiOp-1)
	task := (*lib.TSortSubtask)(at(uintptr(unsafe.Pointer(s)) + unsafe.Sizeof(*s)))
	n := 0
	for p, end := s.Flist.FaMemory, s.Flist.FaMemory+uintptr(s.FiMemory); p < end; p = nextRecord(p) {
		n++
	}
	room := memMalloc(tls, int32(sortRoom(n)))
	if room == 0 {
		lib.Xsqlite3_result_error_nomem(tls, x)
		return
	}
	keys := unsafe.Slice((*sortKey)(at(room)), 2*n)
	list := sortRecords(tls, s, task, h, keys[:n], keys[n:])
	for i, k := range list[1:] {
		*(*uintptr)(at(list[i].record + recordNext)) = k.record
	}
	*(*uintptr)(at(list[n-1].record + recordNext)) = 0
	s.Flist.FpList = list[0].record
	memFree(tls, room)
	if rc := (*lib.TUnpackedRecord)(at(task.FpUnpacked)).FerrCode; rc != lib.SQLITE_OK {
		lib.Xsqlite3_result_error_code(tls, x, int32(rc))
	}
}

// A sortKey is a record with the eight bytes that it is sorted by.
type sortKey struct {
	key    uint64
	record uintptr
}

// sortRoom is how many bytes sorting n records takes.
func sortRoom(n int) int { return 2 * n * int(unsafe.Sizeof(sortKey{})) }

func content(record uintptr) []byte {
	return unsafe.Slice((*byte)(at(record+recordHead)), (*lib.TSorterRecord)(at(record)).FnVal)
}

func nextRecord(p uintptr) uintptr {
	return p + (recordHead+uintptr((*lib.TSorterRecord)(at(p)).FnVal)+7)&^7
}

// sortRecords gives the records of a sorter in their order. Those that are equal keep the order in which they were made.
func sortRecords(tls *libc.TLS, s *lib.TVdbeSorter, task *lib.TSortSubtask, h *sortHook, list, spare []sortKey) []sortKey {
	p := s.Flist.FaMemory
	for i := range list {
		list[i].record = p
		p = nextRecord(p)
	}
	info := (*lib.TKeyInfo)(at(s.FpKeyInfo))
	exact := false
	switch {
	case s.FtypeMask&lib.SORTER_TYPE_INTEGER != 0:
		exact = info.FnKeyField == 1
		for i := range list {
			list[i].key = uint64(keyInt(content(list[i].record))) ^ 1<<63
		}
	case s.FtypeMask&lib.SORTER_TYPE_TEXT != 0:
		textKeys(list)
	default:
		for i := range list {
			list[i].key = realKey(content(list[i].record))
		}
	}
	if *(*byte)(at(info.FaSortFlags)) != 0 { // downwards
		for i := range list {
			list[i].key = ^list[i].key
		}
	}
	list, spare = sortByKeys(list, spare)
	if exact {
		return list
	}
	compare := *(*func(*libc.TLS, uintptr, uintptr, uintptr, int32, uintptr, int32) int32)(unsafe.Pointer(&struct{ f uintptr }{task.FxCompare}))
	after := func(a, b sortKey) bool {
		h.cached = 0
		return compare(tls, uintptr(unsafe.Pointer(task)), uintptr(unsafe.Pointer(&h.cached)), a.record+recordHead, (*lib.TSorterRecord)(at(a.record)).FnVal,
			b.record+recordHead, (*lib.TSorterRecord)(at(b.record)).FnVal) > 0
	}
	for i := 0; i < len(list); {
		j, sorted := i+1, true
		for ; j < len(list) && list[j].key == list[i].key; j++ {
			sorted = sorted && !after(list[j-1], list[j])
		}
		if !sorted {
			merge(list[i:j], spare[i:j], after)
		}
		i = j
	}
	return list
}

// keyInt is the first field of a record, an int. The head of a record that is sorted here is shorter than 128 bytes.
func keyInt(b []byte) int64 {
	kind, b := b[1], b[b[0]:]
	switch kind {
	case 1:
		return int64(int8(b[0]))
	case 2:
		return int64(int16(binary.BigEndian.Uint16(b)))
	case 3:
		return int64(int8(b[0]))<<16 | int64(binary.BigEndian.Uint16(b[1:]))
	case 4:
		return int64(int32(binary.BigEndian.Uint32(b)))
	case 5:
		return int64(int16(binary.BigEndian.Uint16(b)))<<32 | int64(binary.BigEndian.Uint32(b[2:]))
	case 6:
		return int64(binary.BigEndian.Uint64(b))
	}
	return int64(kind) - 8 // 0 or 1
}

// realKey is the key of a float or an int. Ints that a float cannot tell apart have the same key.
func realKey(b []byte) uint64 {
	const float = 7
	var f float64
	if b[1] == float {
		f = math.Float64frombits(binary.BigEndian.Uint64(b[b[0]:]))
	} else {
		f = float64(keyInt(b))
	}
	x := math.Float64bits(f + 0) // -0 is 0
	if x>>63 != 0 {
		return ^x
	}
	return x | 1<<63
}

// keyText is the first field of a record, a text.
func keyText(b []byte) []byte {
	kind := uint64(0)
	for _, x := range b[1:] {
		kind = kind<<7 | uint64(x&0x7f)
		if x < 0x80 {
			break
		}
	}
	return b[b[0]:][:(kind-13)/2]
}

// textKeys takes the eight bytes behind those that all texts have in common. What is missing of them counts as zeros.
func textKeys(list []sortKey) {
	common := keyText(content(list[0].record))
	for _, k := range list[1:] {
		common = common[:commonPrefix(common, keyText(content(k.record)))]
		if len(common) == 0 {
			break
		}
	}
	for i := range list {
		t := keyText(content(list[i].record))[len(common):]
		if len(t) >= 8 {
			list[i].key = binary.BigEndian.Uint64(t)
		} else if cap(t) >= 8 { // there are other fields behind it
			list[i].key = binary.BigEndian.Uint64(t[:8]) &^ (1<<(64-8*len(t)) - 1)
		} else {
			var b [8]byte
			copy(b[:], t)
			list[i].key = binary.BigEndian.Uint64(b[:])
		}
	}
}

func commonPrefix(a, b []byte) int {
	if bytes.HasPrefix(b, a) {
		return len(a)
	}
	n := min(len(a), len(b))
	i := 0
	for ; i+8 <= n; i += 8 {
		if x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); x != 0 {
			return i + bits.TrailingZeros64(x)>>3
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// sortByKeys sorts by the keys alone, byte by byte from the last one, and gives the sorted list and the other one.
func sortByKeys(list, spare []sortKey) ([]sortKey, []sortKey) {
	var counts [8][256]uint32
	for _, k := range list {
		for i := range counts {
			counts[i][byte(k.key>>(8*i))]++
		}
	}
	for i := range counts {
		count := &counts[i]
		if int(count[byte(list[0].key>>(8*i))]) == len(list) {
			continue // they are all the same
		}
		place := uint32(0)
		for x, n := range count {
			count[x] = place
			place += n
		}
		for _, k := range list {
			x := byte(k.key >> (8 * i))
			spare[count[x]] = k
			count[x]++
		}
		list, spare = spare, list
	}
	return list, spare
}

// merge sorts a list; after says whether a record belongs behind another one.
func merge(list, spare []sortKey, after func(a, b sortKey) bool) {
	from, to := list, spare
	for width := 1; width < len(list); width *= 2 {
		for begin := 0; begin < len(list); begin += 2 * width {
			middle, end := min(begin+width, len(list)), min(begin+2*width, len(list))
			i, j := begin, middle
			for k := begin; k < end; k++ {
				if j == end || i < middle && !after(from[i], from[j]) {
					to[k] = from[i]
					i++
				} else {
					to[k] = from[j]
					j++
				}
			}
		}
		from, to = to, from
	}
	copy(list, from)
}
