/* Files: which operations are events, and on what. */

#ifndef SETT_RUNTIME_FILES_H
#define SETT_RUNTIME_FILES_H

#include "runtime/files/descriptors.h"

#include <sys/stat.h>

/* The running thread uses files (and changes something there): an event, since
   others may use the same ones. */
void sett_files_use (int changes, uintptr_t place);

/* Is a descriptor of the kernel's one that may have to be waited for? */
int sett_files_can_wait (long number);

/* Flags of a descriptor of the kernel's are about to change (F_SETFL). */
void sett_files_set_flags (long number, uintptr_t place);

/* Before main: may this be asked of a descriptor (ioctl)?  What could change an
   original may not. */
int sett_files_may_control (long number, long request);

/* The number of a descriptor means something else now. */
void sett_files_forget (long number);

/* All files are as they were at the snapshot. */
void sett_files_restore (void);

extern const sett_file_operations sett_random_device
    __attribute__ ((visibility ("hidden")));

/* model_status.c.  A FIFO was opened, which is this node of the shadow; 0: not
   known.  */
void sett_model_opened (const sett_descriptor *, uint32_t node);
/* The modelled descriptor that a link of /proc leads to; -1: another thing. */
long sett_model_behind (int folder, const char *path);
/* stat of what is modelled; false: it is not. */
int sett_model_answer (const sett_call *);
/* What such a link says (readlink); -1: it is none. */
long sett_model_text (const sett_call *);

#endif
