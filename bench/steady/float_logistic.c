/* args: 2000000 */
#include "../c/steady.h"

static double run(long n) {
    double x = 0.5;
    for (long i = 0; i < n; i++)
        x = 3.9 * x * (1.0 - x);
    return x;
}

STEADY(double, run, n)
