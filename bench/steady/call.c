/* args: 1500000 */
#include "../c/steady.h"

static __attribute__((noinline)) long add(long a, long b) { return (a + b) & 0xFFFFF; }

static long run(long n) {
    long t = 0;
    for (long i = 0; i < n; i++)
        t = add(t, i);
    return t;
}

STEADY(long, run, n)
