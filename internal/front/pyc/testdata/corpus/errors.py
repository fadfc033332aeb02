# Exceptions: handlers, finally, groups, with, loops inside them.
def handlers(f):
    try:
        f()
    except (ValueError, TypeError) as e:
        raise RuntimeError("x") from e
    except KeyError:
        pass
    except:
        raise
    else:
        return 1
    finally:
        f(2)
    for i in range(3):
        try:
            if f(i):
                continue
            break
        except OSError:
            return i
        finally:
            with f as g:
                g()


def groups(f):
    try:
        f()
    except* ValueError as e:
        f(e)
    except* (TypeError, OSError):
        pass


def comprehension(f):
    x = 1
    try:
        return [(x, lambda: y) for x in f for y in x]
    except Exception as x:
        return x


while not 1 < len("ab") < 2:
    raise SystemExit
