/* args: 5000000 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long n = atol(argv[1]), x = 12345, acc = 0, i = 0;
    while (i < n) {
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF;
        if (x & 1)
            acc += x >> 7;
        else
            acc ^= x;
        acc &= 0xFFFFFFF;
        i += 1;
    }
    printf("%ld\n", acc);
}
