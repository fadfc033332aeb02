// The module _lsprof: the profiler that cProfile is made of. It hears of calls by sys.monitoring.

package tracing

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// profiler is a Profiler.
type profiler struct {
	heap.Header
	Entries *object.Dict // from keys to callEntry; nil: none yet
	Current *openCall    // the innermost call that has not ended
	Free    *openCall    // those to use again
	Timer   Value        // Null: the clock

	unit       float64 // how many seconds a tick of Timer takes; 0: it returns seconds
	subcalls   bool
	builtins   bool
	enabled    bool
	inTimer    bool // Timer is being called
	outOfStore bool // memory for a call was missing
}

// callEntry is what is known of the calls of a function, or of those by one caller.
type callEntry struct {
	heap.Header
	What  Value        // the code, or how a built-in function is shown
	Calls *object.Dict // from keys to the entries of what was called; nil: none

	key             int64
	total, own      int64 // times, in the timer's unit
	count, recalled int64
	depth           int64
}

// openCall is a call that has not ended.
type openCall struct {
	heap.Header
	Entry    *callEntry
	Previous *openCall
	began    int64
	inner    int64 // how long calls by this one took
}

const profilerTool = 2 // sys.monitoring.PROFILER_ID

var (
	profilerEntry    = native.NewStructSeq("_lsprof.profiler_entry", []string{"code", "callcount", "reccallcount", "totaltime", "inlinetime", "calls"}, 6)
	profilerSubentry = native.NewStructSeq("_lsprof.profiler_subentry", []string{"code", "callcount", "reccallcount", "totaltime", "inlinetime"}, 5)

	tCallEntry = object.DefineType(object.AllocTypeID(), object.TypeDef{
		Name: "_lsprof._entry", Size: unsafe.Sizeof(callEntry{}), Refs: 3 << 1, NoWeak: true, Flags: object.TypeNoInstances,
	})
	tOpenCall = object.DefineType(object.AllocTypeID(), object.TypeDef{
		Name: "_lsprof._context", Size: unsafe.Sizeof(openCall{}), Refs: 3 << 1, NoWeak: true, Flags: object.TypeNoInstances,
	})
	tProfiler = object.DefineType(object.AllocTypeID(), object.TypeDef{
		Name: "_lsprof.Profiler", Size: unsafe.Sizeof(profiler{}), Refs: 15 << 1, NoWeak: true, Flags: object.TypeBase,
		Slots: object.Slots{
			New:  func(t *Thread, typ *object.Type, _ []Value, _ Value) Value { return object.AllocInstance(t, typ) },
			Init: native.BindInit("Profiler", "(timer=None, timeunit=0.0, subcalls=True, builtins=True)", initProfiler),
		},
		Methods: []FuncDef{
			{Name: "getstats", Sig: "()", F0: profilerStats},
			{Name: "enable", Sig: "(subcalls=True, builtins=True)", Fn: profilerEnable},
			{Name: "disable", Sig: "()", F0: profilerDisable},
			{Name: "clear", Sig: "()", F0: profilerClear},
			{Name: "_pystart_callback", MinArgs: 2, MaxArgs: 3, FN: profilerStart},
			{Name: "_pyreturn_callback", MinArgs: 2, MaxArgs: 3, FN: profilerReturn},
			{Name: "_ccall_callback", MinArgs: 4, MaxArgs: 4, FN: profilerCall},
			{Name: "_creturn_callback", MinArgs: 4, MaxArgs: 4, FN: profilerCallReturn},
		},
	})
)

var _ = native.Register("_lsprof", func() native.ModuleDef {
	return native.ModuleDef{Types: []object.TypeID{tProfiler, profilerEntry.ID, profilerSubentry.ID}}
})

// profilerEvents are the events that a profiler listens to, and its methods that are called.
var profilerEvents = []struct {
	event  int
	method string
}{
	{interp.EventPyStart, "_pystart_callback"}, {interp.EventPyResume, "_pystart_callback"}, {interp.EventPyThrow, "_pystart_callback"},
	{interp.EventPyReturn, "_pyreturn_callback"}, {interp.EventPyYield, "_pyreturn_callback"}, {interp.EventPyUnwind, "_pyreturn_callback"},
	{interp.EventCall, "_ccall_callback"}, {interp.EventCReturn, "_creturn_callback"}, {interp.EventCRaise, "_creturn_callback"},
}

// flagArg reads an optional truth value into *to, which stays as it is when the argument is left out.
func flagArg(t *Thread, v Value, to *bool) bool {
	b, ok := native.OptBool(t, v, *to)
	if ok {
		*to = b
	}
	return ok
}

func initProfiler(t *Thread, self Value, a []Value) bool {
	p := object.As[profiler](self)
	unit := 0.0
	if a[1] != null {
		var ok bool
		if unit, ok = object.AsFloat64(t, a[1]); !ok {
			return false
		}
	}
	subcalls, ok := native.OptBool(t, a[2], true)
	if !ok {
		return false
	}
	builtins, ok := native.OptBool(t, a[3], true)
	if !ok {
		return false
	}
	p.Timer, p.unit, p.subcalls, p.builtins = a[0], unit, subcalls, builtins
	return true
}

func profilerEnable(t *Thread, self Value, a []Value) Value {
	p := object.As[profiler](self)
	if !flagArg(t, a[0], &p.subcalls) || !flagArg(t, a[1], &p.builtins) {
		return null
	}
	name := interp.ToolRef(t, profilerTool, -1)
	if name == nil {
		return null
	}
	if *name != none {
		return object.Raise(t, object.TValueError, "Another profiling tool is already active")
	}
	id := object.Intern(t, "cProfile")
	if id == null {
		return null
	}
	events := uint32(0)
	for _, e := range profilerEvents {
		f := object.GetAttr(t, self, object.Intern(t, e.method))
		if f == null {
			return null
		}
		*interp.ToolRef(t, profilerTool, e.event) = f
		events |= 1 << e.event
	}
	*name = id
	p.enabled = true
	return native.DoneIf(interp.SetEvents(t, profilerTool, events&^cResults))
}

func profilerDisable(t *Thread, self Value) Value {
	p := object.As[profiler](self)
	if p.inTimer {
		return object.Raise(t, object.TRuntimeError, "cannot disable profiler in external timer")
	}
	if p.enabled {
		p.enabled = false
		if monitoringFree(t, null, object.SmallInt(profilerTool)) == null {
			return null
		}
		for c := p.Current; c != nil; c = p.Current {
			p.leave(t, c, c.Entry)
		}
	}
	if p.outOfStore {
		p.outOfStore = false
		return t.NoMemory()
	}
	return none
}

func profilerClear(t *Thread, self Value) Value {
	p := object.As[profiler](self)
	if p.inTimer {
		return object.Raise(t, object.TRuntimeError, "cannot clear profiler in external timer")
	}
	p.Entries, p.Current, p.Free = nil, nil, nil
	return none
}

// now asks the timer. An exception of a program's own timer is reported, and the time is 0.
func (p *profiler) now(t *Thread) int64 {
	if p.Timer == null {
		return native.SystemOf(t).Monotonic()
	}
	timer := p.Timer
	p.inTimer = true
	v := object.Call0(t, timer)
	p.inTimer = false
	if v != null {
		if n, ok := p.ticks(t, v); ok {
			return n
		}
	}
	object.WriteUnraisable(t, timer)
	return 0
}

// ticks reads what a timer returned.
func (p *profiler) ticks(t *Thread, v Value) (int64, bool) {
	if p.unit > 0 {
		if !native.IsInt(v) {
			object.Raise(t, object.TTypeError, "expect int, got %s", object.TypeName(t, v))
			return 0, false
		}
		n, ok := object.Int64(v)
		if !ok {
			object.Raise(t, object.TOverflowError, "timestamp too large to convert to C PyTime_t")
		}
		return n, ok
	}
	if object.IsFloatLike(v) {
		if f, ok := object.AsFloat64(t, v); ok && math.Abs(f) < math.MaxInt64/1e9 {
			return int64(math.Floor(f * 1e9)), true
		}
	}
	d, ok := timemod.SecondsOf(t, v)
	return int64(d), ok
}

// entryIn finds an entry in a table, and makes it, and the table, when there is none. nil: there is no memory, which is noted.
func (p *profiler) entryIn(t *Thread, table **object.Dict, key int64, what Value) *callEntry {
	k := object.SmallInt(key)
	if *table == nil {
		if *table = object.NewDict(t); *table == nil {
			return p.missed(t)
		}
	} else if v := (*table).Get(t, k); v != null {
		return object.As[callEntry](v)
	}
	e := object.New[callEntry](t, tCallEntry)
	if e == nil {
		return p.missed(t)
	}
	e.What, e.key = what, key
	if !(*table).Set(t, k, object.Of(e)) {
		return p.missed(t)
	}
	return e
}

func (p *profiler) missed(t *Thread) *callEntry {
	t.ClearExc()
	p.outOfStore = true
	return nil
}

// find is the entry with a key; nil: there is none.
func find(t *Thread, table *object.Dict, key int64) *callEntry {
	if table == nil {
		return nil
	}
	if v := table.Get(t, object.SmallInt(key)); v != null {
		return object.As[callEntry](v)
	}
	return nil
}

// enter begins a call.
func (p *profiler) enter(t *Thread, e *callEntry) {
	c := p.Free
	if c != nil {
		p.Free = c.Previous
	} else if c = object.New[openCall](t, tOpenCall); c == nil {
		p.missed(t)
		return
	}
	c.Entry, c.Previous, c.inner = e, p.Current, 0
	e.depth++
	if p.subcalls && c.Previous != nil {
		if sub := p.entryIn(t, &c.Previous.Entry.Calls, e.key, e.What); sub != nil {
			sub.depth++
		}
	}
	p.Current = c
	c.began = p.now(t)
}

// leave ends the innermost call, c, of e.
func (p *profiler) leave(t *Thread, c *openCall, e *callEntry) {
	took := p.now(t) - c.began
	if p.Current != c { // another thread was faster, while the timer ran
		return
	}
	own := took - c.inner
	caller := c.Previous
	p.Current = caller
	e.ended(took, own)
	if caller != nil {
		caller.inner += took
		if p.subcalls {
			if sub := find(t, caller.Entry.Calls, e.key); sub != nil {
				sub.ended(took, own)
			}
		}
	}
	c.Entry, c.Previous = nil, p.Free
	p.Free = c
}

// ended counts a call that has ended.
func (e *callEntry) ended(took, own int64) {
	if e.depth--; e.depth == 0 {
		e.total += took
	} else {
		e.recalled++
	}
	e.own += own
	e.count++
}

// leaveKey ends the innermost call, by the key of its function.
func (p *profiler) leaveKey(t *Thread, key int64) {
	c := p.Current
	if c == nil {
		return
	}
	if e := find(t, p.Entries, key); e != nil {
		p.leave(t, c, e)
		return
	}
	p.Current = c.Previous
	c.Entry, c.Previous = nil, p.Free
	p.Free = c
}

// codeKey is the key of a code object: where it is. The entry keeps it there.
func codeKey(code Value) int64 { return int64(uint64(code)) }

func profilerStart(t *Thread, self Value, a []Value) Value {
	p := object.As[profiler](self)
	if !a[0].IsExact(object.TCode) || p.inTimer {
		return none
	}
	if e := p.entryIn(t, &p.Entries, codeKey(a[0]), a[0]); e != nil {
		p.enter(t, e)
	}
	return none
}

func profilerReturn(t *Thread, self Value, a []Value) Value {
	p := object.As[profiler](self)
	if a[0].IsExact(object.TCode) && !p.inTimer {
		p.leaveKey(t, codeKey(a[0]))
	}
	return none
}

// builtinKey is the key of what is called: of its declaration, for a built-in function, or a method with an object. Others have none.
func (p *profiler) builtinKey(t *Thread, f, arg Value) (key int64, ok bool) {
	if !p.builtins || p.inTimer {
		return 0, false
	}
	if f.IsExact(object.TMethodDescr) {
		if _, missing := interp.MonitoringValues(t); arg == missing {
			return 0, false
		}
	} else if !f.IsExact(object.TBuiltin) {
		return 0, false
	}
	return -1 - int64(object.As[object.Builtin](f).Def), true
}

func profilerCall(t *Thread, self Value, a []Value) Value {
	p := object.As[profiler](self)
	key, ok := p.builtinKey(t, a[2], a[3])
	if !ok {
		return none
	}
	e := find(t, p.Entries, key)
	if e == nil {
		what := builtinText(t, a[2])
		if what == null {
			t.ClearExc()
			return none
		}
		if e = p.entryIn(t, &p.Entries, key, what); e == nil {
			return none
		}
	}
	p.enter(t, e)
	return none
}

func profilerCallReturn(t *Thread, self Value, a []Value) Value {
	p := object.As[profiler](self)
	if key, ok := p.builtinKey(t, a[2], a[3]); ok {
		p.leaveKey(t, key)
	}
	return none
}

// builtinText is how a built-in function is shown.
func builtinText(t *Thread, f Value) Value {
	if f.IsExact(object.TMethodDescr) {
		return object.Repr(t, f)
	}
	b := object.As[object.Builtin](f)
	name, module := b.DefOf().Name, ""
	if object.IsStr(b.Module) {
		module = object.GoString(b.Module) + "."
	}
	if b.Self == null {
		if module == "builtins." {
			module = ""
		}
		return object.NewStr(t, "<"+module+name+">")
	}
	if method := object.TypeOf(t, b.Self).LookupStr(t, name); method != null {
		if text := object.Repr(t, method); text != null {
			return text
		}
		t.ClearExc()
	}
	return object.NewStr(t, "<built-in method "+module+name+">")
}

// profilerStats is getstats(): a list of what is known of each function.
func profilerStats(t *Thread, self Value) Value {
	p := object.As[profiler](self)
	factor := 1e-9
	if p.Timer != null && p.unit != 0 {
		factor = p.unit
	}
	list := statsOf(t, p.Entries, factor, true)
	if list == nil {
		return null
	}
	return object.Of(list)
}

// statsOf lists the entries of a table; deep: with what they have called.
//
//psy:bounded entries of entries are listed without theirs
func statsOf(t *Thread, table *object.Dict, factor float64, deep bool) *object.List {
	list := object.NewList(t, 0)
	if list == nil || table == nil {
		return list
	}
	for item, i := table.Next(0); item != nil; item, i = table.Next(i) {
		e := object.As[callEntry](item.Val)
		if e.count == 0 {
			continue
		}
		count, recalled := object.NewInt(t, e.count), object.NewInt(t, e.recalled)
		total, own := object.Float(factor*float64(e.total)), object.Float(factor*float64(e.own))
		var row Value
		if !deep {
			row = profilerSubentry.Make(t, e.What, count, recalled, total, own)
		} else {
			calls := none
			if e.Calls != nil {
				l := statsOf(t, e.Calls, factor, false)
				if l == nil {
					return nil
				}
				calls = object.Of(l)
			}
			row = profilerEntry.Make(t, e.What, count, recalled, total, own, calls)
		}
		if row == null || !list.Append(t, row) {
			return nil
		}
	}
	return list
}
