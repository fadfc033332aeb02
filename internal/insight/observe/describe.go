// Vinfos, values and machine code in the words of a dump. Nothing here depends on where memory lies, or runs Python code.

package observe

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/lib/numfmt"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// slots are the variables of which anything is known.
func (o *Observer) slots(u Unit, s *State) []dump.Slot {
	d := &describer{o: o, u: u, made: map[*Info]string{}}
	out := []dump.Slot{}
	for n, i := range s.Vars[:s.Live()] {
		if i == nil {
			continue
		}
		name := o.slotName(u, s, n)
		out = append(out, dump.Slot{
			Name:   name,
			Stored: s.Home[n] == i && !(i.Time == vinfo.RunTime && i.Place == vinfo.Slot(n)),
			Info:   d.info(i, 0, name),
		})
	}
	return out
}

func (o *Observer) slotName(u Unit, s *State, n int) string {
	switch caller := root(u); {
	case n < u.Base() && n < int(caller.Code().NLocalsPlus):
		return "caller's " + object.GoString(*caller.Code().LocalsNames.At(n))
	case n < u.Base():
		return fmt.Sprintf("caller's stack %d", n-int(caller.Code().NLocalsPlus))
	case n < s.NLocals:
		return object.GoString(*u.Code().LocalsNames.At(n - u.Base()))
	}
	return fmt.Sprintf("stack %d", n-s.NLocals)
}

// describer describes the vinfos of one state.
type describer struct {
	o    *Observer
	u    Unit
	made map[*Info]string // where they were met first
}

// info describes i, which is at a place; by is what made what it is part of.
func (d *describer) info(i *Info, by uint32, at string) *dump.Info {
	if i == nil {
		return nil
	}
	if was := d.made[i]; was != "" && i.Time != vinfo.CompileTime {
		return &dump.Info{Same: was}
	}
	x := &dump.Info{Kind: i.Kind.String()}
	d.made[i] = at
	class, known := staging.Class(i)
	if known && i.Time != vinfo.Virtual {
		x.Type = d.o.className(class)
	}
	switch i.Time {
	case vinfo.CompileTime:
		x.Stage, x.Value, x.Fixed = "compile-time", d.o.known(i), i.Known.Fixed
	case vinfo.RunTime:
		x.Stage, x.Place = "run-time", i.Place.String()
		if i.Not != 0 {
			x.Not = d.o.notText(i.Not)
		}
	default:
		x.Stage, x.Kind, x.Value = "virtual", "", d.o.infoName(i)
	}
	if i.By != by {
		x.By = d.origin(i.By)
	}
	items := i.Items
	if len(items) > staging.ItemValue {
		for n, item := range items[staging.ItemValue:] {
			x.Items = append(x.Items, d.info(item, i.By, fmt.Sprintf("%s.%d", at, n)))
		}
	}
	for len(x.Items) > 0 && x.Items[len(x.Items)-1] == nil {
		x.Items = x.Items[:len(x.Items)-1]
	}
	if len(items) > 0 && items[staging.ItemClass] != nil && items[staging.ItemClass].By != i.By && i.Time == vinfo.RunTime {
		x.Typed = d.origin(items[staging.ItemClass].By)
	}
	return x
}

func (d *describer) origin(by uint32) *dump.Origin {
	if by == 0 {
		return nil
	}
	was := d.o.log.origins[by-1]
	x := &dump.Origin{By: was.by, Offset: 2 * was.at.Index}
	if was.at.Unit.Code() != d.u.Code() {
		x.Function = was.at.Unit.String()
	}
	return x
}

// notText says what a value is known not to be.
func (o *Observer) notText(not uint16) string {
	if not&promotion.NotPromoted != 0 {
		return "worth promoting: too many came by"
	}
	var names []string
	for _, w := range promotion.Switches() {
		if not&(1<<w.ID) != 0 {
			for _, class := range w.Values {
				names = append(names, o.className(class))
			}
		}
	}
	return strings.Join(names, ", ")
}

// known is a compile-time value in words.
func (o *Observer) known(i *Info) string {
	word := i.Known.Value
	switch {
	case i.Kind == vinfo.Int:
		return strconv.FormatInt(int64(word), 10)
	case i.Kind == vinfo.Float:
		return numfmt.FloatRepr(math.Float64frombits(word))
	case i.Kind == vinfo.Boxed:
		return object.Outline(o.t, Value(word))
	}
	if o.c.Mentions(Value(word)) {
		return object.Outline(o.t, Value(word))
	}
	if o.t.RT.Heap.Contains(word) {
		return "in the heap"
	}
	return strconv.FormatUint(word, 10)
}

// className is the class with a number.
func (o *Observer) className(class uint64) string {
	if name := classNames[class]; name != "" {
		return name
	}
	if class == o.lang.Big {
		return "large int"
	}
	if class < staging.ClassInt {
		if sh := object.ShapeAt(o.t, uint32(class)); sh != nil && sh.Type != nil {
			return object.NameOf(sh.Type)
		}
	}
	return fmt.Sprintf("class %d", class)
}

// lines disassembles a buffer, whose data begin at an offset. Addresses in code become zero, in the text names, which symbols lists.
func (o *Observer) lines(b *codebuf.Buffer, code []byte, data int, symbols *[]dump.Symbol) []dump.Line {
	var out []dump.Line
	base, size := b.Addr(), uintptr(b.Size())
	local := func(addr uintptr) string {
		switch {
		case addr >= base && addr < base+size:
			return fmt.Sprintf("+%#x", addr-base)
		default:
			return o.mem.Name(addr)
		}
	}
	for _, l := range x86.Disassemble(b.Code()[:data], base, local) {
		at := int(l.PC - base)
		text := l.Text
		field := func(off, n int, name string) {
			clear(code[at+off : at+off+n])
			*symbols = append(*symbols, dump.Symbol{At: at + off, Size: n, Name: name})
		}
		pad := len(l.Code) - len(bytes.TrimLeft(l.Code, "\x2e")) // prefixes before what is patched
		switch c := l.Code[pad:]; {
		case len(c) == 10 && c[0]&0xF8 == 0x48 && c[1]&0xF8 == 0xB8: // mov r64, imm64
			word := binary.LittleEndian.Uint64(c[2:])
			if name := o.Symbol(word); name != "" {
				field(pad+2, 8, name)
				text = named(text, name)
			}
		case len(c) >= 5 && c[len(c)-5]&0xF8 == 0xB8 || len(c) == 7 && c[0]&0xF8 == 0x48 && c[1] == 0xC7: // mov r32, imm32
			word := binary.LittleEndian.Uint32(c[len(c)-4:])
			if name := o.Symbol(uint64(word)); name != "" {
				field(pad+len(c)-4, 4, name)
				text = named(text, name)
			}
		case comparesOrStores32(c): // the shape in an object's header
			if name := o.shapeSymbol(binary.LittleEndian.Uint32(c[len(c)-4:])); name != "" {
				field(pad+len(c)-4, 4, name)
				text = named(text, name)
			}
		case len(c) == 5 && c[0]&0xFE == 0xE8, len(c) == 6 && c[0] == 0x0F && c[1]&0xF0 == 0x80: // jumps and calls
			n := len(c) - 4
			to := l.PC + uintptr(len(l.Code)) + uintptr(int64(int32(binary.LittleEndian.Uint32(c[n:]))))
			if to < base || to >= base+size {
				field(pad+n, 4, o.mem.Name(to))
			}
		}
		out = append(out, dump.Line{At: at, Text: text})
	}
	for at := data; at < int(size); {
		n, name := 1, ""
		text := fmt.Sprintf(".byte %#02x", code[at])
		switch {
		case at%8 == 0 && at+8 <= int(size):
			word := binary.LittleEndian.Uint64(code[at:])
			n, text = 8, fmt.Sprintf(".quad %#x", word)
			if name = o.Symbol(word); name != "" {
				clear(code[at : at+8])
				*symbols = append(*symbols, dump.Symbol{At: at, Size: 8, Name: name})
				text = ".quad {" + name + "}"
			}
		case at%4 == 0 && at+4 <= int(size):
			n, text = 4, fmt.Sprintf(".long %#x", binary.LittleEndian.Uint32(code[at:]))
		}
		out = append(out, dump.Line{At: at, Text: text})
		at += n
	}
	return out
}

// comparesOrStores32 reports whether an instruction is cmp or mov of 32 bits of memory and a constant, which comes last.
func comparesOrStores32(c []byte) bool {
	if len(c) > 0 && c[0]&^3 == 0x40 { // REX without W
		c = c[1:]
	}
	return len(c) >= 6 && c[1]>>6 != 3 && (c[0] == 0x81 && c[1]>>3&7 == 7 || c[0] == 0xC7 && c[1]>>3&7 == 0)
}

// shapeSymbol names the shape with a number, if code keeps it: its number depends on where in the heap it lies.
func (o *Observer) shapeSymbol(number uint32) string {
	sh := object.ShapeAt(o.t, number)
	v := object.Of(sh)
	if !o.c.Mentions(v) || object.TypeOf(o.t, v).ID != object.TShape { // half of an address may be the number of anything
		return ""
	}
	name := "shape of " + object.NameOf(sh.Type)
	for i := range sh.NSlots {
		name += [...]string{" with ", ", "}[min(i, 1)] + object.GoString(*sh.Keys.At(int(i)))
	}
	return name
}

// named puts a name into the text of an instruction instead of its address, the last operand.
func named(text, name string) string {
	return text[:strings.LastIndexByte(text, ',')+1] + " {" + name + "}"
}

// unitAt finds the unit in whose bytecode an address lies, and how far from the beginning; nil: it lies in none.
func (o *Observer) unitAt(at uintptr) (u Unit, off uintptr) {
	units := o.byBytecode
	if units == nil {
		units = o.unitsByBytecode()
	}
	i, found := slices.BinarySearchFunc(units, at, func(u Unit, at uintptr) int { return cmp.Compare(uintptr(u.Code().First), at) })
	if !found {
		i--
	}
	if i < 0 {
		return nil, 0
	}
	if off = at - uintptr(units[i].Code().First); off >= 2*uintptr(units[i].Code().NUnits) {
		return nil, 0
	}
	return units[i], off
}

// unitsByBytecode lists the units in the order of where their bytecode lies.
func (o *Observer) unitsByBytecode() []Unit {
	units := []Unit{}
	o.c.EachUnit(func(u Unit, _ int) { units = append(units, u) })
	slices.SortFunc(units, func(a, b Unit) int { return cmp.Compare(uintptr(a.Code().First), uintptr(b.Code().First)) })
	return units
}

// Symbol names an address that a word of code is; "": it is none.
func (o *Observer) Symbol(word uint64) string {
	if f := runtime.FuncForPC(uintptr(word)); f != nil && uint64(f.Entry()) == word {
		name := f.Name()
		return "go " + name[strings.LastIndexByte(name, '/')+1:]
	}
	if word < 1<<32 || word>>48 != 0 {
		return ""
	}
	if n := o.mem.Name(uintptr(word)); n != "" {
		return n
	}
	if u, off := o.unitAt(uintptr(word)); u != nil {
		return fmt.Sprintf("bytecode of %s at %d", u, off)
	}
	if o.c.Mentions(Value(word)) {
		return object.Outline(o.t, Value(word))
	}
	if o.t.RT.Heap.Contains(word) {
		return "in the heap"
	}
	if name := o.shapeSymbol(uint32(word)); name != "" && uint32(word>>32)>>4%heap.Granule == 0 { // heap.HeaderWord has the size there
		return "header of an object, " + name
	}
	return "memory of the process"
}
