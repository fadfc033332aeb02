# What is said first when a call of a slot's wrapper has keywords that are no strings.
def tell(f, *args, **kw):
    try:
        f(*args, **kw, **{1: 2})
    except TypeError as e:
        print(e)


for f in int.__add__, (1).__add__, len, [].append, str.join:
    tell(f, 1, d=3)
    tell(f)
