/* args: 1000000 */
#include "../c/steady.h"

static volatile double re = -0.1, im = 0.3;

static double run(long limit) {
    double x = 0.0, y = 0.0, x0 = re, y0 = im;
    long i = 0;
    while (i < limit && x * x + y * y <= 4.0) {
        double nx = x * x - y * y + x0;
        y = 2.0 * x * y + y0;
        x = nx;
        i += 1;
    }
    return i + x + y;
}

STEADY(double, run, n)
