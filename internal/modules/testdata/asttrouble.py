# Trees of the library, damaged at random, and what compile() says of them. argv: the library's folder, a seed, how many.
import _ast, sys, posix

class Random:
    def __init__(self, seed):
        self.x = seed * 2654435761 % 2**32 or 1
    def below(self, n):
        x = self.x
        x ^= x << 13 & 0xffffffff
        x ^= x >> 17
        x ^= x << 5 & 0xffffffff
        self.x = x
        return x % n
    def pick(self, list):
        return list[self.below(len(list))]

r = Random(int(sys.argv[2]))
files = sorted(f for f in posix.listdir(sys.argv[1]) if f.endswith('.py'))

def walk(o, out):
    if isinstance(o, _ast.AST):
        out.append(o)
        for f in o._fields:
            walk(getattr(o, f), out)
    elif isinstance(o, list):
        for x in o:
            walk(x, out)

def damage(nodes):
    n = r.pick(nodes)
    if not n._fields:
        return
    f = r.pick(n._fields)
    v = getattr(n, f)
    c = r.below(8)
    if isinstance(v, list):
        if c == 0:
            v.clear()
        elif c == 1 and v:
            v.pop(r.below(len(v)))
        elif c == 2:
            v.append(None)
        elif c == 3:
            v.append(r.pick(nodes))
        elif v:
            v[r.below(len(v))] = r.pick(nodes)
    elif c < 3:
        setattr(n, f, (None, 'x', 3)[c])
    else:
        same = [m for m in nodes if type(m).__base__ is type(v).__base__]
        setattr(n, f, r.pick(same or nodes))

for i in range(int(sys.argv[3])):
    name = r.pick(files)
    with open(sys.argv[1] + '/' + name, 'rb') as f:
        tree = compile(f.read(), name, 'exec', _ast.PyCF_ONLY_AST)
    k = r.below(len(tree.body))
    tree.body = tree.body[k:k + 2]
    nodes = []
    walk(tree, nodes)
    if len(nodes) > 3000:
        continue
    for _ in range(1 + r.below(3)):
        damage(nodes)
    if r.below(3) == 0:
        for n in nodes:
            if hasattr(n, 'ctx') and r.below(5) == 0:
                n.ctx = _ast.Store() if r.below(2) else _ast.Load()
    try:
        compile(tree, name, 'exec', optimize=r.below(3))
        said = 'ok'
    except Exception as e:
        said = type(e).__name__
        if said not in ('RecursionError', 'SystemError'):
            said += ' ' + str(e).split(' object at')[0]
    print(i, name, said, flush=True)
