/* Completions for shells, from the table of options. */

#ifndef SETT_CLI_COMPLETION_H
#define SETT_CLI_COMPLETION_H

struct sett_text;

/* The script for "bash", "zsh" or "fish"; false: no such shell is known. */
int sett_completion_add (const char *shell, struct sett_text *);

#endif
