# Moves frames from line to line of functions with every construct, by f_lineno, and says what happened.
# With an argument jumps of all functions are made, by line and opcode events, every one if it is 1: CPython crashes in some.
# needs: stdlib
import sys

class CM:
    def __init__(self, out): self.out = out
    def __enter__(self): self.out.append('in'); return self
    def __exit__(self, *a): self.out.append('exit'); return True

class ACM:
    def __init__(self, out): self.out = out
    async def __aenter__(self): self.out.append('in'); return self
    async def __aexit__(self, *a): self.out.append('exit'); return True

class AIter:
    def __init__(self, n): self.n = n
    def __aiter__(self): return self
    async def __anext__(self):
        if self.n == 0: raise StopAsyncIteration
        self.n -= 1
        return self.n

def loops(out):
    a = 1
    for x in (1, 2):
        out.append(x)
        if x == 2:
            break
    else:
        out.append('else')
    while a < 3:
        a += 1
        for y in 'ab':
            out.append(y)
        continue
    return out

def tries(out):
    try:
        out.append(1)
        1 / 0
    except ZeroDivisionError as e:
        out.append('zero')
    except ValueError:
        out.append('value')
    else:
        out.append('else')
    finally:
        out.append('finally')
    try:
        out.append(2)
    finally:
        out.append(3)
    return out

def groups(out):
    try:
        raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
    except* ValueError as e:
        out.append('value')
    except* TypeError:
        out.append('type')
    out.append('end')

def withs(out):
    with CM(out) as c:
        out.append(1)
        with CM(out):
            out.append(2)
            raise KeyError
        out.append(3)
    out.append(4)

def calls(out):
    out.append(
        len(
            'abc'
            +
            'd'
        )
    )
    list.append(
        out, 3
    )
    out.append(5)
    (
        (
            1
            +
            10
        )
        +
        13
    )
    dict(
        [],
        sep=
        '-',
        **{
            'k': 1
        },
        end='',
        file=
        None
    )
    out.append(f'{
        len(out)
    }')

def comprehensions(out):
    a = [
        x
        for x in (1, 2)
    ]
    b = {
        y
        for y in (4, 5)
        if y
    }
    c = {
        k:
        v
        for k, v in ((1, 2),)
    }
    d = (
        z
        for z in a
    )
    e = [
        lambda: w
        for w in a
    ]
    out.append((a, b, c, list(d)))

def displays(out):
    a = [
        1,
        out,
        *out,
        3
    ]
    b = {
        1,
        len(out),
        *a[:1]
    }
    c = {
        'k': 1,
        **{},
        'l':
        2
    }
    out.append(a[
        0
        :
        1
    ])
    return b

def cells(out):
    x = 1
    def inner():
        return x
    y = [
        x
        for x in (7, 8)
    ]
    z = [
        lambda: x
        for x in (7, 8)
    ]
    out.append(inner())
    del y
    class C:
        v = x
        w = out
    def later(
        a=1,
        *,
        b: int =
        x
    ):
        return a
    out.append(C.v)

def matches(out):
    for s in ([1, 2], {'k': 3}, 4):
        match s:
            case [
                a,
                b
            ]:
                out.append(a)
            case {
                'k':
                v
            }:
                out.append(v)
            case int(
                real=r
            ) if r:
                out.append(r)
            case _:
                out.append(0)

def gen(out):
    yield 1
    try:
        yield 2
        x = yield from [
            3
        ]
    finally:
        out.append('f')
    for i in (4,):
        yield i
    return 5

async def co(out):
    async with ACM(out) as c:
        out.append(1)
    async for i in AIter(2):
        out.append(i)
    else:
        out.append('else')
    l = [
        j
        async for j in AIter(2)
    ]
    out.append(l)

def chains(out):
    a = 1 \
        if out \
        else 2
    if (
        a
        <
        3
        <
        5
        and
        out
        or
        a
    ):
        out.append(6)
    assert (
        a
    ), 'no'
    x, *y = (
        1,
        2
    )
    a += (
        x
    )
    out[
        0:
    ] = [
        1
    ]
    global GG
    GG = 1
    del out[
        0
    ]
    import sys as s, \
        os.path as p
    raise ValueError(
        out
    ) from None

def run(f, out):
    r = f(out)
    if f is gen:
        r = list(r)
    elif f is co:
        try:
            while 1: r.send(None)
        except StopIteration as e:
            r = e.value

def jump(f, a, b, event):
    out, done = [], []
    first = f.__code__.co_firstlineno
    count = 0
    def tracer(fr, ev, arg):
        nonlocal count
        count += 1
        if count > 300:
            raise RecursionError('too long')
        if fr.f_code is not f.__code__:
            return None
        if event == 'opcode':
            fr.f_trace_opcodes = True
        if ev == event and fr.f_lineno == first + a and not done:
            done.append(1)
            try:
                fr.f_lineno = first + b
            except ValueError as e:
                done.append(str(e))
            else:
                done.append('moved')
        return tracer
    sys.settrace(tracer)
    try:
        try:
            run(f, out)
        finally:
            sys.settrace(None)
    except BaseException as e:
        out.append(type(e).__name__)
    return done, out

import os.path, warnings
warnings.simplefilter('ignore')
SAFE = [loops, tries, withs, matches, chains]
UNSAFE = [groups, calls, comprehensions, displays, cells, gen, co]

def all_jumps(f, events, step):
    n = max(l for _, _, l in f.__code__.co_lines() if l) - f.__code__.co_firstlineno
    for event in events:
        for a in range(n + 1):
            for b in range(n + 2):
                if (a * 7 + b * 3) % step == 0:
                    yield a, b, *jump(f, a, b, event)

def texts(steps):
    for a, b, done, out in steps:
        print(a, b, *done[1:], out)

# Jumps that would put other things on the stack than the code there needs.
def half_built(output):
    a = 1
    list.append(
        output, 3
    )
    output.append(5)
    (
        ( # 7
            a
            +
            10
        )
        +
        13
    )
    output.append(15)

def refused(f, a, b, event='line'):
    done, out = jump(f, a, b, event)
    return done[1:] != ['moved']

# A frame that waits for a call cannot be moved: the call's value would come to another instruction.
def outer(out):
    out.append(1)
    inner(out)
    out.append(2)

def inner(out):
    out.append(3)
    out.append(4)

def from_inside(line):
    done = []
    def tracer(fr, ev, arg):
        if fr.f_code is inner.__code__ and ev == 'line' and not done:
            try:
                fr.f_back.f_lineno = outer.__code__.co_firstlineno + line
            except ValueError as e:
                done.append(str(e))
            else:
                done.append('moved')
        return tracer
    sys.settrace(tracer)
    try:
        outer([])
    finally:
        sys.settrace(None)
    return done

if len(sys.argv) > 1:
    made = moved = 0
    for f in SAFE + UNSAFE:
        for a, b, done, out in all_jumps(f, ('line', 'opcode'), int(sys.argv[1])):
            made += 1
            moved += 'moved' in done
    print(made, 'jumps', moved * 5 > made)
    print(refused(half_built, 3, 7), from_inside(1), from_inside(3))
else:
    for f in SAFE:
        print(f.__name__)
        texts(all_jumps(f, ('line',), 4 if f is not chains else 15))
