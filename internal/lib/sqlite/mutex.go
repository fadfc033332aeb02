//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// SQLite's mutexes. Those that the connections of a process share, as the one of the page cache, are entered for every page.

package sqlite

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// A mutex may be entered more than once by the C thread that has it.
type mutex struct {
	sync.Mutex
	owner atomic.Int32 // the C thread's number
	depth int32        // how often it has entered
}

// mutexes are the ones that there always are, by their numbers, and those that were made, by their addresses.
var mutexes struct {
	static [lib.SQLITE_MUTEX_STATIC_VFS3 + 1]mutex
	made   sync.Map // of uintptr to *mutex: what SQLite has of them is no reference
}

func mutexAlloc(_ *libc.TLS, kind int32) uintptr {
	if kind > lib.SQLITE_MUTEX_RECURSIVE {
		return uintptr(unsafe.Pointer(&mutexes.static[kind]))
	}
	m := new(mutex)
	p := uintptr(unsafe.Pointer(m))
	mutexes.made.Store(p, m)
	return p
}

func mutexFree(_ *libc.TLS, p uintptr) { mutexes.made.Delete(p) }

func mutexEnter(tls *libc.TLS, p uintptr) {
	m := (*mutex)(at(p))
	if m.owner.Load() != tls.ID {
		m.Lock()
		m.owner.Store(tls.ID)
	}
	m.depth++
}

func mutexTry(tls *libc.TLS, p uintptr) int32 {
	m := (*mutex)(at(p))
	if m.owner.Load() != tls.ID {
		if !m.TryLock() {
			return lib.SQLITE_BUSY
		}
		m.owner.Store(tls.ID)
	}
	m.depth++
	return lib.SQLITE_OK
}

func mutexLeave(_ *libc.TLS, p uintptr) {
	m := (*mutex)(at(p))
	if m.depth--; m.depth == 0 {
		m.owner.Store(0)
		m.Unlock()
	}
}

func mutexHeld(tls *libc.TLS, p uintptr) int32 {
	if (*mutex)(at(p)).owner.Load() == tls.ID {
		return 1
	}
	return 0
}

func mutexNotHeld(tls *libc.TLS, p uintptr) int32 { return 1 - mutexHeld(tls, p) }

func mutexInit(*libc.TLS) int32 { return lib.SQLITE_OK }

var mutexMethods = lib.Tsqlite3_mutex_methods{
	FxMutexInit: pointer(mutexInit), FxMutexEnd: pointer(mutexInit), FxMutexAlloc: pointer(mutexAlloc), FxMutexFree: pointer(mutexFree),
	FxMutexEnter: pointer(mutexEnter), FxMutexTry: pointer(mutexTry), FxMutexLeave: pointer(mutexLeave),
	FxMutexHeld: pointer(mutexHeld), FxMutexNotheld: pointer(mutexNotHeld),
}
