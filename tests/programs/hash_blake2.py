# BLAKE2 with random parameters: copies agree, and so do all digests together.
# needs: stdlib
import _blake2, random
random.seed(5)
acc=[]
for cls,mx,sl in (_blake2.blake2b,64,16),(_blake2.blake2s,32,8):
    for i in range(600):
        kw={}
        if random.random()<.7: kw['digest_size']=random.randint(1,mx)
        if random.random()<.5: kw['key']=random.randbytes(random.randint(0,mx))
        if random.random()<.2: kw['salt']=random.randbytes(random.randint(0,sl))
        if random.random()<.2: kw['person']=random.randbytes(random.randint(0,sl))
        if random.random()<.1: kw['fanout']=random.randint(0,5)
        if random.random()<.1: kw['last_node']=True
        d=random.randbytes(random.randint(0,400))
        h=cls(d[:100],**kw); c=h.copy(); h.update(d[100:]); c.update(d[100:]); c.copy().update(b'1')
        assert h.digest()==c.digest()==h.digest()
        acc.append((h.hexdigest(),h.digest_size,h.block_size,h.name))
h=_blake2.blake2b()
for a in acc: h.update(repr(a).encode())
print(h.hexdigest())
