// The module _opcode: facts about instructions.

package lang

import (
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// Pseudo instructions that begin a block with a handler.
const (
	setupFinally = 264
	setupCleanup = 265
	setupWith    = 266
	pseudoEnd    = 268
)

var _ = native.Register("_opcode", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "stack_effect", Sig: "(opcode, oparg=None, /, *, jump=None)", Fn: stackEffect},
			opcodeFunc("is_valid", opcodeValid),
			opcodeFlag("has_arg", opcode.FlagArg),
			opcodeFlag("has_const", opcode.FlagConst),
			opcodeFlag("has_name", opcode.FlagName),
			opcodeFlag("has_jump", opcode.FlagJump),
			opcodeFlag("has_free", opcode.FlagFree),
			opcodeFlag("has_local", opcode.FlagLocal),
			opcodeFunc("has_exc", func(op int) bool {
				return setupFinally <= op && op <= setupWith
			}),
			{Name: "get_specialization_stats", Sig: "()", F0: specializationStats},
			{Name: "get_nb_ops", Sig: "()", F0: func(t *Thread, _ Value) Value {
				list := object.NewList(t, 0)
				for _, op := range opcode.BinaryOps {
					if list == nil {
						return null
					}
					name, sign := object.NewStr(t, op.Name), object.NewStr(t, op.Sign)
					if name == null || sign == null {
						return null
					}
					if p := object.Pair(t, name, sign); p == null || !list.Append(t, p) {
						return null
					}
				}
				return object.Of(list)
			}},
			{Name: "get_intrinsic1_descs", Sig: "()",
				F0: func(t *Thread, _ Value) Value { return namesList(t, opcode.Intrinsics1[:]) }},
			{Name: "get_intrinsic2_descs", Sig: "()",
				F0: func(t *Thread, _ Value) Value { return namesList(t, opcode.Intrinsics2[:]) }},
			{Name: "get_executor", Sig: "(code, offset)", Fn: getExecutor},
		},
		Init: func(t *Thread, _ Value, d *object.Dict) bool {
			return d.SetStr(t, "ENABLE_SPECIALIZATION", object.True)
		},
	}
})

// executorObject shows a program an executor of tier 2: which instruction stands there without it.
type executorObject struct {
	header
	Code    Value
	Unit    int64
	Op, Arg uint32
}

var tExecutor = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "uop_executor", Size: unsafe.Sizeof(executorObject{}), Refs: 1 << 1, Flags: object.TypeNoInstances, NoWeak: true,
	Methods: []FuncDef{
		{Name: "is_valid", F0: func(t *Thread, v Value) Value {
			ex := object.As[executorObject](v)
			return object.Bool(interp.HasExecutor(object.As[object.Code](ex.Code), int(ex.Unit)))
		}},
		{Name: "get_opcode", F0: func(t *Thread, v Value) Value { return object.SmallInt(int64(object.As[executorObject](v).Op)) }},
		{Name: "get_oparg", F0: func(t *Thread, v Value) Value { return object.SmallInt(int64(object.As[executorObject](v).Arg)) }},
	},
})

func getExecutor(t *Thread, _ Value, b []Value) Value {
	if !b[0].IsExact(object.TCode) {
		return object.Raise(t, object.TTypeError, "expected a code object, not '%.100s'", object.TypeName(t, b[0]))
	}
	offset, ok := object.AsInt(t, b[1])
	if !ok {
		return null
	}
	if t.RT.Tier2 == nil {
		return object.Raise(t, object.TRuntimeError, "Executors are not available in this build")
	}
	code := object.As[object.Code](b[0])
	if !code.Ready(t) {
		return null
	}
	if offset < 0 || offset%2 != 0 || offset/2 >= int(code.NUnits) || !interp.HasExecutor(code, offset/2) {
		return object.Raise(t, object.TValueError, "no executor at given byte offset")
	}
	v := object.AllocInstance(t, t.Type(tExecutor))
	if v == null {
		return null
	}
	ex := object.As[executorObject](v)
	op, arg := interp.UnitAt(code, offset/2)
	ex.Code, ex.Unit, ex.Op, ex.Arg = b[0], int64(offset/2), uint32(op), arg
	return v
}

func namesList(t *Thread, names []string) Value {
	x := native.StrTuple(t, names)
	if x == null {
		return null
	}
	return object.Of(object.ListFromIterable(t, x))
}

func opcodeFunc(name string, f func(op int) bool) FuncDef {
	return FuncDef{Name: name, Sig: "(opcode)", Fn: func(t *Thread, _ Value, b []Value) Value {
		op, ok := object.AsInt(t, b[0])
		if !ok {
			return null
		}
		return object.Bool(opcodeValid(op) && f(op))
	}}
}

func opcodeFlag(name string, flag opcode.Flag) FuncDef {
	return opcodeFunc(name, func(op int) bool { return opcode.FlagsOf(op)&flag != 0 })
}

func opcodeValid(op int) bool {
	return op >= 0 && op < 256 && opcode.Valid(uint8(op)) && !opcode.IsOwn(uint8(op)) || op >= 256 && op < pseudoEnd
}

func stackEffect(t *Thread, _ Value, b []Value) Value {
	op, ok := object.AsInt(t, b[0])
	if !ok {
		return null
	}
	oparg := 0
	if b[1] != null && b[1] != none {
		if oparg, ok = object.AsInt(t, b[1]); !ok {
			return null
		}
	}
	jump := b[2] != object.False
	if b[2] != null && b[2] != none && !b[2].IsBool() {
		return object.Raise(t, object.TValueError, "stack_effect: jump must be False, True or None")
	}
	if !opcodeValid(op) || op < 256 && opcode.IsSpecialized(uint8(op)) && !opcode.IsInstrumented(uint8(op)) {
		return object.Raise(t, object.TValueError, "invalid opcode or oparg")
	}
	effect := 0
	switch {
	case op == setupFinally || op == setupWith:
		effect = 1
	case op == setupCleanup:
		effect = 2
	case op >= 256:
		if to := opcode.PseudoTargets(op); len(to) > 0 {
			effect = opcode.Pushed(to[0], uint32(oparg)) - opcode.Popped(to[0], uint32(oparg))
		}
	default:
		effect = opcode.Pushed(uint8(op), uint32(oparg)) - opcode.Popped(uint8(op), uint32(oparg))
	}
	if setupFinally <= op && op <= setupWith && !jump {
		effect = 0
	}
	return object.SmallInt(int64(effect))
}

// specializationStats is None but for `-X psy.stats`. CPython's failure_kinds are numbers of its own; here they are what the operands were.
func specializationStats(t *Thread, _ Value) Value {
	if t.RT.Counts == nil {
		return none
	}
	attempts := interp.SpecializationAttempts(t.RT)
	all := map[string]any{}
	for family, counts := range interp.Specializations(t.RT) {
		one, kinds, failures := map[string]any{}, map[string]uint64{}, uint64(0)
		for what, n := range counts {
			one[what] = n
		}
		one["success"] = uint64(0)
		if a := attempts[family]; a != nil {
			one["success"] = a.Succeeded
			for what, n := range a.Failed {
				kinds[what] = n
				failures += n
			}
		}
		one["failure"], one["failure_kinds"] = failures, kinds
		all[strings.ToLower(family)] = one
	}
	return native.FromJSON(t, all)
}
