/* Damaged class files: the rewriter must refuse them or make something of them,
   and touch nothing but its own memory (it is built with sanitizers).

   usage: fuzz_rewrite COUNT SEED FILE.class ... */

#include "base/assert.h"
#include "java/classfile/rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An assertion of the rewriter's: here there is no supervisor to tell. */
void sett_internal_error (const char *file, unsigned line, const char *function,
                          const char *condition) {
  fprintf (stderr, "%s:%u: %s: %s does not hold\n", file, line, function,
           condition);
  abort ();
}

static uint64_t state;

static uint32_t draw (uint32_t below) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (uint32_t)(state >> 33) % below;
}

/* Interesting numbers, at any place; or a part that is cut out or doubled. */
static size_t damage (uint8_t *bytes, size_t count) {
  static const uint8_t values[] = {0, 1, 2, 0x7f, 0x80, 0xaa, 0xab, 0xc4, 0xff};
  for (uint32_t n = 1 + draw (4); n--;) {
    const size_t at = draw ((uint32_t)count);
    switch (draw (5)) {
    case 0:
      bytes[at] ^= (uint8_t)(1u << draw (8));
      break;
    case 1:
      bytes[at] = values[draw (sizeof values)];
      break;
    case 2:
      bytes[at] = (uint8_t)draw (256);
      break;
    case 3:
      if (at + 2 < count)
        bytes[at] = bytes[at + 1] = 0xff;
      break;
    default:
      if (!draw (8) && at > 10)
        count = at;
    }
  }
  return count;
}

static uint8_t *read_file (const char *path, size_t *count) {
  FILE *file = fopen (path, "rb");
  uint8_t *bytes = NULL;
  if (!file)
    return NULL;
  fseek (file, 0, SEEK_END);
  const long size = ftell (file);
  rewind (file);
  if (size > 10 && (bytes = malloc ((size_t)size)))
    *count = fread (bytes, 1, (size_t)size, file);
  fclose (file);
  return bytes;
}

/* The class of a lambda. */
static void take (void *context, const char *name, const uint8_t *bytes,
                  size_t count) {
  (void)context;
  if (!*name || count < 10 || bytes[0] != 0xca)
    abort ();
}

int main (int argc, char **argv) {
  static unsigned long results[3];
  const long tries = argc > 3 ? atol (argv[1]) : 0;
  state = argc > 3 ? strtoul (argv[2], NULL, 10) : 0;
  for (long i = 0; i < tries; i++) {
    size_t count = 0, size;
    uint8_t *out,
        *bytes = read_file (argv[3 + draw ((uint32_t)argc - 3)], &count);
    if (!bytes)
      return 2;
    /* In memory of its exact size, so that every byte beyond it is noticed. */
    const size_t left = damage (bytes, count);
    uint8_t *exact = malloc (left);
    memcpy (exact, bytes, left);
    sett_rewriting r = {.helper = "java/lang/SettHooks",
                        .watch = (255 & ~(unsigned)SETT_WATCH_VOLATILE) |
                                 SETT_WATCH_LOOPS,
                        .lambda = take};
    const sett_rewritten result =
        sett_class_rewrite (&r, exact, left, &out, &size);
    results[result]++;
    if (result == SETT_REWRITTEN)
      free (out);
    free (exact);
    free (bytes);
  }
  printf ("%lu rewritten, %lu unchanged, %lu refused\n", results[0], results[1],
          results[2]);
  return results[0] && results[2] ? 0 : 1;
}
