import circ3
print(circ3.x)
