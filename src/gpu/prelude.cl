/* What stands before a generated model when it is compiled for a device, in
   OpenCL C 1.2: names that this language takes, and functions of the C library
   for private memory, in which all states are that a model sees.  The model's
   own part follows, then what packs its states (pack.c), then search.cl. */

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable

#define SETT_DEVICE 1

#define kernel sett_kernel_
#define global sett_global_
#define local sett_local_
#define constant sett_constant_
#define private sett_private_
#define generic sett_generic_
#define pipe sett_pipe_
#define uniform sett_uniform_
#define half sett_half_
#define read_only sett_read_only_
#define write_only sett_write_only_
#define read_write sett_read_write_

static void sett_copy (void *to, const void *from, unsigned long bytes) {
  for (unsigned i = 0; i < bytes; i++)
    ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
}

static void sett_move (void *to, const void *from, int bytes) {
  unsigned char *T = to;
  const unsigned char *F = from;
  if (T <= F)
    for (int i = 0; i < bytes; i++)
      T[i] = F[i];
  else
    for (int i = bytes; i-- > 0;)
      T[i] = F[i];
}

static void sett_set (void *at, int byte, unsigned long bytes) {
  for (unsigned i = 0; i < bytes; i++)
    ((unsigned char *)at)[i] = (unsigned char)byte;
}

#define memcpy sett_copy
#define memmove sett_move
#define memset sett_set
