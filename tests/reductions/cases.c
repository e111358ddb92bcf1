/* The properties that a model asks to check. */

#include "cases.h"

#include <string.h>

static int read_liveness (property *p, const char *text) {
  static const char *const known[] = {"acceptance", "progress"};
  for (int i = 0; i < 2; i++) {
    size_t length = strlen (known[i]);
    if (strncmp (text, known[i], length))
      continue;
    int fair = !strcmp (text + length, " fair");
    if (!fair && text[length])
      return 0;
    snprintf (p->options, sizeof p->options, "--property %s%s", known[i],
              fair ? " --fair" : "");
    p->column = fair ? COLUMN_FAIR : COLUMN_LIVENESS;
    return 1;
  }
  return 0;
}

static int read_case (property *p, const char *text) {
  snprintf (p->text, sizeof p->text, "%s", text);
  if (!strncmp (text, "ltl ", 4)) {
    snprintf (p->formula, sizeof p->formula, "%s", text + 4);
    p->column = strstr (p->formula, "X ") ? COLUMN_NEXT : COLUMN_LIVENESS;
    return 1;
  }
  if (!strncmp (text, "fair ltl ", 9)) {
    snprintf (p->formula, sizeof p->formula, "%s", text + 9);
    snprintf (p->options, sizeof p->options, "--fair");
    p->column = COLUMN_FAIR;
    return 1;
  }
  if (strcmp (text, "safety"))
    return read_liveness (p, text);
  snprintf (p->options, sizeof p->options, "--all-errors");
  p->column = COLUMN_SAFETY;
  return 1;
}

static void make_deadlock_case (property *p, const property *safety) {
  int has = strstr (safety->expected, "deadlock") != NULL;
  *p = (property){.text = "deadlock",
                  .options = "--no-assertions --all-errors",
                  .column = COLUMN_DEADLOCK};
  if (*safety->expected)
    strcpy (p->expected, has ? "deadlock" : "no deadlock");
}

/* The text behind `// word: ', cut at `expected', or null. */
static const char *read_line (char *line, property *p) {
  *p = (property){.column = COLUMN_SAFETY};
  line[strcspn (line, "\n")] = 0;
  if (!strncmp (line, "// check: ", 10))
    return line + 10;
  if (strncmp (line, "// expect: ", 11))
    return NULL;
  char *last = NULL;
  for (char *at = line; (at = strstr (at, " = ")); at += 3)
    last = at;
  if (!last)
    return "";
  snprintf (p->expected, sizeof p->expected, "%s", last + 3);
  *last = 0;
  return line + 11;
}

int cases_read (const char *model, property cases[MAX_CASES]) {
  FILE *file = fopen (model, "r");
  if (!file)
    return -1;
  char line[TEXT_SIZE];
  int count = 0;
  while (count >= 0 && count + 1 < MAX_CASES &&
         fgets (line, sizeof line, file)) {
    const char *text = read_line (line, &cases[count]);
    if (!text)
      continue;
    if (!read_case (&cases[count], text)) {
      count = -1;
      break;
    }
    count++;
    if (cases[count - 1].column == COLUMN_SAFETY) {
      make_deadlock_case (&cases[count], &cases[count - 1]);
      count++;
    }
  }
  fclose (file);
  return count;
}

void case_options (const property *p, words *w) {
  words_split (w, p->options);
  if (*p->formula) {
    words_add (w, "--ltl");
    words_add (w, p->formula);
  }
}
