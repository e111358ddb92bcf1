/* What the parts of the printer of C share: see print.c. */

#ifndef TESTS_OUTCOMES_PRINT_H
#define TESTS_OUTCOMES_PRINT_H

#include "program.h"

extern int indent; /* of the lines to come */

void line (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
/* A name of the program's; lives for a while. */
const char *name (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));
const char *variable (unsigned x);
const char *atomic (unsigned x);
/* An atomic one's value. */
const char *value_of (unsigned x);

/* What an update's type is called. */
extern const char *const atomic_types[];

/* Objects that threads wait for, and files: print_sync.c. */
void print_lock (const program *, const operation *);
void print_wait (const program *, const operation *);
void print_pipe (const operation *);
void print_file (const operation *);

/* What a thread will use at most, and those that it creates, if it is known:
   print_declaration.c.  The word ends the list. */
void print_declaration (const program *, unsigned thread, const char *word);

#endif
