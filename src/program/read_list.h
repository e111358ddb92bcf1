/* Reads the list of executions that a run-time leaves (shared/listed.h).  It
   comes from memory that the checked program can reach: a record that is not
   whole ends the list. */

#ifndef SETT_PROGRAM_READ_LIST_H
#define SETT_PROGRAM_READ_LIST_H

#include "shared/listed.h"

#include <stddef.h>

typedef struct sett_list_entry {
  sett_listed listed;
  const char *ending, *schedule, *output; /* lengths: see listed */
  const uint8_t *writers;
} sett_list_entry;

/* The record at a place of the list of so many bytes; false: there is none, or
   it is not whole.  The next is listed.size further on. */
int sett_list_read (const char *list, size_t length, size_t at,
                    sett_list_entry *entry);

#endif
