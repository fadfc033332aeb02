/* args: 1000000 */
#include "../c/steady.h"

static double a[1000];

static double run(long n) {
    double t = 0.0;
    for (long i = 0; i < 1000; i++)
        a[i] = i * 0.5;
    for (long k = 0; k < n / 1000; k++)
        for (long i = 0; i < 1000; i++)
            t += a[i];
    return t;
}

STEADY(double, run, n)
