//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// The pages of databases that are in memory. SQLite's own cache, as it is translated, is one for the process, so that each page is found under a mutex, and a
// database takes pages of another world's. Here each database has its own; SQLite calls it where it has the database.

package sqlite

import (
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// A cache has the pages of one database, or of a table that is not in one. It lies in SQLite's memory, as all that it has.
type cache struct {
	table          uintptr // of mask+1 pages, by the last bits of their numbers, each the first of a chain
	mask           uint32
	count, idle    uint32 // how many pages there are; those of them that SQLite does not use
	max            uint32 // how many pages there may be before idle ones are given up
	last           uint32 // no page has a larger number
	size, stride   uint32 // of a page's content; of all that a page takes
	purgeable      bool   // whether pages can be read again, from a file
	newest, oldest pageAt // the idle pages, by when they became so
	roomy          slabAt // the slabs that have room
}

// A page begins with what SQLite knows of it. It stands behind its content, and before what SQLite keeps with the page.
type page struct {
	content, extra uintptr
	next           pageAt // in the chain, or among the free pages of the slab
	newer, older   pageAt
	slab           slabAt
	number         uint32
	idle           bool
}

// A slab is memory for some pages: one by one, they would take twice as much, since sizes are rounded up to powers of two.
type slab struct {
	next, prev         slabAt
	free               pageAt
	used, begun, pages uint32 // how many pages are used, have ever been, and there are
}

// pageAt and slabAt are addresses, 0 for none. Pointers would make Go's collector look at what a place had before, which may be any bytes.
type (
	pageAt uintptr
	slabAt uintptr
)

func (p pageAt) get() *page { return (*page)(at(uintptr(p))) }
func (s slabAt) get() *slab { return (*slab)(at(uintptr(s))) }

const pageHead, slabHead = unsafe.Sizeof(page{}), unsafe.Sizeof(slab{})

// firstPages is how many places the table has at first.
const firstPages = 64

func (c *cache) place(number uint32) *pageAt {
	return (*pageAt)(at(c.table + uintptr(number&c.mask)*8))
}

func cacheCreate(tls *libc.TLS, size, extra, purgeable int32) uintptr {
	p := memMalloc(tls, int32(unsafe.Sizeof(cache{})))
	if p == 0 {
		return 0
	}
	c := (*cache)(at(p))
	*c = cache{size: uint32(size), stride: uint32(size) + uint32(pageHead) + uint32(extra+7)&^7, purgeable: purgeable != 0}
	if !c.grow(tls, firstPages) {
		memFree(tls, p)
		return 0
	}
	return p
}

// grow makes a table of n places, a power of two.
func (c *cache) grow(tls *libc.TLS, n uint32) bool {
	p := memMalloc(tls, int32(n)*8)
	if p == 0 {
		return false
	}
	clear(unsafe.Slice((*pageAt)(at(p)), n))
	var chains []pageAt
	old := c.table
	if old != 0 {
		chains = unsafe.Slice((*pageAt)(at(old)), c.mask+1)
	}
	c.table, c.mask = p, n-1
	for _, x := range chains {
		for x != 0 {
			next := x.get().next
			c.link(x)
			x = next
		}
	}
	memFree(tls, old)
	return true
}

// link puts a page into its chain, and unlink takes it out.
func (c *cache) link(x pageAt) {
	place := c.place(x.get().number)
	x.get().next, *place = *place, x
}

func (c *cache) unlink(x pageAt) {
	place := c.place(x.get().number)
	for *place != x {
		place = &place.get().next
	}
	*place = x.get().next
}

// cacheFetch finds a page. If there is none, create says whether one is wanted: 0 no, 1 if that is easy, 2 yes.
func cacheFetch(tls *libc.TLS, p uintptr, number uint32, create int32) pageAt {
	c := (*cache)(at(p))
	x := *c.place(number)
	for x != 0 && x.get().number != number {
		x = x.get().next
	}
	switch {
	case x == 0:
		return c.create(tls, number, create)
	case x.get().idle:
		c.use(x)
	}
	return x
}

func (c *cache) create(tls *libc.TLS, number uint32, create int32) pageAt {
	if create == 0 || create == 1 && uint64(c.count-c.idle) >= uint64(c.max)*9/10 {
		return 0
	}
	if c.count > c.mask && c.mask < 1<<27 {
		c.grow(tls, 2*(c.mask+1)) // or the chains become longer
	}
	var x pageAt
	if c.oldest == 0 || c.count+1 < c.max {
		x = c.take(tls)
	}
	if x == 0 && c.oldest != 0 {
		x = c.oldest
		c.use(x)
		c.unlink(x)
		c.count--
	}
	if x == 0 {
		return 0
	}
	x.get().number = number
	c.link(x)
	*(*uintptr)(at(x.get().extra)) = 0
	c.count++
	c.last = max(c.last, number)
	return x
}

// use takes a page from the idle ones.
func (c *cache) use(x pageAt) {
	p := x.get()
	if p.newer != 0 {
		p.newer.get().older = p.older
	} else {
		c.newest = p.older
	}
	if p.older != 0 {
		p.older.get().newer = p.newer
	} else {
		c.oldest = p.newer
	}
	p.newer, p.older, p.idle = 0, 0, false
	c.idle--
}

// cacheUnpin says that SQLite does not use a page, and whether its content is of no use.
func cacheUnpin(tls *libc.TLS, p uintptr, x pageAt, discard int32) {
	c := (*cache)(at(p))
	if discard != 0 || c.count > c.max {
		c.unlink(x)
		c.give(tls, x)
		return
	}
	x.get().idle, x.get().newer, x.get().older = true, 0, c.newest
	if c.newest != 0 {
		c.newest.get().newer = x
	} else {
		c.oldest = x
	}
	c.newest = x
	c.idle++
}

// limit gives up idle pages until there are at most n pages.
func (c *cache) limit(tls *libc.TLS, n uint32) {
	for c.count > n && c.oldest != 0 {
		x := c.oldest
		c.use(x)
		c.unlink(x)
		c.give(tls, x)
	}
}

func cacheSetMax(tls *libc.TLS, p uintptr, n int32) {
	if c := (*cache)(at(p)); c.purgeable {
		c.max = uint32(max(n, 0))
		c.limit(tls, c.max)
	}
}

func cacheShrink(tls *libc.TLS, p uintptr) {
	(*cache)(at(p)).limit(tls, 0)
}

func cacheCount(_ *libc.TLS, p uintptr) int32 { return int32((*cache)(at(p)).count) }

// cacheRekey gives a page another number, which no page has.
func cacheRekey(_ *libc.TLS, p uintptr, x pageAt, _, number uint32) {
	c := (*cache)(at(p))
	c.unlink(x)
	x.get().number = number
	c.link(x)
	c.last = max(c.last, number)
}

// cacheTruncate gives up all pages from a number on, whether they are used or not.
func cacheTruncate(tls *libc.TLS, p uintptr, from uint32) {
	c := (*cache)(at(p))
	if from > c.last {
		return
	}
	for i := range min(c.last-from, c.mask) + 1 {
		place := c.place(from + i)
		for x := *place; x != 0; x = *place {
			if x.get().number < from {
				place = &x.get().next
				continue
			}
			*place = x.get().next
			if x.get().idle {
				c.use(x)
			}
			c.give(tls, x)
		}
	}
	c.last = max(from, 1) - 1
}

func cacheDestroy(tls *libc.TLS, p uintptr) {
	cacheTruncate(tls, p, 0)
	memFree(tls, (*cache)(at(p)).table)
	memFree(tls, p)
}

// take is memory for a page, 0 for none.
func (c *cache) take(tls *libc.TLS) pageAt {
	if c.roomy == 0 {
		if c.roomy = c.slab(tls); c.roomy == 0 {
			return 0
		}
	}
	s := c.roomy.get()
	x := s.free
	if x != 0 {
		s.free = x.get().next
	} else {
		content := uintptr(c.roomy) + slabHead + uintptr(s.begun)*uintptr(c.stride)
		x = pageAt(content + uintptr(c.size))
		*x.get() = page{content: content, extra: uintptr(x) + pageHead, slab: c.roomy}
		s.begun++
	}
	if s.used++; s.used == s.pages {
		c.unlist(c.roomy)
	}
	return x
}

// give takes the memory of a page back that is in no chain.
func (c *cache) give(tls *libc.TLS, x pageAt) {
	c.count--
	which := x.get().slab
	s := which.get()
	if s.used == s.pages {
		if s.next = c.roomy; s.next != 0 {
			s.next.get().prev = which
		}
		c.roomy = which
	}
	x.get().next, s.free = s.free, x
	if s.used--; s.used == 0 {
		c.unlist(which)
		memFree(tls, uintptr(which))
	}
}

// unlist takes a slab from those that have room.
func (c *cache) unlist(which slabAt) {
	s := which.get()
	if s.next != 0 {
		s.next.get().prev = s.prev
	}
	if s.prev != 0 {
		s.prev.get().next = s.next
	} else {
		c.roomy = s.next
	}
	s.next, s.prev = 0, 0
}

// slab makes a slab, 0 without memory. The first ones of a database are small.
func (c *cache) slab(tls *libc.TLS) slabAt {
	room := uint32(64 << 10)
	switch {
	case c.count == 0:
		room = 8 << 10
	case c.count < 4:
		room = 16 << 10
	}
	const head = uint32(slabHead) + blockSize + largeHead
	for n := max(1, (room-head)/c.stride); n > 0; n /= 2 {
		if p := slabAt(memMalloc(tls, int32(uint32(slabHead)+n*c.stride))); p != 0 {
			*p.get() = slab{pages: n}
			return p
		}
	}
	return 0
}

// theirs is SQLite's own cache. It is prepared too: what SQLite takes as memory for a page, and no page is, is counted under its mutex.
var theirs lib.Tsqlite3_pcache_methods2

func cacheInit(tls *libc.TLS, _ uintptr) int32 {
	return (*(*func(*libc.TLS, uintptr) int32)(unsafe.Pointer(&struct{ f uintptr }{theirs.FxInit})))(tls, theirs.FpArg)
}

func cacheShutdown(*libc.TLS, uintptr) {}

var cacheMethods = lib.Tsqlite3_pcache_methods2{
	FiVersion: 1, FxInit: pointer(cacheInit), FxShutdown: pointer(cacheShutdown), FxCreate: pointer(cacheCreate), FxDestroy: pointer(cacheDestroy),
	FxCachesize: pointer(cacheSetMax), FxPagecount: pointer(cacheCount), FxFetch: pointer(cacheFetch), FxUnpin: pointer(cacheUnpin),
	FxRekey: pointer(cacheRekey), FxTruncate: pointer(cacheTruncate), FxShrink: pointer(cacheShrink),
}
