/* args: 2000000 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long n = atol(argv[1]), ones = 0;
    unsigned long x = 88172645463325252u;
    for (long i = 0; i < n; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        ones += x >> 63;
    }
    printf("%lu %ld\n", x, ones);
}
