//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// The module _sqlite3: its functions and constants, and what it keeps of a runtime.

package sqlitemod

import (
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/sqlite"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// The exceptions, in the order in which they are made.
const (
	eWarning = iota
	eError
	eInterfaceError
	eDatabaseError
	eDataError
	eOperationalError
	eIntegrityError
	eInternalError
	eProgrammingError
	eNotSupportedError
	errorCount
)

var errorDefs = [errorCount]struct {
	name string
	base int // of the exceptions before, or -1: Exception
}{
	{"Warning", -1}, {"Error", -1}, {"InterfaceError", eError}, {"DatabaseError", eError}, {"DataError", eDatabaseError},
	{"OperationalError", eDatabaseError}, {"IntegrityError", eDatabaseError}, {"InternalError", eDatabaseError},
	{"ProgrammingError", eDatabaseError}, {"NotSupportedError", eDatabaseError},
}

// state is what the module keeps of a runtime.
type state struct {
	header
	Errors               [errorCount]Value
	Adapters, Converters *object.Dict
	Registered           int64 // adapters that were registered by the function: programs may also change the dict
	BaseAdapted          bool  // there is an adapter for int, float, str or bytearray
	PlainAdapted         bool  // there is one for None or bytes
	Tracebacks           bool  // exceptions in callbacks are shown
}

const stateRefs = (1<<(errorCount+2) - 1) << 1

var tState = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "sqlite3._state", Size: unsafe.Sizeof(state{}), Refs: stateRefs, NoWeak: true, Flags: object.TypeNoInstances,
})

// stateOf is the state; the module has made it.
func stateOf(t *Thread) *state { return object.As[state](t.RT.Extra[native.ExtraSQLite]) }

var _ = native.Register("_sqlite3", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tConnection, tCursor, tPrepareProtocol, tRow, tBlob},
		Funcs: []FuncDef{
			{Name: "connect", FK: connect, Sig: "(database, timeout=5.0, detect_types=0, isolation_level='', check_same_thread=True, " +
				"factory=ConnectionType, cached_statements=128, uri=False, *, autocommit=sqlite3.LEGACY_TRANSACTION_CONTROL)"},
			{Name: "complete_statement", Sig: "(statement)", Fn: completeStatement},
			{Name: "enable_callback_tracebacks", Sig: "(enable, /)", F1: func(t *Thread, _, v Value) Value {
				n, ok := object.AsInt(t, v)
				if !ok {
					return null
				}
				stateOf(t).Tracebacks = n != 0
				return none
			}},
			{Name: "register_adapter", Sig: "(type, adapter, /)", MinArgs: 2, MaxArgs: 2, FN: registerAdapter},
			{Name: "register_converter", Sig: "(typename, converter, /)", MinArgs: 2, MaxArgs: 2, FN: registerConverter},
			{Name: "adapt", Sig: "(obj, proto=PrepareProtocolType, alt=<unrepresentable>, /)", MinArgs: 1, MaxArgs: 3, FN: adaptFunc},
		},
		Init: initModule,
	}
})

func initModule(t *Thread, m Value, d *object.Dict) bool {
	s := object.New[state](t, tState)
	if s == nil {
		return false
	}
	for i, e := range errorDefs {
		base := t.Type(object.TException).Value()
		if e.base >= 0 {
			base = s.Errors[e.base]
		}
		if s.Errors[i] = native.NewErrorClass(t, "sqlite3."+e.name, base); s.Errors[i] == null || !d.SetStr(t, e.name, s.Errors[i]) {
			return false
		}
	}
	if s.Adapters = object.NewDict(t); s.Adapters == nil {
		return false
	}
	if s.Converters = object.NewDict(t); s.Converters == nil {
		return false
	}
	t.RT.Extra[native.ExtraSQLite] = object.Of(s)
	for _, list := range [...][]constant{codes[:], constants[:]} {
		for _, c := range list {
			if !d.SetStr(t, "SQLITE_"+c.name, object.SmallInt(c.value)) {
				return false
			}
		}
	}
	version, old := object.NewStr(t, sqlite.Version), object.NewStr(t, "2.6.0")
	return version != null && old != null && d.SetStr(t, "sqlite_version", version) && d.SetStr(t, "_deprecated_version", old) &&
		d.SetStr(t, "PARSE_DECLTYPES", object.SmallInt(parseDeclTypes)) && d.SetStr(t, "PARSE_COLNAMES", object.SmallInt(parseColNames)) &&
		d.SetStr(t, "LEGACY_TRANSACTION_CONTROL", object.SmallInt(legacy)) && d.SetStr(t, "threadsafety", object.SmallInt(3)) &&
		d.SetStr(t, "adapters", object.Of(s.Adapters)) && d.SetStr(t, "converters", object.Of(s.Converters))
}

// The bits of detect_types.
const (
	parseDeclTypes = 1
	parseColNames  = 2
)

// connect calls the factory with its own arguments.
func connect(t *Thread, _ Value, args []Value, kw Value) Value {
	pos, named := object.SplitKw(args, kw)
	if len(pos) > 1 && !warnPositional(t, "sqlite3.connect") {
		return null
	}
	factory := t.Type(tConnection).Value()
	if len(pos) > 5 {
		factory = pos[5]
	}
	for i, v := range named {
		if object.GoString(*object.As[object.Tuple](kw).At(i)) == "factory" {
			factory = v
		}
	}
	return object.Call(t, factory, args, kw)
}

func warnPositional(t *Thread, what string) bool {
	return object.Warn(t, object.TDeprecationWarning, "Passing more than 1 positional argument to "+what+"() is deprecated. Parameters 'timeout', "+
		"'detect_types', 'isolation_level', 'check_same_thread', 'factory', 'cached_statements' and 'uri' will become keyword-only parameters in Python 3.15.")
}

func completeStatement(t *Thread, _ Value, a []Value) Value {
	if !object.IsStr(a[0]) {
		return object.Raise(t, object.TTypeError, "complete_statement() argument 'statement' must be str, not %s", object.TypeName(t, a[0]))
	}
	s, ok := plainText(t, a[0])
	if !ok {
		return null
	}
	return object.Bool(sqlite.Complete(s))
}

// plainText is a str without null characters.
func plainText(t *Thread, v Value) (string, bool) {
	b := utf8Of(t, v)
	if b == nil {
		return "", false
	}
	s := string(b)
	if strings.IndexByte(s, 0) >= 0 {
		object.Raise(t, object.TValueError, "embedded null character")
		return "", false
	}
	return s, true
}

// textArg is an argument that is a str without null characters; what names it.
func textArg(t *Thread, v Value, what string) (string, bool) {
	if !object.IsStr(v) {
		object.Raise(t, object.TTypeError, "%s must be str, not %s", what, object.TypeName(t, v))
		return "", false
	}
	return plainText(t, v)
}

// utf8Of is a str as UTF-8; nil: it has no such form. The bytes are those of an object.
func utf8Of(t *Thread, v Value) []byte {
	s := object.As[object.Str](v)
	if s.IsASCII() {
		if s.Len == 0 {
			return []byte{}
		}
		return unsafe.Slice((*byte)(s.Data()), int(s.Len))
	}
	b := object.EncodeStr(t, v, "utf-8", "strict")
	if b == null {
		return nil
	}
	return object.BytesOf(b)
}
