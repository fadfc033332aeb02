# What the module psyco makes of functions, seen in the statistics. Run it with a threshold that nothing reaches.
import psyco


def made():
    return psyco.stats()["buffers"]["normal"]


def loop(n):
    s = 0
    for i in range(n):
        s += i
    return s


class C:
    def method(self, n):
        s = 0
        while n:
            n -= 1
            s += n
        return s


def banned(n):
    return loop(n) + 1


def check(what, function, *args, compiled):
    before = made()
    result = function(*args)
    print(what, result, "as expected" if (made() > before) == compiled else "NOT as expected")


check("not hot", loop, 10, compiled=False)
p = psyco.proxy(loop)
check("a proxy", p, 10, compiled=True)
check("a proxy again", p, 10, compiled=False)
check("its original", loop, 10, compiled=False)
psyco.bind(loop)
check("bound", loop, 10, compiled=True)
psyco.unbind(loop)
check("unbound", loop, 10, compiled=False)
psyco.bind(C)
check("bound class", C().method, 10, compiled=True)
psyco.unbind(C)
check("unbound class", C().method, 10, compiled=False)
psyco.cannotcompile(banned)
psyco.bind(banned)
check("banned", banned, 10, compiled=False)
psyco.cannotcompile(check)  # its own code would count
psyco.full()
check("full", loop, 10, compiled=True)
psyco.cannotcompile(C.method)
check("banned later", C().method, 10, compiled=False)
