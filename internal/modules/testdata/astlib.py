# Trees of the library: a check sum of the text of each, and whether its code is that of the source. argv: the library's folder.
import _ast, sys, marshal, posix

def dump(o, out):
    if isinstance(o, _ast.AST):
        out.append(type(o).__name__)
        for k in o._fields + o._attributes:
            out.append(k)
            dump(getattr(o, k), out)
    elif isinstance(o, list):
        out.append('[')
        for x in o:
            dump(x, out)
        out.append(']')
    else:
        out.append(str(sorted(map(repr, o))) if isinstance(o, frozenset) else repr(o))

def same(a, b):
    if hasattr(a, 'co_code'):
        return all(same(getattr(a, k), getattr(b, k)) for k in dir(a) if k.startswith('co_') and k not in ('co_lines', 'co_positions', 'co_lnotab'))
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and repr(a) == repr(b)

def adler(s):
    a, b = 1, 0
    for c in s.encode('utf-8', 'surrogatepass'):
        a = (a + c) % 65521
        b = (b + a) % 65521
    return b << 16 | a

for name in sorted(posix.listdir(sys.argv[1]))[::int(sys.argv[2])]:
    if name.endswith('.py'):
        with open(sys.argv[1] + '/' + name, 'rb') as f:
            src = f.read()
        tree = compile(src, name, 'exec', _ast.PyCF_ONLY_AST)
        out = []
        dump(tree, out)
        folded = []
        dump(compile(src, name, 'exec', _ast.PyCF_OPTIMIZED_AST), folded)
        print(name, len(out), adler(' '.join(out)), len(folded), adler(' '.join(folded)), same(compile(tree, name, 'exec'), compile(src, name, 'exec')))
