// Package observe describes what the compiler does and has done: which code exists, how it was made, what the compiler believed about values, and
// whether that holds. It must not know how code is made: it reads the compiler through the interface Compiler, and the compiler calls it through
// an interface of the compiler's own.
//
//	observe.go   the interface by which the compiler is read
//	log.go       the log kept while compiling, with Config.Listing: what happened where, and where the knowledge in each vinfo came from
//	dump.go      makes a dump of buffers, functions and the log
//	describe.go  vinfos, values and machine code as a dump describes them
//	names.go     names of classes, rules and known values
//	check.go     beliefs compared with live values
//	places.go    lines of functions by number, for profiles
package observe

import (
	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

type (
	Info  = staging.Info
	State = staging.State
	Value = object.Value
)

// Unit is a function as it is compiled, or one that is compiled as part of another. The Unit of a state and of a snapshot is one.
type Unit interface {
	Code() *object.Code
	Outer() Unit        // what it is inlined in; nil: nothing
	At() int            // the index of the call there
	Base() int          // where its variables begin in a state
	Line(index int) int // of an instruction
	String() string     // the qualified name
}

// root is the unit that has the frame.
func root(u Unit) Unit {
	for u.Outer() != nil {
		u = u.Outer()
	}
	return u
}

// Record is what the compiler knows of a buffer.
type Record struct {
	Unit    Unit              // whose code it is
	Origin  *staging.Snapshot // the state that it begins in
	Meta    int               // bytes charged besides its code
	Merge   bool              // it is a version of a merge point,
	General bool              // the one that expects nothing
	Body    int               // the length of the prologue of a version
	Stubs   []Stub
	Deps    []assumption.Dep
	Objects []Value //psy:root the compiler's pool has them: what it mentions
}

// Stub is where a buffer leads to what is compiled when it is reached.
type Stub struct {
	What   string // "pause", "call", "respawn", "switch" or "promote"
	Reason stats.Reason
	Switch *promotion.Switch
	Case   int // of the switch; -1: the default
	Jump   codebuf.Jump
	By     uint32 // the instruction that asks, as in Info.By
}

// Fate is what has become of a function.
type Fate uint8

const (
	Forbidden Fate = iota // the program said that it cannot be compiled
	TooBig
	Mistaken // a mistake of the compiler's was found
	Compiled
	Resting
	Postponed
	Inlined // it is part of its callers only
	Dropped // its code was thrown away
)

// Compiler is what is asked of the compiler.
type Compiler interface {
	Record(b *codebuf.Buffer) (r Record, ok bool) // not ok: the buffer is no code of a function
	EachUnit(f func(u Unit, bytes int))           // what units there are, and what each costs
	EachFate(f func(u Unit, fate Fate))
	EachForbidden(f func(co *object.Code)) // what the program said cannot be compiled
	Mentions(v Value) bool                 // whether code mentions an object
	Changeable(class uint64) bool          // whether an object of a class may become one of another
	Trusted(d assumption.Dep) bool         // whether it is still relied on what d stands for
}

// Language is what the compiler adds to the language of vinfos.
type Language struct {
	Rules     map[vinfo.Rule]string // names of its virtual objects
	RangeIter vinfo.Rule            // of an iterator over a range: next, left, step
	Big       uint64                // the class of ints that are objects,
	BigInt    int                   // and the item that is the int64 that such an int is known to be
}

// Observer looks at the machine code of one runtime.
type Observer struct {
	c      Compiler
	t      *object.Thread
	mem    *codebuf.Memory
	shared *staging.Shared
	lang   *Language
	log    *Log // nil: nothing was asked to be kept
	places places

	byBytecode []Unit // unitsByBytecode, while a dump is made; else nil
}

// New makes an observer. The log is nil if nothing is to be kept while compiling.
func New(c Compiler, t *object.Thread, mem *codebuf.Memory, shared *staging.Shared, lang *Language, log *Log) *Observer {
	o := &Observer{c: c, t: t, mem: mem, shared: shared, lang: lang, log: log}
	if log != nil {
		log.o = o
		mem.OnPatch(log.patched)
	}
	return o
}
