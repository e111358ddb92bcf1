/* Numbers: a product of matrices, a sieve, and relaxation on a grid. */

#include "kernel.h"

enum { SIDE = 48, LIMIT = 30000, GRID = 64 };

static void multiply (const double *a, const double *b, double *c) {
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) {
      double sum = 0;
      for (int k = 0; k < SIDE; k++)
        sum += a[i * SIDE + k] * b[k * SIDE + j];
      c[i * SIDE + j] = sum;
    }
}

static int count_primes (unsigned char *composite) {
  int count = 0;
  memset (composite, 0, LIMIT);
  for (int i = 2; i < LIMIT; i++) {
    if (composite[i])
      continue;
    count++;
    for (int j = 2 * i; j < LIMIT; j += i)
      composite[j] = 1;
  }
  return count;
}

static void relax (double *grid) {
  for (int y = 1; y < GRID - 1; y++)
    for (int x = 1; x < GRID - 1; x++) {
      double *p = &grid[y * GRID + x];
      *p = 0.25 * (p[-1] + p[1] + p[-GRID] + p[GRID]);
    }
}

static uint64_t kernel (int times, unsigned char *memory) {
  double *a = (double *)memory, *b = a + SIDE * SIDE, *c = b + SIDE * SIDE;
  double *grid = c + SIDE * SIDE;
  unsigned char *composite = (unsigned char *)(grid + GRID * GRID);
  uint64_t state = 1, sum = 0;
  for (int i = 0; i < SIDE * SIDE; i++)
    a[i] = (double)(draw (&state) % 100), b[i] = (double)(draw (&state) % 100);
  for (int i = 0; i < GRID; i++)
    grid[i] = i;
  for (int round = 0; round < times; round++) {
    multiply (a, b, c);
    sum += count_primes (composite);
    for (int i = 0; i < 10; i++)
      relax (grid);
    sum += (uint64_t)(c[round % (SIDE * SIDE)] + grid[GRID * GRID / 2 + 5]);
  }
  return sum;
}
