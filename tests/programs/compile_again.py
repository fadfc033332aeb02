# needs: stdlib
# One compilation after the other, and one within the other: none sees what another left.
import ast
import threading
import warnings

good = ['x', 'not x and y or z', '[a for a in (x, y) if a]', 'f"{x}{y!r:>{z}}"', 'lambda a, *b, c=x: (a, b, c)', '{1: 2, **{}}']
bad = ['(', 'f"{"', '"abc', 'a b', 'lambda: (yield', '[x for]', 'x = 1', '\x00', 'f(a=1, a=2)', '(yield)', '0777']
names = dict(x=1, y=0, z=3)


def value(text):
    v = eval(text, names)
    return v(5, 6) if callable(v) else v


def failure(text):
    try:
        eval(text, names)
    except SyntaxError as e:
        return e.msg, e.lineno, e.offset
    return None


first = [value(t) for t in good]
print(first)
errors = [failure(t) for t in bad]
for t, e in zip(bad, errors):
    print(repr(t), e)
for i in range(60):
    for j, t in enumerate(good):
        assert failure(bad[(i + j) % len(bad)]) == errors[(i + j) % len(bad)]
        assert value(t) == first[j]

# Within a warning of the compiler another compilation runs, and may fail.
depth = 0


def show(message, category, filename, lineno, file=None, line=None):
    global depth
    print('  ' * depth, category.__name__, message, lineno)
    if depth < 3:
        depth += 1
        exec(compile('def f():\n    return x is 1\nr = f()\n', '<in>', 'exec'), dict(names))
        print('  ' * depth, failure('x is ('))
        depth -= 1


warnings.simplefilter('always')
warnings.showwarning = show
d = dict(names)
exec('def g(a):\n    assert (a, "always")\n    def h():\n        return a is "b", [i for i in range(a)]\n    return h()\nr = g(3)\n', d)
print(d['r'])
warnings.simplefilter('error')
print(failure('x is 2'))
warnings.simplefilter('ignore')

# A unit so large that its memory is not kept, then small ones.
big = 'def f(x):\n' + ''.join('    x = x + %d if x %% %d else x - 1\n' % (i, i + 2) for i in range(1500)) + '    return x\n'
for i in range(3):
    exec(big, d)
    print(d['f'](i), value(good[2]))

# Nested units, trees, and threads.
nested = 'class A:\n    def m(self):\n        def n():\n            return [lambda: (self, k) for k in range(2)]\n        return n\nv = [p()[1] for p in A().m()()]\n'
print(ast.unparse(ast.parse(nested)))
results = []


def work(n):
    out = []
    for i in range(40):
        space = {}
        exec(nested, space)
        out.append((space['v'], value(good[(i + n) % len(good)]) == first[(i + n) % len(good)], failure(bad[i % len(bad)]) == errors[i % len(bad)]))
    results.append(all(o == ([1, 1], True, True) for o in out))


threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(results)
