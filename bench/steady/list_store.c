/* args: 1000000 */
#include "../c/steady.h"

static long a[1000];

static long run(long n) {
    for (long i = 0; i < 1000; i++)
        a[i] = 0;
    for (long k = 0; k < n / 1000; k++)
        for (long i = 0; i < 1000; i++)
            a[i] = (a[i] * 5 + k) & 1023;
    return a[0] + a[999];
}

STEADY(long, run, n)
