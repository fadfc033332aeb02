/* args: 6000000 */
#include "repr.h"

int main(int argc, char **argv) {
    long n = atol(argv[1]);
    double x = 0.5, area = 0.0, h = 1.0 / n;
    for (long i = 0; i < n; i++) {
        x = 3.9 * x * (1.0 - x);
        double t = (i + 0.5) * h;
        area += 4.0 / (1.0 + t * t) * h;
    }
    printf("(%s, %s)\n", repr(x), repr(area));
}
