// From code words to instructions. What is not as _compiler.py makes it is refused here, so the machine need not look.

package sre

import "sync"

// op is an operation of the machine.
type op uint8

const (
	oFail      op = iota
	oSuccess      // the end of the pattern
	oChar         // c
	oNotChar      // not c
	oString       // str
	oAny          // no newline
	oAnyAll       // any character
	oClass        // one of set
	oAt           // position c
	oMark         // mark x is here
	oJump         // go on at x
	oAlt          // an alternative follows, which begins with one of set (nil: anything); the next one is at x (0: none)
	oGreedy       // min..max characters of set, many first
	oLazy         // min..max characters of set, few first
	oAll          // min..max characters of set, as many as there are
	oLoop         // begin loop x; its end is at target
	oUntilMax     // end of the body of loop x, which is at target: again if possible
	oUntilMin     // the same: again if what follows does not match
	oPossess      // run the body of loop x as often as it goes; what follows it is at target
	oPossessed    // end of such a body; its oPossess is at target
	oAtomic       // match what follows up to oCut for good
	oCut          // the end of oAtomic
	oLook         // match what follows c characters back
	oLooked       // its end
	oNotLook      // the same must not match; else go on at target
	oNotLooked    // its end
	oGroup        // the text of group x, compared by fold
	oIfGroup      // without group x go on at target
)

// inst is an instruction.
type inst struct {
	op       op
	more     bool // oAlt: there are more alternatives
	tail     bool // oGreedy, oLazy: what follows begins with c
	x        int32
	target   int32
	c        uint32
	min, max int // max -1: no limit
	set      *class
	str      []uint32
	fold     func(uint32) uint32
}

// Program is a compiled regular expression. What a program sees of it does not change, and it may be shared. Most patterns of modules are never used
// by the programs that import these, so the code words are only checked at first; instructions are made of them by the first search.
type Program struct {
	once   sync.Once
	words  []uint32 // until the instructions are made
	code   []inst
	groups int
	loops  int
	width  int // least length of a match

	// How a match begins, for searching.
	need        []uint32 // what every match has in it, or nil
	bytes       []byte   // need, if it can be in a text of bytes
	least, most int      // how many characters of the match are before need; most -1: any number
	first       *class   // a match begins with one of these, or nil
	anchor      anchor
}

type anchor uint8

const (
	anywhere  anchor = iota
	textStart        // only where the text begins
	lineStart        // where a line begins
)

// maxDepth is how deep constructs may nest.
const maxDepth = 10000

type compiler struct {
	p     *Program
	check bool // the words are only checked
	some  inst // stands for all instructions then
	depth int
}

// Compile makes a program of code words with that many groups. It keeps the words.
func Compile(words []uint32, groups int) (*Program, error) {
	n := len(words) - 1
	if groups < 0 || groups > MaxGroups || n < 0 || words[n] != sSuccess {
		return nil, ErrCode
	}
	p := &Program{groups: groups, words: words}
	if n >= 4 && words[0] == sInfo {
		p.width = int(words[3])
	}
	if c := (&compiler{p: p, check: true}); !c.block(words[:n]) {
		return nil, ErrCode
	}
	return p, nil
}

// ready makes the instructions, if they have not been made.
func (p *Program) ready() { p.once.Do(p.translate) }

func (p *Program) translate() {
	c := &compiler{p: p}
	p.loops = 0                                // the check has counted them
	p.code = make([]inst, 0, len(p.words)/2+4) // most instructions come of two words or more
	if !c.block(p.words[:len(p.words)-1]) {
		panic("BUG: sre: code that was checked")
	}
	p.words = nil
	c.emit(inst{op: oSuccess})
	for i := range p.code {
		if in := &p.code[i]; in.op == oGreedy || in.op == oLazy {
			in.c, in.tail = p.literalAt(i + 1)
		}
	}
	p.findStart()
}

func (c *compiler) emit(in inst) int {
	if c.check {
		return 0
	}
	c.p.code = append(c.p.code, in)
	return len(c.p.code) - 1
}

// at is instruction i.
func (c *compiler) at(i int) *inst {
	if c.check {
		return &c.some
	}
	return &c.p.code[i]
}

func (c *compiler) here() int32 { return int32(len(c.p.code)) }

// char emits an operation that matches one character.
func (c *compiler) char(s *class) {
	switch s.kind {
	case kAnyAll:
		c.emit(inst{op: oAnyAll, set: s})
	case kAny:
		c.emit(inst{op: oAny, set: s})
	case kLiteral:
		c.emit(inst{op: oChar, c: s.c, set: s})
	case kNotLiteral:
		c.emit(inst{op: oNotChar, c: s.c, set: s})
	default:
		c.emit(inst{op: oClass, set: s})
	}
}

// skip returns the words up to where the skip in w[at] leads, and those behind.
func skip(w []uint32, at int) (inner, rest []uint32, ok bool) {
	if at >= len(w) {
		return nil, nil, false
	}
	end := uint64(at) + uint64(w[at])
	if w[at] == 0 || end > uint64(len(w)) {
		return nil, nil, false
	}
	return w[at+1 : end], w[end:], true
}

// block translates a sequence of operations.
func (c *compiler) block(w []uint32) bool {
	rest, ok := c.until(w, false)
	return ok && len(rest) == 0
}

// until is block, but if jump is asked for stops before a JUMP that ends w.
//
//psy:bounded depth is compared with maxDepth
func (c *compiler) until(w []uint32, jump bool) (rest []uint32, ok bool) {
	if c.depth++; c.depth > maxDepth {
		return nil, false
	}
	defer func() { c.depth-- }()
	for len(w) > 0 && !(jump && w[0] == sJump && len(w) == 2) {
		if w, ok = c.one(w); !ok {
			return nil, false
		}
	}
	return w, true
}

// one translates the first operation of w and returns the rest.
func (c *compiler) one(w []uint32) (rest []uint32, ok bool) {
	if rest, ok := charEnd(w); ok {
		if c.check {
			return rest, true
		}
		s := oneChar(w)
		if s.kind == kLiteral {
			return c.literals(w), true
		}
		c.char(s)
		return rest, true
	}
	if w[0] == sFailure {
		c.emit(inst{op: oFail})
		return w[1:], true
	}
	if len(w) < 2 {
		return nil, false
	}
	switch w[0] {
	case sMark:
		if uint64(w[1]) >= 2*uint64(c.p.groups) {
			return nil, false
		}
		c.emit(inst{op: oMark, x: int32(w[1])})
		return w[2:], true
	case sAt:
		if w[1] >= atCount {
			return nil, false
		}
		c.emit(inst{op: oAt, c: w[1]})
		return w[2:], true
	case sGroupRef, sGroupRefIgnore, sGroupRefLocIgnore, sGroupRefUniIgnore:
		if uint64(w[1]) >= uint64(c.p.groups) {
			return nil, false
		}
		in := inst{op: oGroup, x: int32(w[1])}
		switch w[0] {
		case sGroupRefIgnore, sGroupRefLocIgnore:
			in.fold = lowerASCII
		case sGroupRefUniIgnore:
			in.fold = Lower
		}
		c.emit(in)
		return w[2:], true
	case sGroupRefExists:
		return c.conditional(w)
	case sBranch:
		return c.branch(w[1:])
	case sInfo:
		inner, rest, ok := skip(w, 1)
		return rest, ok && checkInfo(inner)
	}
	inner, rest, ok := skip(w, 1)
	if !ok {
		return nil, false
	}
	switch w[0] {
	case sRepeatOne, sMinRepeatOne, sPossessiveRepeatOne:
		return rest, c.repeatOne(w[0], inner)
	case sRepeat:
		if len(rest) == 0 {
			return nil, false
		}
		return rest[1:], c.repeat(rest[0], inner)
	case sPossessiveRepeat:
		if len(rest) == 0 || rest[0] != sSuccess {
			return nil, false
		}
		return rest[1:], c.possess(inner)
	case sAtomicGroup:
		return rest, c.group(inst{op: oAtomic}, oCut, inner)
	case sAssert, sAssertNot:
		if len(inner) == 0 || inner[0]>>31 != 0 {
			return nil, false
		}
		if w[0] == sAssert {
			return rest, c.group(inst{op: oLook, c: inner[0]}, oLooked, inner[1:])
		}
		return rest, c.group(inst{op: oNotLook, c: inner[0]}, oNotLooked, inner[1:])
	}
	return nil, false
}

// charEnd returns the words behind the operation at the beginning of w, if it is one that matches a single character.
func charEnd(w []uint32) (rest []uint32, ok bool) {
	switch w[0] {
	case sAny, sAnyAll:
		return w[1:], true
	}
	if len(w) < 2 {
		return nil, false
	}
	switch w[0] {
	case sLiteral, sNotLiteral, sLiteralIgnore, sNotLiteralIgnore, sLiteralUniIgnore, sNotLiteralUniIgnore, sLiteralLocIgnore, sNotLiteralLocIgnore:
		return w[2:], true
	case sCategory:
		return w[2:], w[1] < catCount
	case sIn, sInIgnore, sInUniIgnore, sInLocIgnore:
		inner, rest, ok := skip(w, 1)
		n := len(inner) - 1
		return rest, ok && n >= 0 && inner[n] == sFailure && checkSet(inner[:n])
	}
	return nil, false
}

// oneChar returns the class of such an operation.
func oneChar(w []uint32) *class {
	switch w[0] {
	case sAny:
		return anyButEOL
	case sAnyAll:
		return anyAll
	case sCategory:
		return categories()[w[1]]
	case sIn, sInIgnore, sInUniIgnore, sInLocIgnore:
		inner, _, _ := skip(w, 1)
		s := newSet(inner[:len(inner)-1])
		switch w[0] {
		case sInIgnore:
			s = fold(s, lowerASCII)
		case sInUniIgnore:
			s = fold(s, Lower)
		case sInLocIgnore:
			s = foldLocale(s)
		}
		return s
	}
	lit := literal(w[1])
	switch w[0] {
	case sNotLiteral:
		return not(lit, kNotLiteral)
	case sLiteralIgnore:
		return fold(lit, lowerASCII)
	case sNotLiteralIgnore:
		return not(fold(lit, lowerASCII), kTable)
	case sLiteralUniIgnore:
		return fold(lit, Lower)
	case sNotLiteralUniIgnore:
		return not(fold(lit, Lower), kTable)
	case sLiteralLocIgnore:
		return foldLocale(lit)
	case sNotLiteralLocIgnore:
		return not(foldLocale(lit), kTable)
	}
	return lit
}

// literals makes one instruction of the characters that w begins with.
func (c *compiler) literals(w []uint32) (rest []uint32) {
	var str []uint32
	for rest = w; len(rest) >= 2 && rest[0] == sLiteral; rest = rest[2:] {
		str = append(str, rest[1])
	}
	if len(str) == 0 { // a set of one
		c.char(oneChar(w))
		rest, _ = charEnd(w)
		return rest
	}
	if len(str) == 1 {
		c.emit(inst{op: oChar, c: str[0]})
	} else {
		c.emit(inst{op: oString, str: str})
	}
	return rest
}

// checkInfo checks the words of INFO: flags, least and greatest width, and a prefix or a set.
func checkInfo(w []uint32) bool {
	const prefix, literal, charset = 1, 2, 4
	if len(w) < 3 || w[0]&^(prefix|literal|charset) != 0 || w[0]&prefix != 0 && w[0]&charset != 0 || w[0]&literal != 0 && w[0]&prefix == 0 {
		return false
	}
	rest := w[3:]
	switch {
	case w[0]&prefix != 0:
		if len(rest) < 2 || uint64(len(rest)) != 2+2*uint64(rest[0]) {
			return false
		}
		n := rest[0]
		for _, over := range rest[2+n:] {
			if over >= n {
				return false
			}
		}
		return true
	case w[0]&charset != 0:
		n := len(rest) - 1
		return n >= 0 && rest[n] == sFailure && checkSet(rest[:n])
	}
	return len(rest) == 0
}

// limits reads the bounds of a repetition.
func limits(w []uint32) (least, most int, rest []uint32, ok bool) {
	if len(w) < 2 || w[0] > w[1] {
		return 0, 0, nil, false
	}
	most = int(w[1])
	if w[1] == MaxRepeat {
		most = -1
	}
	return int(w[0]), most, w[2:], true
}

// ended takes the SUCCESS off the end of a body.
func ended(w []uint32) ([]uint32, bool) {
	n := len(w) - 1
	if n < 0 || w[n] != sSuccess {
		return nil, false
	}
	return w[:n], true
}

func (c *compiler) repeatOne(kind uint32, w []uint32) bool {
	least, most, w, ok := limits(w)
	if !ok {
		return false
	}
	if w, ok = ended(w); !ok || len(w) == 0 {
		return false
	}
	rest, ok := charEnd(w)
	if w[0] == sFailure {
		rest, ok = w[1:], true
	}
	if !ok || len(rest) > 0 {
		return false
	}
	if c.check {
		return true
	}
	s := nothing
	if w[0] != sFailure {
		s = oneChar(w)
	}
	o := oGreedy
	switch {
	case kind == sPossessiveRepeatOne || least == most:
		o = oAll
	case kind == sMinRepeatOne:
		o = oLazy
	}
	c.emit(inst{op: o, min: least, max: most, set: s})
	return true
}

func (c *compiler) repeat(until uint32, w []uint32) bool {
	least, most, w, ok := limits(w)
	if !ok || until != sMaxUntil && until != sMinUntil {
		return false
	}
	loop := c.loop()
	begin := c.emit(inst{op: oLoop, x: loop})
	if !c.block(w) {
		return false
	}
	o := oUntilMax
	if until == sMinUntil {
		o = oUntilMin
	}
	c.at(begin).target = c.here()
	c.emit(inst{op: o, x: loop, min: least, max: most, target: int32(begin) + 1})
	return true
}

func (c *compiler) loop() int32 {
	c.p.loops++
	return int32(c.p.loops - 1)
}

func (c *compiler) possess(w []uint32) bool {
	least, most, w, ok := limits(w)
	if !ok {
		return false
	}
	loop := c.loop()
	c.emit(inst{op: oLoop, x: loop, target: c.here() + 1})
	begin := c.emit(inst{op: oPossess, x: loop, min: least, max: most})
	if !c.block(w) {
		return false
	}
	c.emit(inst{op: oPossessed, x: loop, target: int32(begin)})
	c.at(begin).target = c.here()
	return true
}

// group translates a body between two instructions.
func (c *compiler) group(first inst, last op, w []uint32) bool {
	w, ok := ended(w)
	if !ok {
		return false
	}
	begin := c.emit(first)
	if !c.block(w) {
		return false
	}
	c.emit(inst{op: last})
	c.at(begin).target = c.here()
	return true
}

// branch translates alternatives: each is a skip to the next one and ends in a jump behind the FAILURE that follows the last.
func (c *compiler) branch(w []uint32) (rest []uint32, ok bool) {
	last := -1
	var jumps []int
	end := -1 // distance of the common target from the end of w
	for len(w) > 0 && w[0] != 0 {
		inner, rest, ok := skip(w, 0)
		n := len(inner) - 2
		if !ok || n < 0 || inner[n] != sJump {
			return nil, false
		}
		target := len(rest) + 1 - int(inner[n+1]) // the skip is counted from its own word
		if end >= 0 && target != end {
			return nil, false
		}
		end = target
		begin := c.emit(inst{op: oAlt})
		if last >= 0 {
			c.at(last).x, c.at(last).more = int32(begin), true
		}
		last = begin
		if !c.block(inner[:n]) {
			return nil, false
		}
		if !c.check {
			c.p.code[begin].set = c.p.startAt(begin + 1)
		}
		jumps = append(jumps, c.emit(inst{op: oJump}))
		w = rest
	}
	if len(w) == 0 || last < 0 || end != len(w)-1 {
		return nil, false
	}
	for _, j := range jumps {
		c.at(j).x = c.here()
	}
	return w[1:], true
}

// conditional translates GROUPREF_EXISTS group skip yes (JUMP skip no)?.
func (c *compiler) conditional(w []uint32) (rest []uint32, ok bool) {
	if len(w) < 3 || uint64(w[1]) >= uint64(c.p.groups) {
		return nil, false
	}
	if w[2] == 0 || uint64(w[2])+1 > uint64(len(w)) || w[2] < 2 {
		return nil, false
	}
	yes, rest := w[3:w[2]+1], w[w[2]+1:]
	cond := c.emit(inst{op: oIfGroup, x: int32(w[1])})
	jump, ok := c.until(yes, true)
	if !ok {
		return nil, false
	}
	if len(jump) == 0 {
		c.at(cond).target = c.here()
		return rest, true
	}
	size := uint64(jump[1])
	if size < 1 || size-1 > uint64(len(rest)) {
		return nil, false
	}
	over := c.emit(inst{op: oJump})
	c.at(cond).target = c.here()
	if !c.block(rest[:size-1]) {
		return nil, false
	}
	c.at(over).x = c.here()
	return rest[size-1:], true
}
