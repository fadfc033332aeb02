# A finalizer that runs when there is no stdout any more can still write by itself.
# needs: stdlib
# needs: process
import contextvars
import os


class Loud:
    def __del__(self):
        print("nobody reads this")


class Written:
    def __del__(self, write=os.write):
        write(1, b"written\n")


loud = Loud()
held = contextvars.ContextVar("held")
held.set(Written())
print("the end")
