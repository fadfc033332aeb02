// The built-in types' numbers. Each has its root shape at a fixed place in every runtime's heap, so that exact type tests are
// compares with constants.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// TypeID numbers the built-in types, the same in every runtime; 0 is no built-in type.
type TypeID uint16

const shapeStride = uint32(unsafe.Sizeof(Shape{}) / heap.Granule)

// Shape returns the id of the type's root shape.
func (id TypeID) Shape() uint32 { return heap.StaticOffset/heap.Granule + uint32(id)*shapeStride }

const (
	_ TypeID = iota
	// Internal kinds, never visible to Python.
	TShape      // shape records
	TRaw        // bytes without references: list of indexes, code units, digits
	TValues     // an array of values: the storage of lists, deques, sets
	TEntries    // dict entries
	TFrameSpace // conservatively scanned space (suspended frames)

	TObject
	TType
	TNoneType
	TNotImplementedType
	TEllipsisType
	TInt
	TBool
	TFloat
	TComplex
	TStr
	TBytes
	TByteArray
	TMemoryView
	TList
	TTuple
	TDict
	TDictKeys
	TDictValues
	TDictItems
	TDictKeyIterator
	TDictValueIterator
	TDictItemIterator
	TDictReverseKeyIterator
	TDictReverseValueIterator
	TDictReverseItemIterator
	TSet
	TFrozenSet
	TSetIterator
	TRange
	TRangeIterator
	TLongRangeIterator
	TSlice
	TListIterator
	TListReverseIterator
	TTupleIterator
	TStrIterator
	TStrASCIIIterator
	TBytesIterator
	TByteArrayIterator
	TMemoryIterator
	TSeqIterator
	TCallableIterator
	TLineIterator
	TPositionsIterator
	TReversed
	TEnumerate
	TZip
	TMap
	TFilter

	TFunction
	TMethod
	TBuiltin
	TMethodDescr // list.append
	TClassMethodDescr
	TWrapperDescr  // slot wrappers: int.__add__
	TMethodWrapper // (1).__add__
	TMemberDescr   // __slots__
	TGetSetDescr
	TProperty
	TStaticMethod
	TClassMethod
	TSuper
	TCell
	TCode
	TFrame
	TTraceback
	TGenerator
	TCoroutine
	TCoroutineWrapper
	TAsyncGenerator
	TAsyncGenASend
	TAsyncGenAThrow
	TAsyncGenWrappedValue
	TModule
	TMappingProxy
	TSimpleNamespace
	TGenericAlias
	TUnion
	TWeakRef
	TWeakProxy
	TWeakCallableProxy
	TFrameLocalsProxy
	TTypeVar
	TTypeVarTuple
	TParamSpec
	TTypeAlias
	TAliasIterator
	TStructSeqBase

	// Exceptions.
	TBaseException
	TException
	TBaseExceptionGroup
	TExceptionGroup
	TGeneratorExit
	TKeyboardInterrupt
	TSystemExit
	TArithmeticError
	TFloatingPointError
	TOverflowError
	TZeroDivisionError
	TAssertionError
	TAttributeError
	TBufferError
	TEOFError
	TImportError
	TModuleNotFoundError
	TLookupError
	TIndexError
	TKeyError
	TMemoryError
	TNameError
	TUnboundLocalError
	TOSError
	TBlockingIOError
	TChildProcessError
	TConnectionError
	TBrokenPipeError
	TConnectionAbortedError
	TConnectionRefusedError
	TConnectionResetError
	TFileExistsError
	TFileNotFoundError
	TInterruptedError
	TIsADirectoryError
	TNotADirectoryError
	TPermissionError
	TProcessLookupError
	TTimeoutError
	TReferenceError
	TRuntimeError
	TNotImplementedError
	TRecursionError
	TPythonFinalizationError
	TStopAsyncIteration
	TStopIteration
	TSyntaxError
	TIndentationError
	TTabError
	TIncompleteInputError
	TSystemError
	TTypeError
	TValueError
	TUnicodeError
	TUnicodeDecodeError
	TUnicodeEncodeError
	TUnicodeTranslateError
	TWarning
	TBytesWarning
	TDeprecationWarning
	TEncodingWarning
	TFutureWarning
	TImportWarning
	TPendingDeprecationWarning
	TResourceWarning
	TRuntimeWarning
	TSyntaxWarning
	TUnicodeWarning
	TUserWarning

	// FirstModuleType is where packages above number their own built-in types (itertools, _io, ...): see AllocTypeID.
	FirstModuleType
)

// MaxTypes bounds the built-in types of all packages together.
const MaxTypes = 512

var _ [heap.StaticSize - MaxTypes*unsafe.Sizeof(Shape{})]byte // their shapes fit

var nextTypeID = FirstModuleType

// AllocTypeID numbers a built-in type of another package; to be called while Go's package variables are initialized.
func AllocTypeID() TypeID {
	id := nextTypeID
	nextTypeID++
	if nextTypeID >= MaxTypes {
		panic("BUG: too many built-in types")
	}
	return id
}
