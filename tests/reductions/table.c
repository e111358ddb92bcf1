/* The ways to search, read from combinations.tsv. */

#include "table.h"

#include <stdio.h>
#include <string.h>

static const char *const claim_words[] = {"no", "may", "yes"};

static axis *find_axis (table *t, const char *name) {
  for (int i = 0; i < t->axes; i++)
    if (!strcmp (t->axis[i].name, name))
      return &t->axis[i];
  if (t->axes == MAX_AXES)
    return NULL;
  axis *a = &t->axis[t->axes++];
  snprintf (a->name, sizeof a->name, "%s", name);
  return a;
}

static int read_claim (const char *word, claim *c) {
  for (int i = 0; word && i < 3; i++)
    if (!strcmp (word, claim_words[i])) {
      *c = (claim)i;
      return 1;
    }
  return 0;
}

/* axis, name, options, a claim for each column, notes */
static int read_row (table *t, char *text) {
  char *name = strtok (text, "\t");
  axis *a = name ? find_axis (t, name) : NULL;
  if (!a || a->rows == MAX_ROWS)
    return 0;
  row *r = &a->row[a->rows++];
  const char *word = strtok (NULL, "\t");
  const char *options = strtok (NULL, "\t");
  if (!word || !options)
    return 0;
  snprintf (r->name, sizeof r->name, "%s", word);
  snprintf (r->options, sizeof r->options, "%s",
            strcmp (options, "-") ? options : "");
  for (int i = 0; i < COLUMNS; i++)
    if (!read_claim (strtok (NULL, "\t"), &r->claims[i]))
      return 0;
  const char *notes = strtok (NULL, "\t");
  r->lossy = notes && strstr (notes, "lossy");
  r->bounded = notes && strstr (notes, "bounded");
  return 1;
}

int table_read (table *t, const char *path) {
  memset (t, 0, sizeof *t);
  FILE *file = fopen (path, "r");
  if (!file)
    return 0;
  char text[400];
  int good = 1;
  while (good && fgets (text, sizeof text, file)) {
    text[strcspn (text, "\n")] = 0;
    if (*text && *text != '#')
      good = read_row (t, text);
  }
  fclose (file);
  return good && t->axes > 0;
}

claim combination_claim (const combination *c, column col) {
  claim least = CLAIM_YES;
  for (int i = 0; i < c->parts; i++)
    if (c->part[i]->claims[col] < least)
      least = c->part[i]->claims[col];
  return least;
}

void combination_options (const combination *c, char *text, unsigned size) {
  *text = 0;
  for (int i = 0; i < c->parts; i++) {
    unsigned used = (unsigned)strlen (text);
    if (*c->part[i]->options)
      snprintf (text + used, size - used, "%s%s", used ? " " : "",
                c->part[i]->options);
  }
}

void combination_name (const combination *c, char *text, unsigned size) {
  *text = 0;
  for (int i = 0; i < c->parts; i++) {
    unsigned used = (unsigned)strlen (text);
    if (*c->part[i]->options)
      snprintf (text + used, size - used, "%s%s", used ? "+" : "",
                c->part[i]->name);
  }
}
