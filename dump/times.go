// Sampled processor time: who has it.

package dump

// enoughTime is how much processor time must have been sampled for shares to be told, in nanoseconds: some thirty samples.
const enoughTime = 150_000_000

// Sampled reports whether enough processor time was sampled for shares of it to be told.
func (d *Dump) Sampled() bool { return d.Times != nil && d.Times.Total >= enoughTime }

// Own is the time of a line of a function, in nanoseconds; of all its lines, if line is 0. Functions of the same name in one file count together.
func (d *Dump) Own(function, file string, line int) (ns int64) {
	if d.Times == nil {
		return 0
	}
	for _, x := range d.Times.Functions {
		if f := &d.Functions[x.Function]; f.Name != function || f.File != file {
			continue
		}
		if line == 0 {
			ns += x.Own
			continue
		}
		for _, l := range x.Lines {
			if l.Line == line {
				ns += l.Own
			}
		}
	}
	return ns
}
