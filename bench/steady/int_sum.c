/* args: 3000000 */
#include "../c/steady.h"

static long run(long n) {
    long t = 0;
    for (long i = 0; i < n; i++) {
        t += i;
        keep(t);
    }
    return t;
}

STEADY(long, run, n)
