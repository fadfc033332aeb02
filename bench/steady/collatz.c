/* args: 10000 */
#include "../c/steady.h"

static long run(long n) {
    long steps = 0;
    for (long k = 1; k < n; k++) {
        long i = k;
        while (i != 1) {
            i = i & 1 ? 3 * i + 1 : i >> 1;
            steps += 1;
        }
    }
    return steps;
}

STEADY(long, run, r)
