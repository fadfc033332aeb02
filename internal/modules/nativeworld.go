// What native modules may ask about the world that they are in.

package modules

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

func setWorld(rt *object.Runtime, w *World) { worldKey.Set(rt, w) }

func worldOf(t *Thread) *World { return worldKey.Of(t.RT) }

func systemOf(t *Thread) system.System { return t.RT.System }

// importModule imports a module by its absolute name, its parents first, and returns it.
func importModule(t *Thread, name string) Value { return worldOf(t).Import(t, name) }
