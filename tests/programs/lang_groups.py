# Exception groups and except*.


def show(e, depth=0):
    pad = "  " * depth
    if isinstance(e, BaseExceptionGroup):
        print(f"{pad}{type(e).__name__}: {e}")
        for x in e.exceptions:
            show(x, depth + 1)
    else:
        print(f"{pad}{e!r}")


def handle(errors):
    log = []
    try:
        try:
            if errors is None:
                log.append("no error")
            elif isinstance(errors, BaseException):
                raise errors
            else:
                raise ExceptionGroup("many", errors)
        except* ValueError as eg:
            log.append(("value", [repr(x) for x in eg.exceptions]))
        except* (KeyError, IndexError) as eg:
            log.append(("lookup", len(eg.exceptions), eg.message))
        else:
            log.append("else")
        finally:
            log.append("finally")
    except BaseException as rest:
        show(rest, 1)
    print(log)


V, K, I, T = ValueError, KeyError, IndexError, TypeError
handle(None)
handle([V(1)])
handle([V(1), K("k"), I(2), V(3)])
handle([V(1), T("left")])
handle(V("naked"))
handle(T("naked type"))
handle([V(1), ExceptionGroup("inner", [V(2), T(3), ExceptionGroup("deeper", [K(4), T(5)])])])


def raising():
    try:
        raise ExceptionGroup("start", [V(1), T(2), K(3)])
    except* V:
        raise RuntimeError("new")
    except* T as e:
        raise
    except* K as e:
        raise e


try:
    raising()
except ExceptionGroup as e:
    show(e)
    print(type(e.__context__).__name__, e.__cause__)


def naked():
    try:
        raise V("one")
    except* V as e:
        raise T("from handler") from e


try:
    naked()
except T as e:
    show(e)
    show(e.__cause__)

g = ExceptionGroup("g", [V(1), ExceptionGroup("h", [T(2), V(3)]), K(4)])
match_, rest = g.split(V)
show(match_)
show(rest)
show(g.subgroup(lambda e: e.args[0] != 1))
print(g.subgroup(OSError), g.split(OSError)[1] is g, g.subgroup(Exception) is g, repr(g))
show(g.derive([V(9)]))
g.add_note("noted")
print(g.subgroup(K).__notes__)


class MyGroup(ExceptionGroup):
    def derive(self, excs):
        return MyGroup(self.message.upper(), excs)


show(MyGroup("mine", [V(1), T(2)]).subgroup(T))
print(type(BaseExceptionGroup("b", [V(1)])).__name__, type(BaseExceptionGroup("b", [KeyboardInterrupt()])).__name__)


def attempt(f, *a):
    try:
        print(f(*a))
    except Exception as e:
        print(type(e).__name__, e)


attempt(ExceptionGroup, "x", [])
attempt(ExceptionGroup, "x", [5])
attempt(ExceptionGroup, 5, [V()])
attempt(ExceptionGroup, "x", [KeyboardInterrupt()])
attempt(ExceptionGroup, "x")
attempt(ExceptionGroup, "x", 5)
attempt(g.split, 5)


def bad():
    try:
        raise V
    except* ExceptionGroup:
        pass


attempt(bad)


def bad2():
    try:
        raise V
    except* 5:
        pass


attempt(bad2)


def loops():
    out = []
    for i in range(4):
        try:
            if i:
                raise ExceptionGroup("g", [V(i)] * i)
        except* V as e:
            out.append(len(e.exceptions))
        else:
            out.append("none")
    return out


print(loops())
