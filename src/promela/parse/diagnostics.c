/* The line shown is the one in the user's file when it can be read, since the
   preprocessor may have changed it; else the preprocessed one. */

#include "promela/parse/diagnostics.h"

#include "base/assert.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_LINE = 160 };

typedef struct source_line {
  const char *at;
  size_t length;
} source_line;

static source_line preprocessed_line (const diagnostics *d, const place *p) {
  const char *begin = p->at;
  while (begin > d->source && begin[-1] != '\n')
    begin--;
  return (source_line){begin, strcspn (begin, "\r\n")};
}

/* Line `p->line` of the file, if it contains what stands at `p`. */
static int original_line (const place *p, sett_text *file, source_line *line) {
  if (!p->file || !sett_text_read_file (file, p->file))
    return 0;
  const char *at = sett_text_get (file);
  for (uint32_t n = 1; n < p->line; n++) {
    at = strchr (at, '\n');
    if (!at)
      return 0;
    at++;
  }
  *line = (source_line){at, strcspn (at, "\r\n")};
  return 1;
}

static size_t word_length (const char *at) {
  const size_t n = strspn (at, "abcdefghijklmnopqrstuvwxyz_0123456789"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return n ? n : *at && *at != '\n';
}

/* Column in `line` of the word at `p`, or -1. */
static int find_column (source_line line, const place *p) {
  const size_t length = word_length (p->at);
  const size_t guess = p->column - 1;
  if (guess + length <= line.length && !memcmp (line.at + guess, p->at, length))
    return (int)guess;
  for (size_t i = 0; length && i + length <= line.length; i++)
    if (!memcmp (line.at + i, p->at, length))
      return (int)i;
  return -1;
}

static void add_caret (sett_text *out, source_line line, int column) {
  SETT_ASSERT (column >= 0 && (size_t)column <= line.length);
  size_t from = 0;
  if (column > LONGEST_LINE - 40)
    from = (size_t)column - 40;
  size_t shown = line.length - from;
  if (shown > LONGEST_LINE)
    shown = LONGEST_LINE;
  sett_text_add (out, "    ");
  for (size_t i = 0; i < shown; i++) {
    const unsigned char c = (unsigned char)line.at[from + i];
    sett_text_addf (out, "%c", c == '\t' || c >= ' ' ? c : '?');
  }
  sett_text_add (out, "\n    ");
  for (size_t i = from; i < (size_t)column; i++)
    sett_text_add (out, line.at[i] == '\t' ? "\t" : " ");
  sett_text_add (out, "^\n");
}

static void report (diagnostics *d, const place *p, const char *severity,
                    const char *format, va_list arguments) {
  sett_text file = {0};
  source_line line = preprocessed_line (d, p), original;
  int column = (int)(p->at - line.at);
  if (original_line (p, &file, &original)) {
    const int found = find_column (original, p);
    if (found >= 0) {
      line = original;
      column = found;
    }
  }
  if (column > (int)line.length)
    column = (int)line.length;
  sett_text_addf (d->out, "%s:%u:%d: %s: ", p->file, p->line, column + 1,
                  severity);
  sett_text_addv (d->out, format, arguments);
  sett_text_add (d->out, "\n");
  add_caret (d->out, line, column);
  sett_text_release (&file);
}

void sett_report_error (diagnostics *d, const place *p, const char *format,
                        ...) {
  if (d->errors && d->last_line == p->line && d->last_file == p->file)
    return;
  d->last_line = p->line;
  d->last_file = p->file;
  if (d->errors++ == MOST_ERRORS)
    sett_text_add (d->out, "too many errors: the rest is not shown\n");
  if (d->errors > MOST_ERRORS)
    return;
  va_list arguments;
  va_start (arguments, format);
  report (d, p, "error", format, arguments);
  va_end (arguments);
}

void sett_report_warning (diagnostics *d, const place *p, const char *format,
                          ...) {
  if (d->warnings++ >= MOST_ERRORS)
    return;
  va_list arguments;
  va_start (arguments, format);
  report (d, p, "warning", format, arguments);
  va_end (arguments);
}
