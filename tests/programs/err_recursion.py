# Endless recursion: repeated lines are folded.
def ping(n):
    return pong(n + 1)


def pong(n):
    return ping(n + 1)


def simple(n):
    return 1 + simple(n - 1)


try:
    ping(0)
except RecursionError as e:
    print(type(e).__name__)
simple(5)
