/* What the terminal can do: colours, width. */

#ifndef SETT_BASE_TERMINAL_H
#define SETT_BASE_TERMINAL_H

#include <stdio.h>

/* Escape sequences, or empty strings where there are no colours. */
typedef struct sett_colours {
  const char *good;    /* green */
  const char *bad;     /* red */
  const char *warning; /* yellow */
  const char *strong;  /* bold */
  const char *faint;
  const char *off; /* ends any of them */
} sett_colours;

/* Coloured for a terminal, unless NO_COLOR is set (to anything but "") or
   TERM is "dumb"; or as was wished. */
const sett_colours *sett_terminal_colours (FILE *);

typedef enum sett_colour_wish {
  SETT_COLOUR_AUTO,
  SETT_COLOUR_ALWAYS,
  SETT_COLOUR_NEVER
} sett_colour_wish;
void sett_terminal_wish (sett_colour_wish);

/* The length of one of them at this place; 0: there is none. */
size_t sett_terminal_colour_at (const sett_colours *, const char *);

int sett_terminal_is (FILE *);      /* is it one? */
int sett_terminal_columns (FILE *); /* 80 if unknown */

#endif
