# Functions whose machine code is known: see machine_test.go.

def loop(n):
    for i in range(n):
        pass
    return i

def add(a, b):
    return a + b

def branch(x):
    if x < 10:
        return "few"
    return "many"

def both(x, y):
    r = 0
    if x < 10:
        r += 1
    if y < 10:
        r += 2
    return abs(r)

def short_tail(x, y):
    r = 0
    if x < 10:
        r += 1
    if y < 10:
        r += 2
    return r

limit = 10

def watched():
    return limit

def set_limit(n):
    global limit
    limit = n

def twice():
    a = limit
    set_limit(a + 1)
    return a, limit

def builtin(x):
    return len(x)

def hide_len():
    global len
    len = lambda x: -1

def show_len():
    global len
    del len

def middle(f):
    a = limit
    f()
    return a + limit

def nothing():
    pass

def raise_limit():
    global limit
    limit += 100

def square(x):
    return x * x

def squares(n):
    s = 0
    for i in range(n):
        s = s + square(i)
    return s

def fsquares(n):
    s = 0.0
    x = 0.5
    for i in range(n):
        s = s + square(x)
        x = x + 1.0
    return s

def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)

def deep(n):
    if n == 0:
        return 0
    return 1 + deep(n - 1)

def divide(a, b):
    try:
        return a // b
    except ZeroDivisionError:
        return "zero"

def reraise(a, b):
    return divide2(a, b)

def divide2(a, b):
    return a // b

def catch_inner(a, b):
    try:
        return divide2(a, b)
    except ZeroDivisionError as e:
        return str(e)
    finally:
        set_limit(10)

def identity(x):
    return x

def kinds(values):
    n = 0
    for v in values:
        if v:
            n = n + 1
    return n

def attrs(values):
    n = 0
    for v in values:
        n += v.a
    return n

def calls(values):
    n = 0
    for v in values:
        n += v.get()
    return n

def negate(values):
    n = 0
    for v in values:
        n += -v
    return n

def make_types(n):
    out = []
    for k in range(n):
        class T:
            def __init__(self):
                self.a = 1
            def __bool__(self):
                return True
            def __neg__(self):
                return 1
            def get(self):
                return self.a
        for j in range(k % 3):
            setattr(T, "x%d" % j, j)
        out.append(T())
    return out

thousand = make_types(1000)

# Loops that are steady after a while.

def int_loop(n):
    s = 0
    for i in range(n):
        s += i * 3 - (i & 7)
    return s

def while_loop(n):
    i = 0
    s = 0
    while i < n:
        if i % 3 == 0:
            s += i
        elif i % 5 == 0:
            s -= 1
        i += 1
    return s

def float_loop(n):
    x = 0.0
    y = 1.5
    for i in range(n):
        x = x * 0.5 + y
        if x > 2.0:
            y = y - 0.25
        else:
            y = y + 0.25
    return x

def mixed_loop(n):
    x = 0.0
    for i in range(n):
        x += i / 2 + i * 0.5
    return x

def nested_loop(n):
    s = 0
    for i in range(n):
        for j in range(i):
            s += i ^ j
        for j in range(n, 0, -1):
            s -= j
    return s

def triangle_loop(n):
    c = 0
    i = 0
    while i < n:
        j = i
        while j < n:
            k = j
            while k < n:
                if i * i + j * j == k * k:
                    c += 1
                k += 1
            j += 1
        i += 1
    return c

ints = list(range(50))
floats = [x / 4 for x in range(50)]
pair = 1, 2
pairs = [(i, i + 1) for i in range(50)]

def list_loop():
    s = 0
    for x in ints:
        s += x
    return s

def index_loop():
    s = 0
    for i in range(len(ints)):
        s += ints[i]
    return s

def store_loop():
    for i in range(50):
        ints[i] = ints[i] + 0
    return ints[49]

def flist_loop():
    s = 0.0
    for x in floats:
        s += x * x
    return s

def tuple_loop():
    s = 0
    for x in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10):
        s += x
    return s

def unpack_loop():
    s = 0
    for a, b in pairs:
        s += a * b
    return s

def call_loop(n):
    s = 0
    for i in range(n):
        s = add(s, i)
    return s

def default_arg(x, y=3, z=4):
    return x + y * z

def default_loop(n):
    s = 0
    for i in range(n):
        s += default_arg(i) + default_arg(i, 5)
    return s

def branch_call(n):
    if n & 1:
        return n
    return -n

def branch_call_loop(n):
    s = 0
    for i in range(n):
        s += branch_call(i)
    return s

def bool_loop(n):
    t = False
    c = 0
    for i in range(n):
        t = not t
        if t and i > 3 or i == 2:
            c += 1
    return c

class Point:
    def __init__(self, x):
        self.x = x
    def get(self):
        return self.x
    def move(self, d):
        self.x = self.x + d

point = Point(1)

def attr_loop(n):
    p = point
    s = 0
    for i in range(n):
        s += p.x
    return s

def method_loop(n):
    p = point
    s = 0
    for i in range(n):
        s += p.get()
    return s

def move_loop(n):
    p = point
    for i in range(n):
        p.move(1)
        p.move(-1)
    return p.x

def swap_loop(n):
    a, b = 0, 1
    for i in range(n):
        a, b = b, (a + b) & 0xffff
    return a

def big_loop(n):
    s = 1 << 62
    for i in range(n):
        s += 1
    return s

def overflow_loop(n):
    s = 1
    for i in range(n):
        s = s * 3
    return s

def spill_loop(n):
    a = b = c = d = e = f = g = h = i = j = k = l = m = 0
    for z in range(n):
        a += 1; b += a; c += b; d += c & 3; e += d; f += e & 5; g += f; h += g & 1; i += h; j += i & 7; k += j; l += k & 1; m += l
    return a + b + c + d + e + f + g + h + i + j + k + l + m

def try_loop(n):
    s = 0
    for i in range(n):
        try:
            s += i
        except ValueError:
            s = 0
    return s

# Numbers known while compiling.

def fold_ints():
    a = 7
    b = -2
    c = 1 << 40
    d = True
    return [a + b, a - b, a * b, a // b, a % b, b // a, b % a, -a // 3, a & b, a | b, a ^ b, a << 3, b << 5, a >> 1, b >> 1, b >> 100,
            a / b, -a, ~a, -b, +a, c << 8, c >> 39, c * a, d + d, -d, a < b, a <= b, a == b, a != b, a > b, a >= b, not a, d << a]

def fold_floats():
    x = 1.5
    y = -0.25
    z = 0.0
    n = 3
    nan = float("nan")
    return [x + y, x - y, x * y, x / y, x + n, n - x, n * y, n / x, -x, -z, z * y, x < y, x <= y, x == y, x != y, x > y, x >= y,
            x == z, z == -z, bool(x), not x, not z, x * 1e308 * 1e308, n > x, n == x]

def fold_error(n):
    zero = 0
    try:
        if n == 0:
            return 1 // zero
        if n == 1:
            return 1 % zero
        if n == 2:
            return 1 / zero
        if n == 3:
            return 1.5 / zero
        if n == 4:
            return 1 << (zero - 1)
        if n == 5:
            return 1 >> (zero - 1)
    except (ZeroDivisionError, ValueError) as e:
        return repr(e)

def fold_big():
    a = 1 << 47
    b = -1 << 48
    return [a + a, a * 2, a * a, b - 1, -b, b // -1, a << 1, a << 2, a << 100, a // a]

def shifted(n):
    x = 1
    for i in range(n):
        x = x + x
    return x

three = make_types(3) * 10

import sys

def tracer(frame, event, arg):
    return None

def traced_loop(n):
    s = 0
    for i in range(n):
        s += i
        if i == 50:
            sys.settrace(tracer)
        if i == 60:
            sys.settrace(None)
    return s

def trace_at(i):
    if i == 50:
        sys.settrace(tracer)
    if i == 60:
        sys.settrace(None)
    return i

def traced_callee(n):
    s = 0
    for i in range(n):
        s += trace_at(i)
    return s

def versions_loop(n):
    a = b = c = 0
    for i in range(n):
        if i & 1:
            a = i
        else:
            a = 0.5
        if i & 2:
            b = None
        else:
            b = 2.5
        if i & 4:
            c = "x"
        else:
            c = i
        if i & 8:
            c = a, b
    return [a, b, c]

def take(x):
    return x

def versions_call(n):
    out = []
    for i in range(n):
        out.append(take(i))
        out.append(take(i / 2))
        out.append(take(None))
        out.append(take("s"))
        out.append(take((i, i)))
        out.append(take(out))
        out.pop()
    return out
