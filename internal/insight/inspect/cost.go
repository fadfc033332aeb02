// What code costs, as far as a dump tells: processor time of functions and lines, as sampled; of buffers, how much of their code ran.

package inspect

import (
	"maps"
	"slices"

	"github.com/psyco-go/psy/dump"
)

// hotBytes is how many bytes of a buffer are not off its usual ways.
func hotBytes(b *dump.Buffer) (n int) {
	for i, p := range b.Parts {
		end := b.Size
		if i+1 < len(b.Parts) {
			end = b.Parts[i+1].At
		}
		if p.Purpose != dump.ColdCode && p.Purpose != dump.Stubs && p.Purpose != dump.DataCode {
			n += end - p.At
		}
	}
	if n == 0 {
		n = b.Size
	}
	return n
}

// codeRun is about how many bytes of a buffer's code the processor went through.
func codeRun(b *dump.Buffer) uint64 { return b.Entered * uint64(hotBytes(b)) }

// codeRuns are those of the functions: the sum of their buffers' or the instructions of their executors.
func codeRuns(d *dump.Dump) []uint64 {
	out := make([]uint64, len(d.Functions))
	for i := range d.Buffers {
		if b := &d.Buffers[i]; b.Function >= 0 {
			out[b.Function] += codeRun(b)
		}
	}
	for _, x := range d.Executors {
		if x.Function >= 0 {
			out[x.Function] += x.Entered * uint64(len(x.Executed))
		}
	}
	return out
}

// ran gives for each function the offsets of its bytecode with how often code for them ran: how often their buffers did, or how often a helper was
// called, if that is more.
func ran(d *dump.Dump) [][][2]uint64 {
	counts := make([]map[int]uint64, len(d.Functions))
	for n := range counts {
		counts[n] = map[int]uint64{}
	}
	for i := range d.Buffers {
		b := &d.Buffers[i]
		if b.Function < 0 || b.Entered == 0 {
			continue
		}
		for _, p := range b.Parts {
			if p.Offset >= 0 && p.Inlined == "" {
				counts[b.Function][p.Offset] += b.Entered
			}
		}
	}
	out := make([][][2]uint64, len(counts))
	for n, c := range counts {
		for _, s := range d.Functions[n].Sites {
			if s.What == dump.Helper {
				c[s.Offset] = max(c[s.Offset], s.Count)
			}
		}
		out[n] = [][2]uint64{}
		for _, offset := range slices.Sorted(maps.Keys(c)) {
			out[n] = append(out[n], [2]uint64{uint64(offset), c[offset]})
		}
	}
	return out
}
