# A discrete event simulation and a coroutine scheduler on generators (send, throw, close, return values).
import itertools


class Event:
    __slots__ = "time", "order", "action", "args", "cancelled"
    counter = itertools.count()

    def __init__(self, time, action, args):
        self.time = time
        self.order = next(Event.counter)
        self.action = action
        self.args = args
        self.cancelled = False

    def __lt__(self, other):
        return (self.time, self.order) < (other.time, other.order)


class Simulation:
    def __init__(self):
        self.queue = []
        self.now = 0.0
        self.log = []

    def at(self, delay, action, *args):
        e = Event(self.now + delay, action, args)
        lo, hi = 0, len(self.queue)
        while lo < hi:
            mid = (lo + hi) // 2
            if e < self.queue[mid]:
                hi = mid
            else:
                lo = mid + 1
        self.queue.insert(lo, e)
        return e

    def run(self, until=float("inf")):
        n = 0
        while self.queue and self.queue[0].time <= until:
            e = self.queue.pop(0)
            if e.cancelled:
                continue
            self.now = e.time
            e.action(*e.args)
            n += 1
        return n


class Shop:
    def __init__(self, sim, servers):
        self.sim = sim
        self.free = servers
        self.waiting = []
        self.waits = []
        self.seed = 12345

    def rand(self):
        self.seed = self.seed * 1103515245 + 12345 & 0x7FFFFFFF
        return self.seed / 0x7FFFFFFF

    def arrive(self, n):
        if n < 300:
            self.sim.at(self.rand() * 2, self.arrive, n + 1)
        self.waiting.append((n, self.sim.now))
        self.serve()

    def serve(self):
        while self.free and self.waiting:
            n, since = self.waiting.pop(0)
            self.waits.append(self.sim.now - since)
            self.free -= 1
            self.sim.at(self.rand() * 3.7, self.done, n)

    def done(self, n):
        self.free += 1
        self.serve()


sim = Simulation()
shop = Shop(sim, 2)
sim.at(0, shop.arrive, 0)
print(sim.run(), f"{sim.now:.6f}", len(shop.waits), f"{sum(shop.waits) / len(shop.waits):.9f}", f"{max(shop.waits):.9f}")
ticket = sim.at(5, print, "never")
ticket.cancelled = True
sim.at(1, print, "tick at", 1)
print(sim.run())


class Sleep:
    def __init__(self, ticks):
        self.ticks = ticks


class Spawn:
    def __init__(self, gen, name):
        self.gen, self.name = gen, name


class Join:
    def __init__(self, task):
        self.task = task


class Cancelled(Exception):
    pass


class Task:
    def __init__(self, gen, name):
        self.gen, self.name = gen, name
        self.done = False
        self.result = self.error = None
        self.joiners = []
        self.wake = 0

    def __repr__(self):
        return f"Task({self.name})"


class Loop:
    def __init__(self):
        self.ready = []
        self.sleeping = []
        self.time = 0
        self.trace = []

    def spawn(self, gen, name):
        t = Task(gen, name)
        self.ready.append((t, None, None))
        return t

    def cancel(self, task):
        self.sleeping = [s for s in self.sleeping if s is not task]
        self.ready.append((task, None, Cancelled(task.name)))

    def finish(self, task, result, error):
        task.done, task.result, task.error = True, result, error
        self.trace.append((self.time, task.name, result if error is None else repr(error)))
        for j in task.joiners:
            self.ready.append((j, result, error))

    def step(self, task, value, error):
        try:
            request = task.gen.throw(error) if error is not None else task.gen.send(value)
        except StopIteration as stop:
            self.finish(task, stop.value, None)
            return
        except Exception as e:
            self.finish(task, None, e)
            return
        match request:
            case Sleep(ticks=n):
                task.wake = self.time + n
                self.sleeping.append(task)
            case Spawn(gen=g, name=name):
                self.ready.append((task, self.spawn(g, name), None))
            case Join(task=Task(done=True) as other):
                self.ready.append((task, other.result, other.error))
            case Join(task=other):
                other.joiners.append(task)
            case None:
                self.ready.append((task, None, None))
            case _:
                self.ready.append((task, None, TypeError(f"strange request {request!r}")))

    def run(self):
        while self.ready or self.sleeping:
            while self.ready:
                self.step(*self.ready.pop(0))
            if self.sleeping:
                self.time = min(t.wake for t in self.sleeping)
                for t in [t for t in self.sleeping if t.wake <= self.time]:
                    self.sleeping.remove(t)
                    self.ready.append((t, None, None))


def worker(name, n):
    total = 0
    try:
        for i in range(n):
            yield Sleep(i + 1)
            total += i
        if name == "bad":
            raise ValueError("worker failed")
        return total
    except Cancelled as c:
        return f"cancelled {c} after {total}"
    finally:
        loop.trace.append((loop.time, name, "cleanup"))


def boss():
    a = yield Spawn(worker("a", 4), "a")
    b = yield Spawn(worker("bad", 2), "bad")
    c = yield Spawn(worker("c", 100), "c")
    x = yield Join(a)
    try:
        yield Join(b)
    except ValueError as e:
        x = (x, str(e))
    loop.cancel(c)
    y = yield Join(c)
    try:
        yield "nonsense"
    except TypeError as e:
        z = str(e)
    yield
    return x, y, z


loop = Loop()
main = loop.spawn(boss(), "boss")
loop.run()
print(main.result)
for line in loop.trace:
    print(line)
