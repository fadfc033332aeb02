# An operating system kernel in miniature: tasks, packets, queues and a scheduler of small objects.
class Packet:
    def __init__(self, link, ident, kind):
        self.link = link
        self.ident = ident
        self.kind = kind
        self.data = [0, 0, 0, 0]
        self.datum = 0


def append(packet, queue):
    packet.link = None
    if queue is None:
        return packet
    p = queue
    while p.link is not None:
        p = p.link
    p.link = packet
    return queue


class Task:
    def __init__(self, kernel, ident, priority):
        self.kernel = kernel
        self.ident = ident
        self.priority = priority
        self.queue = None
        self.waiting = False
        self.held = False
        self.runs = 0
        kernel.tasks[ident] = self
        kernel.order.append(self)

    def receive(self, packet):
        self.queue = append(packet, self.queue)
        self.waiting = False

    def ready(self):
        return not self.held and not self.waiting

    def run(self):
        self.runs += 1
        packet = self.queue
        if packet is not None:
            self.queue = packet.link
        self.step(packet)


class Idle(Task):
    def __init__(self, kernel, ident, priority, count):
        Task.__init__(self, kernel, ident, priority)
        self.state, self.count = 1, count

    def step(self, packet):
        self.count -= 1
        if self.count == 0:
            self.kernel.stop = True
        elif self.state & 1:
            self.state = self.state >> 1 ^ 0xD008
            self.kernel.release(5)
        else:
            self.state >>= 1
            self.kernel.release(6)


class Worker(Task):
    target = 3
    turn = 0

    def step(self, packet):
        if packet is None:
            self.waiting = True
            return
        self.target = 7 - self.target
        packet.ident = self.target
        packet.datum = 0
        for i in range(4):
            self.turn = self.turn + 1 if self.turn < 26 else 1
            packet.data[i] = 64 + self.turn
        self.kernel.send(packet, self.ident)


class Handler(Task):
    work = None
    devices = None

    def step(self, packet):
        if packet is not None:
            if packet.kind == 1:
                self.work = append(packet, self.work)
            else:
                self.devices = append(packet, self.devices)
        work = self.work
        if work is None:
            self.waiting = True
            return
        if work.datum >= 4:
            self.work = work.link
            self.kernel.send(work, self.ident)
        elif self.devices is not None:
            device = self.devices
            self.devices = device.link
            device.datum = work.data[work.datum]
            work.datum += 1
            self.kernel.send(device, self.ident)
        else:
            self.waiting = True


class Device(Task):
    pending = None

    def step(self, packet):
        if packet is None:
            if self.pending is None:
                self.waiting = True
            else:
                packet, self.pending = self.pending, None
                self.kernel.send(packet, self.ident)
        else:
            self.pending = packet
            self.kernel.held += 1
            self.held = True


class Kernel:
    def __init__(self, count):
        self.tasks = [None] * 8
        self.order = []
        self.sent = self.held = 0
        self.stop = False
        Idle(self, 1, 0, count)
        worker = Worker(self, 2, 1000)
        for ident in (3, 4):
            Handler(self, ident, 2000 + ident)
        for ident in (5, 6):
            Device(self, ident, 3000 + ident)
        for _ in range(2):
            worker.receive(Packet(None, 2, 1))
        for ident in (3, 4):
            for _ in range(3):
                self.tasks[ident].devices = append(Packet(None, ident + 2, 0), self.tasks[ident].devices)
        self.order.sort(key=lambda t: -t.priority)

    def release(self, ident):
        self.tasks[ident].held = False

    def send(self, packet, sender):
        self.sent += 1
        to = packet.ident
        packet.ident = sender
        self.tasks[to].receive(packet)

    def schedule(self):
        while not self.stop:
            for task in self.order:
                if task.ready():
                    task.run()
                    break
        return self.sent, self.held, [t.runs for t in self.order]


print(Kernel(200000).schedule())
