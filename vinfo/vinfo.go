// Package vinfo describes what is known of values while compiling: vinfos and their stages (paper, "The vinfo_t data structures"). It must not know
// the bytecode, nor what a Python value looks like, nor how registers are allocated.
//
// The vinfos of one compiler state form a graph: two variables may share one. A vinfo lives as long as its state reaches it.
// Registers are reclaimed by tracing the state (package staging), so there are no reference counts to keep.
package vinfo

import (
	"fmt"
	"strings"
)

// Time is the stage of a value.
type Time uint8

const (
	CompileTime Time = iota // known while compiling
	RunTime                 // in a register or in memory when the code runs
	Virtual                 // not built yet; a rule can build it from the items
)

// Kind tells what the machine word of a value holds.
type Kind uint8

const (
	Boxed Kind = iota // a Python value
	Int               // an int64
	Float             // a float64
	Raw               // some other word: an address, a class number, a counter
)

// Place is the location of a run-time value.
type Place int16

const (
	NoPlace    Place = -1
	xmmBase    Place = 16
	memoryBase Place = 32
)

// Reg is general register r, XReg is SSE register x, Slot is word i of the running frame's variables and stack, and Spill is word i of the native
// frame.
func Reg(r int) Place   { return Place(r) }
func XReg(x int) Place  { return xmmBase + Place(x) }
func Slot(i int) Place  { return memoryBase + Place(2*i) }
func Spill(i int) Place { return memoryBase + Place(2*i+1) }

// IsReg, IsXReg, IsSlot and IsSpill distinguish the four kinds of place; N is the number within the kind.
func (p Place) IsReg() bool   { return p >= 0 && p < xmmBase }
func (p Place) IsXReg() bool  { return p >= xmmBase && p < memoryBase }
func (p Place) IsSlot() bool  { return p >= memoryBase && (p-memoryBase)&1 == 0 }
func (p Place) IsSpill() bool { return p >= memoryBase && (p-memoryBase)&1 == 1 }

func (p Place) N() int {
	switch {
	case p < xmmBase:
		return int(p)
	case p < memoryBase:
		return int(p - xmmBase)
	}
	return int(p-memoryBase) >> 1
}

var regNames = [...]string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"}

func (p Place) String() string {
	switch {
	case p == NoPlace:
		return "nowhere"
	case p.IsReg():
		return regNames[p]
	case p.IsXReg():
		return fmt.Sprintf("xmm%d", p.N())
	case p.IsSlot():
		return fmt.Sprintf("slot%d", p.N())
	}
	return fmt.Sprintf("spill%d", p.N())
}

// Flags hold further facts about a run-time value.
type Flags uint8

const (
	Small    Flags = 1 << iota // an Int that fits the 49 bits of a small int
	NotNull                    // a Boxed that is not Null
	Positive                   // an Int that is not negative
)

// Known is a value known while compiling; it does not change. A fixed value is never un-promoted (paper, "Dispatching").
type Known struct {
	Value uint64
	Fixed bool
}

// Rule says how a virtual value is built; the compiler has a table of rules.
type Rule uint8

// Info is a vinfo.
type Info struct {
	Time  Time
	Kind  Kind
	Flags Flags
	Rule  Rule
	Place Place
	Not   uint16 // RunTime: the switches in whose default case this value is known to be (paper: KNOWN_TO_BE_DEFAULT)
	Hint  uint32 // RunTime: the class most recently forgotten, or 0; no part of snapshots
	By    uint32 // the origin of the value, for dumps: a number from the compiler, or 0
	Known *Known
	Items []*Info // the sub-infos; nil: nothing is known of them

	Used uint32 // for staging: when the value was used last
	Mark uint32 // for walks over the graph
	Refs uint32 // how many variables and items are this vinfo, when last counted
}

// NewKnown makes a compile-time value.
func NewKnown(kind Kind, v uint64) *Info {
	return &Info{Time: CompileTime, Kind: kind, Place: NoPlace, Known: &Known{Value: v}}
}

// NewFixed makes a compile-time value that is never un-promoted.
func NewFixed(kind Kind, v uint64) *Info {
	return &Info{Time: CompileTime, Kind: kind, Place: NoPlace, Known: &Known{Value: v, Fixed: true}}
}

// NewRun makes a run-time value.
func NewRun(kind Kind, at Place) *Info { return &Info{Time: RunTime, Kind: kind, Place: at} }

// NewVirtual makes a virtual value.
func NewVirtual(rule Rule, items ...*Info) *Info {
	return &Info{Time: Virtual, Place: NoPlace, Rule: rule, Items: items}
}

// Item is sub-info n, or nil.
func (i *Info) Item(n int) *Info {
	if n < len(i.Items) {
		return i.Items[n]
	}
	return nil
}

// SetItem sets sub-info n to x.
func (i *Info) SetItem(n int, x *Info) {
	for len(i.Items) <= n {
		i.Items = append(i.Items, nil)
	}
	i.Items[n] = x
}

// IsKnown reports whether i is a compile-time value.
func (i *Info) IsKnown() bool { return i != nil && i.Time == CompileTime }

var kindNames = [...]string{"value", "int", "float", "raw"}

func (k Kind) String() string { return kindNames[k] }

// String shows i and the vinfos that it reaches.
func (i *Info) String() string { return i.Text(nil) }

// Text is String with names for known values and rules, which name gives; name may be nil.
func (i *Info) Text(name func(i *Info) string) string {
	var b strings.Builder
	i.text(&b, name, map[*Info]int{})
	return b.String()
}

func (i *Info) text(b *strings.Builder, name func(*Info) string, seen map[*Info]int) {
	if i == nil {
		b.WriteByte('?')
		return
	}
	if n, ok := seen[i]; ok {
		fmt.Fprintf(b, "#%d", n)
		return
	}
	seen[i] = len(seen) + 1
	given := ""
	if name != nil && i.Time != RunTime {
		given = name(i)
	}
	switch i.Time {
	case CompileTime:
		if given == "" {
			given = fmt.Sprintf("%s %#x", i.Kind, i.Known.Value)
		}
		b.WriteString(given)
		if i.Known.Fixed {
			b.WriteByte('!')
		}
	case RunTime:
		fmt.Fprintf(b, "%s in %s", i.Kind, i.Place)
	case Virtual:
		if given == "" {
			given = fmt.Sprintf("rule %d", i.Rule)
		}
		b.WriteString("virtual " + given)
	}
	if len(i.Items) > 0 {
		b.WriteByte('[')
		for n, x := range i.Items {
			if n > 0 {
				b.WriteString(", ")
			}
			x.text(b, name, seen)
		}
		b.WriteByte(']')
	}
}
