# multiprocessing and executors by fork, which is the default.
# needs: stdlib
# needs: process
# needs: fork
import multiprocessing as mp, os
from concurrent.futures import ProcessPoolExecutor

def square(x):
    return x * x

def put(q):
    q.put((os.getpid() != parent, mp.current_process().name))

def pools():
    print(mp.get_start_method(), mp.get_all_start_methods())
    with mp.Pool(2) as pool:
        print(pool.map(square, range(10)), list(pool.imap(square, range(20), 3)) == [i * i for i in range(20)])
    with ProcessPoolExecutor(2) as executor:
        print(list(executor.map(square, range(5))))
    q = mp.Queue()
    p = mp.Process(target=put, args=(q,), name="putter")
    p.start()
    print(q.get(), p.join(), p.exitcode)

parent = os.getpid()
pools()
