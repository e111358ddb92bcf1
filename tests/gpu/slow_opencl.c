/* OpenCL's loader, with one device that is no processor, and whose compiler
   takes SLOW_OPENCL seconds to say that it cannot compile anything.  Whoever
   unloads it, or has its handler run at exit, while it compiles is told so on
   standard error: drivers would crash.  For tests of what others do meanwhile.
 */

#include "gpu/opencl.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static atomic_int compiling;
static char thing;

__attribute__ ((destructor)) static void end (void) {
  if (atomic_load (&compiling))
    fputs ("OpenCL was ended while it compiled\n", stderr);
}

static void end_at_exit (void) {
  end ();
}

static cl_int give (const void *value, size_t bytes, size_t room, void *out,
                    size_t *size) {
  if (size)
    *size = bytes;
  if (out && room < bytes)
    return -30;
  if (out)
    memcpy (out, value, bytes);
  return 0;
}

static cl_int give_text (const char *text, size_t room, void *out,
                         size_t *size) {
  return give (text, strlen (text) + 1, room, out, size);
}

cl_int clGetPlatformIDs (cl_uint room, cl_platform_id *out, cl_uint *count) {
  if (room)
    *out = (void *)&thing;
  *count = 1;
  return 0;
}

cl_int clGetDeviceIDs (cl_platform_id p, cl_ulong type, cl_uint room,
                       cl_device_id *out, cl_uint *count) {
  (void)p, (void)type;
  if (room)
    *out = (void *)&thing;
  *count = 1;
  return 0;
}

cl_int clGetDeviceInfo (cl_device_id d, cl_uint what, size_t room, void *out,
                        size_t *size) {
  const uint64_t number = what == CL_DEVICE_TYPE ? 4 : (uint64_t)1 << 30;
  (void)d;
  switch (what) {
  case CL_DEVICE_NAME:
    return give_text ("a slow device", room, out, size);
  case CL_DRIVER_VERSION:
    return give_text ("1", room, out, size);
  case CL_DEVICE_EXTENSIONS:
    return give_text ("cl_khr_int64_base_atomics cl_khr_int64_extended_atomics",
                      room, out, size);
  case CL_DEVICE_OPENCL_C_VERSION:
    return give_text ("OpenCL C 1.2", room, out, size);
  default:
    return give (&number, sizeof number, room, out, size);
  }
}

cl_context clCreateContext (const intptr_t *properties, cl_uint count,
                            const cl_device_id *d, void *call, void *context,
                            cl_int *status) {
  (void)properties, (void)count, (void)d, (void)call, (void)context;
  *status = 0;
  return (void *)&thing;
}

cl_command_queue clCreateCommandQueue (cl_context c, cl_device_id d,
                                       cl_ulong properties, cl_int *status) {
  (void)c, (void)d, (void)properties;
  *status = 0;
  return (void *)&thing;
}

cl_program clCreateProgramWithSource (cl_context c, cl_uint count,
                                      const char **text, const size_t *lengths,
                                      cl_int *status) {
  (void)c, (void)count, (void)text, (void)lengths;
  *status = 0;
  return (void *)&thing;
}

cl_int clBuildProgram (cl_program p, cl_uint count, const cl_device_id *d,
                       const char *options, void *call, void *context) {
  const char *seconds = getenv ("SLOW_OPENCL");
  const double wanted = seconds ? atof (seconds) : 0;
  const struct timespec span = {
      (time_t)wanted, (long)((wanted - (double)(time_t)wanted) * 1e9)};
  (void)p, (void)count, (void)d, (void)options, (void)call, (void)context;
  atexit (end_at_exit);
  atomic_fetch_add (&compiling, 1);
  nanosleep (&span, NULL);
  atomic_fetch_sub (&compiling, 1);
  return -11;
}

cl_int clGetProgramBuildInfo (cl_program p, cl_device_id d, cl_uint what,
                              size_t room, void *out, size_t *size) {
  (void)p, (void)d, (void)what;
  return give_text ("it is slow, and cannot compile", room, out, size);
}

#define RELEASE(NAME, TYPE)                                                    \
  cl_int NAME (TYPE what) {                                                    \
    (void)what;                                                                \
    return 0;                                                                  \
  }
RELEASE (clReleaseContext, cl_context)
RELEASE (clReleaseCommandQueue, cl_command_queue)
RELEASE (clReleaseProgram, cl_program)
RELEASE (clReleaseKernel, cl_kernel)
RELEASE (clReleaseMemObject, cl_mem)
RELEASE (clFinish, cl_command_queue)

/* Without a program nobody comes here. */
#define UNREACHED(NAME)                                                        \
  void NAME (void) {                                                           \
    abort ();                                                                  \
  }
UNREACHED (clCreateKernel)
UNREACHED (clSetKernelArg)
UNREACHED (clCreateBuffer)
UNREACHED (clEnqueueReadBuffer)
UNREACHED (clEnqueueWriteBuffer)
UNREACHED (clEnqueueNDRangeKernel)
