/* args: 1500000 */
#include "../c/steady.h"

static double run(long n) {
    double t = 0.0, x = 0.0;
    for (long i = 0; i < n; i++) {
        t += ((0.3 * x - 1.5) * x + 0.25) * x - 2.0;
        x += 0.000001;
    }
    return t;
}

STEADY(double, run, n)
