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

// Path leads from a safe point to a condition.
type Path struct {
	Trues []uint16 // the numbers of the conditions answered with true; the last one is the destination
	Reads []uint64 // the answers read from the outside world
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
	path  Path
	asked uint16
	trues int
	reads int
}

// Start begins a run along p; the empty path is a first run.
func Start(p Path) Run { return Run{path: p} }

// Replaying reports whether the code being emitted will be discarded.
func (r *Run) Replaying() bool { return r.trues < len(r.path.Trues) }

// Ask asks the next condition.
func (r *Run) Ask() Answer {
	n := r.asked
	r.asked++
	if r.trues == len(r.path.Trues) || r.path.Trues[r.trues] != n {
		return False
	}
	r.trues++
	if r.trues == len(r.path.Trues) {
		return Arrive
	}
	return True
}

// Here is the path to the last condition asked.
func (r *Run) Here() Path {
	t := r.path.Trues[:r.trues:r.trues]
	return Path{Trues: append(t, r.asked-1), Reads: r.path.Reads[:r.reads:r.reads]}
}

// Reads are the answers read so far.
func (r *Run) Reads() []uint64 { return r.path.Reads[:r.reads] }

// Read gives what f reads from the outside world. A replay gets the first run's answer instead, and does not call f.
func (r *Run) Read(f func() uint64) uint64 {
	if r.reads == len(r.path.Reads) { // the paths given out end before the new answer, and have no room for more
		r.path.Reads = append(r.path.Reads, f())
	}
	r.reads++
	return r.path.Reads[r.reads-1]
}
