/* Sorts words in place: in ascending order, without any other memory. */

#ifndef SETT_BASE_SORT_WORDS_H
#define SETT_BASE_SORT_WORDS_H

#include <stddef.h>
#include <stdint.h>

void sett_sort_words (uint64_t *at, size_t count);

#endif
