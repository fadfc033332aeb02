# What contexts hold at the end is finalized when there is no stdout any more; the rest before.
# needs: stdlib
import contextvars
import warnings


class Loud:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone:", self.name)


class Plain:
    pass


# Plain has no functions, so that this leads to nothing else.
held = contextvars.ContextVar("held")
holder = Plain()
holder.items = [{"file": open(__file__)}]
held.set(holder)
del holder
contextvars.ContextVar("a file itself").set(open(__file__))
loud = Loud("a variable of the program")

warnings.simplefilter("always")
print("the end")
