# needs: stdlib
# Coroutines that nobody awaits are told of when they are collected, with where they came from if that is tracked.
import gc, sys, warnings, asyncio

async def f(): pass
async def g():
    try:
        await f()
    finally:
        pass

class C:
    async def m(self): return 1

def drop():
    f(); g(); C().m()

with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    drop()
    gc.collect()
    print(sorted(str(x.message) for x in w), {x.category.__name__ for x in w}, all(x.source is not None for x in w))
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    c = f(); c.close(); del c
    asyncio.run(g())
    gc.collect()
    print(len(w))
sys.set_coroutine_origin_tracking_depth(3)
def outer():
    return f()
c = outer()
print([(n, line) for _, line, n in c.cr_origin])
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    del c
    gc.collect()
    print(str(w[0].message).replace(__file__, 'FILE'))
sys.set_coroutine_origin_tracking_depth(0)
with warnings.catch_warnings():
    warnings.simplefilter('error')
    hook = []
    sys.unraisablehook = lambda u: hook.append((type(u.exc_value).__name__, str(u.exc_value)))
    f()
    gc.collect()
    print(hook)
    sys.unraisablehook = sys.__unraisablehook__
c = f()
print(c.cr_origin)
c.close()
