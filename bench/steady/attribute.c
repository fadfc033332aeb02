/* args: 1000000 */
#include "../c/steady.h"

struct particle {
    double x, y, vx, vy;
};

static double run(long n) {
    struct particle one = {0.0, 10.0, 0.25, 0.0}, *p = &one;
    for (long i = 0; i < n; i++) {
        keep(p);
        p->x += p->vx;
        p->y += p->vy;
        p->vy -= 0.01;
        if (p->y < 0.0)
            p->vy = 1.0;
    }
    return p->x + p->y;
}

STEADY(double, run, n)
