/* args: 900 */
#include "repr.h"

static double dot(const double *a, const double *b, long n) {
    double t = 0.0;
    for (long i = 0; i < n; i++)
        t += a[i] * b[i];
    return t;
}

static double total(const double *a, long n) {
    double t = 0.0;
    for (long i = 0; i < n; i++)
        t += a[i];
    return t;
}

static void scale(double *a, long n, double k) {
    for (long i = 0; i < n; i++)
        a[i] = a[i] * k + 0.5;
}

int main(int argc, char **argv) {
    long n = 10000, rounds = atol(argv[1]);
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), r = 0.0;
    for (long i = 0; i < n; i++) {
        a[i] = i * 0.5;
        b[i] = 1.0 / (i + 1);
    }
    for (long k = 0; k < rounds; k++) {
        r += dot(a, b, n) + total(a, n);
        scale(a, n, 0.99);
    }
    printf("%s\n", repr(r));
}
