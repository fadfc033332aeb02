# Ways to change what a compiler may watch. Each function changes once: a dict under the key "x", the module of this file under the name x,
# the class C, or the function f. watch_test.go calls them one by one.
import _operator as operator, sys
from _collections import OrderedDict
from _weakref import ref

this = sys.modules[__name__]
CodeType, ModuleType, MappingProxy = type((lambda: 0).__code__), type(sys), type(type.__dict__)


def class_body(f):
    "The code object of the class that f makes: its names are stored in a namespace."
    return next(c for c in f.__code__.co_consts if isinstance(c, CodeType))


# Dicts: d is empty before these.
def set_new(d): d["x"] = 1
def setdefault(d): d.setdefault("x", 1)
def update_dict(d): d.update({"x": 1})
def update_big(d): d.update({str(i): i for i in range(20)} | {"x": 1})
def update_kw(d): d.update(x=1)
def update_pairs(d): d.update([("x", 1)])
def update_mapping(d): d.update(MappingProxy({"x": 1}))
def ior(d): d |= {"x": 1}
def ior_pairs(d): d |= [("x", 1)]
def ior_method(d): d.__ior__({"x": 1})
def operator_setitem(d): operator.setitem(d, "x", 1)
def dict_setitem(d): dict.__setitem__(d, "x", 1)
def init(d): d.__init__(x=1)
def init_dict(d): d.__init__({"x": 1})
def init_ordered(d): d.__init__(OrderedDict(x=1))

def exec_global(d):
    def f():
        global x
        x = 1
    exec(f.__code__, d)

def exec_name(d):
    def f():
        class A:
            x = 1
    d["__name__"] = "m"
    exec(class_body(f), d)

def grow(d):
    for i in range(1000):
        d[i] = i
    d["x"] = 1

fill = [set_new, setdefault, update_dict, update_big, update_kw, update_pairs, update_mapping, ior, ior_pairs, ior_method, operator_setitem, dict_setitem,
        init, init_dict, init_ordered, exec_global, exec_name, grow]


# d is {"x": 0} before these.
def set_old(d): d["x"] = 1
def delete(d): del d["x"]
def pop(d): d.pop("x")
def pop_default(d): d.pop("x", None)
def popitem(d): d.popitem()
def clear(d): d.clear()
def operator_delitem(d): operator.delitem(d, "x")
def dict_delitem(d): dict.__delitem__(d, "x")

def exec_delete_global(d):
    def f():
        global x
        del x
    exec(f.__code__, d)

def delete_others(d):
    for i in range(100):
        d[i] = i
    for i in range(100):
        del d[i]
    del d["x"]

change = [set_old, update_dict, update_kw, update_pairs, update_mapping, ior, ior_pairs, ior_method, operator_setitem, dict_setitem, init, init_dict,
          init_ordered, exec_global, exec_name, delete, pop, pop_default, popitem, clear, operator_delitem, dict_delitem, exec_delete_global, delete_others]


# This module: x is 0 before these.
def store_global():
    global x
    x = 1
def delete_global():
    global x
    del x
def globals_set(): globals()["x"] = 1
def globals_del(): del globals()["x"]
def globals_update(): globals().update(x=1)
def vars_set(): vars(this)["x"] = 1
def dict_set(): this.__dict__["x"] = 1
def module_setattr(): setattr(this, "x", 1)
def module_store():
    this.x = 1
def module_store_again():
    for i in range(50): # specialized by then
        other.x = i
    for m in (other, this):
        m.x = 1
def module_delattr(): delattr(this, "x")
def module_delete():
    del this.x
def object_setattr(): object.__setattr__(this, "x", 1)
def module_type_setattr(): ModuleType.__setattr__(this, "x", 1)
def frame_globals(): sys._getframe().f_globals["x"] = 1
def loop():
    global x
    for x in (1,): pass
def imports():
    global x
    import sys as x
def import_from():
    global x
    from sys import path as x
def define():
    global x
    def x(): pass
def define_class():
    global x
    class x: pass
def manager():
    global x
    class M:
        def __enter__(self): return 1
        def __exit__(self, *a): pass
    with M() as x: pass
def handler():
    global x
    try: raise ValueError
    except ValueError as x: pass
def walrus():
    global x
    (x := 1)
def pattern():
    global x
    match 1:
        case x: pass
def unpack():
    global x
    x, _ = 1, 2
def augmented():
    global x
    x += 1
def type_alias():
    global x
    type x = int
def exec_here():
    def f():
        class A:
            x = 1
    exec(class_body(f), globals())
def f_locals():
    def f():
        class A:
            import sys
            sys._getframe().f_locals["x"] = 1
    exec(class_body(f), globals())
def module_class():
    class M(ModuleType):
        x = property(lambda self: 1)
    del this.x
    this.__class__ = M

other = ModuleType("other")
module = [store_global, delete_global, globals_set, globals_del, globals_update, vars_set, dict_set, module_setattr, module_store, module_store_again,
          module_delattr, module_delete, object_setattr, module_type_setattr, frame_globals, loop, imports, import_from, define, define_class, manager, handler,
          walrus, pattern, unpack, augmented, type_alias, exec_here, f_locals, module_class]


# Classes: C inherits from B, which inherits from A and is an instance of Meta; x is an attribute of A.
class Meta(type): pass
class Meta2(Meta): pass

def classes():
    class A: x = 0
    class A2: x = 1
    class B(A, metaclass=Meta): pass
    class C(B): pass
    return A, A2, B, C

def class_store(A, A2, B, C): C.x = 1
def class_setattr(A, A2, B, C): setattr(C, "x", 1)
def type_setattr(A, A2, B, C): type.__setattr__(C, "x", 1)
def class_method(A, A2, B, C):
    def x(self): pass
    C.x = x
def base_store(A, A2, B, C): B.x = 1
def base_base_store(A, A2, B, C): A.x = 1
def base_delete(A, A2, B, C): del A.x
def base_delattr(A, A2, B, C): type.__delattr__(A, "x")
def bases(A, A2, B, C): B.__bases__ = (A2,)
def own_bases(A, A2, B, C): C.__bases__ = (A,)
def module_name(A, A2, B, C): C.__module__ = "m"
def doc(A, A2, B, C): C.__doc__ = "m"
def annotations(A, A2, B, C): C.__annotations__ = {}
def new_annotations(A, A2, B, C): C.__annotations__["x"] = int
def abstract(A, A2, B, C): C.__abstractmethods__ = frozenset({"x"})
def base_abstract(A, A2, B, C): B.__abstractmethods__ = frozenset({"x"})
def metaclass(A, A2, B, C): C.__class__ = Meta2
def getattribute(A, A2, B, C): A.__getattribute__ = lambda self, name: 1
def slot(A, A2, B, C): A.__len__ = lambda self: 1
def descriptor(A, A2, B, C): A.x = property(lambda self: 1)
def bind_slot(A, A2, B, C):
    class D:
        def __set_name__(self, owner, name): owner.y = 1
    D().__set_name__(A, "x")
def many(A, A2, B, C):
    for i in range(2000):
        A.y = i
    A.x = 1

cls = [class_store, class_setattr, type_setattr, class_method, base_store, base_base_store, base_delete, base_delattr, bases, own_bases, module_name, doc,
       annotations, new_annotations, abstract, base_abstract, metaclass, getattribute, slot, descriptor, bind_slot, many]

# Many changes later, C still has to be told.
def tired():
    A, A2, B, C = classes()
    many(A, A2, B, C)
    return A, A2, B, C


# A weak reference whose callback is due at the next collection, for native_test.go.
def weak():
    class Node: pass
    n = Node()
    n.me = n
    called.append(ref(n, lambda r: called.append("callback")))

called = []


# Functions.
def function():
    def f(a, b=1, *, c=2): return a
    return f

def g(): pass
def tracer(*args): pass
def code(f): f.__code__ = g.__code__
def defaults(f): f.__defaults__ = (5,)
def del_defaults(f): del f.__defaults__
def no_defaults(f): f.__defaults__ = None
def kwdefaults(f): f.__kwdefaults__ = {"c": 3}
def del_kwdefaults(f): del f.__kwdefaults__
def set_code(f): setattr(f, "__code__", g.__code__)
def object_set_code(f): object.__setattr__(f, "__code__", g.__code__)

functions = [code, defaults, del_defaults, no_defaults, kwdefaults, del_kwdefaults, set_code, object_set_code]


# Instances that change their class: their shape changes. Each gives an object, and a function that changes it.
def plain():
    class P:
        def __init__(self): self.a = 1
    class Q(P): pass
    o = P()
    def to(): o.__class__ = Q
    return o, to

def slots():
    class P: __slots__ = "a", "b"
    class Q: __slots__ = "a", "b"
    o = P()
    o.a = 1
    def to(): o.__class__ = Q
    return o, to

def own_dict():
    class P: pass
    class Q: pass
    o = P()
    o.__dict__["a"] = 1
    def to(): o.__class__ = Q
    return o, to

def deleted():
    class P: pass
    o = P()
    o.a = 1
    o.b = 2
    def to(): del o.a
    return o, to

def dict_assigned():
    class P: pass
    o = P()
    o.a = 1
    def to(): o.__dict__ = {"a": 2}
    return o, to

shapes = [plain, slots, own_dict, deleted, dict_assigned]
