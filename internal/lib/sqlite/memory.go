//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// SQLite's memory, counted for each world.

package sqlite

import (
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// An Account counts the bytes that SQLite has for a world.
type Account struct {
	used, limit atomic.Int64
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
		keep.Delete(w)
	}
}

// block stands before each piece of memory.
type block struct {
	owner *Account // see keep
	size  int64
}

const blockSize = 16

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

func memMalloc(tls *libc.TLS, n int32) uintptr {
	var a *Account
	if w := worldOf(tls); w != nil {
		a = &w.Account
		if a.used.Add(int64(n)+blockSize) > a.limit.Load() {
			a.used.Add(-int64(n) - blockSize)
			return 0
		}
	}
	p := libc.Xmalloc(tls, lib.Tsize_t(n)+blockSize)
	if p == 0 {
		if a != nil {
			a.used.Add(-int64(n) - blockSize)
		}
		return 0
	}
	*(*block)(at(p)) = block{a, int64(n)}
	return p + blockSize
}

func memFree(tls *libc.TLS, p uintptr) {
	if p == 0 {
		return
	}
	b := (*block)(at(p - blockSize))
	if b.owner != nil {
		b.owner.used.Add(-b.size - blockSize)
	}
	libc.Xfree(tls, p-blockSize)
}

func memRealloc(tls *libc.TLS, p uintptr, n int32) uintptr {
	b := (*block)(at(p - blockSize))
	a, more := b.owner, int64(n)-b.size
	if a != nil && a.used.Add(more) > a.limit.Load() && more > 0 {
		a.used.Add(-more)
		return 0
	}
	q := libc.Xrealloc(tls, p-blockSize, lib.Tsize_t(n)+blockSize)
	if q == 0 {
		if a != nil {
			a.used.Add(-more)
		}
		return 0
	}
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
	if rc := lib.Xsqlite3_initialize(tls); rc != lib.SQLITE_OK {
		return fmt.Errorf("SQLite does not start: %d", rc)
	}
	return registerSealed(tls)
})
