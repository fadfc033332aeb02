// Finalizers of files, and ResourceWarning for those that nobody closed.

package iomod

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/warnings"
	"github.com/psyco-go/psy/internal/vm/object"
)

// trackFile gives a file object its finalizer; instances of classes written in Python have theirs since they were made.
func trackFile(t *Thread, v Value) {
	o := object.As[ioObject](v)
	if object.TypeOf(t, v).Flags&object.TypeHasDel == 0 && o.Flags&ioTracked == 0 {
		o.Flags |= ioTracked
		object.TrackFinalizer(t, v)
	}
}

func isFinalizing(v Value) bool { return object.As[ioObject](v).Flags&ioFinalizing != 0 }

// finalizingMember is _finalizing: close is called by the finalizer.
var finalizingMember = object.GetSetDef{
	Name: "_finalizing", Member: true,
	Get: func(t *Thread, v Value) Value { return object.Bool(isFinalizing(v)) },
	Set: func(t *Thread, o, v Value) bool {
		switch v {
		case null:
			object.Raise(t, object.TTypeError, "can't delete numeric/char attribute")
			return false
		case object.True:
			object.As[ioObject](o).Flags |= ioFinalizing
		case object.False:
			object.As[ioObject](o).Flags &^= ioFinalizing
		default:
			object.Raise(t, object.TTypeError, "attribute value type must be bool")
			return false
		}
		return true
	},
}

// ioFinalize is the finalizer of all files: it closes them.
func ioFinalize(t *Thread, v Value) Value {
	exc := t.Exc
	t.ClearExc()
	open := false
	if closed := object.LookupAttr(t, v, t.N(object.N_closed)); closed != null {
		open = object.Truth(t, closed) == 0
	}
	t.ClearExc()
	if open {
		object.SetAttr(t, v, object.Intern(t, "_finalizing"), object.True)
		t.ClearExc()
		if object.CallMethod0(t, v, t.N(object.N_close)) == null {
			object.WriteUnraisable(t, v)
		}
	}
	t.Exc = exc
	return none
}

// fileDeallocWarn is FileIO._dealloc_warn: source is the file that was to be closed.
func fileDeallocWarn(t *Thread, v, source Value) Value {
	if f, ok := t.RT.Heap.Handles().Get(uint32(object.As[ioObject](v).Handle)).(*RawFile); ok && !f.Closed && f.fd >= 0 && f.closefd {
		warnings.Unclosed(t, "unclosed file", v, source)
	}
	return none
}

// bufDeallocWarn passes it on to the raw file.
func bufDeallocWarn(t *Thread, v, source Value) Value {
	if raw := object.As[ioObject](v).Ref; raw != null {
		native.Call1(t, raw, "_dealloc_warn", source)
		t.ClearExc()
	}
	return none
}

// holders are types of other modules whose objects hold something open, as files do, and whether they still do.
var holders = map[object.TypeID]func(v Value) bool{}

// HoldsOpen declares such a type; to be called while Go's package variables are initialized.
func HoldsOpen(typ object.TypeID, isOpen func(v Value) bool) bool {
	holders[typ] = isOpen
	return true
}

// Dying is Runtime.Dying.
func Dying(rt *object.Runtime, v Value) (below Value, rank int) {
	typ := object.ShapeOf(v).Type
	own := typ.GoType()
	switch exact := own == typ; own.ID {
	case tBufPair:
		return v, 2
	case tText:
		rank = 1
	case tBufReader, tBufWriter, tBufRandom:
		rank = 2
	case tFileIO:
		rank = 3
	case tBytesIO, tStringIO:
		if rank = 3; exact {
			return null, -1
		}
		return v, rank
	case tIOBase, tRawIOBase, tBufferedBase, tTextBase:
		return v, 3
	default:
		isOpen := holders[own.ID]
		switch {
		case isOpen == nil:
			return null, 0
		case !isOpen(v) && typ.FinalizedAs() == own.ID:
			return null, -1
		}
		return v, 3
	}
	for below = v; layered(below) && object.As[ioObject](below).Ref.IsPtr(); {
		below = object.As[ioObject](below).Ref
	}
	if own == typ && shut(rt, v, below) {
		rank = -1
	}
	return below, rank
}

// layered reports whether v is a file over another.
func layered(v Value) bool {
	for typ := object.ShapeOf(v).Type; typ != nil; typ = typ.Base {
		switch typ.ID {
		case tText, tBufReader, tBufWriter, tBufRandom:
			return true
		}
	}
	return false
}

// shut reports whether v, a file over below, is closed or has nothing to close.
func shut(rt *object.Runtime, v, below Value) bool {
	if below.IsExact(tFileIO) {
		f, ok := rt.Heap.Handles().Get(uint32(object.As[ioObject](below).Handle)).(*RawFile)
		return !ok || f.Closed
	}
	return v == below // a layer over nothing: detached
}
