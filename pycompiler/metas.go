// The tables of meta-implementations: of instructions, and of calls of built-in functions, methods and classes.

package pycompiler

import (
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/x86"
)

// metas are the meta-implementations of instructions; an instruction without one becomes a call of its helper.
var metas [256]func(c *compiler) outcome

// functionMetas and methodMetas are the meta-implementations of functions, and of methods that get self as an argument, by full name.
var functionMetas, methodMetas map[string]builtinMeta

// classMetas are the meta-implementations of calls of built-in classes.
var classMetas map[object.TypeID]builtinMeta

// The tables refer to functions that read the tables, so they are filled when the program starts.
func init() {
	metas = [256]func(c *compiler) outcome{
		bc.NOP:                        (*compiler).nop,
		bc.LOAD_FAST:                  func(c *compiler) outcome { return c.loadFast(c.in.arg) },
		bc.LOAD_FAST_CHECK:            (*compiler).loadFastCheck,
		bc.LOAD_FAST_AND_CLEAR:        (*compiler).loadFastAndClear,
		bc.LOAD_FAST_LOAD_FAST:        (*compiler).loadFastLoadFast,
		bc.STORE_FAST:                 func(c *compiler) outcome { return c.storeFast(c.in.arg) },
		bc.STORE_FAST_STORE_FAST:      (*compiler).storeFastStoreFast,
		bc.STORE_FAST_LOAD_FAST:       (*compiler).storeFastLoadFast,
		bc.DELETE_FAST:                (*compiler).deleteFast,
		bc.LOAD_CONST:                 (*compiler).loadConst,
		bc.POP_TOP:                    (*compiler).popTop,
		bc.END_FOR:                    (*compiler).popTop,
		bc.END_SEND:                   (*compiler).endSend,
		bc.PUSH_NULL:                  (*compiler).pushNull,
		bc.COPY:                       (*compiler).copy,
		bc.SWAP:                       (*compiler).swap,
		bc.MAKE_CELL:                  (*compiler).makeCell,
		bc.COPY_FREE_VARS:             (*compiler).copyFreeVars,
		bc.LOAD_DEREF:                 (*compiler).loadDeref,
		bc.STORE_DEREF:                (*compiler).storeDeref,
		bc.BINARY_OP:                  (*compiler).binaryOp,
		bc.UNARY_NEGATIVE:             (*compiler).negative,
		bc.UNARY_INVERT:               (*compiler).invert,
		bc.COMPARE_OP:                 (*compiler).compare,
		bc.IS_OP:                      (*compiler).isOp,
		bc.TO_BOOL:                    (*compiler).toBool,
		bc.UNARY_NOT:                  (*compiler).not,
		bc.POP_JUMP_IF_TRUE:           func(c *compiler) outcome { return c.popJump(true) },
		bc.POP_JUMP_IF_FALSE:          func(c *compiler) outcome { return c.popJump(false) },
		bc.POP_JUMP_IF_NONE:           func(c *compiler) outcome { return c.popJumpNone(true) },
		bc.POP_JUMP_IF_NOT_NONE:       func(c *compiler) outcome { return c.popJumpNone(false) },
		bc.JUMP_FORWARD:               (*compiler).jumpForward,
		bc.JUMP_BACKWARD:              (*compiler).jumpBackward,
		bc.JUMP_BACKWARD_NO_INTERRUPT: (*compiler).jumpBackward,
		bc.RESUME:                     (*compiler).resume,
		bc.LOAD_GLOBAL:                (*compiler).loadGlobal,
		bc.LOAD_NAME:                  (*compiler).loadName,
		bc.STORE_NAME:                 func(c *compiler) outcome { return c.storeName(true) },
		bc.STORE_GLOBAL:               func(c *compiler) outcome { return c.storeName(false) },
		bc.LOAD_ATTR:                  (*compiler).loadAttr,
		bc.STORE_ATTR:                 (*compiler).storeAttr,
		bc.LOAD_SUPER_ATTR:            (*compiler).loadSuperAttr,
		bc.BINARY_SUBSCR:              (*compiler).subscr,
		bc.STORE_SUBSCR:               (*compiler).storeSubscr,
		bc.CONTAINS_OP:                (*compiler).contains,
		bc.BUILD_SLICE:                (*compiler).buildSlice,
		bc.BINARY_SLICE:               (*compiler).binarySlice,
		bc.STORE_SLICE:                (*compiler).storeSlice,
		bc.LIST_EXTEND:                (*compiler).listExtend,
		bc.BUILD_TUPLE:                (*compiler).buildTuple,
		bc.BUILD_LIST:                 (*compiler).buildList,
		bc.UNPACK_SEQUENCE:            (*compiler).unpack,
		bc.LIST_APPEND:                (*compiler).listAppend,
		bc.GET_YIELD_FROM_ITER:        (*compiler).getYieldFromIter,
		bc.GET_AWAITABLE:              (*compiler).getAwaitable,
		bc.GET_AITER:                  (*compiler).getAIter,
		bc.GET_ANEXT:                  (*compiler).getANext,
		bc.GET_ITER:                   (*compiler).getIter,
		bc.FOR_ITER:                   (*compiler).forIter,
		bc.RETURN_VALUE:               func(c *compiler) outcome { return c.returns(c.s.Top(0)) },
		bc.RETURN_CONST:               (*compiler).returnConst,
		bc.CALL:                       func(c *compiler) outcome { return c.call(keywords{}) },
		bc.CALL_KW:                    (*compiler).callKw,
		bc.CALL_FUNCTION_EX:           (*compiler).callEx,
		bc.CALL_INTRINSIC_1:           (*compiler).intrinsic,
		bc.BUILD_MAP:                  (*compiler).buildMap,
		bc.DICT_MERGE:                 (*compiler).dictMerge,
		bc.BUILD_CONST_KEY_MAP:        (*compiler).buildConstKeyMap,
		bc.BUILD_STRING:               (*compiler).buildString,
		bc.FORMAT_SIMPLE:              (*compiler).formatSimple,
		bc.CONVERT_VALUE:              (*compiler).convertValue,
		bc.MAP_ADD:                    (*compiler).mapAdd,
		bc.SET_ADD:                    (*compiler).setAdd,
		bc.DELETE_SUBSCR:              (*compiler).deleteSubscr,
		bc.MAKE_FUNCTION:              (*compiler).makeFunction,
		bc.SET_FUNCTION_ATTRIBUTE:     (*compiler).setFunctionAttribute,
		bc.RETURN_GENERATOR:           (*compiler).returnGenerator,
		bc.YIELD_VALUE:                (*compiler).yield,
		bc.SEND:                       (*compiler).send,
		bc.RAISE_VARARGS:              (*compiler).raise,
		bc.RERAISE:                    (*compiler).reraise,
		bc.PUSH_EXC_INFO:              (*compiler).pushExcInfo,
		bc.CHECK_EXC_MATCH:            (*compiler).excMatch,
		bc.POP_EXCEPT:                 (*compiler).popExcept,
		bc.BEFORE_WITH:                func(c *compiler) outcome { return c.beforeWith(object.N_enter_, object.N_exit_) },
		bc.BEFORE_ASYNC_WITH:          func(c *compiler) outcome { return c.beforeWith(object.N_aenter_, object.N_aexit_) },
		bc.WITH_EXCEPT_START:          (*compiler).withExceptStart,
	}

	functionMetas = map[string]builtinMeta{
		"builtins.len":    metaLen,
		"builtins.abs":    metaAbs,
		"builtins.divmod": metaDivmod,
		"builtins.min":    func(c *compiler, args []*Info, n int) (outcome, bool) { return metaMinMax(c, args, n, true) },
		"builtins.max":    func(c *compiler, args []*Info, n int) (outcome, bool) { return metaMinMax(c, args, n, false) },
		"builtins.ord":    metaOrd,
		"builtins.chr":    metaChr,
		"builtins.next":   metaNext,
		"math.sqrt":       metaSqrt,
		"math.floor":      func(c *compiler, args []*Info, n int) (outcome, bool) { return metaRound(c, args, n, x86.RoundFloor) },
		"math.ceil":       func(c *compiler, args []*Info, n int) (outcome, bool) { return metaRound(c, args, n, x86.RoundCeil) },
		"math.trunc":      func(c *compiler, args []*Info, n int) (outcome, bool) { return metaRound(c, args, n, x86.RoundTrunc) },
	}
	methodMetas = map[string]builtinMeta{
		"int.bit_length": func(c *compiler, args []*Info, n int) (outcome, bool) { return metaBits(c, args, n, false) },
		"int.bit_count":  func(c *compiler, args []*Info, n int) (outcome, bool) { return metaBits(c, args, n, true) },
		"list.append":    metaListAppend,
		"list.pop":       metaListPop,
		"dict.get":       metaDictGet,
		"set.add":        metaSetAdd,
	}
	classMetas = map[object.TypeID]builtinMeta{
		object.TInt:   metaInt,
		object.TFloat: metaFloat,
		object.TBool:  metaBool,

		object.TEnumerate: metaEnumerate,
		object.TZip:       metaZip,
		object.TMap:       metaMap,
	}
}
