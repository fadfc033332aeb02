//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// The file system of worlds without files: nothing can be opened, and the clock is the world's.

package sqlite

import (
	"fmt"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

const sealedName = "psy-sealed\x00"

// sealed and its name are C memory that SQLite keeps.
func registerSealed(tls *libc.TLS) error {
	size := unsafe.Sizeof(lib.Tsqlite3_vfs{})
	p := libc.Xcalloc(tls, 1, lib.Tsize_t(size)+lib.Tsize_t(len(sealedName)))
	usual := lib.Xsqlite3_vfs_find(tls, 0)
	if p == 0 || usual == 0 {
		return fmt.Errorf("SQLite has no file system")
	}
	vfs := (*lib.Tsqlite3_vfs)(at(p))
	*vfs = *(*lib.Tsqlite3_vfs)(at(usual))
	copy(unsafe.Slice((*byte)(at(p+size)), len(sealedName)), sealedName)
	vfs.FzName, vfs.FpNext, vfs.FpAppData = p+size, 0, 0
	vfs.FiVersion = 2
	vfs.FxOpen, vfs.FxDelete, vfs.FxAccess = pointer(sealedOpen), pointer(sealedDelete), pointer(sealedAccess)
	vfs.FxFullPathname = pointer(sealedFullPathname)
	vfs.FxDlOpen, vfs.FxDlError, vfs.FxDlSym, vfs.FxDlClose = pointer(sealedDlOpen), pointer(sealedDlError), pointer(sealedDlSym), pointer(sealedDlClose)
	vfs.FxSleep, vfs.FxCurrentTime, vfs.FxCurrentTimeInt64 = pointer(sealedSleep), pointer(sealedTime), pointer(sealedTimeInt64)
	if rc := lib.Xsqlite3_vfs_register(tls, p, 0); rc != lib.SQLITE_OK {
		return fmt.Errorf("SQLite does not take a file system: %d", rc)
	}
	return nil
}

func sealedOpen(_ *libc.TLS, _, _, file uintptr, _ int32, _ uintptr) int32 {
	*(*uintptr)(at(file)) = 0 // no methods
	return lib.SQLITE_CANTOPEN
}

func sealedDelete(*libc.TLS, uintptr, uintptr, int32) int32 { return lib.SQLITE_IOERR_DELETE_NOENT }

func sealedAccess(_ *libc.TLS, _, _ uintptr, _ int32, found uintptr) int32 {
	*(*int32)(at(found)) = 0
	return lib.SQLITE_OK
}

// sealedFullPathname leaves names as they are: a longer one would tell where the process is.
func sealedFullPathname(_ *libc.TLS, _, name uintptr, size int32, out uintptr) int32 {
	s := text(name)
	if len(s) >= int(size) {
		return lib.SQLITE_CANTOPEN
	}
	b := unsafe.Slice((*byte)(at(out)), len(s)+1)
	b[copy(b, s)] = 0
	return lib.SQLITE_OK
}

func sealedDlOpen(*libc.TLS, uintptr, uintptr) uintptr { return 0 }

func sealedDlError(_ *libc.TLS, _ uintptr, size int32, out uintptr) {
	if size > 0 {
		*(*byte)(at(out)) = 0
	}
}

func sealedDlSym(*libc.TLS, uintptr, uintptr, uintptr) uintptr { return 0 }

func sealedDlClose(*libc.TLS, uintptr, uintptr) {}

func sealedSleep(_ *libc.TLS, _ uintptr, us int32) int32 { return us }

// julian is the time that SQLite counts from, in milliseconds before 1970.
const julian = 24405875 * 8640000

func sealedTimeInt64(tls *libc.TLS, _, out uintptr) int32 {
	ms := int64(0)
	if w := worldOf(tls); w != nil {
		ms = w.Now().UnixMilli()
	}
	*(*int64)(at(out)) = ms + julian
	return lib.SQLITE_OK
}

func sealedTime(tls *libc.TLS, vfs, out uintptr) int32 {
	sealedTimeInt64(tls, vfs, out)
	*(*float64)(at(out)) = float64(*(*int64)(at(out))) / 86400000
	return lib.SQLITE_OK
}
