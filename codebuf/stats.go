// Counters.

package codebuf

// Stats counts what happened in a Memory.
type Stats struct {
	Made, Freed [Kinds]uint64 // buffers by kind
	Linked      uint64        // jumps linked to a buffer
	Unlinked    uint64        // jumps that went back to their fallbacks
	Patches     uint64        // stores into placed code
	Full        uint64        // buffers refused
	Reused      uint64        // bytes allocated in memory that was freed before
	Code, Meta  int           // bytes in use
	Peak        int           // greatest number of bytes of both
	Retired     int           // buffers waiting for Reclaim
	Holes       int
}

// Stats is a copy of the counters.
func (m *Memory) Stats() Stats {
	s := m.stats
	s.Code, s.Meta, s.Holes, s.Retired = m.code, m.meta, len(m.holes), len(m.retired)
	return s
}

// Live is the number of buffers of a kind.
func (s *Stats) Live(k Kind) uint64 { return s.Made[k] - s.Freed[k] }
