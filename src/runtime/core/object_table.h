/* Objects: what events have effects on, known by their addresses and by numbers
   that stay the same in all executions. */

#ifndef SETT_RUNTIME_OBJECT_TABLE_H
#define SETT_RUNTIME_OBJECT_TABLE_H

#include "runtime/core/engine.h"
#include "stateless/saved.h"

/* Before any object is used. */
void sett_objects_open (void);

/* The number of an object; the same in all executions. */
uint32_t sett_object_find_number (const void *address);

/* An operation asks several times in a row. */
typedef struct sett_numbered_object {
  const void *address;
  uint32_t number;
} sett_numbered_object;

extern sett_numbered_object sett_object_latest
    __attribute__ ((visibility ("hidden")));

static inline uint32_t sett_object_number (const void *address) {
  return LIKELY (address == sett_object_latest.address)
             ? sett_object_latest.number
             : sett_object_find_number (address);
}

/* One that has a number already: of a Java program (stand_in.h). */
void sett_object_adopt (const void *address, uint32_t number);

/* In memory that processes share: where the number of its clock is kept. */
uint16_t *sett_object_clock_slot (const void *address);

/* All numbers, as bytes (drive/saving.c).  What has a number already must have
   the same: false if it has not. */
void sett_objects_save (sett_saved *);
int sett_objects_load (sett_saved *);
void sett_objects_forget (void); /* tests: all get new numbers */

/* The other way round. */
uintptr_t sett_object_address (uint32_t number);

/* The object that a piece of memory is. */
const void *sett_object_memory (const void *address, size_t size);

/* All objects that the memory is known as. */
void sett_object_each (const void *address, size_t size,
                       void (*) (const void *object));

#endif
