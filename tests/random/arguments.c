/* The command line of a generator, and the choice of features.

   usage: GENERATOR [--seed N] [--size N] [--feature-off NAME,NAME...]
                    [--list-features]

   Each model has a random part of all features, so that rare combinations
   come up and a model that shows an error is about few things. */

#include "generator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  int percent;
} features[] = {
#define FEATURE(NAME, PERCENT) {#NAME, PERCENT},
    FEATURES
#undef FEATURE
};

static void choose_features (generator *g, const unsigned char *off) {
  for (int i = 0; i < F_COUNT; i++) {
    int chosen = chance (g, features[i].percent);
    g->has[i] = chosen && !off[i];
  }
  if (g->has[F_priority]) /* SPIN refuses both in one model */
    g->has[F_rendezvous] = 0;
  if (g->has[F_priority]) /* ... and asks both by a flag that is not kept */
    g->has[F_enabled] = 0;
}

static int find_feature (const char *name, size_t length) {
  for (int i = 0; i < F_COUNT; i++)
    if (strlen (features[i].name) == length &&
        !strncmp (features[i].name, name, length))
      return i;
  return -1;
}

static int parse_off (const char *list, unsigned char *off) {
  while (*list) {
    size_t length = strcspn (list, ",");
    int found = find_feature (list, length);
    if (found < 0) {
      fprintf (stderr, "generate: no feature '%.*s'\n", (int)length, list);
      return 0;
    }
    off[found] = 1;
    list += length;
    list += *list == ',';
  }
  return 1;
}

static int usage (void) {
  fputs ("usage: generate [--seed N] [--size N] [--feature-off NAME,...]\n"
         "                [--list-features]\n",
         stderr);
  return 2;
}

static int list_features (void) {
  for (int i = 0; i < F_COUNT; i++)
    puts (features[i].name);
  return 0;
}

/* The status to exit with at once, or -1: go on. */
int read_arguments (generator *g, int argc, char **argv) {
  unsigned char off[F_COUNT] = {0};
  unsigned long long seed = 1;
  for (int i = 1; i < argc; i++) {
    if (!strcmp (argv[i], "--list-features"))
      return list_features ();
    if (i + 1 == argc)
      return usage ();
    if (!strcmp (argv[i], "--seed"))
      seed = strtoull (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "--size"))
      g->size = atoi (argv[++i]);
    else if (strcmp (argv[i], "--feature-off") || !parse_off (argv[++i], off))
      return usage ();
  }
  if (g->size < 1 || g->size > 20)
    return usage ();
  g->random = seed;
  printf ("// seed %llu, size %d\n", seed, g->size);
  choose_features (g, off);
  return -1;
}
