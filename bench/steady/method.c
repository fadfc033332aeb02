/* args: 1500000 */
#include "../c/steady.h"

struct counter {
    long (*add)(struct counter *, long);
    long n;
};

static long add(struct counter *c, long k) {
    c->n = (c->n + k) & 0xFFFFF;
    return c->n;
}

static long run(long n) {
    struct counter one = {add, 0}, *c = &one;
    long t = 0;
    keep(c);
    for (long i = 0; i < n; i++)
        t ^= c->add(c, i);
    return t;
}

STEADY(long, run, n)
