import circ4; x = 1
