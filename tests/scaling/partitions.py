"""Maps a numeric function over partitions with dask.distributed: a scheduler and workers, each a process of the Python that runs this.

partitions.py WORKERS PARTITIONS SIZE prints the sum of all partitions, and how long the work took.
"""
import sys
import time


def partition(first, size):
    """How many steps the Collatz sequences of the numbers from first on take together."""
    steps = 0
    for n in range(first, first + size):
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
    return steps


def main():
    from distributed import Client, LocalCluster

    workers, partitions, size = map(int, sys.argv[1:])
    with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1") as cluster:
        with Client(cluster) as client:
            begin = time.perf_counter()
            futures = client.map(partition, range(1, partitions * size, size), size=size)
            total = client.submit(sum, futures).result()
            print(total, len(cluster.workers))
            print("%.2f s" % (time.perf_counter() - begin), file=sys.stderr)


if __name__ == "__main__":
    main()
