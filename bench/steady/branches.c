/* args: 2000000 */
#include "../c/steady.h"

static long run(long n) {
    long i = 0, a = 0, b = 0, c = 0;
    while (i < n) {
        if ((i & 3) == 0)
            a += i;
        else if ((i & 5) == 1)
            b ^= i;
        else if (a > b)
            c += 1;
        else
            c -= 1;
        i += 1;
    }
    return a + b + c;
}

STEADY(long, run, n)
