// The module _uuid: identifiers of time and place, as libuuid makes them where it knows no place.

package unixmod

import (
	"encoding/binary"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// uuidKeep is what the identifiers of a runtime have in common.
type uuidKeep struct {
	made     bool
	sequence uint16
	node     [6]byte
	last     uint64
}

var uuidKey = object.NewHostKey(func(*object.Runtime) *uuidKeep { return &uuidKeep{} })

// sinceGregory is the time from the start of the Gregorian calendar to 1970, in units of 100 ns.
const sinceGregory = 0x01B21DD213814000

// generateTimeSafe makes an identifier of version 1, and says that other processes could make the same: no server is asked.
func generateTimeSafe(t *Thread, _ Value) Value {
	k := uuidKey.Of(t.RT)
	if !k.made {
		var b [8]byte
		if err := t.RT.System.Random(b[:]); err != nil {
			return native.RaiseIO(t, err, null)
		}
		copy(k.node[:], b[:])
		k.node[0] |= 1 // a group address: of no card
		k.sequence = binary.BigEndian.Uint16(b[6:])&0x3fff | 0x8000
		k.made = true
	}
	now := uint64(t.RT.System.Now().UnixNano()/100) + sinceGregory
	if now <= k.last {
		now = k.last + 1
	}
	k.last = now
	var id [16]byte
	binary.BigEndian.PutUint32(id[:], uint32(now))
	binary.BigEndian.PutUint16(id[4:], uint16(now>>32))
	binary.BigEndian.PutUint16(id[6:], uint16(now>>48)&0x0fff|0x1000)
	binary.BigEndian.PutUint16(id[8:], k.sequence)
	copy(id[10:], k.node[:])
	b := object.NewBytes(t, id[:])
	if b == null {
		return null
	}
	return object.Pair(t, b, object.SmallInt(-1))
}

var _ = native.Register("_uuid", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{{Name: "generate_time_safe", Sig: "()", F0: generateTimeSafe}},
		Init: func(t *Thread, _ Value, d *object.Dict) bool {
			return d.SetStr(t, "has_uuid_generate_time_safe", object.SmallInt(1))
		},
	}
})

var _ = object.Plain[uuidKeep]()
