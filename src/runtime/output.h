/* What the program writes to its standard output and error. */

#ifndef SETT_RUNTIME_OUTPUT_H
#define SETT_RUNTIME_OUTPUT_H

/* From now on it goes to a file of the run-time's, which the account of a
   replayed execution shows, or nowhere. */
void sett_output_divert (void);

/* The text so far, in memory of the board. */
char *sett_output_get (unsigned long *length);

#endif
