from . import circb
x = 1
