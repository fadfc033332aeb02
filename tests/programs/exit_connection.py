# A connection whose functions lead back to it says nothing at the end: CPython's collector does not see what SQLite holds.
# needs: stdlib
import sqlite3
import warnings

warnings.simplefilter("always")


class Loud:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone:", self.name)


class Plain:
    pass


class Connection(sqlite3.Connection):
    def __del__(self):
        print("not called either")


ring = Plain()
ring.other = Connection(":memory:")
ring.other.create_function("g", 1, lambda x: ring)
ring.connection = sqlite3.connect(":memory:")
ring.connection.create_function("f", 1, lambda x: x + 1)
print(ring.connection.execute("select f(1)").fetchall())
ring.loud = Loud("not finalized")
print("the end")
