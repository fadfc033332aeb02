//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// SQLite's memory, counted for each world.

package sqlite

import (
	"fmt"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	"modernc.org/memory"
	lib "modernc.org/sqlite/lib"
)

// An Account counts the bytes that SQLite has for a world.
type Account struct {
	used, limit atomic.Int64
	mu          sync.Mutex
	pieces      memory.Allocator
}

// Trim gives memory that SQLite does not use back to the system.
func (a *Account) Trim() {
	a.mu.Lock()
	a.pieces.Trim()
	a.mu.Unlock()
}

// Used is how many bytes SQLite has.
func (a *Account) Used() int64 { return a.used.Load() }

// Limit says how many more bytes SQLite may take; beyond that, statements fail without memory.
func (a *Account) Limit(more int64) { a.limit.Store(a.used.Load() + more) }

// keep has the account stay where it is as long as SQLite has memory of it: SQLite's memory refers to it.
var keep sync.Map // of *World to nothing

// Close is called when a world is gone, and its connections are closed.
func (w *World) Close() {
	if w.Used() == 0 {
		w.mu.Lock()
		w.pieces.Close()
		w.mu.Unlock()
		keep.Delete(w)
	}
}

// block stands before each piece of memory.
type block struct {
	owner uintptr // the address of an Account, see keep; a pointer would make Go's collector look at the bytes that were there before, whatever they are
	size  int64
}

const blockSize = 16

// largeHead is more than what stands before a large piece in a mapping of its own.
const largeHead = 64

// worlds finds the world of a C thread. Each connection has a C thread of its own.
var worlds struct {
	recent [256]atomic.Pointer[thread]
	all    sync.Map // of int32 to *thread
}

type thread struct {
	id    int32
	world *World
}

// worldOf is the world that a C thread works for; nil: none.
func worldOf(tls *libc.TLS) *World {
	place := &worlds.recent[uint32(tls.ID)%uint32(len(worlds.recent))]
	if x := place.Load(); x != nil && x.id == tls.ID {
		return x.world
	}
	if x, ok := worlds.all.Load(tls.ID); ok {
		x := x.(*thread)
		place.Store(x)
		return x.world
	}
	return nil
}

func newThread(w *World) *libc.TLS {
	keep.Store(w, nil)
	tls := libc.NewTLS()
	worlds.all.Store(tls.ID, &thread{tls.ID, w})
	return tls
}

func endThread(tls *libc.TLS) {
	worlds.all.Delete(tls.ID)
	worlds.recent[uint32(tls.ID)%uint32(len(worlds.recent))].Store(nil)
	tls.Close()
}

// cost is what n bytes take of the system's memory: sizes are rounded up to powers of two, and large pieces have mappings of their own.
func cost(n int32) int64 {
	const largest, page = 16 << 10, 64 << 10
	if x := uint64(n) + blockSize; x <= largest {
		return max(blockSize, int64(1)<<bits.Len64(x-1))
	}
	return max(page, int64(1)<<bits.Len64(uint64(n)+blockSize+largeHead-1))
}

// hasRoom reports whether there are n bytes more for the world of a thread.
func hasRoom(tls *libc.TLS, n int) bool {
	w := worldOf(tls)
	return n <= math.MaxInt32/2 && (w == nil || w.used.Load()+cost(int32(n)) <= w.limit.Load())
}

func memMalloc(tls *libc.TLS, n int32) uintptr {
	w := worldOf(tls)
	if w == nil {
		p := libc.Xmalloc(tls, lib.Tsize_t(n)+blockSize)
		if p == 0 {
			return 0
		}
		*(*block)(at(p)) = block{0, int64(n)}
		return p + blockSize
	}
	a, c := &w.Account, cost(n)
	if a.used.Add(c) > a.limit.Load() {
		a.used.Add(-c)
		return 0
	}
	a.mu.Lock()
	p, err := a.pieces.UintptrMalloc(int(n) + blockSize)
	a.mu.Unlock()
	if err != nil {
		a.used.Add(-c)
		return 0
	}
	*(*block)(at(p)) = block{uintptr(unsafe.Pointer(a)), int64(n)}
	return p + blockSize
}

func memFree(tls *libc.TLS, p uintptr) {
	if p == 0 {
		return
	}
	p -= blockSize
	b := *(*block)(at(p))
	a := (*Account)(at(b.owner))
	if a == nil {
		libc.Xfree(tls, p)
		return
	}
	a.used.Add(-cost(int32(b.size)))
	a.mu.Lock()
	a.pieces.UintptrFree(p)
	a.mu.Unlock()
}

func memRealloc(tls *libc.TLS, p uintptr, n int32) uintptr {
	p -= blockSize
	b := *(*block)(at(p))
	a := (*Account)(at(b.owner))
	if a == nil {
		q := libc.Xrealloc(tls, p, lib.Tsize_t(n)+blockSize)
		if q == 0 {
			return 0
		}
		(*block)(at(q)).size = int64(n)
		return q + blockSize
	}
	before, now := cost(int32(b.size)), cost(n)
	if a.used.Add(now) > a.limit.Load() && now > before { // for a moment, both are there
		a.used.Add(-now)
		return 0
	}
	a.mu.Lock()
	q, err := a.pieces.UintptrRealloc(p, int(n)+blockSize)
	a.mu.Unlock()
	if err != nil {
		a.used.Add(-now)
		return 0
	}
	a.used.Add(-before)
	(*block)(at(q)).size = int64(n)
	return q + blockSize
}

func memSize(_ *libc.TLS, p uintptr) int32 { return int32((*block)(at(p - blockSize)).size) }

func memRoundup(_ *libc.TLS, n int32) int32 { return (n + 7) &^ 7 }

func memInit(*libc.TLS, uintptr) int32 { return lib.SQLITE_OK }

func memShutdown(*libc.TLS, uintptr) {}

var methods = lib.Tsqlite3_mem_methods{
	FxMalloc: pointer(memMalloc), FxFree: pointer(memFree), FxRealloc: pointer(memRealloc), FxSize: pointer(memSize), FxRoundup: pointer(memRoundup),
	FxInit: pointer(memInit), FxShutdown: pointer(memShutdown),
}

// start prepares SQLite, once for the process, when the first database is opened.
var start = sync.OnceValue(func() error {
	tls := libc.NewTLS()
	list := libc.NewVaList(uintptr(unsafe.Pointer(&methods)))
	if rc := lib.Xsqlite3_config(tls, lib.SQLITE_CONFIG_MALLOC, list); rc != lib.SQLITE_OK {
		return fmt.Errorf("SQLite does not take its memory as told: %d", rc)
	}
	off := libc.NewVaList(int32(0)) // what SQLite counts itself, under a mutex
	if rc := lib.Xsqlite3_config(tls, lib.SQLITE_CONFIG_MEMSTATUS, off); rc != lib.SQLITE_OK {
		return fmt.Errorf("SQLite does not stop counting its memory: %d", rc)
	}
	own := libc.NewVaList(uintptr(unsafe.Pointer(&mutexMethods)))
	if rc := lib.Xsqlite3_config(tls, lib.SQLITE_CONFIG_MUTEX, own); rc != lib.SQLITE_OK {
		return fmt.Errorf("SQLite does not take its mutexes as told: %d", rc)
	}
	if rc := lib.Xsqlite3_config(tls, lib.SQLITE_CONFIG_GETPCACHE2, libc.NewVaList(uintptr(unsafe.Pointer(&theirs)))); rc != lib.SQLITE_OK {
		return fmt.Errorf("SQLite does not tell its page cache: %d", rc)
	}
	pages := libc.NewVaList(uintptr(unsafe.Pointer(&cacheMethods)))
	if rc := lib.Xsqlite3_config(tls, lib.SQLITE_CONFIG_PCACHE2, pages); rc != lib.SQLITE_OK {
		return fmt.Errorf("SQLite does not take its page cache as told: %d", rc)
	}
	if rc := lib.Xsqlite3_initialize(tls); rc != lib.SQLITE_OK {
		return fmt.Errorf("SQLite does not start: %d", rc)
	}
	replaceFunctions(tls)
	return registerSealed(tls)
})
