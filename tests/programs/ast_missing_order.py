# The fields that a node is made without: warnings and attributes come in the order of a set of the names.
# needs: stdlib
import ast
import warnings

for cls, args in (ast.Subscript, ()), (ast.UnaryOp, ()), (ast.FunctionDef, ()), (ast.FunctionDef, ("f",)), (ast.Call, ()), \
        (ast.ClassDef, ()), (ast.Name, ()), (ast.Dict, ()), (ast.comprehension, ()), (ast.arguments, ()):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        node = cls(*args)
    left = list(set(cls._fields))
    for name in cls._fields[:len(args)]:
        left.remove(name)
    told = [str(w.message).split("'")[1] for w in seen]
    print(cls.__name__, len(told), told == [n for n in left if n in told])
    made = list(vars(node))
    print(made[:len(args)] == list(cls._fields[:len(args)]), made[len(args):] == [n for n in left if n in made], sorted(made))


class Two(ast.AST):
    _fields = ("a", "b", "a")
    _field_types = {"a": int, "b": list[int]}


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    node = Two()
    print(vars(node), [str(w.message) for w in seen])
    print(sorted(vars(Two(1)).items()))
