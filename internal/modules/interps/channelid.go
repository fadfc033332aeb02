// ChannelID: the number of a channel, or of one end of it, as an object.

package interps

import (
	"fmt"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// header is what each object of these modules begins with.
type header struct{ heap.Header }

// channelID is the object.
type channelID struct {
	header
	ID  int64
	End int64 // endBoth, endSend, endRecv
}

// Ends of a channel.
const (
	endBoth int64 = 0
	endSend int64 = 1
	endRecv int64 = -1
)

// tChannelID is declared before its definition, which refers to it.
var tChannelID = object.AllocTypeID()

// channelEnd is a ChannelID on its way; wrap: it is the end of the library's that has it as its _id.
type channelEnd struct {
	id, end int64
	wrap    bool
}

func newChannelID(t *Thread, id, end int64) Value {
	c := object.New[channelID](t, tChannelID)
	if c == nil {
		return null
	}
	c.ID, c.End = id, end
	return object.Of(c)
}

// packEnd is pack for a SendChannel or RecvChannel.
func packEnd(t *Thread, v Value) (x crossed, ok bool) {
	id := object.GetAttr(t, v, object.Intern(t, "_id"))
	if id == null {
		return x, false
	}
	if !isExact(id, tChannelID) {
		object.Raise(t, object.TTypeError, "expected ChannelID, got %s", object.TypeName(t, id))
		return x, false
	}
	c := object.As[channelID](id)
	return crossed{size: crossedSize, end: &channelEnd{c.ID, c.End, true}}, true
}

func (e *channelEnd) unpack(t *Thread) Value {
	id := newChannelID(t, e.id, e.end)
	if id == null || !e.wrap {
		return id
	}
	n := recvClass
	if e.end == endSend {
		n = sendClass
	}
	c := libraryClass(t, "channels", n)
	if c == null {
		return null
	}
	return object.Call1(t, c, id)
}

// endNames are what the attribute end says.
var endNames = map[int64]string{endBoth: "both", endSend: "send", endRecv: "recv"}

func channelRepr(t *Thread, v Value) Value {
	c := object.As[channelID](v)
	name := object.TypeOf(t, v).NameString()
	if c.End == endBoth {
		return object.NewStr(t, fmt.Sprintf("%s(%d)", name, c.ID))
	}
	return object.NewStr(t, fmt.Sprintf("%s(%d, %s=True)", name, c.ID, endNames[c.End]))
}

// channelCompare compares for equality alone: with a ChannelID, or with a number.
func channelCompare(t *Thread, a, b Value, op object.CompareOp) Value {
	c := object.As[channelID](a)
	if op != object.EQ && op != object.NE {
		return object.NotImplemented
	}
	if isExact(b, tChannelID) {
		d := object.As[channelID](b)
		return object.Bool((c.ID == d.ID && c.End == d.End) == (op == object.EQ))
	}
	if !native.IsInt(b) && !b.IsFloat() && object.TypeOf(t, b).Slots.Index == nil {
		return object.NotImplemented
	}
	return object.Compare(t, object.NewInt(t, c.ID), b, op)
}

func channelNumber(t *Thread, v Value) Value { return object.NewInt(t, object.As[channelID](v).ID) }

// endOf makes the getter of one end.
func endOf(end int64) func(t *Thread, v Value) Value {
	return func(t *Thread, v Value) Value { return newChannelID(t, object.As[channelID](v).ID, end) }
}

var _ = object.DefineType(tChannelID, object.TypeDef{
	Name: "_interpchannels.ChannelID", Size: unsafe.Sizeof(channelID{}),
	Slots: object.Slots{
		Repr: channelRepr, Str: func(t *Thread, v Value) Value { return object.NewStr(t, fmt.Sprint(object.As[channelID](v).ID)) },
		Hash:    func(t *Thread, v Value) (int64, bool) { return object.Hash(t, channelNumber(t, v)) },
		Compare: channelCompare, Int: channelNumber, Index: channelNumber,
	},
	GetSets: []object.GetSetDef{
		{Name: "end", Get: func(t *Thread, v Value) Value { return object.NewStr(t, endNames[object.As[channelID](v).End]) }},
		{Name: "send", Get: endOf(endSend)},
		{Name: "recv", Get: endOf(endRecv)},
	},
})

// makeChannelID is _channel_id: the id of a channel that there is, unless force says that this does not matter.
func makeChannelID(t *Thread, a []Value) Value {
	send, recv := -1, -1
	for i, to := range [...]*int{1: &send, 2: &recv} {
		if i > 0 && a[i] != null {
			if *to = object.Truth(t, a[i]); *to < 0 {
				return null
			}
		}
	}
	force, ok := native.OptBool(t, a[3], false)
	if !ok {
		return null
	}
	if _, ok = native.OptBool(t, a[4], false); !ok {
		return null
	}
	end := endBoth
	if isExact(a[0], tChannelID) {
		end = object.As[channelID](a[0]).End
	}
	id, ok := channelNumberOf(t, a[0])
	switch {
	case !ok:
		return null
	case send == 0 && recv == 0:
		return object.Raise(t, object.TValueError, "'send' and 'recv' cannot both be False")
	case send == 1 && recv == 1:
		end = endBoth
	case send == 1:
		end = endSend
	case recv == 1:
		end = endRecv
	}
	if !force {
		g := self(t).g
		g.mu.Lock()
		_, there := g.channels.find(id)
		g.unlock()
		if !there {
			return raise(t, channelNotFoundError, "channel %d not found", id)
		}
	}
	return newChannelID(t, id, end)
}

// channelNumberOf reads an argument that is the number of a channel.
func channelNumberOf(t *Thread, v Value) (int64, bool) {
	if isExact(v, tChannelID) {
		return object.As[channelID](v).ID, true
	}
	return numberOf(t, v, "channel ID")
}
