/* args: 1500000 */
#include "../c/steady.h"

static double run(long n) {
    double area = 0.0, h = 1.0 / n;
    for (long i = 0; i < n; i++) {
        double t = (i + 0.5) * h;
        area += 4.0 / (1.0 + t * t);
    }
    return area * h;
}

STEADY(double, run, n)
