/* args: 1500000 */
#include "../c/steady.h"

struct closure {
    long (*code)(struct closure *, long);
    long *total;
};

static long add(struct closure *f, long k) {
    *f->total = (*f->total + k) & 0xFFFFF;
    return *f->total;
}

static long run(long n) {
    long total = 0, t = 0;
    struct closure one = {add, &total}, *f = &one;
    keep(f);
    for (long i = 0; i < n; i++)
        t ^= f->code(f, i);
    return t;
}

STEADY(long, run, n)
