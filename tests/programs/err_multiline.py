# Carets over expressions of several lines, subscripts, calls, operators and unicode text.
def f(*args, **kw):
    raise ValueError("multi\nline message")


data = {"ключ": [1, 2, {"é": None}]}


def run():
    return f(
        data["ключ"][2]["é"],
        key=1,
    ) + 5


try:
    "日本語" + data["ключ"][2]["é"]["x"]
except TypeError as e:
    print(e)
run()
