/* args: 3400 */
#include <stdio.h>
#include <stdlib.h>

static long gcd(long a, long b) {
    while (b) {
        long r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int main(int argc, char **argv) {
    long n = atol(argv[1]), coprime = 0, total = 0;
    for (long a = 1; a < n; a++)
        for (long b = 1; b < a; b += 3) {
            long g = gcd(a, b);
            if (g == 1)
                coprime += 1;
            total += g;
        }
    printf("%ld %ld\n", coprime, total);
}
