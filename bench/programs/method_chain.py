# Chains of short methods: an object that returns itself, getters, delegation to parts.
class Register:
    def __init__(self):
        self.value = 0

    def get(self):
        return self.value

    def set(self, v):
        self.value = v
        return self

    def add(self, v):
        self.value += v
        return self

    def mask(self, m):
        self.value &= m
        return self


class Machine:
    def __init__(self):
        self.a = Register()
        self.b = Register()
        self.ticks = 0

    def left(self):
        return self.a

    def right(self):
        return self.b

    def tick(self):
        self.ticks += 1
        self.left().add(self.right().get()).add(3).mask(0xFFFFF)
        self.right().set(self.left().get() ^ 0x155)
        return self


m = Machine()
for i in range(2000000):
    m.tick()
print(m.a.get(), m.b.get(), m.ticks)
