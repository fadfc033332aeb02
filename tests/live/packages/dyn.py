def __getattr__(n):
    if n == "dyn": return 7
    raise AttributeError("no " + n)
