/* args: 5000000 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long n = atol(argv[1]), count = 0;
    unsigned char *flags = calloc(n + 1, 1);
    for (long i = 2; i <= n; i++)
        if (!flags[i]) {
            count += 1;
            for (long j = i * i; j <= n; j += i)
                flags[j] = 1;
        }
    printf("%ld\n", count);
}
