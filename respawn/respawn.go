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
	"unsafe"
)

// Path leads from a safe point to a condition. A compiler keeps one for each condition, so a path takes three words.
type Path struct {
	steps string  // how many answers were read, then the numbers of the conditions answered with true; the last one is the destination
	reads *uint64 // the answers read from the outside world
}

// The bytes that the parts of Path.steps take.
const (
	readsBytes = 4
	trueBytes  = 2
)

// trues is the number of conditions answered with true; true gives one of them.
func (p Path) trues() int {
	if p.steps == "" {
		return 0
	}
	return (len(p.steps) - readsBytes) / trueBytes
}

func (p Path) true(n int) uint16 {
	at := readsBytes + n*trueBytes
	return uint16(p.steps[at]) | uint16(p.steps[at+1])<<8
}

// answers are the answers read. They have no room for more.
func (p Path) answers() []uint64 {
	if p.steps == "" {
		return nil
	}
	s := p.steps[:readsBytes]
	return unsafe.Slice(p.reads, int(s[0])|int(s[1])<<8|int(s[2])<<16|int(s[3])<<24)
}

// Bytes is the path's memory, without the answers, which paths share.
func (p Path) Bytes() int { return len(p.steps) }

// String shows the conditions and the answers.
func (p Path) String() string {
	trues := make([]uint16, p.trues())
	for n := range trues {
		trues[n] = p.true(n)
	}
	return fmt.Sprint(trues, p.answers())
}

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
func Start(p Path) Run { return Run{path: p, answers: p.answers()} }

// Replaying reports whether the code being emitted will be discarded.
func (r *Run) Replaying() bool { return r.trues < r.path.trues() }

// Ask asks the next condition.
func (r *Run) Ask() Answer {
	n := r.asked
	r.asked++
	if !r.Replaying() || r.path.true(r.trues) != n {
		return False
	}
	r.trues++
	if !r.Replaying() {
		return Arrive
	}
	return True
}

// Here is the path to the last condition asked.
func (r *Run) Here() Path {
	var room [64]byte
	b := binary.LittleEndian.AppendUint32(room[:0], uint32(r.reads))
	if r.trues > 0 {
		b = append(b, r.path.steps[readsBytes:readsBytes+r.trues*trueBytes]...)
	}
	return Path{steps: string(binary.LittleEndian.AppendUint16(b, r.asked-1)), reads: unsafe.SliceData(r.answers)}
}

// Reads are the answers read so far.
func (r *Run) Reads() []uint64 { return r.answers[:r.reads] }

// Read gives what f reads from the outside world. A replay gets the first run's answer instead, and does not call f.
func (r *Run) Read(f func() uint64) uint64 {
	if r.reads == len(r.answers) { // the paths given out end before the new answer
		r.answers = append(r.answers, f())
	}
	r.reads++
	return r.answers[r.reads-1]
}
