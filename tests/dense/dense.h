/* Tiny random systems: see generate.c. */

#ifndef TESTS_DENSE_DENSE_H
#define TESTS_DENSE_DENSE_H

#include <stdio.h>

/* The same system for the same seed. */
void generate (unsigned long seed, FILE *);

#endif
