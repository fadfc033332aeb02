// Where packages above keep what they know of a runtime.

package object

import "reflect"

// A HostKey names a place of a runtime in which a package above keeps a T: the package declares the key as a variable, once.
type HostKey[T any] struct {
	at   int
	make func(rt *Runtime) T
}

// hostKeys is how many keys there are.
var hostKeys int

// hostMakers make what stands there, for copies of images.
var hostMakers []func(rt *Runtime) any

// NewHostKey declares a key; to be called while Go's package variables are initialized. make makes what stands there when it is first asked for;
// without make that is T's zero value until somebody sets it.
func NewHostKey[T any](make func(rt *Runtime) T) HostKey[T] {
	hostKeys++
	hostTypes = append(hostTypes, reflect.TypeFor[T]())
	var maker func(rt *Runtime) any
	if make != nil {
		maker = func(rt *Runtime) any { return make(rt) }
	}
	hostMakers = append(hostMakers, maker)
	return HostKey[T]{hostKeys - 1, make}
}

// Of is what the runtime has there.
//
//psy:bounded what makes the value of a key may ask for other keys, never for its own
func (k HostKey[T]) Of(rt *Runtime) T {
	if x := rt.host[k.at]; x != nil {
		return x.(T)
	}
	var x T
	if k.make != nil {
		x = k.make(rt)
		rt.host[k.at] = x
	}
	return x
}

// Set puts something there.
func (k HostKey[T]) Set(rt *Runtime, x T) { rt.host[k.at] = x }

// closing is what stands at a key and has work of its own, timers and goroutines, which ends with the runtime.
type closing interface{ RuntimeCloses() }
