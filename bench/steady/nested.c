/* args: 1500 */
#include "../c/steady.h"

static long run(long n) {
    long t = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            t += i ^ j;
            keep(t);
        }
    return t;
}

STEADY(long, run, (double)n * n)
