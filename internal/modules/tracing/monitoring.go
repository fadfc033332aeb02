// The module sys.monitoring.

package tracing

import (
	"math/bits"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Monitoring is the module sys.monitoring, which package modules makes as a part of sys.
var Monitoring = native.ModuleDef{
	Name: "sys.monitoring",
	Funcs: []FuncDef{
		{Name: "use_tool_id", Sig: "(tool_id, name, /)", FN: monitoringUse, MinArgs: 2, MaxArgs: 2},
		{Name: "clear_tool_id", Sig: "(tool_id, /)", F1: monitoringClear},
		{Name: "free_tool_id", Sig: "(tool_id, /)", F1: monitoringFree},
		{Name: "get_tool", Sig: "(tool_id, /)", F1: monitoringTool},
		{Name: "register_callback", Sig: "(tool_id, event, func, /)", FN: monitoringRegister, MinArgs: 3, MaxArgs: 3},
		{Name: "get_events", Sig: "(tool_id, /)", F1: monitoringEvents},
		{Name: "set_events", Sig: "(tool_id, event_set, /)", FN: monitoringSetEvents, MinArgs: 2, MaxArgs: 2},
		{Name: "get_local_events", Sig: "(tool_id, code, /)", FN: monitoringLocal, MinArgs: 2, MaxArgs: 2},
		{Name: "set_local_events", Sig: "(tool_id, code, event_set, /)", FN: monitoringSetLocal, MinArgs: 3, MaxArgs: 3},
		{Name: "_all_events", Sig: "()", F0: monitoringAll},
		{Name: "restart_events", Sig: "()", F0: func(t *Thread, _ Value) Value { return native.DoneIf(interp.RestartEvents(t)) }},
	},
	Init: initMonitoring,
}

func init() { Monitoring.Ready() }

// cResults are the events that come with CALL.
const cResults = 1<<interp.EventCReturn | 1<<interp.EventCRaise

func initMonitoring(t *Thread, m Value, d *object.Dict) bool {
	events := object.NewSimpleNamespace(t)
	if events == null {
		return false
	}
	set := func(name string, v int64) bool {
		n := object.Intern(t, name)
		return n != null && object.SetAttr(t, events, n, object.SmallInt(v))
	}
	for i, name := range interp.EventNames {
		if !set(name, 1<<i) {
			return false
		}
	}
	disable, missing := interp.MonitoringValues(t)
	return set("NO_EVENTS", 0) && disable != null && d.SetStr(t, "DISABLE", disable) && d.SetStr(t, "MISSING", missing) && d.SetStr(t, "events", events) &&
		d.SetStr(t, "DEBUGGER_ID", object.SmallInt(0)) && d.SetStr(t, "COVERAGE_ID", object.SmallInt(1)) &&
		d.SetStr(t, "PROFILER_ID", object.SmallInt(2)) && d.SetStr(t, "OPTIMIZER_ID", object.SmallInt(5))
}

// toolID checks a tool's number; -1 with an exception set. used: it must be in use.
func toolID(t *Thread, v Value, used bool) int {
	n, ok := object.AsSize(t, v, object.TOverflowError)
	if !ok {
		return -1
	}
	if n < 0 || n >= interp.UserTools {
		object.Raise(t, object.TValueError, "invalid tool %d (must be between 0 and 5)", n)
		return -1
	}
	name := interp.ToolRef(t, int(n), -1)
	if name == nil {
		return -1
	}
	if used && *name == none {
		object.Raise(t, object.TValueError, "tool %d is not in use", n)
		return -1
	}
	return int(n)
}

func monitoringUse(t *Thread, _ Value, a []Value) Value {
	tool := toolID(t, a[0], false)
	if tool < 0 {
		return null
	}
	if !object.IsStr(a[1]) {
		return object.Raise(t, object.TValueError, "tool name must be a str")
	}
	name := interp.ToolRef(t, tool, -1)
	if *name != none {
		return object.Raise(t, object.TValueError, "tool %d is already in use", tool)
	}
	*name = a[1]
	return none
}

func monitoringClear(t *Thread, _, v Value) Value {
	tool := toolID(t, v, false)
	if tool < 0 {
		return null
	}
	for e := range interp.EventNames {
		*interp.ToolRef(t, tool, e) = none
	}
	return native.DoneIf(interp.ClearTool(t, tool))
}

func monitoringFree(t *Thread, m, v Value) Value {
	if monitoringClear(t, m, v) == null {
		return null
	}
	*interp.ToolRef(t, toolID(t, v, false), -1) = none
	return none
}

func monitoringTool(t *Thread, _, v Value) Value {
	tool := toolID(t, v, false)
	if tool < 0 {
		return null
	}
	return *interp.ToolRef(t, tool, -1)
}

func monitoringRegister(t *Thread, _ Value, a []Value) Value {
	tool := toolID(t, a[0], false)
	if tool < 0 {
		return null
	}
	event, ok := object.AsSize(t, a[1], object.TOverflowError)
	if !ok {
		return null
	}
	if event <= 0 || bits.OnesCount64(uint64(event)) != 1 {
		return object.Raise(t, object.TValueError, "The callback can only be set for one event at a time")
	}
	n := bits.TrailingZeros64(uint64(event))
	if n >= len(interp.EventNames) {
		return object.Raise(t, object.TValueError, "invalid event %d", event)
	}
	p := interp.ToolRef(t, tool, n)
	old := *p
	*p = a[2]
	return old
}

func monitoringEvents(t *Thread, _, v Value) Value {
	tool := toolID(t, v, false)
	if tool < 0 {
		return null
	}
	return object.SmallInt(int64(interp.Events(t, tool)))
}

// monitoringAll is a dict of the events that somebody wants, and of who does, a bit for each.
func monitoringAll(t *Thread, _ Value) Value {
	d := object.NewDict(t)
	if d == nil {
		return null
	}
	for e, name := range interp.EventNames[:bits.TrailingZeros32(cResults)] {
		tools := int64(0)
		for tool := range interp.Tools {
			tools |= int64(interp.Events(t, tool)>>e&1) << tool
		}
		if tools != 0 && !d.SetStr(t, name, object.SmallInt(tools)) {
			return null
		}
	}
	return object.Of(d)
}

// eventSet checks a set of events; -1 with an exception set.
func eventSet(t *Thread, v Value, limit int, what string) int64 {
	set, ok := object.AsSize(t, v, object.TOverflowError)
	if !ok {
		return -1
	}
	if set < 0 || set >= 1<<len(interp.EventNames) {
		object.Raise(t, object.TValueError, "invalid "+what+"event set 0x%x", uint32(set))
		return -1
	}
	if set&cResults != 0 {
		if set&cResults != cResults || set&(1<<interp.EventCall) == 0 {
			object.Raise(t, object.TValueError, "cannot set C_RETURN or C_RAISE events independently")
			return -1
		}
		set &^= cResults
	}
	if set >= 1<<limit {
		object.Raise(t, object.TValueError, "invalid "+what+"event set 0x%x", set)
		return -1
	}
	return set
}

func monitoringSetEvents(t *Thread, _ Value, a []Value) Value {
	tool := toolID(t, a[0], false)
	if tool < 0 {
		return null
	}
	set := eventSet(t, a[1], len(interp.EventNames), "")
	if set < 0 || toolID(t, a[0], true) < 0 {
		return null
	}
	return native.DoneIf(interp.SetEvents(t, tool, uint32(set)))
}

func codeArg(t *Thread, v Value) bool {
	if v.IsExact(object.TCode) {
		return true
	}
	object.Raise(t, object.TTypeError, "code must be a code object")
	return false
}

func monitoringLocal(t *Thread, _ Value, a []Value) Value {
	if !codeArg(t, a[1]) {
		return null
	}
	tool := toolID(t, a[0], false)
	if tool < 0 {
		return null
	}
	return object.SmallInt(int64(interp.LocalEvents(object.As[object.Code](a[1]), tool)))
}

func monitoringSetLocal(t *Thread, _ Value, a []Value) Value {
	if !codeArg(t, a[1]) {
		return null
	}
	tool := toolID(t, a[0], false)
	if tool < 0 {
		return null
	}
	set := eventSet(t, a[2], interp.EventRaise, "local ")
	if set < 0 || toolID(t, a[0], true) < 0 {
		return null
	}
	return native.DoneIf(interp.SetLocalEvents(t, object.As[object.Code](a[1]), tool, uint32(set)))
}
