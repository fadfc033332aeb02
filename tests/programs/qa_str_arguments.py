# The arguments of str, of the wrong kinds: with keywords CPython words the error otherwise than without.
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class S(str): pass
for c in str, S:
    t(lambda: c(b'a', None)); t(lambda: c(b'a', 'utf8', None)); t(lambda: c(b'a', encoding=None)); t(lambda: c(b'a', errors=None)); t(lambda: c(1, 'x')); t(lambda: c(b'', 1)); t(lambda: c(b'', 'utf8', 3)); t(lambda: c(b'a', 'u\0')); t(lambda: c(b'a', 'utf8', 's\0')); t(lambda: c(1,2,3,4)); t(lambda: c(object=None)); t(lambda: c(b'a', None, errors='x')); t(lambda: c(*(b'a', None))); t(lambda: c(*(b'a', None),**{})); t(lambda: c(b'a', '\ud800'))
