/* Times rounds of run(n), as the Python programs of bench/steady do: prints the result and the best time of an iteration in ns. */
#include "repr.h"
#include <time.h>

/* keep makes the compiler believe that a variable is read and changed here, so that a loop keeps all of its rounds. */
#define keep(x) __asm__ volatile("" : "+r"(x) : : "memory")

#define show(r) _Generic((r), long: show_long, double: show_double)(r)

static inline void show_long(long r) { printf("%ld\n", r); }
static inline void show_double(double r) { printf("%s\n", repr(r)); }

static inline double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

#define STEADY(type, run, iterations)                  \
    int main(int argc, char **argv) {                  \
        volatile long n = atol(argv[1]);               \
        type (*volatile f)(long) = run;                \
        double best = 1e9;                             \
        type r = 0;                                    \
        for (int i = 0; i < 12; i++) {                 \
            double start = now();                      \
            r = f(n);                                  \
            double spent = now() - start;              \
            if (spent < best)                          \
                best = spent;                          \
        }                                              \
        show(r);                                       \
        printf("%.4f\n", best / (iterations) * 1e9);   \
    }
