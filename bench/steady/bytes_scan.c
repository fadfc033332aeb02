/* args: 1000000 */
#include "../c/steady.h"

static unsigned char data[1000];

static long run(long n) {
    long spaces = 0, vowels = 0;
    for (long i = 0; i < 1000; i++)
        data[i] = "a quick fox "[i % 12];
    for (long k = 0; k < n / 1000; k++)
        for (long i = 0; i < 1000; i++) {
            unsigned char c = data[i];
            if (c == 32)
                spaces += 1;
            else if (c == 97 || c == 101 || c == 111)
                vowels += 1;
        }
    return spaces * 1000 + vowels;
}

STEADY(long, run, n)
