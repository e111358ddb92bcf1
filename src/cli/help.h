/* Help and manual, made from the tables of commands, options and exit
   statuses. */

#ifndef SETT_CLI_HELP_H
#define SETT_CLI_HELP_H

struct sett_text;

void sett_help_overview (struct sett_text *);
void sett_help_command (int index, int all, struct sett_text *);

/* The sections of the manual page that follow from the tables. */
void sett_help_manual (struct sett_text *);

#endif
