# The shortest program: how long until a line arrives?
print("started")
