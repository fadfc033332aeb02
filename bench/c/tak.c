/* args: 27 */
#include <stdio.h>
#include <stdlib.h>

static long tak(long x, long y, long z) {
    if (y >= x)
        return z;
    return tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y));
}

int main(int argc, char **argv) { printf("%ld\n", tak(atol(argv[1]), 17, 8)); }
