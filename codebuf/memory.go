// Memory: the mapped region, its allocation to buffers, and the cap.

package codebuf

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"sort"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/forking"
	"github.com/psyco-go/psy/x86"
)

// ErrFull means that a buffer does not fit below the cap, or into any hole.
var ErrFull = errors.New("codebuf: memory for code is full")

// MaxCap is the largest cap: all code must be reachable from all code by a 32-bit distance.
const MaxCap = 1 << 30

// hole is free memory, as offsets in the region.
type hole struct{ start, end uint32 }

// Memory holds buffers.
type Memory struct {
	rw, rx  uintptr     // the two views
	size    uint32      // the region's size: the cap and a reserve
	cap     int         // for code and metadata
	beyond  bool        // the reserve may be used
	code    int         // bytes allocated to buffers
	meta    int         // bytes charged for metadata
	holes   []hole      // sorted by address, never adjacent
	fresh   uint32      // the offset from which on memory was never used
	pages   [][]*Buffer // the buffers in each page, up to the last page that was ever used
	retired []*Buffer
	nextID  uint32
	fixed   *Buffer // the thunks
	thunks  x86.Thunks
	stats   Stats
	patched func(b *Buffer, field uint32, to *Buffer, what string) // see OnPatch; may be nil
	apart   func()                                                 // ends forking.OnChild
}

const pageShift = 12

// reserve is how far code and metadata together may exceed the cap, besides a quarter of the cap.
const reserve = 4 << 20

// New maps memory for capBytes of code and metadata. It fails if the system refuses executable memory.
func New(capBytes int) (*Memory, error) {
	m, err := Later(capBytes)
	if err == nil {
		err = m.Map()
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// Later is New without the memory, which Map maps. Until then there are no buffers, and none can be made.
func Later(capBytes int) (*Memory, error) {
	if err := Supported(); err != nil {
		return nil, err
	}
	if capBytes <= 0 || capBytes > MaxCap {
		return nil, fmt.Errorf("codebuf: cap of %d bytes is not between 1 and %d", capBytes, MaxCap)
	}
	page := os.Getpagesize()
	size := (capBytes + capBytes/4 + reserve + page - 1) / page * page
	return &Memory{size: uint32(size), cap: size}, nil
}

// Map maps the memory.
func (m *Memory) Map() error {
	rw, rx, err := mapTwice(uintptr(m.size))
	if err != nil {
		return err
	}
	was := m.stats
	m.rw, m.rx, m.holes = rw, rx, []hole{{0, m.size}}
	m.apart = forking.OnChild(func() {
		if err := ownCopy(rw, rx, uintptr(m.size), uintptr(m.fresh)); err != nil { // else parent and child would write each other's code
			fmt.Fprintln(os.Stderr, "psy: a forked process cannot have memory for code of its own:", err)
			os.Exit(71) // EX_OSERR
		}
	})
	var a x86.Asm
	m.thunks = x86.EmitThunks(&a)
	if m.fixed, err = m.Place(Fixed, &a); err != nil {
		m.Close()
		return err
	}
	m.stats = was
	return nil
}

// OnPatch makes f be called whenever a jump is linked or unlinked.
func (m *Memory) OnPatch(f func(b *Buffer, field uint32, to *Buffer, what string)) { m.patched = f }

// Close unmaps the memory. No code in it may run any more.
func (m *Memory) Close() error {
	if m.rw == 0 {
		return nil
	}
	m.apart()
	err := errors.Join(unmap(m.rw, uintptr(m.size)), unmap(m.rx, uintptr(m.size)))
	*m = Memory{size: m.size, cap: m.cap, meta: m.meta, patched: m.patched}
	return err
}

// InitContext prepares c to run code of m on the stack s.
func (m *Memory) InitContext(c *x86.Context, s *Stack) { c.Init(m.thunks, m.fixed.Addr(), s.Lo, s.Hi) }

// EnterDone is Thunks.Done of the thunks in m.
func (m *Memory) EnterDone() uintptr { return m.thunks.Done(m.fixed.Addr()) }

// Used is the memory that counts against the cap; Cap is the cap.
func (m *Memory) Used() int { return m.code + m.meta }
func (m *Memory) Cap() int  { return m.cap }

// Charge counts n bytes of metadata that other packages keep about code; a negative n reduces the count. It never fails: New does.
func (m *Memory) Charge(n int) {
	m.meta += n
	m.stats.Peak = max(m.stats.Peak, m.Used())
}

// Fits reports whether a buffer of n bytes would fit below the cap, regardless of holes.
func (m *Memory) Fits(n int) bool { return m.Used()+n+bufferMeta <= m.cap || m.beyond }

// Beyond calls f, which may make buffers in the reserve, beyond the cap.
func (m *Memory) Beyond(f func()) {
	m.beyond = true
	defer func() { m.beyond = false }()
	f()
}

// at is an address in the writable view.
func (m *Memory) at(off uint32) unsafe.Pointer { return address(m.rw + uintptr(off)) }

func (m *Memory) bytes(off, n uint32) []byte { return unsafe.Slice((*byte)(m.at(off)), n) }

// take allocates n bytes, a multiple of x86.Align, from the first hole by address that is large enough.
func (m *Memory) take(n uint32) (uint32, bool) {
	for i, h := range m.holes {
		if h.end-h.start < n {
			continue
		}
		if h.start+n == h.end {
			m.holes = slices.Delete(m.holes, i, i+1)
		} else {
			m.holes[i].start += n
		}
		if h.start < m.fresh {
			m.stats.Reused += uint64(min(m.fresh, h.start+n) - h.start)
		}
		m.fresh = max(m.fresh, h.start+n)
		return h.start, true
	}
	return 0, false
}

// give frees [start, end), and fills it with breakpoints.
func (m *Memory) give(start, end uint32) {
	if start == end {
		return
	}
	b := m.bytes(start, end-start)
	for i := range b {
		b[i] = 0xcc
	}
	i := sort.Search(len(m.holes), func(i int) bool { return m.holes[i].start >= end })
	left := i > 0 && m.holes[i-1].end == start
	right := i < len(m.holes) && m.holes[i].start == end
	switch {
	case left && right:
		m.holes[i-1].end = m.holes[i].end
		m.holes = slices.Delete(m.holes, i, i+1)
	case left:
		m.holes[i-1].end = end
	case right:
		m.holes[i].start = start
	default:
		m.holes = slices.Insert(m.holes, i, hole{start, end})
	}
}

// index enters b for Find in the pages of [start, end); unindex removes it.
func (m *Memory) index(b *Buffer, start, end uint32) {
	if more := int((end+1<<pageShift-1)>>pageShift) - len(m.pages); more > 0 {
		m.pages = append(m.pages, make([][]*Buffer, more)...)
	}
	for p := start >> pageShift; p<<pageShift < end; p++ {
		m.pages[p] = append(m.pages[p], b)
	}
}

func (m *Memory) unindex(b *Buffer, start, end uint32) {
	for p := start >> pageShift; p<<pageShift < end; p++ {
		l := m.pages[p]
		i := slices.Index(l, b)
		l[i] = l[len(l)-1]
		l[len(l)-1] = nil
		m.pages[p] = l[:len(l)-1]
	}
}

// Find is the buffer whose code holds addr, or nil.
func (m *Memory) Find(addr uintptr) *Buffer {
	off := addr - m.rx
	if off >= uintptr(m.size) || m.rx == 0 {
		return nil
	}
	page := off >> pageShift
	if page >= uintptr(len(m.pages)) {
		return nil
	}
	for _, b := range m.pages[page] {
		if off-uintptr(b.off) < uintptr(b.room) {
			return b
		}
	}
	return nil
}

// Newest is the ID of the buffer that was made last; 0: there is none but the thunks.
func (m *Memory) Newest() uint32 { return max(m.nextID, 1) - 1 }

// Buffers calls f for every buffer, retired ones included, in the order of addresses.
func (m *Memory) Buffers(f func(*Buffer)) {
	for p, l := range m.pages {
		l = slices.Clone(l)
		slices.SortFunc(l, func(x, y *Buffer) int { return int(x.off) - int(y.off) })
		for _, b := range l {
			if b.off>>pageShift == uint32(p) && b.kind != Fixed {
				f(b)
			}
		}
	}
}

// Held gives the buffers that a word of the given native stacks points into.
func (m *Memory) Held(stacks ...[]uintptr) map[*Buffer]bool {
	held := map[*Buffer]bool{}
	for _, s := range stacks {
		for _, w := range s {
			// A return address may be the end of a buffer that ends with a call.
			if w-m.rx-1 < uintptr(m.size) {
				if b := m.Find(w - 1); b != nil {
					held[b] = true
				}
			}
		}
	}
	return held
}

// Reclaim frees the retired buffers that are not held, and returns the number of those that remain.
func (m *Memory) Reclaim(stacks ...[]uintptr) int {
	if len(m.retired) == 0 {
		return 0
	}
	held := m.Held(stacks...)
	keep := m.retired[:0]
	for _, b := range m.retired {
		if held[b] {
			keep = append(keep, b)
		} else {
			m.free(b)
		}
	}
	clear(m.retired[len(keep):])
	m.retired = keep
	return len(keep)
}
