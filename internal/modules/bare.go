// Bare worlds: what every new world begins with. The second world of its kind makes an image of it, and those that follow are copies of this image: nearly all
// of the time that a new world takes goes into making the same types and names each time.

package modules

import (
	"sync"

	"github.com/psyco-go/psy/internal/vm/object"
)

// bareKind is what of the Options the objects of a bare world depend on, but for what tellSys tells it.
type bareKind struct {
	flags      Flags
	utf8       bool
	digits     int
	platLibDir string
}

// bareWorld is what is known of bare worlds of one kind.
type bareWorld struct {
	asked  int
	making bool
	image  *object.Image // nil: it has not been made, or cannot be
}

// bareWorlds are all of them. There are few: kinds beyond that are made anew each time.
var bareWorlds struct {
	sync.Mutex
	kinds map[bareKind]*bareWorld
}

const bareKinds = 4

// bareImage is an image of a bare world for a world with these options; nil: it has to be made anew.
func bareImage(o *Options) *object.Image {
	if !o.Bare || o.HashSeed != (object.HashSeed{}) || o.HashRandom || len(o.XOptions)+len(o.WarnOptions) > 0 || o.Executable != "" || o.BaseExecutable != "" ||
		o.PycachePrefix != "" || o.ScriptDir != "" || o.NoColumns || o.Flags.BytesWarning > 0 || o.Flags.DevMode {
		return nil
	}
	k := bareKind{o.Flags, o.UTF8Mode, o.IntMaxStrDigits, o.PlatLibDir}
	b := &bareWorlds
	b.Lock()
	defer b.Unlock()
	w := b.kinds[k]
	if w == nil {
		if len(b.kinds) == bareKinds {
			return nil
		}
		if b.kinds == nil {
			b.kinds = map[bareKind]*bareWorld{}
		}
		w = &bareWorld{}
		b.kinds[k] = w
	}
	if w.asked++; w.image != nil || w.asked != 2 || w.making {
		return w.image
	}
	w.making = true
	b.Unlock()
	image := makeBare(k)
	b.Lock()
	w.making, w.image = false, image
	return image
}

// makeBare makes a world of this kind and its image; nil: there are no images here.
func makeBare(k bareKind) *object.Image {
	rt, err := newWorld(Options{HeapCap: bareHeap, Flags: k.flags, UTF8Mode: k.utf8, IntMaxStrDigits: k.digits, PlatLibDir: k.platLibDir})
	if err != nil {
		return nil
	}
	defer rt.Close()
	im, err := rt.Freeze()
	if err != nil || !im.Bare(rt) {
		return nil
	}
	return im
}

// bareHeap is the cap of a heap in which an image is made. Copies have their own.
const bareHeap = 16 << 20
