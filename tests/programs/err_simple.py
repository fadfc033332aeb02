# An uncaught exception through several frames, with carets.
def divide(a, b):
    return a / b


def table(values):
    out = []
    for v in values:
        out.append(divide(100, v))
    return out


class Runner:
    def go(self, data):
        result = table(data["values"])
        return result


print("starting")
Runner().go({"values": [5, 4, 0]})
