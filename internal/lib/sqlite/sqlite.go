//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// What the other files share: connections, hooks, C memory.

package sqlite

import (
	"time"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// A Conn is a connection to a database. One goroutine uses it at a time.
type Conn struct {
	Hooks Hooks
	tls   *libc.TLS
	db    uintptr
	out   uintptr // two words that SQLite writes results to, and TextRoom
	id    uint32  // its place in the table of connections
}

// words is the size of two words.
const words = 16

// TextRoom is the size of Room.
const TextRoom = 2 << 10

// Room is memory for a text that is to be bound, while the connection is open. It is none of Go's: SQLite reads it by its address.
func (c *Conn) Room() []byte { return view(c.out+words, TextRoom) }

// Hooks is who is told what SQLite asks for. Slots are what functions were made with.
type Hooks interface {
	OnFunc(slot uint32, x Context)
	OnStep(slot uint32, x Context)
	OnInverse(slot uint32, x Context)
	OnValue(slot uint32, x Context, final bool)
	OnCompare(slot uint32, a, b []byte) int
	OnDestroy(slot uint32)
	OnAuthorize(action int32, args [4]*string) int32
	OnProgress() bool // whether to interrupt the statement
	OnBusy(count int32) bool
	OnTrace(stmt Stmt, sql []byte)
}

// A Stmt is a prepared statement; 0 is none.
type Stmt uintptr

// A World is what the connections of one world share.
type World struct {
	Account
	Files bool             // whether there are files; where there are none, SQLite can only have databases in memory
	Now   func() time.Time // the clock, where there are no files
}

// pointer is the C function pointer of a Go function, which must be declared at the top level.
func pointer[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&struct{ f F }{f})) }

// transient has SQLite copy what it is given.
const transient = ^uintptr(0)

// view is C memory as bytes.
func view(p uintptr, n int) []byte {
	if p == 0 || n <= 0 {
		return nil
	}
	return unsafe.Slice((*byte)(at(p)), n)
}

// at is an address as a pointer.
func at(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

// data is the address of bytes that do not lie on a goroutine's stack. It is never 0.
func data(b []byte) uintptr {
	if len(b) == 0 {
		return nothing
	}
	return uintptr(unsafe.Pointer(unsafe.SliceData(b)))
}

// nothing is the address of an empty text.
var nothing = libc.Xcalloc(nil, 1, 8)

// cstring copies a text to C memory, with a zero behind it; free it with free.
func (c *Conn) cstring(s string) uintptr {
	p := libc.Xmalloc(c.tls, lib.Tsize_t(len(s)+1))
	if p == 0 {
		return 0
	}
	b := unsafe.Slice((*byte)(at(p)), len(s)+1)
	b[copy(b, s)] = 0
	return p
}

func (c *Conn) free(p uintptr) {
	if p != 0 {
		libc.Xfree(c.tls, p)
	}
}

// text is a C string, nil for none.
func text(p uintptr) []byte {
	if p == 0 {
		return nil
	}
	n := 0
	for *(*byte)(at(p + uintptr(n))) != 0 {
		n++
	}
	return unsafe.Slice((*byte)(at(p)), n)
}
