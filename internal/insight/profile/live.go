// What a profiler has seen so far, while the program runs.

package profile

import (
	"cmp"
	"io"
	"slices"
	"time"

	"github.com/google/pprof/profile"
)

// Mark is what had been seen at a moment.
type Mark struct {
	out *profile.Profile
	at  time.Time
}

// Mark notes what has been seen. Any goroutine may call it, while the program runs.
func (p *Profiler) Mark() *Mark {
	p.mu.Lock()
	defer p.mu.Unlock()
	return &Mark{p.out.Copy(), time.Now()}
}

// WriteSince writes what has been seen since a mark, or with nil since the beginning. Any goroutine may call it, while the program runs.
func (p *Profiler) WriteSince(w io.Writer, since *Mark) error {
	now := p.Mark()
	out, begun := now.out, p.begun
	if since != nil {
		begun = since.at
		since.out.Scale(-1)
		var err error
		if out, err = profile.Merge([]*profile.Profile{now.out, since.out}); err != nil {
			return err
		}
	}
	out.TimeNanos, out.DurationNanos = begun.UnixNano(), int64(now.at.Sub(begun))
	return out.Write(w)
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
	at := map[*profile.Function]*Time{}
	met := map[*profile.Function]bool{}
	for _, s := range p.out.Sample {
		clear(met)
		all += s.Value[1]
		for i, l := range s.Location {
			f := l.Line[0].Function
			t := at[f]
			if t == nil {
				t = &Time{Func: f.Name, File: f.Filename, Line: int(f.StartLine)}
				at[f] = t
			}
			if i == 0 {
				t.Self += s.Value[1]
			}
			if !met[f] {
				met[f] = true
				t.Total += s.Value[1]
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
