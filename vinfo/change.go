// The changes of a value's stage.

package vinfo

import "fmt"

// Change is a change of a value's stage (paper: the arrows between the stages). The paper's arrow 5, from compile-time to fixed, is absent: see
// docs/DESIGN.md.
type Change uint8

const (
	SameStage            Change = iota
	VirtualToCompileTime        // built while compiling
	VirtualToRunTime            // built by machine code
	VirtualToFixed              // built while compiling, of fixed values
	CompileTimeToRunTime        // un-promoted
	RunTimeToFixed              // promoted
	NumChanges
)

// stage is the stage of a value: its Time, with fixed values as a stage of their own.
type stage uint8

const (
	virtual stage = iota
	known
	fixed
	running
)

var stageNames = [...]string{"virtual", "compile-time", "fixed", "run-time"}

// changes are the allowed changes.
var changes = [4][4]Change{
	virtual: {known: VirtualToCompileTime, running: VirtualToRunTime, fixed: VirtualToFixed},
	known:   {running: CompileTimeToRunTime},
	running: {fixed: RunTimeToFixed},
}

func (i *Info) stage() stage {
	switch {
	case i.Time == RunTime:
		return running
	case i.Time == Virtual:
		return virtual
	case i.Known.Fixed:
		return fixed
	}
	return known
}

// change is the change of stage when i becomes what x is. It panics if that change is not allowed.
func (i *Info) change(x *Info) Change {
	from, to := i.stage(), x.stage()
	if from == known && to == virtual && x.Items != nil { // a number in a register: only its box is virtual
		to = running
	}
	if from == to {
		return SameStage
	}
	c := changes[from][to]
	if c == SameStage {
		panic(fmt.Sprintf("BUG: a %s value becomes a %s one", stageNames[from], stageNames[to]))
	}
	return c
}

// Becomes turns i into a copy of x, for all that share i, and returns the change of its stage. Nothing else changes a value's stage.
func (i *Info) Becomes(x *Info) Change {
	c := i.change(x)
	mark, used := i.Mark, i.Used
	*i = *x
	i.Mark, i.Used = mark, used
	return c
}
