/* Strings: makes a text, splits it into words, turns them into capitals, counts
   equal ones, replaces, and searches. */

#include "kernel.h"

#include <ctype.h>

enum { LENGTH = 40000, LISTED = 1024, WIDTH = 16 };

struct entry {
  char word[WIDTH];
  uint32_t count;
};

static void write_text (char *text, uint64_t *state) {
  for (int i = 0; i < LENGTH; i++)
    text[i] = draw (state) % 5 ? 'a' + draw (state) % 4 : ' ';
  text[LENGTH] = 0;
}

static uint32_t hash (const char *word) {
  uint32_t h = 2166136261u;
  for (; *word; word++)
    h = (h ^ (unsigned char)*word) * 16777619u;
  return h;
}

static void count_word (struct entry *list, const char *word) {
  uint32_t i = hash (word) % LISTED;
  for (int tries = 0; tries < 8; tries++, i = (i + 1) % LISTED) {
    if (!list[i].count)
      strcpy (list[i].word, word);
    if (!strcmp (list[i].word, word)) {
      list[i].count++;
      return;
    }
  }
}

/* The next word, in capitals and not too long; returns what is behind it. */
static const char *take_word (const char *text, char *word) {
  int length = 0;
  while (*text == ' ')
    text++;
  for (; *text && *text != ' '; text++)
    if (length < WIDTH - 1)
      word[length++] = toupper ((unsigned char)*text);
  word[length] = 0;
  return text;
}

/* Every "ab" becomes "b". */
static size_t squeeze (char *text) {
  char *to = text;
  for (const char *from = text; *from; from++)
    if (from[0] != 'a' || from[1] != 'b')
      *to++ = *from;
  *to = 0;
  return to - text;
}

static uint64_t kernel (int times, unsigned char *memory) {
  char *text = (char *)memory;
  struct entry *list = (struct entry *)(memory + LENGTH + 64);
  uint64_t state = 1, sum = 0;
  char word[WIDTH];
  for (int round = 0; round < times; round++) {
    write_text (text, &state);
    memset (list, 0, LISTED * sizeof *list);
    for (const char *rest = text; *rest;) {
      rest = take_word (rest, word);
      count_word (list, word);
    }
    sum += list[round % LISTED].count + squeeze (text);
    for (const char *at = text; (at = strstr (at, "dcd")); at++)
      sum++;
  }
  return sum;
}
