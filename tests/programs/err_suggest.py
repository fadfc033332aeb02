# "Did you mean" for attributes; caught ones print nothing, the last one is uncaught.
class Account:
    def __init__(self):
        self.balance = 5
        self.owner = "x"

    def withdraw(self):
        return self.balnce


def local_names():
    counter = 1
    return countr + counter


def report(f):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)


report(local_names)
report(lambda: [].apend(1))
report(lambda: prnt("x"))
Account().withdraw()
