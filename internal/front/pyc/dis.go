package pyc

// The disassembler; its text is that of Python's dis module.

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/psyco-go/psy/internal/vm/opcode"
)

// DisOptions changes what Disassemble prints.
type DisOptions struct {
	Offsets bool               // a column with byte offsets
	Flat    bool               // not the code objects among the constants
	Address func(*Code) uint64 // the addresses shown for code objects; nil: they are numbered
}

// widths of columns, as in the dis module
const (
	disNameWidth = 20
	disArgWidth  = 5
	disNoLine    = "  --"
)

// Find gives the first code object with a qualified name, outer ones first.
func (p *Program) Find(qualName string) *Code {
	seen := map[*Code]bool{}
	level := []*Code{p.Code}
	for len(level) > 0 {
		var inner []*Code
		for _, c := range level {
			if c.QualName.S == qualName {
				return c
			}
			for _, n := range c.Nested() {
				if !seen[n] {
					seen[n] = true
					inner = append(inner, n)
				}
			}
		}
		level = inner
	}
	return nil
}

// numbered gives code objects addresses in the order in which they are met.
func numbered() func(*Code) uint64 {
	seen := map[*Code]uint64{}
	return func(c *Code) uint64 {
		if _, ok := seen[c]; !ok {
			seen[c] = uint64(len(seen)+1) * 16
		}
		return seen[c]
	}
}

// Disassemble prints a code object, and those among its constants behind it.
func Disassemble(w io.Writer, c *Code, opts DisOptions) error {
	if opts.Address == nil {
		opts.Address = numbered()
	}
	out := bufio.NewWriter(w)
	disRecursive(out, c, &opts)
	return out.Flush()
}

func disRecursive(w *bufio.Writer, c *Code, opts *DisOptions) {
	d := disassembler{w: w, c: c, opts: opts}
	d.run()
	if opts.Flat {
		return
	}
	for _, n := range c.Nested() {
		fmt.Fprintf(w, "\nDisassembly of %s:\n", Repr(n, opts.Address))
		disRecursive(w, n, opts)
	}
}

type disassembler struct {
	w                                  *bufio.Writer
	c                                  *Code
	opts                               *DisOptions
	labels                             map[int]int // offset to number
	lines                              map[int]int // offset where a line begins to its number
	lineWidth, offsetWidth, labelWidth int
	sorted                             bool // sets are shown in an order of their own
}

// disInstr is an instruction, an EXTENDED_ARG being one of its own.
type disInstr struct {
	off    int
	op     uint8
	arg    int
	hasArg bool
}

// each calls f for each instruction, tolerating unsound code.
func (c *Code) each(f func(disInstr)) {
	ext, skip := int32(0), 0
	for off := 0; off+1 < len(c.Bytecode); off += 2 {
		if skip > 0 {
			skip--
			continue
		}
		in := disInstr{off: off, op: c.Bytecode[off]}
		skip = int(opcode.Caches[in.op])
		if in.hasArg = opcode.HasArg(in.op); in.hasArg {
			arg := int32(c.Bytecode[off+1]) | ext
			in.arg = int(arg)
			ext = 0
			if in.op == opcode.EXTENDED_ARG {
				ext = arg << 8
			}
		} else {
			ext = 0
		}
		f(in)
	}
}

// target gives the offset that an instruction jumps to.
func (in disInstr) target() (off int, ok bool) {
	if !in.hasArg || !opcode.HasJump(in.op) {
		return 0, false
	}
	off = in.off + 2 + 2*int(opcode.Caches[in.op])
	if in.op == opcode.JUMP_BACKWARD || in.op == opcode.JUMP_BACKWARD_NO_INTERRUPT {
		return off - 2*in.arg, true
	}
	return off + 2*in.arg, true
}

func (d *disassembler) run() {
	entries := d.c.ExceptionEntries()
	d.findLabels(entries)
	d.findLines()
	if d.opts.Offsets {
		d.offsetWidth = len(strconv.Itoa(max(len(d.c.Bytecode)-2, 9999)))
	}
	d.c.each(d.instr)
	if len(entries) > 0 {
		fmt.Fprintln(d.w, "ExceptionTable:")
	}
	for _, e := range entries {
		lasti := ""
		if e.LastI {
			lasti = " lasti"
		}
		fmt.Fprintf(d.w, "  L%d to L%d -> L%d [%d]%s\n", d.labels[e.Start], d.labels[e.End], d.labels[e.Target], e.Depth, lasti)
	}
}

func (d *disassembler) findLabels(entries []ExceptionEntry) {
	var offs []int
	d.c.each(func(in disInstr) {
		if t, ok := in.target(); ok {
			offs = append(offs, t)
		}
	})
	for _, e := range entries {
		offs = append(offs, e.Start, e.End, e.Target)
	}
	slices.Sort(offs)
	offs = slices.Compact(offs)
	d.labels = make(map[int]int, len(offs))
	for i, off := range offs {
		d.labels[off] = i + 1
	}
	d.labelWidth = 4 + len(strconv.Itoa(len(offs)))
}

func (d *disassembler) findLines() {
	d.lines = map[int]int{}
	highest, none := 0, false
	for _, r := range d.c.Lines() {
		d.lines[r.Start] = r.Line
		highest = max(highest, r.Line)
		none = none || r.Line < 0
	}
	if highest > 0 {
		d.lineWidth = max(3, len(strconv.Itoa(highest)))
		if none {
			d.lineWidth = max(d.lineWidth, len(disNoLine))
		}
	}
}

// Instruction is what is shown of an instruction; an EXTENDED_ARG is one of its own.
type Instruction struct {
	Offset int    `json:"offset"`
	Line   *int   `json:"line,omitempty"`  // where a source line begins; -1: code of no line
	Label  string `json:"label,omitempty"` // where a jump leads to, or where a handler's range begins or ends
	Opcode string `json:"opcode"`
	Arg    *int   `json:"arg,omitempty"`
	Text   string `json:"text,omitempty"` // what the argument stands for
}

// Listing is a code object taken apart.
type Listing struct {
	QualName     string           `json:"qualname"`
	File         string           `json:"file"`
	FirstLine    int              `json:"firstline"`
	Instructions []Instruction    `json:"instructions"`
	Exceptions   []ExceptionEntry `json:"exceptions"`
}

// Listings takes a code object apart, and those among its constants.
func Listings(c *Code) []Listing {
	address := numbered()
	var list []Listing
	var take func(c *Code)
	take = func(c *Code) {
		d := disassembler{c: c, opts: &DisOptions{Address: address}, sorted: true}
		l := Listing{QualName: c.QualName.S, File: c.Filename.S, FirstLine: c.FirstLine, Exceptions: append([]ExceptionEntry{}, c.ExceptionEntries()...)}
		d.findLabels(l.Exceptions)
		d.findLines()
		c.each(func(in disInstr) { l.Instructions = append(l.Instructions, d.describe(in)) })
		list = append(list, l)
		for _, n := range c.Nested() {
			take(n)
		}
	}
	take(c)
	return list
}

func (d *disassembler) describe(in disInstr) Instruction {
	out := Instruction{Offset: in.off, Opcode: opcode.Name(in.op)}
	if line, starts := d.lines[in.off]; starts {
		out.Line = &line
	}
	if n, ok := d.labels[in.off]; ok {
		out.Label = fmt.Sprintf("L%d", n)
	}
	if in.hasArg {
		out.Arg, out.Text = &in.arg, d.argText(in)
	}
	return out
}

// instr prints a line.
func (d *disassembler) instr(in disInstr) {
	s := d.describe(in)
	if s.Line != nil && d.lineWidth > 0 && in.off > 0 {
		fmt.Fprintln(d.w)
	}
	var b strings.Builder
	if d.lineWidth > 0 {
		text := ""
		if s.Line != nil {
			if text = strconv.Itoa(*s.Line); *s.Line < 0 {
				text = disNoLine
			}
		}
		fmt.Fprintf(&b, "%*s ", d.lineWidth, text)
	}
	label := s.Label
	if label != "" {
		label += ":"
	}
	fmt.Fprintf(&b, "%*s ", d.labelWidth, label)
	if d.offsetWidth > 0 {
		fmt.Fprintf(&b, "%*d   ", d.offsetWidth, in.off)
	}
	fmt.Fprintf(&b, "    %-*s", disNameWidth, s.Opcode)
	if s.Arg != nil {
		fmt.Fprintf(&b, " %*d", max(0, disArgWidth-max(0, len(s.Opcode)-disNameWidth)), *s.Arg)
		if s.Text != "" {
			b.WriteString(" (" + s.Text + ")")
		}
	}
	d.w.WriteString(strings.TrimRight(b.String(), " "))
	d.w.WriteByte('\n')
}

func nameAt(names []*Str, i int) string {
	if i < 0 || i >= len(names) {
		return ""
	}
	return names[i].S
}

func pick(list []string, i int) string {
	if i < 0 || i >= len(list) {
		return ""
	}
	return list[i]
}

// argText explains an argument.
func (d *disassembler) argText(in disInstr) string {
	c, arg := d.c, in.arg
	switch op := in.op; {
	case opcode.HasConst(op):
		if arg >= 0 && arg < len(c.Consts) {
			if d.sorted {
				return sortedRepr(c.Consts[arg], d.opts.Address)
			}
			return Repr(c.Consts[arg], d.opts.Address)
		}
	case op == opcode.LOAD_GLOBAL:
		return withNull(nameAt(c.Names, arg>>1), arg, " + NULL")
	case op == opcode.LOAD_ATTR:
		return withNull(nameAt(c.Names, arg>>1), arg, " + NULL|self")
	case op == opcode.LOAD_SUPER_ATTR:
		return withNull(nameAt(c.Names, arg>>2), arg, " + NULL|self")
	case opcode.HasName(op):
		return nameAt(c.Names, arg)
	case opcode.HasJump(op):
		t, _ := in.target()
		return fmt.Sprintf("to L%d", d.labels[t])
	case op == opcode.LOAD_FAST_LOAD_FAST, op == opcode.STORE_FAST_LOAD_FAST, op == opcode.STORE_FAST_STORE_FAST:
		return nameAt(c.LocalsPlusNames, arg>>4) + ", " + nameAt(c.LocalsPlusNames, arg&15)
	case opcode.HasLocal(op), opcode.HasFree(op):
		return nameAt(c.LocalsPlusNames, arg)
	case op == opcode.COMPARE_OP:
		sign := pick(opcode.CompareOps[:], arg>>5)
		if arg&opcode.CompareToBool != 0 {
			return "bool(" + sign + ")"
		}
		return sign
	case op == opcode.CONVERT_VALUE:
		return pick([]string{"", "str", "repr", "ascii"}, arg)
	case op == opcode.SET_FUNCTION_ATTRIBUTE:
		var list []string
		for i, name := range []string{"defaults", "kwdefaults", "annotations", "closure"} {
			if arg&(1<<i) != 0 {
				list = append(list, name)
			}
		}
		return strings.Join(list, ", ")
	case op == opcode.BINARY_OP:
		if arg >= 0 && arg < len(opcode.BinaryOps) {
			return opcode.BinaryOps[arg].Sign
		}
	case op == opcode.CALL_INTRINSIC_1:
		return pick(opcode.Intrinsics1[:], arg)
	case op == opcode.CALL_INTRINSIC_2:
		return pick(opcode.Intrinsics2[:], arg)
	}
	return ""
}

func withNull(name string, arg int, suffix string) string {
	if arg&1 != 0 && name != "" {
		return name + suffix
	}
	return name
}
