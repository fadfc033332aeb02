# assert with and without a message; the second is uncaught.
def check(x):
    assert isinstance(x, int), f"not an int: {x!r}"
    assert x > 0


check(1)
try:
    check("a")
except AssertionError as e:
    print(e)
check(-1)
