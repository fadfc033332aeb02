/* args: 1500000 */
#include "../c/steady.h"

struct two {
    long a, b;
};

static __attribute__((noinline)) struct two pair(long a, long b) { return (struct two){b, (a + b) & 0xFFFF}; }

static long run(long n) {
    long a = 0, b = 1, s;
    for (long i = 0; i < n; i++) {
        struct two p = pair(a, b);
        a = p.b;
        b = p.a;
        s = a ^ (i & 7);
        a = b;
        b = s;
    }
    return a * 65536 + b;
}

STEADY(long, run, n)
