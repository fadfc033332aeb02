/* args: 25 */
#include "../c/steady.h"

static long run(long n) { return n < 2 ? n : run(n - 1) + run(n - 2); }

STEADY(long, run, 2 * (double)run(n + 1) - 1)
