package pyc

// Code objects and what can be looked up in them.

// Flags of code objects.
const (
	FlagOptimized         = 0x1
	FlagNewLocals         = 0x2
	FlagVarArgs           = 0x4
	FlagVarKeywords       = 0x8
	FlagNested            = 0x10
	FlagGenerator         = 0x20
	FlagCoroutine         = 0x80
	FlagIterableCoroutine = 0x100
	FlagAsyncGenerator    = 0x200
)

// flagsResumable are the flags of code that runs in a generator of some kind.
const flagsResumable = FlagGenerator | FlagCoroutine | FlagAsyncGenerator

// Kinds of localsplus slots, one byte each.
const (
	KindHidden = 0x10 // a local of an inlined comprehension where locals are otherwise names
	KindLocal  = 0x20
	KindCell   = 0x40
	KindFree   = 0x80
)

// Code is a code object. It is not to be changed once it is verified.
type Code struct {
	ArgCount        int // positional arguments, positional-only ones included
	PosOnlyArgCount int
	KwOnlyArgCount  int
	StackSize       int
	Flags           int
	Bytecode        string // pairs of opcode and argument
	Consts          []Const
	Names           []*Str
	LocalsPlusNames []*Str
	LocalsPlusKinds string // one Kind byte for each of LocalsPlusNames
	Filename        *Str
	Name            *Str
	QualName        *Str
	FirstLine       int
	LineTable       string
	ExceptionTable  string

	Facts *Facts // what the verifier found out; nil until then
	Strs  int    // of what was read as a whole: how many Strs there are in it, by Str.Order
}

// TotalArgs is the number of slots that arguments fill, *args and **kwargs included.
func (c *Code) TotalArgs() int {
	n := c.ArgCount + c.KwOnlyArgCount
	if c.Flags&FlagVarArgs != 0 {
		n++
	}
	if c.Flags&FlagVarKeywords != 0 {
		n++
	}
	return n
}

// NumLocals is the number of co_varnames.
func (c *Code) NumLocals() int { return c.countKind(KindLocal) }

// NumCells is the number of co_cellvars.
func (c *Code) NumCells() int { return c.countKind(KindCell) }

// NumFree is the number of co_freevars, which are the last of localsplus.
func (c *Code) NumFree() int { return c.countKind(KindFree) }

// VarNames are the names of locals.
func (c *Code) VarNames() []*Str { return c.namesOf(KindLocal) }

// CellVars are the names of locals that inner functions use.
func (c *Code) CellVars() []*Str { return c.namesOf(KindCell) }

// FreeVars are the names of variables of outer functions.
func (c *Code) FreeVars() []*Str { return c.namesOf(KindFree) }

func (c *Code) countKind(kind byte) int {
	n := 0
	for i := range len(c.LocalsPlusKinds) {
		if c.LocalsPlusKinds[i]&kind != 0 {
			n++
		}
	}
	return n
}

func (c *Code) namesOf(kind byte) []*Str {
	names := make([]*Str, 0, c.countKind(kind))
	for i, name := range c.LocalsPlusNames {
		if c.LocalsPlusKinds[i]&kind != 0 {
			names = append(names, name)
		}
	}
	return names
}

// Nested gives the code objects among the constants.
func (c *Code) Nested() []*Code {
	var list []*Code
	for _, k := range c.Consts {
		if n, ok := k.(*Code); ok {
			list = append(list, n)
		}
	}
	return list
}
