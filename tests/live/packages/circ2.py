from circ1 import x
