/* A GPU, or whatever else OpenCL runs on: its memory, and kernels that are
   compiled for it from text.

   The first call that fails is kept as the device's `error`; after it the
   others do nothing, so that it is enough to look now and then. */

#ifndef SETT_GPU_DEVICE_H
#define SETT_GPU_DEVICE_H

#include <stddef.h>
#include <stdint.h>

struct sett_text;

typedef struct sett_device sett_device;
typedef struct _cl_mem *sett_buffer;
typedef struct _cl_kernel *sett_kernel;

/* One line for each device there is, with its number.  False, with a sentence,
   if there is none. */
int sett_device_list (struct sett_text *out, struct sett_text *error);

/* Finds the device with this number; null: the first that is a GPU, or else
   the first.  Null, with a sentence, if that cannot be done.  What it is can be
   asked at once; for the rest it must be started, which takes longer, and of
   which it says whether that could be done. */
sett_device *sett_device_find (const char *number, struct sett_text *error);
int sett_device_start (sett_device *, struct sett_text *error);
void sett_device_close (sett_device *); /* accepts null */

const char *sett_device_name (const sett_device *); /* with its driver */
uint64_t sett_device_memory (const sett_device *);
uint64_t sett_device_largest_buffer (const sett_device *);
int sett_device_is_processor (const sett_device *);
size_t sett_device_width (const sett_device *); /* of a launch that fills it */
const char *sett_device_error (const sett_device *); /* null: none */

/* Compiles the first part of a program (PART is 0); what was compiled before is
   gone.  False, with what the compiler says, if it cannot be.  The second (PART
   is 1) is compiled when a kernel is asked for that is not in the first. */
int sett_device_build (sett_device *, const char *source, const char *options,
                       struct sett_text *error);
double sett_device_building (const sett_device *); /* seconds, so far */
/* The name is a constant. */
sett_kernel sett_device_kernel (sett_device *, const char *name);

/* Null if there is no memory, which is no error. */
sett_buffer sett_device_try_buffer (sett_device *, uint64_t bytes);
void sett_device_free (sett_device *, sett_buffer); /* accepts null */
void sett_device_read (sett_device *, sett_buffer, uint64_t offset,
                       uint64_t bytes, void *);
void sett_device_write (sett_device *, sett_buffer, uint64_t offset,
                        uint64_t bytes, const void *);

/* The work of a launch was done, or the device failed. */
void sett_device_expect (sett_device *, int done);

/* Arguments by position, then a launch over `count` pieces of work. */
void sett_device_set (sett_device *, sett_kernel, unsigned position,
                      size_t bytes, const void *);
void sett_device_launch (sett_device *, sett_kernel, uint64_t count);

#endif
