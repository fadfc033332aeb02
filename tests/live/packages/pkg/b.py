vb = 2
