package opcode

// Names of what arguments select.

// The operations of BINARY_OP.
const (
	NB_ADD = iota
	NB_AND
	NB_FLOOR_DIVIDE
	NB_LSHIFT
	NB_MATRIX_MULTIPLY
	NB_MULTIPLY
	NB_REMAINDER
	NB_OR
	NB_POWER
	NB_RSHIFT
	NB_SUBTRACT
	NB_TRUE_DIVIDE
	NB_XOR
	NB_INPLACE_ADD
	NB_INPLACE_AND
	NB_INPLACE_FLOOR_DIVIDE
	NB_INPLACE_LSHIFT
	NB_INPLACE_MATRIX_MULTIPLY
	NB_INPLACE_MULTIPLY
	NB_INPLACE_REMAINDER
	NB_INPLACE_OR
	NB_INPLACE_POWER
	NB_INPLACE_RSHIFT
	NB_INPLACE_SUBTRACT
	NB_INPLACE_TRUE_DIVIDE
	NB_INPLACE_XOR
)

// BinaryOp is the name and the sign of an operation of BINARY_OP.
type BinaryOp struct{ Name, Sign string }

// BinaryOps are the operations of BINARY_OP by its argument.
var BinaryOps = [...]BinaryOp{
	{"NB_ADD", "+"},
	{"NB_AND", "&"},
	{"NB_FLOOR_DIVIDE", "//"},
	{"NB_LSHIFT", "<<"},
	{"NB_MATRIX_MULTIPLY", "@"},
	{"NB_MULTIPLY", "*"},
	{"NB_REMAINDER", "%"},
	{"NB_OR", "|"},
	{"NB_POWER", "**"},
	{"NB_RSHIFT", ">>"},
	{"NB_SUBTRACT", "-"},
	{"NB_TRUE_DIVIDE", "/"},
	{"NB_XOR", "^"},
	{"NB_INPLACE_ADD", "+="},
	{"NB_INPLACE_AND", "&="},
	{"NB_INPLACE_FLOOR_DIVIDE", "//="},
	{"NB_INPLACE_LSHIFT", "<<="},
	{"NB_INPLACE_MATRIX_MULTIPLY", "@="},
	{"NB_INPLACE_MULTIPLY", "*="},
	{"NB_INPLACE_REMAINDER", "%="},
	{"NB_INPLACE_OR", "|="},
	{"NB_INPLACE_POWER", "**="},
	{"NB_INPLACE_RSHIFT", ">>="},
	{"NB_INPLACE_SUBTRACT", "-="},
	{"NB_INPLACE_TRUE_DIVIDE", "/="},
	{"NB_INPLACE_XOR", "^="},
}

// The comparisons of COMPARE_OP: its argument shifted right by 5. Bit 4 asks for a bool;
// the low four bits say which outcomes of a specialized comparison are true.
const (
	CompareLT = iota
	CompareLE
	CompareEQ
	CompareNE
	CompareGT
	CompareGE
)

// CompareOps are the signs of the comparisons.
var CompareOps = [...]string{"<", "<=", "==", "!=", ">", ">="}

// The outcomes of a comparison in COMPARE_OP's low four bits, and the bit that asks for a bool.
const (
	CompareUnordered = 1
	CompareLess      = 2
	CompareGreater   = 4
	CompareEqual     = 8
	CompareToBool    = 16
)

// The functions of CALL_INTRINSIC_1.
const (
	INTRINSIC_1_INVALID = iota
	INTRINSIC_PRINT
	INTRINSIC_IMPORT_STAR
	INTRINSIC_STOPITERATION_ERROR
	INTRINSIC_ASYNC_GEN_WRAP
	INTRINSIC_UNARY_POSITIVE
	INTRINSIC_LIST_TO_TUPLE
	INTRINSIC_TYPEVAR
	INTRINSIC_PARAMSPEC
	INTRINSIC_TYPEVARTUPLE
	INTRINSIC_SUBSCRIPT_GENERIC
	INTRINSIC_TYPEALIAS
)

// Intrinsics1 are the names of CALL_INTRINSIC_1's functions.
var Intrinsics1 = [...]string{
	"INTRINSIC_1_INVALID", "INTRINSIC_PRINT", "INTRINSIC_IMPORT_STAR", "INTRINSIC_STOPITERATION_ERROR",
	"INTRINSIC_ASYNC_GEN_WRAP", "INTRINSIC_UNARY_POSITIVE", "INTRINSIC_LIST_TO_TUPLE", "INTRINSIC_TYPEVAR",
	"INTRINSIC_PARAMSPEC", "INTRINSIC_TYPEVARTUPLE", "INTRINSIC_SUBSCRIPT_GENERIC", "INTRINSIC_TYPEALIAS",
}

// The functions of CALL_INTRINSIC_2.
const (
	INTRINSIC_2_INVALID = iota
	INTRINSIC_PREP_RERAISE_STAR
	INTRINSIC_TYPEVAR_WITH_BOUND
	INTRINSIC_TYPEVAR_WITH_CONSTRAINTS
	INTRINSIC_SET_FUNCTION_TYPE_PARAMS
	INTRINSIC_SET_TYPEPARAM_DEFAULT
)

// Intrinsics2 are the names of CALL_INTRINSIC_2's functions.
var Intrinsics2 = [...]string{
	"INTRINSIC_2_INVALID", "INTRINSIC_PREP_RERAISE_STAR", "INTRINSIC_TYPEVAR_WITH_BOUND",
	"INTRINSIC_TYPEVAR_WITH_CONSTRAINTS", "INTRINSIC_SET_FUNCTION_TYPE_PARAMS", "INTRINSIC_SET_TYPEPARAM_DEFAULT",
}

// Where a RESUME stands: the low two bits of its argument.
const (
	ResumeAtFuncStart    = 0
	ResumeAfterYield     = 1
	ResumeAfterYieldFrom = 2
	ResumeAfterAwait     = 3
)

// The bits of SET_FUNCTION_ATTRIBUTE's argument.
const (
	FunctionDefaults    = 1
	FunctionKwDefaults  = 2
	FunctionAnnotations = 4
	FunctionClosure     = 8
)
