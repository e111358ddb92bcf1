/* Chance and printing.  The numbers come from one 64-bit seed by integer
   arithmetic (SplitMix64), so they are the same on every machine. */

#include "generator.h"

#include <stdarg.h>
#include <stdio.h>

static uint64_t next (generator *g) {
  uint64_t z = g->random += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

int below (generator *g, int limit) {
  return limit > 1 ? (int)(next (g) % (uint64_t)limit) : 0;
}

int chance (generator *g, int percent) {
  return below (g, 100) < percent;
}

int rare_fault (generator *g) {
  return g->has[F_fault] && chance (g, 10);
}

void put (generator *g, const char *format, ...) {
  (void)g;
  va_list arguments;
  va_start (arguments, format);
  vprintf (format, arguments);
  va_end (arguments);
}

void start_line (generator *g) {
  for (int i = 0; i < g->indent; i++)
    fputs ("  ", stdout);
}

void end_line (generator *g) {
  (void)g;
  fputs (";\n", stdout);
}

void line (generator *g, const char *format, ...) {
  start_line (g);
  va_list arguments;
  va_start (arguments, format);
  vprintf (format, arguments);
  va_end (arguments);
  putchar ('\n');
}
