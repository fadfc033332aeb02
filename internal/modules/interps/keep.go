// What an interpreter keeps of Python: the modules' exceptions, classes that cross, and views that wait to be received.

package interps

import (
	"fmt"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Classes that an interpreter keeps.
const (
	interpreterError = iota
	notFoundError
	notShareableError
	queueError
	queueNotFoundError
	queueClass // of the library, told by _register_heap_types
	queueEmpty
	queueFull
	channelError
	channelNotFoundError
	channelClosedError
	channelEmptyError
	channelNotEmptyError
	sendClass // of the library, told by _register_end_types
	recvClass
	keptClasses
)

// keep are the references. A module that is imported anew has the same classes.
type keep struct {
	classes [keptClasses]Value //psy:root visited by visitRoots
	views   *object.Dict       //psy:root visited by visitRoots: memoryviews that were sent, by number
	last    int64
}

func (k *keep) visitRoots(visit func(uint64)) {
	for _, c := range k.classes {
		visit(uint64(c))
	}
	visit(uint64(uintptr(unsafe.Pointer(k.views))))
}

func (k *keep) Move(c *object.Copy) {
	for i := range k.classes {
		k.classes[i] = c.Move(k.classes[i])
	}
	k.views = object.Moved(c, k.views)
}

var keepKey = object.NewHostKey(func(rt *object.Runtime) *keep {
	k := &keep{}
	rt.Heap.AddRoots(k.visitRoots)
	return k
})

var _ = object.Plain[keep]()

// errorClass is an exception class that the modules make.
type errorClass struct {
	name string
	base int // of keep, or -1
	of   object.TypeID
	doc  string
}

var errorClasses = map[int]errorClass{
	interpreterError:     {"interpreters.InterpreterError", -1, object.TException, "An operation on or between interpreters has failed."},
	notFoundError:        {"interpreters.InterpreterNotFoundError", interpreterError, 0, "There is no such interpreter."},
	notShareableError:    {"interpreters.NotShareableError", -1, object.TValueError, ""},
	queueError:           {"test.support.interpreters.QueueError", -1, object.TRuntimeError, "An operation on a queue has failed."},
	queueNotFoundError:   {"test.support.interpreters.QueueNotFoundError", queueError, 0, ""},
	channelError:         {"_interpchannels.ChannelError", -1, object.TRuntimeError, ""},
	channelNotFoundError: {"_interpchannels.ChannelNotFoundError", channelError, 0, ""},
	channelClosedError:   {"_interpchannels.ChannelClosedError", channelError, 0, ""},
	channelEmptyError:    {"_interpchannels.ChannelEmptyError", channelError, 0, ""},
	channelNotEmptyError: {"_interpchannels.ChannelNotEmptyError", channelError, 0, ""},
}

// class is one of the classes, which is made when it is first asked for. Null: an exception is set.
//
//psy:bounded by how deep bases are nested
func (k *keep) class(t *Thread, n int) Value {
	if k.classes[n] != null {
		return k.classes[n]
	}
	e := errorClasses[n]
	base := null
	if e.base >= 0 {
		base = k.class(t, e.base)
	} else {
		base = t.Type(e.of).Value()
	}
	if base == null {
		return null
	}
	c := native.NewErrorClass(t, e.name, base)
	if c == null {
		return null
	}
	if e.doc != "" {
		if doc := object.NewStr(t, e.doc); doc == null || !object.SetAttr(t, c, object.Intern(t, "__doc__"), doc) {
			return null
		}
	}
	k.classes[n] = c
	return c
}

// showClasses puts classes into a module's dict under their names.
func showClasses(t *Thread, d *object.Dict, classes ...int) bool {
	for _, n := range classes {
		c := keepKey.Of(t.RT).class(t, n)
		if c == null || !d.SetStr(t, object.GoString(object.As[object.Type](c).Name), c) {
			return false
		}
	}
	return true
}

// raise raises one of the classes.
func raise(t *Thread, class int, format string, args ...any) Value {
	c := keepKey.Of(t.RT).class(t, class)
	if c == null {
		return null
	}
	return raiseClass(t, c, format, args...)
}

// raiseClass raises a class with a text.
func raiseClass(t *Thread, class Value, format string, args ...any) Value {
	s := object.NewStr(t, fmt.Sprintf(format, args...))
	if s == null {
		return null
	}
	e := object.Call1(t, class, s)
	if e != null {
		object.SetExc(t, e)
	}
	return null
}
