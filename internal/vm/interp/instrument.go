// Instrumenting code: replacing instructions by forms that report events. What stood there is known from Code.OrigUnits.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// toolData begins a code object's Monitoring bytes; behind it stands a unitTools for every code unit.
type toolData struct {
	restart uint32
	local   [toolCount]uint32  // events that tools want from this code only
	active  [localEvents]uint8 // tools that the code was instrumented for, by event
	listed  bool               // in cachers.local
}

// unitTools tells who is to be told what at one unit.
type unitTools struct {
	base        uint8 // the event of the instruction itself
	line        uint8
	instruction uint8
	begins      bool  // a line begins here
	at          int32 // the line, -1 for none
}

// wanted reports whether tools want events from the code only; toolTrace has some only while it has others.
func (d *toolData) wanted() bool {
	for _, events := range d.local[:UserTools] {
		if events != 0 {
			return true
		}
	}
	return false
}

func dataOf(code *Code) *toolData {
	if code.Monitoring == null {
		return nil
	}
	return (*toolData)(unsafe.Add(unsafe.Pointer(object.As[object.Bytes](code.Monitoring)), object.BytesData))
}

func (d *toolData) unit(i int) *unitTools {
	return (*unitTools)(unsafe.Add(unsafe.Pointer(d), unsafe.Sizeof(toolData{})+uintptr(i)*unsafe.Sizeof(unitTools{})))
}

// originalAt is the instruction at unit i as loaded.
func originalAt(code *Code, i int) (op uint8, arg uint32) {
	b := unsafe.Pointer(object.As[object.Bytes](code.OrigUnits))
	return *(*uint8)(unsafe.Add(b, int(object.BytesData)+2*i)), uint32(*(*uint8)(unsafe.Add(b, int(object.BytesData)+2*i+1)))
}

func unitAt(code *Code, i int) *uint8 { return (*uint8)(unsafe.Add(code.First, 2*i)) }

// instrumented maps instructions to the forms that report their events.
var instrumented = func() (table [256]uint8) {
	forms := map[string]uint8{}
	for op := range 256 {
		if opcode.IsInstrumented(uint8(op)) {
			forms[opcode.Name(uint8(op))] = uint8(op)
		}
	}
	for op := range 256 {
		if form := forms["INSTRUMENTED_"+opcode.Name(uint8(op))]; form != 0 && opcode.Valid(uint8(op)) {
			table[op] = form
		}
	}
	return
}()

// baseEvent is the event that an instruction itself stands for, -1 for none.
func baseEvent(op uint8, arg uint32) int {
	switch op {
	case opcode.RESUME:
		if arg > 0 {
			return EventPyResume
		}
		return EventPyStart
	case opcode.RETURN_VALUE, opcode.RETURN_CONST:
		return EventPyReturn
	case opcode.YIELD_VALUE:
		return EventPyYield
	case opcode.CALL, opcode.CALL_KW, opcode.CALL_FUNCTION_EX, opcode.LOAD_SUPER_ATTR:
		return EventCall
	case opcode.JUMP_FORWARD, opcode.JUMP_BACKWARD:
		return EventJump
	case opcode.POP_JUMP_IF_TRUE, opcode.POP_JUMP_IF_FALSE, opcode.POP_JUMP_IF_NONE, opcode.POP_JUMP_IF_NOT_NONE, opcode.FOR_ITER:
		return EventBranch
	case opcode.END_FOR, opcode.END_SEND:
		return EventStopIteration
	}
	return -1
}

// instrumentationChanges makes all code look at what is wanted now: the frames that run at once, in all threads, others when they begin or go on.
func instrumentationChanges(t *Thread) bool {
	t.RT.InstrVersion++
	forgetExecutors(t)
	cachersOf(t.RT).forgetAllChecks()
	breakNative(t, monitorOf(t.RT))
	for _, s := range t.RT.Strands() {
		for fr := s.Now(t).Frame; fr != nil; fr = fr.Prev {
			if !instrument(t, fr.Code) {
				return false
			}
		}
	}
	return true
}

// breakNative decides whether machine code may run: it reports no events, and tells a tracer of allocations no lines.
func breakNative(t *Thread, m *monitor) {
	if t.RT.Heap.Traced() || !t.Aside && (cachersKey.Of(t.RT).wanted > 0 || m.any() || m.debugger != nil && m.debugger.Keen()) {
		t.Breaker.Or(object.BreakNative)
	} else {
		t.Breaker.And(^object.BreakNative)
	}
}

// instrumentationChanged reports whether fr's code does not have the instrumentation that is wanted now.
func instrumentationChanged(t *Thread, fr *Frame) bool {
	return fr.Code.InstrVersion != t.RT.InstrVersion && !t.Aside
}

// instrumentCode brings fr's code up to date.
func instrumentCode(t *Thread, fr *Frame) bool { return instrument(t, fr.Code) }

func instrument(t *Thread, code *Code) bool {
	if code.InstrVersion == t.RT.InstrVersion {
		return true
	}
	if !code.Ready(t) {
		return false
	}
	m := monitorOf(t.RT)
	data := dataOf(code)
	var wanted [localEvents]uint8
	var asked uint32 // by the debugger
	var lines func(line int) bool
	if m.debugger != nil {
		asked, lines = m.debugger.Wants(code)
	}
	any := data != nil
	for e := range wanted {
		wanted[e] = m.tools(e)
		if data != nil {
			for tool, events := range data.local {
				if events&(1<<e) != 0 {
					wanted[e] |= 1 << tool
				}
			}
		}
		wanted[e] |= uint8(asked >> e & 1 << DebugTool)
		any = any || wanted[e] != 0
	}
	if any {
		if data == nil {
			if data = newToolData(t, code); data == nil {
				return false
			}
		}
		update(code, data, &wanted, m.restart)
		if asked&(1<<EventLine) != 0 {
			onlyLines(code, data, lines)
		}
	}
	code.InstrVersion = t.RT.InstrVersion
	return true
}

// update changes the tools of every unit by what was added and removed since the last time, so that disabled places stay so.
func update(code *Code, data *toolData, wanted *[localEvents]uint8, restart uint32) {
	change := func(tools *uint8, e int) {
		if data.restart != restart {
			*tools = wanted[e]
			return
		}
		*tools = *tools&wanted[e] | wanted[e]&^data.active[e]
	}
	for i := int(code.FirstTraceable); i < int(code.NUnits); {
		op, arg := originalAt(code, i)
		u := data.unit(i)
		if e := baseEvent(op, arg); e >= 0 {
			change(&u.base, e)
		}
		if u.begins {
			change(&u.line, EventLine)
		}
		if op != opcode.RESUME {
			change(&u.instruction, EventInstruction)
		}
		put(code, u, i)
		i += 1 + int(opcode.Caches[op])
	}
	data.active, data.restart = *wanted, restart
}

// form is the instruction for a unit without its line event, and without that of the instruction when bare.
func form(code *Code, u *unitTools, i int, bare bool) uint8 {
	op, _ := originalAt(code, i)
	if u.instruction != 0 && !bare {
		return opcode.INSTRUMENTED_INSTRUCTION
	}
	if u.base != 0 {
		return instrumented[op]
	}
	return op
}

// put writes the instruction that a unit's tools ask for.
func put(code *Code, u *unitTools, i int) {
	op := form(code, u, i, false)
	if u.line != 0 {
		op = opcode.INSTRUMENTED_LINE
	}
	if at := unitAt(code, i); opcode.IsInstrumented(op) || opcode.IsInstrumented(*at) {
		*at = op
	}
}

// disable stops reporting an event at one place to one tool.
func disable(code *Code, event, i, tool int) {
	data := dataOf(code)
	if data == nil {
		return
	}
	u := data.unit(i)
	switch event {
	case EventLine:
		u.line &^= 1 << tool
	case EventInstruction:
		u.instruction &^= 1 << tool
	default:
		u.base &^= 1 << tool
	}
	put(code, u, i)
}

// newToolData gives a code object its tool data, with the places where lines begin marked.
func newToolData(t *Thread, code *Code) *toolData {
	if !code.Ready(t) {
		return nil
	}
	n := int(code.NUnits)
	size := unsafe.Sizeof(toolData{}) + uintptr(n)*unsafe.Sizeof(unitTools{})
	p := t.Alloc(object.TBytes.Shape(), object.BytesData+size, 0)
	if p == nil {
		t.NoMemory()
		return nil
	}
	b := (*object.Bytes)(p)
	b.Len = int64(size)
	clear(unsafe.Slice((*byte)(unsafe.Add(p, object.BytesData)), size))
	code.Monitoring = object.FromPtr(p)
	data := dataOf(code)
	lines := code.Lines()
	for i, line := range lines {
		data.unit(i).at = int32(line)
	}
	current := -1
	walk(code, func(i, _ int, op uint8, _ uint32) {
		switch op {
		case opcode.END_ASYNC_FOR, opcode.END_FOR, opcode.END_SEND, opcode.RESUME:
			return
		}
		if lines[i] >= 0 && lines[i] != current {
			data.unit(i).begins = true
		}
		current = lines[i] // none too: behind an instruction without a line, the line before begins again
	})
	mark := func(i int) {
		if i >= 0 && i < n && lines[i] >= 0 {
			data.unit(i).begins = true
		}
	}
	walk(code, func(i, end int, op uint8, arg uint32) {
		switch op {
		case opcode.POP_JUMP_IF_TRUE, opcode.POP_JUMP_IF_FALSE, opcode.POP_JUMP_IF_NONE, opcode.POP_JUMP_IF_NOT_NONE, opcode.JUMP_FORWARD:
			mark(end + int(arg))
		case opcode.FOR_ITER, opcode.SEND:
			mark(end + int(arg) + 1)
		case opcode.JUMP_BACKWARD, opcode.JUMP_BACKWARD_NO_INTERRUPT:
			mark(end - int(arg))
		}
	})
	for _, h := range code.Handlers() {
		mark(h.Target / 2)
	}
	return data
}

// walk visits the instructions from the first RESUME on: the index of the first unit, prefixes included, that of the next instruction, and its argument.
func walk(code *Code, visit func(i, end int, op uint8, arg uint32)) {
	for i := int(code.FirstTraceable); i < int(code.NUnits); {
		start := i
		op, b := originalAt(code, i)
		arg := b
		for op == opcode.EXTENDED_ARG && i+1 < int(code.NUnits) {
			i++
			op, b = originalAt(code, i)
			arg = arg<<8 | b
		}
		i += 1 + int(opcode.Caches[op])
		visit(start, i, op, arg)
	}
}

// LocalEvents gives the events that a tool wants from a code object only.
func LocalEvents(code *Code, tool int) uint32 {
	if data := dataOf(code); data != nil {
		return data.local[tool]
	}
	return 0
}

// SetLocalEvents changes them.
func SetLocalEvents(t *Thread, code *Code, tool int, events uint32) bool {
	if LocalEvents(code, tool) == events {
		return true
	}
	data := dataOf(code)
	if data == nil {
		if data = newToolData(t, code); data == nil {
			return false
		}
		data.restart = monitorOf(t.RT).restart
	}
	had := data.wanted()
	data.local[tool] = events
	cachersOf(t.RT).countLocal(code, had, data.wanted())
	return instrumentationChanges(t) && forget(code) && instrument(t, code)
}

// forget makes code look at what is wanted whatever its version.
func forget(code *Code) bool {
	code.InstrVersion = 0
	return true
}

// SetEvents sets the events that a tool wants from all code.
func SetEvents(t *Thread, tool int, events uint32) bool {
	m := monitorOf(t.RT)
	if m.events[tool] == events {
		return true
	}
	m.events[tool] = events
	return instrumentationChanges(t)
}

// Events gives them.
func Events(t *Thread, tool int) uint32 { return monitorOf(t.RT).events[tool] }

// RestartEvents enables all places again that callbacks have disabled.
func RestartEvents(t *Thread) bool {
	monitorOf(t.RT).restart++
	return instrumentationChanges(t)
}

// ToolRef is a reference that a tool has: its name (event -1) or its callback for an event.
func ToolRef(t *Thread, tool, event int) *Value {
	refs := monitorRefs(t)
	if refs == nil {
		return nil
	}
	if event < 0 {
		return refs.At(refNames + tool)
	}
	return refs.At(refCallbacks + tool*eventCount + event)
}

// MonitoringValues gives DISABLE and MISSING; Null without memory.
func MonitoringValues(t *Thread) (disable, missing Value) {
	refs := monitorRefs(t)
	if refs == nil {
		return null, null
	}
	return *refs.At(refDisable), *refs.At(refMissing)
}

// ClearTool forgets all events of a tool, local ones too.
func ClearTool(t *Thread, tool int) bool {
	if !watched(t) {
		return true
	}
	monitorOf(t.RT).events[tool] = 0
	c := cachersOf(t.RT)
	for _, x := range c.local {
		data := dataOf(x.code)
		had := data.wanted()
		data.local[tool] = 0
		c.countLocal(x.code, had, data.wanted())
	}
	return instrumentationChanges(t)
}
