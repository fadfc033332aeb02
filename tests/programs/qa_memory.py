"""MemoryErrors for what can never fit have tracebacks, however many there are."""


def f():
    x = [0]
    return x * (2**47 - 1)


def g():
    try:
        f()
    except MemoryError as e:
        tb = e.__traceback__
        while tb:
            print(tb.tb_frame.f_code.co_name, tb.tb_lineno)
            tb = tb.tb_next


g()
for i in range(3):
    try:
        "a" * 2**45
    except Exception as e:
        print(e.__traceback__ is not None)
    try:
        bytearray(2**46)
    except Exception as e:
        print(e.__traceback__ is not None)
    try:
        list(range(2**46))
    except Exception as e:
        print(e.__traceback__ is not None)
