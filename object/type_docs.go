// What help shows of the built-in classes.
package object

// typeDocs are the docstrings of classes whose definitions do not give one.
var typeDocs = map[TypeID]string{
	TObject:        "The base class of all classes.",
	TType:          "type(object) gives the class of an object; type(name, bases, dict) makes a class.",
	TInt:           "int(x=0) or int(text, base=10): an integer of any size.",
	TBool:          "bool(x): True or False, the truth value of x.",
	TFloat:         "float(x=0.0): a double-precision number.",
	TComplex:       "complex(real=0, imag=0): a complex number.",
	TStr:           "str(object) or str(bytes, encoding, errors): a text, a sequence of code points.",
	TBytes:         "bytes(source): an immutable sequence of bytes.",
	TByteArray:     "bytearray(source): a mutable sequence of bytes.",
	TMemoryView:    "memoryview(object): a view of the bytes of another object.",
	TList:          "list(iterable=()): a mutable sequence.",
	TTuple:         "tuple(iterable=()): an immutable sequence.",
	TDict:          "dict(), dict(mapping), dict(iterable), dict(**items): a mapping that keeps the order of insertion.",
	TSet:           "set(iterable=()): an unordered collection of unique elements.",
	TFrozenSet:     "frozenset(iterable=()): an immutable set.",
	TRange:         "range(stop) or range(start, stop, step=1): an immutable sequence of evenly spaced integers.",
	TSlice:         "slice(stop) or slice(start, stop, step=None): what x[start:stop:step] passes on.",
	TProperty:      "property(fget=None, fset=None, fdel=None, doc=None): an attribute computed by functions.",
	TStaticMethod:  "staticmethod(function): a method that gets neither the instance nor the class.",
	TClassMethod:   "classmethod(function): a method that gets the class.",
	TSuper:         "super() or super(type, object): attributes of the classes that follow in the method resolution order.",
	TEnumerate:     "enumerate(iterable, start=0): pairs of a count and an item.",
	TReversed:      "reversed(sequence): an iterator from the last item to the first.",
	TZip:           "zip(*iterables, strict=False): an iterator of tuples of one item of each.",
	TMap:           "map(function, *iterables): an iterator of the results of calls.",
	TFilter:        "filter(function, iterable): an iterator of the items for which function is true; None: of those that are true.",
	TBaseException: "The base class of all exceptions.",
	TException:     "The base class of exceptions that do not end the program on purpose.",
}
