# Queues and channels between interpreters.
# needs: stdlib
import _interpchannels as C
import _interpqueues as Q
import _interpreters as I
import sys

sys.stdout.reconfigure(line_buffering=True)


def told(f, *args, **kwargs):
    try:
        print(f.__name__, repr(f(*args, **kwargs)))
    except Exception as e:
        print(f.__name__, type(e).__name__, e)


REMOVE, ERROR, REPLACE = 1, 2, 3
a = I.create()
I.exec(a, "import sys\nsys.stdout.reconfigure(line_buffering=True)\nimport _interpqueues as Q, _interpchannels as C")

q = Q.create(2, 0, REPLACE)
print(q, Q.list_all(), Q.get_maxsize(q), Q.get_queue_defaults(q), Q.get_count(q), Q.is_full(q))
told(Q.put, q, (1, "two", b"3", None), 0, REPLACE)
told(Q.put, q, [], 0, REPLACE)
told(Q.put, q, 2**64, 0, REPLACE)
told(Q.put, q, 1, 0, 9)
told(I.exec, a, f"Q.put({q}, 'from inside', 7, 2)\nprint(Q.is_full({q}), Q.get_count({q}), Q.get({q}))")
told(Q.get, q)
for f in (Q.get, Q.bind, Q.release, Q.destroy, Q.get_count, Q.is_full):
    told(f, 99)
told(Q.create)
told(Q.create, "a", 0, 3)
told(Q.create, 0, 0, 5)
told(Q.put, q, 1)
Q.bind(q)
Q.bind(q)
Q.release(q)
print(Q.list_all())
Q.release(q)
told(Q.get_count, q)
told(Q._register_heap_types, 1, 2, 3)
print([c.__mro__ for c in (Q.QueueError, Q.QueueNotFoundError)])

# What is left of an interpreter's items when it ends.
q = Q.create(0, 0, REPLACE)
I.exec(a, f"for op in (1, 2, 3): Q.put({q}, op, op, op)")
c = C.create(REPLACE)
C.send(c, "mine", blocking=False)
I.exec(a, f"for op in (1, 2, 3): C.send({int(c)}, op, op, blocking=False)")
print(Q.get_count(q), C.get_count(c), C.list_interpreters(c, send=True), C.get_info(c))
I.destroy(a)
print(Q.get_count(q), Q.get(q), Q.get(q))
Q.destroy(q)
print(C.get_count(c), C.recv(c), C.recv(c), C.recv(c), C.list_interpreters(c, send=True))

print(repr(c), str(c), c == int(c), c == float(c), c != int(c), hash(c) == hash(int(c)), c.end, repr(c.send), repr(c.recv), c == c.send, c.send == c.send)
told(C.recv, c)
print(C.recv(c, "default"), C.recv(c, default=None), C.get_info(c), C.get_info(c).num_interp_both, C.get_info(c)[:3])
for args in [{}, {"send": True}, {"recv": True}, {"send": True, "recv": True}, {"send": False, "recv": False}]:
    told(C._channel_id, int(c), **args)
told(C._channel_id, 99)
told(C._channel_id, 99, force=True)
told(C._channel_id, "c")
told(C._channel_id, -1)
told(C.ChannelID, 1)
told(C.send, c, 1, timeout=0.001)
told(C.send, c, 1, blocking=False, timeout=1)
told(C.send, c, 1, timeout=-1)
told(C.send, c, [], blocking=False)
told(C.send, c, 1, 9, blocking=False)
told(C.send_buffer, c, 5, blocking=False)
data = bytearray(b"spam")
C.send_buffer(c, data, blocking=False)
got = C.recv(c)[0]
got[0] = 83
print(data, type(got).__name__, C.get_count(c))

C.send(c, 1, blocking=False)
told(C.close, c)
told(C.close, c, recv=True)
told(C.close, c, send=True)
told(C.close, c, send=True)
told(C.send, c, 2, blocking=False)
told(C.list_interpreters, c, send=True)
print(C.get_info(c).closing, C.recv(c), C.get_info(c))
told(C.recv, c)
told(C.get_count, c)
C.destroy(c)
told(C.destroy, c)

c = C.create(REPLACE)
told(C.release, c, send=True)
told(C.recv, c)
c = C.create(REPLACE)
C.send(c, 1, blocking=False)
told(C.close, c, force=True)
told(C.recv, c)
for f in (C.create, C.close, C.send, C.recv, C.get_info, C.list_interpreters, C._channel_id, C._register_end_types):
    told(f)
told(C._register_end_types, int, 2)

a, b = I.create(), I.create()
c = C.create(REPLACE)
for i in (a, b):
    I.set___main___attrs(i, {"c": int(c)})
    I.exec(i, "import _interpchannels as C")
I.exec(a, "C.send(c, ('from', 'a'), blocking=False)")
I.exec(b, "print(C.recv(c), C.list_interpreters(c, send=True), C.list_interpreters(c, send=False), flush=True)")
print(C.get_info(c), C.get_info(c).send_associated)

# A sender waits until another thread has received.
import threading

got = []


def receive():
    while not got:
        got.extend(v for v in [C.recv(c, None)[0]] if v is not None)


t = threading.Thread(target=receive)
t.start()
C.send(c, "waited for")
t.join()
print(got)
