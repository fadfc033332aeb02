/* args: 420 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long size = atol(argv[1]), limit = 100, inside = 0;
    for (long py = 0; py < size; py++) {
        double y0 = 2.0 * py / size - 1.0;
        for (long px = 0; px < size; px++) {
            double x0 = 3.0 * px / size - 2.0, x = 0.0, y = 0.0;
            long i = 0;
            while (i < limit && x * x + y * y <= 4.0) {
                double nx = x * x - y * y + x0;
                y = 2.0 * x * y + y0;
                x = nx;
                i += 1;
            }
            if (i == limit)
                inside += 1;
        }
    }
    printf("%ld\n", inside);
}
