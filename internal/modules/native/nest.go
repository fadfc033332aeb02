// What a world knows of interpreters within its program: who makes them, and what it is to them.

package native

import "github.com/psyco-go/psy/internal/vm/object"

// Nest is what a world knows of sub-interpreters, each of which is a world of its own.
type Nest struct {
	// Set by who makes worlds.
	Spawn  func(heapCap int64) (*Spawned, error) // makes a world like this one; nil: there are no sub-interpreters
	Most   int                                   // how many there may be at a time; negative: any number
	Serial bool                                  // one interpreter of the program runs at a time, and those within it have no threads
	Capped bool                                  // the world's memory has a cap that was chosen: what is within it counts against it

	// Compile makes the code of a program, Main is the module __main__, Finish does what is left at a program's end. Null: an exception is set.
	Compile func(t *Thread, src []byte, file string) Value
	Main    func(t *Thread) Value
	Finish  func(t *Thread)

	Shared bool // other interpreters use the same System, since some time

	// Bound, if it is not nil, says how many steps code of another interpreter may take for this one now (negative: any number); the error says why none may
	// run. Spent tells how many it took.
	Bound func() (steps int64, err error)
	Spent func(steps int64)

	// End, if it is not nil, ends the sub-interpreters that the program has left.
	End func(t *Thread)
	// Sub says what the world may do as a sub-interpreter; nil: it is none.
	Sub *SubRights
}

// Spawned is a world within another.
type Spawned struct {
	Runtime *object.Runtime
	Begin   func(t *Thread) bool // what its program begins with; false: an exception is set
	Close   func() error
}

// SubRights are those of a sub-interpreter.
type SubRights struct{ Fork, Exec, Threads, Daemons bool }

var nestKey = object.NewHostKey(func(*object.Runtime) *Nest { return &Nest{} })

// NestOf is what a world knows of sub-interpreters.
func NestOf(rt *object.Runtime) *Nest { return nestKey.Of(rt) }

// SubRightsOf are those of a world that is a sub-interpreter, else nil.
func SubRightsOf(t *Thread) *SubRights { return nestKey.Of(t.RT).Sub }

// What is set is the same for all the life of a world, and package interps says what becomes of interpreters.
var _ = object.Keeps(func(*object.Runtime, *Nest) (object.Back, error) { return object.Back{Copy: object.Into}, nil })
