// The type SSLSession.

package sslmod

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/tlsconn"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tSession = object.AllocTypeID()

type sessionObject struct {
	header
	Handle  uint64 // of a *tlsconn.Session
	Context Value
}

// sessionSize is what a session counts for: two chains of certificates.
const sessionSize = 8 << 10

func newSession(t *Thread, s *tlsconn.Session, ctx Value) Value {
	v := object.AllocInstance(t, t.Type(tSession))
	if v == null {
		return null
	}
	h := t.RT.Heap.Handles()
	id := h.Put(s)
	object.As[sessionObject](v).Handle, object.As[sessionObject](v).Context = uint64(id), ctx
	if !h.Resize(id, sessionSize) {
		t.NoMemory()
		return null
	}
	return v
}

func sessionOf(t *Thread, v Value) *tlsconn.Session {
	s, _ := t.RT.Heap.Handles().Get(uint32(object.As[sessionObject](v).Handle)).(*tlsconn.Session)
	return s
}

// lifetime is how long sessions are good for, in seconds: crypto/tls's servers keep to a week.
const lifetime = 7 * 24 * 3600

var _ = object.DefineType(tSession, object.TypeDef{
	Name: "_ssl.SSLSession", Size: unsafe.Sizeof(sessionObject{}), Refs: 1 << 2, LayoutFlags: heap.HasHandle, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{
		Compare: func(t *Thread, a, b Value, op object.CompareOp) Value {
			if op != object.EQ && op != object.NE || !b.IsExact(tSession) {
				return object.NotImplemented
			}
			return object.Bool((sessionOf(t, a).ID == sessionOf(t, b).ID) == (op == object.EQ))
		},
	},
	GetSets: []object.GetSetDef{
		{Name: "id", Get: func(t *Thread, v Value) Value { s := sessionOf(t, v); return object.NewBytes(t, s.ID[:]) }},
		{Name: "time", Get: func(t *Thread, v Value) Value { return object.NewInt(t, sessionOf(t, v).Time) }},
		{Name: "timeout", Get: func(t *Thread, v Value) Value { return object.SmallInt(lifetime) }},
		{Name: "ticket_lifetime_hint", Get: func(t *Thread, v Value) Value { return object.SmallInt(lifetime) }},
		{Name: "has_ticket", Get: func(t *Thread, v Value) Value { return object.Bool(sessionOf(t, v).HasTicket()) }},
	},
})
