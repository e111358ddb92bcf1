/* What the terminal can do: see terminal.h. */

#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const sett_colours coloured = {
    .good = "\033[32m",
    .bad = "\033[31m",
    .warning = "\033[33m",
    .strong = "\033[1m",
    .faint = "\033[2m",
    .off = "\033[0m",
};

static const sett_colours plain = {"", "", "", "", "", ""};

int sett_terminal_is (FILE *file) {
  return isatty (fileno (file));
}

static sett_colour_wish wish;

void sett_terminal_wish (sett_colour_wish wished) {
  wish = wished;
}

const sett_colours *sett_terminal_colours (FILE *file) {
  if (wish != SETT_COLOUR_AUTO)
    return wish == SETT_COLOUR_ALWAYS ? &coloured : &plain;
  const char *no_color = getenv ("NO_COLOR");
  const char *term = getenv ("TERM");
  if (!sett_terminal_is (file) || (no_color && *no_color) || !term ||
      !strcmp (term, "dumb"))
    return &plain;
  return &coloured;
}

int sett_terminal_columns (FILE *file) {
  struct winsize size;
  if (ioctl (fileno (file), TIOCGWINSZ, &size) || !size.ws_col)
    return 80;
  return size.ws_col;
}

size_t sett_terminal_colour_at (const sett_colours *c, const char *text) {
  const char *const all[] = {c->good,   c->bad,   c->warning,
                             c->strong, c->faint, c->off};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const size_t length = strlen (all[i]);
    if (length && !strncmp (text, all[i], length))
      return length;
  }
  return 0;
}
