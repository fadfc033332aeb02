// What native modules may ask about the world that they are in.

package native

import (
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/vm/object"
)

// World is what native modules know of the world that they are in.
type World struct {
	Import              func(t *Thread, name string) Value // imports a module by its absolute name and returns it
	CPUCount            int                                // what os.cpu_count says; 0: how many there are
	WarnOptions         []string                           // those of -W
	UTF8Mode            bool
	WarnDefaultEncoding bool
}

var worldKey = object.NewHostKey[*World](nil)

// SetWorld says what world a runtime is; to be called once, before there are modules.
func SetWorld(rt *object.Runtime, w *World) { worldKey.Set(rt, w) }

// WorldIn is the world that a runtime is; nil: none yet.
func WorldIn(rt *object.Runtime) *World { return worldKey.Of(rt) }

// SystemOf is what the program may reach of the world outside.
func SystemOf(t *Thread) system.System { return t.RT.System }

// ImportModule imports a module by its absolute name, its parents first, and returns it.
func ImportModule(t *Thread, name string) Value { return WorldIn(t.RT).Import(t, name) }

var _ = object.Fixed[*World]()
