# tracemalloc: where objects were made, by frames and by lines; what stop, clear_traces and limits do; sizes.
# needs: stdlib
import tracemalloc


def show(obj):
    tb = tracemalloc.get_object_traceback(obj)
    if tb is None:
        print(None)
    else:
        print([f.lineno for f in tb], len({f.filename for f in tb}))


class Point:
    def __init__(self, x):
        self.x = x


def points(n):
    return [Point(i) for i in range(n)]


def outer(n):
    made = points(n)
    return made


def generate(n):
    for i in range(n):
        yield bytes(1000 + i)


def hot(n):
    for i in range(n):
        last = Point(
            i)
    return last


before = Point(1)
print(tracemalloc.is_tracing(), tracemalloc.get_traceback_limit(), tracemalloc.get_traced_memory())
show(before)
tracemalloc.start(3)
print(tracemalloc.is_tracing(), tracemalloc.get_traceback_limit())
some = outer(50)
show(before)
show(some[0])
show(some[49])
data = list(generate(20))
show(data[7])
for warm in range(3):
    kept = hot(20000)
show(kept)
text = "".join(["ab"] * 5000)
show(text)
show(lambda: text)
show(object())
show(3)
show(None)
show("interned")

snapshot = tracemalloc.take_snapshot()
print(snapshot.traceback_limit, type(snapshot.traces[0]).__name__, snapshot.traces[0].domain)
here = snapshot.filter_traces([tracemalloc.Filter(True, show.__code__.co_filename, all_frames=True)])
lines = {s.traceback[0].lineno: s for s in here.statistics("lineno")}
print(lines[20].count >= 50, lines[30].count, lines[30].size)
sizes = sorted(t.size for t in here.traces if t.traceback[-1].lineno == 30)
print(len(sizes), sizes[0], sizes[-1])
top = next(t for t in here.traces if t.size == sizes[3])
print([f.lineno for f in top.traceback], top.traceback.total_nframe)
size, peak = tracemalloc.get_traced_memory()
big = b"x" * (1 << len("four" * 5))
size2, peak2 = tracemalloc.get_traced_memory()
print(size2 - size >= 1 << 20, peak2 >= size2)
del big
size3, peak3 = tracemalloc.get_traced_memory()
print(size2 - size3 > 1000000, peak3 >= peak2)
tracemalloc.reset_peak()
print(tracemalloc.get_traced_memory()[1] < peak3, tracemalloc.get_tracemalloc_memory() > 0)

tracemalloc.clear_traces()
show(some[0])
show(data[0])
again = Point(2)
show(again)
tracemalloc.stop()
show(again)
print(tracemalloc.get_traced_memory(), tracemalloc.is_tracing(), tracemalloc._get_traces())
for bad in (0, -1, 65536, 1 << 70, "1", 1.5):
    try:
        tracemalloc.start(bad)
    except Exception as e:
        print(type(e).__name__, e)
try:
    tracemalloc.take_snapshot()
except RuntimeError as e:
    print(e)
tracemalloc.start()
tracemalloc.start(5)
print(tracemalloc.get_traceback_limit())
short = outer(1)
show(short[0])
