/* args: 130000 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long limit = atol(argv[1]), best = 0, start = 0;
    for (long i = 1; i < limit; i++) {
        long n = i, steps = 0;
        while (n != 1) {
            if (n & 1)
                n = 3 * n + 1;
            else
                n >>= 1;
            steps += 1;
        }
        if (steps > best) {
            best = steps;
            start = i;
        }
    }
    printf("%ld %ld\n", best, start);
}
