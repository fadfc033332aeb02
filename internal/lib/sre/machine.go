// The machine: backtracking over a stack of its own.

package sre

import "unsafe"

// unit is what a text may be stored in.
type unit interface{ uint8 | uint16 | uint32 }

// frameKind says what a frame on the stack is for.
type frameKind uint32

const (
	fChoice  frameKind = iota // go on at pc, at a
	fMark                     // mark pc was a, the last group b
	fLoop                     // loop pc was {a, b}
	fUntil                    // go on behind the oUntilMax at pc, at a, its loop being {b, c}
	fMore                     // do the oUntilMin at pc once more, at a, its loop being {b, c}
	fGreedy                   // the oGreedy at pc has taken up to b, and may give back down to a
	fLazy                     // the oLazy at pc has taken up to a, and may take up to b more (-1: any number)
	fBody                     // a body began at a; the one around it has its frame at b
	fNotLook                  // the same of an oNotLook; go on at pc
	fPossess                  // the same of an oPossess that has run often enough; go on at pc
)

type frame struct {
	kind    frameKind
	pc      int32
	a, b, c int
}

const frameSize = uint64(unsafe.Sizeof(frame{}))

// loop is the state of a repetition: how often its body has matched, and where it began last.
type loop struct{ count, last int }

// Machine runs programs. It may be used for one match after the other.
type Machine struct {
	Host
	Start, End int   // of the match
	Marks      []int // begin and end of each group; -1: not matched
	LastGroup  int   // the group that was closed last, 0: none

	stack []frame
	loops []loop
	dirty bool // a mark was set that the stack does not tell of
	fuel  int
	must  int // where a match must not be empty, or -1
	all   bool
	done  Status // why it stopped
}

const (
	firstStack = 64
	keepStack  = 1 << 16 // frames to keep for the next match
	freeGrowth = 1 << 11 // frames nobody is asked for
	pollEach   = 1 << 14
)

// Match matches at pos; Search finds the first match from pos on. The text's Len is where it is taken to end.
func (m *Machine) Match(p *Program, text Text, pos int, mode Mode) Status {
	m.reset(p, mode)
	if m.setMust(mode, pos); text.Len-pos < p.width {
		return No
	}
	m.Start = pos
	switch text.Kind {
	case 0:
		return match(m, p, chars[uint8](text), pos)
	case 1:
		return match(m, p, chars[uint16](text), pos)
	}
	return match(m, p, chars[uint32](text), pos)
}

func (m *Machine) Search(p *Program, text Text, pos int, mode Mode) Status {
	m.reset(p, mode)
	m.setMust(mode, pos)
	switch text.Kind {
	case 0:
		return search(m, p, chars[uint8](text), pos)
	case 1:
		return search(m, p, chars[uint16](text), pos)
	}
	return search(m, p, chars[uint32](text), pos)
}

func chars[T unit](text Text) []T { return unsafe.Slice((*T)(text.Data), text.Len) }

func (m *Machine) reset(p *Program, mode Mode) {
	p.ready()
	if n := 2 * p.groups; cap(m.Marks) < n {
		m.Marks = make([]int, n)
	} else {
		m.Marks = m.Marks[:n]
	}
	if cap(m.loops) < p.loops {
		m.loops = make([]loop, p.loops)
	}
	m.loops = m.loops[:p.loops]
	m.forget()
	m.all, m.done = mode.All, No
	if len(m.stack) == 0 || len(m.stack) > keepStack {
		m.stack = make([]frame, firstStack)
	}
}

func (m *Machine) setMust(mode Mode, pos int) {
	if m.must = -1; mode.Move {
		m.must = pos
	}
}

func (m *Machine) forget() {
	for i := range m.Marks {
		m.Marks[i] = -1
	}
	m.LastGroup, m.dirty = 0, false
}

// grow makes room for more frames; nil: there is none.
func (m *Machine) grow() []frame {
	n := len(m.stack)
	if n >= freeGrowth && m.Grow != nil && !m.Grow(uint64(2*n)*frameSize) || uint64(n) > 1<<40 {
		m.done = NoMemory
		return nil
	}
	s := make([]frame, 2*n)
	copy(s, m.stack)
	m.stack = s
	return s
}

// poll asks whether to go on.
func (m *Machine) poll() bool {
	m.fuel = pollEach
	if m.Halted != nil && m.Halted() {
		m.done = Stopped
		return false
	}
	return true
}

// cut removes the frames from sp down to base, but for what they tell of marks, and returns the new height.
func cut(stack []frame, base, sp int) int {
	n := base
	for i := base; i < sp; i++ {
		if stack[i].kind == fMark {
			stack[n] = stack[i]
			n++
		}
	}
	return n
}

// undo takes back what the frames from sp down to base tell of marks.
func (m *Machine) undo(stack []frame, base, sp int) {
	for i := sp - 1; i >= base; i-- {
		if f := &stack[i]; f.kind == fMark {
			m.Marks[f.pc], m.LastGroup = f.a, f.b
		}
	}
}

// match runs the program from the beginning at ptr.
func match[T unit](m *Machine, p *Program, text []T, ptr int) Status {
	if m.dirty {
		m.forget()
	}
	code, stack, sp := p.code, m.stack, 0
	barrier := -1 // the frame of the innermost body that is matched for good
	pc := int32(0)

	for {
		in := &code[pc]
		switch in.op {
		case oChar:
			if uint(ptr) < uint(len(text)) && uint32(text[ptr]) == in.c {
				ptr++
				pc++
				continue
			}

		case oString:
			if len(text)-ptr >= len(in.str) {
				if !begins(text[ptr:], in.str) {
					goto fail
				}
				ptr += len(in.str)
				pc++
				continue
			}

		case oClass:
			if uint(ptr) < uint(len(text)) && in.set.has(uint32(text[ptr])) {
				ptr++
				pc++
				continue
			}

		case oNotChar:
			if uint(ptr) < uint(len(text)) && uint32(text[ptr]) != in.c {
				ptr++
				pc++
				continue
			}

		case oAny:
			if uint(ptr) < uint(len(text)) && text[ptr] != '\n' {
				ptr++
				pc++
				continue
			}

		case oAnyAll:
			if ptr < len(text) {
				ptr++
				pc++
				continue
			}

		case oMark:
			if sp == 0 {
				m.dirty = true
			} else {
				if sp == len(stack) {
					if stack = m.grow(); stack == nil {
						return m.done
					}
				}
				stack[sp] = frame{kind: fMark, pc: in.x, a: m.Marks[in.x], b: m.LastGroup}
				sp++
			}
			m.Marks[in.x] = ptr
			if in.x&1 != 0 {
				m.LastGroup = int(in.x)/2 + 1
			}
			pc++
			continue

		case oGreedy:
			limit := len(text) - ptr
			if in.max >= 0 && in.max < limit {
				limit = in.max
			}
			n := span(text[ptr:ptr+limit], in.set)
			m.fuel -= n >> 4
			if n < in.min {
				goto fail
			}
			least, at := ptr+in.min, ptr+n
			if in.tail {
				for at >= least && (at >= len(text) || uint32(text[at]) != in.c) {
					at--
				}
				if at < least {
					goto fail
				}
			}
			if at > least {
				if sp == len(stack) {
					if stack = m.grow(); stack == nil {
						return m.done
					}
				}
				stack[sp] = frame{kind: fGreedy, pc: pc, a: least, b: at}
				sp++
			}
			ptr = at
			pc++
			continue

		case oLazy:
			if len(text)-ptr < in.min {
				goto fail
			}
			if in.min > 0 {
				if span(text[ptr:ptr+in.min], in.set) < in.min {
					goto fail
				}
				ptr += in.min
			}
			left := -1
			if in.max >= 0 {
				left = in.max - in.min
			}
			if in.tail {
				for ptr < len(text) && uint32(text[ptr]) != in.c && left != 0 && in.set.has(uint32(text[ptr])) {
					ptr++
					left--
					m.fuel--
				}
				left = max(left, -1)
			}
			if sp == len(stack) {
				if stack = m.grow(); stack == nil {
					return m.done
				}
			}
			stack[sp] = frame{kind: fLazy, pc: pc, a: ptr, b: left}
			sp++
			pc++
			continue

		case oAll:
			limit := len(text) - ptr
			if in.max >= 0 && in.max < limit {
				limit = in.max
			}
			n := span(text[ptr:ptr+limit], in.set)
			m.fuel -= n >> 4
			if n < in.min {
				goto fail
			}
			ptr += n
			pc++
			continue

		case oJump:
			pc = in.x
			continue

		case oAlt:
			for {
				if in.set == nil || uint(ptr) < uint(len(text)) && in.set.has(uint32(text[ptr])) {
					break
				}
				if !in.more {
					goto fail
				}
				pc = in.x
				in = &code[pc]
			}
			if in.more {
				next := in.x
				for {
					alt := &code[next]
					if alt.set == nil || uint(ptr) < uint(len(text)) && alt.set.has(uint32(text[ptr])) {
						if sp == len(stack) {
							if stack = m.grow(); stack == nil {
								return m.done
							}
						}
						stack[sp] = frame{kind: fChoice, pc: next, a: ptr}
						sp++
						break
					}
					if !alt.more {
						break
					}
					next = alt.x
				}
			}
			pc++
			continue

		case oAt:
			if at(in.c, text, ptr) {
				pc++
				continue
			}

		case oLoop:
			if sp > 0 {
				if sp == len(stack) {
					if stack = m.grow(); stack == nil {
						return m.done
					}
				}
				l := &m.loops[in.x]
				stack[sp] = frame{kind: fLoop, pc: in.x, a: l.count, b: l.last}
				sp++
			}
			m.loops[in.x] = loop{-1, -1}
			pc = in.target
			continue

		case oUntilMax:
			if m.fuel--; m.fuel < 0 && !m.poll() {
				return m.done
			}
			if sp == len(stack) {
				if stack = m.grow(); stack == nil {
					return m.done
				}
			}
			l := &m.loops[in.x]
			count := l.count + 1
			if count < in.min {
				stack[sp] = frame{kind: fLoop, pc: in.x, a: l.count, b: l.last}
				sp++
				l.count = count
				pc = in.target
				continue
			}
			if (in.max < 0 || count < in.max) && ptr != l.last {
				stack[sp] = frame{kind: fUntil, pc: pc, a: ptr, b: l.count, c: l.last}
				sp++
				l.count, l.last = count, ptr
				pc = in.target
				continue
			}
			pc++
			continue

		case oUntilMin:
			if m.fuel--; m.fuel < 0 && !m.poll() {
				return m.done
			}
			if sp == len(stack) {
				if stack = m.grow(); stack == nil {
					return m.done
				}
			}
			l := &m.loops[in.x]
			if count := l.count + 1; count < in.min {
				stack[sp] = frame{kind: fLoop, pc: in.x, a: l.count, b: l.last}
				sp++
				l.count = count
				pc = in.target
				continue
			}
			stack[sp] = frame{kind: fMore, pc: pc, a: ptr, b: l.count, c: l.last}
			sp++
			pc++
			continue

		case oPossess:
			if m.fuel--; m.fuel < 0 && !m.poll() {
				return m.done
			}
			l := &m.loops[in.x]
			if l.count < 0 {
				l.count = 0
			}
			kind := fBody
			if l.count >= in.min {
				if in.max >= 0 && l.count >= in.max || ptr == l.last {
					pc = in.target
					continue
				}
				kind = fPossess
				l.last = ptr
			}
			if sp == len(stack) {
				if stack = m.grow(); stack == nil {
					return m.done
				}
			}
			stack[sp] = frame{kind: kind, pc: in.target, a: ptr, b: barrier}
			barrier = sp
			sp++
			pc++
			continue

		case oPossessed:
			base := barrier
			barrier = stack[base].b
			sp = cut(stack, base, sp)
			m.loops[in.x].count++
			pc = in.target
			continue

		case oAtomic, oLook:
			if sp == len(stack) {
				if stack = m.grow(); stack == nil {
					return m.done
				}
			}
			if ptr < int(in.c) {
				goto fail
			}
			stack[sp] = frame{kind: fBody, a: ptr, b: barrier}
			barrier = sp
			sp++
			ptr -= int(in.c)
			pc++
			continue

		case oCut, oLooked:
			base := barrier
			barrier = stack[base].b
			if in.op == oLooked {
				ptr = stack[base].a
			}
			sp = cut(stack, base, sp)
			pc++
			continue

		case oNotLook:
			if sp == len(stack) {
				if stack = m.grow(); stack == nil {
					return m.done
				}
			}
			if ptr < int(in.c) {
				pc = in.target
				continue
			}
			stack[sp] = frame{kind: fNotLook, pc: in.target, a: ptr, b: barrier}
			barrier = sp
			sp++
			ptr -= int(in.c)
			pc++
			continue

		case oNotLooked:
			base := barrier
			barrier = stack[base].b
			m.undo(stack, base, sp)
			sp = base

		case oGroup:
			lo, hi := m.Marks[2*in.x], m.Marks[2*in.x+1]
			if lo >= 0 && hi >= lo && len(text)-ptr >= hi-lo && same(text[lo:hi], text[ptr:], in.fold) {
				m.fuel -= (hi - lo) >> 4
				ptr += hi - lo
				pc++
				continue
			}

		case oIfGroup:
			lo, hi := m.Marks[2*in.x], m.Marks[2*in.x+1]
			if lo < 0 || hi < lo {
				pc = in.target
			} else {
				pc++
			}
			continue

		case oSuccess:
			if !(m.all && ptr != len(text)) && ptr != m.must {
				m.End = ptr
				return Yes
			}
		}

	fail:
		if m.fuel--; m.fuel < 0 && !m.poll() {
			return m.done
		}
	back:
		if sp == 0 {
			return No
		}
		f := &stack[sp-1]
		switch f.kind {
		case fMark:
			m.Marks[f.pc], m.LastGroup = f.a, f.b
			sp--
			goto back

		case fGreedy:
			in := &code[f.pc]
			at := f.b - 1
			if in.tail {
				from := at
				for at >= f.a && uint32(text[at]) != in.c {
					at--
				}
				if m.fuel -= (from - at) >> 4; at < f.a {
					sp--
					goto back
				}
			}
			if ptr, pc = at, f.pc+1; at == f.a {
				sp--
			} else {
				f.b = at
			}

		case fChoice:
			ptr, pc = f.a, f.pc
			sp--

		case fLazy:
			in := &code[f.pc]
			ptr = f.a
			if f.b == 0 || ptr >= len(text) || !in.set.has(uint32(text[ptr])) {
				sp--
				goto back
			}
			ptr++
			if f.b > 0 {
				f.b--
			}
			if in.tail {
				from := ptr
				for ptr < len(text) && uint32(text[ptr]) != in.c && f.b != 0 && in.set.has(uint32(text[ptr])) {
					ptr++
					if f.b > 0 {
						f.b--
					}
				}
				m.fuel -= (ptr - from) >> 2
			}
			f.a, pc = ptr, f.pc+1

		case fLoop:
			m.loops[f.pc] = loop{f.a, f.b}
			sp--
			goto back

		case fUntil:
			m.loops[code[f.pc].x] = loop{f.b, f.c}
			ptr, pc = f.a, f.pc+1
			sp--

		case fMore:
			in := &code[f.pc]
			l := &m.loops[in.x]
			*l = loop{f.b, f.c}
			count := l.count + 1
			if in.max >= 0 && count >= in.max || f.a == l.last {
				sp--
				goto back
			}
			ptr, pc = f.a, in.target
			*f = frame{kind: fLoop, pc: in.x, a: l.count, b: l.last}
			l.count, l.last = count, ptr

		case fBody:
			barrier = f.b
			sp--
			goto back

		case fNotLook, fPossess:
			barrier = f.b
			ptr, pc = f.a, f.pc
			sp--
		}
	}
}
