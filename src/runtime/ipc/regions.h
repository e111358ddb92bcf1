/* Memory of the program that several processes share.

   Regions lie at the same addresses in all processes, behind the OS model, and
   are mapped by all of them all the time: who maps one is told where it is.  So
   an address there means the same to everybody, as the address of an object in
   the OS model does: objects in regions have the same number, clock and history
   in all processes (object_table.c, os_model.c, cells.c), and what lives there,
   such as locks, keeps its state in place.

   Which region is whose never changes: it depends on the name, or on the thread
   that made it and how many it had made before.  When an execution begins, all
   contents are as they were when the processes came to their first choices:
   zeros, most often.  What was mapped stays so until the process ends; who has
unmapped it is told when it uses it (races.h). */

#ifndef SETT_RUNTIME_REGIONS_H
#define SETT_RUNTIME_REGIONS_H

#include "runtime/core/os_model.h"

typedef enum sett_region_kind {
  SETT_REGION_NONE,
  SETT_REGION_ANONYMOUS, /* inherited by children */
  SETT_REGION_MEMORY,    /* shm_open, memfd_create */
  SETT_REGION_SEMAPHORE, /* sem_open */
  SETT_REGION_SEGMENT,   /* shmget */
  SETT_REGION_FILE,      /* mmap of a file */
} sett_region_kind;

/* A new region of the running thread, or of a name in its k-th life; ends the
   execution, with a note, where there is no room. */
unsigned sett_region_make (sett_region_kind, uintptr_t place);
unsigned sett_region_make_named (sett_region_kind, unsigned name, uint32_t life,
                                 uintptr_t place);
/* ...of a file, by what it is known by. */
unsigned sett_region_make_known (sett_region_kind, uint64_t key,
                                 uintptr_t place);

static inline char *sett_region_at (unsigned region) {
  return (char *)SETT_REGIONS_ADDRESS + region * SETT_REGION_SIZE;
}

/* So much of it is used: where it is; or minus an error. */
long sett_region_use (unsigned region, size_t offset, size_t size,
                      uintptr_t place);

/* The same for who maps it, until...  */
long sett_region_map (unsigned region, size_t offset, size_t size,
                      uintptr_t place);
/* ...it unmaps this part.  From then on nobody in its process may use it (as
   long as it has mapped the region once: which part is whose is not known). */
void sett_region_leave (uintptr_t at, size_t size, uintptr_t place);

/* Its size as programs see it, in an event of the running thread. */
void sett_region_resize (unsigned region, size_t size);

/* Is there anything in regions? */
static inline int sett_regions_any (void) {
  return os_model->region_count != 0;
}

/* Contents, and all that is known of regions. */
void sett_regions_each (void (*visit) (const void *, size_t, void *), void *);

/* The leader: all processes have come to their first choices... */
void sett_regions_snapshot (void);
/* ...and a new execution begins: before the OS model is emptied, and after. */
void sett_regions_empty (void);
void sett_regions_restore (void);

/* "shared memory /name"; and "... + 16" */
void sett_region_name_all (unsigned region, char *text, size_t size);
void sett_region_name (const void *object, char *text, size_t size);

#endif
