# multiprocessing where the program asks for a server that forks: processes, pools, executors, the method that children know.
# needs: stdlib
# needs: process
import multiprocessing as mp
from concurrent.futures import ProcessPoolExecutor

def square(x):
    return x * x

def tell(queue, lock):
    with lock:
        queue.put((mp.get_start_method(), mp.current_process().name, mp.parent_process().name))

def main():
    context = mp.get_context("forkserver")
    mp.set_start_method("forkserver")
    print(type(context).__name__, context.get_start_method(), "forkserver" in mp.get_all_start_methods())
    context.set_forkserver_preload(["json"])
    with context.Pool(2) as pool:
        print(pool.map(square, range(5)))
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        print(executor.submit(square, 7).result())
    queue, lock = mp.Queue(), mp.Lock()
    p = mp.Process(target=tell, args=(queue, lock), name="teller")
    p.start()
    print(queue.get(timeout=60), p.join(), p.exitcode, type(p)._start_method)

if __name__ == "__main__":
    main()
