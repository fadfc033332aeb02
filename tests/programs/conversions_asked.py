# What conversions ask of an object: complex() the __float__ of a class of float's, bytes() how many items there will be.


class F(float):
    def __float__(self):
        return 1.5


class I(int):
    def __float__(self):
        return 2.5


class J(int):
    def __index__(self):
        return 9


for x in F(), I(), J(), F(4), J(4):
    for y in 0, F(), I(), 1j:
        print(complex(x), complex(0, x), complex(x, y), complex(y, x))


class Sized:
    def __init__(self, how):
        self.how = how

    def __len__(self):
        print("len")
        if self.how == "ValueError":
            raise ValueError("len")
        if self.how == "TypeError":
            raise TypeError("not said")
        return -1 if self.how == "negative" else 2

    def __iter__(self):
        print("iter")
        return iter([1, 2, 3])


class Hint(Sized):
    __len__ = None

    def __length_hint__(self):
        return Sized.__len__(self)


for kind in Sized, Hint:
    for how in "right", "ValueError", "TypeError", "negative":
        x = kind(how)
        for f in (
            bytes, bytearray, bytearray(b"ab").extend, lambda x: bytearray(b"ab").__setitem__(slice(0, 1), x),
            bytearray().__init__, lambda x: int.from_bytes(x, "big"), list, tuple,
        ):
            try:
                print(kind.__name__, how, f(x))
            except Exception as e:
                print(kind.__name__, how, type(e).__name__, e)
