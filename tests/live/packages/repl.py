import sys; sys.modules[__name__] = 42
