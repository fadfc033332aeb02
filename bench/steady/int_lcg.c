/* args: 2000000 */
#include "../c/steady.h"

static long run(long n) {
    long x = 12345;
    for (long i = 0; i < n; i++)
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF;
    return x;
}

STEADY(long, run, n)
