/* args: 2000000 */
#include "../c/steady.h"

static volatile long modulus = 1000003;

static long run(long n) {
    long t = 0, m = modulus;
    for (long i = 0; i < n; i++)
        t = (t * 31 + i) % m;
    return t;
}

STEADY(long, run, n)
