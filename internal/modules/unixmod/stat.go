// The module _stat: what the bits of a file's mode mean, with Linux's numbers.

package unixmod

import (
	"math"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// The kinds of files in a mode.
const (
	modeKind = 0o170000
	modeFIFO = 0o010000
	modeChr  = 0o020000
	modeDir  = 0o040000
	modeBlk  = 0o060000
	modeReg  = 0o100000
	modeLnk  = 0o120000
	modeSock = 0o140000
)

var _ = native.Register("_stat", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			kindTest("S_ISDIR", modeDir), kindTest("S_ISCHR", modeChr), kindTest("S_ISBLK", modeBlk), kindTest("S_ISREG", modeReg),
			kindTest("S_ISFIFO", modeFIFO), kindTest("S_ISLNK", modeLnk), kindTest("S_ISSOCK", modeSock),
			kindTest("S_ISDOOR", noMode), kindTest("S_ISPORT", noMode), kindTest("S_ISWHT", noMode),
			{Name: "S_IMODE", Sig: "(object, /)", F1: func(t *Thread, _, v Value) Value { return modeBits(t, v, 0o7777) }},
			{Name: "S_IFMT", Sig: "(object, /)", F1: func(t *Thread, _, v Value) Value { return modeBits(t, v, modeKind) }},
			{Name: "filemode", Sig: "(object, /)", F1: fileMode},
		}, Init: func(t *Thread, _ Value, d *object.Dict) bool {
			return constants(t, d, map[string]int64{
				"S_IFDIR": modeDir, "S_IFCHR": modeChr, "S_IFBLK": modeBlk, "S_IFREG": modeReg, "S_IFIFO": modeFIFO, "S_IFLNK": modeLnk, "S_IFSOCK": modeSock,
				"S_IFDOOR": 0, "S_IFPORT": 0, "S_IFWHT": 0,
				"S_ISUID": 0o4000, "S_ISGID": 0o2000, "S_ISVTX": 0o1000, "S_ENFMT": 0o2000, "S_IREAD": 0o400, "S_IWRITE": 0o200, "S_IEXEC": 0o100,
				"S_IRWXU": 0o700, "S_IRUSR": 0o400, "S_IWUSR": 0o200, "S_IXUSR": 0o100,
				"S_IRWXG": 0o070, "S_IRGRP": 0o040, "S_IWGRP": 0o020, "S_IXGRP": 0o010,
				"S_IRWXO": 0o007, "S_IROTH": 0o004, "S_IWOTH": 0o002, "S_IXOTH": 0o001,
				"UF_SETTABLE": 0xffff, "UF_NODUMP": 0x1, "UF_IMMUTABLE": 0x2, "UF_APPEND": 0x4, "UF_OPAQUE": 0x8, "UF_NOUNLINK": 0x10,
				"UF_COMPRESSED": 0x20, "UF_TRACKED": 0x40, "UF_DATAVAULT": 0x80, "UF_HIDDEN": 0x8000,
				"SF_SETTABLE": 0xffff0000, "SF_ARCHIVED": 0x10000, "SF_IMMUTABLE": 0x20000, "SF_APPEND": 0x40000, "SF_NOUNLINK": 0x100000,
				"SF_SNAPSHOT": 0x200000, "SF_FIRMLINK": 0x800000, "SF_DATALESS": 0x40000000,
				"ST_MODE": 0, "ST_INO": 1, "ST_DEV": 2, "ST_NLINK": 3, "ST_UID": 4, "ST_GID": 5, "ST_SIZE": 6, "ST_ATIME": 7, "ST_MTIME": 8, "ST_CTIME": 9,
			})
		}}
})

// noMode is a kind that no file has.
const noMode = 1

// kindTest declares a function that says whether a mode is that of a kind of files.
func kindTest(name string, kind int64) FuncDef {
	return FuncDef{Name: name, Sig: "(object, /)", F1: func(t *Thread, _, v Value) Value {
		mode, ok := fileModeArg(t, v)
		if !ok {
			return null
		}
		return object.Bool(mode&modeKind == kind)
	}}
}

// fileModeArg reads a mode.
func fileModeArg(t *Thread, v Value) (int64, bool) {
	if !native.IsInt(v) {
		object.Raise(t, object.TTypeError, "an integer is required")
		return 0, false
	}
	n, ok := object.Uint64(v)
	switch {
	case ok && n <= math.MaxUint32:
		return int64(n), true
	case ok:
		object.Raise(t, object.TOverflowError, "mode out of range")
	case object.IntSign(v) < 0:
		object.Raise(t, object.TOverflowError, "can't convert negative value to unsigned int")
	default:
		object.Raise(t, object.TOverflowError, "Python int too large to convert to C unsigned long")
	}
	return 0, false
}

func modeBits(t *Thread, v Value, mask int64) Value {
	mode, ok := fileModeArg(t, v)
	if !ok {
		return null
	}
	return object.SmallInt(mode & mask)
}

// fileMode shows a mode as ls does.
func fileMode(t *Thread, _, v Value) Value {
	mode, ok := fileModeArg(t, v)
	if !ok {
		return null
	}
	text := []byte("?rwxrwxrwx")
	switch mode & modeKind {
	case modeReg:
		text[0] = '-'
	case modeDir:
		text[0] = 'd'
	case modeLnk:
		text[0] = 'l'
	case modeBlk:
		text[0] = 'b'
	case modeChr:
		text[0] = 'c'
	case modeFIFO:
		text[0] = 'p'
	case modeSock:
		text[0] = 's'
	}
	for i := range 9 {
		if mode&(0o400>>i) == 0 {
			text[1+i] = '-'
		}
	}
	for i, special := range []byte("sst") { // set-user-id, set-group-id, sticky
		if at := 3 + 3*i; mode&(0o4000>>i) != 0 {
			if text[at] == '-' {
				special -= 'a' - 'A'
			}
			text[at] = special
		}
	}
	return object.NewStr(t, string(text))
}
