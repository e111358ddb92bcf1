/* Numbers of processes before main, when constructors of the program and of its
   libraries run: the shared memory is not attached yet, but what is asked then
   must be what main is told later. */

#ifndef SETT_RUNTIME_EARLY_H
#define SETT_RUNTIME_EARLY_H

#include <stdint.h>
#include <sys/types.h>

/* The number of this process, or of its parent; 0: the program runs by itself,
   and the kernel knows. */
pid_t sett_early_number (void);
pid_t sett_early_parent (void);
/* Its group and its session, where they are not those that it began with. */
void sett_early_groups (int groups[2]);

/* Where the shared memory says what it says of this process. */
typedef struct sett_seat_of_process {
  int file;
  uint64_t shared; /* where it begins there */
  unsigned worker, process;
} sett_seat_of_process;

/* From "900:0:2", or more (start.c); the word may be null. */
int sett_early_seat (const char *word, sett_seat_of_process *);

#endif
