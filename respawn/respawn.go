// Package respawn counts run-time conditions, so that the compiler can be led back to one of them (paper, "Respawning"). It must not know what is
// compiled: it sees only questions and answers.
//
// From a safe point (a snapshot) on, the compiler asks conditions in a sequence that depends only on their answers and on what it reads of the
// outside world. The usual answer is "false"; the code for "true" is not compiled. When that code is needed after all, the compiler starts again
// from the safe point and gets the same answers, up to the condition in question:
//
//	first run:   read a, ask 0: false, read b, ask 1: false, ask 2: false, ...
//	respawn 1:   read a, ask 0: false, read b, ask 1: TRUE: the code emitted so far is discarded, the real code begins; ask 2: false ...
//	respawn 2 of that: ... 1: true, ask 2: TRUE
package respawn

import (
	"encoding/binary"
	"fmt"

	"github.com/psyco-go/psy/internal/lib/varint"
)

// Path leads from a safe point to a condition. The zero Path leads nowhere: it is that of a first run.
type Path struct {
	trues   []uint16 // the numbers of the conditions answered with true; the last one is the destination
	answers []uint64 // those read from the outside world
}

// Step is a condition that a run has asked. Run.Done gives what the paths to all conditions of a run have in common; ReadPath makes the path of the two.
type Step struct {
	cond  uint16
	reads uint32
}

// Append appends p to out.
func (p Path) Append(out []byte) []byte {
	out = binary.AppendUvarint(out, uint64(len(p.trues)))
	for _, n := range p.trues {
		out = binary.AppendUvarint(out, uint64(n))
	}
	out = binary.AppendUvarint(out, uint64(len(p.answers)))
	for _, x := range p.answers {
		out = binary.AppendUvarint(out, x)
	}
	return out
}

// SkipPath reads past a path.
func SkipPath(in *varint.Bytes) {
	for range 2 {
		for range in.Uint() {
			in.Uint()
		}
	}
}

// ReadPath is the path to a condition of a finished run, whose Done Append has appended.
func ReadPath(in varint.Bytes, to Step) (p Path) {
	p.trues = make([]uint16, in.Uint()+1)
	last := len(p.trues) - 1
	for k := range last {
		p.trues[k] = uint16(in.Uint())
	}
	p.trues[last] = to.cond
	in.Uint()
	p.answers = make([]uint64, to.reads)
	for k := range p.answers {
		p.answers[k] = in.Uint()
	}
	return p
}

// Append appends s to out as its distance from the step last. ReadStep reads it.
func (s Step) Append(out []byte, last Step) []byte {
	out = binary.AppendVarint(out, int64(s.cond)-int64(last.cond))
	return binary.AppendVarint(out, int64(s.reads)-int64(last.reads))
}

func ReadStep(in *varint.Bytes, last Step) Step {
	last.cond += uint16(in.Int())
	last.reads += uint32(in.Int())
	return last
}

// String shows the conditions and the answers.
func (p Path) String() string { return fmt.Sprint(p.trues, p.answers) }

// Answer is the result of Ask.
type Answer uint8

const (
	False  Answer = iota // the compiler emits the conditional jump
	True                 // this path answers true
	Arrive               // true, and the replay ends here
)

// Run is one run of the compiler from a safe point.
type Run struct {
	path    Path
	answers []uint64
	asked   uint16
	trues   int
	reads   int
}

// Start begins a run along p; the empty path is a first run.
func Start(p Path) Run { return Run{path: p, answers: p.answers} }

// Replaying reports whether the code being emitted will be discarded.
func (r *Run) Replaying() bool { return r.trues < len(r.path.trues) }

// Ask asks the next condition.
func (r *Run) Ask() Answer {
	n := r.asked
	r.asked++
	if !r.Replaying() || r.path.trues[r.trues] != n {
		return False
	}
	r.trues++
	if !r.Replaying() {
		return Arrive
	}
	return True
}

// Here is the condition asked last, which a first run or the code after a replay has asked.
func (r *Run) Here() Step { return Step{r.asked - 1, uint32(r.reads)} }

// Done is what the paths to the conditions asked have in common.
func (r *Run) Done() Path { return Path{r.path.trues, r.answers[:r.reads]} }

// Reads are the answers read so far.
func (r *Run) Reads() []uint64 { return r.answers[:r.reads] }

// Read gives what f reads from the outside world. A replay gets the first run's answer instead, and does not call f.
func (r *Run) Read(f func() uint64) uint64 {
	if r.reads == len(r.answers) {
		r.answers = append(r.answers, f())
	}
	r.reads++
	return r.answers[r.reads-1]
}
