/* Comparisons as text: see comparison.h.

   Every cell is written first; a column is as wide as its widest cell. */

#include "report/comparison.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "report/units.h"

#include <string.h>

enum { NAME, STATES, RATIO, TRANSITIONS, TIME, MEMORY, VERDICT, COLUMNS };

static const char *const heads[COLUMNS] = {
    "reduction", "states", "of none", "transitions",
    "time",      "memory", "verdict",
};

static const char missing[] = "–"; /* one character, three bytes */

typedef struct grid {
  sett_text *cells; /* by row and column; row 0 are the heads */
  size_t rows;
  size_t width[COLUMNS];
} grid;

static sett_text *cell (const grid *g, size_t row, int column) {
  SETT_ASSERT (row < g->rows && column >= 0 && column < COLUMNS);
  return &g->cells[row * COLUMNS + (size_t)column];
}

/* In characters, of UTF-8. */
static size_t length_of (const sett_text *text) {
  size_t count = 0;
  for (const char *c = sett_text_get (text); *c; c++)
    count += (*c & 0xc0) != 0x80;
  return count;
}

static void add_ratio (double ratio, sett_text *text) {
  if (ratio < 0)
    sett_text_add (text, missing);
  else
    sett_text_addf (text, "%.*f %%", ratio < 0.1 ? 2 : 1, 100 * ratio);
}

static void add_verdict (const sett_comparison_row *r, sett_text *text) {
  sett_text_add (text, r->verdict);
  if (r->violation)
    sett_text_addf (text, " (%s)", r->violation);
  for (size_t i = 0; i < r->limits_count; i++)
    sett_text_addf (text, "%s%s%s", i ? ", " : " (", r->limits[i],
                    i + 1 == r->limits_count ? ")" : "");
}

static void fill_row (const grid *g, size_t at, const sett_comparison_row *r) {
  sett_text_add (cell (g, at, NAME), r->name);
  if (r->refusal) {
    for (int column = STATES; column < COLUMNS; column++)
      sett_text_add (cell (g, at, column), missing);
    return;
  }
  sett_units_count (cell (g, at, STATES), r->states);
  add_ratio (r->ratio, cell (g, at, RATIO));
  sett_units_count (cell (g, at, TRANSITIONS), r->transitions);
  sett_units_seconds (cell (g, at, TIME), r->seconds);
  sett_units_bytes (cell (g, at, MEMORY), (double)r->bytes);
  add_verdict (r, cell (g, at, VERDICT));
}

static void fill (grid *g, const sett_comparison_table *t) {
  g->rows = t->count + 1;
  g->cells = sett_zalloc (g->rows * COLUMNS, sizeof *g->cells);
  for (int column = 0; column < COLUMNS; column++)
    sett_text_add (cell (g, 0, column), heads[column]);
  for (size_t i = 0; i < t->count; i++)
    fill_row (g, i + 1, t->rows + i);
  for (size_t i = 0; i < g->rows; i++)
    for (int column = 0; column < COLUMNS; column++) {
      const size_t length = length_of (cell (g, i, column));
      if (length > g->width[column])
        g->width[column] = length;
    }
}

static void release (grid *g) {
  for (size_t i = 0; i < g->rows * COLUMNS; i++)
    sett_text_release (&g->cells[i]);
  sett_free (g->cells, g->rows * COLUMNS * sizeof *g->cells);
}

/* Names and verdicts to the left, numbers to the right. */
static void add_row (const grid *g, size_t at, const char *colour,
                     const sett_colours *c, sett_text *text) {
  for (int column = 0; column < COLUMNS; column++) {
    const sett_text *value = cell (g, at, column);
    const int gap = (int)(g->width[column] - length_of (value));
    const char *shown = sett_text_get (value);
    if (column == NAME)
      sett_text_addf (text, "  %s%*s", shown, gap, "");
    else if (column == VERDICT)
      sett_text_addf (text, "  %s%s%s\n", colour, shown, c->off);
    else
      sett_text_addf (text, "  %*s%s", gap, "", shown);
  }
}

static const char *colour_of (const sett_comparison_row *r,
                              const sett_colours *c) {
  if (r->refusal)
    return c->faint;
  return r->tone == SETT_GOOD  ? c->good
         : r->tone == SETT_BAD ? c->bad
                               : c->warning;
}

static void add_reasons (const sett_comparison_table *t, sett_text *text) {
  const char *before = "\n";
  for (size_t i = 0; i < t->count; i++)
    if (t->rows[i].refusal) {
      sett_text_addf (text, "%s  %s: %s\n", before, t->rows[i].name,
                      t->rows[i].refusal);
      before = "";
    }
}

void sett_report_table (const sett_comparison_table *t, int reasons,
                        const sett_colours *c, sett_text *text) {
  grid g = {0};
  fill (&g, t);
  add_row (&g, 0, c->off, c, text);
  for (size_t i = 0; i < t->count; i++)
    add_row (&g, i + 1, colour_of (t->rows + i, c), c, text);
  if (reasons)
    add_reasons (t, text);
  release (&g);
}
