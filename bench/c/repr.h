/* Floats as Python prints them, for the range that the programs print. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *repr(double v) {
    static char text[4][40];
    static int turn;
    char *s = text[turn++ & 3];
    for (int digits = 15; digits <= 17; digits++) {
        sprintf(s, "%.*g", digits, v);
        if (strtod(s, 0) == v)
            break;
    }
    if (!strpbrk(s, ".en"))
        strcat(s, ".0");
    return s;
}
