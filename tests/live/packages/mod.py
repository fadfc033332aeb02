def f():
    raise KeyError("in mod")
