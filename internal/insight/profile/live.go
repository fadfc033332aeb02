// What a profiler has seen so far, while the program runs.

package profile

import (
	"cmp"
	"compress/gzip"
	"io"
	"slices"
	"time"
)

// Mark is what had been seen at a moment.
type Mark struct {
	places []Frame
	stacks [][]uint32
	seen   []counts
	at     time.Time
}

// Mark notes what has been seen. Any goroutine may call it, while the program runs.
func (p *Profiler) Mark() *Mark {
	p.mu.Lock()
	defer p.mu.Unlock()
	return &Mark{p.places.list, p.stacks, slices.Clone(p.seen), time.Now()} // the places and stacks that are there do not change
}

// WriteSince writes what has been seen since a mark, or with nil since the beginning, compressed as pprof's profiles are. Any goroutine may call it,
// while the program runs.
func (p *Profiler) WriteSince(w io.Writer, since *Mark) error {
	now, begun := p.Mark(), p.begun
	if since != nil {
		begun = since.at
		for n, before := range since.seen {
			now.seen[n].times -= before.times
			now.seen[n].ns -= before.ns
		}
	}
	z := gzip.NewWriter(w)
	if _, err := z.Write(now.encode(begun)); err != nil {
		return err
	}
	return z.Close()
}

// Time is the processor time of a function: in itself, and with what it calls. Line is that of its definition.
type Time struct {
	Func  string `json:"function"`
	File  string `json:"file"`
	Line  int    `json:"line"`
	Self  int64  `json:"self_ns"`
	Total int64  `json:"total_ns"`
}

// Times gives the functions that have been met, those with most time in themselves first, the time of all, and that in machine code. Any goroutine may call
// it, while the program runs.
func (p *Profiler) Times() (list []Time, all, native int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := map[Frame]*Time{} // without the line
	met := map[Frame]bool{}
	for n, places := range p.stacks {
		clear(met)
		ns := p.seen[n].ns
		all += ns
		for i, l := range places {
			f := p.places.list[l]
			f.Line = 0
			t := at[f]
			if t == nil {
				t = &Time{Func: f.Func, File: f.File, Line: f.FirstLine}
				at[f] = t
			}
			if i == 0 {
				t.Self += ns
			}
			if !met[f] {
				met[f] = true
				t.Total += ns
			}
		}
	}
	for _, t := range at {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b Time) int {
		return cmp.Or(cmp.Compare(b.Self, a.Self), cmp.Compare(b.Total, a.Total), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return list, all, p.native
}
