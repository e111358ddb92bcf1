/* mutate SEED < file: the file with a few small changes, others for each
   seed. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 };
static char text[2 * MOST];
static size_t length;
static uint64_t state;

static size_t chance (size_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return n ? (size_t)(state >> 33) % n : 0;
}

static void replace (size_t at, size_t cut, const char *with, size_t size) {
  if (at > length || at + cut > length || length + size > MOST)
    return;
  memmove (text + at + size, text + at + cut, length - at - cut);
  memcpy (text + at, with, size);
  length += size - cut;
}

static void change (void) {
  static const char *const morsels[] = {
      "0",    "-1",   "99999",      "1",     "true",        "null",
      "[]",   "{}",   "\\u001b[2J", "\"\"",  ",",           "[[0,0],[1,1]],",
      "\\\\", "/etc", "2147483648", "0.5e3", "\"-B/tmp\",", "%s%n"};
  char piece[64];
  const char c = (char)(32 + chance (95));
  const size_t at = chance (length), size = chance (sizeof piece);
  const char *morsel = morsels[chance (sizeof morsels / sizeof *morsels)];
  switch (chance (5)) {
  case 0:
    replace (at, 1, &c, 1);
    break;
  case 1:
    replace (at, chance (4), morsel, strlen (morsel));
    break;
  case 2:
    replace (at, chance (24), "", 0);
    break;
  case 3: /* a digit */
    for (size_t i = at; i < length; i++)
      if (text[i] >= '0' && text[i] <= '9') {
        text[i] = (char)('0' + chance (10));
        break;
      }
    break;
  default:
    if (at + size <= length) {
      memcpy (piece, text + at, size);
      replace (chance (length), chance (size + 1), piece, size);
    }
  }
}

int main (int argc, char **argv) {
  state = argc > 1 ? strtoul (argv[1], NULL, 10) : 0;
  length = fread (text, 1, MOST, stdin);
  for (size_t i = 0; i < 8; i++)
    chance (2);
  for (size_t i = 1 + chance (3); i; i--)
    change ();
  return fwrite (text, 1, length, stdout) != length;
}
